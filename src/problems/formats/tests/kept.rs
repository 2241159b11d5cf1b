//! Tests of data that is easily dropped or misread on import: comments, second operations, other
//! variants, data of other formats in JSON. Either it is kept, or it is refused by its name.

use super::*;

#[test]
fn a_tag_that_is_called_as_a_key_of_yacpdb_is_a_tag() {
    let own = r##"[{"fen": "7k/8/5K2/8/8/8/8/6R1 w - - 0 1", "stipulation": "#2", "tags": ["algebraic"]}]"##;
    assert_eq!(Format::detect(None, own.as_bytes()), Format::Json);
    let theirs =
        r##"{"algebraic" : {"white": ["Kf6", "Rg1"], "black": ["Kh8"]}, "stipulation": "#2"}"##;
    assert_eq!(Format::detect(None, theirs.as_bytes()), Format::Yacpdb);
}

#[test]
fn games_of_other_variants_are_refused_and_lines_for_other_programs_passed_over() {
    let game = |more: &str, moves: &str| {
        format!(
            "{more}[FEN \"7k/8/5K2/8/8/8/8/6R1 w - - 0 1\"]\n[Stipulation \"#2\"]\n\n{moves}\n\n"
        )
    };
    let read = |text: &str| read(text.as_bytes(), Format::Pgn, None);
    for (variant, fits) in [
        ("Atomic", false),
        ("From Position", true),
        ("Chess 960", true),
    ] {
        let tag = format!("[Variant \"{variant}\"]\n");
        let draft = read(&game(&tag, "1. Kf7 *")).remove(0).draft;
        assert_eq!(draft.is_ok(), fits, "{variant}: {draft:?}");
    }
    let text = game("", "% exported by {a tool\n1. Kf7 *") + &game("", "1. Kf7 Kh7 2. Rh1# *");
    let entries = read(&text);
    assert_eq!(entries.len(), 2);
    assert!(entries.iter().all(|entry| entry.draft.is_ok()));
}

#[test]
fn remarks_between_tags_and_empty_lines_between_moves_end_no_game() {
    let fen = "[FEN \"6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1\"]";
    for text in [
        format!("[Event \"Club\"]\n; board 4\n[White \"Ana\"]\n{fen}\n\n1. Re8# 1-0\n"),
        format!("% x\n[Event \"Club\"]\n% board 4\n[White \"Ana\"]\n{fen}\n\n1. Re8# 1-0\n"),
        format!("[Event \"Club\"]\n{{ four }}\n[White \"Ana\"]\n{fen}\n\n1.\n\nRe8#\n\n1-0\n"),
    ] {
        let entries = read(text.as_bytes(), Format::Pgn, None);
        let [
            Entry {
                draft: Ok(draft), ..
            },
        ] = &entries[..]
        else {
            panic!("{text}: {entries:?}")
        };
        assert_eq!(
            (draft.title.as_str(), draft.author.as_str()),
            ("Club", "Ana"),
            "{text}"
        );
    }
    let latin =
        b"[White \"Ib\xE1\xF1ez\"]\n[FEN \"6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1\"]\n\n1. Re8# *\n";
    let draft = read(latin, Format::Pgn, None)
        .remove(0)
        .draft
        .expect("Latin-1");
    assert_eq!(draft.author, "Ibáñez");
}

#[test]
fn the_number_of_moves_may_be_given_for_those_that_are_silent() {
    let popeye = "BeginProblem\nPieces White Kf6 Rg1 Black Kh8\nEndProblem\n";
    let yaml = "algebraic:\n  white: [Kf6, Rg1]\n  black: [Kh8]\n";
    for (text, format) in [(popeye, Format::Popeye), (yaml, Format::Yacpdb)] {
        let given = |moves| read(text.as_bytes(), format, moves).remove(0).draft;
        let draft = given(Some(2)).expect("a mate in two");
        assert_eq!(draft.stipulation.to_string(), "#2");
        let why = given(None).expect_err("nobody says it");
        assert!(why.to_string().contains("--moves N says it"), "{why}");
    }
}

#[test]
fn what_json_keeps_of_other_formats_must_fit_into_their_lines() {
    let with = |extra: &str| {
        let text = format!(
            r##"[{{"fen": "7k/8/5K2/8/8/8/8/6R1 w - - 0 1", "stipulation": "#2", "extra": {extra}}}]"##
        );
        read(text.as_bytes(), Format::Json, None).remove(0).draft
    };
    for (extra, named) in [
        (
            r#"{"epd": [["c0", "one\n7k/8"]]}"#,
            "'one\\n7k/8' in extra.epd",
        ),
        (
            r#"{"epd": [["c0;", "one"]]}"#,
            "'c0;' in extra.epd is no opcode",
        ),
        (
            r#"{"popeye": {"remarks": ["x\nEndProblem"]}}"#,
            "in extra.popeye has a control character",
        ),
        (r#"{"pgn": {"tags": [["A b", "c"]]}}"#, "'A b' in extra.pgn"),
    ] {
        let why = with(extra).expect_err(extra);
        assert!(why.to_string().contains(named), "{why}");
    }
    let fits = r#"{"epd": [["c0", "one; two"]], "popeye": {"remarks": ["x"]}, "pgn": {"tags": [["A_b", "c\nd"]]}}"#;
    assert!(with(fits).is_ok());
}

#[test]
fn a_second_author_of_an_epd_line_is_kept_as_a_comment() {
    let line = "7k/8/5K2/8/8/8/8/6R1 w - - dm 2; c0 \"Author: Ann\"; c1 \"Author: Bob\";";
    let draft = read(line.as_bytes(), Format::Epd, None)
        .remove(0)
        .draft
        .expect("read");
    assert_eq!(draft.author, "Ann");
    assert!(
        draft.extra["epd"].to_string().contains("Author: Bob"),
        "{:?}",
        draft.extra
    );
}

#[test]
fn comments_to_the_end_of_a_line_and_marks_beyond_255_are_kept() {
    let game = |moves: &str| {
        let tags =
            "[FEN \"7k/8/5K2/8/8/8/8/6R1 w - - 0 1\"]\n[Stipulation \"#2\"]\n[Title \"a; {b\"]";
        let text = format!("{tags}\n\n{moves}\n");
        drafted(read(text.as_bytes(), Format::Pgn, None).remove(0))
    };
    let draft = game("1. Kf7 ; so {the king\n1... Kh7 {brace; not} 2. Rh1# *").expect("read");
    assert_eq!(draft.title, "a; {b");
    let kept = draft.extra["pgn"].to_string();
    assert!(
        kept.contains("so |the king") && kept.contains("brace; not"),
        "{kept}"
    );
    let draft = game("1. Kf7 $300 1... Kh7 2. Rh1# *").expect("a mark");
    assert_eq!(
        draft.extra["pgn"]["solution"]["moves"][0]["nags"],
        json!([300])
    );
    let refused = game("1. Kf7 $x 1... Kh7 2. Rh1# *").expect_err("no mark");
    assert_eq!(refused, "line 5, column 8: '$x' is not understood");
}

#[test]
fn a_game_says_each_thing_once_and_its_result_where_it_has_one() {
    let game = |tags: &str, moves: &str| {
        let text = format!(
            "{tags}[FEN \"7k/8/5K2/8/8/8/8/6R1 w - - 0 1\"]\n[Stipulation \"#2\"]\n\n{moves}\n"
        );
        drafted(read(text.as_bytes(), Format::Pgn, None).remove(0))
    };
    let moves = "1. Kf7 Kh7 2. Rh1#";
    for (tags, moves, named) in [
        (
            "[Event \"one\"]\n[Event \"two\"]\n",
            format!("{moves} *"),
            "line 1, column 1: the tag Event is there twice: 'one' and 'two'",
        ),
        (
            "[Result \"0-1\"]\n",
            format!("{moves} 1-0"),
            "line 1, column 1: the tag Result says '0-1', and the moves end with '1-0'",
        ),
        (
            "",
            format!("$14 {moves} *"),
            "line 4, column 1: the mark $14 stands before the first move",
        ),
        (
            "",
            format!("{moves} 1-0 0-1"),
            "line 4, column 24: the game has two results: 1-0 and 0-1",
        ),
        (
            "",
            "1. Kf7 (1. Rg2 0-1) 1... Kh7 2. Rh1# 1-0".to_owned(),
            "line 4, column 16: the result 0-1 stands within a variation",
        ),
        (
            "",
            "1. Kf7 1-0 1... Kh7 2. Rh1#".to_owned(),
            "line 4, column 12: '1...' stands after the result",
        ),
    ] {
        assert_eq!(game(tags, &moves).expect_err(tags), named);
    }
    for tags in [
        "",
        "[Result \"*\"]\n",
        "[Result \"1-0\"]\n[Result \"1-0\"]\n",
    ] {
        let draft = game(tags, &format!("{moves} 1-0")).expect(tags);
        let kept = &draft.extra["pgn"]["tags"];
        assert_eq!(*kept, json!([["Result", "1-0"]]), "{tags}");
    }
    assert!(
        game("", &format!("{moves} *")).expect("read").extra["pgn"]
            .get("tags")
            .is_none()
    );
}

#[test]
fn tags_of_a_pgn_come_back_in_whatever_order_they_were() {
    let fen = "7k/8/5K2/8/8/8/8/6R1 w - - 0 1";
    for text in [
        // The result stands after the moves alone.
        format!("[FEN \"{fen}\"]\n[Stipulation \"#2\"]\n[Annotator \"Ann\"]\n\n1/2-1/2\n"),
        format!(
            "[Annotator \"Ann\"]\n[Round \"3\"]\n[Site \"Rome\"]\n[FEN \"{fen}\"]\n[Stipulation \"#2\"]\n\n*\n"
        ),
    ] {
        let draft = only(&text, Format::Pgn);
        let written = comes_back(&draft, Format::Pgn);
        assert!(written.contains("[Annotator \"Ann\"]"), "{written}");
    }
}
