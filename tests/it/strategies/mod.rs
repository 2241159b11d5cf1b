//! The strategies that play every game: what they choose, checked by slower and simpler means.

use games::chess::Position as Chess;
use games::kamisado::{Deadlock, Match, TARGETS};
use games::rolit::{Color, Position as Rolit, Rules, Shape, Size};
use games::{Game, Line, Seats};
use players::{
    AlphaBeta, Choice, Evaluate, Greedy, Level, Levels, Limits, MATE_VALUE, Minimax, Player,
    Random, Score,
};
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use shakmaty::{Board, Piece, Square};
use std::collections::{HashMap, HashSet};
use std::sync::atomic::AtomicBool;

mod levels;
mod simple;

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
            position.legal_moves(),
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
        let mut moves = line.position().legal_moves();
        moves.retain(quiet);
        let Some(&m) = moves.choose(rng) else { break };
        line.play(m);
    }
    line
}

/// The deepest search up to `most` plies that plain minimax ends within about `nodes` positions.
fn affordable<G: Game>(line: &Line<G>, most: u32, nodes: u64) -> u32 {
    let branching = line.position().count_moves().max(6) as u64;
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
    let text = games::kamisado::START;
    let rules = games::kamisado::Rules {
        deadlock,
        ..Default::default()
    };
    let start = Match::parse(&format!("{text} {target} 0:0"), target, rules).expect("legal");
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

/// Kings and a few more men: few moves and many ways to the same position.
fn chess_ending(rng: &mut StdRng) -> Line<Chess> {
    let men = ["KkPp", "KkPPp", "KkQ", "KkRp", "KkPpn"];
    loop {
        let mut board = Board::empty();
        for man in men.choose(rng).expect("some").chars() {
            // Pawns stay off the outer ranks, and kings near a corner.
            let square = match man {
                'P' | 'p' => rng.random_range(8..56),
                'K' | 'k' => rng.random_range(0..3) * 8 + rng.random_range(0..4),
                _ => rng.random_range(0..64),
            };
            let piece = Piece::from_char(man).expect("a piece");
            board.set_piece_at(Square::new(square), piece);
        }
        let turn = if rng.random() { 'w' } else { 'b' };
        let clock = rng.random_range(0..100);
        let fen = format!("{} {turn} - - {clock} 80", board.board_fen());
        let Ok(position) = Chess::from_fen(&fen, false) else {
            continue;
        };
        if position.outcome().is_none() {
            return Line::new(position);
        }
    }
}

/// Deepening to some depth, with the table that earlier depths have filled, gives what plain
/// minimax gives there.
fn compare_deepening<G: Evaluate>(line: &Line<G>, depth: u32) {
    let unhurried = Limits {
        nodes: Some(u64::MAX / 2),
        depth: Some(depth),
        ..Limits::default()
    };
    let fast = ask(&mut AlphaBeta, line, &unhurried).report;
    let reached = fast.depth.expect("a depth");
    let slow = ask(&mut Minimax, line, &to_depth(reached)).report;
    let text = line.position().text();
    assert_eq!(fast.score, slow.score, "{text} depth {reached} of {depth}");
}

#[test]
fn deep_searches_that_lean_on_the_table_agree_with_minimax() {
    let mut met = Met::default();
    let mut rng = StdRng::seed_from_u64(4);
    for round in 0..120 {
        let line = chess_ending(&mut rng);
        let depth = affordable(&line, 6, 300_000);
        compare_deepening(&line, depth);
        let line = kamisado_line(&mut rng);
        compare_deepening(&line, affordable(&line, 6, 50_000));
        // To the last cell and beyond.
        let start = rolit_starts()[round % 12];
        let plies = start.empty_cells() as usize - 5;
        let line = random_line(start, plies, &mut rng);
        compare(&line, 8, 10_000_000, &mut met);
        compare_deepening(&line, 8);
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
    let values = position.legal_moves().into_iter().map(|m| {
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
fn a_move_that_repeats_the_game_is_worth_a_draw() {
    let position = Chess::from_fen("4k3/8/8/8/8/1Q6/8/6K1 b - - 0 1", false).expect("legal");
    let mut line = Line::new(position);
    for text in ["e8d8", "g1f1", "d8e8", "f1g1"] {
        let m = line.position().parse_move(text).expect(text);
        line.play(m);
    }
    for depth in 1..=3 {
        for player in [&mut AlphaBeta as &mut dyn Player<Chess>, &mut Minimax] {
            let choice = ask(player, &line, &to_depth(depth));
            assert_eq!(line.position().move_text(choice.chosen), "e8d8");
            assert_eq!(choice.report.score, Some(Score::Centipawns(0)));
        }
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
