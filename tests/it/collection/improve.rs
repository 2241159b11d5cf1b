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
