//! A chess move in sixteen bits, and the list of generated moves.
//!
//! Castling is encoded as the king capturing its own rook, so that one encoding serves chess and Chess960;
//! [`Position::move_text`](super::Position::move_text) writes it as `e1g1` where a GUI expects that.

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

/// List of moves, in generation order.
pub type MoveList = ArrayVec<Move, MAX_MOVES>;

/// Kind of a chess move, which determines what else than moving one piece is done to play it.
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

/// A move: six bits for the origin, six for the target, four for the [`MoveKind`].
///
/// It is meaningful only together with its position. The all-zero pattern (`a1a1`) is never a legal move and means
/// "no move" in tables.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move(u16);

const EN_PASSANT: u16 = 1 << 12;
const CASTLE: u16 = 2 << 12;
const PROMOTION: u16 = 4 << 12;

impl Move {
    /// The pattern that is never legal: "no move" in packed tables.
    pub const NONE: Move = Move(0);

    /// Creates a move that only changes the square of one piece.
    #[inline(always)]
    pub const fn normal(from: Square, to: Square) -> Move {
        Move(from as u16 | (to as u16) << 6)
    }

    /// Creates an en-passant capture; `to` is the square behind the captured pawn.
    #[inline(always)]
    pub const fn en_passant(from: Square, to: Square) -> Move {
        Move(EN_PASSANT | from as u16 | (to as u16) << 6)
    }

    /// Creates castling of the king on `king` with the rook on `rook`.
    #[inline(always)]
    pub const fn castle(king: Square, rook: Square) -> Move {
        Move(CASTLE | king as u16 | (rook as u16) << 6)
    }

    /// Creates a promotion to `role`: knight, bishop, rook or queen.
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

    /// Square that the piece leaves.
    #[inline(always)]
    pub const fn from(self) -> Square {
        Square::new((self.0 & 63) as u32)
    }

    /// Square on which the piece arrives; for castling, the square of the rook.
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

    /// Role that the pawn becomes; `None` if the move is not a promotion.
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

    /// Move as sixteen bits, for tables.
    #[inline(always)]
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// Creates a move from [`Move::bits`]. Any pattern is accepted, so a move from a shared table must be checked by
    /// [`Position::is_legal`](super::Position::is_legal) before it is played.
    #[inline(always)]
    pub const fn from_bits(bits: u16) -> Move {
        Move(bits)
    }

    /// Normalises the move: patterns with unused kind bits (3 and above 7) decode to some kind, but only one encoding
    /// of each move is legal.
    pub(super) const fn canonical(self) -> Move {
        match self.kind() {
            MoveKind::Normal => Move::normal(self.from(), self.to()),
            MoveKind::EnPassant => Move::en_passant(self.from(), self.to()),
            MoveKind::Castle => Move::castle(self.from(), self.to()),
            MoveKind::Promotion(role) => Move::promotion(self.from(), self.to(), role),
        }
    }

    /// Returns `Some(self)`, or `None` for [`Move::NONE`].
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
