//! `atalaya mate` driven as a user would: the built binary, its output, its exit status.

mod oracle;
mod proofs;
mod suites;

use games::chess::Position;
use serde_json::Value;
use solve::mate::{AnswerRecord, Inquiry, Options, Solver};
use std::path::PathBuf;
use std::process::{Command, Output};

fn mate(args: &[&str]) -> Output {
    let binary = env!("CARGO_BIN_EXE_atalaya");
    let output = Command::new(binary)
        .arg("mate")
        .args(args)
        .args(["--hash", "64"])
        .output();
    output.expect("the binary runs")
}

fn status(output: &Output) -> i32 {
    output.status.code().expect("no signal")
}

fn text(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("UTF-8")
}

fn json(args: &[&str]) -> (i32, Value) {
    let output = mate(&[args, &["--json"]].concat());
    let value = serde_json::from_slice(&output.stdout).expect("one JSON object");
    (status(&output), value)
}

fn suite(name: &str) -> Option<PathBuf> {
    crate::shared::shared(&format!("mate/{name}"))
}

fn complaint(output: &Output) -> String {
    assert_eq!(status(output), 2, "{output:?}");
    String::from_utf8(output.stderr.clone()).expect("UTF-8")
}

/// King and rook against king: the rook waits, then mates. White mates in two, not in one.
const LADDER: &str = "k7/8/1K6/8/8/8/8/6R1 w - - 0 1";
const ROOK_WAITS: &str = "k7/8/2K5/8/8/8/8/1R6 w - - 0 1";

#[test]
fn the_exit_status_says_proved_refuted_undecided_or_bad_input() {
    assert_eq!(status(&mate(&["1", "--fen", LADDER])), 0);
    assert_eq!(status(&mate(&["1", "--fen", ROOK_WAITS])), 1);
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    assert_eq!(status(&mate(&["6", "--fen", start, "--nodes", "2000"])), 3);
    for bad in [
        &["2", "--fen", "8/8/8/8/8/8/8/K7 w - -"] as &[&str],
        &["2"],
        &["--fen", LADDER],
        &["x", "--fen", LADDER],
        &["0", "--fen", LADDER],
        &["127", "--fen", LADDER],
        &["2", "--fen", LADDER, "--max", "3"],
        &["2", "--fen", LADDER, "--time", "-1"],
        &["--epd", "/nowhere/at/all.epd"],
        &["--check", "/nowhere/at/all"],
    ] {
        let output = mate(bad);
        assert_eq!(status(&output), 2, "{bad:?}");
        assert!(!output.stderr.is_empty(), "{bad:?}");
    }
}

#[test]
fn the_json_object_has_every_promised_key() {
    let (code, object) = json(&["2", "--fen", ROOK_WAITS, "--tree", "--tries"]);
    assert_eq!(code, 0);
    for key in [
        "fen",
        "n",
        "verdict",
        "mate_in",
        "keys",
        "unique",
        "short_mates",
        "duals",
        "tries",
        "pv",
        "nodes",
        "time_ms",
    ] {
        assert!(
            object.get(key).is_some_and(|v| !v.is_null()),
            "{key}: {object}"
        );
    }
    assert_eq!(object["verdict"], "mate");
    assert_eq!(object["mate_in"], 2);
    assert_eq!(object["keys"][0]["uci"], "c6c7");
    assert_eq!(object["keys"][0]["san"], "Kc7");
    assert_eq!(object["unique"], true);
    assert_eq!(object["pv"].as_array().map(Vec::len), Some(3));
    let (code, object) = json(&["1", "--fen", ROOK_WAITS]);
    assert_eq!((code, &object["verdict"]), (1, &Value::from("no_mate")));
    assert_eq!(
        (&object["mate_in"], &object["keys"]),
        (&Value::Null, &serde_json::json!([]))
    );
}

#[test]
fn underpromotion_mates_and_the_key_says_which_piece() {
    let (code, object) = json(&["1", "--fen", "6br/5Ppk/7p/5K2/8/8/8/8 w - - 0 1"]);
    assert_eq!(code, 0);
    assert_eq!(
        object["keys"],
        serde_json::json!([{ "uci": "f7f8n", "san": "f8=N#", "mate_in": 1 }])
    );
}

#[test]
fn the_side_to_move_may_be_black_or_the_one_that_is_mated() {
    let black = "1r6/8/8/8/8/2k5/8/K7 b - - 0 1";
    let (_, object) = json(&["--max", "4", "--fen", black]);
    assert_eq!(object["mate_in"], 2);
    assert_eq!(object["keys"][0]["uci"], "c3c2");
    let mated = "k7/8/1K6/8/8/8/8/6R1 b - - 0 1";
    let (code, object) = json(&["-1", "--fen", mated]);
    assert_eq!((code, &object["mate_in"]), (0, &Value::from(-1)));
    assert_eq!(object["pv"].as_array().map(Vec::len), Some(2));
}

#[test]
fn more_than_218_moves_and_any_number_of_queens_are_no_obstacle() {
    let fen = "3Q4/1Q4Q1/4Q3/2Q4R/Q4Q2/3Q4/1Q4Rp/1K1BBNNk w - - 0 1";
    let (code, object) = json(&["1", "--fen", fen]);
    assert_eq!((code, &object["mate_in"]), (0, &Value::from(1)));
}

#[test]
fn castling_needs_its_right_and_the_fifty_move_rule_its_flag() {
    let castle = "8/8/2Q1R1p1/7B/6p1/2Nk4/8/R3K3 w Q - 0 1";
    let (_, with) = json(&["1", "--fen", castle]);
    let only = serde_json::json!([{ "uci": "e1c1", "san": "O-O-O#", "mate_in": 1 }]);
    assert_eq!(with["keys"], only);
    assert_eq!(
        status(&mate(&["1", "--fen", &castle.replace(" Q ", " - ")])),
        1
    );
    let late = ROOK_WAITS.replace("0 1", "98 90");
    assert_eq!(status(&mate(&["2", "--fen", &late])), 0);
    assert_eq!(status(&mate(&["2", "--fen", &late, "--fifty"])), 1);
}

#[test]
fn the_solution_is_written_as_problemists_read_it() {
    let output = mate(&["2", "--fen", ROOK_WAITS, "--tree", "--tries"]);
    let solution = text(&output);
    let key = "   1.Kc6-c7 ! threat:\n          2.Rb1-a1 #\n";
    assert!(solution.contains(key), "{solution}");
    let a_try = "   1.Kc6-b6 ? zugzwang.\n    but\n      1...Ka8-b8 !\n";
    assert!(solution.contains(a_try), "{solution}");
    let Some(path) = suite("mate-in-2-odd.epd") else {
        return;
    };
    let problems = std::fs::read_to_string(path).expect("readable");
    let first = problems.lines().next().expect("a line");
    let fen = first.split(' ').take(4).collect::<Vec<_>>().join(" ");
    let solution = text(&mate(&[
        "2",
        "--fen",
        &fen,
        "--tree",
        "--tries",
        "--set-play",
    ]));
    for part in [
        "      1...Bc8-d7\n          2.Qh5-d5 #\n",
        "   1.Qh5-b5 ? threat:\n          2.Qb5-c4 #\n",
        "    but\n      1...a6*b5 !\n",
        "   1.Qh5-a5 ! zugzwang.\n",
        "      1...Bc8-b7\n          2.Se3-f5 #\n",
    ] {
        assert!(solution.contains(part), "{part}\n{solution}");
    }
}

#[test]
fn two_threads_and_one_agree() {
    let fen = "8/2p5/8/2kN4/8/1K6/4Q3/8 w - - 0 1";
    let one = json(&["--max", "4", "--fen", fen]).1;
    let two = json(&["--max", "4", "--fen", fen, "--threads", "2"]).1;
    for key in ["verdict", "mate_in", "keys", "unique"] {
        assert_eq!(one[key], two[key]);
    }
}

#[test]
fn a_chess960_castling_right_needs_no_option() {
    let fen = "8/8/8/8/4Q1BN/7p/5R2/k3K1R1 w G - 0 1";
    let (code, object) = json(&["1", "--fen", fen]);
    assert_eq!(code, 0);
    let only = serde_json::json!([{ "uci": "e1g1", "san": "O-O#", "mate_in": 1 }]);
    assert_eq!(object["keys"], only);
    let said = complaint(&mate(&["1", "--fen", &fen.replace(" G ", " H ")]));
    assert!(
        said.contains("White the right to castle with a rook on h1"),
        "{said}"
    );
}

/// The black right `q` cannot be (the king is on g8): it is dropped, and said with the position or its line.
#[test]
fn a_right_that_standard_chess_cannot_have_does_not_make_a_defence() {
    let fen = "r5k1/8/3P2K1/8/8/8/1B6/3R4 w q - 0 1";
    let output = mate(&["2", "--fen", fen]);
    assert_eq!(status(&output), 0, "{output:?}");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    let dropped = "the castling right q is dropped: it needs a king on e8 and a rook on a8";
    assert_eq!(said, format!("atalaya: {fen}: {dropped}\n"));
    let line = b"r5k1/8/3P2K1/8/8/8/1B6/3R4 w q - dm 2;\n";
    let file = crate::scratch::TempFile::new("rights.epd", Some(line));
    let output = mate(&["--epd", file.path()]);
    assert_eq!(status(&output), 0, "{output:?}");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        said.contains("line 1: r5k1/8/3P2K1/8/8/8/1B6/3R4 w q -: the castling right q"),
        "{said}"
    );
    // In Chess960 it is a defence.
    assert_eq!(status(&mate(&["2", "--fen", fen, "--chess960"])), 1);
    assert_eq!(
        status(&mate(&["2", "--fen", &fen.replace(" q ", " a ")])),
        1
    );
}

/// A proof about a position with such a right would be one of another game.
#[test]
fn a_proof_about_rights_that_standard_chess_cannot_have_is_refused() {
    let file = crate::scratch::TempFile::new("proof", None);
    let path = file.path();
    let fen = "r5k1/8/3P2K1/8/8/8/1B6/3R4 w a - 0 1";
    assert_eq!(
        status(&mate(&["2", "--fen", fen, "--certificate", path])),
        1
    );
    assert_eq!(status(&mate(&["--check", path])), 0);
    let text = std::fs::read_to_string(path).expect("written");
    assert!(text.contains(fen), "{text}");
    // As it was written before: only with the flag.
    std::fs::write(path, text.replacen(" w a ", " w q ", 1)).expect("written");
    let said = complaint(&mate(&["--check", path]));
    assert!(
        said.contains("line 2") && said.contains("name the files"),
        "{said}"
    );
    assert_eq!(status(&mate(&["--check", path, "--chess960"])), 0);
}

#[test]
fn an_answer_about_the_side_that_is_mated_is_worded_for_it() {
    let mated = "R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1";
    let in_one = "k7/2K5/8/8/8/8/8/1R6 b - - 0 1";
    for (n, fen, said, code) in [
        ("-1", mated, "The side to move is mated.", 0),
        ("-4", mated, "The side to move is mated.", 0),
        ("-3", in_one, "Mated in 1: 1 is least", 0),
        ("-1", ROOK_WAITS, "Not mated in 1 move: proved", 1),
        ("-2", ROOK_WAITS, "Not mated in 2 moves: proved", 1),
    ] {
        for find in [&[][..], &["--find"]] {
            let output = mate(&[&[n, "--fen", fen], find].concat());
            let found = text(&output);
            let first = found.lines().next().unwrap_or_default();
            assert_eq!(first, said, "{n} {find:?}");
            assert_eq!(status(&output), code, "{n} {find:?}");
        }
    }
    let (_, object) = json(&["-4", "--fen", mated, "--find"]);
    assert_eq!(object["mate_in"], 0);
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1";
    let output = mate(&["-6", "--fen", start, "--nodes", "2000"]);
    assert!(text(&output).starts_with("Undecided within the limits: not mated in "));
    let said = complaint(&mate(&["-2", "--fen", in_one, "--keys"]));
    assert!(said.contains("it has no keys"), "{said}");
}

#[test]
fn replies_that_only_hasten_the_mate_are_no_defences() {
    let fen = "k1B5/2p5/NbN5/8/P2p4/P2p4/P1prp3/2RbK3 w - - 0 1";
    let solution = text(&mate(&["3", "--fen", fen, "--tree"]));
    assert!(
        solution.contains("      1...Bb6*a5\n          2.Sa6-c5 threat:"),
        "{solution}"
    );
    for reply in ["Bb6-a7", "Bb6-c5"] {
        assert!(!solution.contains(reply), "{solution}");
    }
}

#[test]
fn an_inquiry_and_its_answer_are_plain_data() {
    let inquiry = r#"{"moves": 2, "keys": "asked", "solution": {"tries": true}, "nodes": 1000000}"#;
    let inquiry: Inquiry = serde_json::from_str(inquiry).expect("an inquiry");
    let position = Position::from_fen(ROOK_WAITS, false).expect("legal");
    let options = Options {
        hash_mb: 16,
        ..Options::default()
    };
    let mut solver = Solver::new(options).expect("16 MB");
    let answer = solver.inquire(&position, inquiry, None, |_| {});
    let record = answer.expect("a good question").record();
    let (_, printed) = json(&["2", "--fen", ROOK_WAITS, "--tree", "--tries"]);
    let printed: AnswerRecord = serde_json::from_value(printed).expect("an answer");
    assert!(
        record
            .solution
            .as_deref()
            .is_some_and(|text| text.contains("1.Kc6-c7 !"))
    );
    assert_eq!(
        AnswerRecord {
            time_ms: printed.time_ms,
            ..record
        },
        printed
    );
    for (bad, why) in [
        (r#"{"moves": 0}"#, "not 0"),
        (r#"{"moves": -127}"#, "not -127"),
        (r#"{"moves": 2, "find": true, "keys": "least"}"#, "'find'"),
        (r#"{"moves": -2, "solution": {}}"#, "no solution"),
    ] {
        let inquiry: Inquiry = serde_json::from_str(bad).expect(bad);
        let error = solver
            .inquire(&position, inquiry, None, |_| {})
            .expect_err(bad);
        assert!(error.to_string().contains(why), "{error}");
    }
    assert!(serde_json::from_str::<Inquiry>(r#"{"moves": 2, "key": "least"}"#).is_err());
}

#[test]
fn finding_with_several_threads_answers_as_with_one() {
    for (fen, n, status_wanted) in [
        ("8/7P/8/1P1pK3/4b3/4kpN1/1p6/3r1Q2 w - - 0 1", "5", 0),
        ("7n/1P1b4/2R3p1/1k4p1/7R/K1r5/2P3p1/6B1 w - - 0 1", "4", 0),
        ("7n/1P1b4/2R3p1/1k4p1/7R/K1r5/2P3p1/6B1 w - - 0 1", "3", 1),
    ] {
        for threads in ["1", "4"] {
            let output = mate(&[n, "--fen", fen, "--find", "--threads", threads]);
            assert_eq!(status(&output), status_wanted, "{fen}: {}", text(&output));
        }
    }
}
