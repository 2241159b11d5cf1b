//! What no GUI should send, and some do.

use crate::uci::board::Board;
use crate::uci::driver::{Engine, PATIENCE};
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use std::time::{Duration, Instant};

#[test]
fn odd_bytes_and_odd_lines_are_survived() {
    let mut engine = Engine::start();
    let megabyte = vec![b'x'; 1 << 20];
    let mut long_moves = b"position startpos moves".to_vec();
    for _ in 0..100_000 {
        long_moves.extend(b" g1f3 g8f6");
    }
    let many_words = " a".repeat(1 << 19).into_bytes();
    for bytes in [
        &megabyte[..],
        &long_moves,
        &many_words,
        b"\xff\xfe\xfd \x80\x81",
        b"go \xff depth \xfe",
        b"position fen \xc3\x28",
        b"setoption name \xff value \xff",
        b"\0\0\0",
        b"",
        b"   \t  \t ",
        b"\r",
        "положение startpos".as_bytes(),
        "setoption name Hash value ١٦".as_bytes(),
    ] {
        engine.say_bytes(bytes);
        engine.say_bytes(b"\n");
        engine.say("stop");
        engine.ready();
    }
    while engine.line_within(Duration::from_millis(100)).is_some() {}
    engine.position("startpos");
    engine.go("depth 3");
}

#[test]
fn long_refused_texts_are_quoted_in_part() {
    let mut engine = Engine::start();
    let long = "x".repeat(100_000);
    for line in [
        long.clone(),
        format!("position fen {long}"),
        format!("position startpos moves {long}"),
        format!("setoption name {long} value {long}"),
        format!("setoption name Hash value {long}"),
        format!("setoption name SyzygyPath value {long}"),
        format!("go depth 1 searchmoves {long}"),
    ] {
        engine.say(&line);
        let lines = if line.starts_with("go") {
            engine.until("bestmove")
        } else {
            engine.ready()
        };
        for said in lines.iter().filter(|line| line.contains("xxx")) {
            assert!(said.len() < 2000, "{} bytes: {}", said.len(), &said[..200]);
            assert!(said.starts_with("info string "), "{said}");
        }
    }
}

#[test]
fn line_ends_tabs_and_runs_of_spaces_do_not_matter() {
    let mut engine = Engine::start();
    engine.say_bytes(b"uci\r\n");
    engine.expect("uciok");
    engine.say_bytes(b"\t position \t startpos  moves   e2e4\te7e5 \r\n");
    engine.board = Board::parse("startpos moves e2e4 e7e5", false);
    engine.go("\t depth\t 4  \r");
    engine.say_bytes(b"setoption\tname\tMulti");
    engine.say_bytes(b"PV\tvalue\t2\r\n\r\n\r\n");
    let search = engine.go("depth 3");
    assert!(search.infos.iter().any(|info| info.multipv == 2));
}

#[test]
fn leading_unknown_words_are_skipped_and_unknown_lines_named() {
    let mut engine = Engine::start();
    engine.say("joho debug on");
    engine.say("hello there isready");
    engine.expect("readyok");
    engine.say("joho go depth 2");
    let search = engine.answer(Vec::new(), Instant::now());
    assert!(!search.strings.is_empty(), "debug is on");
    engine.say("debug off");
    engine.say("joho");
    let said = engine.ready();
    assert_eq!(said.len(), 1, "{said:?}");
    assert!(
        said[0].starts_with("info string ") && said[0].contains("joho"),
        "{said:?}"
    );
}

#[test]
fn the_end_of_input_ends_a_search_with_its_bestmove() {
    for (variant, command) in [
        ("chess", "go infinite"),
        ("chess", "go ponder wtime 1000 btime 1000"),
        ("chess", "go movetime 100000"),
        ("chess", "go depth 200"),
        ("rolit", "go infinite"),
        ("rolit", "go ponder wtime 1000 btime 1000"),
        ("rolit", "go movetime 100000"),
        ("rolit", "go depth 200"),
    ] {
        let mut engine = Engine::with(&[("UCI_Variant", variant)]);
        engine.say(command);
        engine.expect("info depth 3 ");
        engine.close_input();
        let asked = Instant::now();
        let (status, lines) = engine.end();
        assert!(status.success(), "{command}: {status}");
        let answers = lines
            .iter()
            .filter(|line| line.starts_with("bestmove "))
            .count();
        assert_eq!(answers, 1, "{command}: {lines:?}");
        assert!(
            asked.elapsed() < Duration::from_secs(5),
            "{:?}",
            asked.elapsed()
        );
    }
    // Everything in one burst, the last line without an end; what was asked is answered.
    let mut engine = Engine::start();
    engine
        .say_bytes(b"uci\nisready\nposition startpos moves e2e4\ngo infinite\nisready\ngo depth 2");
    engine.close_input();
    let (status, lines) = engine.end();
    assert!(status.success());
    let count = |start: &str| lines.iter().filter(|line| line.starts_with(start)).count();
    assert_eq!(
        (count("uciok"), count("readyok"), count("bestmove ")),
        (1, 2, 2),
        "{lines:?}"
    );
    // And nothing at all.
    let mut engine = Engine::start();
    engine.close_input();
    let (status, lines) = engine.end();
    assert!(status.success() && lines.is_empty(), "{lines:?}");
}

#[test]
fn quit_ends_the_process_quickly_whatever_it_does() {
    for (variant, command) in [
        ("chess", ""),
        ("chess", "go infinite"),
        ("chess", "go depth 200"),
        ("chess", "go perft 15"),
        ("chess", "bench 60"),
        ("chess", "go ponder"),
        ("chess", "go movetime 99999"),
        ("rolit", "go infinite"),
        ("rolit", "go depth 200"),
        ("rolit", "go perft 25"),
        ("rolit", "go ponder"),
        ("rolit", "go movetime 99999"),
    ] {
        let mut engine = Engine::with(&[("Threads", "2"), ("UCI_Variant", variant)]);
        engine.say(command);
        std::thread::sleep(Duration::from_millis(60));
        let asked = Instant::now();
        let lines = engine.quit();
        assert!(
            asked.elapsed() < Duration::from_secs(5),
            "{command}: {:?}",
            asked.elapsed()
        );
        if command.starts_with("go") && !command.contains("perft") {
            let answers = lines
                .iter()
                .filter(|line| line.starts_with("bestmove "))
                .count();
            assert_eq!(answers, 1, "{command}: {lines:?}");
        }
    }
}

#[test]
fn what_was_asked_in_the_same_breath_as_quit_is_answered() {
    for _ in 0..10 {
        let mut engine = Engine::start();
        engine.say_bytes(b"uci\nisready\nposition startpos\ngo depth 2\nisready\nquit\n");
        let (status, lines) = engine.end();
        assert!(status.success());
        let count = |start: &str| lines.iter().filter(|line| line.starts_with(start)).count();
        assert_eq!(
            (count("uciok"), count("readyok"), count("bestmove ")),
            (1, 2, 1),
            "{lines:?}"
        );
    }
}

#[test]
fn a_gui_that_has_gone_away_is_not_waited_for() {
    use std::process::{Command, Stdio};
    let mut child = Command::new(env!("CARGO_BIN_EXE_atalaya"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the binary runs");
    // Nobody reads, but the input stays open: a GUI that has crashed half-way.
    drop(child.stdout.take());
    let mut input = child.stdin.take().expect("piped");
    std::io::Write::write_all(&mut input, b"uci\ngo infinite\n").expect("it listens still");
    let end = Instant::now() + PATIENCE;
    loop {
        match child.try_wait().expect("a process") {
            Some(status) => break assert!(status.success(), "{status}"),
            None if Instant::now() > end => {
                let _ = child.kill();
                panic!("still running");
            }
            None => std::thread::sleep(Duration::from_millis(10)),
        }
    }
}

/// Words that commands are made of, and a few that are not.
const WORDS: &[&str] = &[
    "uci",
    "isready",
    "position",
    "startpos",
    "fen",
    "moves",
    "e2e4",
    "e7e5",
    "g1f3",
    "0000",
    "e1g1",
    "depth",
    "nodes",
    "movetime",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "mate",
    "infinite",
    "ponder",
    "searchmoves",
    "1",
    "2",
    "-7",
    "5",
    "999999999999999999999",
    "x",
    "value",
    "name",
    "Hash",
    "MultiPV",
    "Threads",
    "Eval",
    "material",
    "UCI_Chess960",
    "true",
    "false",
    "<empty>",
    "8/8/8/8/8/8/8/8",
    "4k3/8/8/8/8/8/4P3/4K3",
    "w",
    "b",
    "-",
    "KQkq",
    "stop",
    "debug",
    "d",
    "eval",
    "flip",
    "register",
    "setoption",
    "ucinewgame",
    "ponderhit",
    "perft",
    "",
    "UCI_Variant",
    "chess",
    "kamisado",
    "rolit",
    "RolitRules",
    "students",
    "official",
    "RolitPlayers",
    "RolitTeams",
    "RolitShape",
    "RolitSize",
    "circle",
    "large",
    "8/8/8/3RY3/3BG3/8/8/8",
    "***3***/*7*/*7*/9/9/9/*7*/*7*/***3***",
    "3/1Y1/3",
    "R",
    "Y",
    "RYGB",
    "YRGLOKPBWE",
    "RYGB:RG/YB",
    "f5",
    "e5",
    "q17",
    "c1c6",
    "p3time",
];

#[test]
fn random_commands_never_crash_or_hang_and_every_go_gets_one_bestmove() {
    for seed in 0..9 {
        let mut rng = StdRng::seed_from_u64(seed);
        let variant = ["chess", "rolit", "kamisado"][seed as usize % 3];
        let mut engine = Engine::with(&[("UCI_Variant", variant)]);
        let mut expected = 0;
        let mut lines = Vec::new();
        for _ in 0..150 {
            let mut line = String::new();
            let first = [
                "go",
                "position startpos moves",
                "position fen",
                "position fen 8/8/8/3RY3/3BG3/8/8/8 R RYGB 1 moves",
                "setoption name",
                "setoption name RolitRules value",
                "setoption name RolitShape value",
                "query",
                "flip",
                "stop",
                "isready",
                "ucinewgame",
                "ponderhit",
                "d",
                "eval",
                "",
            ];
            line += first.choose(&mut rng).expect("not empty");
            for _ in 0..rng.random_range(0..7) {
                line += " ";
                line += WORDS.choose(&mut rng).expect("not empty");
            }
            // What begins a search, by the rule that leading unknown words are skipped.
            let is_go = line.split_whitespace().next() == Some("go");
            let heavy = line.contains("perft") || line.contains("Hash") || line.contains("Threads");
            if heavy || (!is_go && line.split_whitespace().any(|word| word == "go")) {
                continue;
            }
            engine.say(&line);
            if is_go {
                expected += 1;
                // Whatever its limits are, this ends it.
                if rng.random_bool(0.5) {
                    std::thread::sleep(Duration::from_micros(rng.random_range(0..3000)));
                }
                engine.say("stop");
            }
            if rng.random_bool(0.1) {
                engine.say("stop");
                lines.extend(engine.ready());
            }
        }
        engine.say("stop");
        lines.extend(engine.ready());
        // The queue may still hold searches; each is stopped by the stop that followed it.
        let count = |lines: &[String]| lines.iter().filter(|l| l.starts_with("bestmove ")).count();
        let end = Instant::now() + PATIENCE;
        while count(&lines) < expected && Instant::now() < end {
            lines.extend(engine.line_within(Duration::from_millis(100)));
        }
        lines.extend(engine.ready());
        if count(&lines) != expected {
            engine.fail(&format!(
                "seed {seed}: {} answers to {expected} go",
                count(&lines)
            ));
        }
        engine.quit();
    }
}

#[test]
fn random_games_are_played_lawfully_under_tiny_clocks() {
    let mut engine = Engine::start();
    for seed in 0..4 {
        let mut rng = StdRng::seed_from_u64(seed);
        let mut moves = String::new();
        for _ in 0..120 {
            engine.position(&format!("startpos moves{moves}"));
            if engine.board.over().is_some() {
                break;
            }
            let legal = shakmaty::Position::legal_moves(&engine.board.chess);
            let random = engine
                .board
                .spell(*legal.choose(&mut rng).expect("not over"));
            let clock = rng.random_range(1..30);
            let best = if rng.random_bool(0.5) {
                engine
                    .go(&format!("wtime {clock} btime {clock} winc 1 binc 1"))
                    .best
            } else {
                random
            };
            moves += &format!(" {best}");
        }
    }
}
