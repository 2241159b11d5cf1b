//! UC014 and UC015: pieces placed and removed, and the editor at the terminal around them.

use crate::collection::duels::Program;
use crate::collection::shell::{Came, Shell};
use crate::databases::on_each_address;
use serde_json::Value;

/// A session of the editor: its answers as JSON, one for each line.
fn session(desk: &Shell, args: &[&str], lines: &str) -> Vec<Value> {
    let mut all = vec!["problem", "edit", "--json"];
    all.extend(args);
    let out = desk.done(&all, lines);
    let answers = out
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"));
    answers.collect()
}

fn kept(desk: &Shell, id: &Value) -> Value {
    let shown = desk.done(&["problem", "show", &id.to_string(), "--json"], "");
    serde_json::from_str(&shown).expect("JSON")
}

#[test]
fn uc014_place_a_piece() {
    on_each_address(|address| {
        let desk = Shell::of("Ann", address);
        let lines = "put Kb6\nput ka8 Rh1\nput Qh1\nput qb6\nn 1\nsave\nquit\n";
        let answers = session(&desk, &[], lines);
        assert_eq!(answers[1]["fen"], "k7/8/1K6/8/8/8/8/7R w - - 0 1");
        // Occupied, by whomever.
        assert_eq!(answers[2]["refused"], "occupied");
        assert_eq!(answers[2]["message"], "the square h1 is occupied (R)");
        assert_eq!(answers[3]["message"], "the square b6 is occupied (K)");
        let saved = &answers[5];
        assert_eq!(
            (&saved["changed"], &saved["state"]),
            (&Value::from(false), &Value::from("draft"))
        );
        let problem = kept(&desk, &saved["id"]);
        assert_eq!(problem["fen"], "k7/8/1K6/8/8/8/8/7R w - - 0 1");
        assert_eq!(
            (&problem["stipulation"], &problem["state"]),
            (&Value::from("#1"), &Value::from("draft"))
        );
    });
}

#[test]
fn uc015_remove_a_piece() {
    on_each_address(|address| {
        let desk = Shell::of("Ann", address);
        let made = [
            "problem",
            "new",
            "--fen",
            "k7/8/1K6/8/8/8/8/6RR w - -",
            "-n",
            "1",
            "--json",
        ];
        let created: Value = serde_json::from_str(&desk.done(&made, "")).expect("JSON");
        let id = created["id"].to_string();
        let lines = "quita d4\ntake g1\ntake g1\ntake a8\nsave\nundo\nsave\n";
        let answers = session(&desk, &[&id], lines);
        assert_eq!(answers[0]["refused"], "empty_square");
        assert_eq!(answers[0]["message"], "the square d4 is empty");
        assert_eq!(answers[1]["fen"], "k7/8/1K6/8/8/8/8/7R w - - 0 1");
        assert_eq!(answers[2]["message"], "the square g1 is empty");
        // A board without a king may be edited, not kept.
        assert_eq!(
            answers[3]["impossible"],
            "Black has 0 kings in the FEN, not 1"
        );
        assert_eq!(answers[4]["refused"], "invalid");
        assert_eq!(answers[6]["saved"]["id"], created["id"]);
        assert_eq!(
            kept(&desk, &created["id"])["fen"],
            "k7/8/1K6/8/8/8/8/7R w - - 0 1"
        );
    });
}

#[test]
fn what_was_verified_in_the_editor_is_kept_as_verified() {
    on_each_address(|address| {
        let desk = Shell::of("Ann", address);
        let lines = "fen k7/8/1K6/8/8/8/8/7R w - -\nn 1\nverify\ntitle A title\ntags one, two\nsave\n\
                     n 2\nsave\n";
        let answers = session(&desk, &[], lines);
        assert_eq!(answers[2]["verdict"]["state"], "verified");
        assert_eq!(answers[2]["verdict"]["keys"][0]["move"], "h1h8");
        assert_eq!(answers[5]["state"], "verified");
        let problem = kept(&desk, &answers[5]["id"]);
        assert_eq!(problem["title"], "A title");
        assert_eq!(problem["tags"], serde_json::json!(["one", "two"]));
        // Another question is another problem, which nobody has verified.
        assert_eq!(
            (&problem["state"], &answers[7]["state"]),
            (&Value::from("draft"), &Value::from("draft"))
        );
        let lines = "fen k7/8/1K6/8/8/8/8/7R w - -\nn 1\nverify\nsave\n";
        let answers = session(&desk, &[], lines);
        let problem = kept(&desk, &answers[3]["id"]);
        assert_eq!(
            (&problem["state"], &problem["least"]),
            (&Value::from("verified"), &Value::from(1))
        );
        assert!(problem["certificate_hash"].is_string(), "{problem}");
    });
}

#[test]
fn an_edit_is_refused_before_any_work_is_done_in_vain() {
    on_each_address(|address| {
        let ann = Shell::of("Ann", address);
        let bob = Shell::of("Bob", address);
        let made = [
            "problem",
            "new",
            "--fen",
            "k7/8/1K6/8/8/8/8/7R w - -",
            "-n",
            "1",
            "--json",
        ];
        let created: Value = serde_json::from_str(&ann.done(&made, "")).expect("JSON");
        let id = created["id"].to_string();
        let Came { status, out, err } = bob.run(&["problem", "edit", &id], "take h1\nsave\n");
        assert_eq!((status, out.as_str()), (1, ""));
        assert_eq!(
            err,
            format!("atalaya: problem {id} is somebody else's; it may be copied\n")
        );
        let none = bob.run(&["problem", "edit", "99999", "--json"], "");
        assert_eq!(none.status, 1);
        assert!(none.out.contains("no_such_problem"), "{}", none.out);
    });
}

#[test]
fn a_session_speaks_to_people_and_asks_before_work_is_lost() {
    on_each_address(|address| {
        let desk = Shell::of("Ann", address);
        let lines = "# a remark\nput Kb6 ka8\nput X\nput Qh1\nshow\nhelp\nputt\nput\nundo 2\nquit\nn\nquit\ny\nsave\n";
        let came = desk.run(&["problem", "edit", "--plain"], lines);
        assert_eq!(came.status, 0, "{}", came.err);
        assert!(came.out.contains("8 ♚"), "{}", came.out);
        assert!(
            came.out
                .contains("FEN         k7/8/1K6/8/8/8/8/7Q w - - 0 1\n"),
            "{}",
            came.out
        );
        assert_eq!(
            came.out
                .matches("unsaved changes. Leave all the same?")
                .count(),
            2
        );
        let complaints: Vec<&str> = came.err.lines().collect();
        assert_eq!(complaints.len(), 4, "{complaints:?}");
        assert!(complaints[0].contains("bad piece 'X'"), "{complaints:?}");
        assert!(
            complaints[1].contains("'putt' is not understood"),
            "{complaints:?}"
        );
        assert!(
            complaints[2].contains("Something is missing: put Qd4")
                && complaints[3].contains("'undo' takes nothing after it"),
            "{complaints:?}"
        );
        assert!(
            came.out.contains("put Qd4 ") && came.out.contains("places a piece"),
            "{}",
            came.out
        );

        // Saved by the answer, and left.
        let lines = "put Kb6 ka8 Rh1\nn 1\nquit\nsave\nshow\n";
        let came = desk.run(&["problem", "edit", "--plain"], lines);
        assert_eq!(came.status, 0, "{}", came.err);
        assert!(came.out.contains(", kept: "), "{}", came.out);
        assert_eq!(
            came.out.matches("FEN  ").count(),
            1,
            "it has ended: {}",
            came.out
        );

        let came = desk.run(
            &["problem", "edit", "--plain", "--lang", "es"],
            "pon Kb6\nverifica\n",
        );
        assert_eq!(came.status, 1);
        assert!(came.out.starts_with("Problema nuevo: "), "{}", came.out);
        let last = came.err.lines().last().expect("a complaint");
        assert_eq!(
            last,
            "atalaya: la entrada ha terminado y hay cambios sin guardar"
        );
    });
}

#[test]
fn sessions_speak_the_language_of_the_locale() {
    let folder = tempfile::tempdir().expect("a folder");
    let program = Program::new(&format!("sqlite:{}", folder.path().join("c.db").display()));
    for (locale, args, begun) in [
        ("es_ES.UTF-8", "problem edit", "Problema nuevo: "),
        ("C", "problem edit", "New problem: "),
        ("es_ES.UTF-8", "problem edit --lang en", "New problem: "),
        (
            "es_ES.UTF-8",
            "problem play --attacker H2 --seed 1 --author Nobody",
            "atalaya: se pidió un problema verificado",
        ),
    ] {
        let mut command = program.command(args);
        command.env("LC_ALL", locale);
        let (out, _) = crate::pipe::run(&mut command, "");
        assert!(out.starts_with(begun), "{args}: {out}");
    }
}

#[test]
fn a_position_is_turned_solved_with_any_stipulation_and_changes_are_done_again() {
    on_each_address(|address| {
        let desk = Shell::of("Ann", address);
        let lines = "fen 7k/5K2/8/8/8/8/8/6R1 b - - 0 1\nsolve h#1\nturn mirror\nundo\nredo\nredo\nturn up\nsolve h#1 nonsense\nsolve q#1\nquit\n";
        let told = session(&desk, &[], lines);
        let line = &told[1]["answer"]["parts"][0]["lines"][0]["text"];
        assert_eq!(line, "1.Kh8-h7 Rg1-h1 #", "{told:?}");
        let mirrored = "k7/2K5/8/8/8/8/8/1R6 b - - 0 1";
        assert_eq!(told[2]["fen"], mirrored);
        assert_eq!(told[3]["fen"], "7k/5K2/8/8/8/8/8/6R1 b - - 0 1");
        assert_eq!(told[4]["fen"], mirrored);
        assert_eq!(told[5]["fen"], mirrored, "nothing to do again");
        for (refused, word) in told[6..9].iter().zip(["a8", "nonsense", "q#1"]) {
            let why = refused["message"].as_str().expect("a sentence");
            assert!(why.contains(word), "{why}");
        }
    });
}
