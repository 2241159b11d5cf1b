//! Mate scores. The judge insists that each comes with its whole mating line, legal and of exactly
//! the promised length, in every line of every search; here they are asked for in numbers. Where
//! the shortest mate is known, nothing shorter may be claimed.

use crate::uci::answer::Score;
use crate::uci::data;
use crate::uci::driver::{Engine, Search};

/// Positions and the moves to mate (negative: the side to move is mated), each found quickly.
const MATES: [(&str, i64); 10] = [
    ("6k1/5ppp/8/8/8/8/8/KR6 w - - 0 1", 1),
    ("k7/8/1K6/8/8/8/8/7R w - - 0 1", 1),
    ("7k/P5pp/8/8/8/8/8/K7 w - - 0 1", 1),
    (
        "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4",
        1,
    ),
    (
        "r1b2k1r/ppp1bppp/8/1B1Q4/5q2/2P5/PPP2PPP/R3R1K1 w - - 1 1",
        2,
    ),
    ("7k/5K2/8/8/8/8/8/6R1 b - - 0 1", -1),
    ("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 3),
    ("5K2/8/2qk4/2nPp3/3r4/6B1/B7/3R4 w - e6 0 1", 1),
    ("8/2N3p1/5b2/k1B2P2/pP4R1/8/K1nn4/8 b - b3 0 1", 1),
    ("4k3/8/4K3/8/8/8/8/R7 w - - 0 1", 1),
];

/// Nothing shorter than the shortest mate, and nobody else mates.
fn not_too_good(search: &Search, shortest: i64, fen: &str) -> bool {
    let mut found = false;
    for info in search.infos.iter().filter(|info| info.multipv == 1) {
        if let Score::Mate(n) = info.score {
            assert_eq!(n > 0, shortest > 0, "{fen}: {info:?}");
            assert!(
                n.abs() >= shortest.abs(),
                "{fen} is mate in {shortest}: {info:?}"
            );
        }
    }
    if let Score::Mate(n) = search.last().score {
        found = n == shortest;
    }
    found
}

#[test]
fn known_mates_are_found_with_one_thread_and_two_one_line_and_three() {
    for options in [
        &[][..],
        &[("MultiPV", "3")],
        &[("Threads", "2")],
        &[("Threads", "2"), ("MultiPV", "2"), ("Hash", "1")],
        &[("Eval", "material")],
    ] {
        let mut engine = Engine::with(options);
        for (fen, moves) in MATES {
            engine.position(&format!("fen {fen}"));
            let search = engine.go("depth 12");
            assert!(
                not_too_good(&search, moves, fen),
                "{fen}: {:?}",
                search.last()
            );
            for arguments in [
                "depth 1",
                "depth 4",
                "movetime 10",
                "nodes 700",
                "mate 1 depth 5",
            ] {
                let search = engine.go(arguments);
                not_too_good(&search, moves, fen);
            }
        }
    }
}

/// The FENs and operands of `bm #N` in lines of the shared mate suites.
fn suite(name: &str, step: usize) -> Vec<(String, i64)> {
    let lines = data::lines(name);
    let parsed = lines.iter().step_by(step).filter_map(|line| {
        let (epd, rest) = line.split_once(" bm #")?;
        let number = rest.split(';').next()?.trim().parse().ok()?;
        Some((epd.to_owned(), number))
    });
    parsed.collect()
}

/// Searches every position of a part of a suite, and says how many mates were found.
fn run(name: &str, step: usize, options: &[(&str, &str)], arguments: &str) -> (usize, usize) {
    let mut engine = Engine::with(options);
    let suite = suite(name, step);
    let mut solved = 0;
    for (epd, moves) in &suite {
        engine.position(&format!("fen {epd}"));
        let search = engine.go(arguments);
        not_too_good(&search, *moves, epd);
        solved += usize::from(matches!(search.last().score, Score::Mate(_)));
        for info in &search.infos {
            // The form in which an unproven mate would be shown.
            let unproven = matches!(info.score, Score::Cp(10_000 | -10_000));
            assert!(!unproven, "{epd}: {info:?}");
        }
    }
    println!(
        "{name} {options:?} go {arguments}: {solved} of {} mates",
        suite.len()
    );
    (solved, suite.len())
}

#[test]
fn composed_twomovers_are_mated_with_whole_lines() {
    let name = "mate/mate-in-2-odd.epd";
    for (step, options, arguments) in [
        (37, &[][..], "nodes 15000"),
        (61, &[("MultiPV", "2")], "depth 6"),
        (61, &[("Threads", "2")], "movetime 20"),
        (61, &[("Threads", "2"), ("MultiPV", "3")], "nodes 20000"),
        (61, &[("Eval", "material")], "mate 2 nodes 50000"),
    ] {
        let (solved, all) = run(name, step, options, arguments);
        assert!(solved * 2 >= all, "{solved} of {all}");
    }
}

#[test]
fn long_mates_are_claimed_only_with_whole_lines() {
    let name = "mate/matetrack-odd.epd";
    for (step, options, arguments) in [
        (41, &[][..], "nodes 20000"),
        (97, &[("Hash", "1"), ("Threads", "2")], "movetime 30"),
        (97, &[("MultiPV", "4")], "nodes 20000"),
    ] {
        run(name, step, options, arguments);
    }
}

#[test]
fn a_mate_survives_a_full_table_and_searches_that_follow_each_other() {
    let mut engine = Engine::with(&[("Hash", "1")]);
    let mut moves = String::new();
    // Rook and king against king, played out: every search on the way is judged.
    for _ in 0..60 {
        engine.position(&format!("fen 8/8/8/3k4/8/8/8/R3K3 w - - 0 1 moves{moves}"));
        if engine.board.over().is_some() {
            break;
        }
        let best = engine.go("nodes 12000").best;
        moves += &format!(" {best}");
    }
    assert_eq!(engine.board.over(), Some("mate"));
}

#[test]
fn the_engine_mates_when_it_has_announced_a_mate() {
    // A mate announced must not recede as the game goes on.
    let mut engine = Engine::start();
    for (fen, _) in MATES.into_iter().filter(|(_, moves)| *moves > 1) {
        let mut moves = String::new();
        let mut announced: Option<i64> = None;
        for _ in 0..12 {
            engine.position(&format!("fen {fen} moves{moves}"));
            if engine.board.over().is_some() {
                break;
            }
            let search = engine.go("depth 12");
            let Score::Mate(n) = search.last().score else {
                panic!("{fen}{moves}: {:?}", search.last());
            };
            if let Some(before) = announced {
                let expected = if before > 0 { 1 - before } else { -before };
                assert!(
                    n.abs() <= expected.abs(),
                    "{fen}{moves}: mate {n} after {before}"
                );
            }
            announced = Some(n);
            moves += &format!(" {}", search.best);
        }
        assert_eq!(engine.board.over(), Some("mate"), "{fen}{moves}");
    }
}

const MORPHY: &str = "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1";

#[test]
fn go_mate_is_answered_by_the_solver_with_the_least_length() {
    let mut engine = Engine::start();
    engine.position(&format!("fen {MORPHY}"));
    for asked in [2, 3, 5] {
        let search = engine.go(&format!("mate {asked}"));
        assert_eq!(search.last().score, Score::Mate(2), "go mate {asked}");
        assert!(search.last().nodes < 5000, "the solver needs few nodes");
    }
    // One move is too few: that is proved, and a legal move comes all the same.
    engine.say("go mate 1");
    let lines = engine.until("bestmove");
    assert!(
        lines
            .iter()
            .any(|line| line.contains("there is no mate in 1")),
        "{lines:?}"
    );
    engine.quit();
}

#[test]
fn go_mate_knows_the_fifty_moves_and_what_has_come_before() {
    let mut engine = Engine::start();
    // The mate in two would come at the hundred and first ply without a capture.
    engine.position("fen 7k/8/8/8/8/8/1R6/R3K3 w - - 98 120");
    engine.say("go mate 4");
    let lines = engine.until("bestmove");
    assert!(
        lines
            .iter()
            .any(|line| line.contains("there is no mate in 4")),
        "{lines:?}"
    );
    // As problems are, it is there.
    engine.say("verify 4");
    let lines = engine.until("info string verdict");
    assert!(
        lines.iter().any(|line| line.contains("mate in 2")),
        "{lines:?}"
    );
    // f6f7 is mate in two but for the third time.
    let game = "fen 7k/8/4K3/8/8/8/8/6R1 w - - 0 1 moves e6f7 h8h7 f7e7 h7h8 e7f7 h8h7 f7f6 h7h8";
    engine.position(game);
    let search = engine.go("mate 3");
    assert_ne!(search.best, "f6f7");
    engine.quit();
}

#[test]
fn verify_names_every_key_and_the_verdict_and_can_be_stopped() {
    let mut engine = Engine::start();
    engine.position(&format!("fen {MORPHY}"));
    engine.say("verify 2");
    let lines = engine.until("info string verdict");
    assert_eq!(
        lines,
        [
            "info string key a1a6 mate in 2",
            "info string verdict mate in 2, keys: 1"
        ]
    );
    engine.say("verify 1");
    assert_eq!(
        engine.expect("info string verdict"),
        "info string verdict no mate in 1"
    );
    engine.position("startpos");
    engine.say("verify 12");
    engine.say("stop");
    assert_eq!(
        engine.expect("info string verdict"),
        "info string verdict undecided: mate in 12"
    );
    engine.quit();
}

#[test]
fn the_mate_solver_beside_the_search_sees_mates_that_the_search_alone_does_not() {
    let name = "mate/matetrack-odd.epd";
    let arguments = "nodes 300000";
    let (watched, all) = run(name, 149, &[], arguments);
    let (alone, _) = run(name, 149, &[("Mate Watch", "off")], arguments);
    assert!(
        all == 0 || watched > alone,
        "{watched} and {alone} of {all}"
    );
    assert!(2 * watched >= all, "{watched} of {all}");
}
