//! The specification's counts, by the crate and by the slow implementation, and the binary's own.

use games::Game;
use games::kamisado::{Position, START};
use games::perft::{PerftOptions, count, perft};
use oracles::kamisado as slow;
use std::process::Command;

/// Nodes, won on the home row, deadlock, last ply zero; for depths 1 to 6.
const TABLE: [[u64; 4]; 6] = [
    [102, 0, 0, 0],
    [1_150, 0, 0, 0],
    [11_182, 54, 0, 20],
    [105_024, 1_350, 4, 124],
    [901_002, 16_280, 28, 1_764],
    [7_399_896, 193_230, 206, 11_956],
];

const BROWN_BLOCKED: &str = "NZPSA1VM/m7/5R2/8/8/8/8/1vraspzn b m 0";
const NEAR_DEADLOCK: &str = "NZ1SA1VM/mv5n/8/2P2R2/8/8/8/2raspz1 b z 0";

fn position(text: &str) -> Position {
    Position::parse(text).expect(text)
}

fn tally(position: &Position, depth: u32, counts: &mut [u64; 4]) {
    if depth == 0 {
        let reason = position.outcome().map(|outcome| outcome.reason);
        counts[0] += 1;
        counts[1] += u64::from(reason == Some("home row"));
        counts[2] += u64::from(reason == Some("deadlock"));
        counts[3] += u64::from(position.after_zero());
        return;
    }
    position.for_each_move(|m| tally(&position.play(m), depth - 1, counts));
}

#[test]
fn the_table_is_met_column_by_column() {
    for (index, expected) in TABLE.into_iter().enumerate() {
        let mut counts = [0; 4];
        tally(&Position::start(), index as u32 + 1, &mut counts);
        assert_eq!(counts, expected, "depth {}", index + 1);
    }
}

#[test]
fn the_slow_implementation_meets_the_table_too() {
    for (index, expected) in TABLE.into_iter().enumerate().take(5) {
        let mut counts = slow::Counts::default();
        slow::perft(&slow::Referee::start(), index as u32 + 1, &mut counts);
        let slow::Counts {
            nodes,
            home_row,
            deadlock,
            last_zero,
        } = counts;
        assert_eq!([nodes, home_row, deadlock, last_zero], expected);
    }
}

#[test]
fn the_assignments_pictures_have_their_counts() {
    let cases: [(&str, &[u64]); 2] = [
        (BROWN_BLOCKED, &[1, 11, 66, 572, 4428]),
        (NEAR_DEADLOCK, &[10, 78, 425, 2394, 10693]),
    ];
    for (text, counts) in cases {
        for (index, &nodes) in counts.iter().enumerate() {
            let depth = index as u32 + 1;
            assert_eq!(perft(&position(text), depth), nodes, "{text}, {depth}");
        }
    }
}

#[test]
fn threads_and_table_change_nothing() {
    for (threads, hash_mb) in [(1, 4), (2, 0), (2, 4)] {
        let options = PerftOptions { threads, hash_mb };
        assert_eq!(count(&Position::start(), 6, options), Ok(TABLE[5][0]));
    }
}

fn atalaya(arguments: &[&str]) -> (String, String, Option<i32>) {
    let output = Command::new(env!("CARGO_BIN_EXE_atalaya"))
        .args(arguments)
        .output()
        .expect("the binary runs");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    (
        text(output.stdout),
        text(output.stderr),
        output.status.code(),
    )
}

#[test]
fn the_binary_counts_divides_and_takes_a_position_and_threads() {
    let (out, _, status) = atalaya(&["perft", "6", "--variant", "kamisado"]);
    assert_eq!(status, Some(0));
    assert!(out.contains("Nodes: 7399896\n"), "{out}");

    let (out, _, _) = atalaya(&[
        "perft",
        "3",
        "--variant",
        "kamisado",
        "--divide",
        "--threads",
        "2",
    ]);
    let lines = out.lines().filter(|line| line.contains(": "));
    let moves: Vec<_> = lines.filter(|line| line.as_bytes()[1] == b'1').collect();
    assert_eq!(moves.len(), 102, "{out}");
    let numbers = moves
        .iter()
        .filter_map(|line| line.split(": ").nth(1)?.parse::<u64>().ok());
    assert_eq!(numbers.sum::<u64>(), 11_182);

    let arguments = [
        "perft",
        "1",
        "--variant",
        "kamisado",
        "--divide",
        "--fen",
        BROWN_BLOCKED,
    ];
    let (out, _, _) = atalaya(&arguments);
    assert!(out.starts_with("a7a7: 1\n"), "{out}");

    let (out, _, _) = atalaya(&["perft", "2", "--variant", "kamisado", "--json"]);
    let json: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!(
        (&json["nodes"], &json["fen"]),
        (&1150.into(), &START.into())
    );
}

#[test]
fn a_bad_position_is_one_sentence_and_status_2() {
    let arguments = [
        "perft",
        "1",
        "--variant",
        "kamisado",
        "--fen",
        "8/8 b - 0 1",
    ];
    let (out, err, status) = atalaya(&arguments);
    assert_eq!((out.as_str(), status), ("", Some(2)));
    assert!(
        err.contains("'8/8 b - 0 1'") && err.lines().count() == 1,
        "{err}"
    );
    let (_, err, status) = atalaya(&["perft", "1", "--variant", "kamisado", "--chess960"]);
    assert_eq!(status, Some(2), "{err}");
}

#[test]
fn the_slow_implementation_counts_the_pictures_too() {
    for text in [BROWN_BLOCKED, NEAR_DEADLOCK] {
        let referee = slow::Referee::read(text);
        for depth in 1..=4 {
            let mut counts = slow::Counts::default();
            slow::perft(&referee, depth, &mut counts);
            assert_eq!(counts.nodes, perft(&position(text), depth), "{text}");
        }
    }
}

#[test]
fn a_wrong_option_is_named_as_it_was_given() {
    for option in ["deadlock", "rules"] {
        let output = Command::new(env!("CARGO_BIN_EXE_atalaya"))
            .args(["perft", "1", "--variant", "kamisado"])
            .args([format!("--{option}"), "never".to_owned()])
            .output()
            .expect("the binary runs");
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains(&format!("--{option} 'never'")), "{said}");
    }
}
