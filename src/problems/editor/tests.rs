//! The editor by cases and by random orders.

use super::*;
use games::Dropped;
use proptest::prelude::*;
use std::collections::HashMap;

fn put(editor: &mut Editor, text: &str) -> Result<()> {
    let (piece, square) = parse_piece(text, Lang::EN).expect(text);
    editor.put(piece, square)
}

#[test]
fn a_problem_is_set_up_piece_by_piece() {
    let mut editor = Editor::new();
    for text in ["Kb6", "Rh1", "ka8", "sb8"] {
        put(&mut editor, text).expect(text);
    }
    let refused = put(&mut editor, "Qh1").expect_err("occupied").to_string();
    assert_eq!(refused, "the square h1 is occupied (R)");
    let refused = editor.take(Square::D4).expect_err("empty").to_string();
    assert_eq!(refused, "the square d4 is empty");
    editor.set_moves(1).expect("a number");
    assert!(editor.set_moves(0).is_err());
    let draft = editor.draft().expect("legal");
    assert_eq!(draft.fen, "kn6/8/1K6/8/8/8/8/7R w - - 0 1");
    assert_eq!(draft.stipulation, Stipulation::Mate(1));
    editor.set_turn(Color::Black);
    assert!(editor.draft().expect("legal").fen.contains(" b "));
}

#[test]
fn a_square_where_nobody_can_capture_in_passing_is_not_forgotten_in_silence() {
    let mut editor = Editor::new();
    editor
        .set_fen("k7/8/1K6/8/8/8/8/7R w - - 0 1")
        .expect("a FEN")
        .all()
        .expect("all of it");
    for square in [Square::E6, Square::E3, Square::H1, Square::A8] {
        let why = editor
            .set_en_passant(Some(square), Lang::EN)
            .expect_err("nobody can");
        assert!(
            why.to_string().contains(&format!("passed {square}")),
            "{why}"
        );
    }
    editor.draft().expect("legal");
    // A pawn has passed it, and nobody stands ready to take that.
    put(&mut editor, "pe5").expect("free");
    assert!(editor.set_en_passant(Some(Square::E3), Lang::EN).is_err());
    editor
        .set_en_passant(Some(Square::E6), Lang::EN)
        .expect("it has passed");
    let why = editor.draft().expect_err("nobody can").to_string();
    assert!(why.contains("en passant on e6"), "{why}");
    put(&mut editor, "Pd5").expect("free");
    editor.draft().expect("legal");
    editor.set_en_passant(None, Lang::EN).expect("always");
    put(&mut editor, "ne7").expect("free");
    assert!(editor.set_en_passant(Some(Square::E6), Lang::EN).is_err());
    editor.draft().expect("legal");
}

#[test]
fn what_is_no_position_may_be_edited_but_not_kept() {
    let mut editor = Editor::new();
    let why = |editor: &Editor| editor.draft().expect_err("no position").to_string();
    assert_eq!(why(&editor), "White has 0 kings in the FEN, not 1");
    editor
        .set_fen("k7/P7/8/8/8/8/8/KK6 w - - 0 1")
        .expect("a FEN")
        .all()
        .expect("all of it");
    assert_eq!(why(&editor), "White has 2 kings in the FEN, not 1");
    editor.take(Square::B1).expect("a king");
    editor.draft().expect("legal");
    put(&mut editor, "Ra3").expect("free");
    editor.take(Square::A7).expect("a pawn");
    assert!(why(&editor).starts_with("Black is in check from a3"));
    assert!(editor.set_fen("x").is_err());
    let before = editor.fen();
    editor.clear();
    assert_eq!(editor.board().occupied().count(), 0);
    assert!(editor.undo() && editor.fen() == before);
}

#[test]
fn files_make_it_chess960_and_rights_away_from_home_are_left_out() {
    let mut editor = Editor::new();
    let read = editor.set_fen("4k3/8/8/8/8/8/8/R3K1R1 w KQ - 0 1");
    let (_, dropped) = read.expect("a FEN").split();
    assert_eq!(dropped, [Dropped::Castling('K')]);
    assert!(editor.fen().contains(" Q "), "{}", editor.fen());
    assert!(editor.set_castling("KQ", Lang::EN).is_err());
    editor
        .set_castling("GA", Lang::EN)
        .expect("rooks stand there");
    assert!(editor.fen().contains(" GA "), "{}", editor.fen());
    let draft = editor.draft().expect("legal");
    assert!(draft.fen.contains(" GA "), "{}", draft.fen);
    let again = Editor::of(draft).expect("a problem");
    assert_eq!(again.fen(), editor.fen());
    editor.set_castling("Q", Lang::EN).expect("standard chess");
    assert!(editor.fen().contains(" Q "), "{}", editor.fen());
}

#[test]
fn rights_to_castle_follow_the_pieces() {
    let mut editor = Editor::new();
    editor
        .set_fen("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1")
        .expect("a FEN")
        .all()
        .expect("all of it");
    editor.take(Square::H1).expect("a rook");
    assert!(editor.fen().contains(" Q "), "{}", editor.fen());
    assert!(
        editor.set_castling("KQ", Lang::EN).is_err() && editor.set_castling("x", Lang::EN).is_err()
    );
    editor.set_castling("-", Lang::EN).expect("nobody");
    editor.set_castling("Q", Lang::EN).expect("it stands there");
    editor.take(Square::E1).expect("the king");
    assert!(editor.fen().contains(" - "), "{}", editor.fen());
}

#[test]
fn texts_that_cannot_be_kept_change_nothing() {
    let mut editor = Editor::new();
    editor
        .set_words(|words| words.title = " A ".to_owned())
        .expect("a title");
    assert_eq!(editor.words().title, "A");
    assert!(
        editor
            .set_words(|words| words.title = "a\u{7}".to_owned())
            .is_err()
    );
    assert_eq!(editor.words().title, "A");
    assert!(editor.is_changed());
    editor.mark_saved();
    assert!(!editor.is_changed());
    assert!(editor.undo() && editor.is_changed() && !editor.undo());
}

#[test]
fn what_is_no_piece_on_a_square_is_named() {
    for text in ["", "Q", "d4", "Xd4", "Qd9", "Qd44", "♕d4"] {
        for lang in [Lang::EN, Lang::ES] {
            let why = parse_piece(text, lang).expect_err(text).to_string();
            assert!(why.contains(&format!("'{text}'")), "{why}");
        }
    }
}

#[test]
fn spanish_letters_name_pieces_in_spanish() {
    let board = |text: &str, lang| {
        let (piece, square) = parse_piece(text, lang).expect(text);
        format!("{}{square}", piece.char())
    };
    for (text, spanish, english) in [
        ("Re1", "Ke1", Some("Re1")),
        ("re8", "ke8", Some("re8")),
        ("Dd4", "Qd4", None),
        ("th8", "rh8", None),
        ("Ac1", "Bc1", None),
        ("cb8", "nb8", None),
        ("Pa2", "Pa2", Some("Pa2")),
        ("Kd4", "Kd4", Some("Kd4")),
        ("sb1", "nb1", Some("nb1")),
    ] {
        assert_eq!(board(text, Lang::ES), spanish, "{text}");
        match english {
            Some(english) => assert_eq!(board(text, Lang::EN), english, "{text}"),
            None => assert!(parse_piece(text, Lang::EN).is_err(), "{text}"),
        }
    }
}

proptest! {
    #[test]
    fn the_board_holds_what_was_put_and_not_taken(
        steps in prop::collection::vec((0..16u32, prop::option::of((0..6usize, any::<bool>()))), 0..60),
    ) {
        let mut editor = Editor::new();
        let mut model: HashMap<Square, Piece> = HashMap::new();
        let mut boards = vec![editor.board().clone()];
        for (square, what) in steps {
            let square = Square::new(square);
            let (done, expected) = match what {
                Some((role, white)) => {
                    let piece = Role::ALL[role].of(Color::from_white(white));
                    let free = !model.contains_key(&square);
                    if free {
                        model.insert(square, piece);
                    }
                    (editor.put(piece, square).is_ok(), free)
                }
                None => (editor.take(square).is_ok(), model.remove(&square).is_some()),
            };
            prop_assert_eq!(done, expected);
            if done {
                boards.push(editor.board().clone());
            }
            let found: HashMap<Square, Piece> = editor.board().clone().into_iter().collect();
            prop_assert_eq!(&found, &model);
        }
        while let Some(board) = boards.pop() {
            prop_assert_eq!(editor.board(), &board);
            prop_assert_eq!(editor.undo(), !boards.is_empty());
        }
    }
}
