//! Matches: points, sumo towers, regrouping; and the players.

use games::kamisado::{Color, Fill, Match, MatchMove, Position, Rules, Side, TARGETS};
use games::{Game, Line};
use players::kamisado::KamisadoPlayer;
use players::{self, Failure, Level, Levels, Limits, Player, Score};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

fn read(text: &str) -> Match {
    Match::parse(text, 3, Rules::default()).expect(text)
}

fn after(start: Match, moves: &str) -> Match {
    let mut line = Line::new(start);
    for text in moves.split_whitespace() {
        let m = line.position().parse_move(text).expect(text);
        line.play(m);
    }
    *line.position()
}

const SAMPLE: &str = "c1c6 a8a7 c6a8";

#[test]
fn a_match_to_one_point_is_a_single_round() {
    let end = after(Match::start(), SAMPLE);
    let outcome = end.outcome().expect("over");
    assert_eq!(
        (outcome.reason, outcome.winners.contains(0)),
        ("home row", true)
    );
    assert!(end.legal_moves().is_empty());
    assert_eq!(end.text(), end.round().text());
    assert_eq!(end.key(), end.round().key());
}

#[test]
fn the_winner_of_a_round_regroups_and_its_tower_becomes_a_sumo() {
    let between = after(Match::new(Position::start(), 3), SAMPLE);
    assert_eq!((between.outcome(), between.turn()), (None, 0));
    assert_eq!(
        (between.score(Side::Black), between.score(Side::White)),
        (1, 0)
    );
    assert_eq!(between.count_moves(), 2);
    assert!(between.parse_move("c1c6").is_err());

    let left = after(between, "left");
    // Black: home row a1, b1, d1 … h1 from the left, then the tower that ran to a8.
    assert_eq!(left.text(), "NZPSARVM/8/8/8/8/8/8/mvaspznr+ w - 0 5 3 1:0");
    assert_eq!(left.turn(), 1, "the loser begins");
    let right = after(between, "right");
    // White's right is the a-file: orange, off the home row on a7, comes last, on h8.
    assert_eq!(right.text(), "ZPSARVMN/8/8/8/8/8/8/r+mvaspzn w - 0 5 3 1:0");
    assert_eq!(right.round().rank(Side::Black, Color::Red), 1);
}

#[test]
fn rows_nearer_home_are_taken_first() {
    // White's orange tower has moved to a7, brown to h6; Black wins with red on row 8.
    let text = "1ZPSrRV1/N6A/7M/8/8/8/8/mv1aspzn w S 0 9 3 1:0";
    let left = after(read(text), "left");
    // From White's left, which is the h-file: the home row g8 f8 d8 c8 b8, then row 7 from h7 on.
    assert_eq!(
        left.round().text(),
        "MNAZPSRV/8/8/8/8/8/8/mvaspznr+ w - 0 10"
    );
}

#[test]
fn ranks_score_one_three_seven_and_fifteen() {
    for (plus, points) in [("", 1), ("+", 3), ("++", 7), ("+++", 15)] {
        let text = format!("1ZPSARVM/m{plus}1N5/8/8/8/8/8/1vraspzn b m 0 9 15 0:0");
        let end = after(read(&text), "a7a8");
        assert_eq!(end.score(Side::Black), points);
        assert_eq!(end.outcome().is_some(), points == 15);
    }
    let text = "1ZPSARVM/m+++1N5/8/8/8/8/8/1vraspzn b m 0 9 15 0:0";
    assert!(after(read(text), "a7a8").outcome().is_some());
}

#[test]
fn a_deadlock_gives_a_point_and_no_sumo() {
    let text = "NZ1SA1VM/mv5n/8/2P2R2/8/8/8/2raspz1 b z 0 9 3 0:0";
    let end = after(read(text), "g1g7 h8h8");
    assert_eq!((end.score(Side::Black), end.score(Side::White)), (0, 1));
    let next = after(end, "left");
    assert!(!next.round().has_sumo());
    assert_eq!(next.turn(), 0, "Black lost and begins");
}

#[test]
fn a_push_makes_the_pushed_side_pass_and_may_end_in_deadlock() {
    let text = "1ZPSARVM/8/8/3N4/3m+4/8/8/1vraspzn b m 0 7 3 1:0";
    let next = after(read(text), "d4d5");
    assert_eq!(next.turn(), 0);
    assert_eq!(
        next.text(),
        "1ZPSARVM/8/3N4/3m+4/8/8/8/1vraspzn b r 1 8 3 1:0"
    );
    assert_eq!(next.round().outcome(), None);
}

#[test]
fn match_texts_are_read_back_and_wrong_ones_refused() {
    for text in [
        "NZPSARVM/8/8/8/8/8/8/mvaspznr+ w - 0 5 3 1:0",
        "NZPSARVM/8/8/8/8/8/8/mvaspznr+ w - 0 5 15 11:14",
    ] {
        assert_eq!(read(text).text(), text);
    }
    assert_eq!(read("NZPSARVM/8/8/8/8/8/8/mvraspzn b - 0 1").target(), 3);
    let start = "NZPSARVM/8/8/8/8/8/8/mvraspzn b - 0 1";
    for (tail, why) in [
        ("4 0:0", "1, 3, 7 or 15 points, not '4'"),
        ("3 0:x", "'0:x' is no score"),
        ("3 500:0", "'500:0' is no score"),
        ("3 3:3", "both sides have won"),
        ("3 3:0", "its last round is not"),
        ("3", "found 6 fields"),
    ] {
        let text = format!("{start} {tail}");
        let error = Match::parse(&text, 1, Rules::default()).expect_err(&text);
        assert!(error.to_string().contains(why), "{error}");
    }
    // Black's red tower is at home: the round is Black's, and a point with it.
    let won = "rZPSARVM/N7/8/8/8/8/8/mv1aspzn w N 0 4";
    for (tail, why) in [
        (
            "3 0:0",
            "has won the last round, and 1 point with it, but '0:0' does not say so",
        ),
        ("1 0:0", "1 point with it"),
    ] {
        let text = format!("{won} {tail}");
        let error = Match::parse(&text, 1, Rules::default()).map(|read| read.text());
        let error = error.expect_err(&text);
        assert!(error.to_string().contains(why), "{error}");
    }
    assert_eq!(TARGETS, [1, 3, 7, 15]);
    assert_ne!(
        read(&format!("{start} 3 0:0")).key(),
        read(&format!("{start} 3 1:0")).key()
    );
}

/// Player of a number on the game's own scale: 0 random, 1 greedy, then so many plies, 10 the prover.
fn machine(number: u8, rng: &mut StdRng) -> Box<dyn Player<Match>> {
    Match::at_level(Level::Numbered(number), rng.random()).expect("a table")
}

/// Plays a match to its end, holding every position against the rules of the house.
fn play(rng: &mut StdRng, target: u8, numbers: [u8; 2]) -> Line<Match> {
    let mut line = Line::new(Match::new(Position::start(), target));
    let never = AtomicBool::new(false);
    let mut players = numbers.map(|number| machine(number, rng));
    while line.outcome().is_none() {
        let here = *line.position();
        let moves = here.legal_moves();
        assert_eq!(moves.len(), here.count_moves());
        let again = Match::parse(&here.text(), target, Rules::default()).expect("our own text");
        assert_eq!(again, here);
        let choice = players[here.turn()].choose(&line, &Limits::default(), &never);
        let m = choice.expect("the match goes on").chosen;
        assert!(moves.contains(&m), "{}", here.text());
        assert_eq!(here.parse_move(&here.move_text(m)).ok(), Some(m));
        line.play(m);
        let next = line.position();
        for side in Side::BOTH {
            assert!(next.score(side) >= here.score(side));
            for color in Color::ALL {
                let (old, new) = (
                    here.round().rank(side, color),
                    next.round().rank(side, color),
                );
                let promoted = matches!(m, MatchMove::Regroup(_)) && new == old + 1;
                assert!(new == old || promoted);
            }
        }
        assert!(line.moves().len() < 5000, "no match is that long");
    }
    line
}

#[test]
fn a_thousand_matches_are_played_without_a_fault() {
    let mut rng = StdRng::seed_from_u64(8);
    let (mut pushes, mut sumos, mut fills) = (0, 0, [0; 2]);
    for number in 0..1000 {
        let target = TARGETS[1 + number % 3];
        let mut level = || match rng.random_range(0..10) {
            0..=3 => 0,
            4..=8 => 1,
            _ => 2,
        };
        let levels = [level(), level()];
        let line = play(&mut rng, target, levels);
        let mut here = *line.start();
        for &m in line.moves() {
            match m {
                MatchMove::Regroup(fill) => fills[usize::from(fill == Fill::Right)] += 1,
                MatchMove::Step(step) => {
                    let pushed = here.round().tower_at(step.to).is_some() && !step.is_zero();
                    pushes += u32::from(pushed);
                }
            }
            here = here.play(m);
        }
        sumos += u32::from(here.round().has_sumo());
    }
    assert!(
        pushes > 50 && sumos > 500,
        "{pushes} pushes, {sumos} matches with sumos"
    );
    assert!(fills[0] > 100 && fills[1] > 100, "{fills:?}");
}

#[test]
fn the_prover_wins_every_round_from_the_start() {
    let mut rng = StdRng::seed_from_u64(9);
    for opponent in [0, 1, 3] {
        for _ in 0..2 {
            let line = play(&mut rng, 1, [10, opponent]);
            assert!(line.outcome().expect("over").winners.contains(0));
        }
    }
}

#[test]
fn the_prover_takes_a_seat_among_the_strategies_that_play_any_game() {
    let mut black = KamisadoPlayer::new(32).expect("32 MB");
    let mut whites: [Box<dyn Player<Match>>; 2] = [
        Box::new(players::Random::new(1)),
        Box::new(players::Greedy::new(1)),
    ];
    let stop = AtomicBool::new(false);
    let limits = Limits {
        movetime: Some(Duration::from_secs(20)),
        ..Limits::default()
    };
    for white in &mut whites {
        let mut line = Line::new(Match::start());
        black.new_game(line.start(), &stop).expect("ready");
        while line.outcome().is_none() {
            let player: &mut dyn Player<Match> = match line.position().turn() {
                0 => &mut black,
                _ => white.as_mut(),
            };
            let choice = player.choose(&line, &limits, &stop).expect("a move");
            assert!(line.position().legal_moves().contains(&choice.chosen));
            if line.position().turn() == 0 {
                assert!(matches!(choice.report.score, Some(Score::Mate(1..))));
            }
            line.play(choice.chosen);
        }
        assert!(line.outcome().expect("over").winners.contains(0));
    }
    stop.store(true, Ordering::Relaxed);
    let line = Line::new(Match::start());
    let choice = Player::choose(&mut black, &line, &limits, &stop);
    assert!(matches!(choice, Err(Failure::Interrupted)));
    let short = Limits {
        nodes: Some(500),
        ..Limits::default()
    };
    let choice = Player::choose(&mut black, &line, &short, &AtomicBool::new(false));
    assert!(
        line.position()
            .legal_moves()
            .contains(&choice.expect("a move").chosen)
    );
}

#[test]
fn stronger_levels_beat_weaker_ones() {
    let mut rng = StdRng::seed_from_u64(10);
    for (strong, weak) in [(1, 0), (3, 1)] {
        let mut wins = 0;
        for game in 0..100 {
            let strong_seat = game % 2;
            let levels = if strong_seat == 0 {
                [strong, weak]
            } else {
                [weak, strong]
            };
            let line = play(&mut rng, 1, levels);
            let outcome = line.outcome().expect("over");
            wins += u32::from(outcome.winners.contains(strong_seat));
        }
        assert!(wins > 60, "{strong:?} won {wins} of 100 against {weak:?}");
    }
}
