//! The specification's counts, by the crate and by the slow implementation, and the binary's own.

use games::Game;
use games::perft::{PerftOptions, count, perft};
use games::rolit::{Color, Position, Rules, START, Shape, Size};
use oracles::rolit as slow;
use std::process::Command;

const SQUARE_9: &str = "9/9/9/9/9/9/9/9/9 Y YR 1 students";

/// Positions and their counts for depths 1, 2, 3 …
const TABLE: [(&str, &[u64]); 4] = [
    (START, &[3, 20, 136, 1366, 7427, 44154]),
    (
        "8/8/8/3RY3/3BG3/8/8/8 R RYG 1",
        &[3, 20, 136, 630, 3956, 27778],
    ),
    (
        "8/8/8/3RY3/3BG3/8/8/8 R RG 1",
        &[3, 24, 114, 649, 3220, 22138],
    ),
    (SQUARE_9, &[81, 544, 5120, 60376]),
];

fn position(text: &str) -> Position {
    Position::parse(text, Rules::Official).expect(text)
}

#[test]
fn the_table_is_met() {
    for (text, counts) in TABLE {
        for (depth, nodes) in (1..).zip(counts) {
            assert_eq!(perft(&position(text), depth), *nodes, "{text}, {depth}");
        }
    }
}

#[test]
fn the_slow_implementation_meets_the_table_too() {
    for (text, counts) in TABLE {
        let referee = slow::Referee::read(text);
        for (depth, nodes) in (1..).zip(counts).take(5) {
            assert_eq!(slow::perft(&referee, depth), *nodes, "{text}, {depth}");
        }
    }
}

#[test]
fn the_starts_are_those_of_the_table() {
    use Color::{Blue, Green, Red, Yellow};
    assert_eq!(Position::start(), position(START));
    let four = Position::official(&[Red, Yellow, Green, Blue]);
    assert_eq!(four, Ok(position(START)));
    let two = Position::official(&[Red, Green]).expect("two players");
    assert_eq!(two.text(), TABLE[2].0);
    let students = Position::students(Shape::Square, Size::Small, &[Yellow, Red], None);
    assert_eq!(students, Ok(position(SQUARE_9)));
}

#[test]
fn both_implementations_count_other_boards_alike() {
    // Small even boards, holes, a board of one file, boards on either side of 64 bits, teams.
    let others = [
        ("4/1RY1/1BG1/4 R RYGB 1", 7),
        ("4/1RY1/1BG1/4 G GB 1", 7),
        ("4/1RG1/4/4 G RG 1", 7),
        ("6/6/2RY2/2BG2/6/6 Y RYGB:RG/YB 1", 5),
        ("6/6/2RG2/6/6/6 R RG 1", 5),
        ("3*4/8/2*5/3RY3/3BG3/8/8/*6* R RYGB 1", 5),
        ("1/1/1/R/Y/1/1/1/1/1 Y RY 1", 6),
        ("5RY10 R RY 1", 5),
        ("8/8/8/8/3RY3/3BG3/8/8/8 B RYGB 1", 5),
        ("***3***/*7*/*7*/9/9/9/*7*/*7*/***3*** P PEW 1 students", 3),
        ("4/4/4 L LKO:LO/K 1 students", 5),
        ("2*2/*3*/2*2 W WE 1 students", 6),
    ];
    for (text, deepest) in others {
        let referee = slow::Referee::read(text);
        for depth in 1..=deepest {
            let nodes = slow::perft(&referee, depth);
            assert_eq!(perft(&position(text), depth), nodes, "{text}, {depth}");
            assert!(nodes > 0, "{text}");
        }
    }
}

#[test]
fn a_full_board_ends_every_sequence() {
    assert_eq!(perft(&position("RY/2 R RY 1"), 2), 2);
    for (text, empty) in [("RY/2 R RY 1", 2), ("2/2 Y YR 1 students", 4)] {
        assert!(perft(&position(text), empty) > 0);
        assert_eq!(perft(&position(text), empty + 1), 0);
        assert_eq!(slow::perft(&slow::Referee::read(text), empty + 1), 0);
    }
}

#[test]
fn threads_and_a_table_change_nothing() {
    let options = PerftOptions {
        threads: 2,
        hash_mb: 16,
    };
    for (text, depth) in [(START, 9), (TABLE[2].0, 8), (SQUARE_9, 4)] {
        let plain = perft(&position(text), depth);
        assert_eq!(count(&position(text), depth, options), Ok(plain), "{text}");
    }
}

/// Runs `atalaya perft … --variant rolit`.
fn atalaya(args: &[&str]) -> (String, String, Option<i32>) {
    let output = Command::new(env!("CARGO_BIN_EXE_atalaya"))
        .arg("perft")
        .args(args)
        .args(["--variant", "rolit"])
        .output()
        .expect("the binary runs");
    (
        String::from_utf8(output.stdout).expect("UTF-8"),
        String::from_utf8(output.stderr).expect("UTF-8"),
        output.status.code(),
    )
}

#[test]
fn the_binary_counts_the_specifications_example() {
    let (out, err, status) = atalaya(&["5", "--fen", START]);
    assert!(out.starts_with("Nodes: 7427\n"), "{out}{err}");
    assert_eq!(status, Some(0));
    let (out, ..) = atalaya(&["5", "--threads", "2"]);
    assert!(out.starts_with("Nodes: 7427\n"), "{out}");
    let (out, ..) = atalaya(&["1", "--divide"]);
    assert!(out.starts_with("d3: 1\nf3: 1\nf5: 1\nNodes: 3\n"), "{out}");
}

#[test]
fn the_binary_takes_rules_players_shape_and_size() {
    let nodes = |args: &[&str]| {
        let (out, err, status) = atalaya(args);
        assert_eq!(status, Some(0), "{args:?}: {err}");
        let first = out
            .lines()
            .next()
            .and_then(|line| line.strip_prefix("Nodes: "));
        first.expect("a count").to_owned()
    };
    assert_eq!(nodes(&["6", "--players", "RYG"]), "27778");
    assert_eq!(nodes(&["4", "--rules", "students"]), "60376");
    let fen = "9/9/9/9/9/9/9/9/9 Y YR 1";
    assert_eq!(nodes(&["4", "--rules", "students", "--fen", fen]), "60376");
    let circle = ["1", "--rules", "students", "--shape", "circle", "--size"];
    assert_eq!(nodes(&[&circle[..], &["large"]].concat()), "221");
    let (out, ..) = atalaya(&[
        "1",
        "--json",
        "--rules",
        "students",
        "--shape",
        "diamond",
        "--players",
        "YRGL:YG/RL",
    ]);
    let json: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    let fen = "****1****/***3***/**5**/*7*/9/*7*/**5**/***3***/****1**** Y YRGL:YG/RL 1 students";
    assert_eq!((&json["nodes"], &json["fen"]), (&41.into(), &fen.into()));
    assert_eq!(json["divide"]["a5"], 1);
}

#[test]
fn the_binary_refuses_what_is_no_game_of_rolit_in_one_line() {
    let cases: [(&[&str], &str); 7] = [
        (
            &["1", "--fen", "8/8 R RYGB 1"],
            "'8/8 R RYGB 1' is not a Rolit position",
        ),
        (
            &["1", "--players", "RR"],
            "red (R) is among the players twice",
        ),
        (&["1", "--players", "RYGK"], "not black (K)"),
        (
            &["1", "--rules", "official", "--shape", "circle"],
            "--shape 'circle': this is for students' rules",
        ),
        (
            &["1", "--rules", "house"],
            "--rules 'house': rolit has official or students",
        ),
        (&["1", "--chess960"], "for chess only"),
        (&["1", "--players", "RYG:RY"], "two teams"),
    ];
    for (args, expected) in cases {
        let (out, err, status) = atalaya(args);
        assert_eq!((out.as_str(), status), ("", Some(2)), "{args:?}");
        assert!(err.contains(expected), "{args:?}: {err}");
    }
}

#[test]
fn rolits_options_are_not_taken_for_another_game() {
    let chess: [&[&str]; 3] = [
        &["1", "--players", "RY"],
        &["1", "--players", "RY", "--variant", "kamisado"],
        &["--suite", "none.epd", "--players", "RY"],
    ];
    for args in chess {
        let output = Command::new(env!("CARGO_BIN_EXE_atalaya"))
            .arg("perft")
            .args(args)
            .output()
            .expect("the binary runs");
        let err = String::from_utf8_lossy(&output.stderr);
        let expected = "--players is for rolit, not for ";
        assert!(err.contains(expected), "{args:?}: {err}");
        assert_eq!((output.status.code(), err.lines().count()), (Some(2), 1));
    }
}
