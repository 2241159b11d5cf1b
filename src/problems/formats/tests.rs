//! Tests of all formats: a written problem is read back as it was, or the loss is reported; errors are
//! reported with their lines.

mod kept;

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
fn told(entry: Entry) -> Result<Draft, String> {
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
fn popeye_is_read_with_its_habits() {
    let text = "BeginProblem\nAuthor Sam Loyd\nTitle  Excelsior\nPieces\n White Ke1 Rh1 Sa7h6 pe4 \n\
                black ka8 pd4\nstip #3\nOption Defence 1 SetPlay EnPassant e3 halfduplex\n\
                NextProblem\npieces white ka1 nb3 black kc1\nstipulation #2\n\
                NextProblem\nPieces White Ka1 Qb3 Black Kc1\nStipulation h#2\n\
                NextProblem\nPieces White Ka1 Qb3 Black Kc1\nStipulation #2\nCondition Circe\n\
                NextProblem\nPieces White Ka1 Gb3 Black Kc1\nStipulation #2\n\
                NextProblem\nForsyth 6k1/8/8/8/8/8/R7/4K2R\nStipulation #2\nOption NoCastling h1\n\
                Remark Tag: short\nRemark other\n\
                NextProblem\nPieces White Ka1 Qa1 Black Kc1\nStipulation #2\nEndProblem\nmore\n";
    let found = entries(text, Format::Popeye);
    let lines: Vec<usize> = found.iter().map(|(line, _)| *line).collect();
    assert_eq!(lines, [1, 9, 12, 15, 19, 22, 28, 32]);
    let first = found[0].1.as_ref().expect("a problem");
    assert_eq!(first.fen, "k7/N7/7N/8/3pP3/8/8/4K2R b K e3 0 1");
    assert_eq!(
        (first.author.as_str(), first.title.as_str()),
        ("Sam Loyd", "Excelsior")
    );
    assert_eq!(
        first.extra["popeye"],
        json!({"options": ["Defence 1", "SetPlay"]})
    );
    comes_back(first, Format::Popeye);
    let sixth = found[5].1.as_ref().expect("a problem");
    assert_eq!(sixth.fen, "6k1/8/8/8/8/8/R7/4K2R w - - 0 1");
    assert_eq!(sixth.tags, ["short"]);
    comes_back(sixth, Format::Popeye);
    let complaints = [
        (1, "'nb3': N is the nightrider"),
        (2, "bad stipulation 'h#2'"),
        (3, "the condition Circe is not understood"),
        (4, "'Gb3': G is the grasshopper, which is not understood"),
    ];
    for (index, complaint) in complaints {
        let why = found[index].1.as_ref().expect_err(complaint);
        assert!(why.starts_with(complaint), "{why}");
    }
    let after = entries(
        "BeginProblem\nPieces White Ka1\nEndProblem\nmore",
        Format::Popeye,
    );
    assert_eq!(
        after[1],
        (
            4,
            Err("'more' stands after the end of the problem".to_owned())
        )
    );
}

#[test]
fn popeyes_squares_are_written_in_one_word_as_it_reads_them() {
    let line =
        "4k3/8/8/8/8/8/8/R3K2R w - - dm 2; id \"Rights\";\n4k3/8/8/4pP2/8/8/8/4K3 w - e6 dm 9;\n";
    let drafts: Vec<Draft> = entries(line, Format::Epd)
        .into_iter()
        .map(|(_, draft)| draft.expect("a problem"))
        .collect();
    let rights = comes_back(&drafts[0], Format::Popeye);
    assert!(rights.contains("Option NoCastling a1h1\n"), "{rights}");
    let passed = comes_back(&drafts[1], Format::Popeye);
    assert!(passed.contains("Option EnPassant e7e6e5\n"), "{passed}");
}

#[test]
fn popeye_is_read_in_german_and_with_what_concerns_its_output() {
    let text = "anfa\nprot a.out\nlatex a.tex\n n SU Nachtreiter\n g DU Grash\\\"upfer\nauto Ann\nquel hier\n\
                ford #1\nopti vari satz ohnedroh\nstei weis kg6 t a1 schw kg8\nende\n";
    let found = entries(text, Format::Popeye);
    assert_eq!(found.len(), 1);
    let draft = found[0].1.as_ref().expect("a problem");
    assert_eq!(draft.fen, "6k1/8/6K1/8/8/8/8/R7 w - - 0 1");
    assert_eq!(
        (draft.author.as_str(), draft.source.as_str()),
        ("Ann", "hier")
    );
    assert_eq!(
        draft.extra["popeye"],
        json!({"options": ["Variations", "SetPlay", "NoThreat"]})
    );
    comes_back(draft, Format::Popeye);
    assert_eq!(Format::detect(None, text.as_bytes()), Format::Popeye);
}

const YAML: &str = r##"authors:
  - Loyd, Sam
  - Cook, Eugene B.
source:
  name: American Chess Journal
  volume: 2
  date:
    year: 1878
    month: 11
algebraic:
  white: [Kb6, Rh1]
  black: [Ka8]
stipulation: "#1"
options:
  - SetPlay
keywords:
  - Miniature
award:
  tourney:
    name: none
  distinction: 1st Prize
solution: |
  1.Rh1-h8 #

  and: more
rating: 3.5
"##;

#[test]
fn yacpdb_keeps_what_it_does_not_know() {
    let draft = only(YAML, Format::Yacpdb);
    assert_eq!(draft.author, "Sam Loyd, Eugene B. Cook");
    assert_eq!(draft.source, "American Chess Journal 2, 11/1878");
    assert_eq!(draft.tags, ["Miniature"]);
    let kept = draft.extra["yacpdb"].as_object().expect("keys");
    assert_eq!(kept["award"]["distinction"], "1st Prize");
    assert_eq!(kept["solution"], "1.Rh1-h8 #\n\nand: more\n");
    let back = comes_back(&draft, Format::Yacpdb);
    assert!(back.contains("Loyd, Sam"), "{back}");
    // The same as JSON is the same problem.
    let value: Value = serde_saphyr::from_str(YAML).expect("YAML");
    let text = serde_json::to_string_pretty(&json!([value])).expect("JSON");
    assert_eq!(
        Format::detect(Some(Path::new("a.json")), text.as_bytes()),
        Format::Yacpdb
    );
    assert_eq!(only(&text, Format::Yacpdb), draft);
    let warnings = write(
        &[Outgoing {
            draft: &draft,
            keys: &[],
        }],
        Format::Epd,
    )
    .warnings;
    let names: Vec<&str> = warnings
        .iter()
        .map(|warning| warning.what.as_str())
        .collect();
    let expected = [
        "authors", "award", "options", "rating", "solution", "source",
    ];
    assert_eq!(names, expected.map(|name| format!("yacpdb.{name}")));
}

#[test]
fn bad_documents_are_named_by_their_lines() {
    let bad = |from: &str, to: &str| YAML.replace(from, to);
    let documents = [
        bad("\"#1\"", "#1"),
        bad("Rh1", "NHh1"),
        bad("\"#1\"", "\"s#2\""),
        bad("  black: [Ka8]", "  black: [Ka8]\n  neutral: [Sd4]"),
        bad("options:\n  - SetPlay", "conditions:\n  - Circe"),
        bad("options:\n  - SetPlay", "twins:\n  b: Move a8 a7"),
        bad("[Kb6, Rh1]", "[Kb6, Rh1"),
        YAML.to_owned(),
    ];
    let text = documents.join("---\n");
    let found = entries(&text, Format::Yacpdb);
    let complaints = [
        "it is not said in how many moves there is a mate; --moves N says it (in YAML a # ",
        "'NHh1': NH is the nightrider-hopper, which is not understood",
        "bad stipulation 's#2'",
        "neutral pieces are not understood",
        "conditions are not understood: [\"Circe\"]",
        "twins are not understood",
        "no YAML: ",
        "",
    ];
    assert_eq!(found.len(), complaints.len());
    let mut line = 1;
    for ((found, document), complaint) in found.iter().zip(&documents).zip(complaints) {
        let next = line + document.lines().count() + 1;
        match complaint {
            "no YAML: " => assert!((line..next).contains(&found.0), "{found:?}"),
            _ => assert_eq!(found.0, line),
        }
        line = next;
        match &found.1 {
            Ok(_) => assert_eq!(complaint, ""),
            Err(why) => assert!(!complaint.is_empty() && why.starts_with(complaint), "{why}"),
        }
    }
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
    let why = told(fault).expect_err("a number");
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
