//! The strategies that play every game: what they choose, checked by slower and simpler means.

use atalaya::games::chess::Position as Chess;
use atalaya::games::kamisado::{Deadlock, Match, TARGETS};
use atalaya::games::rolit::{Color, Position as Rolit, Rules, Shape, Size};
use atalaya::games::{Game, Line, Seats};
use atalaya::players::{
    AlphaBeta, Choice, Evaluate, Greedy, Level, Levels, Limits, MATE_VALUE, Minimax, Player,
    Random, Score,
};
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use std::collections::{HashMap, HashSet};
use std::sync::atomic::AtomicBool;

fn to_depth(depth: u32) -> Limits {
    Limits {
        depth: Some(depth),
        ..Limits::default()
    }
}

/// A move chosen by a player, who must leave the game as it was.
fn ask<G: Game>(player: &mut dyn Player<G>, line: &Line<G>, limits: &Limits) -> Choice<G::Move> {
    let state = |line: &Line<G>| {
        let position = line.position();
        let moves = line.moves().to_vec();
        let keys = line.past_keys().to_vec();
        (
            position.text(),
            position.key(),
            position.moves(),
            moves,
            keys,
        )
    };
    let before = state(line);
    let choice = player.choose(line, limits, &AtomicBool::new(false));
    assert!(before == state(line), "the game has changed: {}", before.0);
    let choice = choice.expect("a move");
    assert!(before.2.contains(&choice.chosen), "illegal in {}", before.0);
    choice
}

/// A random game from `start`, broken off after some plies but not finished.
fn random_line<G: Game>(start: G, plies: usize, rng: &mut StdRng) -> Line<G> {
    let mut line = Line::new(start);
    for _ in 0..plies {
        let quiet = |m: &G::Move| {
            let mut next = line.clone();
            next.play(*m);
            next.outcome().is_none()
        };
        let mut moves = line.position().moves();
        moves.retain(quiet);
        let Some(&m) = moves.choose(rng) else { break };
        line.play(m);
    }
    line
}

/// The deepest search up to `most` plies that plain minimax ends within about `nodes` positions.
fn affordable<G: Game>(line: &Line<G>, most: u32, nodes: u64) -> u32 {
    let branching = line.position().count_moves().max(2) as u64;
    (1..=most)
        .take_while(|depth| branching.pow(*depth) <= nodes)
        .last()
        .unwrap_or(1)
}

/// What a thousand comparisons have met.
#[derive(Debug, Default)]
struct Met {
    searches: u32,
    ends: u32,
    deepest: u32,
    saved: u64,
}

/// Minimax and alpha-beta agree on the value and the move of a position at every depth that can
/// be afforded.
fn compare<G: Evaluate>(line: &Line<G>, most: u32, nodes: u64, met: &mut Met) {
    for depth in 1..=affordable(line, most, nodes) {
        let slow = ask(&mut Minimax, line, &to_depth(depth));
        let fast = ask(&mut AlphaBeta, line, &to_depth(depth));
        let text = line.position().text();
        assert_eq!(slow.report.score, fast.report.score, "{text} depth {depth}");
        assert_eq!(slow.chosen, fast.chosen, "{text} depth {depth}");
        assert!(
            fast.report.nodes <= slow.report.nodes,
            "{text} depth {depth}"
        );
        met.searches += 1;
        met.deepest = met.deepest.max(depth);
        met.ends += u32::from(matches!(slow.report.score, Some(Score::Mate(_))));
        met.saved += slow.report.nodes.unwrap_or(0) - fast.report.nodes.unwrap_or(0);
    }
}

fn chess_line(rng: &mut StdRng) -> Line<Chess> {
    let plies = rng.random_range(0..120);
    let line = random_line(Chess::start(), plies, rng);
    if rng.random_bool(0.3) {
        // The fifty-move rule within reach, by different numbers of plies.
        let near = line.position().with_halfmoves(rng.random_range(94..100));
        return Line::new(near);
    }
    line
}

fn kamisado_line(rng: &mut StdRng) -> Line<Match> {
    let target = *TARGETS.choose(rng).expect("four");
    let deadlock = [Deadlock::Mutual, Deadlock::Cycle][rng.random_range(0..2)];
    let text = atalaya::games::kamisado::START;
    let start = Match::parse(&format!("{text} {target} 0:0"), target, deadlock).expect("legal");
    // Long enough for several rounds, with sumo towers.
    let plies = rng.random_range(0..40 + 10 * usize::from(target));
    random_line(start, plies, rng)
}

/// Starts of both rules, with 2 to 5 players, with teams, on boards with and without holes.
fn rolit_starts() -> Vec<Rolit> {
    let colors =
        |letters: &str| -> Vec<Color> { letters.chars().filter_map(Color::from_letter).collect() };
    let students = |shape, players: &str, teams| {
        Rolit::students(shape, Size::Small, &colors(players), teams).expect(players)
    };
    let read = |text: &str| Rolit::parse(text, Rules::Official).expect(text);
    let mut starts: Vec<Rolit> = ["RG", "RYG", "RYGB", "RYGB:RG/YB"]
        .iter()
        .map(|players| Rolit::official_for(players).expect(players))
        .collect();
    starts.extend([
        students(Shape::Square, "YR", None),
        students(Shape::Diamond, "YRG", None),
        students(Shape::Circle, "YRGL", Some("YG/RL")),
        students(Shape::Diamond, "YRGLO", None),
        read("4/1RY1/1BG1/4 R RYGB 1"),
        read("4/1RY1/1BG1/4 R RG 1"),
        read("5/1RY2/1BG2/5 R RYGB:RG/YB 1"),
        read("*3*/5/5/*3* Y YRG 1 students"),
    ]);
    starts
}

fn rolit_line(rng: &mut StdRng) -> Line<Rolit> {
    let starts = rolit_starts();
    let start = *starts.choose(rng).expect("some");
    let plies = rng.random_range(0..start.empty_cells());
    random_line(start, plies as usize, rng)
}

#[test]
fn minimax_and_alphabeta_agree_on_a_thousand_chess_positions() {
    let mut rng = StdRng::seed_from_u64(1);
    let mut met = Met::default();
    for _ in 0..1000 {
        compare(&chess_line(&mut rng), 3, 30_000, &mut met);
    }
    assert!(met.searches > 2000 && met.deepest == 3, "{met:?}");
    assert!(met.ends > 5 && met.saved > 300_000, "{met:?}");
}

#[test]
fn minimax_and_alphabeta_agree_on_a_thousand_kamisado_positions() {
    let mut rng = StdRng::seed_from_u64(2);
    let mut met = Met::default();
    let (mut sumos, mut between) = (0, 0);
    for _ in 0..1000 {
        let line = kamisado_line(&mut rng);
        sumos += u32::from(line.position().round().has_sumo());
        between += u32::from(line.position().is_between_rounds());
        compare(&line, 4, 8_000, &mut met);
    }
    assert!(met.searches > 3000 && met.deepest == 4, "{met:?}");
    assert!(met.ends > 100 && met.saved > 100_000, "{met:?}");
    assert!(sumos > 100 && between > 10, "{sumos} {between}");
}

#[test]
fn minimax_and_alphabeta_agree_on_a_thousand_rolit_positions() {
    let mut rng = StdRng::seed_from_u64(3);
    let mut met = Met::default();
    for _ in 0..1000 {
        compare(&rolit_line(&mut rng), 4, 8_000, &mut met);
    }
    assert!(met.searches > 2500 && met.deepest == 4, "{met:?}");
    assert!(met.saved > 200_000, "{met:?}");
}

#[test]
fn deep_searches_that_lean_on_the_table_agree_with_minimax() {
    let mut met = Met::default();
    for fen in [
        "8/8/8/3k4/3p4/8/3P4/3K4 w - - 0 1",
        "8/8/1p6/8/8/1P6/8/k1K5 b - - 97 80",
        "7k/8/5K2/6Q1/8/8/8/8 w - - 90 80",
    ] {
        let line = Line::new(Chess::from_fen(fen, false).expect(fen));
        compare(&line, 5, 5_000_000, &mut met);
    }
    let mut rng = StdRng::seed_from_u64(4);
    for round in 0..40 {
        compare(&kamisado_line(&mut rng), 6, 100_000, &mut met);
        // To the last cell and beyond.
        let start = rolit_starts()[round % 12];
        let plies = start.empty_cells() as usize - 6;
        compare(
            &random_line(start, plies, &mut rng),
            8,
            10_000_000,
            &mut met,
        );
    }
    assert!(met.deepest == 8, "{met:?}");
}

/// The two-player search written the other way round: every value belongs to the side to move.
fn negamax<G: Evaluate>(position: &G, depth: u32, ply: i32) -> i32 {
    let us = position.turn();
    if let Some(outcome) = position.outcome() {
        return match (outcome.winners.count(), outcome.winners.contains(us)) {
            (1, true) => MATE_VALUE - ply,
            (1, false) => ply - MATE_VALUE,
            _ => 0,
        };
    }
    if depth == 0 {
        return position.evaluate();
    }
    let values = position.moves().into_iter().map(|m| {
        let child = position.play(m);
        let value = negamax(&child, depth - 1, ply + 1);
        if child.turn() == us { value } else { -value }
    });
    values.max().expect("a move")
}

fn as_number(score: Option<Score>) -> i32 {
    match score.expect("a score") {
        Score::Centipawns(value) => value,
        // 2n - 1 plies to win, 2n to lose.
        Score::Mate(moves) if moves > 0 => MATE_VALUE - 2 * moves + 1,
        Score::Mate(moves) => -MATE_VALUE - 2 * moves,
    }
}

#[test]
fn with_two_players_the_owners_value_is_the_negamax_value() {
    let mut rng = StdRng::seed_from_u64(5);
    for _ in 0..200 {
        let line = chess_line(&mut rng);
        // Without a past, nothing is a repetition.
        let line = Line::new(*line.position());
        let found = ask(&mut AlphaBeta, &line, &to_depth(2)).report.score;
        let value = negamax(line.position(), 2, 0);
        assert_eq!(as_number(found), value, "{}", line.position().text());
        // In Kamisado a side may move twice, which shifts the count of moves: up to plies.
        let line = kamisado_line(&mut rng);
        let found = as_number(ask(&mut AlphaBeta, &line, &to_depth(3)).report.score);
        let value = negamax(line.position(), 3, 0);
        let near = found == value || (value.abs() > 900_000 && (found - value).abs() <= 1);
        assert!(near, "{}: {found} {value}", line.position().text());
    }
}

/// Under nodes, the last completed depth has the value that minimax finds there.
fn compare_under_nodes<G: Evaluate>(line: &Line<G>, nodes: u64, met: &mut HashSet<u32>) {
    let limits = Limits {
        nodes: Some(nodes),
        depth: Some(affordable(line, 4, 20_000)),
        ..Limits::default()
    };
    let fast = ask(&mut AlphaBeta, line, &limits);
    assert!(fast.report.nodes <= Some(nodes));
    let Some(depth) = fast.report.depth else {
        return;
    };
    let unhurried = Limits {
        nodes: Some(u64::MAX / 2),
        depth: Some(depth),
        ..Limits::default()
    };
    let slow = ask(&mut Minimax, line, &unhurried);
    let text = line.position().text();
    assert_eq!(fast.report.score, slow.report.score, "{text} depth {depth}");
    assert_eq!(fast.chosen, slow.chosen, "{text} depth {depth}");
    met.insert(depth);
}

#[test]
fn a_search_cut_short_answers_with_its_last_whole_depth() {
    let mut rng = StdRng::seed_from_u64(6);
    let mut met = HashSet::new();
    for _ in 0..150 {
        let nodes = rng.random_range(10..3000);
        compare_under_nodes(&chess_line(&mut rng), nodes, &mut met);
        compare_under_nodes(&kamisado_line(&mut rng), nodes, &mut met);
        compare_under_nodes(&rolit_line(&mut rng), nodes, &mut met);
    }
    assert!((1..=4).all(|depth| met.contains(&depth)), "{met:?}");
}

#[test]
fn the_search_ends_when_no_line_is_cut_off_by_the_horizon() {
    let start = Rolit::parse("4/1RY1/1BG1/4 R RYGB 1", Rules::Official).expect("legal");
    let line = random_line(start, 8, &mut StdRng::seed_from_u64(7));
    let empty = line.position().empty_cells();
    assert_eq!(empty, 4);
    let limits = Limits {
        nodes: Some(1_000_000),
        ..Limits::default()
    };
    for player in [&mut AlphaBeta as &mut dyn Player<Rolit>, &mut Minimax] {
        let report = ask(player, &line, &limits).report;
        assert_eq!(report.depth, Some(empty));
        assert_eq!(report.pv.len() as u32, empty);
    }
}

#[test]
fn all_others_play_against_the_owner() {
    // One rank, a1 to f1, and the three last plies of a game; Red to move.
    //
    // a1: RRY..G. Yellow d1, Green e1: RRYYGG, Red level with both.
    //             Yellow e1, Green d1 turns e1: RRYGGG, Red one behind. Paranoid: -1.
    // d1 turns c1: .RRR.G. Yellow a1, Green e1: YRRRGG, Red one ahead.
    //             Yellow e1, Green a1 turns everything: GGGGGG, Red six behind, and Yellow too: it
    //             would not do that for itself, only against Red. Paranoid: -6.
    // e1: .RY.RG. Yellow a1 turns b1, Green d1 turns e1: YYYGGG, three behind.
    //             Yellow d1, Green a1 turns everything: six behind. Paranoid: -6.
    let text = "1RY2G R RYG 1 students";
    let line = Line::new(Rolit::parse(text, Rules::Official).expect("legal"));
    for player in [&mut AlphaBeta as &mut dyn Player<Rolit>, &mut Minimax] {
        let choice = ask(player, &line, &to_depth(3));
        assert_eq!(choice.chosen.to_string(), "a1");
        assert_eq!(choice.report.score, Some(Score::Centipawns(-100)));
        assert_eq!(choice.report.pv, ["a1", "e1", "d1"]);
    }
    // Who only counts its own balls falls into the trap.
    let greedy = ask(&mut Greedy::new(1), &line, &Limits::default());
    assert_eq!(greedy.chosen.to_string(), "d1");
    assert_eq!(greedy.report.score, Some(Score::Centipawns(300)));
}

#[test]
fn a_partner_is_no_rival() {
    // As above, but Yellow and Red are one team: Yellow helps, and four balls of six are theirs.
    let text = "1RY2G R RYG:RY/G 1 students";
    let line = Line::new(Rolit::parse(text, Rules::Official).expect("legal"));
    for player in [&mut AlphaBeta as &mut dyn Player<Rolit>, &mut Minimax] {
        let choice = ask(player, &line, &to_depth(3));
        assert_eq!(choice.report.score, Some(Score::Centipawns(200)));
        let mut end = *line.position();
        for text in &choice.report.pv {
            end = end.play(end.parse_move(text).expect("legal"));
        }
        let outcome = end.outcome().expect("the board is full");
        let team: Seats = [0, 1].into_iter().collect();
        assert_eq!(outcome.winners, team);
    }
}

#[test]
fn official_values_are_leads_and_students_values_are_counts() {
    let value = |rules: &str, seat| {
        let text = format!("4/1RR1/1RG1/1YBB R RYG 1 {rules}");
        let position = Rolit::parse(&text, Rules::Official).expect("legal");
        position.evaluate_for(seat)
    };
    // Red 3, Yellow 1, Green 1, and Blue, who does not play, 2.
    let official = [0, 1, 2].map(|seat| value("official", seat));
    assert_eq!(official, [200, -200, -200]);
    let students = [0, 1, 2].map(|seat| value("students", seat));
    assert_eq!(students, [300, 100, 100]);
}

/// What greedy wants most of, counted from the texts.
fn letters(text: &str, of: &str) -> i32 {
    let board = text.split(' ').next().unwrap_or("");
    board.chars().filter(|c| of.contains(*c)).count() as i32
}

#[test]
fn greedy_takes_the_most_that_one_ply_gives() {
    let mut rng = StdRng::seed_from_u64(8);
    let mut choices = HashMap::new();
    for seed in 0..300 {
        let line = rolit_line(&mut rng);
        let here = line.position();
        let own: String = (0..here.players())
            .filter(|seat| here.allied(*seat, here.turn()))
            .map(|seat| here.colors()[seat].letter())
            .collect();
        if here.empty_cells() > 1 {
            let worth = |m| letters(&here.play(m).text(), &own);
            let most = here.moves().into_iter().map(worth).max().expect("a move");
            let choice = ask(&mut Greedy::new(seed), &line, &Limits::default());
            assert_eq!(worth(choice.chosen), most, "{}", here.text());
            assert_eq!(choice.report.score, Some(Score::Centipawns(100 * most)));
            *choices.entry("rolit").or_insert(0) += 1;
        }

        let line = chess_line(&mut rng);
        let here = line.position();
        let sign = if Game::turn(here) == 0 { 1 } else { -1 };
        let worth = |m| {
            let child = Game::play(here, m);
            let (text, in_check) = (child.text(), child.in_check());
            let material: i32 = [("Pp", 100), ("NBnb", 300), ("Rr", 500), ("Qq", 900)]
                .into_iter()
                .map(|(kinds, value)| {
                    let (white, black) = kinds.split_at(kinds.len() / 2);
                    value * (letters(&text, white) - letters(&text, black))
                })
                .sum();
            match child.outcome() {
                Some(end) if end.winners.count() == 1 => MATE_VALUE,
                Some(_) => 0,
                None => sign * material + 25 * i32::from(in_check),
            }
        };
        let most = here.moves().into_iter().map(worth).max().expect("a move");
        let choice = ask(&mut Greedy::new(seed), &line, &Limits::default());
        assert_eq!(worth(choice.chosen), most, "{}", here.text());
        *choices.entry("chess").or_insert(0) += 1;

        let line = kamisado_line(&mut rng);
        let here = line.position();
        let wins = |m| here.play(m).outcome().is_some();
        if here.moves().into_iter().any(wins) {
            let choice = ask(&mut Greedy::new(seed), &line, &Limits::default());
            assert!(wins(choice.chosen), "{}", here.text());
            *choices.entry("kamisado").or_insert(0) += 1;
        }
    }
    assert!(choices.values().all(|count| *count > 50), "{choices:?}");
    assert_eq!(choices.len(), 3);
}

#[test]
fn greedy_breaks_ties_by_its_seed_alone() {
    // Three first moves, each turning one ball.
    let line = Line::new(Rolit::start());
    let chosen = |seed| {
        let choice = ask(&mut Greedy::new(seed), &line, &Limits::default());
        choice.chosen.to_string()
    };
    let all: HashSet<String> = (0..64).map(chosen).collect();
    assert_eq!(all, HashSet::from(["d3", "f3", "f5"].map(String::from)));
    for seed in 0..64 {
        assert_eq!(chosen(seed), chosen(seed));
    }
}

#[test]
fn random_draws_every_move_equally_often() {
    fn chi_square<G: Game>(start: G, seed: u64) -> (f64, usize) {
        let line = Line::new(start);
        let moves = line.position().moves();
        let mut player = Random::new(seed);
        let mut counts = vec![0_u32; moves.len()];
        for _ in 0..10_000 {
            let chosen = ask(&mut player, &line, &Limits::default()).chosen;
            counts[moves.iter().position(|m| *m == chosen).expect("legal")] += 1;
        }
        let expected = 10_000.0 / moves.len() as f64;
        let deviations = counts.iter().map(|n| (f64::from(*n) - expected).powi(2));
        (deviations.sum::<f64>() / expected, moves.len())
    }
    // Exceeded by chance once in a thousand: 19, 101 and 2 degrees of freedom.
    for (found, limit) in [
        (chi_square(Chess::start(), 11), (43.8, 20)),
        (chi_square(Match::start(), 12), (149.4, 102)),
        (chi_square(Rolit::start(), 13), (13.8, 3)),
    ] {
        assert_eq!(found.1, limit.1);
        assert!(found.0 < limit.0, "{found:?}");
    }
}

/// One player of each level plays a game against the others; which must end by the rules.
fn play_levels<G: Levels>(start: G) {
    let limits = Limits {
        nodes: Some(300),
        ..Limits::default()
    };
    let seats = start.players();
    let mut players: Vec<_> = (0..seats)
        .map(|seat| G::at_level(Level::ALL[3 - seat % 4], seat as u64).expect("a table"))
        .collect();
    for player in &mut players {
        player.new_game(&start).expect("ready");
    }
    let mut line = Line::new(start);
    while line.outcome().is_none() && line.moves().len() < 400 {
        let seat = line.position().turn();
        let choice = ask(players[seat].as_mut(), &line, &limits);
        line.play(choice.chosen);
    }
    assert!(line.outcome().is_some(), "{}", line.position().text());
}

#[test]
fn every_level_plays_every_game_to_its_end() {
    let near = "7k/5Q2/8/8/8/8/PPP5/K6r w - - 80 80";
    play_levels(Chess::from_fen(near, false).expect("legal"));
    play_levels(Match::start());
    for start in rolit_starts() {
        play_levels(start);
    }
}

#[test]
fn harder_levels_win_more_points() {
    let mut rng = StdRng::seed_from_u64(14);
    for (weak, strong) in [(Level::Easy, Level::Medium), (Level::Medium, Level::Hard)] {
        let (mut wins, mut games) = (0, 0);
        for game in 0..24 {
            let start = rolit_starts()[game % 3 + 5];
            let seats = start.players();
            let hero = game % seats;
            let mut players: Vec<_> = (0..seats)
                .map(|seat| {
                    let level = if start.allied(seat, hero) {
                        strong
                    } else {
                        weak
                    };
                    Rolit::at_level(level, rng.random()).expect("no table")
                })
                .collect();
            let mut line = Line::new(start);
            while line.outcome().is_none() {
                let seat = line.position().turn();
                let choice = ask(players[seat].as_mut(), &line, &Limits::default());
                line.play(choice.chosen);
            }
            let outcome = line.outcome().expect("over");
            wins += u32::from(outcome.winners.contains(hero));
            games += 1;
        }
        assert!(
            2 * wins > games,
            "{strong} won {wins} of {games} against {weak}"
        );
    }
}
