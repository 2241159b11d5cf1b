//! Popeye's input files.
#![cfg(feature = "collection")]

use crate::pipe;
use crate::stipulations::command::{complaint, said, status};
use std::process::{Command, Output};

/// Solves an input file given on the standard input.
fn solve(text: &[u8], args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_atalaya"));
    command.args(["stipulation", "--input", "-", "--hash", "16"]);
    pipe::output(command.args(args), text)
}

const TWO: &str = "BeginProblem
Author Ann
Title Corner
Pieces
  White Kf7 Rg1
  Black Kh8
Stipulation h#1
Option SetPlay Duplex NoBoard
NextProblem
Forsyth k7/8/2K5/8/8/8/8/1R6
stip #2
opti Variation Try
EndProblem
";

#[test]
fn every_problem_of_a_file_is_solved_as_its_options_ask() {
    let output = solve(TWO.as_bytes(), &[]);
    let text = said(&output);
    assert_eq!(status(&output), 0, "{output:?}");
    assert!(
        text.starts_with(
            "Problem 1: Ann, Corner\n\nh#1, Black begins (2 + 1)\n\n  1...Rg1-h1 #\n\n  1.Kh8-h7 Rg1-h1 #\n"
        ),
        "{text}"
    );
    assert!(
        text.contains("\nDuplex: h#1, White begins (2 + 1)\n\nNo solution\n"),
        "{text}"
    );
    assert!(
        text.contains(
            "\nProblem 2\n\n#2, White begins (2 + 1)\n\n   1.Kc6-c5 ? zugzwang.\n    but\n"
        ),
        "{text}"
    );
    assert!(
        text.contains("\n   1.Kc6-c7 ! threat:\n          2.Rb1-a1 #\n"),
        "{text}"
    );
    let output = solve(TWO.as_bytes(), &["--json"]);
    let lines = String::from_utf8(output.stdout).expect("UTF-8");
    assert_eq!(lines.lines().count(), 2);
}

#[test]
fn who_begins_follows_from_the_stipulation_and_half_duplex_exchanges_it() {
    for (stipulation, option, begins) in [
        ("h#1", "", "Black"),
        ("h#1.5", "", "White"),
        ("ser-h#2", "", "Black"),
        ("ser-#2", "", "White"),
        ("s#1", "", "White"),
        ("h#1", "Option HalfDuplex", "White"),
        ("=1", "Option HalfDuplex", "Black"),
    ] {
        let text = format!(
            "BeginProblem\nPieces White Kf7 Rg1 Black Kh8\nStipulation {stipulation}\n{option}\nEndProblem\n"
        );
        let output = solve(text.as_bytes(), &[]);
        let heading = format!("{stipulation}, {begins} begins");
        assert!(said(&output).contains(&heading), "{output:?}");
    }
}

#[test]
fn options_that_limit_the_answer_are_heeded() {
    let text = "BeginProblem\nPieces White Kf6 Rg1 Ra1 Black Kh8\nStipulation h#2\nOption MaxSolutions 2 \
                MoveNumbers\nEndProblem\n";
    let output = solve(text.as_bytes(), &[]);
    let text = said(&output);
    assert!(text.contains("  1  (Kh8-h7    Time = "), "{text}");
    assert!(
        text.contains("Stopped after 2 solutions, as asked"),
        "{text}"
    );
}

#[test]
fn what_is_not_understood_is_refused_by_its_name_and_line() {
    for (wrong, line, complaint) in [
        ("Stipulation hs#2", 4, "bad stipulation 'hs#2'"),
        (
            "Stipulation h#2\nOption NoBoard\n  Madrasi",
            6,
            "the option 'Madrasi' is not understood",
        ),
        (
            "Stipulation h#2\nOption NoBoard\n StartMoveNumber 3",
            6,
            "'StartMoveNumber 3'",
        ),
        (
            "Stipulation h#2\nCondition Circe",
            5,
            "'Condition Circe' is not understood",
        ),
        ("Author Ann", 1, "there is no stipulation"),
        (
            "Stipulation ser-#2\nOption SetPlay",
            5,
            "ser-#2 has no set play",
        ),
        ("Stipulation h#2\nOption Try", 5, "h#2 has no tries"),
        (
            "Stipulation h#2\nOption MaxSolutions",
            5,
            "MaxSolutions needs a number",
        ),
        ("Stipulation h#2 h#3", 4, "'h#3' is not understood"),
    ] {
        let text = format!("BeginProblem\nPieces White Kf7 Rg1\n Black Kh8\n{wrong}\nEndProblem\n");
        let said = complaint_of(&text);
        let place = format!("atalaya: the standard input: line {line}: ");
        assert!(
            said.starts_with(&place) && said.contains(complaint),
            "{wrong}: {said}"
        );
    }
    assert!(complaint_of("").contains("there is no problem"));
    let missing = Command::new(env!("CARGO_BIN_EXE_atalaya"))
        .args(["stipulation", "--input", "no-such-file.inp"])
        .output();
    let said = complaint(&missing.expect("the binary runs"));
    assert!(said.contains("cannot read no-such-file.inp"), "{said}");
    let bytes = b"BeginProblem\nAuthor Jos\xE9\nEndProblem\n";
    assert!(complaint(&solve(bytes, &[])).contains("line 2: not UTF-8"));
}

fn complaint_of(text: &str) -> String {
    complaint(&solve(text.as_bytes(), &[]))
}
