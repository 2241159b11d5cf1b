//! `atalaya stipulation` driven as a user would: the built binary, its output, its exit status.

use serde_json::Value;
use std::process::{Command, Output};

pub fn run(args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_atalaya"));
    let output = command
        .arg("stipulation")
        .args(args)
        .args(["--hash", "16"])
        .output();
    output.expect("the binary runs")
}

pub fn status(output: &Output) -> i32 {
    output.status.code().expect("no signal")
}

/// What was said, without the lines that depend on the machine.
pub fn said(output: &Output) -> String {
    let text = String::from_utf8(output.stdout.clone()).expect("UTF-8");
    let lines = text
        .lines()
        .filter(|line| !line.starts_with("Nodes: ") && !line.starts_with("Time: "));
    // The line that certifies a test ends with its time.
    let lines = lines.map(|line| match line.rsplit_once("; ") {
        Some((rest, time)) if line.starts_with("C+ ") && time.ends_with(" s)") => {
            format!("{rest}; … s)\n")
        }
        _ => format!("{line}\n"),
    });
    lines.collect()
}

pub fn complaint(output: &Output) -> String {
    assert_eq!(status(output), 2, "{output:?}");
    assert!(output.stdout.is_empty(), "{output:?}");
    String::from_utf8(output.stderr.clone()).expect("UTF-8")
}

/// The king steps to the rook's file.
const CORNER: &str = "7k/5K2/8/8/8/8/8/6R1 b - - 0 1";

#[test]
fn a_helpmate_is_written_as_popeye_does_with_its_set_play() {
    let output = run(&["h#1", "--fen", CORNER, "--set-play"]);
    assert_eq!(status(&output), 0);
    let version = env!("CARGO_PKG_VERSION");
    assert_eq!(
        said(&output),
        format!(
            "h#1, Black begins (2 + 1)\n\n  1...Rg1-h1 #\n\n  1.Kh8-h7 Rg1-h1 #\n\n1 solution\n\
             C+ Atalaya {version} (h#1: 1 solution, set play: 1 line; all moves tried; … s)\n"
        )
    );
    // The same without a pause in between.
    let alias = Command::new(env!("CARGO_BIN_EXE_atalaya"))
        .args(["popeye", "h#1", "--fen", CORNER, "--set-play"])
        .output();
    assert_eq!(said(&alias.expect("the binary runs")), said(&output));
}

#[test]
fn a_castling_right_that_cannot_be_is_dropped_and_said() {
    let fen = "r5k1/8/3P2K1/8/8/8/1B6/3R4 w q - 0 1";
    let output = run(&["#2", "--fen", fen]);
    assert_eq!(status(&output), 0, "{output:?}");
    assert!(said(&output).contains("1.Rd1-h1 !"), "{}", said(&output));
    let dropped = String::from_utf8_lossy(&output.stderr);
    let right = format!("atalaya: {fen}: the castling right q is dropped");
    assert!(dropped.starts_with(&right), "{dropped}");
}

#[test]
fn as_many_solutions_as_the_author_intends_make_it_sound() {
    let solved = |intended: &str| run(&["h#1", "--fen", CORNER, "--intended", intended]);
    assert!(said(&solved("1")).contains("Sound: 1 solution, as intended\nC+ "));
    assert_eq!(status(&solved("1")), 0);
    let two = solved("2");
    assert!(
        said(&two).contains("Unsound: 1 solution, 2 intended\n"),
        "{}",
        said(&two)
    );
    assert!(!said(&two).contains("C+"));
    assert_eq!(status(&two), 1);
    let fen = "8/5Nb1/4K3/8/R1p3k1/8/8/7B b - - 0 1";
    let two = ["h#2", "--fen", fen, "--intended", "1"];
    let cooked = run(&two);
    assert_eq!(status(&cooked), 1);
    assert!(
        said(&cooked).contains("Cooked: 2 solutions, 1 intended\n"),
        "{}",
        said(&cooked)
    );
}

#[test]
fn duplex_exchanges_the_sides() {
    let output = run(&["h#1", "--fen", CORNER, "--duplex"]);
    assert_eq!(status(&output), 0);
    let text = said(&output);
    assert!(
        text.contains("\nDuplex: h#1, White begins (2 + 1)\n\nNo solution\n"),
        "{text}"
    );
    assert!(
        text.contains("(h#1: 1 solution, duplex: 0 solutions; all moves tried; … s)"),
        "{text}"
    );
    // White gives check, so that it cannot be White's move.
    let output = run(&["h#1", "--fen", "7k/5K2/8/8/8/8/8/7R b - - 0 1", "--duplex"]);
    assert!(
        said(&output).contains("Duplex: White cannot begin, because Black is in check"),
        "{}",
        said(&output)
    );
}

#[test]
fn the_search_ends_when_there_are_enough_solutions_or_no_time() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let fools = ["h#2.5", "--fen", start, "--solutions", "3"];
    let output = run(&fools);
    assert_eq!(status(&output), 0);
    let text = said(&output);
    assert_eq!(
        text.lines()
            .filter(|line| line.starts_with("  1..."))
            .count(),
        3,
        "{text}"
    );
    assert!(
        text.contains("Stopped after 3 solutions, as asked: there may be more"),
        "{text}"
    );
    assert!(!text.contains("C+"), "{text}");
    let output = run(&["h#9", "--fen", start, "--nodes", "5000"]);
    assert_eq!(status(&output), 3);
    assert!(
        said(&output).contains("Not finished: 0 solutions so far"),
        "{}",
        said(&output)
    );
}

#[test]
fn no_solution_is_exit_status_one() {
    for (stipulation, fen) in [
        ("h#1", "8/8/8/3k4/8/8/8/K6R b - - 0 1"),
        ("s#2", "8/8/8/3k4/8/8/8/K6R w - - 0 1"),
        ("ser-#1", "8/8/8/3k4/8/8/8/K6R w - - 0 1"),
    ] {
        let output = run(&[stipulation, "--fen", fen]);
        assert_eq!(status(&output), 1, "{stipulation}");
        assert!(
            said(&output).contains("\nNo solution\n"),
            "{}",
            said(&output)
        );
    }
}

#[test]
fn in_a_reflexmate_whoever_can_mate_must() {
    let fen = "7k/5K2/8/8/8/8/8/6R1 w - - 0 1";
    let output = run(&["r#2", "--fen", fen]);
    assert_eq!(status(&output), 1);
    assert!(
        said(&output).contains("No solution: White can reach the aim at once, and so must\n"),
        "{}",
        said(&output)
    );
}

#[test]
fn first_moves_are_told_as_they_are_looked_at() {
    let output = run(&["h#1", "--fen", CORNER, "--move-numbers"]);
    let text = said(&output);
    let told: Vec<&str> = text.lines().take_while(|line| !line.is_empty()).collect();
    assert_eq!(told.len(), 1, "{text}");
    assert!(told[0].starts_with("  1  (Kh8-h7    Time = "), "{text}");
}

#[test]
fn json_says_the_same_as_data() {
    let output = run(&["h#1", "--fen", CORNER, "--json", "--set-play"]);
    let value: Value = serde_json::from_slice(&output.stdout).expect("one object");
    assert_eq!(value["stipulation"], "h#1");
    assert_eq!(value["fen"], CORNER);
    let part = &value["parts"][0];
    assert_eq!(
        (&part["begins"], &part["complete"]),
        (&"black".into(), &true.into())
    );
    assert_eq!(
        (&part["solutions"], &part["cooked"]),
        (&1.into(), &Value::Null)
    );
    let line = &part["lines"][0];
    assert_eq!(line["text"], "1.Kh8-h7 Rg1-h1 #");
    assert_eq!(line["uci"], serde_json::json!(["h8h7", "g1h1"]));
    assert_eq!(line["san"], serde_json::json!(["Kh7", "Rh1#"]));
    assert_eq!(part["set_lines"][0]["text"], "1...Rg1-h1 #");
    let output = run(&[
        "#2",
        "--fen",
        "k7/8/2K5/8/8/8/8/1R6 w - - 0 1",
        "--json",
        "--tries",
    ]);
    let value: Value = serde_json::from_slice(&output.stdout).expect("one object");
    let part = &value["parts"][0];
    assert_eq!(
        (&part["cooked"], &part["keys"][0]["uci"]),
        (&false.into(), &"c6c7".into())
    );
    assert!(
        part["text"]
            .as_str()
            .is_some_and(|text| text.contains("1.Kc6-c7 !"))
    );
}

#[test]
fn what_cannot_be_asked_is_refused_in_a_sentence_that_names_it() {
    let corner = |args: &[&str]| complaint(&run(&[args, &["--fen", CORNER]].concat()));
    for (args, complaint) in [
        (&["h#100"] as &[&str], "'h#100'"),
        (&["h#100"], "from 1 to 99"),
        (&["reci-s#3"], "expected an aim (#, ="),
        (&["h#2", "--tries"], "h#2 has no tries"),
        (&["ser-h#2", "--variations"], "ser-h#2 has no "),
        (&["ser-#2", "--set-play"], "ser-#2 has no set play"),
        (&["h#2", "--solutions", "0"], "'0'"),
        (&["h#2", "--tries", "--lang", "es"], "h#2 no tiene ensayos"),
        (
            &["dia2.5", "--condition", "Circe", "--lang", "es"],
            "dia2.5 no se conoce con piezas ni condiciones de fantasía",
        ),
    ] {
        let said = corner(args);
        assert!(said.contains(complaint), "{args:?}: {said}");
    }
    let said = complaint(&run(&["h#2", "--fen", "8/8/8/8/8/8/8/K7 b - - 0 1"]));
    assert!(said.contains("Black has 0 kings"), "{said}");
}

#[cfg(unix)]
#[test]
fn control_c_ends_it_with_what_is_found_so_far() {
    use std::io::{BufRead, BufReader, Read};
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let mut child = Command::new(env!("CARGO_BIN_EXE_atalaya"))
        .args([
            "stipulation",
            "h#9.5",
            "--fen",
            start,
            "--move-numbers",
            "--hash",
            "16",
        ])
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .expect("the binary runs");
    let mut out = BufReader::new(child.stdout.take().expect("piped"));
    let mut first = String::new();
    // It has begun, so it listens.
    out.read_line(&mut first).expect("a line");
    assert!(first.starts_with("  1  ("), "{first}");
    crate::pipe::press_ctrl_c(&child);
    let mut rest = String::new();
    out.read_to_string(&mut rest).expect("text");
    let mut told = String::new();
    let mut errors = child.stderr.take().expect("piped");
    errors.read_to_string(&mut told).expect("text");
    assert_eq!(child.wait().expect("it ends").code(), Some(130));
    assert!(rest.contains("Not finished: "), "{rest}");
    assert!(told.starts_with("atalaya: broken off after "), "{told}");
}

#[test]
fn set_play_that_was_enough_says_nothing_of_the_solutions() {
    let fen = "7k/5K1p/7P/8/8/8/1p6/RN6 b - - 0 1";
    let output = run(&["h#1", "--fen", fen, "--set-play", "--solutions", "1"]);
    let text = said(&output);
    assert!(
        text.contains("  (as many as asked: there may be more set play)\n\nNo solution\n"),
        "{text}"
    );
    let output = run(&[
        "h#1",
        "--fen",
        fen,
        "--set-play",
        "--solutions",
        "1",
        "--json",
    ]);
    let json: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let part = &json["parts"][0];
    assert_eq!(
        (&part["complete"], &part["more_set_lines"]),
        (&true.into(), &true.into()),
        "{json}"
    );
}

#[test]
fn set_play_that_cannot_begin_is_said_to_be_none() {
    let checked = [
        "h#1",
        "--fen",
        "7k/5K2/8/8/8/8/8/7R b - - 0 1",
        "--set-play",
    ];
    let text = said(&run(&checked));
    let why = "Set play: White cannot begin, because Black is in check\n\nNo solution\n";
    assert!(text.contains(why), "{text}");
    let output = run(&[&checked[..], &["--json"]].concat());
    let json: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(json["parts"][0]["no_set_play"], true, "{json}");
    // With the sides exchanged nobody is in check.
    let text = said(&run(&["h#1", "--fen", CORNER, "--set-play", "--duplex"]));
    assert!(!text.contains("cannot begin"), "{text}");
}

#[test]
fn lines_without_number_end_where_nobody_reads_on() {
    let many = ["h=5", "--fen", "8/8/8/8/8/k7/8/KQ6 b - - 0 1"];
    let text = said(&run(&many));
    assert!(
        text.ends_with("Stopped after 100000 solutions, the most that are kept if nothing else is asked: there may be more\n"),
        "{}",
        text.lines().last().unwrap_or_default()
    );
    let output = run(&[&many[..], &["--solutions", "100001"]].concat());
    assert!(
        said(&output).ends_with("Stopped after 100001 solutions, as asked: there may be more\n")
    );
}

#[test]
fn what_fewer_moves_are_enough_for_is_short_and_not_sound() {
    let fen = "6k1/5ppp/8/8/8/8/2q2PPP/3R2K1 w - - 0 1";
    let text = said(&run(&["#2", "--fen", fen]));
    assert!(
        text.contains("Short: 1 of 2 moves are enough; no other first move solves it"),
        "{text}"
    );
    let text = said(&run(&["#2", "--fen", fen, "--intended", "1"]));
    assert!(
        text.contains("Short: 1 of 2 moves are enough; 1 key, as intended")
            && !text.contains("ound"),
        "{text}"
    );
}

#[test]
fn keys_are_found_where_the_set_play_is_too_long_to_be_read() {
    let wins = "8/8/8/3k4/8/8/8/KQ6 w - - 0 1";
    let output = run(&["#9", "--fen", wins, "--set-play", "--solutions", "1"]);
    assert_eq!(status(&output), 0);
    assert!(said(&output).contains("1.Ka1-b2 !"), "{}", said(&output));
}

#[test]
fn a_cooked_mate_is_no_sound_one_unless_so_many_keys_are_intended() {
    let two = ["#1", "--fen", "k7/7R/1K6/8/8/8/8/6Q1 w - - 0 1"];
    let cooked = run(&two);
    assert_eq!(status(&cooked), 1);
    assert!(said(&cooked).contains("Cooked: 2 keys\n"));
    let intended = run(&[&two[..], &["--intended", "2"]].concat());
    assert_eq!(status(&intended), 0);
}

#[cfg(feature = "collection")]
#[test]
fn several_refutations_stand_after_one_but() {
    let fen = "7k/p6p/5K2/8/8/8/8/n5R1 w - - 0 1";
    let output = run(&["#2", "--fen", fen, "--tries", "--variations", "--threats"]);
    assert!(!said(&output).contains("1.Rg1-b1 ?"), "one reply only");
    // Popeye 4.104 has the same, the replies in another order.
    let text = "BeginProblem\nPieces White Kf6 Rg1\n Black Kh8 Pa7 Ph7 Sa1\nStipulation #2\n\
                Option Defence 3 Variations\nEndProblem\n";
    let output = solve_text(text);
    assert!(
        said(&output).contains(
            "   1.Rg1-b1 ? threat:\n          2.Rb1-b8 #\n    but\n      1...Sa1-b3 !\n      1...h7-h6 !\n      \
             1...h7-h5 !\n"
        ),
        "{}",
        said(&output)
    );
}

#[test]
fn set_play_of_a_half_move_begins_where_neither_side_has_moved() {
    let fen = "7k/5K2/8/8/8/8/8/6R1 w - - 0 1";
    let output = run(&["h#1.5", "--fen", fen, "--set-play"]);
    // As Popeye 4.104 counts.
    assert!(
        said(&output)
            .contains("\n  1... ... 2.Kh8-h7 Rg1-h1 #\n\n  1...Rg1-a1 2.Kh8-h7 Ra1-h1 #\n"),
        "{}",
        said(&output)
    );
}

#[test]
fn a_series_has_the_sign_of_its_aim_at_its_end_alone() {
    let output = run(&["ser-=2", "--fen", "7k/5K2/8/8/8/8/8/6Q1 w - - 0 1"]);
    let said = said(&output);
    assert!(
        said.contains("  1.Qg1-b1 =\n") && said.contains("  1.Qg1-b1 2.Qb1-g6 =\n"),
        "{said}"
    );
    assert!(!said.contains("= 2."), "{said}");
    // As many as Popeye 4.104 finds.
    let sentence = "\n55 solutions; 2 of them short\n";
    assert!(said.contains(sentence) && !said.contains("C+"), "{said}");
}

#[cfg(feature = "collection")]
#[test]
fn after_a_key_in_one_nothing_is_played_any_more() {
    let problem = |stipulation: &str| {
        let text = format!(
            "BeginProblem\nPieces White Kf7 Rg1\n Black Kh7\nStipulation {stipulation}\n\
             Option PostKeyPlay Variations\nEndProblem\n"
        );
        said(&solve_text(&text))
    };
    assert_eq!(
        problem("#1"),
        "Problem 1\n\n#1, Black begins (2 + 1)\n\nThe key is refuted by 2 replies\n"
    );
    let refuted = "      1...Kh7-h6\n        refutes.\n";
    assert!(problem("#2").contains(refuted), "{}", problem("#2"));
}

#[cfg(feature = "collection")]
#[test]
fn a_second_piece_on_a_square_takes_the_place_of_the_first_and_that_is_said() {
    let text = "BeginProblem\nStipulation #1\nPieces White Kg6 Rb1\n       Black Kg8 Pa1\nPieces White Qa1\nEndProblem\n";
    let output = solve_text(text);
    let said = said(&output);
    // As Popeye 4.104 finds them.
    for key in ["1.Qa1-a8 # !", "1.Qa1-g7 # !", "1.Rb1-b8 # !"] {
        assert!(said.contains(key), "{said}");
    }
    assert_eq!(
        String::from_utf8_lossy(&output.stderr),
        "atalaya: the standard input: line 5: White's Qa1 takes the place of Black's Pa1\n"
    );
}

#[cfg(feature = "collection")]
/// Solves the problems of a text in Popeye's words.
fn solve_text(text: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_atalaya"));
    command.args(["stipulation", "--input", "-", "--hash", "16"]);
    crate::pipe::output(&mut command, text)
}

#[test]
fn each_first_move_is_told_once_on_several_threads() {
    let fen = "8/8/8/8/8/8/P4Q2/K1k3r1 w - - 0 1";
    let args = [
        "s#4",
        "--fen",
        fen,
        "--move-numbers",
        "--tries",
        "--variations",
    ];
    let lines = |threads: &str| -> (Vec<usize>, Vec<String>) {
        let output = run(&[&args[..], &["--threads", threads]].concat());
        assert_eq!(status(&output), 0, "{output:?}");
        let text = said(&output);
        let (told, rest): (Vec<&str>, Vec<&str>) =
            text.lines().partition(|line| line.contains("Time = "));
        let numbers = told
            .iter()
            .filter_map(|line| line.split_whitespace().next()?.parse().ok());
        (
            numbers.collect(),
            rest.into_iter().map(str::to_owned).collect(),
        )
    };
    let (numbers, text) = lines("1");
    assert_eq!(numbers, (1..=numbers.len()).collect::<Vec<_>>());
    assert!(numbers.len() > 1, "{text:?}");
    assert_eq!(lines("3"), (numbers, text));
}

#[test]
fn themes_are_told_only_of_a_whole_solution() {
    let args = ["h#1", "--fen", CORNER, "--themes", "--lang", "en"];
    assert!(said(&run(&args)).contains("Ideal mate: 1.Kh7 Rh1#"));
    let cut = run(&[&args[..], &["--solutions", "1"]].concat());
    let text = said(&cut);
    assert!(
        !text.contains("Ideal mate") && text.contains("The themes are not known"),
        "{text}"
    );
    let json = run(&[&args[..], &["--solutions", "1", "--json"]].concat());
    assert!(said(&json).contains("\"themes\":null"), "{json:?}");
}

#[test]
fn the_certificate_names_the_rules() {
    let line = |args: &[&str]| {
        let text = said(&run(args));
        text.lines()
            .find(|line| line.starts_with("C+ "))
            .map(str::to_owned)
    };
    let circe = line(&["h#1", "--fen", CORNER, "--condition", "Circe"]);
    let circe = circe.expect("it is sound");
    assert!(
        circe.ends_with("; rules: Circe; all moves tried; … s)"),
        "{circe}"
    );
    let short = "8/8/1p6/8/1P6/8/4N2p/5K1k b - - 0 1";
    assert_eq!(line(&["h#2", "--fen", short]), None, "it is short");
    assert!(line(&["h#1", "--fen", short]).is_some());
    assert_eq!(line(&["ser-h#2", "--fen", short]), None, "so is the series");
    assert!(line(&["ser-h#1", "--fen", short]).is_some());
}
