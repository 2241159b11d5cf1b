//! Records as other programs write them, whole and damaged.

mod games;
mod spellings;

use super::*;
use crate::chess::Position;
use crate::kamisado::{Match, Rules};

fn all(text: &str) -> Vec<Result<PgnRecord, ReadError>> {
    records(text).collect()
}

#[test]
fn what_other_programs_write_is_read() {
    let text = "\u{feff}[Event \"A \\\"b\\\" \\\\ c\"]\n[Result \"1-0\"]\n\n{before} 1.e4! e5 $6 ; to the end\n\
                % nothing\n2. Nf3 (2. f4 {King's\n gambit} exf4 (2... d5!?)) 2... Nc6 3.Bb5 a6 e.p. 1-0\n\n\n\
                1. d4 d5\n\n[Event \"x\"]\n\n*\n";
    let games: Vec<Pgn> = all(text)
        .into_iter()
        .map(|g| g.expect("read").pgn)
        .collect();
    assert_eq!(games.len(), 3, "{games:?}");
    let first = &games[0];
    assert_eq!(first.value("Event"), Some("A \"b\" \\ c"));
    assert_eq!(first.remark, "before");
    let texts: Vec<&str> = first.moves.iter().map(|m| m.text.as_str()).collect();
    assert_eq!(texts, ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6"]);
    assert_eq!(
        (&first.moves[0].nags, &first.moves[1].nags),
        (&vec![1], &vec![6])
    );
    assert_eq!(first.moves[1].comment, "to the end");
    let inner = &first.moves[2].variations[0];
    assert_eq!(inner.moves[0].comment, "King's gambit");
    assert_eq!(inner.moves[1].variations[0].moves[0].nags, [5]);
    assert_eq!(
        (first.result.as_str(), games[1].result.as_str()),
        ("1-0", "*")
    );
    assert_eq!(games[2].moves, []);
    let again = first.to_string();
    let [Ok(read)] = &all(&again)[..] else {
        panic!("{again}")
    };
    assert_eq!(&read.pgn, first);
}

#[test]
fn what_is_not_understood_is_named_with_its_line_and_the_next_game_is_read() {
    for (text, line, named) in [
        ("[White Ann]\n\n1. e4 *\n", 1, "[White Ann]"),
        ("[White \"Ann]\n\n1. e4 *\n", 1, "not a tag"),
        ("\n1. e4 (1. d4 *\n", 2, "within a variation"),
        ("1. e4 (1. d4\n", 1, "does not end"),
        ("1. e4 {never\nended *\n", 1, "comment"),
        ("1. e4) *\n", 1, "not begun"),
        ("(1. e4) *\n", 1, "before the first"),
        ("1. e4 $ *\n", 1, "'$' is not understood"),
        ("1. e4 } *\n", 1, "'}'"),
    ] {
        let after = format!("{text}\n\n[Event \"good\"]\n\n1. d4 *\n");
        let read = all(&after);
        let error = read[0].as_ref().expect_err(text);
        assert!(
            error.place.line == line && error.why.contains(named),
            "{text}: {error}"
        );
        if !text.contains("never") {
            let last = read.last().expect("one").as_ref().expect("good");
            assert_eq!(last.pgn.value("Event"), Some("good"), "{text}");
        }
    }
}

#[test]
fn what_is_said_before_the_tags_and_after_the_result_is_said_of_that_game() {
    let text = "; exported by X\n{and more}\n[Event \"a\"]\n\n1. e4 1-0 {Black resigned} ; at once\n\n\
                [Event \"b\"]\n\n1. d4 d5 2.\n\n[Event \"c\"]\n\n1.\n\n[Event \"d\"]\n\n1. c4 0-1\n\n; that was all\n";
    let games: Vec<Pgn> = all(text)
        .into_iter()
        .map(|game| game.expect("read").pgn)
        .collect();
    let told: Vec<(Option<&str>, usize, &str)> = games
        .iter()
        .map(|pgn| (pgn.value("Event"), pgn.moves.len(), pgn.result.as_str()))
        .collect();
    let expected = [
        ("a", 1, "1-0"),
        ("b", 2, "*"),
        ("c", 0, "*"),
        ("d", 1, "0-1"),
    ];
    assert_eq!(told, expected.map(|(event, n, end)| (Some(event), n, end)));
    assert_eq!(games[0].remark, "exported by X and more");
    assert_eq!(games[0].moves[0].comment, "Black resigned at once");
}

#[test]
fn numbers_without_end_and_comments_without_end_are_read_in_their_time() {
    let many = format!("{}e4 *", "1 ".repeat(100_000));
    let [Ok(read)] = &all(&many)[..] else {
        panic!("one game")
    };
    assert_eq!(read.pgn.moves.len(), 1);
    // Neither is looked through once more for each of its pieces.
    let open = "[A \"b\"]\n\n{\n\n".repeat(200_000);
    assert!(all(&open).iter().all(Result::is_err));
    let tags = "[A \"b\"]\n".repeat(100_000);
    let text = format!("{tags}\n{}*", "e4 ".repeat(100_000));
    assert_eq!(
        all(&text)[0].as_ref().expect("read").pgn.moves.len(),
        100_000
    );
}

#[test]
fn castling_with_zeros_is_a_move_and_points_are_a_result() {
    let found = |text| all(text).remove(0).expect("read").pgn;
    let chess = found("[Result \"0-0\"]\n\n1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. 0-0 0-0 *\n");
    assert_eq!((chess.moves.len(), chess.result.as_str()), (8, "*"));
    let rolit = found("[Variant \"Rolit\"]\n[Result \"20-44\"]\n\n1. d3 c3 20-44\n");
    assert_eq!((rolit.moves.len(), rolit.result.as_str()), (2, "20-44"));
}

#[test]
fn a_word_of_zeros_is_a_move_and_no_number() {
    let found = |text: &str| all(text).remove(0).expect("read");
    let tags = "[Variant \"Kamisado\"]\n[Result \"*\"]\n\n";
    let blocked = "NZ1SA1VM/mv5n/8/2P2R2/8/8/8/2raspz1 b z 0";
    let blocked = Match::parse(blocked, 1, Rules::default()).expect("a position");
    for text in ["1. g1g7 0000 *\n", "1.g1g7 1...0000 *\n", "1 g1g7 0000 *\n"] {
        let line = found(&format!("{tags}{text}"))
            .play(blocked)
            .expect("legal");
        assert_eq!(line.move_texts(), ["g1g7", "h8h8"], "{text}");
    }
    // Where it is not legal it is not passed over.
    let mut free = found(&format!("{tags}1. c1c6 0000 *\n"));
    let error = free.play(Match::start()).expect_err("a free tower");
    assert_eq!(error.place, Place { line: 4, column: 9 });
    assert!(error.why.contains("'0000'"), "{error}");
    let error = all("1. e4 0000 2. d4 *\n")
        .remove(0)
        .expect_err("no move of chess");
    assert_eq!(
        error.to_string(),
        "line 1, column 7: '0000' is not understood"
    );
}

#[test]
fn moves_are_played_from_the_start_and_the_first_that_is_not_legal_is_said() {
    let read = |text: &str| all(text).remove(0).expect("read");
    let line = read("1. e4 e5 2. Nf3 Nc6 *")
        .play(Position::start())
        .expect("legal");
    assert_eq!(line.move_texts(), ["e2e4", "e7e5", "g1f3", "b8c6"]);
    for (text, column, word) in [
        ("1. e4 e5 2. Nf4 Nc6 *", 13, "'Nf4'"),
        ("1. e4 e5 (1... c5 2. Nf3 (2. Nf4) d6) 2. d4 *", 30, "'Nf4'"),
        ("1. e4 e5 (1... c5 2. Nf3 (2. c3) Nd3) 2. d4 *", 34, "'Nd3'"),
        ("1. e4 d6 2. Bb5+ -- *", 18, "in check"),
    ] {
        let error = read(text).play(Position::start()).expect_err(text);
        assert_eq!(error.place, Place { line: 1, column }, "{text}");
        assert!(error.why.contains(word), "{error}");
        // With fewer plies nobody comes there.
        assert!(read(text).line(Position::start(), 1).is_ok(), "{text}");
    }
}
