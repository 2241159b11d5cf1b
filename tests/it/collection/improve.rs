//! `atalaya problem improve`, driven as a program.

use crate::collection::user_command::Machine;
use crate::databases::on_each_address;
use serde_json::Value;

/// A mate in 2 that can spare no man, and the same with an idle pawn.
const SPARE: &str = "2N5/2b5/8/2k5/8/1PN2R2/1K4Q1/8 w - - 0 1";
const IDLE: &str = "2N5/2b5/P7/2k5/8/1PN2R2/1K4Q1/8 w - - 0 1";

/// Exit status, what is printed, what is complained about.
fn problem(machine: &Machine, args: &[&str]) -> (Option<i32>, String, String) {
    let words: Vec<&str> = std::iter::once("problem")
        .chain(args.iter().copied())
        .collect();
    let output = machine.run(&words, "");
    let text = |bytes| String::from_utf8(bytes).expect("text");
    (
        output.status.code(),
        text(output.stdout),
        text(output.stderr),
    )
}

#[test]
fn an_idle_man_is_found_in_a_position_and_in_a_problem_of_the_collection() {
    on_each_address(|address| {
        let ann = Machine::new(address);
        let secret = "correct horse battery\n";
        ann.done("add Ann", secret);
        ann.done("login Ann", secret);
        let improve = ["improve", IDLE, "-n", "2", "--lang", "en"];
        let (status, text, err) = problem(&ann, &improve);
        assert_eq!((status, err.as_str()), (Some(0), ""), "{text}");
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0], "Sound: mate in 2, key Qe2.", "{text}");
        assert_eq!(lines[2], "1. without the white pawn a6", "{text}");
        assert!(text.contains("men 9 → 8"), "{text}");
        assert!(text.contains("same key Qe2, all variations kept"), "{text}");

        let new = ["new", "--fen", IDLE, "-n", "2", "--json"];
        let (_, created, err) = problem(&ann, &new);
        let created: Value = serde_json::from_str(&created).expect(&err);
        let id = created["id"].to_string();
        for threads in ["1", "3"] {
            let improve = ["improve", "--id", &id, "--threads", threads, "--json"];
            let (status, json, err) = problem(&ann, &improve);
            assert_eq!(status, Some(0), "{err}");
            let found: Value = serde_json::from_str(&json).expect("JSON");
            assert_eq!(found["complete"], true, "{found}");
            assert_eq!(found["undecided"], 0, "{found}");
            assert_eq!(found["examined"], found["changes"], "{found}");
            let best = &found["improvements"][0];
            assert_eq!(best["fen"], SPARE, "{best}");
            let gone = serde_json::json!({"kind": "remove", "man": "P", "square": "a6"});
            assert_eq!(best["change"], gone, "{best}");
        }

        let (_, text, _) = problem(&ann, &["improve", IDLE, "-n", "2", "--lang", "es"]);
        assert!(text.contains("1. sin peón blanco en a6"), "{text}");
        assert!(
            text.starts_with("Correcto: mate en 2, clave De2."),
            "{text}"
        );
    });
}

#[test]
fn an_unsound_problem_is_refused_in_one_sentence() {
    on_each_address(|address| {
        let nobody = Machine::new(address);
        for (fen, moves, sentence) in [
            (SPARE, "1", "there is no mate in 1 or fewer"),
            (SPARE, "3", "there is a mate not only in 3 but in 2"),
            ("k7/7R/1K6/8/8/8/8/6Q1 w - - 0 1", "1", "it has"),
            ("no position", "2", "'no'"),
            (SPARE, "x", "'#x'"),
        ] {
            let improve = ["improve", fen, "-n", moves, "--lang", "en"];
            let (status, out, err) = problem(&nobody, &improve);
            assert_eq!((status, out.as_str()), (Some(2), ""), "{err}");
            assert_eq!(err.lines().count(), 1, "{err}");
            assert!(err.contains(sentence), "{err}");
        }
    });
}

/// A helpmate in 2 whose bishop takes no part in it.
const HELP: &str = "7k/5K2/4B3/8/8/8/6p1/6R1 b - - 0 1";

#[test]
fn men_of_a_helpmate_that_take_no_part_in_it_are_found() {
    on_each_address(|address| {
        let ann = Machine::new(address);
        let improve = ["improve", HELP, "--stipulation", "h#2", "--lang", "en"];
        let (status, text, err) = problem(&ann, &improve);
        assert_eq!((status, err.as_str()), (Some(0), ""), "{text}");
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0], "Sound: h#2, 1 solution.", "{text}");
        assert_eq!(lines[2], "1. without the white bishop e6", "{text}");
        assert_eq!(lines[4], "   1 of 1 solution kept", "{text}");
        assert_eq!(lines[5], "   7k/5K2/8/8/8/8/6p1/6R1 b - - 0 1", "{text}");

        // A problem of the collection, as JSON: with a twin all of it is to stay sound.
        let secret = "correct horse battery\n";
        ann.done("add Ann", secret);
        ann.done("login Ann", secret);
        let new = ["new", "--fen", HELP, "--stipulation", "h#2", "--json"];
        let (_, created, err) = problem(&ann, &new);
        let created: Value = serde_json::from_str(&created).expect(&err);
        let id = created["id"].to_string();
        let (status, json, err) = problem(&ann, &["improve", "--id", &id, "--json"]);
        assert_eq!(status, Some(0), "{err}");
        let found: Value = serde_json::from_str(&json).expect("JSON");
        assert_eq!(found["stipulation"], "h#2", "{found}");
        assert_eq!(
            (&found["key"], &found["solutions"]),
            (&Value::Null, &1.into())
        );
        let gone = serde_json::json!({"kind": "remove", "man": "B", "square": "e6"});
        assert_eq!(found["improvements"][0]["change"], gone, "{found}");
    });
}

#[test]
fn the_terms_of_a_problem_are_minded_when_it_is_improved() {
    on_each_address(|address| {
        let nobody = Machine::new(address);
        let of = |more: &[&str]| {
            let args = ["improve", HELP, "--lang", "en"];
            problem(&nobody, &[&args[..], more].concat())
        };
        let (status, _, err) = of(&["--stipulation", "h#2", "--intended", "2"]);
        assert_eq!(status, Some(2), "{err}");
        assert!(err.contains("it has 1 solution instead of 2"), "{err}");
        // In the twin the rook cannot capture and mate.
        let twin = ["--stipulation", "h#2", "--twin", "Remove g1"];
        let (status, _, err) = of(&twin);
        assert_eq!(status, Some(2), "{err}");
        assert!(err.contains("twin b has 0 solutions"), "{err}");
        let (status, _, err) = of(&["--stipulation", "h#2", "--condition", "Nothing"]);
        assert_eq!(status, Some(2), "{err}");
        assert!(err.contains("'Nothing'"), "{err}");
        let (status, _, err) = of(&["-n", "2", "--stipulation", "h#2"]);
        assert_eq!(status, Some(2), "{err}");
        assert!(err.contains("--stipulation"), "{err}");
        let (status, _, err) = of(&[]);
        assert_eq!(status, Some(2), "{err}");
        assert!(err.contains("--stipulation"), "{err}");
        let (status, _, err) = of(&["--stipulation", "h#2", "--option", "Duplex"]);
        assert_eq!(status, Some(2), "{err}");
        assert!(err.contains("it has 0 solutions instead of 1"), "{err}");
        for option in ["SetPlay", "PostKeyPlay"] {
            let (status, _, err) = of(&["--stipulation", "h#2", "--option", option]);
            assert_eq!(status, Some(2), "{err}");
            assert!(err.contains(option), "{err}");
        }
        // With this condition the same position has more solutions.
        let (status, _, err) = of(&["--stipulation", "h#2", "--condition", "Circe"]);
        assert_eq!(status, Some(2), "{err}");
        assert!(err.contains("it has at least 2 solutions"), "{err}");
    });
}
