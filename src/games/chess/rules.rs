//! End of a chess game, as far as one position can tell: mate, stalemate, the fifty-move rule and insufficient
//! material. Repetition is handled by [`Line`](crate::Line).

use super::Position;
use crate::{Outcome, Seats};
use shakmaty::{Bitboard, Color, Role};

/// Number of plies without capture or pawn move after which the game is drawn.
pub const FIFTY_MOVES: u32 = 100;

impl Position {
    /// Returns true if neither side can ever mate: bare kings, a single minor piece, or only bishops that all stand
    /// on squares of one colour.
    #[inline]
    pub fn is_insufficient_material(&self) -> bool {
        let kings = self.role(Role::King);
        let bishops = self.role(Role::Bishop);
        let minors = bishops | self.role(Role::Knight);
        if (self.occupied() ^ kings ^ minors).any() {
            return false;
        }
        !minors.more_than_one()
            || (minors == bishops
                && (bishops.is_subset(Bitboard::LIGHT_SQUARES)
                    || bishops.is_subset(Bitboard::DARK_SQUARES)))
    }

    /// Returns true if the side to move is mated.
    pub fn is_checkmate(&self) -> bool {
        self.in_check() && self.count_legal_moves() == 0
    }

    /// Outcome of the game; `None` if this position does not end it. A mate takes precedence over the fifty-move
    /// rule.
    pub fn position_outcome(&self) -> Option<Outcome> {
        let draw = |reason| {
            Some(Outcome {
                winners: Seats::all(2),
                reason,
            })
        };
        if self.count_legal_moves() == 0 {
            if !self.in_check() {
                return draw("stalemate");
            }
            return Some(Outcome {
                winners: Seats::one(seat(self.turn().other())),
                reason: "checkmate",
            });
        }
        if self.halfmoves() >= FIFTY_MOVES {
            return draw("fifty-move rule");
        }
        if self.is_insufficient_material() {
            return draw("insufficient material");
        }
        None
    }
}

/// Seat of a colour: 0 for White, who moves first, 1 for Black.
pub const fn seat(color: Color) -> usize {
    match color {
        Color::White => 0,
        Color::Black => 1,
    }
}
