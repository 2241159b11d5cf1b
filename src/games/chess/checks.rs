//! Detection of moves that give check, prepared once per position.
//!
//! [`Position::checks`] computes, from the enemy king, the squares from which each role would attack it, and the
//! pieces that alone block a slider's line to it. Two masks then decide whether a move gives check, or yield all
//! quiet moves that do ([`Position::quiet_checks_into`]).

use super::movegen::{Sink, origin};
use super::moves::{Move, MoveKind, MoveList};
use super::position::{BISHOP_RAYS, Position, ROOK_RAYS};
use shakmaty::attacks::{between, bishop_attacks, knight_attacks, pawn_attacks, ray, rook_attacks};
use shakmaty::{Bitboard, Role, Square};

/// Ways in which the side to move can check the enemy king.
#[derive(Clone, Copy, Debug)]
pub struct Checks {
    king: Square,
    /// Squares from which each role attacks the king, by `Role as usize`.
    direct: [Bitboard; 8],
    /// Pieces that discover a check when they leave their line to the king.
    discoverers: Bitboard,
}

impl Position {
    /// Squares from which a piece of the side to move would check the enemy king, by `Role as usize`. There must be
    /// an enemy king.
    #[inline(always)]
    pub fn checking_squares(&self) -> [Bitboard; 8] {
        let them = self.turn.other();
        let king = self.king(them);
        let diagonal = bishop_attacks(king, self.occupied());
        let straight = rook_attacks(king, self.occupied());
        let mut squares = [Bitboard::EMPTY; 8];
        squares[Role::Pawn as usize] = pawn_attacks(them, king);
        squares[Role::Knight as usize] = knight_attacks(king);
        squares[Role::Bishop as usize] = diagonal;
        squares[Role::Rook as usize] = straight;
        squares[Role::Queen as usize] = diagonal | straight;
        squares
    }

    /// Ways in which the side to move can check the enemy king. There must be an enemy king.
    pub fn checks(&self) -> Checks {
        let us = self.turn;
        let king = self.king(us.other());
        let (own, occupied) = (self.color(us), self.occupied());
        let direct = self.checking_squares();

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

    /// Returns true if a legal move gives check, directly or by discovery.
    pub fn gives_check(&self, m: Move) -> bool {
        self.has_king(self.turn.other()) && self.checks().include(self, m)
    }

    /// Appends the legal moves that give check and neither capture nor promote, in the order of
    /// [`quiets_into`](Position::quiets_into). Returns the number of the other quiet moves, without those in `apart`.
    /// `checks` must be those of this position; `attacked` are the squares that the opponent attacks, if the caller
    /// knows them.
    #[inline]
    pub fn quiet_checks_into(
        &self,
        checks: &Checks,
        attacked: Option<Bitboard>,
        apart: [Move; 3],
        list: &mut MoveList,
    ) -> usize {
        let mut sink = QuietChecks {
            position: self,
            checks,
            apart,
            list,
            others: 0,
        };
        self.generate::<false, true>(attacked, &mut sink);
        sink.others
    }
}

/// Sink that collects the moves that give check and counts the others.
struct QuietChecks<'a> {
    position: &'a Position,
    checks: &'a Checks,
    /// Moves that are not counted.
    apart: [Move; 3],
    list: &'a mut MoveList,
    others: usize,
}

impl QuietChecks<'_> {
    /// Adds to `others` the number of the moves to the squares `to`, none of which gives check, without those in
    /// `apart`. `from` returns the origin of the move to a square.
    #[inline(always)]
    fn count(&mut self, to: Bitboard, from: impl Fn(Square) -> Square) {
        self.others += to.count();
        for (at, m) in self.apart.into_iter().enumerate() {
            let is_here = to.contains(m.to()) && m == Move::normal(from(m.to()), m.to());
            self.others -= usize::from(is_here && !self.apart[..at].contains(&m));
        }
    }
}

impl Sink for QuietChecks<'_> {
    #[inline(always)]
    fn piece(&mut self, _: Role, from: Square, to: Bitboard) {
        if to.is_empty() {
            return;
        }
        // A queen is passed as a bishop and as a rook, but gives check as a queen.
        let role = self.position.role_at(from).map_or(0, |role| role as usize);
        let mut giving = self.checks.direct[role & 7];
        if self.checks.discoverers.contains(from) {
            giving |= !ray(self.checks.king, from);
        }
        for to in to & giving {
            self.list.push(Move::normal(from, to));
        }
        self.count(to & !giving, |_| from);
    }

    #[inline(always)]
    fn pawns(&mut self, to: Bitboard, offset: i32) {
        let mut giving = self.checks.direct[Role::Pawn as usize];
        for to in to & self.checks.discoverers.shift(offset) {
            if !ray(self.checks.king, origin(to, offset)).contains(to) {
                giving |= to;
            }
        }
        for to in to & giving {
            self.list.push(Move::normal(origin(to, offset), to));
        }
        self.count(to & !giving, |to| origin(to, offset));
    }

    #[inline(always)]
    fn promotions(&mut self, _: Bitboard, _: i32) {
        debug_assert!(false, "a promotion is not quiet");
    }

    #[inline(always)]
    fn special(&mut self, m: Move) {
        if self.checks.include(self.position, m) {
            self.list.push(m);
        } else {
            self.others += usize::from(!self.apart.contains(&m));
        }
    }
}

impl Checks {
    /// Returns true if a legal move of the position gives check, directly or by discovery.
    #[inline(always)]
    pub fn include(&self, position: &Position, m: Move) -> bool {
        let (from, to) = (m.from(), m.to());
        match (m.kind(), position.role_at(from)) {
            (MoveKind::Normal, Some(role)) => {
                self.direct[role as usize & 7].contains(to)
                    || self.discoverers.contains(from) && !ray(self.king, from).contains(to)
            }
            // A promoting pawn may have blocked the line along which the new piece gives check; castling and en
            // passant change more than two squares. All three are rare.
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
            "1n2k3/P1P5/8/2KB4/3N4/8/3R4/8 w - - 0 1",
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

    #[test]
    fn the_quiet_checks_are_the_quiet_moves_that_give_check_and_the_others_are_counted() {
        let mut given = 0;
        for fen in [
            super::super::START_FEN,
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
            "5k2/8/8/8/8/8/3PPPP1/3QK2R w K - 0 1",
            "1n2k3/P1P5/8/2KB4/3N4/8/3R4/8 w - - 0 1",
            "4k3/8/8/4P3/4P3/4N3/4R3/4K3 w - - 0 1",
        ] {
            let start = Position::from_fen(fen, false).expect(fen);
            for first in start.legal_moves() {
                for position in [start, start.play(first)] {
                    let attacked = position.threats(!position.turn()).all;
                    let mut quiets = MoveList::new();
                    position.quiets_into(None, &mut quiets);
                    let mut again = MoveList::new();
                    position.quiets_into(Some(attacked), &mut again);
                    assert_eq!(again, quiets, "{position:?}");
                    let checks = position.checks();
                    let (checking, others): (Vec<Move>, Vec<Move>) = quiets
                        .into_iter()
                        .partition(|m| position.play(*m).in_check());
                    given += checking.len();
                    for at in 0..=others.len() {
                        let one = others.get(at).copied().unwrap_or(Move::NONE);
                        // The same move twice, one that is no move, one that gives check.
                        let third = checking.first().copied().unwrap_or(Move::NONE);
                        for (apart, left) in [
                            ([Move::NONE; 3], others.len()),
                            (
                                [one, one, third],
                                others.len() - usize::from(one != Move::NONE),
                            ),
                        ] {
                            let mut found = MoveList::new();
                            let counted = position.quiet_checks_into(
                                &checks,
                                Some(attacked),
                                apart,
                                &mut found,
                            );
                            assert_eq!(found[..], checking[..], "{position:?}");
                            assert_eq!(counted, left, "{position:?} {apart:?}");
                        }
                    }
                }
            }
        }
        assert!(given > 50, "{given}");
    }
}
