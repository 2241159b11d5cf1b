//! Sets of all squares that a side attacks. The search uses them to detect moves out of or into danger, and the
//! evaluation uses them, too.

use super::{Bitboard, Color, File, Position, Role};
use shakmaty::attacks::{bishop_attacks, king_attacks, knight_attacks, rook_attacks};

const FILE_A: Bitboard = Bitboard::from_file(File::A);
const FILE_H: Bitboard = Bitboard::from_file(File::H);

/// Squares that pawns of a colour attack.
#[inline(always)]
pub fn pawn_attack_set(pawns: Bitboard, color: Color) -> Bitboard {
    let (west, east) = color.fold_wb((7, 9), (-9, -7));
    (pawns & !FILE_A).shift(west) | (pawns & !FILE_H).shift(east)
}

/// Squares that a colour attacks, its own pieces' squares included, by the least valuable attacker.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Threats {
    /// Squares attacked by pawns.
    pub by_pawns: Bitboard,
    /// Squares attacked by pawns, knights or bishops.
    pub by_minors: Bitboard,
    /// Squares attacked by pawns, knights, bishops or rooks.
    pub by_rooks: Bitboard,
    /// Squares attacked by any piece.
    pub all: Bitboard,
}

impl Threats {
    /// Empty sets.
    pub const NONE: Threats = Threats {
        by_pawns: Bitboard::EMPTY,
        by_minors: Bitboard::EMPTY,
        by_rooks: Bitboard::EMPTY,
        all: Bitboard::EMPTY,
    };
}

impl Position {
    /// Squares that a colour attacks.
    #[inline]
    pub fn threats(&self, color: Color) -> Threats {
        let occupied = self.occupied();
        let by_pawns = pawn_attack_set(self.pieces(color, Role::Pawn), color);
        let mut by_minors = by_pawns;
        for from in self.pieces(color, Role::Knight) {
            by_minors |= knight_attacks(from);
        }
        for from in self.pieces(color, Role::Bishop) {
            by_minors |= bishop_attacks(from, occupied);
        }
        let mut by_rooks = by_minors;
        for from in self.pieces(color, Role::Rook) {
            by_rooks |= rook_attacks(from, occupied);
        }
        let mut all = by_rooks | king_attacks(self.king(color));
        for from in self.pieces(color, Role::Queen) {
            all |= bishop_attacks(from, occupied) | rook_attacks(from, occupied);
        }
        Threats {
            by_pawns,
            by_minors,
            by_rooks,
            all,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::Square;
    use rand::rngs::StdRng;
    use rand::seq::IndexedRandom;
    use rand::{RngExt, SeedableRng};

    #[test]
    fn what_is_attacked_is_what_has_attackers_along_random_games() {
        let mut random = StdRng::seed_from_u64(11);
        for _ in 0..20 {
            let mut position = Position::start();
            for _ in 0..random.random_range(20..120) {
                for color in Color::ALL {
                    let threats = position.threats(color);
                    for square in Square::ALL {
                        let attackers = position.attackers_of(color, square, position.occupied());
                        let by = |roles: &[Role]| {
                            let of_role = |role: &Role| (attackers & position.role(*role)).any();
                            roles.iter().any(of_role)
                        };
                        let expected = [
                            by(&[Role::Pawn]),
                            by(&[Role::Pawn, Role::Knight, Role::Bishop]),
                            by(&[Role::Pawn, Role::Knight, Role::Bishop, Role::Rook]),
                            attackers.any(),
                        ];
                        let Threats {
                            by_pawns,
                            by_minors,
                            by_rooks,
                            all,
                        } = threats;
                        let found = [by_pawns, by_minors, by_rooks, all];
                        let found = found.map(|set| set.contains(square));
                        assert_eq!(found, expected, "{} {square}", position.fen());
                    }
                }
                let Some(m) = position.legal_moves().choose(&mut random).copied() else {
                    break;
                };
                position = position.play(m);
            }
        }
    }
}
