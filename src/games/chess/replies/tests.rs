//! Answers counted without making moves, against the general generator and shakmaty.

use crate::chess::{Position, START_FEN, lean};
use crate::perft::perft;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use shakmaty::{Bitboard, Board, Color, Role, Square};

/// Checks that counting without making moves agrees with the general generator, move by move, and with shakmaty.
fn check(position: &Position) {
    let counted = lean::count(position, 2);
    assert_eq!(counted, perft(position, 2), "{}", position.fen());
    if let Ok(chess) = position.to_shakmaty() {
        assert_eq!(counted, shakmaty::perft(&chess, 2), "{}", position.fen());
    }
}

fn play_on(random: &mut StdRng, mut position: Position, plies: usize) -> usize {
    for played in 0..plies {
        check(&position);
        let Some(m) = position.legal_moves().choose(random).copied() else {
            return played;
        };
        position = position.play(m);
    }
    plies
}

/// A board strewn with pieces, with more queens and stranger castling than games have.
fn strewn(random: &mut StdRng) -> String {
    let mut board = Board::empty();
    let mut rights = String::new();
    for color in Color::ALL {
        let mut squares: Vec<Square> = Bitboard::from_rank(color.backrank()).into_iter().collect();
        if random.random() {
            let rook = squares.swap_remove(random.random_range(0..8));
            let file = rook.file().char();
            rights.push(color.fold_wb(file.to_ascii_uppercase(), file));
            board.set_piece_at(rook, Role::Rook.of(color));
        } else {
            squares = (!board.occupied()).into_iter().collect();
        }
        let king = squares.choose(random).copied().unwrap_or(Square::A1);
        board.set_piece_at(king, Role::King.of(color));
    }
    for _ in 0..random.random_range(1..16) {
        let square = Square::new(random.random_range(0..64));
        let color = Color::from_white(random.random());
        let role = match random.random_range(0..7) {
            0 => Role::Queen,
            1 => Role::Rook,
            2 => Role::Bishop,
            3 => Role::Knight,
            _ if Bitboard::BACKRANKS.contains(square) => continue,
            _ => Role::Pawn,
        };
        if !board.occupied().contains(square) {
            board.set_piece_at(square, role.of(color));
        }
    }
    let turn = if random.random() { 'w' } else { 'b' };
    let rights = if rights.is_empty() { "-" } else { &rights };
    format!("{} {turn} {rights} - 0 1", board.board_fen())
}

#[test]
fn answers_are_counted_right_all_over_strewn_boards() {
    let mut random = StdRng::seed_from_u64(14);
    let (mut boards, mut castling, mut plies) = (0, 0, 0);
    for _ in 0..8_000 {
        let fen = strewn(&mut random);
        // Some have a king that can be taken, or a right that its own king is too far off for.
        if let Ok(position) = Position::from_fen(&fen, true) {
            boards += 1;
            castling += usize::from(position.castling_rooks().any());
            plies += play_on(&mut random, position, 4);
        }
    }
    assert!(
        boards > 3_000 && castling > 1_000 && plies > 10_000,
        "{boards} boards, {castling} with castling, {plies} plies"
    );
}

#[test]
fn answers_are_counted_right_along_random_games() {
    let mut random = StdRng::seed_from_u64(15);
    let mut plies = 0;
    for _ in 0..60 {
        let start = Position::from_fen(START_FEN, false).expect("legal");
        plies += play_on(&mut random, start, 150);
    }
    assert!(plies > 5_000, "{plies}");
}

#[test]
fn answers_are_counted_right_where_rules_meet() {
    for fen in [
        // A rook shields its king from castling; paths that a move opens, closes, attacks or blocks.
        "4k3/8/8/8/8/8/8/rR1K3R b B - 0 1",
        "r3k2r/8/8/8/8/8/6N1/R3K2R w KQkq - 0 1",
        "r3k2r/8/8/8/3R4/5B2/8/4K3 w kq - 0 1",
        // Double steps past pawns that are pinned, or that are not.
        "8/8/8/8/k1p4R/8/3P4/4K3 w - - 0 1",
        "4k3/8/8/8/4p3/8/3P4/K3R3 w - - 0 1",
        // Discovered and double checks, pins that end, begin and change hands.
        "4k3/4r3/8/8/4N3/8/8/K3R3 w - - 0 1",
        "4k3/8/4n3/8/4N3/8/8/K3R3 w - - 0 1",
        "k7/8/2b5/8/8/5N2/6B1/7K w - - 0 1",
        // The last ranks.
        "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N w - - 0 1",
        "4k3/8/8/8/8/R7/1p1p4/2N1K3 w - - 0 1",
        // More sliders than any game has.
        "qqqqkqqq/pppppppp/8/8/8/8/PPPPPPPP/QQQQKQQQ w - - 0 1",
    ] {
        check(&Position::from_fen(fen, true).expect(fen));
    }
}
