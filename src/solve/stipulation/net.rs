//! Test whether a mating net can still be closed in time.
//!
//! In a mate the king's square is attacked, and each square beside it is attacked or holds a man of the
//! king's own side. A man that stays where it is guards no more than its lines on an empty board; one that
//! moves guards no more squares around a king than its kind ever can; a helping move puts no more than one
//! man beside the king, or takes the king one step. If all that together leaves a square open around every
//! square the king can reach, there is no mate: no line is lost by not looking for it.

use games::chess::attacks::{
    bishop_attacks, king_attacks, knight_attacks, pawn_attacks, rook_attacks,
};
use games::chess::{Bitboard, Color, Position, Rank, Role, Square};

/// The most squares of a king's square and those beside it that one man attacks: by kind, greatest first.
const REACH: [(Role, u32); 5] = [
    (Role::Queen, 6),
    (Role::Rook, 4),
    (Role::Bishop, 3),
    (Role::King, 3),
    (Role::Knight, 2),
];

/// As much as a knight.
const PAWN_REACH: u32 = 2;

/// Squares that the men of one side may guard.
pub(super) struct Net<'a> {
    p: &'a Position,
    winner: Color,
    /// Superset of the squares that they attack from where they stand: sliders attack as on an empty board.
    guarded: Bitboard,
}

impl Net<'_> {
    pub(super) fn new(p: &Position, winner: Color) -> Net<'_> {
        let own = p.color(winner);
        let queens = p.role(Role::Queen);
        let kings = own & p.role(Role::King);
        let mut guarded = kings
            .into_iter()
            .fold(Bitboard::EMPTY, |all, king| all | king_attacks(king));
        for from in own & (p.role(Role::Bishop) | queens) {
            guarded |= bishop_attacks(from, Bitboard::EMPTY);
        }
        for from in own & (p.role(Role::Rook) | queens) {
            guarded |= rook_attacks(from, Bitboard::EMPTY);
        }
        for from in own & p.role(Role::Knight) {
            guarded |= knight_attacks(from);
        }
        for from in own & p.role(Role::Pawn) {
            guarded |= pawn_attacks(winner, from);
        }
        Net { p, winner, guarded }
    }

    /// Returns true if a mate cannot be ruled out after at most `moves` moves of the winner and `helping` of the
    /// other side.
    pub(super) fn may_close(&self, moves: u32, helping: u32) -> bool {
        let p = self.p;
        if !p.has_king(self.winner.other()) {
            return false;
        }
        if p.castling_rooks().any() {
            // Two men move at once.
            return true;
        }
        let most = self.reach_of_moved(moves) + helping;
        let prey = p.king(self.winner.other());
        let mut others = p.color(self.winner.other());
        others.discard(prey);
        let mut within = Bitboard::from_square(prey);
        let mut new = within;
        for steps in 0..=helping {
            for king in new {
                let beside = king_attacks(king) & !others;
                let open = (beside | Bitboard::from_square(king)) & !self.guarded;
                if open.count() as u32 + steps <= most {
                    return true;
                }
            }
            let next = new
                .into_iter()
                .fold(within, |all, king| all | king_attacks(king));
            new = next & !within;
            if new.is_empty() {
                break;
            }
            within = next;
        }
        false
    }

    /// The most squares that so many men can guard after a move.
    fn reach_of_moved(&self, moves: u32) -> u32 {
        let own = self.p.color(self.winner);
        let pawns = own & self.p.role(Role::Pawn);
        let promoting = pawns.into_iter().filter(|&pawn| self.promotes(pawn, moves));
        let mut promoting = promoting.count() as u32;
        let mut left = moves;
        let mut sum = 0;
        for (role, reach) in REACH {
            let mut men = (own & self.p.role(role)).count() as u32;
            if role == Role::Queen {
                men += std::mem::take(&mut promoting);
            }
            let moving = men.min(left);
            left -= moving;
            sum += moving * reach;
        }
        sum + left.min(pawns.count() as u32) * PAWN_REACH
    }

    fn promotes(&self, pawn: Square, moves: u32) -> bool {
        let (rank, home) = match self.winner {
            Color::White => (7 - pawn.rank() as u32, Rank::Second),
            Color::Black => (pawn.rank() as u32, Rank::Seventh),
        };
        rank - u32::from(pawn.rank() == home) <= moves
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::Chance;

    /// The squares around a king on `king`, its own too.
    fn field(king: Square) -> Bitboard {
        king_attacks(king) | Bitboard::from_square(king)
    }

    #[test]
    fn no_man_attacks_more_squares_around_a_king_than_is_reckoned_with() {
        let bishop = |from| bishop_attacks(from, Bitboard::EMPTY);
        let rook = |from| rook_attacks(from, Bitboard::EMPTY);
        let attacks = |role, from| match role {
            Role::Queen => bishop(from) | rook(from),
            Role::Rook => rook(from),
            Role::Bishop => bishop(from),
            Role::King => king_attacks(from),
            Role::Knight => knight_attacks(from),
            Role::Pawn => pawn_attacks(Color::White, from),
        };
        for (role, reach) in REACH.into_iter().chain([(Role::Pawn, PAWN_REACH)]) {
            let pairs = Square::ALL.into_iter().flat_map(|king| {
                let from = Square::ALL.into_iter().filter(move |&from| from != king);
                // Kings never stand side by side.
                let from = from
                    .filter(move |&from| role != Role::King || !king_attacks(king).contains(from));
                from.map(move |from| (attacks(role, from) & field(king)).count() as u32)
            });
            assert_eq!(pairs.max(), Some(reach), "{role:?}");
        }
    }

    #[test]
    fn helping_moves_fill_a_square_each_or_take_the_king_a_step() {
        let close = |fen, moves, helping| {
            let p = Position::from_fen(fen, false).expect("legal");
            Net::new(&p, Color::White).may_close(moves, helping)
        };
        // Four squares are open in the corner, and whatever moves guards three at most: the king.
        let corner = "7k/8/8/8/8/8/8/KN6 w - - 0 1";
        assert!(!close(corner, 1, 0));
        assert!(close(corner, 1, 1), "with a man on one of them");
        // Two moves away from it the king needs these and one for the man.
        let near = "8/8/5k2/8/8/8/8/KN6 w - - 0 1";
        assert!(!close(near, 1, 2));
        assert!(close(near, 1, 3), "Kg7, Kh8 and a man beside it");
    }

    #[test]
    fn a_mate_that_there_is_is_never_out_of_reach() {
        // Lines of random legal moves: from every position of a line that ends in mate, that mate was in
        // reach.
        let starts = [
            "8/8/8/8/8/2k5/1q6/K6R w - - 0 1",
            "7k/5K2/8/8/8/8/6PP/6R1 w - - 0 1",
            "k7/1p6/8/1K6/8/8/4Q3/3b4 b - - 0 1",
            "5rk1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1",
            "8/P7/8/8/1n6/1k6/8/K7 w - - 0 1",
            "4k3/3p1p2/8/3NQ3/8/8/8/4K3 b - - 0 1",
        ];
        let mut chance = Chance::new(7);
        let (mut mates, mut out_of_reach) = (0, 0);
        for game in 0..30_000 {
            let start = Position::from_fen(starts[game % starts.len()], false).expect("legal");
            let mut line = vec![start];
            for _ in 0..12 {
                let p = line[line.len() - 1];
                let moves = p.legal_moves();
                if moves.is_empty() {
                    break;
                }
                line.push(p.play(chance.of(&moves)));
            }
            let last = line[line.len() - 1];
            let winner = last.turn().other();
            for (back, p) in line
                .iter()
                .rev()
                .enumerate()
                .map(|(back, p)| (back as u32, p))
            {
                let net = Net::new(p, winner);
                if last.is_checkmate() {
                    assert!(
                        net.may_close(back.div_ceil(2), back / 2),
                        "{} {back}",
                        p.fen()
                    );
                } else {
                    out_of_reach += u32::from(!net.may_close(1, 1));
                }
            }
            mates += u32::from(last.is_checkmate());
        }
        assert!(mates > 100, "only {mates} mates");
        assert!(out_of_reach > 100, "only {out_of_reach} are out of reach");
    }
}
