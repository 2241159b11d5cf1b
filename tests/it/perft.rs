//! `atalaya perft`, as a person at the shell meets it: the built binary is run, its output, its
//! complaints and its exit status are read.

use crate::scratch::TempFile;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
const START_COUNTS: [u64; 6] = [1, 20, 400, 8902, 197_281, 4_865_609];
const KIWIPETE_COUNTS: [u64; 6] = [1, 48, 2039, 97_862, 4_085_603, 193_690_690];

fn atalaya(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_atalaya"))
        .arg("perft")
        .args(args)
        .output()
        .expect("the binary runs")
}

/// The output of a run that must succeed.
fn stdout(args: &[&str]) -> String {
    let output = atalaya(args);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{args:?}: {stderr}");
    assert_eq!(stderr, "", "{args:?}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// The number in the line that begins `name: `.
fn total(out: &str, name: &str) -> u64 {
    let line = out
        .lines()
        .find_map(|line| line.strip_prefix(name)?.strip_prefix(": "));
    let number = line.and_then(|rest| rest.split(' ').next()?.parse().ok());
    number.unwrap_or_else(|| panic!("no line '{name}: …' in {out}"))
}

/// The sentence of a run that must be refused: exit status 2, one line on stderr, none on stdout.
fn refusal(args: &[&str]) -> String {
    let output = atalaya(args);
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{args:?}: {stderr}");
    assert_eq!(output.stdout, b"", "{args:?}");
    assert_eq!(stderr.lines().count(), 1, "{args:?}: {stderr}");
    stderr
}

/// A suite of the shared data, if it is there.
fn shared(name: &str) -> Option<PathBuf> {
    crate::shared::shared(&format!("perft/{name}"))
}

#[test]
fn what_is_left_out_for_lack_of_data_is_said_past_the_harness() {
    let said = crate::shared::without_data("perft::the_tricky_positions_hold");
    let missing = "/nowhere/at/all/perft/pychess_tricky.perft is not there";
    let expected = format!("left out: perft::the_tricky_positions_hold: {missing}\n");
    assert_eq!(said, expected);
}

#[test]
fn the_start_position_and_kiwipete_have_their_known_counts() {
    for depth in 0..=5 {
        let text = depth.to_string();
        assert_eq!(
            total(&stdout(&[&text]), "Nodes"),
            START_COUNTS[depth],
            "depth {depth}"
        );
        let out = stdout(&[&text, "--fen", KIWIPETE]);
        assert_eq!(
            total(&out, "Nodes"),
            KIWIPETE_COUNTS[depth],
            "Kiwipete, depth {depth}"
        );
    }
}

#[test]
fn the_last_three_lines_are_the_totals_and_nothing_else_is_printed() {
    let out = stdout(&["3"]);
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(lines.len(), 3, "{out}");
    assert_eq!(lines[0], "Nodes: 8902");
    assert!(
        lines[1].starts_with("Time: ") && lines[1].ends_with(" ms"),
        "{out}"
    );
    assert!(
        total(&out, "Time") < 60_000 && total(&out, "NPS") > 0,
        "{out}"
    );
}

#[test]
fn divide_lists_every_first_move_and_adds_up_to_the_total() {
    let out = stdout(&["3", "--fen", KIWIPETE, "--divide"]);
    let lines: Vec<&str> = out.lines().collect();
    let (moves, totals) = lines.split_at(lines.len() - 3);
    assert!(totals[0].starts_with("Nodes: "), "{out}");
    let mut names = Vec::new();
    let mut sum = 0;
    for line in moves {
        let (name, count) = line.split_once(": ").expect("move: count");
        assert!(name.len() == 4 && name.is_ascii(), "{line}");
        names.push(name);
        sum += count.parse::<u64>().expect("a count");
    }
    names.sort_unstable();
    names.dedup();
    assert_eq!((names.len(), sum), (48, 97_862));
    assert_eq!(total(&out, "Nodes"), sum);
    // Castling the ordinary way, and king takes rook.
    assert!(
        moves.contains(&"e1g1: 2059") && moves.contains(&"e1c1: 1887"),
        "{out}"
    );
    let out = stdout(&["3", "--fen", KIWIPETE, "--divide", "--chess960"]);
    assert!(
        out.contains("e1h1: 2059\n") && out.contains("e1a1: 1887\n"),
        "{out}"
    );
    let out = stdout(&["2", "--divide"]);
    assert_eq!(
        out.lines().filter(|line| line.ends_with(": 20")).count(),
        20,
        "{out}"
    );
}

#[test]
fn json_is_one_object_with_the_same_numbers() {
    let out = stdout(&["4", "--fen", KIWIPETE, "--json"]);
    let object: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!(object["nodes"], 4_085_603);
    assert!(
        object["time_ms"].is_u64() && object["nps"].is_u64(),
        "{out}"
    );
    let divide = object["divide"].as_object().expect("an object");
    assert_eq!(divide.len(), 48);
    let sum: u64 = divide.values().filter_map(serde_json::Value::as_u64).sum();
    assert_eq!(sum, 4_085_603);
    assert_eq!(out.lines().count(), 1);
}

#[test]
fn threads_and_table_find_the_same_numbers() {
    let plain = stdout(&["4", "--fen", KIWIPETE, "--divide"]);
    let divided = |out: &str| {
        let lines = out.lines().take_while(|line| !line.starts_with("Time"));
        lines.map(str::to_owned).collect::<Vec<_>>()
    };
    for extra in [
        ["--threads", "2", "--hash", "16"],
        ["--threads", "3", "--hash", "1"],
    ] {
        let mut args = vec!["4", "--fen", KIWIPETE, "--divide"];
        args.extend(extra);
        assert_eq!(divided(&stdout(&args)), divided(&plain), "{extra:?}");
    }
    let out = stdout(&["5", "--threads", "2", "--hash", "16"]);
    assert_eq!(total(&out, "Nodes"), 4_865_609);
    let out = stdout(&["5", "--threads", "2", "--hash", "16", "--fen", KIWIPETE]);
    assert_eq!(total(&out, "Nodes"), 193_690_690);
}

/// Kings reach the same position in one move or in two: the table must not take the count of one
/// depth for that of another.
#[test]
fn the_table_tells_depths_apart() {
    for fen in [
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
        "4k3/p7/8/8/8/8/P7/4K3 w - - 0 1",
    ] {
        for depth in ["6", "7"] {
            let plain = total(&stdout(&[depth, "--fen", fen]), "Nodes");
            let hashed = stdout(&[depth, "--fen", fen, "--hash", "4"]);
            assert_eq!(total(&hashed, "Nodes"), plain, "{fen}, depth {depth}");
        }
    }
}

#[test]
fn finished_positions_have_no_children_but_are_one_node_themselves() {
    for fen in [
        "7k/5KQ1/8/8/8/8/8/8 b - - 0 1",
        "7k/5K2/6Q1/8/8/8/8/8 b - - 0 1",
    ] {
        for (depth, nodes) in [("0", 1), ("1", 0), ("3", 0)] {
            for extra in [&["--divide"][..], &["--threads", "2", "--hash", "1"][..]] {
                let args = [&[depth, "--fen", fen][..], extra].concat();
                assert_eq!(
                    total(&stdout(&args), "Nodes"),
                    nodes,
                    "{fen}, depth {depth}"
                );
            }
        }
    }
}

#[test]
fn the_shared_suites_hold() {
    for (name, max_depth, extra, least) in [
        ("standard.epd", "4", &[][..], 12_000_000),
        (
            "standard.epd",
            "4",
            &["--threads", "2", "--hash", "16"][..],
            12_000_000,
        ),
        // That they are positions of Chess960, their castling rights say.
        ("frcperftsuite.epd", "3", &[][..], 19_000_000),
        (
            "frcperftsuite.epd",
            "3",
            &["--chess960", "--hash", "8"][..],
            19_000_000,
        ),
    ] {
        let Some(path) = shared(name) else {
            continue;
        };
        let path = path.to_str().expect("UTF-8");
        let mut args = vec!["--suite", path, "--max-depth", max_depth];
        args.extend(extra);
        let out = stdout(&args);
        assert!(out.contains("mismatches: 0"), "{name}: {out}");
        assert!(total(&out, "Nodes") > least, "{name}: {out}");
    }
}

/// pychess's tricky positions: blocks of `id`, `epd` and `perft DEPTH COUNT` lines.
#[test]
fn the_tricky_positions_hold() {
    let Some(path) = shared("pychess_tricky.perft") else {
        return;
    };
    // Some are of Chess960, which their castling fields (KQkq) do not say.
    let out = stdout(&["--suite", path.to_str().expect("UTF-8"), "--chess960"]);
    assert!(out.starts_with("Positions: 19, counts: 67, "), "{out}");
    assert!(out.contains("mismatches: 0"), "{out}");
    assert!(total(&out, "Nodes") > 1_000_000, "{out}");
}

#[test]
fn a_suite_in_blocks_is_checked_count_by_count() {
    let text = format!(
        "\u{feff}# ours\nid a\nepd {KIWIPETE}\nperft 1 48\nperft 2 2040\n\nid b\nepd 4k3/8/8/8/8/8/8/4K3 w\nperft 1 5\n"
    );
    let file = TempFile::new("blocks.perft", Some(text.as_bytes()));
    let output = atalaya(&["--suite", file.path()]);
    assert_eq!(output.status.code(), Some(1));
    let out = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(out.contains("line 5: depth 2: 2039, not 2040"), "{out}");
    assert!(
        out.contains("Positions: 2, counts: 3, mismatches: 1"),
        "{out}"
    );
}

#[test]
fn a_chess960_position_is_known_by_its_castling_rights() {
    let fen = "2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9";
    assert_eq!(total(&stdout(&["3", "--fen", fen]), "Nodes"), 18002);
}

#[test]
fn a_suite_with_a_wrong_count_is_named_and_fails() {
    let text = format!("# ours\n\n{KIWIPETE} ;D1 48 ;D2 2038\n4k3/8/8/8/8/8/8/4K3 w - - ;D1 5\n");
    let file = TempFile::new("wrong.epd", Some(text.as_bytes()));
    let output = atalaya(&["--suite", file.path()]);
    assert_eq!(output.status.code(), Some(1));
    let out = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(out.contains("line 3: depth 2: 2039, not 2038"), "{out}");
    assert!(
        out.contains(KIWIPETE) && out.contains("mismatches: 1"),
        "{out}"
    );
    assert!(out.contains("Positions: 2, counts: 3"), "{out}");

    let output = atalaya(&["--suite", file.path(), "--json"]);
    assert_eq!(output.status.code(), Some(1));
    let object: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(object["mismatches"][0]["counted"], 2039);
    assert_eq!(object["mismatches"][0]["line"], 3);

    // Within the depth asked for, it is right.
    let out = stdout(&["--suite", file.path(), "--max-depth", "1"]);
    assert!(out.contains("counts: 2, mismatches: 0"), "{out}");
}

#[test]
fn bad_input_is_refused_in_one_sentence_that_names_it() {
    for (args, complaint) in [
        (
            &["1", "--fen", "8/8/8/8/8/8/8/K7 w - - 0 1"][..],
            "Black has 0 kings",
        ),
        (&["1", "--fen", ""], "the FEN is empty"),
        (&["1", "--fen", "4k3/8/8/8/8/8/8/4K3 w - - 0 1 x"], "'x'"),
        (
            &["4", "--hash", "99999999999"],
            "99999999999 MB does not fit in memory",
        ),
        (
            &["4", "--hash", "18446744073709551615"],
            "does not fit in memory",
        ),
        (&["--suite", "/no/such/suite.epd"], "/no/such/suite.epd"),
        (
            &["1", "--fen", "4k3/8/8/8/8/8/8/R3K3 w HA - 0 1"],
            "with a rook on h1",
        ),
        (
            &[
                "4",
                "--fen",
                "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w",
            ],
            "no castling field",
        ),
        (
            &["64", "--fen", "7k/8/8/8/8/8/8/K7 w", "--hash", "16"],
            "more than 2^64 move sequences",
        ),
    ] {
        let sentence = refusal(args);
        assert!(sentence.contains(complaint), "{args:?}: {sentence}");
    }
}

#[test]
fn a_suite_that_checks_nothing_or_cannot_be_read_is_refused() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    for (name, text, complaint) in [
        ("empty.epd", String::new(), "holds no line"),
        ("comments.epd", "# nothing\n\n".to_owned(), "holds no line"),
        (
            "words.epd",
            format!("{start} ;D1 20\nhello\n"),
            "line 2: expected",
        ),
        ("nocount.epd", format!("{start}\n"), "line 1: expected"),
        (
            "letters.epd",
            format!("{start} ;D1 twenty\n"),
            ";D1 twenty'",
        ),
        (
            "nofen.epd",
            ";D1 20\n".to_owned(),
            "line 1: the FEN is empty",
        ),
        (
            "badfen.epd",
            format!("{start} ;D1 20\n8/8 w - - ;D1 1\n"),
            "line 2: the FEN's board",
        ),
        (
            "early.perft",
            "perft 1 20\n".to_owned(),
            "line 1: there is no 'epd' line before it",
        ),
        (
            "late.perft",
            format!("epd {start}\nperft 1 20\nid next\nperft 2 400\n"),
            "line 4: there is no 'epd' line",
        ),
        (
            "few.perft",
            format!("epd {start}\nid next\n"),
            "has no counts",
        ),
        (
            "words.perft",
            format!("epd {start}\nperft one 20\n"),
            "line 2: expected 'perft DEPTH COUNT'",
        ),
        (
            "deep.epd",
            format!("{start} ;D5 4865609\n"),
            "no count of depth 4 or less",
        ),
    ] {
        let file = TempFile::new(name, Some(text.as_bytes()));
        let sentence = refusal(&["--suite", file.path(), "--max-depth", "4"]);
        assert!(sentence.contains(complaint), "{name}: {sentence}");
        assert!(sentence.contains(file.path()), "{name}: {sentence}");
    }
}

#[test]
fn arguments_that_make_no_sense_exit_with_2() {
    for args in [
        &[][..],
        &["-1"],
        &["129"],
        &["100000"],
        &["x"],
        &["4", "--threads", "0"],
        &["4", "--hash", "-1"],
        &["4", "--hash", "99999999999999999999999"],
        &["4", "--suite", "x.epd"],
        &["4", "--max-depth", "3"],
        &["4", "--no-such-option"],
    ] {
        let output = atalaya(args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert_eq!(output.stdout, b"", "{args:?}");
        assert!(output.stderr.starts_with(b"error: "), "{args:?}");
    }
}

#[test]
fn a_reader_that_goes_away_is_no_error_and_a_full_disk_is() {
    let command = |args: &[&str], out: Stdio| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_atalaya"));
        command
            .arg("perft")
            .args(args)
            .stdout(out)
            .stderr(Stdio::piped());
        command.spawn().expect("the binary runs")
    };
    for args in [&["5", "--divide"][..], &["5"], &["5", "--json"]] {
        let mut child = command(args, Stdio::piped());
        drop(child.stdout.take());
        let output = child.wait_with_output().expect("it ends");
        assert_eq!(output.status.code(), Some(0), "{args:?}");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{args:?}");
    }
    let Ok(full) = std::fs::OpenOptions::new().write(true).open("/dev/full") else {
        println!("left out: writing to a full disk, as there is no /dev/full");
        return;
    };
    let child = command(&["2", "--divide"], full.into());
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(2));
    let sentence = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        sentence.contains("cannot write to the standard output"),
        "{sentence}"
    );
    assert_eq!(sentence.lines().count(), 1);
}
