//! Problems of the collection that are no direct mates: kept, verified, listed, edited, exported, and never played.

use crate::collection::shell::Shell;
use crate::databases::on_each_address;
use serde_json::{Value, json};

const HELP: &str = "7k/5K2/8/8/8/8/8/6R1 b - - 0 1";
const MIRRORED: &str = "k7/2K5/8/8/8/8/8/1R6 b - - 0 1";

/// Runs `problem` with `--json`; lines go in.
fn told(desk: &Shell, args: &[&str], lines: &str) -> Value {
    let mut all = vec!["problem"];
    all.extend(args);
    all.push("--json");
    let out = desk.done(&all, lines);
    serde_json::from_str(&out).expect("JSON")
}

#[test]
fn a_helpmate_with_twins_is_kept_verified_shown_and_never_played() {
    on_each_address(|address| {
        let desk = Shell::of("Ann", address);
        let new = [
            "new",
            "--fen",
            HELP,
            "--stipulation",
            "h#1",
            "--twin",
            "Move g1 a1",
            "--option",
            "SetPlay",
        ];
        let created = told(&desk, &new, "");
        let id = created["id"].to_string();
        assert_eq!(created["twins"], json!([]));
        let verified = told(&desk, &["verify", &id], "");
        assert_eq!(
            (&verified["state"], &verified["unique_key"]),
            (&json!("verified"), &json!(true)),
            "{verified}"
        );
        let shown = told(&desk, &["show", &id], "");
        assert_eq!(shown["stipulation"], "h#1");
        assert_eq!(shown["terms"]["twins"], json!(["Move g1 a1"]));
        let counts = json!([
            {"twin": "a", "stipulation": "h#1", "solutions": 1},
            {"twin": "b", "stipulation": "h#1", "solutions": 1},
        ]);
        assert_eq!(shown["solutions"], counts);
        assert_eq!((&shown["band"], &shown["keys"]), (&json!(0), &json!([])));
        let text = desk.done(&["problem", "show", &id], "");
        for part in [
            "Black begins: h#1",
            "b) Move g1 a1",
            "as many solutions as intended",
            "b) h#1: 1 solution",
            concat!(
                "C+ Atalaya ",
                env!("CARGO_PKG_VERSION"),
                " (all moves tried; "
            ),
        ] {
            assert!(text.contains(part), "{part}: {text}");
        }
        let listed = desk.done(&["problem", "list", "--mine"], "");
        assert!(listed.contains("h#1"), "{listed}");
        // Its themes are those of both twins.
        let themes = told(&desk, &["show", &id, "--themes"], "");
        let words: Vec<&Value> = { themes["themes"].as_array().expect("a list").iter() }
            .map(|found| &found["theme"])
            .collect();
        assert!(words.contains(&&json!("ideal-mate")), "{themes}");
        // It is not played.
        let came = desk.run(&["problem", "play", &id, "--json"], "");
        assert_eq!(came.status, 1, "{}", came.err);
        let said: Value = serde_json::from_str(&came.out).expect("JSON");
        assert_eq!(said["refused"], "not_direct");
        // What makes it better leaves a solution to both twins.
        let improve = [
            "improve",
            HELP,
            "--stipulation",
            "h#1",
            "--twin",
            "Move g1 a1",
        ];
        let improved = told(&desk, &improve, "");
        assert_eq!(improved["solutions"], 2, "{improved}");
        assert_eq!(improved["complete"], true, "{improved}");
        // Set play would have to be compared, too.
        let came = desk.run(&["problem", "improve", "--id", &id], "");
        assert_ne!(came.status, 0, "{}", came.out);
        assert!(came.err.contains("SetPlay"), "{}", came.err);
        // A copy has the same verdict, and is the same problem; with another stipulation, or without the twin, it is none.
        let copy = told(&desk, &["copy", &id], "");
        assert_eq!(copy["twins"], json!([created["id"]]));
        let copy = told(&desk, &["show", &copy["id"].to_string()], "");
        assert_eq!(
            (&copy["state"], &copy["solutions"]),
            (&json!("verified"), &counts)
        );
        let verification = &copy["verification"];
        assert_eq!(verification["version"], env!("CARGO_PKG_VERSION"), "{copy}");
        assert_eq!(verification["rules"], "", "{copy}");
        let alone = told(&desk, &["new", "--fen", HELP, "--stipulation", "h#1"], "");
        assert_eq!(alone["twins"], json!([]));
        let mirrored = told(
            &desk,
            &["new", "--fen", MIRRORED, "--stipulation", "h#1"],
            "",
        );
        assert_eq!(mirrored["twins"], json!([alone["id"]]));
        let longer = told(&desk, &["new", "--fen", HELP, "--stipulation", "h#2"], "");
        assert_eq!(longer["twins"], json!([]));
    });
}

#[test]
fn the_editor_makes_twins_conditions_and_fairy_pieces() {
    on_each_address(|address| {
        let desk = Shell::of("Ann", address);
        let lines = "fen 7k/5K2/8/8/8/8/8/6R1 w - - 0 1\nstipulation h#1\ntwin Move g1 a1\ntwin Remove a1\n\
                     twin b Move g1 b1\ntwin b -\ntwin c -\ntwin Move g1 a1\nsolve\nverify\nsave\n\
                     conditions Circe\npiece Neutral Gd4\npiece White Ge5\ntake e5\npiece White Qe6\nput Nd4\nturn mirror\n\
                     options Beep\nintended 2\nundo\nsave\nquit\n";
        let out = desk.done(&["problem", "edit", "--json"], lines);
        let all: Vec<Value> = out
            .lines()
            .map(|line| serde_json::from_str(line).expect("JSON"))
            .collect();
        assert_eq!(all[1]["fen"], HELP, "Black begins by custom");
        assert_eq!(all[2]["terms"]["twins"], json!(["Move g1 a1"]));
        let why = all[3]["message"].as_str().expect("a sentence");
        assert!(
            why.contains("'Remove a1'") && why.contains("no piece"),
            "{why}"
        );
        assert_eq!(all[4]["terms"]["twins"], json!(["Move g1 b1"]));
        assert_eq!(all[5]["terms"], json!({}));
        assert!(
            all[6]["message"]
                .as_str()
                .is_some_and(|why| why.contains("c)"))
        );
        assert_eq!(
            all[8]["answers"].as_array().map(Vec::len),
            Some(2),
            "{}",
            all[8]
        );
        assert_eq!(
            all[9]["verdict"]["solutions"][1]["solutions"], 1,
            "{}",
            all[9]
        );
        // What was verified here is not verified again.
        assert_eq!(all[10]["state"], "verified");
        let id = all[10]["id"].to_string();
        assert_eq!(
            all[13]["terms"]["pieces"],
            json!(["Neutral Gd4", "White Ge5"])
        );
        assert_eq!(all[14]["terms"]["pieces"], json!(["Neutral Gd4"]));
        for (at, word) in [(15, "White Qe6"), (16, "Neutral Gd4"), (18, "Beep")] {
            let why = all[at]["message"].as_str().expect("a sentence");
            assert!(why.contains(word), "{why}");
        }
        assert_eq!(all[17]["terms"]["pieces"], json!(["Neutral Ge4"]));
        assert_eq!(all[19]["terms"]["intended"], 2);
        assert_eq!(all[20]["terms"]["intended"], Value::Null);
        // The twin moves a rook that stands elsewhere since the board was turned.
        let why = all[21]["message"].as_str().expect("a sentence");
        assert!(why.contains("the twin 'Move g1 a1'"), "{why}");
        assert_eq!(told(&desk, &["show", &id], "")["fen"], HELP);
    });
}

#[test]
fn files_of_problemists_are_imported_and_exported() {
    on_each_address(|address| {
        let desk = Shell::of("Ann", address);
        let popeye = "BeginProblem\nPieces White Kf7 Rg1 Black Kh8\nStipulation h#1\nTwin Move g1 a1\nNextProblem\n\
                      Pieces White Kf7 Gg1 Black Kh8 Neutral Sd4\nStipulation ser-h=2\nCondition Circe\nEndProblem\n";
        let imported = told(&desk, &["import", "--format", "popeye", "-"], popeye);
        let ids: Vec<String> = imported["imported"]
            .as_array()
            .expect("two")
            .iter()
            .map(|created| created["id"].to_string())
            .collect();
        assert_eq!(ids.len(), 2, "{imported}");
        for format in ["popeye", "yacpdb", "json"] {
            let args = ["problem", "export", "--format", format, &ids[0], &ids[1]];
            let text = desk.done(&args, "");
            let again = told(&desk, &["import", "--format", format, "-"], &text);
            let twins = |place: usize| again["imported"][place]["twins"].clone();
            let own = |place: usize| json!(ids[place].parse::<i64>().expect("a number"));
            for place in [0, 1] {
                let twins = twins(place);
                assert_eq!(twins[0], own(place), "{format}: {text}");
            }
        }
        let fairy = told(&desk, &["show", &ids[1]], "");
        assert_eq!(
            fairy["terms"],
            json!({"pieces": ["White Gg1", "Neutral Sd4"], "conditions": ["Circe"]})
        );
        let text = desk.done(&["problem", "show", &ids[1]], "");
        assert!(text.contains("Black begins: ser-h=2 Circe"), "{text}");
        // A list by theme takes helpmates, and leaves out what is not examined; nothing breaks off.
        let by_theme = [
            "problem",
            "list",
            "--mine",
            "--theme",
            "ideal-mate",
            "--json",
        ];
        let came = desk.run(&[&by_theme[..], &["--lang", "en"]].concat(), "");
        let page: Value = serde_json::from_str(&came.out).expect(&came.err);
        assert_eq!((came.status, &page["total"]), (0, &json!(4)), "{page}");
        assert!(came.err.contains("4 problems are left out"), "{}", came.err);
        let none = told(&desk, &["show", &ids[1], "--themes"], "");
        assert_eq!(none["themes"], Value::Null);
        // Fairy pieces and conditions count where problems are compared; kings are not needed.
        let bare = [
            "new",
            "--fen",
            "7k/8/8/8/8/8/8/R7 b - - 0 1",
            "--stipulation",
            "h#2",
        ];
        let bare = [&bare[..], &["--piece", "White Royal Gf7"]].concat();
        let bare = told(&desk, &bare, "")["id"].clone();
        let given = "7k/5K2/8/8/8/8/8/8 b - - 0 1";
        let alike = told(&desk, &["similar", given, "--mine", "--least", "0"], "");
        let of = |id: &Value| {
            let all = alike["similar"].as_array().expect("a list").iter();
            let mut all = all.filter(|found| found["id"] == *id);
            all.next().expect("it is compared")["likeness"].clone()
        };
        let fairy = of(&json!(ids[1].parse::<i64>().expect("a number")));
        assert_eq!(fairy["percent"], 57, "{fairy}");
        assert_eq!(
            fairy["added"],
            json!(["Neutral Sd5", "Black Gg8", "Circe"]),
            "{fairy}"
        );
        assert_eq!(of(&bare)["missing"], json!(["kf2"]), "{alike}");
        let came = desk.run(&["problem", "export", "--format", "epd", &ids[1]], "");
        let (status, why) = (came.status, came.err);
        assert_eq!(status, 1);
        assert!(
            why.contains("White Gg1 has no place in this format"),
            "{why}"
        );
    });
}

#[test]
fn a_problem_with_duplex_is_sound_only_if_both_sides_have_their_solution() {
    on_each_address(|address| {
        let desk = Shell::of("Ann", address);
        // Black is mated in one way, White in none.
        let fen = "7k/5K2/8/8/8/8/6p1/6R1 b - - 0 1";
        let new = [
            "new",
            "--fen",
            fen,
            "--stipulation",
            "h#2",
            "--option",
            "Duplex",
        ];
        let id = told(&desk, &new, "")["id"].to_string();
        let came = desk.run(&["problem", "verify", &id, "--json"], "");
        assert_eq!(came.status, 1, "{}", came.err);
        let verified: Value = serde_json::from_str(&came.out).expect("JSON");
        assert_eq!(verified["state"], "refuted", "{verified}");
        let counts = json!([
            {"stipulation": "h#2", "solutions": 1},
            {"stipulation": "h#2 duplex", "solutions": 0},
        ]);
        let shown = told(&desk, &["show", &id], "");
        assert_eq!(shown["solutions"], counts, "{shown}");
        let text = desk.done(&["problem", "show", &id], "");
        assert!(!text.contains("C+"), "{text}");
        // A helpmate has no key: nothing of the problem would change.
        let args = [&["problem"], &new[..5], &["--option", "PostKeyPlay"]].concat();
        let came = desk.run(&args, "");
        assert_ne!(came.status, 0, "{}", came.out);
        let why = "the option 'PostKeyPlay' has no effect on h#2";
        assert!(came.err.contains(why), "{}", came.err);
        // In a file of somebody else's it is kept for Popeye.
        let file = "BeginProblem\nPieces White Kc3 Qd1 Black Ka1\nStipulation h#2\nOption PostKeyPlay Quodlibet\nEndProblem\n";
        desk.done(&["problem", "import", "-", "--format", "popeye"], file);
        let text = desk.done(&["problem", "export", "--format", "popeye"], "");
        assert!(text.contains("Option PostKeyPlay Quodlibet"), "{text}");
    });
}

#[test]
fn a_cooked_helpmate_has_no_certificate_in_the_editor() {
    on_each_address(|address| {
        let desk = Shell::of("Ann", address);
        let solved = |more: &str| {
            let lines = format!(
                "fen 8/8/8/8/8/2k5/8/K6Q w - - 0 1\nstipulation h#3\n{more}solve\nquit\nyes\n"
            );
            desk.done(&["problem", "edit", "--lang", "en"], &lines)
        };
        let cooked = solved("");
        assert!(
            cooked.contains("Cooked: 4 solutions, 1 intended"),
            "{cooked}"
        );
        assert!(!cooked.contains("C+"), "{cooked}");
        let sound = solved("intended 4\n");
        assert!(sound.contains("C+ Atalaya"), "{sound}");
        // A verification names its circumstances, too.
        let lines = "fen 7k/5K2/8/8/8/8/8/6R1 w - - 0 1\nstipulation h#1\nconditions Circe\nverify\nquit\nyes\n";
        let verified = desk.done(&["problem", "edit", "--lang", "en"], lines);
        let rules = " (rules: Circe; all moves tried; ";
        assert!(
            verified.contains("C+ Atalaya ") && verified.contains(rules),
            "{verified}"
        );
    });
}

#[test]
fn problems_come_into_the_editor_from_files_and_pasted_lines_and_go_out_to_files() {
    on_each_address(|address| {
        let desk = Shell::of("Ann", address);
        let popeye = "BeginProblem\nAuthor Ann\nPieces White Kf7 Rg1 Black Kh8\nStipulation h#1\nTwin Move g1 a1\n";
        let two = format!(
            "{popeye}NextProblem\nPieces White Kf6 Rg1 Black Kh8\nStipulation #2\nEndProblem\n"
        );
        let file = desk.written("two.inp", two.as_bytes());
        let out = desk.file("out.yaml").display().to_string();
        // JSON, so that each command has one line.
        let edit = |lines: &str| -> Vec<Value> {
            let out = desk.done(
                &["problem", "edit", "--json", "--lang", "en"],
                &format!("{lines}quit\n"),
            );
            out.lines()
                .map(|line| serde_json::from_str(line).expect("JSON"))
                .collect()
        };
        let read = edit(&format!(
            "read {file}\nread {file} 2\nundo\nread {file} 3\nread {file}.none\nwrite {out}\nwrite {out}\nwrite x.doc\n"
        ));
        assert_eq!(read[0]["stipulation"], "h#1", "{read:?}");
        assert_eq!(read[0]["author"], "Ann");
        assert_eq!(read[0]["terms"]["twins"], json!(["Move g1 a1"]));
        assert!(
            read[0]["notes"][0]
                .as_str()
                .is_some_and(|note| note.contains("has 2 problems")),
            "{read:?}"
        );
        assert_eq!(
            (&read[1]["stipulation"], &read[1]["notes"]),
            (&json!("#2"), &json!([]))
        );
        assert_eq!(
            read[2]["stipulation"], "h#1",
            "undo brings the first one back"
        );
        for (index, why) in [
            (3, "none with number 3"),
            (4, "two.inp.none"),
            (6, "out.yaml"),
            (7, "x.doc"),
        ] {
            let text = read[index]["message"].as_str().unwrap_or_default();
            assert!(text.contains(why), "{why}: {read:?}");
        }
        assert_eq!(
            (&read[5]["written"], &read[5]["not_held"]),
            (&json!(out), &json!([]))
        );
        let written = std::fs::read_to_string(&out).expect("a file");
        assert!(
            written.contains("stipulation: \"h#1\"") || written.contains("stipulation: h#1"),
            "{written}"
        );
        // Pasted: Popeye's input by itself, any other text between a command and a dot; commands do not act within.
        let pasted = edit(&format!(
            "{popeye}EndProblem\npaste\n8/8/8/8/8/2k5/8/K6Q b - - 0 1\n.\npaste\nclear\n.\nshow\n"
        ));
        assert_eq!(pasted[0]["stipulation"], "h#1", "{pasted:?}");
        assert!(pasted[1]["stipulation"].is_string(), "an answer to `paste`");
        assert_eq!(
            pasted[2]["fen"], "8/8/8/8/8/2k5/8/K6Q b - - 0 1",
            "{pasted:?}"
        );
        assert!(pasted[4]["refused"].is_string(), "{pasted:?}");
        assert_eq!(pasted[5]["fen"], pasted[2]["fen"], "{pasted:?}");
        // An end of the input within a pasted text is said.
        let came = desk.run(
            &["problem", "edit", "--lang", "en"],
            "paste\n8/8/8/8/8/2k5/8/K6Q b - - 0 1\n",
        );
        assert_eq!(came.status, 1);
        assert!(came.err.contains("within a pasted text"), "{}", came.err);
    });
}
