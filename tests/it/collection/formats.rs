//! Files of other programs: whole collections there and back, and the commands that read and write
//! them.

use crate::collection::problems::user;
use crate::collection::shell::Shell;
use crate::databases::{block_on, on_each, on_each_address};
use crate::shared::shared;
use games::pgn::read::Reading;
use problems::Draft;
use problems::formats::{Format, Outgoing, Warning, read, write};
use serde_json::Value;
use store::{Database, Store};

/// The problems of a file, and the lines that are refused with their reasons.
fn problems(bytes: &[u8], format: Format) -> (Vec<Draft>, Vec<(usize, String)>) {
    let (mut good, mut bad) = (Vec::new(), Vec::new());
    for entry in read(bytes, format, None, Reading::default()) {
        match entry.draft {
            Ok(draft) => good.push(draft),
            Err(why) => bad.push((entry.line, why.to_string())),
        }
    }
    (good, bad)
}

fn written(drafts: &[Draft], format: Format) -> (String, Vec<Warning>) {
    let outgoing: Vec<Outgoing> = drafts
        .iter()
        .map(|draft| Outgoing { draft, keys: &[] })
        .collect();
    let written = write(&outgoing, format);
    (written.text, written.warnings)
}

#[test]
fn real_collections_go_in_and_come_back_from_every_format() {
    for (name, count) in [
        ("mate/mate-in-2-odd.epd", 3166),
        ("mate/matetrack-odd.epd", 3277),
    ] {
        let Some(path) = shared(name) else { continue };
        let bytes = std::fs::read(path).expect("a file");
        assert_eq!(Format::detect(None, &bytes), Format::Epd);
        let (drafts, bad) = problems(&bytes, Format::Epd);
        assert_eq!(drafts.len() + bad.len(), count);
        assert!(drafts.len() > count / 2, "{} of {name}", drafts.len());
        // Those where the side to move is mated are no problems; all others are.
        let text = String::from_utf8(bytes).expect("UTF-8");
        let lines: Vec<&str> = text.lines().collect();
        for (line, why) in bad {
            assert!(lines[line - 1].contains("bm #-"), "{line}: {why}");
            assert!(why.starts_with("the side to move is mated"), "{why}");
        }
        for format in [Format::Epd, Format::Json] {
            let (text, warnings) = written(&drafts, format);
            assert_eq!(warnings, []);
            let (again, bad) = problems(text.as_bytes(), format);
            assert!(
                again == drafts && bad.is_empty(),
                "{name} as {}",
                format.word()
            );
        }
        let bare = drafts.iter().cloned().map(|draft| Draft {
            extra: Default::default(),
            ..draft
        });
        let bare: Vec<Draft> = bare.collect();
        for format in [Format::Pgn, Format::Popeye, Format::Yacpdb] {
            let (text, warnings) = written(&bare, format);
            let left_out: Vec<usize> = warnings
                .iter()
                .filter(|w| w.left_out)
                .map(|w| w.index)
                .collect();
            let counted = |w: &Warning| w.what == "counters" || w.left_out;
            assert!(warnings.iter().all(counted), "{warnings:?}");
            let (again, bad) = problems(text.as_bytes(), format);
            assert_eq!(bad, []);
            let kept = bare
                .iter()
                .enumerate()
                .filter(|(index, _)| !left_out.contains(index));
            let without_counters = |fen: &str| fen.split(' ').take(4).collect::<Vec<_>>().join(" ");
            let same = |(one, (_, other)): (&Draft, (usize, &Draft))| {
                without_counters(&one.fen) == without_counters(&other.fen)
                    && one.stipulation == other.stipulation
            };
            assert_eq!(again.len(), bare.len() - left_out.len());
            assert!(
                again.iter().zip(kept).all(same),
                "{name} as {}",
                format.word()
            );
        }
    }
}

#[test]
fn a_whole_file_is_kept_in_one_change_and_comes_back() {
    let Some(path) = shared("mate/mate-in-2-odd.epd") else {
        return;
    };
    let bytes = std::fs::read(path).expect("a file");
    let (drafts, _) = problems(&bytes, Format::Epd);
    on_each(async |collection| {
        let ann = user(&collection, "Ann").await;
        let created = collection
            .problems()
            .import(ann, drafts.clone())
            .await
            .expect("kept");
        let ids: Vec<i64> = created.iter().map(|created| created.id).collect();
        let kept = collection
            .problems()
            .get_all(&ids)
            .await
            .expect("all of them");
        let kept: Vec<Draft> = kept.into_iter().map(|problem| problem.draft).collect();
        assert!(kept == drafts);
    });
}

const LINES: &str = "\u{feff}k7/8/1K6/8/8/8/8/7R w - - dm 1; id \"One\";\r\n\
    k7/8/1K6/8/8/8/8/7R w - - dm -1;\r\n\
    7k/8/6K1/8/8/8/8/R7 w - - 5 9 bm #1; c0 \"Author: Ann\"; acd 7;\r\n";

#[test]
fn import_names_bad_lines_and_duplicates_and_keeps_the_rest() {
    on_each_address(|address| {
        let desk = Shell::of("Ann", address);
        let file = desk.written("lines.epd", LINES.as_bytes());
        let dry = desk.run(&["problem", "import", &file, "--dry-run"], "");
        assert_eq!(
            (dry.status, dry.out.as_str()),
            (1, "2 problems to be imported; 1 refused\n")
        );
        let came = desk.run(
            &["problem", "import", &file, "--tag", "suite", "--json"],
            "",
        );
        let expected = format!("atalaya: {file}, line 2: the side to move is mated (in 1)");
        assert_eq!((came.status, came.err.as_str()), (1, ""));
        assert!(dry.err.starts_with(&expected), "{}", dry.err);
        let record: Value = serde_json::from_str(&came.out).expect("JSON");
        assert_eq!(record["format"], "epd");
        assert_eq!(record["refused"][0]["line"], 2);
        let ids = [0, 1].map(|i| record["imported"][i]["id"].as_i64().expect("a number"));
        assert_eq!(record["imported"][0]["twins"], serde_json::json!([]));
        assert_eq!(record["imported"][1]["twins"], serde_json::json!([ids[0]]));
        assert_eq!(record["imported"][1]["line"], 3);
        let shown = desk.done(&["problem", "show", &ids[1].to_string(), "--json"], "");
        let shown: Value = serde_json::from_str(&shown).expect("JSON");
        assert_eq!(shown["author"], "Ann");
        assert_eq!(shown["fen"], "7k/8/6K1/8/8/8/8/R7 w - - 5 9");
        assert_eq!(shown["tags"], serde_json::json!(["suite"]));
        assert_eq!(shown["extra"]["epd"], serde_json::json!([["acd", "7"]]));
        let out = desk.run(
            &["problem", "import", "-", "--lang", "es", "-n", "3"],
            "8/8/8/8/8/k1K5/8/7R w - -\n",
        );
        assert_eq!(out.status, 0, "{}", out.err);
        assert!(
            out.out.starts_with("1 problema importado, número "),
            "{}",
            out.out
        );

        for (args, complaint) in [
            (vec![file.as_str(), "--format", "xyz"], "bad format 'xyz'"),
            (vec!["/nowhere/at all"], "cannot read /nowhere/at all"),
            (
                vec!["-", "--format", "pgn"],
                "- holds no problems (read as pgn)",
            ),
        ] {
            let mut all = vec!["problem", "import"];
            all.extend(args);
            let came = desk.run(&all, "");
            assert_eq!((came.status, came.out.as_str()), (2, ""), "{all:?}");
            assert!(came.err.contains(complaint), "{}", came.err);
        }
        let nothing = desk.run(&["problem", "import", "-"], "8/8/8/8/8/8/8/8 w - - dm 2;\n");
        assert_eq!(nothing.status, 2, "{}", nothing.out);
    });
}

#[test]
fn export_writes_every_format_and_says_what_is_lost() {
    on_each_address(|address| {
        let desk = Shell::of("Ann", address);
        let file = desk.written("lines.epd", LINES.as_bytes());
        let came = desk.run(&["problem", "import", &file, "--json"], "");
        let record: Value = serde_json::from_str(&came.out).expect("JSON");
        let ids = [0, 1].map(|i| record["imported"][i]["id"].to_string());
        for format in Format::ALL {
            let word = format.word();
            let args = ["problem", "export", &ids[0], &ids[1], "--format", word];
            let came = desk.run(&args, "");
            assert_eq!(came.status, 0, "{word} {}", came.err);
            let entries = read(came.out.as_bytes(), format, Some(1), Reading::default());
            let boards = entries
                .iter()
                .map(|e| e.draft.clone().expect("a problem").fen);
            let boards: Vec<String> = boards.collect();
            assert_eq!(boards.len(), 2, "{word}");
            assert!(boards[1].starts_with("7k/8/6K1/8/8/8/8/R7 w - -"), "{word}");
            let lost: Vec<&str> = came.err.lines().collect();
            let holds = |what: &str| !lost.iter().any(|line| line.contains(&format!("'{what}'")));
            assert_eq!(
                holds("epd.acd"),
                matches!(format, Format::Epd | Format::Json),
                "{lost:?}"
            );
            assert_eq!(holds("title"), format != Format::Fen, "{word} {lost:?}");
            assert_eq!(
                holds("counters"),
                format != Format::Popeye,
                "{word} {lost:?}"
            );
        }
        let path = desk.file("out.pgn").display().to_string();
        let args = ["problem", "export", "--mine", "-o", &path];
        let came = desk.run(&args, "");
        assert_eq!(came.status, 0, "{}", came.err);
        assert_eq!(came.out, format!("2 problems in {path}\n"));
        let again = desk.run(&args, "");
        assert_eq!((again.status, again.out.as_str()), (2, ""));
        assert!(
            again.err.ends_with("it is there already\n"),
            "{}",
            again.err
        );
        let none = desk.run(&["problem", "export", "99999", "--format", "fen"], "");
        assert_eq!(
            (none.status, none.err.as_str()),
            (1, "atalaya: there is no problem 99999\n")
        );
        let which = desk.run(&["problem", "export", &ids[0]], "");
        assert_eq!(which.status, 2);
        assert!(
            which.err.starts_with("atalaya: which format?"),
            "{}",
            which.err
        );
    });
}

#[test]
fn a_diagram_is_written_to_a_file() {
    on_each_address(|address| {
        let desk = Shell::of("Ann", address);
        let made = [
            "problem",
            "new",
            "--fen",
            "8/8/8/8/8/k1K5/8/7R b - -",
            "-n",
            "2",
            "--author",
            "A < B",
            "--json",
        ];
        let created: Value = serde_json::from_str(&desk.done(&made, "")).expect("JSON");
        let id = created["id"].to_string();
        let path = desk.file("a.svg").display().to_string();
        desk.done(
            &["problem", "show", &id, "--svg", &path, "--lang", "es"],
            "",
        );
        let svg = std::fs::read_to_string(path).expect("a file");
        for part in [
            ">A &lt; B</text>",
            ">#2, juegan negras</text>",
            ">(2+1)</text>",
        ] {
            assert!(svg.contains(part), "{part}: {svg}");
        }
    });
}

#[test]
fn problems_are_composed_again_from_their_seed() {
    on_each_address(|address| {
        let desk = Shell::of("Ann", address);
        let args = [
            "problem", "compose", "-n", "2", "--count", "2", "--pieces", "5-7", "--seed", "3",
        ];
        let text = desk.done(&args, "");
        let (drafts, bad) = problems(text.as_bytes(), Format::Epd);
        assert_eq!((drafts.len(), bad.len()), (2, 0), "{text}");
        assert!(
            text.lines().all(|line| line.contains(" dm 2; bm ")),
            "{text}"
        );
        let mut kept = args.to_vec();
        kept.extend(["--save", "--threads", "1"]);
        let came = desk.run(&kept, "");
        assert_eq!((came.status, &came.out), (0, &text), "{}", came.err);
        let database: Database = address.parse().expect("an address");
        let composed = block_on(async {
            let collection = Store::open(&database).await.expect("it opens");
            let twins = collection
                .problems()
                .twins_of_draft(&drafts[0])
                .await
                .expect("twins");
            collection.close().await;
            twins
        });
        assert_eq!(composed.len(), 1);
    });
    // Nobody is logged in: that is said before the work.
    let folder = tempfile::tempdir().expect("a folder");
    let home = folder.path().join("home");
    let database = folder.path().join("nobody.db");
    let nobody = std::process::Command::new(env!("CARGO_BIN_EXE_atalaya"))
        .env("LC_ALL", "C")
        .args([
            "problem", "compose", "-n", "2", "--pieces", "5-7", "--seed", "3", "--save",
        ])
        .args(["--database", &format!("sqlite:{}", database.display())])
        .env("XDG_DATA_HOME", &home)
        .env("XDG_CONFIG_HOME", &home)
        .env("XDG_STATE_HOME", &home)
        .env("HOME", &home)
        .output()
        .expect("it runs");
    assert_eq!(
        (nobody.status.code(), nobody.stdout.len()),
        (Some(1), 0),
        "{nobody:?}"
    );
    assert!(String::from_utf8_lossy(&nobody.stderr).contains("nobody is logged in"));
    let refused = std::process::Command::new(env!("CARGO_BIN_EXE_atalaya"))
        .env("LC_ALL", "C")
        .args(["problem", "compose", "-n", "99"])
        .output()
        .expect("it runs");
    assert_eq!(refused.status.code(), Some(2));
    let err = String::from_utf8_lossy(&refused.stderr);
    assert!(err.contains("mates in 99 are not composed"), "{err}");
}
