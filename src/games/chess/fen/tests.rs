//! Tests of the texts that the FEN reader accepts, and of the messages with which it refuses others.

use super::*;
use crate::Lang;

fn refusal(fen: &str) -> String {
    match Position::from_fen(fen, false) {
        Ok(position) => panic!("{fen} was accepted as {position:?}"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn a_bad_fen_is_told_what_is_wrong_with_it() {
    for (fen, complaint) in [
        ("", "the FEN is empty"),
        ("8/8/8/8 w - - 0 1", "has 4 ranks, not 8"),
        (
            "4k3/8/8/8/8/8/8/4K2 w - - 0 1",
            "rank 1 of the FEN, '4K2', has 7 squares",
        ),
        ("4k3/9/8/8/8/8/8/4K3 w - - 0 1", "'9' in rank 7 of the FEN"),
        ("4k3/8/8/x7/8/8/8/4K3 w - - 0 1", "'x' in rank 5 of the FEN"),
        (
            "4k3/8/8/8/8/8/8/4K3 x - - 0 1",
            "side to move is 'x'; expected w or b",
        ),
        ("4k3/8/8/8/8/8/8/4K3", "side to move is ''"),
        ("4k3/8/8/8/8/8/8/4K3 w Kx - 0 1", "castling field is 'Kx'"),
        ("4k3/8/8/8/8/8/8/4K3 w ABC - 0 1", "castling field is 'ABC'"),
        (
            "r3k3/8/8/8/8/8/8/R3K2R w qKQ - 0 1",
            "castling field is 'qKQ'",
        ),
        ("1r2k3/8/8/8/8/8/8/R3K2R w bKQ - 0 1", "field is 'bKQ'"),
        ("r3k3/8/8/8/8/8/8/R3K2R w KQQkq - 0 1", "field is 'KQQkq'"),
        (
            "r3k3/8/8/8/8/8/8/R3K2R w KK - 0 1",
            "'KK' names a rook twice",
        ),
        (
            "r3k3/8/8/8/8/8/8/R3K2R w HK - 0 1",
            "'HK' names a rook twice",
        ),
        (
            "4k3/8/8/8/8/8/8/R3K2R w KQq - 0 1",
            "the castling right q of the FEN cannot be: it needs a king on e8 and a rook on a8",
        ),
        ("4k3/8/8/8/8/8/8/R4K1R w KQB - 0 1", "field is 'KQB'"),
        (
            "4k3/8/8/8/8/8/4K3/R6R w AH - 0 1",
            "gives White the right to castle with a rook on a1, but",
        ),
        (
            "4k3/8/8/8/4P3/8/8/4K3 w - d6 0 1",
            "the en-passant square d6 of the FEN cannot be: no pawn",
        ),
        ("4k3/8/8/8/8/8/8/4K1RR w GH - 0 1", "with a rook on g1"),
        ("4k3/8/8/8/8/8/8/R3K2R w", "no castling field, but White's"),
        ("r3k3/8/8/8/8/8/8/4K3 w", "no castling field, but Black's"),
        (
            "4k3/17/8/8/8/8/8/4K3 w - - 0 1",
            "rank 7 of the FEN, '17', has two digits",
        ),
        ("4k3/8/8/8/8/8/8/4K3 w - e9 0 1", "en-passant field is 'e9'"),
        ("4k3/8/8/8/8/8/8/4K3 w - - x 1", "fifty-move counter is 'x'"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 -1", "move number is '-1'"),
        (
            "4k3/8/8/8/8/8/8/4K3 w - - 0 1 bm e4",
            "goes on after its last field: 'bm e4'",
        ),
        ("8/8/8/8/8/8/8/4K3 w - - 0 1", "Black has 0 kings"),
        ("4k3/8/8/8/8/8/8/3KK3 w - - 0 1", "White has 2 kings"),
        ("4k2P/8/8/8/8/8/8/4K3 w - - 0 1", "a pawn stands on h8"),
        ("4k3/8/8/8/8/8/8/4K2p w - - 0 1", "a pawn stands on h1"),
        (
            "4k3/8/8/8/8/8/4R3/4K3 w - - 0 1",
            "Black is in check from e2, but it is White's move",
        ),
    ] {
        let message = refusal(fen);
        assert!(message.contains(complaint), "{fen}: {message}");
        let spanish = en_castellano(fen);
        for word in [
            "the", "is", "of", "in", "not", "expected", "White", "Black", "or", "number",
        ] {
            let has = spanish
                .split(|c: char| !c.is_alphanumeric())
                .any(|w| w == word);
            assert!(!has, "{spanish}");
        }
    }
}

fn en_castellano(fen: &str) -> String {
    let refused = Position::from_fen(fen, false).expect_err(fen);
    refused.text(Lang::ES)
}

#[test]
fn the_refusals_name_the_same_in_spanish() {
    for (fen, said) in [
        (
            "4k3/8/8/8/8/8/8/4K2 w - - 0 1",
            "la fila 1 de la FEN, '4K2', tiene 7 casillas y no 8",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w - e9 0 1",
            "la casilla de captura al paso de la FEN es 'e9': se esperaba - o una casilla",
        ),
        (
            "4k3/8/8/8/8/8/8/8 w - - 0 1",
            "en la FEN, las blancas tienen 0 reyes y no 1",
        ),
        (
            "4k3/8/8/8/8/8/4R3/4K3 w - - 0 1",
            "las negras están en jaque desde e2, pero juegan las blancas",
        ),
    ] {
        assert_eq!(en_castellano(fen), said);
    }
}

#[test]
fn the_epd_form_and_an_en_passant_square_without_a_capture_are_accepted() {
    let start = Position::from_fen(
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -",
        false,
    );
    assert_eq!(start, Ok(Position::start()));
    for (fen, kept) in [
        // No black pawn can take on e3; on d3 one can; the last is pinned against its king.
        (
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
            "-",
        ),
        (
            "rnbqkbnr/ppp1pppp/8/8/3Pp3/8/PPP2PPP/RNBQKBNR b KQkq d3 0 3",
            "d3",
        ),
        ("8/8/8/8/R2pP2k/8/8/4K3 b - e3 0 1", "-"),
    ] {
        let position = Position::from_fen(fen, false).expect(fen);
        assert_eq!(position.fen().split(' ').nth(3), Some(kept), "{fen}");
    }
}

/// Returns the position of a FEN, and the parts of the text that are dropped as a sentence in English.
fn left(fen: &str, chess960: bool) -> (Position, String) {
    let (position, dropped) = Position::read_fen(fen, chess960).expect(fen).split();
    let dropped: Vec<String> = dropped.iter().map(ToString::to_string).collect();
    (position, dropped.join("; "))
}

#[test]
fn a_position_is_one_of_chess960_only_where_it_is_said() {
    for (fen, option, mode, kept) in [
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", false, false, "KQkq"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", true, true, "HAha"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1", false, true, "HAha"),
        ("4k3/8/8/8/8/8/8/R3K1R1 w G - 0 1", false, true, "G"),
        ("4k3/8/8/8/8/8/8/R3K1R1 w KQ - 0 1", true, true, "GA"),
        (
            "2nnrbkr/8/8/8/8/8/8/BQNNRBKR w HEhe - 0 1",
            false,
            true,
            "HEhe",
        ),
        ("r2r3k/8/8/8/8/8/8/R3K2R b KQq - 0 1", true, true, "HAa"),
        ("1k6/8/8/8/8/8/8/1KRR4 w C - 0 1", false, true, "C"),
        ("1k6/8/8/8/8/8/8/1KRR4 w - - 0 1", true, true, "-"),
    ] {
        let (position, dropped) = left(fen, option);
        assert_eq!(
            (position.is_chess960(), dropped.as_str()),
            (mode, ""),
            "{fen}"
        );
        assert_eq!(position.fen().split(' ').nth(2), Some(kept), "{fen}");
    }
    // Two fields are enough where nobody could castle.
    assert!(Position::from_fen("4k3/8/8/8/8/8/8/R4K1R w", false).is_ok());
    let unclear = Position::from_fen("4k3/8/8/8/8/8/8/R4K1R w", true);
    assert_eq!(unclear, Err(FenError::CastlingMissing(Color::White)));
}

#[test]
fn standard_chess_drops_what_cannot_be_and_tells_it() {
    let right = |letter, king, rook| {
        format!(
            "the castling right {letter} is dropped: it needs a king on {king} and a rook on {rook}"
        )
    };
    for (fen, kept, said) in [
        (
            "r5k1/8/3P2K1/8/8/8/1B6/3R4 w q - 0 1",
            "-",
            right('q', "e8", "a8"),
        ),
        (
            "r5k1/8/8/8/8/8/8/4K2R w Kq - 0 1",
            "K",
            right('q', "e8", "a8"),
        ),
        (
            "4k3/8/8/8/8/8/8/R3K1R1 w KQ - 0 1",
            "Q",
            right('K', "e1", "h1"),
        ),
        (
            "4k2r/8/8/8/8/8/4K3/R7 w Qk - 0 1",
            "k",
            right('Q', "e1", "a1"),
        ),
    ] {
        let (position, dropped) = left(fen, false);
        assert_eq!((dropped, position.is_chess960()), (said, false), "{fen}");
        assert_eq!(position.fen().split(' ').nth(2), Some(kept), "{fen}");
    }
    for (fen, square) in [
        // Nothing stands there; the pawn is the mover's; its origin is taken.
        ("8/8/8/8/4P3/8/8/k3K3 w - d6 0 1", "d6"),
        ("4k3/8/8/3Pp3/8/8/8/4K3 w - d6 0 1", "d6"),
        ("4k3/3p4/8/3pP3/8/8/8/4K3 w - d6 0 1", "d6"),
        ("4k3/8/8/8/4P3/8/8/4K3 w - e3 0 1", "e3"),
    ] {
        let (position, dropped) = left(fen, false);
        let said =
            format!("the en-passant square {square} is dropped: no pawn can have just passed it");
        assert_eq!((dropped, position.ep_square()), (said, None), "{fen}");
    }
    let (_, dropped) = Position::read_fen("r5k1/8/8/8/8/8/8/4K3 w q e6 0 1", false)
        .expect("legal")
        .split();
    let spanish: Vec<String> = dropped.iter().map(|part| part.text(Lang::ES)).collect();
    assert_eq!(
        spanish,
        [
            "se descarta el derecho de enroque q: pide un rey en e8 y una torre en a8",
            "se descarta la casilla de captura al paso e6: ningún peón puede acabar de pasarla",
        ]
    );
}

#[test]
fn a_stored_position_of_chess960_without_files_is_still_one() {
    let old = Position::from_stored_fen("4k3/8/8/8/8/8/8/R3K1R1 w KQ - 0 1").expect("legal");
    assert_eq!(old.fen(), "4k3/8/8/8/8/8/8/R3K1R1 w GA - 0 1");
    assert_eq!(Position::from_stored_fen(&old.fen()), Ok(old));
    let usual = Position::from_stored_fen("r3k2r/8/8/8/8/8/8/R3K2R w KQkq d6 0 1").expect("legal");
    assert_eq!(usual.fen(), "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    assert!(Position::from_stored_fen("8/8/8/8/8/8/8/R3K1R1 w KQ - 0 1").is_err());
}

#[test]
fn the_odd_material_of_composed_problems_is_accepted_and_fully_counted() {
    let queens = "QQQQQQQQ/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/Q2K3Q/k1QQQQQQ w - - 0 1";
    let crowded = Position::from_fen(queens, false);
    assert!(crowded.is_err(), "the black king stands in check");
    let queens = "1QQQQQQ1/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/K1QQ2Nk w - - 0 1";
    let error = Position::from_fen(queens, false).expect_err("the king on h1 is in check");
    assert!(error.to_string().contains("Black is in check"), "{error}");
    let nine = "3Q4/1Q4Q1/4Q3/2Q4R/Q4Q2/3Q4/1Q4Rp/1K1BBNNk w - - 0 1";
    let position = Position::from_fen(nine, false).expect("the 218-move position");
    assert_eq!(position.legal_moves().len(), 218);
    let more = "Q2Q3Q/1Q1Q1Q2/2QQQ3/QQQ1QQQQ/2QQQ3/1Q1Q1Q2/Q2Q2NN/K5Rk b - - 0 1";
    assert!(Position::from_fen(more, false).is_ok());
}

#[test]
fn a_problem_may_lack_a_king_and_nobody_can_then_be_mated() {
    let setup = |fen: &str| fen.parse::<Fen>().expect(fen).into_setup();
    let problem = |fen: &str| Position::from_setup_of_problem(&setup(fen), false).expect(fen);
    let texts = |p: &Position| {
        let moves = p.legal_moves().into_iter();
        let mut texts: Vec<String> = moves.map(|m| p.move_text(m)).collect();
        texts.sort();
        texts
    };
    // A pawn that a king would be checked for, and a capture en passant that would uncover one on a1.
    let fen = "8/8/8/8/1pP5/8/8/r7 b - c3 0 1";
    assert!(Position::from_setup(&setup(fen), false).is_err());
    let p = problem(fen);
    assert!(!p.has_king(Color::White) && !p.has_king(Color::Black));
    assert!(texts(&p).contains(&"b4c3".to_owned()), "{:?}", texts(&p));
    assert_eq!(p.legal_moves().len(), 16);
    assert!(p.legal_moves().iter().all(|&m| !p.gives_check(m)));
    // No king steps from the corner, and nothing is pinned to it.
    assert_eq!(texts(&problem("8/8/8/3r4/8/8/1R6/8 w - - 0 1")).len(), 14);
    assert_eq!(
        texts(&problem("7q/8/8/8/8/8/1P6/8 w - - 0 1")),
        ["b2b3", "b2b4"]
    );
    let two = "8/8/8/8/8/8/8/KK6 w - - 0 1";
    let error = Position::from_setup_of_problem(&setup(two), false).expect_err(two);
    assert_eq!(
        error,
        FenError::Kings {
            color: Color::White,
            count: 2
        }
    );
}

#[test]
fn of_castlings_that_exclude_each_other_only_the_first_is_made() {
    let p = Position::from_fen("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", false).expect("legal");
    let after = |p: Position, text: &str| {
        let moves = p.legal_moves().into_iter();
        let m = { moves }.find(|&m| p.move_text(m) == text);
        p.play(m.expect(text))
    };
    let rooks = |p: Position| p.castling_rooks().into_iter().collect::<Vec<Square>>();
    let one = p.with_exclusive_castling(Square::A1, Square::H8);
    assert_eq!(rooks(after(p, "e1c1")), [Square::A8, Square::H8]);
    assert_eq!(rooks(after(one, "e1c1")), [Square::A8]);
    assert_eq!(rooks(after(one, "e1g1")), [Square::A8, Square::H8]);
    // The other way round; a move of the king is no castling.
    let black = after(one, "h1h2");
    assert_eq!(rooks(after(black, "e8g8")), []);
    assert_eq!(rooks(after(black, "e8c8")), [Square::A1]);
    assert_eq!(rooks(after(black, "e8e7")), [Square::A1]);
    assert_eq!(
        after(one, "e1c1").keys(),
        &after(one, "e1c1").keys_from_scratch()
    );
}
