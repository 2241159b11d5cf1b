//! A chess move in sixteen bits, and the list that generation fills.
//!
//! Castling is written as the king taking his own rook, so that one encoding serves chess and
//! Chess960; [`Position::move_text`](super::Position::move_text) turns it back into `e1g1` where a
//! GUI expects that.

use super::position::castling_targets;
use arrayvec::ArrayVec;
use shakmaty::{Role, Square};

/// Upper bound on the number of legal moves in any position that the FEN reader accepts.
///
/// Ordinary chess never exceeds 218, but composed positions may hold any number of promoted
/// pieces. An empty or enemy square is reached by at most eight sliders, kings or pawns (one per
/// direction) and by knights, and no piece has more than 27 moves. Balancing those two bounds over
/// every split into sliders and knights stays below 450; promotion counts the pawn directions
/// four times and adds at most 72.
pub const MAX_MOVES: usize = 544;

/// Every legal move of a position, in generation order.
pub type MoveList = ArrayVec<Move, MAX_MOVES>;

/// Kind of a move: what sets it apart besides its two squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveKind {
    /// Any move that only carries a piece from one square to another, captures included.
    Normal,
    /// A pawn takes the pawn that has just passed it.
    EnPassant,
    /// The king castles; the target square is that of the rook.
    Castle,
    /// A pawn reaches the last rank and becomes this role.
    Promotion(Role),
}

/// A move: six bits of origin, six of target, four of [`MoveKind`].
///
/// Means something only together with the position it belongs to. The all-zero pattern (`a1a1`)
/// is never a legal move and stands for "no move" in tables.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move(u16);

const EN_PASSANT: u16 = 1 << 12;
const CASTLE: u16 = 2 << 12;
const PROMOTION: u16 = 4 << 12;

impl Move {
    /// The pattern that is never legal: "no move" in packed tables.
    pub const NONE: Move = Move(0);

    /// A move that only changes the square of one piece.
    #[inline(always)]
    pub const fn normal(from: Square, to: Square) -> Move {
        Move(from as u16 | (to as u16) << 6)
    }

    /// An en-passant capture; `to` is the square behind the captured pawn.
    #[inline(always)]
    pub const fn en_passant(from: Square, to: Square) -> Move {
        Move(EN_PASSANT | from as u16 | (to as u16) << 6)
    }

    /// Castling with the rook that stands on `rook`.
    #[inline(always)]
    pub const fn castle(king: Square, rook: Square) -> Move {
        Move(CASTLE | king as u16 | (rook as u16) << 6)
    }

    /// A promotion. `role` is one of knight, bishop, rook and queen.
    #[inline(always)]
    pub const fn promotion(from: Square, to: Square, role: Role) -> Move {
        let code = match role {
            Role::Knight => 0,
            Role::Bishop => 1,
            Role::Rook => 2,
            _ => 3,
        };
        Move(PROMOTION | code << 12 | from as u16 | (to as u16) << 6)
    }

    /// The square the piece leaves.
    #[inline(always)]
    pub const fn from(self) -> Square {
        Square::new((self.0 & 63) as u32)
    }

    /// The square the piece arrives on; for castling, the rook's square.
    #[inline(always)]
    pub const fn to(self) -> Square {
        Square::new((self.0 >> 6 & 63) as u32)
    }

    /// Kind of this move.
    #[inline(always)]
    pub const fn kind(self) -> MoveKind {
        match self.0 >> 12 {
            0 => MoveKind::Normal,
            1 => MoveKind::EnPassant,
            2 => MoveKind::Castle,
            4 => MoveKind::Promotion(Role::Knight),
            5 => MoveKind::Promotion(Role::Bishop),
            6 => MoveKind::Promotion(Role::Rook),
            _ => MoveKind::Promotion(Role::Queen),
        }
    }

    /// The role a pawn becomes, if this is a promotion.
    #[inline(always)]
    pub const fn promoted(self) -> Option<Role> {
        match self.kind() {
            MoveKind::Promotion(role) => Some(role),
            _ => None,
        }
    }

    /// Returns true if this is castling.
    #[inline(always)]
    pub const fn is_castle(self) -> bool {
        self.0 >> 12 == 2
    }

    /// Squares of king and rook after castling, in that order. The move must be castling.
    #[inline]
    pub const fn castled(self) -> (Square, Square) {
        castling_targets(self.from(), self.to())
    }

    /// The sixteen bits, for tables.
    #[inline(always)]
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// Rebuilds a move from [`Move::bits`]. Any pattern is accepted: whoever reads a move from a
    /// shared table asks [`Position::is_legal`](super::Position::is_legal) before playing it.
    #[inline(always)]
    pub const fn from_bits(bits: u16) -> Move {
        Move(bits)
    }

    /// The pattern that generation would have made for the same move: patterns with unused kind
    /// bits (3 and above 7) decode to some kind, but only one spelling of each move is legal.
    pub(super) const fn canonical(self) -> Move {
        match self.kind() {
            MoveKind::Normal => Move::normal(self.from(), self.to()),
            MoveKind::EnPassant => Move::en_passant(self.from(), self.to()),
            MoveKind::Castle => Move::castle(self.from(), self.to()),
            MoveKind::Promotion(role) => Move::promotion(self.from(), self.to(), role),
        }
    }

    /// `Some(self)` unless this is [`Move::NONE`].
    #[inline(always)]
    pub fn some(self) -> Option<Move> {
        (self != Move::NONE).then_some(self)
    }
}

impl std::fmt::Debug for Move {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}{}", self.from(), self.to())?;
        match self.kind() {
            MoveKind::Promotion(role) => write!(f, "{}", role.char()),
            MoveKind::EnPassant => write!(f, "(ep)"),
            MoveKind::Castle => write!(f, "(castle)"),
            MoveKind::Normal => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_gives_back_what_it_was_made_of() {
        for from in Square::ALL {
            for to in Square::ALL {
                let m = Move::normal(from, to);
                assert_eq!((m.from(), m.to(), m.kind()), (from, to, MoveKind::Normal));
                for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
                    let m = Move::promotion(from, to, role);
                    assert_eq!((m.from(), m.to(), m.promoted()), (from, to, Some(role)));
                    assert_eq!(Move::from_bits(m.bits()), m);
                }
                assert_eq!(Move::en_passant(from, to).kind(), MoveKind::EnPassant);
                assert!(Move::castle(from, to).is_castle());
            }
        }
    }
}
