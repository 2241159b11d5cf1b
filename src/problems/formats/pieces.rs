//! Pieces as problemists write them: `Kb7 Sd4e5`, S for the knight; and who may castle by their habit.

use games::chess::Position;
use shakmaty::{Bitboard, Board, Color, File, Piece, Rank, Role, Setup, Square};

/// Puts the pieces of one word on the board: `Sd4e5` is two knights.
pub(super) fn put(board: &mut Board, color: Color, word: &str) -> Result<(), String> {
    // Squares are pairs, so what is left is the piece's name: one letter or two.
    let name_length = 2 - word.chars().count() % 2;
    let end = word.char_indices().nth(name_length);
    let (name, squares) = word.split_at(end.map_or(word.len(), |(at, _)| at));
    let role = match name.to_ascii_uppercase().as_str() {
        "K" => Role::King,
        "Q" => Role::Queen,
        "R" => Role::Rook,
        "B" => Role::Bishop,
        "S" => Role::Knight,
        "P" => Role::Pawn,
        "N" => {
            return Err(format!(
                "'{word}': N is the nightrider, which is not understood; the knight is S"
            ));
        }
        _ => {
            return Err(format!(
                "'{word}': '{name}' is no piece of chess (K, Q, R, B, S, P)"
            ));
        }
    };
    if squares.is_empty() {
        return Err(format!("'{word}' names no square"));
    }
    let letters: Vec<char> = squares.chars().collect();
    for pair in letters.chunks(2) {
        let text: String = pair.iter().collect();
        let square: Square = text
            .to_ascii_lowercase()
            .parse()
            .map_err(|_| format!("'{word}': '{text}' is no square"))?;
        if let Some(there) = board.piece_at(square) {
            return Err(format!(
                "'{word}': on {square} stands a piece already ({})",
                there.char()
            ));
        }
        board.set_piece_at(square, role.of(color));
    }
    Ok(())
}

/// The pieces of one colour in the usual order, one word each: `Kb7`.
pub(super) fn list(board: &Board, color: Color) -> Vec<String> {
    let roles = [
        (Role::King, 'K'),
        (Role::Queen, 'Q'),
        (Role::Rook, 'R'),
        (Role::Bishop, 'B'),
        (Role::Knight, 'S'),
        (Role::Pawn, 'P'),
    ];
    let words = roles.into_iter().flat_map(|(role, letter)| {
        let squares = board.by_piece(Piece { color, role });
        squares.into_iter().map(move |s| format!("{letter}{s}"))
    });
    words.collect()
}

/// The rooks that may castle by the habit of problems: wherever king and rook stand at home.
pub(super) fn rooks_at_home(board: &Board) -> Bitboard {
    let homes = [(Color::White, Rank::First), (Color::Black, Rank::Eighth)];
    let rooks = homes.into_iter().flat_map(|(color, rank)| {
        let king = board.piece_at(Square::from_coords(File::E, rank));
        let at_home = king == Some(Role::King.of(color));
        let rooks = board.by_piece(Role::Rook.of(color)) & Bitboard::CORNERS & Bitboard::from(rank);
        rooks.into_iter().filter(move |_| at_home)
    });
    rooks.collect()
}

/// A position of these pieces in which nothing has been counted yet.
pub(super) fn position(
    board: Board,
    turn: Color,
    castling_rights: Bitboard,
    ep_square: Option<Square>,
) -> Result<Position, String> {
    let setup = Setup {
        board,
        turn,
        castling_rights,
        ep_square,
        ..Setup::empty()
    };
    let position = Position::from_setup(&setup, false).map_err(|error| error.to_string())?;
    match ep_square {
        Some(square) if position.ep_square().is_none() => {
            Err(format!("nobody can capture en passant on {square}"))
        }
        _ => Ok(position),
    }
}
