//! Popeye's input files.
#![cfg(feature = "collection")]

use crate::pipe;
use crate::stipulations::command::{complaint, said, status};
use serde_json::Value;
use std::process::{Command, Output};

/// Solves an input file given on the standard input.
fn solve(text: &[u8], args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_atalaya"));
    command.args(["stipulation", "--input", "-", "--hash", "16"]);
    pipe::output(command.args(args), text)
}

const TWO: &str = "BeginProblem
Author Ann
Title Corner
Pieces
  White Kf7 Rg1
  Black Kh8
Stipulation h#1
Option SetPlay Duplex NoBoard
NextProblem
Forsyth k7/8/2K5/8/8/8/8/1R6
stip #2
opti Variation Try
EndProblem
";

#[test]
fn every_problem_of_a_file_is_solved_as_its_options_ask() {
    let output = solve(TWO.as_bytes(), &[]);
    let text = said(&output);
    assert_eq!(status(&output), 0, "{output:?}");
    assert!(
        text.starts_with(
            "Problem 1: Ann, Corner\n\nh#1, Black begins (2 + 1)\n\n  1...Rg1-h1 #\n\n  1.Kh8-h7 Rg1-h1 #\n"
        ),
        "{text}"
    );
    assert!(
        text.contains("\nDuplex: h#1, White begins (2 + 1)\n\nNo solution\n"),
        "{text}"
    );
    assert!(
        text.contains(
            "\nProblem 2\n\n#2, White begins (2 + 1)\n\n   1.Kc6-c5 ? zugzwang.\n    but\n"
        ),
        "{text}"
    );
    assert!(
        text.contains("\n   1.Kc6-c7 ! threat:\n          2.Rb1-a1 #\n"),
        "{text}"
    );
    let output = solve(TWO.as_bytes(), &["--json"]);
    let lines = String::from_utf8(output.stdout).expect("UTF-8");
    assert_eq!(lines.lines().count(), 2);
}

#[test]
fn who_begins_follows_from_the_stipulation_and_half_duplex_exchanges_it() {
    for (stipulation, option, begins) in [
        ("h#1", "", "Black"),
        ("h#1.5", "", "White"),
        ("ser-h#2", "", "Black"),
        ("ser-#2", "", "White"),
        ("s#1", "", "White"),
        ("h#1", "Option HalfDuplex", "White"),
        ("=1", "Option HalfDuplex", "Black"),
    ] {
        let text = format!(
            "BeginProblem\nPieces White Kf7 Rg1 Black Kh8\nStipulation {stipulation}\n{option}\nEndProblem\n"
        );
        let output = solve(text.as_bytes(), &[]);
        let heading = format!("{stipulation}, {begins} begins");
        assert!(said(&output).contains(&heading), "{output:?}");
    }
}

#[test]
fn options_that_limit_the_answer_are_heeded() {
    let text = "BeginProblem\nPieces White Kf6 Rg1 Ra1 Black Kh8\nStipulation h#2\nOption MaxSolutions 2 \
                MoveNumbers\nEndProblem\n";
    let output = solve(text.as_bytes(), &[]);
    let text = said(&output);
    assert!(text.contains("  1  (Kh8-h7    Time = "), "{text}");
    assert!(
        text.contains("Stopped after 2 solutions, as asked"),
        "{text}"
    );
}

#[test]
fn what_is_not_understood_is_refused_by_its_name_and_line() {
    for (wrong, line, complaint) in [
        ("Stipulation h###2", 4, "bad stipulation 'h###2'"),
        (
            "Stipulation h#2\nOption NoBoard\n  Madrasi",
            6,
            "the option 'Madrasi' is not understood",
        ),
        (
            "Stipulation h#2\nOption NoBoard\n NullMoves",
            6,
            "the option 'NullMoves' is not understood",
        ),
        (
            "Stipulation h#2\nOption NoBoard\n max 3",
            6,
            "'max' may be MaxSolutions or MaxFlightsquares",
        ),
        (
            "Stipulation h#2\nCondition circ",
            5,
            "'circ' may be Circe or",
        ),
        (
            "Stipulation h#2\nCondition andern NoWhitePromotion",
            5,
            "the condition NoWhitePromotion is not understood",
        ),
        (
            "Stipulation h#2\nCondition Circus",
            5,
            "'Circus' is no condition",
        ),
        (
            "Sstipulation white direct[Ad]1sol",
            4,
            "structured stipulations are not understood",
        ),
        (
            "Stipulation h#2\nPieces White Kamikaze Gh1",
            5,
            "kamikaze pieces are not understood",
        ),
        (
            "Stipulation h#2\nPieces TotalInvisible Qh1",
            5,
            "totalinvisible pieces are not understood",
        ),
        (
            "Stipulation h#2\nCondition AntiCirce KoeKo",
            1,
            "the conditions AntiCirce and KoeKo are not understood together",
        ),
        (
            "Stipulation h#2\nPieces White Ra1 KAh1",
            5,
            "'KAh1': KA is the kangaroo, which is not understood",
        ),
        (
            "Stipulation h#2\nPieces White r/bh1",
            5,
            "hunters are not understood",
        ),
        ("Stipulation h#2\nPieces White Ra9", 5, "'a9' is no square"),
        (
            "Stipulation h#2\nOption EnPassant g7g6g4",
            5,
            "'g7g6g4' is no double step",
        ),
        ("Author Ann", 1, "there is no stipulation"),
        (
            "Stipulation h#2\nCondition",
            5,
            "'Condition' lacks a condition",
        ),
        (
            "Condition\nStipulation h#2",
            4,
            "'Condition' lacks a condition",
        ),
        (
            "Stipulation h#2 Condition NextProblem",
            4,
            "'Condition' lacks a condition",
        ),
        (
            "Pieces Blanc Ra1",
            4,
            "'Blanc' is no colour (White, Black) and no piece",
        ),
        (
            "Pieces White Ra1 Noir Rb1",
            4,
            "'Noir' is no colour (White, Black) and no piece",
        ),
        (
            "Stipulation h#2\nOption CastlingMutuallyExclusive a1",
            5,
            "needs two squares such as a1h8",
        ),
        (
            "Stipulation h#2\nOption MaxSolutions",
            5,
            "MaxSolutions needs a number",
        ),
        ("Stipulation h#2 h#3", 4, "'h#3' is not understood"),
    ] {
        let text = format!("BeginProblem\nPieces White Kf7 Rg1\n Black Kh8\n{wrong}\nEndProblem\n");
        let said = complaint_of(&text);
        let place = format!("atalaya: the standard input: line {line}: ");
        assert!(
            said.starts_with(&place) && said.contains(complaint),
            "{wrong}: {said}"
        );
    }
    assert!(complaint_of("").contains("there is no problem"));
    let missing = Command::new(env!("CARGO_BIN_EXE_atalaya"))
        .args(["stipulation", "--input", "no-such-file.inp"])
        .output();
    let said = complaint(&missing.expect("the binary runs"));
    assert!(said.contains("cannot read no-such-file.inp"), "{said}");
}

/// First moves, or lines, of a file of problems that all are solved; and what was said beside them.
fn solutions(text: impl AsRef<[u8]>) -> (Vec<Vec<String>>, String) {
    let output = solve(text.as_ref(), &["--json"]);
    let said = String::from_utf8(output.stderr).expect("UTF-8");
    let lines = String::from_utf8(output.stdout).expect("UTF-8");
    let of_line = |line: &str| {
        let answer: Value = serde_json::from_str(line).expect(line);
        let part = &answer["parts"][0];
        let text = |found: &Value| {
            let text = found.get("text").unwrap_or(&found["san"]);
            text.as_str().expect("a text").to_owned()
        };
        let of = |name: &str| part[name].as_array().expect("a list").iter().map(text);
        of("keys").chain(of("lines")).collect()
    };
    (lines.lines().map(of_line).collect(), said)
}

#[test]
fn squares_of_options_stand_in_one_word() {
    let (found, said) = solutions(
        "BeginProblem\nStipulation #1\nOption NoCastling a1h1\nPieces White Ke1 Rh1 Ra7 Bb5 Bb3\n       \
         Black Kf8\nEndProblem\n",
    );
    assert_eq!(found, [["Rf1#", "Rh8#"]]);
    assert_eq!(said, "");
    for squares in ["g7g6g5", "g6"] {
        let (found, said) = solutions(format!(
            "BeginProblem\nStipulation #1\nOption EnPassant {squares}\nPieces White Kf7 Ph5 Bb2\n       \
             Black Kh7 Pg5 Ph6\nEndProblem\n"
        ));
        assert_eq!(found, [["hxg6#"]], "{squares}");
        assert_eq!(said, "");
    }
}

#[test]
fn every_word_may_be_cut_to_a_beginning_of_its_own_in_any_language() {
    for text in [
        "begin\nstip #1\nopti var setp try\npieces white Kg6 Ra1\n       black Kg8\nend\n",
        "BEG prot file.out\nSTIP #1 OPT VARI,SET;NOTHR\nrem next is no word here\npie wh k g6\n r a1 bl kg8\nend\n",
        "anfang\nprotokoll a.out\nford #1\nopti vari satz zugn\nstei weis kg6 ta1 schw kg8\nende",
        "debut\nenonce #1\noption vari apparent\npieces blanc rg6 ta1 noir rg8\nfin\n",
        "begin\nfors 6k1/8/6K1/32R7/\nstip #1\nend\n",
        "begin\nfors 6k1/8/6K1/32/R\nstip # 1\nend\n",
    ] {
        let (found, said) = solutions(text);
        assert_eq!(found, [["Ra8#"]], "{text}: {said}");
        assert_eq!(said, "", "{text}");
    }
}

#[test]
fn white_to_play_takes_half_a_move_off_a_helpmate() {
    let text = |stipulation: &str, option: &str| {
        format!(
            "BeginProblem\nStipulation {stipulation}\nOption {option}\nPieces White Kf6 Ra1\n       Black Kh8\n\
             EndProblem\n"
        )
    };
    let (found, said) = solutions(text("h#2", "WhiteToPlay"));
    let lines = [
        "1...Kf6-g6 2.Kh8-g8 Ra1-a8 #",
        "1...Kf6-f7 2.Kh8-h7 Ra1-h1 #",
    ];
    assert_eq!(found, [lines]);
    assert_eq!(said, "");
    assert_eq!(solutions(text("h#1.5", "NoBoard")).0, [lines]);
    assert_eq!(solutions(text("h#2.0", "WhiteToPlay")).0, [lines]);
    let (found, said) = solutions(text("h#1.5", "WhiteToPlay"));
    assert_eq!(found, [lines]);
    assert!(
        said.contains("line 3: the option WhiteToPlay has no effect on h#1.5"),
        "{said}"
    );
}

#[test]
fn options_that_a_problem_does_not_have_are_named_and_it_is_solved() {
    for (stipulation, option, note) in [
        ("h#1", "Try", "h#1 has no tries"),
        ("h#1", "Variation", "h#1 has no variations"),
        ("ser-h#1", "vari", "ser-h#1 has no variations"),
        ("h#1", "Intelligent 2", "the option Intelligent 2 limits"),
        (
            "h#1",
            "StartMoveNumber 3",
            "the option StartMoveNumber 3 limits",
        ),
        ("h#1", "EnPassant g6", "nobody can capture en passant on g6"),
    ] {
        let (found, said) = solutions(format!(
            "BeginProblem\nPieces White Kf7 Rg1 Black Kh8\nStipulation {stipulation}\nOption {option}\nEndProblem\n"
        ));
        assert_eq!(found.len(), 1, "{option}");
        let place = format!("atalaya: the standard input: line 4: {note}");
        assert!(said.starts_with(&place), "{option}: {said}");
    }
}

#[test]
fn tries_with_as_many_refutations_as_the_option_defence_says() {
    let tries = |option: &str| {
        let text = format!("begin\nforsyth k7/8/2K5/8/8/8/8/1R6\nstip #2\nopti {option}\nend\n");
        let output = solve(text.as_bytes(), &["--json"]);
        let answer: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        let tries = answer["parts"][0]["tries"].as_array().cloned();
        let replies = |of: Value| of["refutations"].as_array().map_or(0, Vec::len);
        let counts: Vec<usize> = tries.expect("tries").into_iter().map(replies).collect();
        counts
    };
    // As Popeye 4.104 finds them.
    assert_eq!(tries("defence 0").len(), 0);
    assert_eq!(tries("try"), [1; 11]);
    let two = tries("defence 2");
    assert_eq!(two.iter().filter(|&&count| count == 1).count(), 11);
    assert_eq!(two.iter().filter(|&&count| count == 2).count(), 7);
}

#[test]
fn the_other_problems_of_a_file_are_solved_when_one_is_refused() {
    let text = "BeginProblem\nPieces White Kf7 Rg1 Black Kh8\nCondition Haan\nStipulation h#1\nNextProblem\n\
                Pieces White Kf7 Rg1 Black Kh8\nStipulation h#1\nTwin Condition Haan\nTwin Move g1 a1\n\
                NextProblem\nPieces White Kf7 KAg1 Black Kh8\nStipulation h#1\nEndProblem\n";
    let output = solve(text.as_bytes(), &[]);
    assert_eq!(status(&output), 2);
    let solved = String::from_utf8(output.stdout).expect("UTF-8");
    assert!(solved.starts_with("Problem 2 a)\n"), "{solved}");
    assert!(
        solved.contains("\nProblem 2 c)\nTwin: Move g1 a1\n"),
        "{solved}"
    );
    assert_eq!(solved.matches("Problem").count(), 2, "{solved}");
    let refused = String::from_utf8(output.stderr).expect("UTF-8");
    assert_eq!(
        refused,
        "atalaya: the standard input: line 3: the condition HaanerChess is not understood\n\
         atalaya: the standard input: line 8: the condition HaanerChess is not understood\n\
         atalaya: the standard input: line 11: 'KAg1': KA is the kangaroo, which is not understood\n"
    );
}

#[test]
fn a_condition_that_lacks_its_word_leaves_the_next_problem_alone() {
    for separator in ["next\n", "NextProblem\n", "\nnext\n"] {
        let text = format!(
            "begin\npieces white Kf7 Rg1 black Kh8\nstip h#1 condition {separator}pieces white Kf7 Ra1 black Kh8\n\
             stip h#1\nend\n"
        );
        let output = solve(text.as_bytes(), &[]);
        assert_eq!(status(&output), 2);
        let solved = String::from_utf8(output.stdout).expect("UTF-8");
        assert!(
            solved.contains("1.Kh8-h7 Ra1-h1 #"),
            "{separator}: {solved}"
        );
        let refused = String::from_utf8(output.stderr).expect("UTF-8");
        let expected = "atalaya: the standard input: line 3: 'condition' lacks a condition\n";
        assert_eq!(refused, expected, "{separator}");
    }
}

#[test]
fn a_wrong_word_of_a_french_or_german_file_is_the_one_that_is_named() {
    for (text, named) in [
        (
            "debut\npieces white rg6\nfin",
            "line 2: 'white' is no colour (Blanc, Noir)",
        ),
        (
            "debut\npieces blanc rg6 ta1 black rg8\nfin",
            "line 2: 'black' is no colour (Blanc, Noir)",
        ),
        (
            "anfang\nsteine white kg6\nende",
            "line 2: 'white' is no colour (Weiss, Schwarz)",
        ),
        (
            "debut\nenonce #1\noption vari xyz\nfin",
            "line 3: the option 'xyz' is not understood",
        ),
        (
            "debut\nenonce #1\njumeau move a1 a2\nfin",
            "line 3: 'move' is no change of a twin",
        ),
        (
            "debut\nstipulation #1\nfin",
            "line 2: 'stipulation' is not understood",
        ),
    ] {
        let output = solve(text.as_bytes(), &[]);
        let said = String::from_utf8(output.stderr).expect("UTF-8");
        assert!(said.contains(named), "{text}: {said}");
    }
    // Fin ends the problem here; it is not the option FinApresSolutionsCourtes.
    let (found, said) =
        solutions("debut\npieces blanc rg6 ta1 noir rg8\nenonce #1\noption vari\nfin\n");
    assert_eq!((found.len(), said.as_str()), (1, ""));
}

#[test]
fn after_the_key_the_defender_is_to_move_and_its_replies_are_answered_or_refute() {
    let text = |black: &str, stipulation: &str, options: &str| {
        let text = format!(
            "begin\npieces white Kc7 Rb1 black {black}\nstip {stipulation}\noption {options}\nend\n"
        );
        solve(text.as_bytes(), &[])
    };
    let output = text("Ka8 Pb7", "#2", "postkey");
    let answer = said(&output);
    assert!(
        answer.contains("#2, Black begins (2 + 2)\n\n threat:\n          2.Rb1-a1 #\n"),
        "{answer}"
    );
    assert!(
        answer.contains("\nThe key solves it\n") && !answer.contains("C+"),
        "{answer}"
    );
    let output = text("Ka8 Pb7", "#2", "postkey nothreat");
    let lines = "\n      1...b7-b6\n          2.Rb1-a1 #\n";
    assert!(said(&output).contains(lines), "{output:?}");
    let output = text("Ka8 Pb5", "#1", "postkey");
    assert_eq!(status(&output), 1);
    // Nothing is played after it, as Popeye 4.104 has it.
    assert!(
        said(&output).ends_with("(2 + 2)\n\nThe key is refuted by 2 replies\n"),
        "{output:?}"
    );
    let output = text("Ka8 Pb5", "s#1", "postkey");
    assert!(
        said(&output).contains("      1...b5-b4\n        refutes.\n"),
        "{output:?}"
    );
    for (stipulation, options, note) in [
        (
            "#2",
            "try postkey",
            "after the key there is no try: the option Try has no effect",
        ),
        (
            "#2",
            "postkey setplay",
            "after the key there is no set play: the option SetPlay",
        ),
        (
            "h#1",
            "postkey",
            "h#1 has no key: nobody plays against anybody: the option PostKeyPlay",
        ),
        (
            "#1",
            "quodlibet",
            "#1 is no quodlibet: that is for s and semi-r: the option Quodlibet",
        ),
        ("#1", "nowk", ""),
    ] {
        let output = text("Ka8", stipulation, options);
        let said = String::from_utf8(output.stderr).expect("UTF-8");
        assert!(
            said.contains(note) && said.is_empty() == note.is_empty(),
            "{options}: {said}"
        );
    }
}

#[test]
fn a_side_without_its_king_is_named_and_never_mated() {
    let text = "begin\npieces white Rg1 black Pa7\nstip h=1\nnext\npieces white Kf7 Rg1 black Pa7\nstip h#1\n\
                option nobk\nnext\nstip #1\nend\n";
    let output = solve(text.as_bytes(), &["--json"]);
    assert_eq!(status(&output), 2);
    let said = String::from_utf8(output.stderr).expect("UTF-8");
    assert_eq!(
        said,
        "atalaya: the standard input: line 1: White has no king: it is never in check, nor mated\n\
         atalaya: the standard input: line 1: Black has no king: it is never in check, nor mated\n\
         atalaya: the standard input: line 8: there are no pieces\n"
    );
    let answers = String::from_utf8(output.stdout).expect("UTF-8");
    assert!(
        answers.contains("\"fen\":\"8/p7/8/8/8/8/8/6R1 b - - 0 1\""),
        "{answers}"
    );
}

#[test]
fn lines_that_are_not_utf_8_are_read_as_latin_1() {
    let bytes = b"BeginProblem\nAuthor Jos\xE9\nPieces White Kf7 Rg1 Black Kh8\nStipulation h#1\nEndProblem\n";
    let output = solve(bytes, &[]);
    assert_eq!(status(&output), 0, "{output:?}");
    assert!(said(&output).starts_with("Problem 1: Jos\u{e9}\n"));
    let note = String::from_utf8(output.stderr).expect("UTF-8");
    assert!(note.contains("line 2: not UTF-8 (there is a byte 0xE9), read as Latin-1"));
}

fn complaint_of(text: &str) -> String {
    complaint(&solve(text.as_bytes(), &[]))
}
