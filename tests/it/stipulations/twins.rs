//! Twins in Popeye's input files: each change against the position written out by hand, and its solution against
//! that of the position given alone.
#![cfg(feature = "collection")]

use crate::pipe;
use crate::stipulations::command::{said, status};
use serde_json::Value;
use std::process::{Command, Output};

/// Solves one problem with these lines at its end.
fn solve(more: &str, args: &[&str]) -> Output {
    let text = format!(
        "BeginProblem\nAuthor Ann\nPieces White Kf7 Rg1\n Black Kh8\nStipulation h#1\n{more}\nEndProblem\n"
    );
    let mut command = Command::new(env!("CARGO_BIN_EXE_atalaya"));
    command.args(["stipulation", "--input", "-", "--hash", "16"]);
    pipe::output(command.args(args), &text)
}

fn json(output: &Output) -> Vec<Value> {
    let text = String::from_utf8_lossy(&output.stdout);
    let lines = text
        .lines()
        .map(|line| serde_json::from_str(line).expect(line));
    lines.collect()
}

/// The parts of the answer to a position of its own.
fn alone(stipulation: &str, fen: &str) -> Value {
    let output = Command::new(env!("CARGO_BIN_EXE_atalaya"))
        .args(["stipulation", stipulation, "--fen", fen])
        .args(["--hash", "16", "--json"])
        .output()
        .expect("the binary runs");
    json(&output).remove(0)["parts"].take()
}

#[test]
fn every_change_leads_to_the_position_that_it_says() {
    for (changes, pieces) in [
        ("Move g1 a1", "7k/5K2/8/8/8/8/8/R7"),
        ("mov F7 G1", "7k/8/8/8/8/8/8/6K1"),
        ("Exchange f7 g1", "7k/5R2/8/8/8/8/8/6K1"),
        ("Remove g1", "7k/5K2/8/8/8/8/8/8"),
        ("Substitute R Q", "7k/5K2/8/8/8/8/8/6Q1"),
        ("Substitute r s", "7k/5K2/8/8/8/8/8/6N1"),
        (
            "Add Black Pa7 Sb8 White Bc1d2",
            "1n5k/p4K2/8/8/8/8/3B4/2B3R1",
        ),
        ("Rotate 90", "k7/7R/1K6/8/8/8/8/8"),
        ("Rotate 180", "1R6/8/8/8/8/8/2K5/k7"),
        ("Rotate 270", "8/8/8/8/8/6K1/R7/7k"),
        ("Mirror a1<-->h1", "k7/2K5/8/8/8/8/8/1R6"),
        ("Mirror a1<-->a8", "6R1/8/8/8/8/8/5K2/7k"),
        ("Mirror a1<-->h8", "8/8/8/8/8/1K6/7R/k7"),
        ("Mirror a8<-->h1", "7k/R7/6K1/8/8/8/8/8"),
        ("Shift b1 a1", "6k1/4K3/8/8/8/8/8/5R2"),
        ("PolishType", "7K/5k2/8/8/8/8/8/6r1"),
        ("rem g1 add white qg2", "7k/5K2/8/8/8/8/6Q1/8"),
        ("Shift b1 a1\n Move f1 f2", "6k1/4K3/8/8/8/8/5R2/8"),
    ] {
        let lines = json(&solve(&format!("Twin {changes}"), &["--json"]));
        assert_eq!(lines.len(), 2, "{changes}");
        let fen = format!("{pieces} b - - 0 1");
        assert_eq!(lines[0]["fen"], "7k/5K2/8/8/8/8/8/6R1 b - - 0 1");
        assert_eq!(lines[1]["fen"], fen, "{changes}");
        assert_eq!(lines[1]["parts"], alone("h#1", &fen), "{changes}");
        let place = ["problem", "twin", "changes"].map(|name| lines[1][name].clone());
        let words: Vec<&str> = changes.split_whitespace().collect();
        let expected: [Value; 3] = [1.into(), "b".into(), words.join(" ").into()];
        assert_eq!(place, expected, "{changes}");
    }
}

#[test]
fn a_twin_changes_the_first_position_or_goes_on_from_the_latest() {
    let twins = "Twin Move g1 a1\nTwin Continued Move a1 a2\nTwin cont Stipulation ser-r#2\nTwin Remove g1\n";
    let lines = json(&solve(twins, &["--json"]));
    let seen: Vec<String> = lines
        .iter()
        .map(|line| {
            let text = |name: &str| line[name].as_str().unwrap_or("-").to_owned();
            format!("{} {} {}", text("twin"), text("stipulation"), text("fen"))
        })
        .collect();
    let expected = [
        "a h#1 7k/5K2/8/8/8/8/8/6R1 b - - 0 1",
        "b h#1 7k/5K2/8/8/8/8/8/R7 b - - 0 1",
        "c h#1 7k/5K2/8/8/8/8/R7/8 b - - 0 1",
        "d ser-r#2 7k/5K2/8/8/8/8/R7/8 w - - 0 1",
        "e h#1 7k/5K2/8/8/8/8/8/8 b - - 0 1",
    ];
    assert_eq!(seen, expected);
    // Of a zero position nothing is solved but its twins.
    let zero = json(&solve(
        "ZeroPosition Move g1 a1\nTwin Move g1 b1",
        &["--json"],
    ));
    let seen: Vec<(&Value, &Value)> = zero
        .iter()
        .map(|line| (&line["twin"], &line["fen"]))
        .collect();
    assert_eq!(
        seen,
        [
            (&"a".into(), &"7k/5K2/8/8/8/8/8/R7 b - - 0 1".into()),
            (&"b".into(), &"7k/5K2/8/8/8/8/8/1R6 b - - 0 1".into()),
        ]
    );
}

#[test]
fn twins_are_told_by_letter_with_what_makes_them() {
    let output = solve("Twin Move g1 a1", &[]);
    let text = said(&output);
    assert_eq!(status(&output), 0, "{output:?}");
    assert!(
        text.starts_with("Problem 1 a): Ann\n\nh#1, Black begins (2 + 1)\n\n  1.Kh8-h7 Rg1-h1 #\n"),
        "{text}"
    );
    assert!(
        text.contains(
            "\nProblem 1 b): Ann\nTwin: Move g1 a1\n\nh#1, Black begins (2 + 1)\n\n  1.Kh8-h7 Ra1-h1 #\n"
        ),
        "{text}"
    );
    // One twin without a solution, and the file has not all that it should.
    assert_eq!(status(&solve("Twin Remove g1", &[])), 1);
}

#[test]
fn an_added_piece_takes_the_place_of_the_one_there_and_that_is_said() {
    let text = "BeginProblem\nStipulation #1\nPieces White Kg6 Ra1\n       Black Kg8\nTwin Add White Qa1\nEndProblem\n";
    let mut command = Command::new(env!("CARGO_BIN_EXE_atalaya"));
    command.args(["stipulation", "--input", "-", "--hash", "16", "--json"]);
    let output = pipe::output(&mut command, text);
    let lines = json(&output);
    assert_eq!(lines[1]["fen"], "6k1/8/6K1/8/8/8/8/Q7 w - - 0 1");
    let keys = lines[1]["parts"][0]["keys"].as_array().expect("keys");
    let keys: Vec<&Value> = keys.iter().map(|key| &key["san"]).collect();
    // As Popeye 4.104 finds them.
    assert_eq!(keys, ["Qg7#", "Qa8#"]);
    let note = String::from_utf8(output.stderr).expect("UTF-8");
    assert_eq!(
        note,
        "atalaya: the standard input: line 5: White's Qa1 takes the place of White's Ra1\n"
    );
}

#[test]
fn a_twin_without_changes_is_the_position_itself() {
    // As for Popeye 4.104, whose zero position is solved as a).
    for (twins, positions) in [
        ("Zeroposition\nTwin Move g1 a1", ["6R1", "R7"].as_slice()),
        ("Twin\nTwin Move g1 a1", &["6R1", "6R1", "R7"]),
        ("zero rem g1 add white rb1", &["1R6"]),
    ] {
        let lines = json(&solve(twins, &["--json"]));
        let fens: Vec<&str> = lines
            .iter()
            .filter_map(|line| line["fen"].as_str())
            .collect();
        let expected = positions
            .iter()
            .map(|last| format!("7k/5K2/8/8/8/8/8/{last} b - - 0 1"));
        assert_eq!(fens, expected.collect::<Vec<_>>(), "{twins}");
    }
}

#[test]
fn what_is_wrong_with_a_twin_is_named_with_its_line() {
    for (twin, line, why) in [
        ("Twin Move a1 a2", 6, "no piece stands on a1"),
        ("Twin Exchange g1 a2", 6, "no piece stands on a2"),
        ("Twin Remove i9", 6, "'i9' is no square"),
        ("Twin Move g1", 6, "'Move' lacks two squares"),
        ("Twin Rotate 45", 6, "'45' is not 90, 180 or 270 degrees"),
        ("Twin Mirror a1<-->b2", 6, "'a1<-->b2' is not a1<-->h1"),
        (
            "Twin Shift a1 b1",
            6,
            "the piece on h8 would leave the board",
        ),
        ("Twin Substitute B Q", 6, "there is no B to be replaced"),
        ("Twin Substitute N Q", 6, "there is no N to be replaced"),
        ("Twin Add Qa1", 6, "'Add Qa1' names no colour"),
        ("Twin Add White", 6, "'Add' names no piece"),
        (
            "Twin Add White Jigger Qa1",
            6,
            "jigger pieces are not understood",
        ),
        (
            "Twin Condition Alice",
            6,
            "the condition AliceChess is not understood",
        ),
        (
            "Twin con Remove g1",
            6,
            "'con' may be Continued or Condition",
        ),
        (
            "Twin Remove g1 Continued",
            6,
            "is to stand right after Twin",
        ),
        ("Twin Turn a1", 6, "'Turn' is no change of a twin"),
        ("Twin Add\n White Kb1", 6, "White has 2 kings, not 1"),
        (
            "Twin Move g1 g2\nTwin Stipulation h###2",
            7,
            "bad stipulation 'h###2'",
        ),
        ("Twin Sstipulation white", 6, "structured stipulations"),
        (
            "Twin Remove g1\nZeroPosition Remove g1",
            7,
            "'ZeroPosition' stands after",
        ),
        (
            "Twin Remove g1\nTitle Late",
            7,
            "'Title' is no change of a twin",
        ),
    ] {
        let output = solve(twin, &[]);
        assert_eq!(status(&output), 2, "{twin}");
        let said = String::from_utf8(output.stderr).expect("UTF-8");
        let place = format!("atalaya: the standard input: line {line}: ");
        assert!(
            said.starts_with(&place) && said.contains(why),
            "{twin}: {said}"
        );
    }
}
