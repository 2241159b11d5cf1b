//! What comes back: the order and form of info lines are checked by the strict reader on every
//! search of this suite; here are the searches that are most likely to break a rule.

use crate::uci::answer::Score;
use crate::uci::driver::Engine;
use std::collections::HashSet;
use std::time::Instant;

/// Openings, middlegames, endgames, promotions, zugzwang, near-draws.
const POSITIONS: [&str; 14] = [
    "startpos",
    "startpos moves d2d4 g8f6 c2c4 e7e6 b1c3 f8b4",
    "fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "fen 8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "fen r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "fen rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "fen 8/8/p1p5/1p5p/1P5p/8/PPP2K1p/4R1rk w - - 0 1",
    "fen 8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1",
    "fen 8/8/8/8/5kp1/P7/8/1K1N4 w - - 0 1",
    "fen 8/8/8/5N2/8/p7/8/2NK3k w - - 0 1",
    "fen 8/3k4/8/8/8/4B3/4KB2/2B5 w - - 0 1",
    "fen 4k3/8/8/8/8/8/8/4K2R b K - 98 120",
    "fen 8/8/8/8/8/1k6/p7/K7 w - - 0 1",
    "fen k7/8/8/1Q6/8/8/8/K7 b - - 0 1",
];

#[test]
fn every_position_gets_a_lawful_answer_to_every_kind_of_search() {
    for options in [
        &[][..],
        &[("MultiPV", "3")],
        &[("Threads", "2"), ("MultiPV", "2")],
        &[("Threads", "2"), ("UCI_ShowWDL", "true"), ("Hash", "1")],
        &[("Eval", "material"), ("UCI_ShowWDL", "true")],
        &[
            ("UCI_LimitStrength", "true"),
            ("UCI_Elo", "800"),
            ("MultiPV", "2"),
        ],
        &[("UCI_AnalyseMode", "true"), ("MultiPV", "256")],
    ] {
        let mut engine = Engine::with(options);
        for position in POSITIONS {
            engine.position(position);
            for arguments in [
                "depth 6",
                "nodes 4000",
                "movetime 15",
                "wtime 150 btime 150",
            ] {
                engine.go(arguments);
            }
        }
    }
}

#[test]
fn nothing_is_played_on_after_the_fifty_move_rule_or_a_repetition() {
    let mut engine = Engine::with(&[("MultiPV", "4")]);
    // Four plies before the draw, a pawn move saves it; a mate on the move wins over it.
    for fen in [
        "8/8/8/8/8/2k5/7P/1K5R w - - 96 100",
        "7k/8/8/8/8/3q4/8/K7 b - - 97 100",
        "7k/5K2/6Q1/8/8/8/8/8 w - - 99 80",
        "7k/8/5K2/6Q1/8/8/8/8 w - - 97 80",
    ] {
        engine.position(&format!("fen {fen}"));
        for depth in 1..=8 {
            engine.go(&format!("depth {depth}"));
        }
    }
    engine.position("fen 7k/5K2/6Q1/8/8/8/8/8 w - - 99 80");
    assert_eq!(engine.go("depth 5").last().score, Score::Mate(1));
    // A repetition that the move list knows of.
    engine.position("startpos moves g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1");
    let search = engine.go("depth 7 searchmoves f6g8");
    let own = search.infos.iter().filter(|info| info.pv[0] == "f6g8");
    for info in own {
        assert_eq!(
            (info.score, info.pv.len()),
            (Score::Cp(0), 1),
            "threefold: {info:?}"
        );
    }
}

#[test]
fn a_root_that_is_drawn_by_rule_still_gets_a_move() {
    let mut engine = Engine::start();
    for position in [
        "fen 7k/8/8/8/8/3q4/8/K7 b - - 100 100",
        "fen 7k/8/8/8/8/3q4/8/K7 b - - 140 100",
        "fen 8/8/8/4k3/8/8/8/K7 w - - 0 1",
        "fen 8/8/8/4k3/8/8/8/KN6 w - - 0 1",
        "startpos moves g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8",
    ] {
        engine.position(position);
        for arguments in ["depth 5", "movetime 20", "wtime 100 btime 100"] {
            assert_ne!(engine.go(arguments).best, "(none)", "{position}");
        }
    }
}

#[test]
fn a_finished_root_is_answered_by_none_in_every_kind_of_search() {
    let mated = "fen R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1";
    let stalemated = "fen k7/8/1Q6/8/8/8/8/K7 b - - 0 1";
    for options in [
        &[][..],
        &[("Threads", "2"), ("MultiPV", "3"), ("UCI_ShowWDL", "true")],
        &[("UCI_LimitStrength", "true")],
    ] {
        let mut engine = Engine::with(options);
        for position in [mated, stalemated, "startpos moves f2f3 e7e5 g2g4 d8h4"] {
            engine.position(position);
            for arguments in [
                "depth 5",
                "nodes 100",
                "movetime 50",
                "wtime 1000 btime 1000",
                "mate 2",
                "searchmoves e2e4 depth 2",
            ] {
                let search = engine.go(arguments);
                assert_eq!(search.infos.len(), 1, "{arguments}");
                assert_eq!(search.infos[0].depth, 0);
            }
            for (arguments, release) in [
                ("infinite", "stop"),
                ("ponder wtime 9 btime 9", "ponderhit"),
                ("ponder", "stop"),
            ] {
                engine.say(&format!("go {arguments}"));
                engine.expect("info depth 0 score ");
                engine.say(release);
                assert_eq!(engine.line(), "bestmove (none)");
                engine.quiet();
            }
        }
    }
}

#[test]
fn lines_of_a_block_are_ordered_and_there_are_as_many_as_asked_or_possible() {
    for (threads, wanted) in [("1", 1), ("1", 5), ("2", 5), ("1", 256)] {
        let mut engine = Engine::with(&[("Threads", threads)]);
        engine.set("MultiPV", &wanted.to_string());
        for position in POSITIONS {
            engine.position(position);
            let moves: HashSet<_> = shakmaty::Position::legal_moves(&engine.board.chess)
                .into_iter()
                .collect();
            let search = engine.go("depth 5");
            let count = moves.len().min(wanted);
            if count == 0 {
                continue;
            }
            let blocks: Vec<_> = search.infos.chunks(count).collect();
            // Where one line is wanted, that of another thread may win the vote, and is told at the end.
            let voted = usize::from(threads != "1" && count == 1);
            assert!((5..=5 + voted).contains(&blocks.len()), "{position}");
            for block in blocks {
                let depth = block[0].depth;
                for (index, info) in block.iter().enumerate() {
                    assert_eq!((info.multipv, info.depth), (index as u64 + 1, depth));
                }
                let ranks: Vec<_> = block.iter().map(|info| info.score.rank()).collect();
                assert!(ranks.is_sorted_by(|a, b| a >= b), "{position}: {block:?}");
            }
        }
    }
}

#[test]
fn a_search_broken_off_at_any_moment_answers_lawfully() {
    for options in [&[][..], &[("MultiPV", "3")], &[("Threads", "2")]] {
        let mut engine = Engine::with(options);
        for (index, position) in POSITIONS.iter().cycle().take(42).enumerate() {
            engine.position(position);
            engine.say("go infinite");
            let wait = std::time::Duration::from_micros(index as u64 * index as u64 * 23);
            std::thread::sleep(wait);
            engine.say("stop");
            engine.answer(Vec::new(), Instant::now());
            engine.go(&format!("nodes {}", 1 + index * index * 7));
        }
    }
}

#[test]
fn chances_follow_the_score() {
    let mut engine = Engine::with(&[("UCI_ShowWDL", "true")]);
    engine.position("fen 4k3/8/8/8/8/8/8/QQ2K3 w - - 0 1");
    let up = engine.go("depth 4").last().wdl.expect("judged");
    engine.position("fen 4k3/8/8/8/8/8/8/QQ2K3 b - - 0 1");
    let down = engine.go("depth 4").last().wdl.expect("judged");
    assert!(up[0] > 900 && down[2] > 900, "{up:?} {down:?}");
    engine.position("startpos");
    let even = engine.go("depth 6").last().wdl.expect("judged");
    assert!(even[1] > even[2] && even[0] > 0, "{even:?}");
}
