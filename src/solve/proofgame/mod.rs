//! Proof games: a test that rules out positions from which the men cannot reach their squares in time.
//!
//! A game leads from one position to another: see [`Plan::new`]. During it each man of the final position is a man of
//! the present one that goes there, and all other men are captured. Lower bounds of the moves that this takes are
//! computed here:
//!
//! | file | what it does |
//! |---|---|
//! | `ways` | men that never move, and the moves that a man needs from square to square around them |
//! | `needs` | the moves and captures that all men of a side together need to fill their squares |
//!
//! Both are necessary conditions, so no game is lost by the test; the search for games itself is that of
//! [`stipulation`](crate::stipulation).

mod needs;
mod ways;

#[cfg(test)]
mod tests;

use games::chess::{Bitboard, Color, Move, Position, Role, Square};
use ways::Ways;

/// Squares of the men of one side, by their role in the order of [`ROLES`].
type Men = [Bitboard; 6];

/// The roles; the index of a role stands for it.
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

/// The final position of a proof game, and what is known of the ways to it.
pub(crate) struct Plan {
    goal: Position,
    /// Men of the final position, by the index of their colour.
    men: [Men; 2],
    counts: [u32; 2],
    ways: Ways,
}

impl Plan {
    /// Creates the plan of a game from `start` to `goal`. The game must reach the men of `goal`, its side to move, its
    /// castling rights (there may be more) and its en passant square, if it has one.
    pub(crate) fn new(start: &Position, goal: &Position) -> Plan {
        let sides = [Color::Black, Color::White];
        Plan {
            goal: *goal,
            men: sides.map(|color| men(goal, color)),
            counts: sides.map(|color| goal.color(color).count() as u32),
            ways: Ways::new(start, goal),
        }
    }

    /// Returns true if `p` is the final position.
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

    /// Returns true if a move captures, or moves, a man that must never move in such a game.
    #[inline]
    pub(crate) fn forbids(&self, m: Move) -> bool {
        let both = Bitboard::from_square(m.from()) | m.to();
        (both & self.ways.fixed).any()
    }

    /// Returns false if it is certain that no game reaches the final position in `left` half-moves from `p`.
    pub(crate) fn allows(&self, p: &Position, left: u32) -> bool {
        Color::ALL
            .into_iter()
            .all(|color| self.allows_side(p, color, left))
    }

    /// Returns the same as [`allows`](Plan::allows) for a position `p` after a move, if it was true before the move;
    /// this is faster. `captured` is true if the move was a capture.
    #[inline]
    pub(crate) fn allows_after(&self, p: &Position, left: u32, captured: bool) -> bool {
        // The men of the side to move are unchanged unless captured, and it has as many moves left.
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

/// Returns the squares of king and rook after castling.
fn after_castling(king: Square, rook: Square) -> (Square, Square) {
    let on = |file| Square::from_coords(file, king.rank());
    if rook.file() > king.file() {
        (on(shakmaty::File::G), on(shakmaty::File::F))
    } else {
        (on(shakmaty::File::C), on(shakmaty::File::D))
    }
}
