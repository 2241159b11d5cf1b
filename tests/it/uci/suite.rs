//! Test suites at the shell: what is solved, how it is told, what a bad line is answered with.

use crate::uci::data::TempFile;
use serde_json::Value;
use std::io::{BufRead, BufReader};
use std::process::{Command, Output, Stdio};

/// Positions of our own: a mate in one, a capture that wins, the same to be avoided, a mate by its length.
const LINES: &str = "# ours
6k1/5ppp/8/8/8/8/8/KR6 w - - bm Rb8#; id \"back rank\";
7k/6pp/8/3q4/8/8/8/K2R4 w - - bm Rxd5; c0 \"Rxd5=10, Rd2=1\";
7k/6pp/8/3q4/8/8/8/K2R4 w - - am Rd5; id \"not to be solved\";
7k/5K2/8/8/8/8/8/6R1 b - - dm -1;
";

fn suite(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_atalaya"))
        .arg("suite")
        .args(args)
        .output()
        .expect("the binary runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("UTF-8")
}

#[test]
fn a_castling_right_that_cannot_be_is_dropped_and_said() {
    let line = b"r5k1/8/3P2K1/8/8/8/1B6/3R4 w q - dm 2;\n";
    let file = TempFile::new("rights.epd", Some(line));
    let output = suite(&[file.path(), "--nodes", "100000"]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let said = text(&output.stderr);
    let place = format!(
        "atalaya: {}: line 1: r5k1/8/3P2K1/8/8/8/1B6/3R4 w q - ",
        file.path()
    );
    assert!(said.starts_with(&place), "{said}");
    assert!(said.contains("the castling right q is dropped"), "{said}");
}

#[test]
fn a_suite_says_of_each_position_whether_when_and_how() {
    let file = TempFile::new("suite.epd", Some(LINES.as_bytes()));
    let output = suite(&[file.path(), "--nodes", "20000"]);
    assert_eq!(output.status.code(), Some(1), "one cannot be solved");
    let out = text(&output.stdout);
    let lines: Vec<&str> = out.lines().collect();
    assert!(
        lines[0].starts_with("back rank: bm Rb8#; Rb8# (#1): solved in "),
        "{out}"
    );
    assert!(lines[1].starts_with("line 3: bm Rxd5; Rxd5 ("), "{out}");
    assert!(lines[1].ends_with(", 10 of 10 points"), "{out}");
    assert!(
        lines[2].starts_with("not to be solved: am Rxd5; Rxd5 ("),
        "{out}"
    );
    assert!(lines[2].ends_with(": not solved"), "{out}");
    assert!(
        lines[3].starts_with("line 5: dm -1; Kh7 (#-1): solved"),
        "{out}"
    );
    assert!(
        lines[4].starts_with("3 of 4 solved, half of them within "),
        "{out}"
    );
    assert!(lines[4].ends_with("; 10 of 10 points (100.0 %)"), "{out}");

    let all = suite(&[file.path(), "--nodes", "20000", "--every", "3"]);
    assert_eq!(
        all.status.code(),
        Some(0),
        "the first and the last are solved"
    );
    assert!(text(&all.stdout).contains("2 of 2 solved"));
}

#[test]
fn two_runs_are_kept_as_json_and_compared() {
    let epd = TempFile::new("compared.epd", Some(LINES.as_bytes()));
    let run = |nodes: &str| {
        let output = suite(&[epd.path(), "--nodes", nodes, "--json", "--option", "Hash=1"]);
        text(&output.stdout)
    };
    let first = run("10000");
    for line in first.lines() {
        let value: Value = serde_json::from_str(line).expect(line);
        assert!(value.is_object(), "{line}");
    }
    let old = TempFile::new("old.jsonl", Some(first.as_bytes()));
    let new = TempFile::new("new.jsonl", Some(run("5000").as_bytes()));
    let output = suite(&["--compare", old.path(), new.path()]);
    assert_eq!(output.status.code(), Some(0));
    let out = text(&output.stdout);
    assert!(
        out.starts_with("4 positions in both: solved 3 -> 3, points 10 -> 10\n"),
        "{out}"
    );
    let output = suite(&["--compare", old.path(), epd.path()]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("line 1"), "{output:?}");
}

#[test]
fn a_bad_line_or_option_is_named_before_anything_is_searched() {
    for (lines, args, named) in [
        ("8/8 w - - bm e4;", &[][..], "line 1"),
        ("6k1/5ppp/8/8/8/8/8/KR6 w - - bm Rb9;", &[], "Rb9"),
        (
            "6k1/5ppp/8/8/8/8/8/KR6 w - - id \"x\";",
            &[],
            "holds no line",
        ),
        (LINES, &["--option", "Hush=3"], "Hush"),
        (LINES, &["--option", "Hash=0"], "'0'"),
        (LINES, &["--option", "Hash"], "NAME=VALUE"),
    ] {
        let file = TempFile::new("bad.epd", Some(lines.as_bytes()));
        let output = suite(&[&[file.path()], args].concat());
        let told = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{told}");
        assert!(told.contains(named) && told.lines().count() == 1, "{told}");
        assert_eq!(text(&output.stdout), "", "{named}");
    }
    // More seconds than any clock counts.
    let file = TempFile::new("long.epd", Some(LINES.as_bytes()));
    let output = suite(&[file.path(), "--time", "1e19", "--nodes", "100"]);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert!(
        text(&output.stderr).contains("from 0 to 1,000,000,000"),
        "{output:?}"
    );
}

#[cfg(unix)]
#[test]
fn broken_off_it_sums_up_what_was_done() {
    let slow = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm a3;\n";
    let lines = LINES.lines().nth(1).expect("a mate").to_owned() + "\n" + slow;
    let file = TempFile::new("long.epd", Some(lines.as_bytes()));
    let mut child = Command::new(env!("CARGO_BIN_EXE_atalaya"))
        .args(["suite", file.path(), "--time", "600", "--settled", "2"])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the binary runs");
    let mut out = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    let first = out.next().expect("a line").expect("UTF-8");
    assert!(first.starts_with("back rank: "), "{first}");
    crate::pipe::press_ctrl_c(&child);
    let last = out.next().expect("a line").expect("UTF-8");
    assert!(last.starts_with("1 of 1 solved"), "{last}");
    assert_eq!(child.wait().expect("it ends").code(), Some(130));
}
