//! Whole games: tags and remarks, where one ends and the next begins, encodings, variants; and whatever is read is
//! written and read again.

use super::*;
use crate::Read;
use crate::pgn::decoded;
use proptest::prelude::*;

fn tags(text: &str) -> Vec<(String, String)> {
    all(text).remove(0).expect(text).pgn.tags
}

#[test]
fn every_usual_tag_is_read_and_kept() {
    for (text, name, value) in [
        (r#"[Event "x"]"#, "Event", "x"),
        (r#"[ Event  "x" ] "#, "Event", "x"),
        (r#"  [Event "x"]"#, "Event", "x"),
        (r#"[Event"x"]"#, "Event", "x"),
        (
            r#"[Event "The \"Lighthouse\" cup"]"#,
            "Event",
            "The \"Lighthouse\" cup",
        ),
        (
            r#"[Event "The "Lighthouse" cup"]"#,
            "Event",
            "The \"Lighthouse\" cup",
        ),
        (
            r#"[Event "The "Lighthouse""]"#,
            "Event",
            "The \"Lighthouse\"",
        ),
        (r#"[Event "a "]" b"]"#, "Event", "a \"]\" b"),
        (r#"[Event "a \"]\" b"]"#, "Event", "a \"]\" b"),
        (r#"[Black "C:\games\"]"#, "Black", r"C:\games\"),
        (r#"[Black "C:\\games\\"]"#, "Black", r"C:\games\"),
        ("[Event \"one\ntwo\"]", "Event", "one two"),
        ("[Event \"one\r\ntwo\"]", "Event", "one two"),
        ("[Event\n\"one\"]", "Event", "one"),
        ("[Event \"one\"\n]", "Event", "one"),
        ("[Event]", "Event", ""),
        ("[Event ]", "Event", ""),
        (r#"[Event ""]"#, "Event", ""),
        (
            r#"[Event "a [b] {c} ; d % e"]"#,
            "Event",
            "a [b] {c} ; d % e",
        ),
        (r#"[X-my_own+tag "x"]"#, "X-my_own+tag", "x"),
        ("[Event \"x\"] {a remark}", "Event", "x"),
        ("[Event \"x\"] ; \"a remark\"]", "Event", "x"),
    ] {
        let expected = [
            (name.to_owned(), value.to_owned()),
            ("Site".to_owned(), "?".to_owned()),
        ];
        assert_eq!(
            tags(&format!("{text}\n[Site \"?\"]\n\n1. e4 *\n")),
            expected,
            "{text}"
        );
    }
    let one_line = r#"[Event "a"] [Site "b"][Round "1"] 1. e4 *"#;
    let found = all(one_line).remove(0).expect("read").pgn;
    assert_eq!((found.tags.len(), found.moves.len()), (3, 1));
    for text in [
        "[White Ann]",
        "[White \"Ann]",
        "[White \"Ann\"",
        "[\"Ann\"]",
        "[Año \"x\"]",
        "[White \"Ann\" x]",
    ] {
        let error = all(&format!("{text}\n\n1. e4 *\n"))
            .remove(0)
            .expect_err(text)
            .to_string();
        assert_eq!(
            error,
            format!("line 1, column 1: '{text}' is not a tag like [White \"Ann\"]")
        );
    }
}

#[test]
fn remarks_and_lines_for_other_programs_stand_anywhere() {
    let tags = ["[Event \"a\"]", "[Site \"b\"]", "[White \"c\"]"];
    for remark in [
        "{ board four }",
        "; board four",
        "% board four",
        "{ board\n\nfour }",
        "% board {four",
        "",
    ] {
        for at in 0..=tags.len() {
            let mut lines = tags.to_vec();
            lines.insert(at, remark);
            let text = format!(
                "{}\n\n1. e4 e5 2. Nf3 *\n\n[Event \"next\"]\n\n*\n",
                lines.join("\n")
            );
            let games = all(&text);
            assert_eq!(games.len(), 2, "{text}");
            let first = &games[0].as_ref().expect("read").pgn;
            assert_eq!((first.tags.len(), first.moves.len()), (3, 3), "{text}");
            let kept = !remark.is_empty() && !remark.starts_with('%');
            assert_eq!(first.remark == "board four", kept, "{text}");
        }
    }
}

#[test]
fn games_without_moves_and_without_results_end_where_the_next_begins() {
    for (text, expected) in [
        ("[Event \"a\"]\n\n[Event \"b\"]\n\n1. e4", &[0, 1][..]),
        (
            "[White \"a\"]\n[Black \"b\"]\n\n[White \"c\"]\n\n1. e4",
            &[0, 1],
        ),
        (
            "[Event \"a\"]\n\n{no moves}\n\n[Event \"b\"]\n\n1. e4",
            &[0, 1],
        ),
        ("[Event \"a\"]\n\n[Site \"b\"]\n\n1. e4", &[1]),
        ("[Event \"a\"]\n\n*\n\n[Event \"b\"]\n\n1. e4 *", &[0, 1]),
        (
            "[Event \"a\"]\n\n1. e4 e5\n\n[Event \"b\"]\n\n1. e4",
            &[2, 1],
        ),
        ("[Event \"a\"]\n\n1. e4\n[Event \"b\"]\n1. e4 e5", &[1, 2]),
        ("1. e4 e5 *\n1. d4 *\n\n\n1. c4 c5 2. b3 *", &[2, 1, 3]),
        ("1. e4 e5\n\n2. Nf3 Nc6\n\n3. Bb5\n\n1/2-1/2\n", &[5]),
        (
            "[Event \"a\"]\n\n1. e4 e5\n\n2. Nf3 1-0\n\n\n[Event \"b\"]\n\n1. d4",
            &[3, 1],
        ),
        ("", &[]),
        ("\n; nothing\n{at all}\n", &[]),
    ] {
        let games = all(text)
            .into_iter()
            .map(|game| game.expect(text).pgn.moves.len());
        assert_eq!(games.collect::<Vec<_>>(), expected, "{text}");
    }
}

#[test]
fn lines_of_a_game_are_counted() {
    let text = "\n\n[Event \"a\"]\n\n1. e4\n\ne5 *\n\n% x\n[Event \"b\"]\n\n1. hello *\n\n[Event \"c\"]\n*\n";
    let mut records = records(text);
    let mut lines = Vec::new();
    while records.next().is_some() {
        lines.push(records.lines());
    }
    assert_eq!(lines, [(3, 7), (10, 12), (14, 15)]);
}

#[test]
fn every_usual_encoding_is_read() {
    let text = "[Event \"Peñíscola\"]\r\n\r\n1. e4 ½-½";
    let utf16 = |unit: fn(u16) -> [u8; 2]| text.encode_utf16().flat_map(unit).collect::<Vec<u8>>();
    let latin: Vec<u8> = text.chars().map(|c| c as u8).collect();
    for bytes in [
        text.as_bytes().to_vec(),
        ["\u{feff}".as_bytes(), text.as_bytes()].concat(),
        latin.clone(),
        [&[0xFF, 0xFE], &utf16(u16::to_le_bytes)[..]].concat(),
        [&[0xFE, 0xFF], &utf16(u16::to_be_bytes)[..]].concat(),
        text.replace("\r\n", "\r").into_bytes(),
        text.replace("\r\n", "\n").into_bytes(),
    ] {
        let text = decoded(&bytes).expect("a text");
        let pgn = all(&text).remove(0).expect("read").pgn;
        assert_eq!(pgn.value("Event"), Some("Peñíscola"));
        assert_eq!((pgn.moves.len(), pgn.result.as_str()), (1, "1/2-1/2"));
    }
    assert_eq!(decoded(b"\x93x\x94").as_deref(), Ok("“x”"));
    assert_eq!(decoded(b"PK\x03\x04"), Err(3));
}

#[test]
fn clocks_and_evaluations_are_kept_and_braces_of_remarks_become_bars() {
    let text = "1. e4 {[%clk 0:03:00] [%eval 0.2] good} 1... e5 ; so {the} king\n2. Nf3 *";
    let pgn = all(text).remove(0).expect("read").pgn;
    assert_eq!(pgn.moves[0].comment, "[%clk 0:03:00] [%eval 0.2] good");
    assert_eq!(pgn.moves[1].comment, "so |the| king");
}

#[test]
fn variants_that_are_not_chess_are_refused_by_name() {
    let start = |text: &str| all(text).remove(0).expect(text).start_of_chess();
    for variant in ["Antichess", "Atomic", "Crazyhouse", "Kamisado"] {
        let error =
            start(&format!("[Event \"x\"]\n[Variant \"{variant}\"]\n\n*\n")).expect_err(variant);
        assert_eq!(
            error.to_string(),
            format!("line 2, column 1: the variant '{variant}' is not chess")
        );
    }
    for variant in ["", "?", "Standard", "From Position", "chess"] {
        assert_eq!(
            start(&format!("[Variant \"{variant}\"]\n\n*\n")),
            Ok(Read::whole(Position::start()))
        );
    }
    let fen = "nqbrkbrn/pppppppp/8/8/8/8/PPPPPPPP/NQBRKBRN w KQkq - 0 1";
    for variant in ["Fischerandom", "fischerrandom", "Chess960"] {
        let chess960 = start(&format!("[Variant \"{variant}\"]\n[FEN \"{fen}\"]\n\n*\n"));
        assert!(chess960.expect("a start").split().0.is_chess960());
    }
    let error = start("[Variant \"Chess960\"]\n\n*\n")
        .expect_err("no start")
        .to_string();
    assert!(error.contains("without its start"), "{error}");
    let error = start("[FEN \"8/8\"]\n\n*\n")
        .expect_err("no position")
        .to_string();
    assert!(error.starts_with("line 1, column 1: "), "{error}");
}

/// Pieces of texts, good and bad, that a game is put together from.
const PIECES: [&str; 66] = [
    "[Event \"a\"]\n",
    "[Event \"a \"b\" \\c\\\"]\n",
    "[White]\n",
    "[Result \"1-0\"]\n",
    "[Result \"20-44\"]\n",
    "[Variant \"Rolit\"]\n",
    "[Variant \"Chess960\"]\n",
    "[FEN \"4k3/4P3/8/8/8/8/8/R3K2R w KQ - 3 12\"]\n",
    "% x\n",
    "; y {z}\n",
    "{a {b [%eval 0.3]} ",
    "{}",
    "\n",
    "\n\n",
    "\r\n",
    " ",
    " ",
    "1.",
    "1...",
    "1…",
    "2.",
    "12.",
    "...",
    "e4 ",
    "e5 ",
    "Nf3 ",
    "Nc6!? ",
    "Bb5 ",
    "a6",
    "O-O ",
    "0-0 ",
    "e8(Q)",
    "e8=Q ",
    "exd6 e.p. ",
    "-- ",
    "Z0 ",
    "d3 ",
    "c3 ",
    "0000 ",
    "x1! ",
    "$1 ",
    "$300 ",
    "+= ",
    "N ",
    "± ",
    "( ",
    ") ",
    "(1. d4 d5) ",
    "* ",
    "1-0 ",
    "1:0 ",
    "1/2 - 1/2 ",
    "0.5-0.5 ",
    "(=) ",
    "3) ",
    "ed ",
    "00 ",
    "½ ",
    "20-44 ",
    ", ",
    "hello ",
    "[",
    "\u{feff}",
    "%",
    "e4N ",
    "a\\b\" ",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 4000, ..ProptestConfig::default() })]
    #[test]
    fn whatever_is_read_is_written_and_read_again(picked in prop::collection::vec(prop::sample::select(&PIECES[..]), 0..24)) {
        let text = picked.concat();
        for found in records(&text).flatten() {
            let written = found.pgn.to_string();
            let again: Vec<_> = all(&written);
            let [Ok(again)] = &again[..] else {
                panic!("{text:?}\n{written:?}\n{again:?}")
            };
            prop_assert_eq!(&again.pgn, &found.pgn, "{:?}\n{:?}", text, written);
        }
    }
}
