//! `atalaya problem new`, `show`, `list`, `delete` and `copy`, driven as programs.

use crate::collection::problems::{KQK, KRK, played, verified};
use crate::collection::user_command::Machine;
use crate::databases::{block_on, on_each_address};
use serde_json::Value;
use store::{Database, Store};

const PASSWORD: &str = "correct horse battery\n";

/// Somebody who is logged in.
fn logged_in(address: &str, name: &str) -> Machine {
    let machine = Machine::new(address);
    machine.done(&format!("add {name}"), PASSWORD);
    machine.done(&format!("login {name}"), PASSWORD);
    machine
}

/// Runs `problem`: its exit status, what it prints, what it complains about.
fn problem(machine: &Machine, args: &[&str]) -> (i32, String, String) {
    let words: Vec<&str> = std::iter::once("problem")
        .chain(args.iter().copied())
        .collect();
    let output = machine.run(&words, "");
    let text = |bytes| String::from_utf8(bytes).expect("text");
    let status = output.status.code().expect("no signal");
    (status, text(output.stdout), text(output.stderr))
}

fn done(machine: &Machine, args: &[&str]) -> String {
    let (status, out, err) = problem(machine, args);
    assert_eq!((status, err.as_str()), (0, ""), "{args:?}");
    out
}

fn json(machine: &Machine, args: &[&str]) -> Value {
    let args: Vec<&str> = args.iter().copied().chain(["--json"]).collect();
    serde_json::from_str(&done(machine, &args)).expect("JSON")
}

/// What is refused by a rule: the sentence on the standard error, and the rule's word by `--json`.
fn refused(machine: &Machine, args: &[&str], code: &str) -> String {
    let (status, out, err) = problem(machine, args);
    assert_eq!((status, out.as_str()), (1, ""), "{args:?}");
    let args: Vec<&str> = args.iter().copied().chain(["--json"]).collect();
    let (status, out, _) = problem(machine, &args);
    let out: Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!(
        (status, out["refused"].as_str()),
        (1, Some(code)),
        "{args:?}"
    );
    err
}

/// What is bad input: one sentence that names it.
fn bad(machine: &Machine, args: &[&str], named: &str) {
    let (status, out, err) = problem(machine, args);
    assert_eq!((status, out.as_str()), (2, ""), "{args:?}");
    assert!(err.contains(named), "{args:?}: {err}");
}

/// Something done with the collection itself.
fn with(address: &str, work: impl AsyncFnOnce(&Store)) {
    let database: Database = address.parse().expect("an address");
    block_on(async {
        let collection = Store::open(&database).await.expect("it opens");
        work(&collection).await;
        collection.close().await;
    });
}

#[test]
fn a_right_that_cannot_be_is_left_out_of_a_new_problem_and_said() {
    on_each_address(|address| {
        let ann = logged_in(address, "Ann");
        let fen = "r5k1/8/3P2K1/8/8/8/1B6/3R4 w q - 0 1";
        let (status, out, err) = problem(&ann, &["new", "--fen", fen, "-n", "2", "--json"]);
        assert_eq!(status, 0, "{err}");
        assert!(
            err.starts_with(&format!("atalaya: {fen}: the castling right q is dropped")),
            "{err}"
        );
        let id = serde_json::from_str::<Value>(&out).expect("JSON")["id"].to_string();
        let shown = json(&ann, &["show", &id]);
        assert_eq!(
            shown["fen"], "r5k1/8/3P2K1/8/8/8/1B6/3R4 w - - 0 1",
            "{shown}"
        );
        let (status, out, err) = problem(&ann, &["verify", &id]);
        assert_eq!(status, 0, "{out}{err}");
        assert!(out.contains("Rh1"), "{out}");
    });
}

#[test]
fn a_problem_is_made_shown_listed_copied_and_deleted() {
    on_each_address(|address| {
        let ann = logged_in(address, "Ann");
        let bob = logged_in(address, "Bob");
        let new = [
            "new",
            "--fen",
            KRK,
            "-n",
            "3",
            "--author",
            "Sam Loyd",
            "--title",
            "Rook",
            "--tag",
            "ending",
            "--tag",
            "white rook",
        ];
        let id = json(&ann, &new)["id"].as_i64().expect("a number");
        let number = id.to_string();

        let shown = done(&bob, &["show", &number]);
        for part in [
            "White mates in at most 3 moves (#3)",
            "\n7 · ",
            "  a b c d e f g h",
            "Sam Loyd",
            "ending, white rook",
            "Ann",
            "nobody has verified it yet",
        ] {
            assert!(shown.contains(part), "{part}: {shown}");
        }
        let en_castellano = done(&bob, &["show", &number, "--lang", "es"]);
        assert!(
            en_castellano.contains("las blancas dan mate en 3 jugadas"),
            "{en_castellano}"
        );
        let shown = json(&bob, &["show", &number]);
        assert_eq!(shown["fen"], KRK);
        assert_eq!(shown["stipulation"], "#3");
        assert_eq!(shown["state"], "draft");
        assert_eq!(shown["owner_name"], "Ann");

        let listed = done(
            &ann,
            &["list", "--author", "loyd", "--tag", "Ending", "-n", "2-3"],
        );
        assert!(
            listed
                .lines()
                .nth(1)
                .is_some_and(|line| line.contains("Sam Loyd")),
            "{listed}"
        );
        assert!(listed.ends_with("1 problem.\n"), "{listed}");
        assert_eq!(done(&ann, &["list", "--text", "nowhere"]), "No problems.\n");
        assert_eq!(
            done(&ann, &["list", "--text", "nowhere", "--lang", "es"]),
            "Ningún problema.\n"
        );

        // A copy is pointed out as what it is.
        let copy = json(&bob, &["copy", &number]);
        assert_eq!(copy["twins"], serde_json::json!([id]));
        let copy = copy["id"].as_i64().expect("a number").to_string();
        let shown = done(&bob, &["show", &copy]);
        assert!(
            shown.contains(&format!("The same position as problem {id}.")),
            "{shown}"
        );
        let of_bob = json(&ann, &["list", "--owner", "bob"]);
        assert_eq!(of_bob["total"], 1);
        assert_eq!(of_bob["problems"][0]["author"], "Sam Loyd");

        let said = done(&ann, &["delete", &number]);
        assert_eq!(said, format!("Problem {id} deleted.\n"));
        refused(&ann, &["show", &number], "no_such_problem");
    });
}

#[test]
fn rules_end_with_1_and_bad_input_with_2() {
    on_each_address(|address| {
        let ann = logged_in(address, "Ann");
        let bob = logged_in(address, "Bob");
        let nobody = Machine::new(address);
        let said = done(&ann, &["new", "--fen", KRK, "--stipulation", "#3"]);
        let number = said.split([' ', ',']).nth(1).expect("a number");

        let new = ["new", "--fen", KQK, "-n", "2"];
        let said = refused(&nobody, &new, "not_logged_in");
        assert!(said.contains("nobody is logged in"), "{said}");
        for command in ["delete", "copy"] {
            refused(&nobody, &[command, number], "not_logged_in");
        }
        refused(&nobody, &["list", "--mine"], "not_logged_in");
        refused(&nobody, &["list", "--owner", "Zoe"], "unknown_name");
        refused(&bob, &["delete", number], "not_yours");
        refused(&bob, &["delete", "99999"], "no_such_problem");
        // Whoever is nobody may look.
        done(&nobody, &["show", number]);
        done(&nobody, &["list", "--all"]);

        let id: i64 = number.parse().expect("a number");
        with(address, async |collection| {
            let user = collection.accounts().by_name("Bob").await.expect("a user");
            played(collection, id, user.expect("Bob").id).await;
        });
        let said = refused(&ann, &["delete", number, "--lang", "es"], "already_played");
        assert!(said.contains("ya se ha jugado"), "{said}");

        bad(
            &ann,
            &["new", "--fen", "8/8/8/8/8/8/8/8 w - - 0 1", "-n", "2"],
            "kings",
        );
        let short = [
            "new",
            "--fen",
            "7k/8/6K1/8/8/8/8/R8 w - -",
            "-n",
            "1",
            "--lang",
            "es",
        ];
        bad(&ann, &short, "tiene 9");
        bad(
            &ann,
            &["export", number, "--text", "king", "--format", "fen"],
            "--text",
        );
        bad(&ann, &["new", "--fen", KRK, "-n", "0"], "'#0'");
        bad(&ann, &["new", "--fen", KRK, "-n", "two"], "'#two'");
        bad(
            &ann,
            &["new", "--fen", KRK, "-n", "2", "--title", "a\u{7}b"],
            "U+0007",
        );
        bad(&ann, &["new", "--fen", KRK], "--moves");
        bad(&ann, &["show", "one"], "'one'");
        for (option, value) in [
            ("--moves", "x-2"),
            ("--difficulty", "6"),
            ("--state", "new"),
            ("--played", "perhaps"),
            ("--order", "colour"),
            ("--page", "0"),
            ("--per-page", "5000"),
            ("--text", "?!"),
            ("--side", "red"),
            ("--after", "here"),
        ] {
            bad(&ann, &["list", option, value], &format!("'{value}'"));
        }
    });
}

#[test]
fn lists_go_on_by_page_and_by_place() {
    on_each_address(|address| {
        let ann = logged_in(address, "Ann");
        let mut ids = Vec::new();
        for moves in ["1", "2", "3", "4", "5"] {
            let new = json(&ann, &["new", "--fen", KQK, "-n", moves]);
            ids.push(new["id"].as_i64().expect("a number"));
        }
        with(address, async |collection| {
            for (id, difficulty) in ids.iter().zip([50.0, 10.0, 70.0, 30.0]) {
                verified(collection, *id, 1, difficulty).await;
            }
        });
        let list = [
            "list",
            "--mine",
            "--per-page",
            "2",
            "--order",
            "-difficulty",
        ];
        let page = |more: &[&str]| {
            let args: Vec<&str> = list.iter().chain(more).copied().collect();
            let page = json(&ann, &args);
            let problems = page["problems"].as_array().expect("a list").clone();
            let ids = problems
                .iter()
                .map(|problem| problem["id"].as_i64().expect("a number"));
            (
                ids.collect::<Vec<_>>(),
                page["next"].as_str().map(str::to_owned),
            )
        };
        let (first, next) = page(&[]);
        assert_eq!(first, [ids[2], ids[0]]);
        let next = next.expect("more");
        assert_eq!(page(&["--after", &next]).0, [ids[3], ids[1]]);
        assert_eq!(page(&["--page", "2"]).0, [ids[3], ids[1]]);
        assert_eq!(page(&["--page", "3"]), (vec![ids[4]], None));
        let text = done(&ann, &list);
        assert!(
            text.ends_with("Problems 1 to 2 of 5; more with --page 2.\n"),
            "{text}"
        );
        let easy = json(&ann, &["list", "--mine", "--difficulty", "1-2"]);
        assert_eq!(easy["total"], 2);
    });
}

#[test]
fn a_diagram_is_written_once() {
    let folder = tempfile::tempdir().expect("a new folder");
    let address = format!("sqlite:{}", folder.path().join("it.sqlite").display());
    let ann = logged_in(&address, "Ann");
    let said = done(&ann, &["new", "--fen", KRK, "-n", "2"]);
    let number = said.split([' ', ',']).nth(1).expect("a number");
    let file = folder.path().join("diagram.svg");
    let path = file.to_str().expect("a path");
    done(&ann, &["show", number, "--svg", path]);
    let svg = std::fs::read_to_string(&file).expect("a file");
    assert!(svg.starts_with("<svg") || svg.starts_with("<?xml"), "{svg}");
    bad(
        &ann,
        &["show", number, "--svg", path],
        "it is there already",
    );
}
