//! Tests of all formats: a written problem is read back as it was, or the loss is reported; errors are
//! reported with their lines.

mod kept;
mod others;
mod popeye;
mod yacpdb;

use super::*;
use proptest::prelude::*;
use serde_json::json;

fn read(bytes: &[u8], format: Format, moves: Option<u32>) -> Vec<Entry> {
    super::read(bytes, format, moves, Reading::default())
}

const POSITIONS: [&str; 8] = [
    "8/8/8/8/8/k1K5/8/7R w - - 0 1",
    "7r/8/k1K5/8/8/8/8/8 b - - 0 1",
    "8/8/8/8/8/1k6/8/R3K2R w KQ - 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R b Kq - 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 7 33",
    "8/8/8/3pP3/8/k1K5/8/7R w - d6 0 1",
    "8/8/8/8/8/k7/8/1R2K1R1 w GB - 0 1",
    "2brrb2/8/p7/7Q/1p1kpPp1/1P1pN1K1/3P4/8 w - - 0 1",
];

fn words() -> impl Strategy<Value = String> {
    let any = "[ -~áÑ“€\u{1F600}]{0,24}";
    // What other formats could take for something of their own.
    let odd = prop::sample::select(vec![
        "null",
        "yes",
        "3",
        "1e5",
        "#2",
        "- a",
        "a: b",
        "'",
        "\"",
        "\\",
        "{x}",
        "[y]",
        "~",
        "---",
        "%",
        "EndProblem",
        "; dm 4;",
        "Author: x",
        "Loyd, Sam",
        "a, b, c",
        "0x1F",
        "1_000",
        "!!str a",
        "&a",
        "*a",
        "|",
        ">",
        "?",
        "true",
        ".inf",
        "2001-01-01",
        "=",
        "<<",
        "\\\"",
        "a\\",
        "\u{a0}a",
    ]);
    prop_oneof![3 => any.prop_map(String::from), 1 => odd.prop_map(str::to_owned)]
        .prop_map(|text| text.trim().to_owned())
}

fn draft() -> impl Strategy<Value = Draft> {
    let position = prop::sample::select(POSITIONS.to_vec());
    let tags = prop::collection::vec(words(), 0..3);
    (position, 1..=9u32, words(), words(), words(), tags).prop_map(
        |(fen, moves, author, title, source, tags)| Draft {
            author,
            title,
            source,
            tags: tags.into_iter().filter(|tag| !tag.is_empty()).collect(),
            ..Draft::new(fen, Stipulation::Mate(moves))
        },
    )
}

/// The draft without what the warnings say is lost; `None` if it is left out altogether.
fn without_lost(draft: &Draft, index: usize, warnings: &[Warning]) -> Option<Draft> {
    let mut draft = draft.clone();
    for warning in warnings.iter().filter(|warning| warning.index == index) {
        if warning.left_out {
            return None;
        }
        match warning.what.as_str() {
            "author" => draft.author.clear(),
            "title" => draft.title.clear(),
            "source" => draft.source.clear(),
            "tags" => draft.tags.clear(),
            // Given again by `moves`, to all.
            "stipulation" => draft.stipulation = Stipulation::Mate(4),
            "counters" => {
                let position = draft.position().expect("legal").with_halfmoves(0);
                let fen = position.fen();
                let (start, _) = fen.rsplit_once(' ').expect("six fields");
                draft.fen = format!("{start} 1");
            }
            other => panic!("{other}"),
        }
    }
    Some(draft)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]
    #[test]
    fn whatever_is_written_is_read_back_or_said_to_be_lost(
        drafts in prop::collection::vec(draft(), 0..4),
    ) {
        for format in Format::ALL {
            let list: Vec<Outgoing> =
                drafts.iter().map(|draft| Outgoing { draft, keys: &[] }).collect();
            let written = write(&list, format);
            let entries = read(written.text.as_bytes(), format, Some(4));
            let expected: Vec<Draft> = drafts
                .iter()
                .enumerate()
                .filter_map(|(index, draft)| without_lost(draft, index, &written.warnings))
                .collect();
            let found: Vec<_> = entries.into_iter().map(|entry| entry.draft).collect();
            let expected: Vec<_> = expected.into_iter().map(Ok).collect();
            prop_assert_eq!(found, expected, "{}", written.text);
        }
    }

    #[test]
    fn nothing_that_is_read_ends_the_program(bytes in prop::collection::vec(any::<u8>(), 0..200), text in "[ -~\n]{0,200}") {
        for format in Format::ALL {
            read(&bytes, format, None);
            read(text.as_bytes(), format, Some(2));
        }
        Format::detect(None, &bytes);
    }
}

/// The draft of an entry, or the complaint with its place.
fn drafted(entry: Entry) -> Result<Draft, String> {
    let (line, column) = (entry.line, entry.column);
    let place = column.map_or(String::new(), |column| format!(", column {column}"));
    entry
        .draft
        .map_err(|why| format!("line {line}{place}: {why}"))
}

/// Reads a text; `Ok` with the drafts, or the complaints with their lines.
fn entries(text: &str, format: Format) -> Vec<(usize, Result<Draft, String>)> {
    let entries = read(text.as_bytes(), format, None).into_iter();
    entries
        .map(|entry| (entry.line, entry.draft.map_err(|why| why.to_string())))
        .collect()
}

/// Wherever a FEN comes in, a right that standard chess cannot have is left out of the problem, and told.
#[test]
fn rights_that_cannot_be_are_told_of_each_problem() {
    let fen = "r5k1/8/3P2K1/8/8/8/1B6/3R4 w q - 0 1";
    let epd = "r5k1/8/3P2K1/8/8/8/1B6/3R4 w q - dm 2;\n".to_owned();
    let pgn = format!("[FEN \"{fen}\"]\n[Stipulation \"#2\"]\n\n*\n");
    let json = format!("{{\"fen\": \"{fen}\", \"stipulation\": \"#2\"}}");
    let yaml = format!(
        "algebraic:\n  white: [Kg6, Rd1, Bb2, Pd6]\n  black: [Kg8, Ra8]\nfen: {fen}\nstipulation: \"#2\"\n"
    );
    for (text, format) in [
        (epd, Format::Epd),
        (format!("{fen} #2\n"), Format::Fen),
        (pgn, Format::Pgn),
        (json, Format::Json),
        (yaml, Format::Yacpdb),
    ] {
        let entry = read(text.as_bytes(), format, None).remove(0);
        assert_eq!(entry.dropped, [Dropped::Castling('q')], "{text}");
        let position = entry.draft.expect(&text).position().expect("legal");
        assert_eq!(
            position.fen(),
            "r5k1/8/3P2K1/8/8/8/1B6/3R4 w - - 0 1",
            "{text}"
        );
    }
}

/// A file of before, in which a tag alone says that it is Chess960.
#[test]
fn a_tag_makes_it_a_problem_of_chess960() {
    let pgn = "[Variant \"Chess960\"]\n[FEN \"r5k1/8/3P2K1/8/8/8/1B6/3R4 w q - 0 1\"]\n\n*\n";
    let entry = read(pgn.as_bytes(), Format::Pgn, Some(2)).remove(0);
    assert_eq!(entry.dropped, []);
    let draft = entry.draft.expect("a problem");
    assert_eq!(draft.fen, "r5k1/8/3P2K1/8/8/8/1B6/3R4 w a - 0 1");
    let text = comes_back(&draft, Format::Pgn);
    assert!(text.contains("[Variant \"Chess960\"]"), "{text}");
    comes_back(&draft, Format::Epd);
}

fn only(text: &str, format: Format) -> Draft {
    let mut found = entries(text, format);
    assert_eq!(found.len(), 1, "{found:?}");
    found.remove(0).1.expect(text)
}

/// Writes a draft, checks that it is read back equal and without loss, extra data included, and returns the text.
fn comes_back(draft: &Draft, format: Format) -> String {
    let written = write(&[Outgoing { draft, keys: &[] }], format);
    assert_eq!(written.warnings, [], "{}", written.text);
    assert_eq!(only(&written.text, format), *draft, "{}", written.text);
    written.text
}

#[test]
fn epd_keeps_what_it_does_not_know() {
    let text = "\u{feff}k7/8/1K6/8/8/8/8/7R w - - bm Rh8+; c0 \"a; \\\"b\\\"\"; dm 1; id \"x\"; 00:00; acd 3;\r\n";
    let draft = only(text, Format::Epd);
    assert_eq!(draft.title, "x");
    let kept = json!([["bm", "Rh8+"], ["c0", "a; \"b\""], ["00:00"], ["acd", "3"]]);
    assert_eq!(draft.extra["epd"], kept);
    let back = comes_back(&draft, Format::Epd);
    assert!(
        back.contains("bm Rh8+;") && back.contains(r#"c0 "a; \"b\"";"#),
        "{back}"
    );
    let warnings = write(
        &[Outgoing {
            draft: &draft,
            keys: &[],
        }],
        Format::Json,
    )
    .warnings;
    assert_eq!(warnings, []);
}

#[test]
fn bad_lines_are_named_and_the_rest_goes_in() {
    let text = "k7/8/1K6/8/8/8/8/7R w - - dm 1;\n# x\nk7/8/1K6/8/8/8/8/7R w - -\n\
                k7/8/1K6/8/8/8/8/7R w - - dm -2;\nk7/8/8 w - - dm 1;\n\
                k7/8/1K6/8/8/8/8/7R w - - dm 1; bm Qa1;\nk7/8/1K6/8/8/8/8/7R w - - bm #1;\n\
                k7/8/1K6/8/8/8/8/7R w - - dm 2; bm #1;";
    let found = entries(text, Format::Epd);
    let expected = [
        (1, ""),
        (3, "it is not said in how many moves"),
        (4, "the side to move is mated (in 2)"),
        (5, "the FEN's board 'k7/8/8' has 3 ranks"),
        (6, "'Qa1' is not a legal move"),
        (7, ""),
        (8, "'bm #1' is not the mate in 2"),
    ];
    assert_eq!(found.len(), expected.len());
    for ((line, draft), (expected_line, complaint)) in found.into_iter().zip(expected) {
        assert_eq!(line, expected_line);
        match draft {
            Ok(_) => assert_eq!(complaint, ""),
            Err(why) => assert!(!complaint.is_empty() && why.starts_with(complaint), "{why}"),
        }
    }
}

#[test]
fn a_line_that_is_not_utf_8_is_named_in_every_format() {
    let line = b"k7/8/1K6/8/8/8/8/7R w - - dm 1; id \"Jos\xE9\";\n";
    let bytes = [b"k7/8/1K6/8/8/8/8/7R w - - dm 1;\n".as_slice(), line].concat();
    let found = read(&bytes, Format::Epd, None);
    assert!(found[0].draft.is_ok());
    let why = found[1].draft.clone().expect_err("latin-1");
    assert_eq!(
        (found[1].line, why.get(games::Lang::EN)),
        (
            2,
            "this is not UTF-8 (there is a byte 0xE9): save the file as UTF-8"
        )
    );
    let popeye = b"BeginProblem\nAuthor Jos\xE9\nPieces White Kb6 Rh1 Black Ka8\nStipulation #1\nEndProblem\n";
    let entry = read(popeye, Format::Popeye, None).remove(0);
    let why = entry.draft.expect_err("latin-1");
    assert!(
        entry.line == 2 && why.to_string().starts_with("this is not UTF-8"),
        "{why}"
    );
}

#[test]
fn pgn_is_read_with_its_solution() {
    let text = "[Event \"Study\"]\n[Site \"Here\"]\n[White \"Ann\"]\n[Black \"?\"]\n[Result \"1-0\"]\n[SetUp \"1\"]\n\
                [FEN \"k7/8/1K6/8/8/8/8/7R w - - 0 1\"]\n\n{[not a tag]\n[nor this]} 1. Rh8# $1 {mate} (1. Rh7 {no} Kb8) 1-0\n\n\
                [FEN \"k7/8/1K6/8/8/8/8/7R w - - 0 1\"]\n[Stipulation \"#4\"]\n\n*\n\
                [FEN \"k7/8/1K6/8/8/8/8/7R w - - 0 1\"]\n\n1. Rh9 *\n\n[Event \"Mate in 2\"]\n\n*\n\n\
                [FEN \"k7/8/1K6/8/8/8/8/7R w - - 0 1\"]\n\n1. Rh7 *\n";
    let found = entries(text, Format::Pgn);
    let lines: Vec<usize> = found.iter().map(|(line, _)| *line).collect();
    assert_eq!(lines, [1, 12, 18, 20, 24], "{found:?}");
    let first = found[0].1.as_ref().expect("a problem");
    assert_eq!(first.stipulation, Stipulation::Mate(1));
    assert_eq!(
        (first.author.as_str(), first.title.as_str()),
        ("Ann", "Study")
    );
    let kept = json!({
        "tags": [["Site", "Here"], ["Result", "1-0"]],
        "solution": {"remark": "[not a tag] [nor this]", "moves": [{
            "move": "Rh8#", "nags": [1], "comment": "mate",
            "variations": [{"moves": [{"move": "Rh7", "comment": "no"}, {"move": "Kb8"}]}],
        }]},
    });
    assert_eq!(first.extra["pgn"], kept);
    comes_back(first, Format::Pgn);
    assert_eq!(
        found[1].1.as_ref().expect("a problem").stipulation,
        Stipulation::Mate(4)
    );
    for (index, complaint) in [
        (2, "'Rh9"),
        (3, "the game has no tag FEN"),
        (4, "it is not said"),
    ] {
        let why = found[index].1.as_ref().expect_err(complaint);
        assert!(why.contains(complaint), "{why}");
    }
}

#[test]
fn json_is_a_list_or_lines_or_one_and_names_its_lines() {
    let one = r##"{"fen": "k7/8/1K6/8/8/8/8/7R w - - 0 1", "stipulation": "#1"}"##;
    for text in [
        one.to_owned(),
        format!("\n{one}\n{one}\n"),
        format!("[\n{one},\n{one}]"),
    ] {
        assert!(
            entries(&text, Format::Json)
                .iter()
                .all(|(_, draft)| draft.is_ok()),
            "{text}"
        );
    }
    let text = format!(
        "[\n{one},\n{{\n\"fen\": 3}},\n{one},\n{{\"fen\": \"x\", \"stipulation\": \"#1\"}}\n]"
    );
    let found = entries(&text, Format::Json);
    let lines: Vec<usize> = found.iter().map(|(line, _)| *line).collect();
    assert_eq!(lines, [2, 4, 5, 6]);
    let fault = read(text.as_bytes(), Format::Json, None).remove(1);
    let why = drafted(fault).expect_err("a number");
    assert!(
        why.starts_with("line 4, column 8: invalid type: integer `3`"),
        "{why}"
    );
    assert!(found[3].1.is_err());
    assert_eq!(entries("[]", Format::Json), []);
}

#[test]
fn a_format_is_recognised() {
    let epd = "k7/8/1K6/8/8/8/8/7R w - - dm 1;";
    for (name, text, format) in [
        ("a.epd", "", Format::Epd),
        ("a.YML", "", Format::Yacpdb),
        ("a.inp", "", Format::Popeye),
        ("a.json", "[]", Format::Json),
        ("a.txt", epd, Format::Epd),
        ("a.txt", "# x\nk7/8/1K6/8/8/8/8/7R w - - 0 1", Format::Fen),
        ("a.txt", "k7/8/1K6/8/8/8/8/7R w - - 0 1 #2", Format::Fen),
        ("a", "[Event \"x\"]", Format::Pgn),
        ("a", " [ {", Format::Json),
        ("a", "x\nbeginproblem\n", Format::Popeye),
        ("a", "---\nalgebraic:\n", Format::Yacpdb),
    ] {
        assert_eq!(
            Format::detect(Some(Path::new(name)), text.as_bytes()),
            format,
            "{name} {text}"
        );
    }
}

#[test]
fn keys_that_are_known_are_written_where_there_is_a_place() {
    let draft = Draft::new("k7/8/1K6/8/8/8/8/7R w - - 0 1", Stipulation::Mate(1));
    let key = FoundKey {
        uci: "h1h8".to_owned(),
        san: "Rh8#".to_owned(),
        mate_in: 1,
    };
    let list = [Outgoing {
        draft: &draft,
        keys: &[key],
    }];
    assert_eq!(
        write(&list, Format::Epd).text,
        "k7/8/1K6/8/8/8/8/7R w - - dm 1; bm Rh8#;\n"
    );
    let pgn = write(&list, Format::Pgn).text;
    assert!(pgn.ends_with("\n\n1. Rh8# $1 *\n\n"), "{pgn}");
}

#[test]
fn pgn_says_its_length_in_words_and_other_play_is_refused_by_its_name() {
    let fen = "k7/8/1K6/8/8/8/8/7R w - - 0 1";
    let read = |tag: &str, moves: &str| {
        let text = format!("[FEN \"{fen}\"]\n{tag}\n\n{moves}\n");
        let found = entries(&text, Format::Pgn);
        found[0].1.clone().map(|draft| draft.stipulation)
    };
    for (tag, moves, expected) in [
        ("[Event \"#3\"]", "*", 3),
        ("[Event \"White to play, #3!\"]", "*", 3),
        ("[Event \"Mate en 4\"]", "*", 4),
        ("[Event \"Checkmate\"]\n[Black \"Mate in 2\"]", "*", 2),
        ("[Site \"https://example.org/x/black#48\"]", "1. Rh8# *", 1),
        ("[Event \"Mate in 1\"]", "1. Rh8# *", 1),
        ("[Event \"Puzzle #57\"]", "1. Rh8# *", 1),
        (
            "[Event \"Autumn tourney #7\"]\n[White \"Ana\"]",
            "1. Rh8# 1-0",
            1,
        ),
        ("[Event \"x\"]", "1. Rh8#\n\n(1. Rh7) *", 1),
        (
            "[Event \"Puzzle #57\"]\n[Stipulation \"#1\"]",
            "1. Rh8# *",
            1,
        ),
    ] {
        assert_eq!(read(tag, moves), Ok(Stipulation::Mate(expected)), "{tag}");
    }
    for (tag, moves, named) in [
        ("[Event \"Helpmate in 2\"]", "*", "'Helpmate'"),
        ("[Black \"h#2\"]", "*", "'h#2'"),
        ("[Event \"s#3\"]", "1. Rh8# *", "'s#3'"),
        ("[Event \"A series (ser-h#5)\"]", "*", "'ser-h#5'"),
        ("[Black \"#57\"]", "1. Rh8# *", "57 moves"),
        ("[Event \"No. 2 in series\"]", "*", "it is not said"),
        (
            "[White \"Nr.2\"]\n[Event \"2 in 3\"]",
            "*",
            "it is not said",
        ),
        ("[Event \"Mate in 57\"]", "1. Rh8# *", "57 moves"),
        (
            "[Site \"https://example.org/x/black#48\"]",
            "*",
            "it is not said",
        ),
    ] {
        let why = read(tag, moves).expect_err(tag);
        assert!(why.contains(named), "{tag}: {why}");
    }
}
