//! Greeting: names, options, `uciok`; `isready`; what may be said at any time.

use crate::uci::driver::Engine;
use std::time::{Duration, Instant};

#[test]
fn nothing_is_said_before_uci_and_then_names_options_and_uciok() {
    let mut engine = Engine::start();
    engine.silent_for(Duration::from_millis(200));
    engine.say("uci");
    let lines = engine.until("uciok");
    assert!(lines[0].starts_with("id name Atalaya "), "{lines:?}");
    assert!(lines[1].starts_with("id author "), "{lines:?}");
    for line in &lines[2..lines.len() - 1] {
        assert!(line.starts_with("option name "), "'{line}'");
    }
    // It may come twice, and in the middle of a search.
    engine.say("uci");
    assert_eq!(engine.until("uciok"), lines);
    engine.say("go infinite");
    engine.say("uci");
    let during = engine.until("uciok");
    assert_eq!(
        during.iter().filter(|l| l.starts_with("option")).count(),
        lines.len() - 3
    );
    engine.say("stop");
    engine.answer(Vec::new(), Instant::now());
}

/// An option line, taken apart the way runners do.
struct Declared {
    name: String,
    kind: String,
    default: Option<String>,
    min: Option<i64>,
    max: Option<i64>,
    vars: Vec<String>,
}

fn declared(line: &str) -> Declared {
    let rest = line.strip_prefix("option name ").expect("an option");
    let (name, rest) = rest.split_once(" type ").expect("a type");
    let mut words = rest.split(' ');
    let mut option = Declared {
        name: name.to_owned(),
        kind: words.next().expect("a type").to_owned(),
        default: None,
        min: None,
        max: None,
        vars: Vec::new(),
    };
    while let Some(word) = words.next() {
        let value = words.next().expect("a value").to_owned();
        match word {
            "default" => option.default = Some(value),
            "min" => option.min = value.parse().ok(),
            "max" => option.max = value.parse().ok(),
            "var" => option.vars.push(value),
            _ => panic!("{word} in '{line}'"),
        }
    }
    option
}

#[test]
fn every_default_lies_within_its_bounds_or_among_its_words() {
    let mut engine = Engine::start();
    engine.say("uci");
    let lines = engine.until("uciok");
    let options: Vec<_> = lines
        .iter()
        .filter(|line| line.starts_with("option"))
        .map(|line| declared(line))
        .collect();
    for option in &options {
        let Declared {
            name,
            kind,
            default,
            min,
            max,
            vars,
        } = option;
        let default = default.as_deref();
        match kind.as_str() {
            "check" => assert!(matches!(default, Some("true" | "false")), "{name}"),
            "spin" => {
                let default: i64 = default.and_then(|d| d.parse().ok()).expect(name);
                let (min, max) = (min.expect(name), max.expect(name));
                assert!((min..=max).contains(&default), "{name}");
            }
            "combo" => assert!(
                vars.iter().any(|var| Some(var.as_str()) == default),
                "{name}"
            ),
            "button" => assert_eq!(default, None, "{name}"),
            "string" => assert!(default.is_some_and(|d| !d.is_empty()), "{name}"),
            other => panic!("{name} has the type {other}"),
        }
    }
    let find = |name: &str| {
        let found = options.iter().find(|option| option.name == name);
        found.unwrap_or_else(|| panic!("no option {name}"))
    };
    for (name, default, min, max) in [
        ("Hash", "16", 1, 65536),
        ("Threads", "1", 1, 256),
        ("MultiPV", "1", 1, 256),
        ("Move Overhead", "10", 0, 5000),
        ("nodestime", "0", 0, 100_000),
        ("SyzygyProbeLimit", "7", 0, 7),
    ] {
        let option = find(name);
        assert_eq!(option.default.as_deref(), Some(default), "{name}");
        assert_eq!((option.min, option.max), (Some(min), Some(max)), "{name}");
    }
    for name in [
        "Ponder",
        "Clear Hash",
        "UCI_Chess960",
        "UCI_ShowWDL",
        "UCI_AnalyseMode",
        "UCI_LimitStrength",
        "UCI_Elo",
        "UCI_Variant",
        "Eval",
        "SyzygyPath",
        "OwnBook",
        "BookFile",
        "Debug Log File",
    ] {
        find(name);
    }
    assert_eq!(find("OwnBook").default.as_deref(), Some("false"));
    assert_eq!(find("Eval").vars, ["material", "classical", "network"]);
    let mut names: Vec<_> = options.iter().map(|o| o.name.to_lowercase()).collect();
    names.sort();
    names.dedup();
    assert_eq!(
        names.len(),
        options.len(),
        "names must differ by more than case"
    );
}

#[test]
fn isready_is_answered_when_idle_and_at_once_while_searching() {
    let mut engine = Engine::start();
    engine.quiet();
    engine.say("go infinite");
    engine.expect("info depth 5 ");
    for _ in 0..3 {
        let asked = Instant::now();
        engine.say("isready");
        let lines = engine.until("readyok");
        assert!(
            asked.elapsed() < Duration::from_secs(5),
            "{:?}",
            asked.elapsed()
        );
        assert!(!lines.iter().any(|line| line.starts_with("bestmove")));
    }
    // The search goes on.
    engine.expect("info depth ");
    engine.say("stop");
    engine.answer(Vec::new(), Instant::now());
}

#[test]
fn commands_without_meaning_here_are_tolerated_at_any_time() {
    let mut engine = Engine::start();
    for line in [
        "debug off",
        "register later",
        "register name Stefan code 4359874324",
        "ucinewgame",
        "stop",
        "ponderhit",
        "",
        "stop",
        "ponderhit",
        "ucinewgame",
    ] {
        engine.say(line);
    }
    engine.quiet();
    engine.go("depth 3");
    engine.say("go infinite");
    for line in ["debug off", "register later", "ucinewgame", ""] {
        engine.say(line);
    }
    engine.no_bestmove_for(Duration::from_millis(100));
    engine.say("stop");
    engine.answer(Vec::new(), Instant::now());
}

#[test]
fn debug_adds_strings_and_nothing_else() {
    let mut engine = Engine::start();
    engine.say("debug on");
    let search = engine.go("depth 3");
    assert!(!search.strings.is_empty());
    engine.say("debug off");
    let search = engine.go("depth 3");
    assert!(search.strings.is_empty(), "{:?}", search.strings);
}

#[test]
fn a_new_game_is_optional_and_forgets_what_was_learned() {
    let mut engine = Engine::start();
    let moves = "startpos moves e2e4 e7e5 g1f3";
    engine.position(moves);
    let first = engine.go("depth 9").last().nodes;
    let warm = engine.go("depth 9").last().nodes;
    assert_ne!(first, warm, "the second search remembers the first");
    engine.say("ucinewgame");
    assert_eq!(engine.go("depth 9").last().nodes, first);
    // Another game without being told so.
    engine.position("fen 8/8/8/8/8/4k3/4p3/4K3 w - - 0 1");
    engine.go("depth 5");
}
