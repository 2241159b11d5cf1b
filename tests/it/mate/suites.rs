//! Files of problems, and the shared collections.

use super::{LADDER, ROOK_WAITS, json, mate, status, suite, text};
use crate::scratch::TempFile;
use serde_json::Value;
use solve::mate::AnswerRecord;

#[test]
fn a_suite_is_solved_line_by_line_and_a_wrong_length_is_reported() {
    let file = TempFile::new("suite.epd", None);
    let board = |fen: &str| fen.split(' ').take(4).collect::<Vec<_>>().join(" ");
    let good = format!(
        "# a comment\n{} bm #2; \"x\";\n{} dm 1;\n{} bm Rb2;\n",
        board(ROOK_WAITS),
        board(LADDER),
        board(LADDER)
    );
    std::fs::write(file.path(), &good).expect("written");
    let output = mate(&["--epd", file.path(), "--time", "10", "--jobs", "2"]);
    assert_eq!(status(&output), 0, "{}", text(&output));
    assert_eq!(
        text(&output).matches("known ").count(),
        2,
        "{}",
        text(&output)
    );
    let output = mate(&["--epd", file.path(), "--json", "--keys"]);
    for line in text(&output).lines() {
        let object: Value = serde_json::from_str(line).expect("JSON");
        assert_eq!(object["verdict"], "mate");
        assert!(object["keys"].is_array());
    }
    std::fs::write(file.path(), good.replace("#2", "#1")).expect("written");
    assert_eq!(status(&mate(&["--epd", file.path()])), 1);
    std::fs::write(file.path(), good.replace("#2", "#zwei")).expect("written");
    let output = mate(&["--epd", file.path()]);
    assert_eq!(status(&output), 2);
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        message.contains("line 2") && message.contains("zwei"),
        "{message}"
    );
}

#[test]
fn a_suite_lists_the_keys_that_a_single_position_has() {
    let file = TempFile::new("keys.epd", None);
    let board = "k7/8/5K2/8/8/8/8/6QR w - -";
    std::fs::write(
        file.path(),
        format!("\u{feff}{board} id \"a; dm 7\"; dm 3;\n"),
    )
    .expect("written");
    let (_, alone) = json(&["3", "--fen", board, "--keys"]);
    let output = mate(&["--epd", file.path(), "--keys", "--json"]);
    let listed: Value = serde_json::from_str(&text(&output)).expect("one line");
    let keys = |object: &Value| object["keys"].as_array().expect("keys").clone();
    assert!(keys(&alone).len() > 3, "{alone}");
    assert_eq!(keys(&alone), keys(&listed));
    assert_eq!(alone["short_mates"], listed["short_mates"]);
    let words = text(&mate(&["--epd", file.path(), "--keys"]));
    assert!(words.contains("; short mates "), "{words}");
    std::fs::write(file.path(), "k7/8/1K6/8/8/8/8/6QR w - - dm 1;\n").expect("written");
    let words = text(&mate(&["--epd", file.path(), "--keys"]));
    assert!(
        words.contains("; cooked: 2 first moves mate in 1; "),
        "{words}"
    );
}

#[test]
fn composed_twomovers_have_their_authors_key_among_the_keys() {
    let Some(path) = suite("mate-in-2-odd.epd") else {
        return;
    };
    let suite = std::fs::read_to_string(&path).expect("readable");
    let mut intended = Vec::new();
    for line in suite.lines().step_by(12) {
        let key = line
            .split("PV: ")
            .nth(1)
            .and_then(|pv| pv.split([' ', ';']).next());
        intended.push(key.expect("a line of moves").to_owned());
    }
    let path = path.to_str().expect("UTF-8");
    let output = mate(&["--epd", path, "--every", "12", "--keys", "--json"]);
    assert_eq!(status(&output), 0);
    let mut seen = 0;
    for (line, key) in text(&output).lines().zip(&intended) {
        let object: Value = serde_json::from_str(line).expect("JSON");
        assert_eq!(object["mate_in"], 2, "{object}");
        let keys = object["keys"].as_array().expect("keys");
        assert!(
            keys.iter().any(|k| k["uci"] == **key),
            "{key} is not in {object}"
        );
        seen += 1;
    }
    assert_eq!(seen, intended.len());
}

#[test]
fn no_short_problem_of_the_track_is_refuted_at_its_known_length() {
    let Some(path) = suite("matetrack-odd.epd") else {
        return;
    };
    let path = path.to_str().expect("UTF-8");
    let output = mate(&["--epd", path, "--only", "1-4", "--keys"]);
    assert_eq!(status(&output), 0, "{}", text(&output));
}

#[test]
fn mates_of_six_to_eight_moves_are_found_and_those_of_the_defender_too() {
    let Some(path) = suite("matetrack-odd.epd") else {
        return;
    };
    let path = path.to_str().expect("UTF-8");
    for (only, least) in [("--only=6-8", 11), ("--only=-7--6", 4)] {
        let every = if least > 4 { "150" } else { "1" };
        // Nodes, not time: what is found does not hang on the machine.
        let output = mate(&[
            "--epd", path, only, "--every", every, "--nodes", "3000000", "--find", "--json",
        ]);
        assert_eq!(status(&output), 0, "{}", text(&output));
        let out = text(&output);
        let answers: Vec<AnswerRecord> = out
            .lines()
            .map(|line| serde_json::from_str(line).expect("an answer"))
            .collect();
        assert!(answers.len() >= least, "{out}");
        for answer in answers {
            assert_eq!(answer.mate_in, Some(answer.n), "{answer:?}");
        }
    }
}

#[test]
fn with_any_length_mates_are_found_of_which_no_length_is_known() {
    let Some(path) = suite("matetrack-odd.epd") else {
        return;
    };
    // Some of the long ones, without what they say of their length.
    let all = std::fs::read_to_string(path).expect("readable");
    let long = all.lines().filter_map(|line| {
        let (board, rest) = line.split_once(" bm #")?;
        let moves: i32 = rest.split(';').next()?.parse().ok()?;
        (6..=15).contains(&moves).then_some(board)
    });
    let lines = long.skip(9).step_by(90);
    let boards = lines.map(|board| format!("{board} id \"unknown\";\n"));
    let file = TempFile::new("lengthless.epd", None);
    std::fs::write(file.path(), boards.collect::<String>()).expect("written");
    let asked = [
        "--epd",
        file.path(),
        "--max",
        "40",
        "--find",
        "--nodes",
        "40000",
        "--json",
    ];
    let proved = |more: &[&str]| {
        let output = mate(&[&asked[..], more].concat());
        let out = text(&output);
        let answers = out
            .lines()
            .map(|line| -> AnswerRecord { serde_json::from_str(line).expect("an answer") });
        answers.filter(|answer| answer.mate_in.is_some()).count()
    };
    let (tied, free) = (proved(&[]), proved(&["--any-length"]));
    assert!(free > tied + 2, "{free} and {tied}");
    // Only what is looked for can be of any length.
    let output = mate(&["--epd", file.path(), "--max", "5", "--any-length"]);
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(status(&output) == 2 && told.contains("--find"), "{told}");
}
