//! Which moves give check, asked once for a position and answered for each of its moves.
//!
//! [`Position::checks`] looks from the enemy king: the squares from which each role would attack
//! him, and the pieces that only stand in a slider's way. A move is then a matter of two masks.

use super::moves::{Move, MoveKind};
use super::position::{BISHOP_RAYS, Position, ROOK_RAYS};
use shakmaty::attacks::{between, bishop_attacks, knight_attacks, pawn_attacks, ray, rook_attacks};
use shakmaty::{Bitboard, Role, Square};

/// How the side to move can check the enemy king.
#[derive(Clone, Copy, Debug)]
pub struct Checks {
    king: Square,
    /// From where a role attacks him, by `Role as usize`.
    direct: [Bitboard; 8],
    /// Pieces that discover a check when they leave their line.
    discoverers: Bitboard,
}

impl Position {
    /// How the side to move can check the enemy king.
    pub fn checks(&self) -> Checks {
        let us = self.turn;
        let king = self.king(us.other());
        let (own, occupied) = (self.color(us), self.occupied());
        let diagonal = bishop_attacks(king, occupied);
        let straight = rook_attacks(king, occupied);
        let mut direct = [Bitboard::EMPTY; 8];
        direct[Role::Pawn as usize] = pawn_attacks(us.other(), king);
        direct[Role::Knight as usize] = knight_attacks(king);
        direct[Role::Bishop as usize] = diagonal;
        direct[Role::Rook as usize] = straight;
        direct[Role::Queen as usize] = diagonal | straight;

        let queens = self.role(Role::Queen);
        let sliders = BISHOP_RAYS[king as usize] & (self.role(Role::Bishop) | queens)
            | ROOK_RAYS[king as usize] & (self.role(Role::Rook) | queens);
        let mut discoverers = Bitboard::EMPTY;
        for slider in sliders & own {
            let blockers = between(king, slider) & occupied;
            if !blockers.more_than_one() {
                discoverers |= blockers & own;
            }
        }
        Checks {
            king,
            direct,
            discoverers,
        }
    }

    /// Whether a legal move gives check, directly or by discovery.
    pub fn gives_check(&self, m: Move) -> bool {
        self.checks().include(self, m)
    }
}

impl Checks {
    /// Whether a legal move of the position gives check, directly or by discovery.
    #[inline(always)]
    pub fn include(&self, position: &Position, m: Move) -> bool {
        let (from, to) = (m.from(), m.to());
        match (m.kind(), position.role_at(from)) {
            (MoveKind::Normal, Some(role)) => {
                self.direct[role as usize & 7].contains(to)
                    || self.discoverers.contains(from) && !ray(self.king, from).contains(to)
            }
            // The pawn has left the line that the new piece may look along; castling and en passant
            // change more than two squares. All three are rare.
            _ => position.play(m).in_check(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_moves_said_to_give_check_are_those_that_leave_the_enemy_in_check() {
        let mut given = 0;
        for fen in [
            super::super::START_FEN,
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
            "4k3/4P3/8/8/8/8/3PPP2/3QK2R w K - 0 1",
            "1n1k4/P1P5/8/2KB4/3N4/8/3R4/8 w - - 0 1",
            "8/8/8/k2pP2R/8/8/8/4K3 w - d6 0 1",
        ] {
            let start = Position::from_fen(fen, false).expect(fen);
            for first in start.legal_moves() {
                let position = start.play(first);
                for parent in [start, position] {
                    let checks = parent.checks();
                    for m in parent.legal_moves() {
                        let truth = parent.play(m).in_check();
                        assert_eq!(checks.include(&parent, m), truth, "{m:?} in {parent:?}");
                        given += usize::from(truth);
                    }
                }
            }
        }
        assert!(given > 100, "{given}");
    }
}
