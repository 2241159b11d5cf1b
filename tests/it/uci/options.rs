//! `setoption`: every option, good values and bad ones, in any case, at any time.

use crate::uci::answer::Score;
use crate::uci::data::TempFile;
use crate::uci::driver::Engine;
use engine::eval::network::{EMBEDDED, Weights};
use std::time::{Duration, Instant};

const KIWIPETE: &str = "fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

#[test]
fn good_values_are_taken_in_silence() {
    let mut engine = Engine::start();
    for line in [
        "setoption name Hash value 1",
        "setoption name hash value 8",
        "setoption name HASH value 16",
        "setoption name Threads value 2",
        "setoption name MultiPV value 3",
        "setoption name Ponder value true",
        "setoption name Move Overhead value 50",
        "setoption  name   move  overhead   value   0",
        "setoption name Clear Hash",
        "setoption name clear hash value",
        "setoption name UCI_Chess960 value TRUE",
        "setoption name UCI_Chess960 value False",
        "setoption name UCI_ShowWDL value false",
        "setoption name UCI_AnalyseMode value true",
        "setoption name UCI_LimitStrength value false",
        "setoption name UCI_Elo value 1200",
        "setoption name UCI_Variant value chess",
        "setoption name Eval value Material",
        "setoption name eval value network",
        "setoption name eval value CLASSICAL",
        "setoption name EvalFile value <empty>",
        "setoption name evalfile",
        "setoption name SyzygyPath",
        "setoption name SyzygyPath value <empty>",
        "setoption name SyzygyPath value ",
        "setoption name OwnBook value false",
        "setoption name BookFile value <empty>",
        "setoption name BookFile",
        "setoption name Debug Log File value <empty>",
        "setoption name Debug Log File",
    ] {
        engine.say(line);
        let said = engine.ready();
        assert!(said.is_empty(), "{line}: {said:?}");
    }
    engine.go("depth 5");
}

#[test]
fn bad_values_are_refused_in_a_sentence_and_serving_goes_on() {
    let mut engine = Engine::start();
    for line in [
        "setoption",
        "setoption name",
        "setoption name value",
        "setoption name NoSuchOption value 3",
        "setoption name Hash value many",
        "setoption name Hash value",
        "setoption name Hash value 1e3",
        "setoption name Threads value 99999999999999999999",
        "setoption name MultiPV value 2.5",
        "setoption name UCI_ShowWDL value maybe",
        "setoption name UCI_ShowWDL",
        "setoption name Eval value psychic",
        "setoption name Eval",
        "setoption name EvalFile value /no/such/file.net",
        "setoption name UCI_Variant value crazyhouse",
        "setoption name SyzygyPath value /no/such/folder",
        "setoption name Debug Log File value /no/such/folder/log",
    ] {
        engine.say(line);
        let said = engine.ready();
        assert_eq!(said.len(), 1, "{line}: {said:?}");
        assert!(said[0].starts_with("info string "), "{line}: {said:?}");
    }
    // Beyond the bounds the bound is taken, which is said.
    for (line, bound) in [
        (
            "setoption name Hash value 0",
            "Hash is from 1 to 65536; 1 is taken",
        ),
        ("setoption name Hash value -5", "1 is taken"),
        ("setoption name Threads value 0", "1 is taken"),
        ("setoption name MultiPV value 100000", "256 is taken"),
        ("setoption name UCI_Elo value 1", "is taken"),
        ("setoption name Move Overhead value -1", "0 is taken"),
    ] {
        engine.say(line);
        let said = engine.ready();
        assert_eq!(said.len(), 1, "{line}: {said:?}");
        assert!(said[0].contains(bound), "{line}: {said:?}");
    }
    let search = engine.go("depth 3");
    assert_eq!(search.infos.len(), 3 * 20, "all 20 lines, three depths");
}

#[test]
fn the_most_threads_and_lines_are_as_good_as_any() {
    let mut engine = Engine::start();
    engine.say("setoption name Threads value 1024");
    let said = engine.ready();
    assert!(said[0].contains("256 is taken"), "{said:?}");
    engine.set("MultiPV", "256");
    engine.quiet();
    let search = engine.go("depth 2");
    assert!(search.infos.iter().any(|info| info.multipv == 20));
    engine.set("Threads", "1");
    engine.go("movetime 10");
}

#[test]
fn a_table_too_large_is_refused_and_the_old_one_still_serves() {
    let available = std::fs::read_to_string("/proc/meminfo").unwrap_or_default();
    let kib = available.lines().find_map(|line| {
        line.strip_prefix("MemAvailable:")?
            .trim()
            .split(' ')
            .next()?
            .parse()
            .ok()
    });
    let Some(kib): Option<u64> = kib else {
        println!("left out: this system does not say how much memory it has");
        return;
    };
    if kib / 1024 > 65_536 {
        println!("left out: this machine has room for the largest table");
        return;
    }
    let mut engine = Engine::start();
    engine.position(KIWIPETE);
    let cold = engine.go("depth 4").last().nodes;
    engine.go("depth 10");
    engine.say("setoption name Hash value 65536");
    let said = engine.ready();
    assert_eq!(said.len(), 1, "{said:?}");
    assert!(said[0].contains("65536 MB"), "{said:?}");
    let warm = engine.go("depth 4").last().nodes;
    assert!(
        warm < cold,
        "the old table is still there and remembers: {warm} of {cold}"
    );
    engine.set("Hash", "4");
    engine.quiet();
    engine.go("depth 6");
}

#[test]
fn clear_hash_and_a_new_size_forget() {
    let mut engine = Engine::start();
    engine.position(KIWIPETE);
    // After a deep search the table knows a shallow one's nodes; what histories know may go either way.
    engine.go("depth 10");
    let warm = engine.go("depth 4").last().nodes;
    engine.say("setoption name Clear Hash");
    let cleared = engine.go("depth 4").last().nodes;
    assert!(cleared > warm * 3 / 2, "{cleared} cleared, {warm} warm");
    engine.go("depth 10");
    engine.set("Hash", "32");
    let resized = engine.go("depth 4").last().nodes;
    assert!(resized > warm * 3 / 2, "{resized} resized, {warm} warm");
}

#[test]
fn options_set_during_a_search_wait_for_its_end() {
    let mut engine = Engine::start();
    engine.position(KIWIPETE);
    engine.say("go infinite");
    for line in [
        "setoption name Hash value 2",
        "setoption name Threads value 2",
        "setoption name MultiPV value 3",
        "setoption name Clear Hash",
        "setoption name Eval value material",
        "setoption name Nonsense value 1",
    ] {
        engine.say(line);
    }
    engine.say("isready");
    let until_ready = engine.until("readyok");
    let lines = engine.no_bestmove_for(Duration::from_millis(80));
    for line in until_ready.iter().chain(&lines) {
        assert!(!line.contains("multipv 2"), "not yet: {line}");
    }
    engine.say("stop");
    engine.until("bestmove");
    let complaint = engine.line();
    assert!(complaint.contains("Nonsense"), "{complaint}");
    let search = engine.go("depth 4");
    assert!(search.infos.iter().any(|info| info.multipv == 3));
    engine.say("eval");
    assert!(engine.expect("Evaluation").contains("material"));
}

#[test]
fn every_evaluation_plays_and_they_differ() {
    let mut engine = Engine::start();
    let mut nodes = Vec::new();
    for eval in ["material", "classical", "MATERIAL", "network"] {
        engine.set("Eval", eval);
        engine.position(KIWIPETE);
        engine.say("eval");
        let text = engine.expect("Evaluation");
        assert!(text.contains(&eval.to_lowercase()), "{text}");
        nodes.push(engine.go("depth 8").last().nodes);
    }
    assert_ne!(nodes[0], nodes[1]);
    assert_ne!(nodes[1], nodes[3]);
    assert_eq!(
        nodes[0], nodes[2],
        "changing the evaluation forgets the scores of the other"
    );
    // Material counts pieces: a queen is worth about nine pawns.
    engine.set("Eval", "material");
    engine.position("fen 4k3/8/8/8/8/8/8/3QK3 w - - 0 1");
    let Score::Cp(cp) = engine.go("depth 1").last().score else {
        panic!("no mate here");
    };
    assert!((800..1100).contains(&cp), "{cp}");
}

/// The line that says what the evaluation is, from White's side.
fn evaluation(engine: &mut Engine) -> String {
    engine.say("eval");
    engine.expect("Evaluation (network)")
}

#[test]
fn a_missing_or_damaged_network_gets_a_sentence_and_the_built_in_stays() {
    let mut engine = Engine::with(&[("Eval", "network")]);
    engine.position(KIWIPETE);
    let built_in = evaluation(&mut engine);
    let nodes = engine.go("depth 6").last().nodes;

    let mut damaged = EMBEDDED.to_vec();
    damaged[EMBEDDED.len() / 2] ^= 1;
    let files = [
        TempFile::new("missing.net", None),
        TempFile::new("damaged.net", Some(&damaged)),
        TempFile::new("short.net", Some(&EMBEDDED[..EMBEDDED.len() - 1])),
        TempFile::new("empty.net", Some(&[])),
        TempFile::new(
            "text.net",
            Some(b"this is no network, but long enough for its header"),
        ),
    ];
    for file in files {
        engine.say(&format!("setoption name EvalFile value {}", file.path()));
        let said = engine.ready();
        assert_eq!(said.len(), 1, "{said:?}");
        assert!(
            said[0].starts_with("info string ") && said[0].contains(file.path()),
            "{said:?}"
        );
        assert_eq!(evaluation(&mut engine), built_in);
        engine.say("ucinewgame");
        assert_eq!(engine.go("depth 6").last().nodes, nodes);
    }
}

#[test]
fn a_network_from_a_file_takes_the_place_of_the_built_in_until_the_option_is_emptied() {
    let mut weights = Weights::from_bytes(EMBEDDED).expect("the built-in");
    weights.scale *= 2;
    let file = TempFile::new("other.net", Some(&weights.to_bytes()));
    let mut engine = Engine::with(&[("Eval", "network")]);
    engine.position(KIWIPETE);
    let built_in = evaluation(&mut engine);
    let nodes = engine.go("depth 6").last().nodes;
    engine.set("EvalFile", file.path());
    engine.quiet();
    assert_ne!(evaluation(&mut engine), built_in);
    assert_ne!(engine.go("depth 6").last().nodes, nodes);
    engine.say("setoption name EvalFile value <empty>");
    engine.quiet();
    assert_eq!(evaluation(&mut engine), built_in);
    assert_eq!(
        engine.go("depth 6").last().nodes,
        nodes,
        "scores of the other are forgotten"
    );
}

#[test]
fn limited_strength_is_weaker_varied_and_lawful() {
    let mut engine = Engine::with(&[("UCI_LimitStrength", "true"), ("UCI_Elo", "600")]);
    let mut moves = std::collections::HashSet::new();
    for _ in 0..30 {
        engine.say("ucinewgame");
        let begun = Instant::now();
        let search = engine.go("wtime 60000 btime 60000");
        assert!(begun.elapsed() < Duration::from_secs(5));
        moves.insert(search.best);
    }
    assert!(moves.len() > 1, "always {moves:?}");
    // Nor does it think with all its strength on the opponent's time.
    engine.say("ucinewgame");
    engine.say("position startpos");
    engine.say("go ponder wtime 60000 btime 60000");
    engine.say("ponderhit");
    let pondered = engine.answer(Vec::new(), Instant::now());
    assert!(pondered.last().nodes < 20_000, "{:?}", pondered.last());
    // In analysis there is no handicap.
    let weak = engine.go("depth 10").last().nodes;
    engine.set("UCI_AnalyseMode", "true");
    let strong = engine.go("depth 10").last().nodes;
    assert!(strong > weak, "{strong} and {weak} nodes");
}

#[test]
fn the_conversation_is_logged_to_a_file_on_request() {
    let file = TempFile::new("log.txt", None);
    let mut engine = Engine::start();
    engine.say(&format!(
        "setoption name Debug Log File value {}",
        file.path()
    ));
    engine.go("depth 2");
    engine.say("setoption name Debug Log File value <empty>");
    engine.go("depth 4");
    engine.quit();
    let log = std::fs::read_to_string(file.path()).expect("a log");
    assert!(
        log.contains("go depth 2") && log.contains("bestmove"),
        "{log}"
    );
    assert!(!log.contains("go depth 4"), "{log}");
}

#[test]
fn more_threads_than_processors_do_no_harm() {
    let mut engine = Engine::with(&[("Threads", "64")]);
    engine.go("movetime 50");
    engine.position("fen 6k1/5ppp/8/8/8/8/8/KR6 w - - 0 1");
    engine.go("depth 5");
    engine.set("Threads", "1");
    engine.go("depth 5");
}

#[test]
fn a_stalemate_is_a_certain_draw_and_a_mate_a_certain_loss() {
    let mut engine = Engine::with(&[("UCI_ShowWDL", "true")]);
    for (fen, expected) in [
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", [0, 1000, 0]),
        ("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", [0, 0, 1000]),
    ] {
        engine.position(&format!("fen {fen}"));
        assert_eq!(engine.go("depth 3").last().wdl, Some(expected), "{fen}");
    }
}

#[test]
fn nothing_of_a_command_is_passed_over() {
    let mut engine = Engine::start();
    engine.position("startpos moves d2d4");
    engine.say("position startpos e2e4 e7e5");
    let said = engine.ready();
    assert!(
        said.iter()
            .any(|line| line.contains("'e2e4 e7e5' after startpos")),
        "{said:?}"
    );
    engine.say("d");
    let shown = engine.ready().join("\n");
    assert!(
        shown.contains("3P4/8/PPP1PPPP"),
        "the old position stays: {shown}"
    );
    engine.position("startpos moves d2d4");
    // A path is what stands there.
    engine.say("setoption name BookFile value /no/such  folder/a  book.bin ");
    engine.set("OwnBook", "true");
    let said = engine.go("depth 1").strings.join("\n");
    assert!(said.contains("'/no/such  folder/a  book.bin'"), "{said}");
}

#[test]
fn a_mate_is_looked_for_no_deeper_than_the_search_may_go() {
    let mut engine = Engine::start();
    let search = engine.go("mate 12 depth 1");
    assert_eq!(search.last().depth, 1);
    assert!(search.last().nodes < 10_000);
}
