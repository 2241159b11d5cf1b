//! Proof games: when the men of a position surely cannot come to their places in time.
//!
//! A game leads from one position to another, [`Plan::new`]. On the way each man of the last position is a man of the
//! present one that has gone there, and all the others have been captured. What that takes at least is known:
//!
//! | file | what it does |
//! |---|---|
//! | `ways` | men that never move, and the moves that a man needs from square to square past them |
//! | `needs` | the moves and captures that all men of a side need, each place being filled by another man |
//!
//! Both are necessary conditions, so that no game is left out; the search for games itself is that of
//! [`stipulation`](crate::stipulation).

mod needs;
mod ways;

#[cfg(test)]
mod tests;

use games::chess::{Bitboard, Color, Move, Position, Role, Square};
use ways::Ways;

/// Men of one side by their roles, in the order of [`ROLES`].
type Men = [Bitboard; 6];

/// Roles as indices.
const ROLES: [Role; 6] = [
    Role::Pawn,
    Role::Knight,
    Role::Bishop,
    Role::Rook,
    Role::Queen,
    Role::King,
];

/// Index of a pawn in [`ROLES`].
const PAWN: usize = 0;
/// Index of a king in [`ROLES`].
const KING: usize = 5;

fn men(p: &Position, color: Color) -> Men {
    ROLES.map(|role| p.pieces(color, role))
}

/// Plan of a game from one position to another.
pub(crate) struct Plan {
    goal: Position,
    /// Men of the goal, by the index of their colour.
    men: [Men; 2],
    counts: [u32; 2],
    ways: Ways,
}

impl Plan {
    /// Plan of a game from `start` to `goal`: to its men, its side to move, its castling rights (there may be more) and its
    /// en passant, if it has one.
    pub(crate) fn new(start: &Position, goal: &Position) -> Plan {
        let sides = [Color::Black, Color::White];
        Plan {
            goal: *goal,
            men: sides.map(|color| men(goal, color)),
            counts: sides.map(|color| goal.color(color).count() as u32),
            ways: Ways::new(start, goal),
        }
    }

    /// Returns true if the game may end in `p`.
    pub(crate) fn is_reached(&self, p: &Position) -> bool {
        let goal = &self.goal;
        Color::ALL
            .into_iter()
            .all(|color| p.color(color) == goal.color(color))
            && ROLES
                .into_iter()
                .all(|role| p.role(role) == goal.role(role))
            && p.turn() == goal.turn()
            && (goal.castling_rooks() & !p.castling_rooks()).is_empty()
            && (goal.passed_square().is_none() || goal.passed_square() == p.passed_square())
    }

    /// Returns true if a move takes away, or moves, a man that has to stay.
    #[inline]
    pub(crate) fn forbids(&self, m: Move) -> bool {
        let both = Bitboard::from_square(m.from()) | m.to();
        (both & self.ways.fixed).any()
    }

    /// Returns false if the game surely cannot end after `left` half-moves from `p`.
    pub(crate) fn allows(&self, p: &Position, left: u32) -> bool {
        Color::ALL
            .into_iter()
            .all(|color| self.allows_side(p, color, left))
    }

    /// The same after a move, before which it was not so.
    #[inline]
    pub(crate) fn allows_after(&self, p: &Position, left: u32, captured: bool) -> bool {
        // The other side's men are where they were, with as many moves left.
        self.allows_side(p, p.turn().other(), left)
            && (!captured || self.allows_side(p, p.turn(), left))
    }

    fn allows_side(&self, p: &Position, color: Color, left: u32) -> bool {
        let moves = if p.turn() == color {
            left.div_ceil(2)
        } else {
            left / 2
        };
        let surplus = |color: Color| {
            let count = p.color(color).count() as u32;
            count.checked_sub(self.counts[color as usize])
        };
        let (Some(own), Some(takes)) = (surplus(color), surplus(color.other())) else {
            return false;
        };
        if takes > moves || own > left - moves {
            return false;
        }
        let men = men(p, color);
        if self.suffices(&men, color, moves, takes) {
            return true;
        }
        // Castling moves two men at once.
        let rooks = p.castling_rooks() & p.color(color);
        moves > 0
            && rooks.into_iter().any(|rook| {
                let king = p.king(color);
                let (king_to, rook_to) = after_castling(king, rook);
                let mut castled = men;
                castled[KING] = Bitboard::from_square(king_to);
                let rooks = &mut castled[Role::Rook as usize - 1];
                *rooks ^= Bitboard::from_square(rook);
                *rooks |= rook_to;
                self.suffices(&castled, color, moves - 1, takes)
            })
    }
}

/// Squares of king and rook after castling.
fn after_castling(king: Square, rook: Square) -> (Square, Square) {
    let on = |file| Square::from_coords(file, king.rank());
    if rook.file() > king.file() {
        (on(shakmaty::File::G), on(shakmaty::File::F))
    } else {
        (on(shakmaty::File::C), on(shakmaty::File::D))
    }
}
