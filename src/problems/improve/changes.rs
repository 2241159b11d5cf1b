//! Changes of a position: a piece removed or replaced by a weaker one, the whole position shifted, one piece moved.

use crate::compose::is_usual;
use games::chess::{Move, Position};
use serde::{Serialize, Serializer};
use shakmaty::{Board, File, Piece, Rank, Role, Square};
use solve::retro::Retro;

/// A change of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Change {
    /// Removal of a piece.
    Remove {
        /// The removed piece.
        #[serde(serialize_with = "as_letter")]
        man: Piece,
        /// Square of the piece.
        #[serde(serialize_with = "as_text")]
        square: Square,
    },
    /// Replacement of a piece by a weaker one.
    Replace {
        /// The piece that is replaced.
        #[serde(serialize_with = "as_letter")]
        man: Piece,
        /// The new piece.
        #[serde(serialize_with = "as_letter")]
        by: Piece,
        /// Square of both pieces.
        #[serde(serialize_with = "as_text")]
        square: Square,
    },
    /// Shift of all pieces.
    Shift {
        /// Number of files to the right; may be negative.
        files: i32,
        /// Number of ranks up; may be negative.
        ranks: i32,
    },
    /// Move of one piece to another square.
    Move {
        /// Piece that is moved.
        #[serde(serialize_with = "as_letter")]
        man: Piece,
        /// Square before the change.
        #[serde(serialize_with = "as_text")]
        from: Square,
        /// Square after the change.
        #[serde(serialize_with = "as_text")]
        to: Square,
    },
}

fn as_letter<S: Serializer>(man: &Piece, out: S) -> Result<S::Ok, S::Error> {
    out.collect_str(&man.char())
}

fn as_text<S: Serializer>(square: &Square, out: S) -> Result<S::Ok, S::Error> {
    out.collect_str(square)
}

/// A move as squares and promotion, without a position, so that it can be shifted.
pub(super) type Plain = (Square, Square, Option<Role>);

pub(super) fn plain(m: Move) -> Plain {
    (m.from(), m.to(), m.promoted())
}

/// Returns the value of all pieces, in pawns.
pub(super) fn force(position: &Position) -> i32 {
    let men = position.occupied().into_iter();
    men.filter_map(|square| position.piece_at(square))
        .map(|man| value(man.role))
        .sum()
}

fn value(role: Role) -> i32 {
    match role {
        Role::King => 0,
        Role::Queen => 9,
        Role::Rook => 5,
        Role::Bishop | Role::Knight => 3,
        Role::Pawn => 1,
    }
}

/// Returns the changes of a position that give a legal one. If the defender can have moved last before the change, this
/// must be so after it; if there are no promoted pieces before, there must be none after. The order is: removals,
/// replacements, shifts, moves to neighbouring squares, other moves.
pub fn changes(position: &Position) -> Vec<Change> {
    let men = || {
        let squares = position.occupied().into_iter();
        squares.filter_map(|square| Some((square, position.piece_at(square)?)))
    };
    let others = || men().filter(|(_, man)| man.role != Role::King);
    let mut all: Vec<Change> = others()
        .map(|(square, man)| Change::Remove { man, square })
        .collect();
    let roles = [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook];
    for (square, man) in others() {
        let weaker = roles
            .into_iter()
            .filter(|&role| role != man.role && value(role) <= value(man.role));
        all.extend(weaker.map(|role| Change::Replace {
            man,
            by: role.of(man.color),
            square,
        }));
    }
    let shifts = (-7..=7).flat_map(|ranks| (-7..=7).map(move |files| (files, ranks)));
    all.extend(
        shifts
            .filter(|&shift| shift != (0, 0))
            .map(|(files, ranks)| Change::Shift { files, ranks }),
    );
    let mut far = Vec::new();
    for (from, man) in men() {
        for to in !position.occupied() {
            let change = Change::Move { man, from, to };
            match from.distance(to) {
                1 => all.push(change),
                _ => far.push(change),
            }
        }
    }
    all.append(&mut far);
    let usual = is_usual(&position.to_setup().board);
    let possible = can_have_moved(position);
    all.retain(|change| {
        change.apply(position).is_some_and(|changed| {
            changed.in_check() <= position.in_check()
                && (!usual || is_usual(&changed.to_setup().board))
                && (!possible || can_have_moved(&changed))
        })
    });
    all
}

/// Returns true unless it is proved that the side that is not to move cannot have moved last.
pub(crate) fn can_have_moved(position: &Position) -> bool {
    let [white, black] = Retro::of(position).last_moves;
    position.turn().fold_wb(black, white) != Some(0)
}

impl Change {
    /// Returns the position after the change; `None` if it is not allowed.
    pub(super) fn apply(self, position: &Position) -> Option<Position> {
        let mut setup = position.to_setup();
        let board = &mut setup.board;
        match self {
            Change::Remove { square, .. } => board.discard_piece_at(square),
            Change::Replace { by, square, .. } => board.set_piece_at(square, by),
            Change::Move { man, from, to } => {
                board.discard_piece_at(from);
                board.set_piece_at(to, man);
            }
            Change::Shift { files, ranks } => {
                // Castling rights and the en-passant square cannot be shifted.
                if setup.castling_rights.any() || setup.ep_square.is_some() {
                    return None;
                }
                let mut shifted = Board::empty();
                for (square, man) in board.clone() {
                    shifted.set_piece_at(shift(square, files, ranks)?, man);
                }
                *board = shifted;
            }
        }
        setup.castling_rights &= setup.board.rooks();
        Position::from_setup(&setup, false).ok()
    }

    /// Returns the move by the same piece after the change; `None` if it leaves the board.
    pub(super) fn carry(self, (from, to, promoted): Plain) -> Option<Plain> {
        match self {
            Change::Move {
                from: old, to: new, ..
            } if from == old => Some((new, to, promoted)),
            Change::Shift { files, ranks } => Some((
                shift(from, files, ranks)?,
                shift(to, files, ranks)?,
                promoted,
            )),
            _ => Some((from, to, promoted)),
        }
    }
}

/// Returns the square that is so many files to the right and ranks up; `None` if it is not on the board.
pub(crate) fn shift(square: Square, files: i32, ranks: i32) -> Option<Square> {
    let file = u32::from(square.file()).checked_add_signed(files)?;
    let rank = u32::from(square.rank()).checked_add_signed(ranks)?;
    Some(Square::from_coords(
        File::try_from(file).ok()?,
        Rank::try_from(rank).ok()?,
    ))
}
