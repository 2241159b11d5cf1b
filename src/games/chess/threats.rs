//! What a side attacks, all at once: for the search, which values a move by whether it leaves or enters danger, and
//! for the evaluation.

use super::{Bitboard, Color, File, Position, Role};
use shakmaty::attacks::{bishop_attacks, king_attacks, knight_attacks, rook_attacks};

const FILE_A: Bitboard = Bitboard::from_file(File::A);
const FILE_H: Bitboard = Bitboard::from_file(File::H);

/// The squares that pawns of a colour attack.
#[inline(always)]
pub fn pawn_attack_set(pawns: Bitboard, color: Color) -> Bitboard {
    let (west, east) = color.fold_wb((7, 9), (-9, -7));
    (pawns & !FILE_A).shift(west) | (pawns & !FILE_H).shift(east)
}

impl Position {
    /// The squares that a colour attacks: those of its own pieces, which it guards, too.
    #[inline]
    pub fn attacked_by(&self, color: Color) -> Bitboard {
        let occupied = self.occupied();
        let mut attacked =
            pawn_attack_set(self.pieces(color, Role::Pawn), color) | king_attacks(self.king(color));
        for from in self.pieces(color, Role::Knight) {
            attacked |= knight_attacks(from);
        }
        let queens = self.pieces(color, Role::Queen);
        for from in self.pieces(color, Role::Bishop) | queens {
            attacked |= bishop_attacks(from, occupied);
        }
        for from in self.pieces(color, Role::Rook) | queens {
            attacked |= rook_attacks(from, occupied);
        }
        attacked
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::chess::Square;
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
                    let attacked = position.attacked_by(color);
                    for square in Square::ALL {
                        let attackers = position.attackers_of(color, square, position.occupied());
                        assert_eq!(
                            attacked.contains(square),
                            attackers.any(),
                            "{} {square}",
                            position.fen()
                        );
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
