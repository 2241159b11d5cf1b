//! Aims on a fairy board.

use super::board::{Board, FairyMove};
use crate::stipulation::Aim;

impl Aim {
    /// Returns true if the last move has reached the aim.
    pub(super) fn is_reached_on(self, board: &Board) -> bool {
        let last = board.last;
        let immobile = |board: &Board| board.legal_moves().is_empty();
        match self {
            Aim::Mate => board.in_check() && immobile(board),
            Aim::Stalemate => !board.in_check() && immobile(board),
            Aim::MateOrStalemate => immobile(board),
            Aim::DoubleStalemate => {
                let other = board.pass();
                !board.in_check() && !other.in_check() && immobile(board) && immobile(&other)
            }
            Aim::AutoStalemate => immobile(&board.pass()),
            Aim::Check => board.in_check(),
            Aim::Capture => last.captures,
            Aim::EnPassant => last.en_passant,
            Aim::Castling => last.castles,
            Aim::Target(square) => u32::from(last.arrival) == u32::from(square),
            Aim::Circuit => last.returns,
            // Only moves that fulfil the other conditions of these aims can lead to such a position.
            Aim::DoubleMate | Aim::CounterMate => {
                let other = board.pass();
                let mated = |board: &Board| board.in_check() && board.is_helpless();
                mated(board) && mated(&other)
            }
            Aim::Any => true,
            // Only proof games have this aim, and they are solved on boards of orthodox chess.
            Aim::Diagram => false,
        }
    }

    /// Returns the signs behind a last move that has reached the aim: one for check, unless the aim implies it, and
    /// that of the aim.
    pub(super) fn signs(self, board: &Board) -> String {
        let says_check =
            self.mates_both() || matches!(self, Aim::Mate | Aim::MateOrStalemate | Aim::Check);
        let check = if !says_check && board.in_check() {
            " +"
        } else {
            ""
        };
        match self {
            Aim::Any | Aim::Circuit | Aim::Castling | Aim::EnPassant => check.to_owned(),
            _ => format!("{check} {}", self.mark()),
        }
    }
}

impl Board {
    /// Returns the legal moves, and the last moves that mate both sides if this is the aim.
    pub(super) fn moves_to(&self, aim: Aim) -> Vec<FairyMove> {
        let mut moves = self.legal_moves();
        let may_end = match aim {
            Aim::DoubleMate => !moves.is_empty(),
            Aim::CounterMate => moves.is_empty() && self.in_check(),
            _ => false,
        };
        if may_end {
            let last = self.moves_into_check().into_iter();
            moves.extend(last.filter(|&m| aim.is_reached_on(&self.play(m))));
        }
        moves
    }

    /// Returns the moves that reach the aim.
    pub(super) fn endings(&self, aim: Aim) -> Vec<FairyMove> {
        let mut moves = self.moves_to(aim);
        moves.retain(|&m| aim.is_reached_on(&self.play(m)));
        moves
    }
}
