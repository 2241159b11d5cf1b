//! Words of other programs, one table for each kind: moves, marks, results, numbers, letters of languages.

use super::*;

/// The game of a text, played from its start.
fn played(text: &str) -> Result<(Pgn, Vec<String>), ReadError> {
    let mut found = records(text).next().expect("a game")?;
    let (start, _) = found.start_of_chess()?.split();
    let line = found.play(start)?;
    Ok((found.pgn, line.move_texts()))
}

#[test]
fn every_usual_spelling_of_a_move_is_read() {
    const CASTLE: &str = "r3k2r/pppq1ppp/2n2n2/3p4/4P3/2N2N2/PPPQ1PPP/R3K2R w KQkq - 0 1";
    const PAWNS: &str = "3r2k1/4P3/8/8/8/8/6K1/8 w - - 0 1";
    const PASSED: &str = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1";
    const BISHOPS: &str = "8/8/7k/B7/8/2p5/7K/BN6 w - - 0 1";
    for (fen, word, expected, name) in [
        (CASTLE, "O-O", "e1g1", "O-O"),
        (CASTLE, "0-0", "e1g1", "O-O"),
        (CASTLE, "o-o", "e1g1", "O-O"),
        (CASTLE, "0-0-0", "e1c1", "O-O-O"),
        (CASTLE, "O–O–O", "e1c1", "O-O-O"),
        (CASTLE, "e1g1", "e1g1", "O-O"),
        (CASTLE, "Ke1-g1", "e1g1", "O-O"),
        (CASTLE, "Nxd5", "c3d5", "Nxd5"),
        (CASTLE, "Nd5", "c3d5", "Nxd5"),
        (CASTLE, "nxd5", "c3d5", "Nxd5"),
        (CASTLE, "N×d5", "c3d5", "Nxd5"),
        (CASTLE, "N:d5", "c3d5", "Nxd5"),
        (CASTLE, "Nc3xd5", "c3d5", "Nxd5"),
        (CASTLE, "Nc3-b5", "c3b5", "Nb5"),
        (CASTLE, "c3b5", "c3b5", "Nb5"),
        (CASTLE, "♘b5", "c3b5", "Nb5"),
        (CASTLE, "♞b5", "c3b5", "Nb5"),
        (CASTLE, "♘\u{fe0e}b5", "c3b5", "Nb5"),
        (CASTLE, "e5", "e4e5", "e5"),
        (CASTLE, "Pe5", "e4e5", "e5"),
        (CASTLE, "♙e5", "e4e5", "e5"),
        (CASTLE, "e4e5", "e4e5", "e5"),
        (CASTLE, "e4-e5", "e4e5", "e5"),
        (CASTLE, "exd5", "e4d5", "exd5"),
        (CASTLE, "ed5", "e4d5", "exd5"),
        (CASTLE, "e4xd5", "e4d5", "exd5"),
        (CASTLE, "ed", "e4d5", "exd5"),
        (CASTLE, "exd", "e4d5", "exd5"),
        (CASTLE, "e:d", "e4d5", "exd5"),
        (CASTLE, "00", "e1g1", "O-O"),
        (CASTLE, "000", "e1c1", "O-O-O"),
        (CASTLE, "OOO", "e1c1", "O-O-O"),
        (PAWNS, "ed=Q+", "e7d8q", "exd8=Q+"),
        (PAWNS, "edR", "e7d8r", "exd8=R+"),
        (PASSED, "ed", "e5d6", "exd6"),
        (CASTLE, "Qxd5+", "d2d5", "Qxd5"),
        (CASTLE, "Qxd5++", "d2d5", "Qxd5"),
        (CASTLE, "Qxd5#", "d2d5", "Qxd5"),
        (PAWNS, "e8=Q", "e7e8q", "e8=Q+"),
        (PAWNS, "e8Q", "e7e8q", "e8=Q+"),
        (PAWNS, "e8q+", "e7e8q", "e8=Q+"),
        (PAWNS, "e8(Q)", "e7e8q", "e8=Q+"),
        (PAWNS, "e8(Q)+", "e7e8q", "e8=Q+"),
        (PAWNS, "e8/Q", "e7e8q", "e8=Q+"),
        (PAWNS, "e8=♕", "e7e8q", "e8=Q+"),
        (PAWNS, "e7-e8=N", "e7e8n", "e8=N"),
        (PAWNS, "e7e8b", "e7e8b", "e8=B"),
        (PAWNS, "exd8R+", "e7d8r", "exd8=R+"),
        (PASSED, "exd6", "e5d6", "exd6"),
        (PASSED, "exd6e.p.", "e5d6", "exd6"),
        (PASSED, "exd6ep", "e5d6", "exd6"),
        (PASSED, "exd6 e.p.", "e5d6", "exd6"),
        (PASSED, "exd6 ep", "e5d6", "exd6"),
        (PASSED, "--", "0000", "--"),
        (PASSED, "Z0", "0000", "--"),
        (PASSED, "null", "0000", "--"),
        (BISHOPS, "B1xc3", "a1c3", "B1xc3"),
        (BISHOPS, "b1c3", "b1c3", "Nxc3"),
    ] {
        let read = played(&format!("[FEN \"{fen}\"]\n\n1. {word} *\n"));
        let (pgn, moves) = read.unwrap_or_else(|error| panic!("{word}: {error}"));
        assert_eq!(moves, [expected], "{word}");
        assert_eq!(pgn.moves[0].text, name, "{word}");
        assert!(pgn.moves[0].nags.is_empty(), "{word}");
    }
    // A capital letter is a piece and never a file, and a piece is not guessed.
    for (fen, word) in [
        (BISHOPS, "Bd8"),
        (CASTLE, "Bxd5"),
        (CASTLE, "Kg3"),
        (CASTLE, "Re1g1"),
        (PAWNS, "e8"),
        (PAWNS, "e8=K"),
        (PAWNS, "ed"),
        (CASTLE, "ef"),
    ] {
        assert!(
            played(&format!("[FEN \"{fen}\"]\n\n1. {word} *\n")).is_err() || word == "Bd8",
            "{word}"
        );
    }
}

#[test]
fn every_usual_mark_is_kept_by_its_number() {
    for (words, expected) in [
        ("e4!", &[1][..]),
        ("e4?", &[2]),
        ("e4!!", &[3]),
        ("e4‼", &[3]),
        ("e4??", &[4]),
        ("e4!?", &[5]),
        ("e4?!", &[6]),
        ("e4 !?", &[5]),
        ("e4!?+=", &[5, 14]),
        ("e4 □", &[7]),
        ("e4 =", &[10]),
        ("e4=", &[10]),
        ("e4 ∞", &[13]),
        ("e4 +=", &[14]),
        ("e4+=", &[14]),
        ("e4 ⩲", &[14]),
        ("e4 =+", &[15]),
        ("e4 ⩱", &[15]),
        ("e4 ±", &[16]),
        ("e4 +/-", &[16]),
        ("e4 ∓", &[17]),
        ("e4∓", &[17]),
        ("e4 -/+", &[17]),
        ("e4 +-", &[18]),
        ("e4 -+", &[19]),
        ("e4 ⊙", &[22]),
        ("e4 ↑", &[36]),
        ("e4 →", &[40]),
        ("e4 =∞", &[44]),
        ("e4 ⇆", &[132]),
        ("e4 ⊕", &[138]),
        ("e4 ∆", &[140]),
        ("e4 ⌓", &[142]),
        ("e4 N", &[146]),
        ("e4N", &[146]),
        ("e4 D", &[220]),
        ("e4 $0", &[0]),
        ("e4$14", &[14]),
        ("e4 $255", &[255]),
        ("e4 $256 $1000", &[256, 1000]),
        ("e4! $14", &[1, 14]),
        ("e4 e.p.!?", &[5]),
    ] {
        let (pgn, _) = played(&format!("1. {words} e5 *")).expect(words);
        assert_eq!(pgn.moves[0].nags, expected, "{words}");
        assert_eq!(pgn.moves.len(), 2, "{words}");
    }
}

#[test]
fn every_usual_result_ends_a_game() {
    for (word, expected) in [
        ("1-0", "1-0"),
        ("1:0", "1-0"),
        ("1–0", "1-0"),
        ("0-1", "0-1"),
        ("0:1", "0-1"),
        ("1/2-1/2", "1/2-1/2"),
        ("1/2", "1/2-1/2"),
        ("½-½", "1/2-1/2"),
        ("½", "1/2-1/2"),
        ("½:½", "1/2-1/2"),
        ("1/2 - 1/2", "1/2-1/2"),
        ("½ – ½", "1/2-1/2"),
        ("1 - 0", "1-0"),
        ("0 : 1", "0-1"),
        ("0.5-0.5", "1/2-1/2"),
        ("0,5-0,5", "1/2-1/2"),
        ("0.5 : 0.5", "1/2-1/2"),
        ("(=)", "1/2-1/2"),
        ("(=)\n\n1-0", "1-0"),
        ("*", "*"),
        ("* 1-0", "1-0"),
        ("1-0 *", "1-0"),
        ("1-0 1-0", "1-0"),
        ("1-0\n\n1-0", "1-0"),
        ("", "*"),
        // What the board says otherwise.
        ("0-1 {on time}", "0-1"),
    ] {
        let read = all(&format!(
            "1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# {word}\n\n[Event \"b\"]\n\n*\n"
        ));
        let results: Vec<String> = read
            .into_iter()
            .map(|game| game.expect(word).pgn.result)
            .collect();
        assert_eq!(results, [expected, "*"], "{word}");
    }
    for (tag, expected) in [
        ("0-1", "0-1"),
        ("1:0", "1-0"),
        ("white wins", "*"),
        ("", "*"),
    ] {
        let text = format!("[Result \"{tag}\"]\n\n1. e4\n");
        assert_eq!(all(&text).remove(0).expect(tag).pgn.result, expected);
    }
    for (text, named) in [
        (
            "1. e4 1-0 0-1\n",
            "column 11: the game has two results: 1-0 and 0-1",
        ),
        (
            "[Event \"x\"]\n[Result \"0-1\"]\n\n1. e4 1:0\n",
            "line 2, column 1: the tag Result says '0-1', and the moves end with '1-0'",
        ),
        ("1. e4 1-0 e5\n", "column 11: 'e5' stands after the result"),
        (
            "1. e4 1-0 1... e5\n",
            "column 11: '1...' stands after the result",
        ),
        ("1. e4 1-0 $4\n", "stands after the result"),
        (
            "1. e4 (1. d4 1-0) *\n",
            "column 14: the result 1-0 stands within a variation",
        ),
        (
            "1. e4 *\n2. d4 *\n",
            "line 2, column 1: '2.' is not the first move",
        ),
    ] {
        let error = all(text)
            .into_iter()
            .find_map(Result::err)
            .expect(text)
            .to_string();
        assert!(error.contains(named), "{text}: {error}");
    }
}

#[test]
fn every_usual_number_is_passed_over() {
    for text in [
        "1. e4 e5 2. Nf3 *",
        "1.e4 e5 2.Nf3 *",
        "1 e4 e5 2 Nf3 *",
        "1. e4 1... e5 2. Nf3 *",
        "1. e4 1. ... e5 2. Nf3 *",
        "1. e4 1… e5 2. Nf3 *",
        "1.e4 1…e5 2. Nf3 *",
        "1. e4 ... e5 2. Nf3 *",
        "1. e4 …e5 2. Nf3 *",
        "1.  e4 e5\t2 . Nf3 *",
        "1. e4,e5 2. Nf3 *",
        "1. e4, e5, 2. Nf3 *",
        "1) e4 e5 2) Nf3 *",
        "1)e4 e5 2)Nf3 *",
        "1.) e4 e5 2.) Nf3 *",
        "e4 e5 Nf3 *",
        "1. e4 e5\n\n2. Nf3\n\n*",
        "1. e4\r\n\r\n\r\ne5 2. Nf3",
        "1. e4 {one}\n\n\n{two} e5\n% [x\n2. Nf3\n",
        "\u{feff}1. e4 e5 2. Nf3 *\u{1a}",
    ] {
        let (_, moves) = played(text).expect(text);
        assert_eq!(moves, ["e2e4", "e7e5", "g1f3"], "{text:?}");
        assert_eq!(all(text).len(), 1, "{text:?}");
    }
}

#[test]
fn an_unknown_word_is_named_with_its_place_in_both_languages() {
    for (text, place, word) in [
        ("1. d4 d5 2. c4 hello e6 *", (1, 16), "hello"),
        ("1. d4 d5\n\n{x\ny} 2. ñandú *", (4, 7), "ñandú"),
        ("1. d4 (1. e4 hello) d5 *", (1, 14), "hello"),
        ("1. d4 d5 2. Nf9 *", (1, 13), "Nf9"),
        ("1. d4 [x] d5 *", (1, 7), "[x]"),
        ("1. d4 N@f3 *", (1, 7), "N@f3"),
        ("1. d4 + *", (1, 7), "+"),
    ] {
        let english = all(text).remove(0).expect_err(text);
        let (line, column) = place;
        assert_eq!(
            english.to_string(),
            format!("line {line}, column {column}: '{word}' is not understood")
        );
        let reading = Reading {
            lang: Lang::ES,
            ..Reading::default()
        };
        let spanish = reading.records(text).next().expect("one").expect_err(text);
        assert_eq!(
            spanish.to_string(),
            format!("línea {line}, columna {column}: '{word}' no se entiende")
        );
    }
}

/// The error of a game, for a caller with an option or none.
fn told_letters(moves: &str, option: Option<&'static str>, lang: Lang) -> String {
    let reading = Reading {
        lang,
        option,
        ..Reading::default()
    };
    let found = reading.records(moves).next().expect("one");
    let played = found.and_then(|mut found| found.play(Position::start()).map(|_| ()));
    played.expect_err(moves).to_string()
}

#[test]
fn letters_that_look_like_those_of_other_languages_are_named_with_what_has_them_read() {
    for (moves, languages, codes) in [
        (
            "1. e4 e5 2. Sf3 Sc6 3. Lb5 De7 4. Kf1 Tb8",
            "German, Swedish, Danish or Norwegian",
            "de, sv, da or no",
        ),
        (
            "1. e4 e5 2. Sf3 Sc6",
            "German, Polish, Czech, Swedish, Danish or Norwegian",
            "de, pl, cs, sv, da or no",
        ),
        (
            "1. e4 e5 2. Cf3 Cc6 3. Ab5 De7 4. Rf1 Tb8",
            "Spanish or Italian",
            "es or it",
        ),
        ("1. e4 e5 2. Cf3 Cc6 3. Fb5 De7 4. Rf1 Tb8", "French", "fr"),
        ("1. e4 e5 2. Sf3 Sc6 3. Gb5 He7 4. Kf1 Wb8", "Polish", "pl"),
        ("1. e4 e5 2. Кf3 Кc6 3. Сb5 Фe7", "Russian", "ru"),
        // What another game says is nothing to this one.
        (
            "1. e4 e5 2. Sf3 Sc6 Lb5 De7 Tb8 *\n\n[Event \"x\"]\n\n1. Gb5 He7 Wb8",
            "German, Swedish, Danish or Norwegian",
            "de, sv, da or no",
        ),
    ] {
        let error = told_letters(moves, Some("--piece-letters "), Lang::EN);
        assert!(error.starts_with("line 1, column 13: '"), "{error}");
        let (code, which) = match codes.len() {
            2 => (codes, String::new()),
            _ => ("CODE", format!(" (CODE: {codes})")),
        };
        let named = format!(
            "({languages}): --piece-letters {code}, or a tag [PieceLetters \"{code}\"], has them read{which}"
        );
        assert!(error.ends_with(&named), "{error}");
    }
    // Who has no option is told of none.
    let site = told_letters("1. e4 e5 2. Cf3 Cc6 3. Fb5 De7", None, Lang::ES);
    assert!(
        site.ends_with(
            "(français): con una línea [PieceLetters \"fr\"] antes de las jugadas se leen"
        ),
        "{site}"
    );
    let error = told_letters("1. e4 e5 2. Jello 3. Sf3", None, Lang::EN);
    assert_eq!(error, "line 1, column 13: 'Jello' is not understood");
}

#[test]
fn letters_that_are_english_too_are_told_where_the_game_is_legal_with_them() {
    for (moves, place, languages) in [
        // The knight is P, and no pawn goes to c3 here.
        (
            "1. c4 e5 2. Pc3 Pf6 *",
            "column 13: 'Pc3'",
            Some("(Dutch): a line [PieceLetters \"nl\"]"),
        ),
        // The king is R.
        (
            "1. e4 e5 2. Re2 Re7 3. Rd3 *",
            "column 13: 'Re2'",
            Some(
                "(Spanish, French, Italian, Portuguese or Romanian): a line [PieceLetters \"CODE\"]",
            ),
        ),
        // An English game with a move that is not legal.
        ("1. e4 e5 2. Nf3 Nc6 3. Re2 *", "column 24: 'Re2'", None),
        ("1. e4 e5 2. Qe4 Nc6 *", "column 13: 'Qe4'", None),
    ] {
        let error = told_letters(moves, None, Lang::EN);
        assert!(error.contains(place), "{error}");
        match languages {
            Some(languages) => assert!(error.contains(languages), "{error}"),
            None => assert!(!error.contains("letters"), "{error}"),
        }
    }
}

#[test]
fn a_draw_that_is_offered_is_no_result_where_the_game_goes_on() {
    let (pgn, moves) = played("1. e4 (=) e5 (1... c5 (=)) 2. Nf3 *").expect("a game");
    assert_eq!((moves.len(), pgn.result.as_str()), (3, "*"));
    assert_eq!(pgn.moves[0].comment, "(=)");
    // With spaces, and in the tag, which is written as the standard has it.
    for text in [
        "1. e4 e5 ( = )",
        "[Result \"(=)\"]\n\n1. e4 e5",
        "[Result \"½-½\"]\n\n1. e4 e5",
        "[Result \"( = )\"]\n\n1. e4 e5 (=)",
    ] {
        let drawn = played(text).expect(text).0;
        assert_eq!(drawn.result, "1/2-1/2", "{text}");
        let tag = drawn.value("Result");
        assert!(matches!(tag, None | Some("1/2-1/2")), "{text}: {tag:?}");
    }
    let tagged = played("[Result \"0-1\"]\n\n1. e4 e5 (=)")
        .expect("a game")
        .0;
    assert_eq!(tagged.result, "0-1");
}

#[test]
fn a_bracket_after_a_number_ends_a_variation() {
    let (pgn, _) = played("1. e4 (1. d4 d5 2) 1... e5 *").expect("a game");
    assert_eq!(pgn.moves[0].variations[0].moves.len(), 2);
}

#[test]
fn letters_of_other_languages_are_read_where_the_file_or_the_caller_says_so() {
    for (language, moves) in [
        ("es", "1. e4 e5 2. Cf3 Cc6 3. Ab5 De7 4. Rf1 Tb8"),
        ("Deutsch", "1. e4 e5 2. Sf3 Sc6 3. Lb5 De7 4. Kf1 Tb8"),
        ("fr", "1. e4 e5 2. Cf3 Cc6 3. Fb5 De7 4. Rf1 Tb8"),
        ("Italian", "1. e4 e5 2. Cf3 Cc6 3. Ab5 De7 4. Rf1 Tb8"),
        ("pt", "1. e4 e5 2. Cf3 Cc6 3. Bb5 De7 4. Rf1 Tb8"),
        ("nl", "1. e4 e5 2. Pf3 Pc6 3. Lb5 De7 4. Kf1 Tb8"),
        ("pl", "1. e4 e5 2. Sf3 Sc6 3. Gb5 He7 4. Kf1 Wb8"),
        ("cs", "1. e4 e5 2. Jf3 Jc6 3. Sb5 De7 4. Kf1 Vb8"),
        ("ru", "1. e4 e5 2. Кf3 Кc6 3. Сb5 Фe7 4. Крf1 Лb8"),
        ("hu", "1. e4 e5 2. Hf3 Hc6 3. Fb5 Ve7 4. Kf1 Bb8"),
        ("KDTLS", "1. e4 e5 2. Sf3 Sc6 3. Lb5 De7 4. Kf1 Tb8"),
    ] {
        let names = ["e4", "e5", "Nf3", "Nc6", "Bb5", "Qe7", "Kf1", "Rb8"];
        let named = |pgn: &Pgn| pgn.moves.iter().map(|m| m.text.clone()).collect::<Vec<_>>();
        for tag in ["PieceLetters", "Language"] {
            let (pgn, _) = played(&format!("[{tag} \"{language}\"]\n\n{moves} *")).expect(moves);
            assert_eq!(named(&pgn), names, "{language}");
        }
        let letters = Letters::find(language);
        let reading = Reading {
            lang: Lang::EN,
            letters,
            ..Reading::default()
        };
        let mut found = reading.records(moves).next().expect("one").expect(moves);
        found.play(Position::start()).expect(moves);
        assert_eq!(named(&found.pgn), names, "{language}");
        if language != "pt" {
            assert!(played(&format!("{moves} *")).is_err(), "{language}");
        }
    }
    // A game that is told in a language may be written with the usual letters.
    let (pgn, _) = played("[Language \"de\"]\n\n1. Nf3 Sf6 2. g3 *").expect("both");
    assert_eq!(pgn.moves[1].text, "Nf6");
    assert!(played("[Language \"Klingon\"]\n\n1. Nf3 *").is_ok());
    let error =
        played("[Event \"x\"]\n[PieceLetters \"Klingon\"]\n\n1. Nf3 *").expect_err("unknown");
    assert!(
        error
            .to_string()
            .starts_with("line 2, column 1: 'Klingon' is no language"),
        "{error}"
    );
    let spanish =
        "[FEN \"3r2k1/4P3/8/8/8/8/6K1/8 w - - 0 1\"]\n[PieceLetters \"es\"]\n\n1. exd8=D+ *";
    assert_eq!(played(spanish).expect("a queen").0.moves[0].text, "exd8=Q+");
}

#[test]
fn what_people_write_beside_the_moves_is_read() {
    for (text, moves, comment) in [
        ("1. e4 a6 2. e5 d5 3. exd6(ep) *", 5, ""),
        ("1. e4 a6 2. e5 d5 3. exd6 (e.p.) *", 5, ""),
        ("1. e4 e5 2. Bc4 Nc6 3. Qh5 d6 4. Qxf7 ch. *", 7, ""),
        ("1. e4 e5 2. Bc4 Nc6 3. Qh5 d6 4. Qxf7+dbl.ch. *", 7, ""),
        ("1. e4 e5 2. Bc4 Nc6 3. Qh5 d6 4. Qxf7ch *", 7, ""),
        ("1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7 mate 1-0", 7, ""),
        ("1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7mate 1-0", 7, ""),
        ("1. e4 pass 2. d4 *", 3, ""),
        ("1. e4&nbsp;e5 2.&nbsp;Nf3 &nbsp; Nc6 *", 4, ""),
        ("1. e4 e5 (0:05) *", 2, "(0:05)"),
        ("1. e4 e5 (1:02:30) 2. Nf3 *", 3, ""),
    ] {
        let (pgn, played) = played(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(played.len(), moves, "{text}");
        let last = pgn.moves.last().expect("a move");
        assert_eq!(last.comment, comment, "{text}");
    }
    for (tag, value) in [
        ("[White “Ann”]", "Ann"),
        ("[White „Ann“]", "Ann"),
        ("[White «Ann»] [Black \"B\"]", "Ann"),
        ("[White ”a “b” c”]", "a “b” c"),
    ] {
        let (pgn, _) = played(&format!("{tag}\n\n1. e4 *")).expect(tag);
        assert_eq!(pgn.value("White"), Some(value));
    }
    for bad in [
        "1. e4 e5 (0:) *",
        "1. ch e5 *",
        "1. e4 e5 2. mate Nc6 3. foo *",
        "[White “Ann]\n\n1. e4 *",
    ] {
        assert!(played(bad).is_err(), "{bad}");
    }
}
