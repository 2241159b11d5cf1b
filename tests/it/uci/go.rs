//! `go`: every limit, alone and together, odd clocks, and searches that wait to be told to end.

use crate::uci::driver::Engine;
use std::time::{Duration, Instant};

const KIWIPETE: &str = "fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

#[test]
fn depth_is_reached_exactly_and_every_depth_is_reported() {
    let mut engine = Engine::start();
    for depth in [1, 2, 7] {
        let search = engine.go(&format!("depth {depth}"));
        let exact = search.infos.iter().filter(|info| info.bound.is_none());
        let depths: Vec<u64> = exact.map(|info| info.depth).collect();
        assert_eq!(depths, (1..=depth).collect::<Vec<_>>());
    }
    // Nonsense becomes the least there is.
    for depth in ["0", "-3"] {
        assert_eq!(engine.go(&format!("depth {depth}")).last().depth, 1);
    }
}

#[test]
fn nodes_are_kept_to_with_one_thread_and_nearly_with_two() {
    let mut engine = Engine::start();
    engine.position(KIWIPETE);
    for nodes in [1_u64, 2, 100, 5000, 40_000] {
        engine.say("ucinewgame");
        let searched = engine.go(&format!("nodes {nodes}")).last().nodes;
        assert!(searched <= nodes + 1, "{searched} of {nodes}");
        assert!(searched >= nodes / 2, "{searched} of {nodes}");
    }
    engine.set("Threads", "2");
    let searched = engine.go("nodes 40000").last().nodes;
    assert!((20_000..80_000).contains(&searched), "{searched}");
}

#[test]
fn the_same_nodes_give_the_same_answer() {
    let run = || {
        let mut engine = Engine::start();
        engine.position(KIWIPETE);
        let search = engine.go("nodes 30000");
        let last = search.last().clone();
        (search.best, last.score, last.depth, last.pv, last.nodes)
    };
    assert_eq!(run(), run());
}

#[test]
fn movetime_is_used_and_kept_to() {
    let mut engine = Engine::start();
    for ms in [0, 1, 5, 100, 300] {
        let search = engine.go(&format!("movetime {ms}"));
        let limit = Duration::from_millis(ms) + Duration::from_millis(500);
        assert!(search.time < limit, "{ms} ms: {:?}", search.time);
        assert!(
            search.last().time <= ms + 450,
            "{ms} ms: {:?}",
            search.last()
        );
        if ms >= 100 {
            let least = Duration::from_millis(ms * 6 / 10);
            assert!(search.time > least, "{ms} ms: {:?}", search.time);
        }
    }
    engine.go("movetime -100");
}

#[test]
fn every_odd_clock_gets_a_legal_move_in_time() {
    let mut engine = Engine::start();
    for clock in [
        "wtime 1 btime 1",
        "wtime 0 btime 0",
        "wtime -500 btime -500 winc 0 binc 0",
        "wtime 1 btime 300 winc 0 binc 0 movestogo 1",
        "wtime 100",
        "btime 100",
        "wtime 100 winc 0",
        "winc 10 wtime 100 binc 10 btime 100",
        "wtime 200 btime 200 movestogo 1",
        "wtime 200 btime 200 movestogo 0",
        "wtime 200 btime 200 movestogo -4",
        "wtime 200 btime 200 movestogo 99999999999999999999999",
        "wtime 300.7 btime 300.2",
        "wtime 15 btime 15 winc 0 binc 0",
        "wtime 100 btime 100 winc -50 binc -50",
        "wtime 100 btime 100 winc 99999999 binc 99999999",
        "wtime 5 movetime 99999",
        "wtime 99999999999999999999999 btime 1 movetime 20",
    ] {
        for moves in ["startpos", "startpos moves e2e4"] {
            engine.position(moves);
            let search = engine.go(clock);
            assert!(
                search.time < Duration::from_secs(1),
                "{clock}: {:?}",
                search.time
            );
        }
    }
}

#[test]
fn a_clock_is_shared_out_over_the_game() {
    let mut engine = Engine::start();
    engine.position(KIWIPETE);
    for (clock, least, most) in [
        ("wtime 2000 btime 2000", 20, 900),
        ("wtime 2000 btime 10", 20, 900),
        ("wtime 1000 btime 1000 movestogo 1", 250, 1000),
        ("wtime 2000 btime 2000 movestogo 40", 10, 600),
    ] {
        engine.say("ucinewgame");
        let search = engine.go(clock);
        let used = search.last().time;
        // Who moves at once leaves the clock unused.
        assert!((least..most).contains(&used), "{clock}: {used} ms");
        assert!(search.last().depth > 3, "{clock}: {:?}", search.last());
    }
}

#[test]
fn a_go_that_makes_no_sense_gets_a_sentence_and_no_endless_search() {
    let mut engine = Engine::start();
    for (line, names) in [
        ("go foo bar", &["'foo'", "'bar'"][..]),
        ("go nodez 1000", &["'nodez'", "'1000'"]),
        ("go nodes abc", &["'nodes abc'"]),
        ("go depth", &["'depth'"]),
    ] {
        let search = engine.go(&line["go ".len()..]);
        let said = search.strings;
        for name in names {
            assert!(
                said.iter().any(|text| text.contains(name)),
                "{line}: {said:?}"
            );
        }
        assert!(said.iter().all(|text| text.starts_with("go: ")), "{said:?}");
        assert!(
            said.last()
                .is_some_and(|text| text.contains("one ply has to do"))
        );
    }
    // What makes sense is done, and what does not is named.
    let search = engine.go("depth 3 foo");
    assert_eq!(search.last().depth, 3);
    assert_eq!(
        search.strings,
        ["go: 'foo' is nothing it knows; it is left out"]
    );
    for line in [
        "verify x",
        "verify 99999",
        "bench 61",
        "go perft 4294967295",
    ] {
        engine.say(line);
        let said = engine.ready();
        assert_eq!(said.len(), 1, "{line}: {said:?}");
        assert!(said[0].contains(" takes a number from "), "{said:?}");
    }
}

#[test]
fn debug_tells_the_limits_in_words() {
    let mut engine = Engine::start();
    engine.say("debug on");
    let search = engine.go("depth 2 movetime 900 wtime 5000 winc 20 searchmoves e2e4");
    let told = "searching: depth 2, 900 ms a move, clock 1 5000 ms + 20 ms a move, only e2e4";
    assert_eq!(search.strings, [told]);
}

#[test]
fn several_limits_at_once_end_at_the_first_reached() {
    let mut engine = Engine::start();
    engine.position(KIWIPETE);
    let search = engine.go("depth 3 nodes 100000000 movetime 100000 wtime 900000 btime 900000");
    assert_eq!(search.last().depth, 3);
    let search = engine.go("movetime 100000 nodes 100 depth 200");
    assert!(search.last().nodes <= 101, "{:?}", search.last());
}

#[test]
fn arguments_come_in_any_order_and_unknown_words_are_skipped() {
    let mut engine = Engine::start();
    for line in [
        "searchmoves e2e4 d2d4 depth 4 wtime 10000",
        "wtime 10000 hello depth 4 searchmoves e2e4 d2d4",
        "depth 4 searchmoves d2d4 e2e4 btime 10000 world",
        "depth 4 searchmoves e2e4 d2d4 zzzz",
    ] {
        let search = engine.go(line);
        assert!(
            ["e2e4", "d2d4"].contains(&search.best.as_str()),
            "{line}: {}",
            search.best
        );
        for info in &search.infos {
            assert!(
                ["e2e4", "d2d4"].contains(&info.pv[0].as_str()),
                "{line}: {info:?}"
            );
        }
    }
}

#[test]
fn an_empty_or_illegal_searchmoves_list_is_no_restriction() {
    let mut engine = Engine::start();
    let free = engine.go("depth 6").best;
    for list in ["0000", "", "e2e5 hello"] {
        engine.say("ucinewgame");
        assert_eq!(
            engine.go(&format!("depth 6 searchmoves {list}")).best,
            free,
            "'{list}'"
        );
    }
    // Illegal ones are left out and named; the others hold.
    let search = engine.go("depth 4 searchmoves e2e5 a2a3");
    assert_eq!(search.best, "a2a3");
    assert!(
        search.strings.iter().any(|s| s.contains("e2e5")),
        "{:?}",
        search.strings
    );
}

#[test]
fn infinite_search_answers_to_stop_alone() {
    let mut engine = Engine::start();
    for (position, arguments) in [
        (KIWIPETE, "infinite"),
        (KIWIPETE, ""),
        (KIWIPETE, "infinite depth 2"),
        (KIWIPETE, "depth 2 infinite movetime 5"),
        // Finished at once, but nobody has asked for the answer yet: mated, stalemate, mate in 1.
        ("fen R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1", "infinite"),
        ("fen k7/8/1Q6/8/8/8/8/K7 b - - 0 1", "infinite"),
        ("fen 6k1/5ppp/8/8/8/8/8/K6R w - - 0 1", "infinite"),
        ("fen 6k1/5ppp/8/8/8/8/8/KR6 w - - 0 1", "infinite"),
    ] {
        engine.position(position);
        let begun = Instant::now();
        engine.say(&format!("go {arguments}"));
        let lines = engine.no_bestmove_for(Duration::from_millis(120));
        // `ponderhit` means nothing here.
        engine.say("ponderhit");
        let more = engine.no_bestmove_for(Duration::from_millis(50));
        engine.say("stop");
        engine.answer([lines, more].concat(), begun);
    }
}

#[test]
fn pondering_waits_for_ponderhit_or_stop() {
    let mut engine = Engine::with(&[("Ponder", "true")]);
    for position in [
        "startpos moves e2e4 e7e5",
        "fen R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1",
        "fen k7/8/1Q6/8/8/8/8/K7 b - - 0 1",
        "fen 6k1/5ppp/8/8/8/8/8/KR6 w - - 0 1",
        // One legal move.
        "fen k7/8/8/1Q6/8/8/8/K7 b - - 0 1",
    ] {
        for (arguments, release) in [
            ("ponder wtime 300 btime 300", "ponderhit"),
            ("ponder wtime 300 btime 300", "stop"),
            ("ponder depth 3", "ponderhit"),
            ("ponder movetime 50", "ponderhit"),
            ("wtime 1 btime 1 ponder", "ponderhit"),
            ("ponder", "stop"),
        ] {
            engine.position(position);
            let begun = Instant::now();
            engine.say(&format!("go {arguments}"));
            let lines = engine.no_bestmove_for(Duration::from_millis(60));
            engine.say(release);
            engine.answer(lines, begun);
        }
    }
    // Without any limit, even after the opponent has moved.
    engine.position("startpos");
    engine.say("go ponder");
    engine.say("ponderhit");
    let lines = engine.no_bestmove_for(Duration::from_millis(100));
    engine.say("stop");
    engine.answer(lines, Instant::now());
}

#[test]
fn the_clock_starts_to_run_at_ponderhit() {
    let mut engine = Engine::start();
    engine.position(KIWIPETE);
    engine.say("go ponder movetime 400");
    let lines = engine.no_bestmove_for(Duration::from_millis(600));
    let hit = Instant::now();
    engine.say("ponderhit");
    let search = engine.answer(lines, hit);
    assert!(
        search.time > Duration::from_millis(250),
        "{:?}",
        search.time
    );
    assert!(
        search.time < Duration::from_millis(900),
        "{:?}",
        search.time
    );
}

#[test]
fn a_stray_ponderhit_does_not_wind_the_clock_back() {
    let mut engine = Engine::start();
    engine.position(KIWIPETE);
    let begun = Instant::now();
    engine.say("go movetime 400");
    let mut answered = false;
    while !answered && begun.elapsed() < Duration::from_secs(4) {
        engine.say("ponderhit");
        let line = engine.line_within(Duration::from_millis(50));
        answered = line.is_some_and(|line| line.starts_with("bestmove "));
    }
    assert!(answered, "still thinking after {:?}", begun.elapsed());
}

#[test]
fn one_legal_reply_is_played_at_once_on_the_clock_and_after_ponderhit() {
    let mut engine = Engine::start();
    let forced = "fen k7/8/8/1Q6/8/8/8/K7 b - - 0 1";
    engine.position(forced);
    let search = engine.go("wtime 600000 btime 600000");
    assert!(search.time < Duration::from_secs(1), "{:?}", search.time);
    engine.position(forced);
    engine.say("go ponder wtime 600000 btime 600000");
    let lines = engine.no_bestmove_for(Duration::from_millis(150));
    let hit = Instant::now();
    engine.say("ponderhit");
    let search = engine.answer(lines, hit);
    assert!(search.time < Duration::from_secs(1), "{:?}", search.time);
    // Analysis wants more than the move.
    let search = engine.go("depth 9");
    assert_eq!(search.last().depth, 9);
}

#[test]
fn go_mate_ends_when_the_mate_is_found() {
    let mut engine = Engine::start();
    for (fen, moves) in [
        ("6k1/5ppp/8/8/8/8/8/KR6 w - - 0 1", 1),
        (
            "r1b2k1r/ppp1bppp/8/1B1Q4/5q2/2P5/PPP2PPP/R3R1K1 w - - 1 1",
            2,
        ),
        ("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 3),
    ] {
        engine.position(&format!("fen {fen}"));
        let search = engine.go(&format!("mate {moves}"));
        let crate::uci::answer::Score::Mate(found) = search.last().score else {
            panic!("{:?}", search.last());
        };
        assert!((1..=moves).contains(&found), "{fen}: mate {found}");
        engine.go(&format!("mate {} depth 30", moves + 2));
    }
    // There is none, and a limit ends the vain search.
    engine.position("startpos");
    engine.go("mate 2 nodes 20000");
    // Being mated is an answer as well.
    engine.position("fen 7k/5K2/8/8/8/8/8/6R1 b - - 0 1");
    assert_eq!(
        engine.go("mate 3").last().score,
        crate::uci::answer::Score::Mate(-1)
    );
}

#[test]
fn go_perft_counts_and_can_be_stopped() {
    let mut engine = Engine::start();
    engine.position("startpos");
    for (depth, nodes) in [(1, 20), (3, 8902), (4, 197_281)] {
        engine.say(&format!("go perft {depth}"));
        let lines = engine.until("Nodes searched: ");
        assert_eq!(lines.last(), Some(&format!("Nodes searched: {nodes}")));
        let counts = lines.iter().filter_map(|line| line.split_once(": "));
        let sum: u64 = counts
            .clone()
            .take(20)
            .filter_map(|(_, n)| n.parse::<u64>().ok())
            .sum();
        assert_eq!((counts.count(), sum), (21, nodes));
        engine.ready();
    }
    engine.say("go perft 12");
    engine.no_bestmove_for(Duration::from_millis(50));
    engine.say("isready");
    engine.expect("readyok");
    engine.say("stop");
    engine.expect("info string perft was stopped");
    engine.go("depth 3");
}

#[test]
fn what_is_said_during_a_search_is_done_after_it_in_order() {
    let mut engine = Engine::start();
    engine.say("go infinite");
    engine.position("fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
    engine.say("setoption name MultiPV value 2");
    engine.say("go depth 4");
    engine.no_bestmove_for(Duration::from_millis(50));
    engine.say("stop");
    // The first answer is to the start position, the second to the other one.
    let here = std::mem::replace(&mut engine.board, crate::uci::board::Board::start());
    let lines = engine.until("bestmove");
    assert!(lines.iter().any(|line| line.contains(" pv ")));
    engine.board = here;
    let search = engine.answer(Vec::new(), Instant::now());
    assert!(search.infos.iter().any(|info| info.multipv == 2));
}

/// Sends lines in one burst, and waits for so many answers of two kinds, in any order.
fn burst(engine: &mut Engine, lines: &str, readyoks: usize, bestmoves: usize) {
    engine.say_bytes(lines.as_bytes());
    let (mut ready, mut best) = (0, 0);
    while ready < readyoks || best < bestmoves {
        let line = engine.line();
        ready += usize::from(line == "readyok");
        best += usize::from(line.starts_with("bestmove "));
    }
    assert_eq!((ready, best), (readyoks, bestmoves));
    engine.quiet();
}

#[test]
fn a_burst_of_commands_is_obeyed_in_order() {
    let mut engine = Engine::start();
    for _ in 0..10 {
        // The stop belongs to the go before it, though the engine may not have begun it yet.
        burst(&mut engine, "isready\ngo infinite\nstop\nisready\n", 2, 1);
        let ponder = "ucinewgame\nisready\ngo ponder wtime 9 btime 9\nponderhit\n";
        burst(&mut engine, ponder, 1, 1);
        burst(&mut engine, "go infinite\ngo infinite\nstop\nstop\n", 0, 2);
        burst(&mut engine, "isready\ngo\nisready\nstop\nisready\n", 3, 1);
        let hash = "setoption name Hash value 2\nisready\ngo depth 3\nisready\n";
        burst(&mut engine, hash, 2, 1);
    }
}

#[test]
fn a_stop_stands_whatever_follows_it() {
    let mut engine = Engine::start();
    for _ in 0..10 {
        burst(&mut engine, "go infinite\nstop\nponderhit\n", 0, 1);
        burst(&mut engine, "go ponder\nstop\nponderhit\nponderhit\n", 0, 1);
        burst(&mut engine, "isready\ngo\nstop\nponderhit\n", 1, 1);
    }
}
