//! `atalaya problem compose search`, `problem similar` and themes in lists, driven as a program.

use crate::collection::user_command::Machine;
use crate::databases::on_each_address;
use serde_json::Value;

/// Kings and a rook that may stand anywhere.
const KINGS: &str = "8/8/8/8/8/k1K5/8/8";
const GRIMSHAW: &str = "2brrb2/8/p7/7Q/1p1kpPp1/1P1pN1P1/3K4/8 w - - 0 1";

/// Exit status, what is printed, what is complained about.
fn problem(machine: &Machine, args: &[&str]) -> (Option<i32>, String, String) {
    let words: Vec<&str> = std::iter::once("problem")
        .chain(args.iter().copied())
        .collect();
    let output = machine.run(&words, "");
    let text = |bytes| String::from_utf8(bytes).expect("text");
    (
        output.status.code(),
        text(output.stdout),
        text(output.stderr),
    )
}

fn search(machine: &Machine, words: &[&str]) -> (Option<i32>, Value) {
    let all = ["compose", "search"].iter().chain(words).chain(&["--json"]);
    let all: Vec<&str> = all.copied().collect();
    let (status, out, err) = problem(machine, &all);
    (status, serde_json::from_str(&out).expect(&err))
}

#[test]
fn small_spaces_are_searched_whole_and_large_ones_at_random_by_the_seed() {
    let nobody = Machine::new("sqlite::memory:");
    let rook = ["#2", "--from", KINGS, "--add", "R", "--limit", "100"];
    let (status, whole) = search(&nobody, &rook);
    assert_eq!(status, Some(0), "{whole}");
    assert_eq!(
        (&whole["whole"], &whole["complete"]),
        (&true.into(), &true.into())
    );
    assert_eq!(
        (&whole["placements"], &whole["examined"]),
        (&"62".into(), &62.into())
    );
    let found = whole["found"].as_array().expect("a list");
    assert!(!found.is_empty());
    // The same on any number of threads; each is a mate in 2 with one key for `mate`, too.
    let (_, threads) = search(&nobody, &[&rook[..], &["--threads", "3"]].concat());
    assert_eq!(threads["found"], whole["found"]);
    let fen = found[0]["fen"].as_str().expect("a FEN");
    let output = nobody.run(&["mate", "2", "--fen", fen, "--keys", "--json"], "");
    let mate: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(mate["keys"].as_array().map(Vec::len), Some(1), "{mate}");
    // A part of it, drawn at random.
    let drawn = |seed: &str| {
        search(
            &nobody,
            &[&rook[..], &["--tries", "30", "--seed", seed]].concat(),
        )
        .1
    };
    let (one, other) = (drawn("1"), drawn("2"));
    assert_eq!(
        (&one["whole"], &one["complete"]),
        (&false.into(), &false.into())
    );
    assert_eq!(one["examined"], 30);
    assert_eq!(one, drawn("1"));
    assert_ne!(one["found"], other["found"]);
    // No more than are wanted, whatever the number of threads.
    let few = ["#2", "--from", KINGS, "--add", "R", "--limit", "1"];
    let (_, first) = search(&nobody, &few);
    assert_eq!(
        (&first["ended"], &first["found"][0]),
        (&"limit".into(), &whole["found"][0])
    );
    assert_eq!(
        search(&nobody, &[&few[..], &["--threads", "4"]].concat()).1,
        first
    );
    // Proved that there is none: no king can be mated by a knight.
    let (status, none) = search(&nobody, &["#1", "--from", KINGS, "--add", "N"]);
    assert_eq!((status, &none["complete"]), (Some(1), &true.into()));
}

#[test]
fn helpmates_that_are_found_are_kept_with_the_number_of_their_solutions() {
    on_each_address(|address| {
        let ann = Machine::new(address);
        let secret = "correct horse battery\n";
        ann.done("add Ann", secret);
        ann.done("login Ann", secret);
        let from = ["h#2", "--from", "7k/5K2/8/8/8/8/6p1/8", "--add", "RB"];
        let more = [
            "--pieces",
            "5-5",
            "--solutions",
            "2",
            "--limit",
            "3",
            "--save",
        ];
        let (status, found) = search(&ann, &[&from[..], &more].concat());
        assert_eq!(status, Some(0), "{found}");
        let fens = found["found"].as_array().expect("a list").iter();
        let fens: Vec<&Value> = fens.map(|hit| &hit["fen"]).collect();
        let (_, mine, err) = problem(&ann, &["list", "--mine", "--json"]);
        let mine: Value = serde_json::from_str(&mine).expect(&err);
        let kept = mine["problems"].as_array().expect("a list");
        assert_eq!(kept.len(), fens.len(), "{mine}");
        for one in kept {
            assert!(fens.contains(&&one["fen"]), "{one}");
            assert_eq!(one["stipulation"], "h#2", "{one}");
            assert_eq!(one["terms"]["intended"], 2, "{one}");
            // Verified, it is sound.
            let (status, verdict, err) =
                problem(&ann, &["verify", &one["id"].to_string(), "--json"]);
            assert_eq!(status, Some(0), "{err}");
            assert!(verdict.contains("\"unique_key\":true"), "{verdict}");
        }
    });
}

#[test]
fn what_cannot_be_searched_is_named() {
    let nobody = Machine::new("sqlite::memory:");
    for (words, why) in [
        (["=2", KINGS, "R", "a1"], "=2 is not searched for"),
        (["#2", "9/8", "R", "a1"], "bad position '9/8'"),
        (["#2", KINGS, "X", "a1"], "bad men 'X'"),
        (["#2", KINGS, "R", "i9"], "bad squares 'i9'"),
        (["#2", KINGS, "R", "a3"], "nothing can be added so"),
    ] {
        let [task, from, add, on] = words;
        let search = [
            "compose", "search", task, "--from", from, "--add", add, "--on", on, "--lang", "en",
        ];
        let (status, out, err) = problem(&nobody, &search);
        assert_eq!((status, out.as_str()), (Some(2), ""), "{err}");
        assert!(err.contains(why), "{err}");
    }
}

#[test]
fn similar_problems_are_ranked_and_their_differences_named() {
    on_each_address(|address| {
        let ann = Machine::new(address);
        ann.done("add Ann", "correct horse battery\n");
        ann.done("login Ann", "correct horse battery\n");
        let new = |fen: &str| {
            let (_, created, err) = problem(&ann, &["new", "--fen", fen, "-n", "2", "--json"]);
            let created: Value = serde_json::from_str(&created).expect(&err);
            created["id"].as_i64().expect("a number")
        };
        let shifted = new("8/8/8/3k4/8/2PN2R1/2K4Q/8 w - - 0 1");
        let other = new("8/8/8/2k5/5R2/1P5p/1K4Q1/8 w - - 0 1");
        let given = "8/8/8/2k5/8/1PN2R2/1K4Q1/8 w - - 0 1";
        let (status, out, err) = problem(&ann, &["similar", given, "--mine", "--json"]);
        assert_eq!(status, Some(0), "{err}");
        let found: Value = serde_json::from_str(&out).expect("JSON");
        let similar = &found["similar"];
        assert_eq!(similar[0]["id"], shifted);
        let like = &similar[0]["likeness"];
        assert_eq!(
            (&like["percent"], &like["files"]),
            (&100.into(), &(-1).into())
        );
        assert_eq!(
            (&similar[1]["id"], &similar[1]["likeness"]["percent"]),
            (&other.into(), &66.into())
        );
        let (_, text, _) = problem(&ann, &["similar", given, "--mine", "--lang", "en"]);
        assert!(text.contains("shifted by -1 files and +0 ranks"), "{text}");
        assert!(
            text.contains("elsewhere there: Rf3-f4; not there: Nc3; there alone: ph3"),
            "{text}"
        );
        let (_, text, _) = problem(&ann, &["similar", given, "--mine", "--same-men", "--json"]);
        let same: Value = serde_json::from_str(&text).expect("JSON");
        assert_eq!(same["found"], 1);
        let none = ["similar", "k7/8/K7/8/8/8/8/6B1 w - - 0 1", "--mine"];
        assert_eq!(problem(&ann, &none).0, Some(1));

        // Lists by theme: of the two, the classic alone shows a Grimshaw.
        let classic = new(GRIMSHAW);
        let list = |theme: &str| {
            problem(
                &ann,
                &["list", "--mine", "--theme", theme, "--json", "--lang", "en"],
            )
        };
        let (status, out, err) = list("grimshaw");
        let page: Value = serde_json::from_str(&out).expect(&err);
        assert_eq!(
            (status, &page["total"], &page["more"]),
            (Some(0), &1.into(), &false.into())
        );
        assert_eq!(page["problems"][0]["id"], classic);
        let (_, out, err) = list("novotny");
        let page: Value = serde_json::from_str(&out).expect(&err);
        assert_eq!(page["total"], 0, "{page}");
        // A number is a length, as before.
        let (_, out, err) = list("2");
        let page: Value = serde_json::from_str(&out).expect(&err);
        assert_eq!(page["total"], 3, "{page}");
        let (status, _, err) = list("grimsaw");
        assert!(
            status == Some(2) && err.contains("bad theme 'grimsaw'"),
            "{err}"
        );
        // Pages of such a list are told by their numbers.
        new(GRIMSHAW);
        let page = |number: &str| {
            let words = [
                "list",
                "--mine",
                "--theme",
                "grimshaw",
                "--per-page",
                "1",
                "--page",
            ];
            problem(&ann, &[&words[..], &[number, "--lang", "en"]].concat()).1
        };
        assert!(
            page("1").ends_with("; more with --page 2.\n"),
            "{}",
            page("1")
        );
        assert!(!page("2").contains("more with"), "{}", page("2"));
        let play = ["play", "--theme", "grimshaw", "--lang", "en"];
        let (status, _, err) = problem(&ann, &play);
        assert!(
            status == Some(2) && err.contains("expected a number of moves"),
            "{err}"
        );
    });
}

/// Starts the program with its outputs piped, presses Ctrl-C after the first line on the standard error or when `begun`
/// says so, and returns its exit status and outputs.
#[cfg(unix)]
fn interrupted(words: &[&str], begun: &str) -> (Option<i32>, String, String) {
    use std::io::{BufRead, BufReader, Read};
    use std::process::{Command, Stdio};
    let mut child = Command::new(env!("CARGO_BIN_EXE_atalaya"))
        .args(words)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary runs");
    let mut lines = BufReader::new(child.stdout.take().expect("piped"));
    let mut out = String::new();
    while !out.contains(begun) {
        assert!(lines.read_line(&mut out).expect("UTF-8") > 0, "{out}");
    }
    crate::pipe::press_ctrl_c(&child);
    lines.read_to_string(&mut out).expect("UTF-8");
    let mut err = String::new();
    let mut errors = child.stderr.take().expect("piped");
    errors.read_to_string(&mut err).expect("UTF-8");
    (child.wait().expect("it ends").code(), out, err)
}

/// A search that is far from its end when its first problem is printed.
#[cfg(unix)]
#[test]
fn ctrl_c_keeps_what_a_search_has_found_and_says_that_it_is_incomplete() {
    let words = "problem compose search #3 --add QRRBBNNPPPrbbnnppp --pieces 6-9 --tries 100000000 --limit 100000 --lang en --from";
    let words: Vec<&str> = words.split(' ').chain([KINGS]).collect();
    let (status, out, err) = interrupted(&words, "key ");
    assert_eq!(status, Some(130), "{out}{err}");
    assert!(
        out.starts_with("1. ") && out.contains("the search is incomplete"),
        "{out}"
    );
    assert!(
        err.contains("broken off after") && err.contains("incomplete"),
        "{err}"
    );
}
