//! Notation of pieces in problems, `Kb7 Sd4e5` with S for the knight, and the convention about castling in problems.

use super::popeye::men;
use base::told;
use games::Text;
use games::chess::{Position, color_name};
use shakmaty::{Bitboard, Board, Color, File, Piece, Rank, Role, Setup, Square};

/// Returns the pieces of one colour in the usual order, as words: `Kb7`.
pub(super) fn list(board: &Board, color: Color) -> Vec<String> {
    let roles = [
        Role::King,
        Role::Queen,
        Role::Rook,
        Role::Bishop,
        Role::Knight,
        Role::Pawn,
    ];
    let words = roles.into_iter().flat_map(|role| {
        let squares = board.by_piece(Piece { color, role });
        squares.into_iter().map(move |s| men::word(role, s))
    });
    words.collect()
}

/// Returns the rooks that may castle by the convention for problems: all rooks on their initial squares whose king is
/// on its own.
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

/// Returns the message about a side with no king or with several kings.
pub(super) fn kings_of(color: Color, kings: usize) -> Text {
    told!("kings", color = color_name(color), kings)
}

/// Creates a legal position with these pieces and initial move counters.
pub(super) fn position(
    board: Board,
    turn: Color,
    castling_rights: Bitboard,
    ep_square: Option<Square>,
) -> Result<Position, Text> {
    let lacking = Color::ALL
        .into_iter()
        .find(|&color| (board.kings() & board.by_color(color)).is_empty());
    match lacking {
        Some(color) => Err(kings_of(color, 0)),
        None => position_of_problem(board, turn, castling_rights, ep_square),
    }
}

/// Creates a position like [`position`], in which a side may lack its king.
pub(super) fn position_of_problem(
    board: Board,
    turn: Color,
    castling_rights: Bitboard,
    ep_square: Option<Square>,
) -> Result<Position, Text> {
    for color in Color::ALL {
        let kings = (board.kings() & board.by_color(color)).count();
        if kings > 1 {
            return Err(kings_of(color, kings));
        }
    }
    let setup = Setup {
        board,
        turn,
        castling_rights,
        ep_square,
        ..Setup::empty()
    };
    let position =
        Position::from_setup_of_problem(&setup, false).map_err(|error| error.localized())?;
    match ep_square {
        Some(square) if position.ep_square().is_none() => Err(told!("no-en-passant", square)),
        _ => Ok(position),
    }
}
