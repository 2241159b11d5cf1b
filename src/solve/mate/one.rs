//! Mate in one: the innermost test of every proof.
//!
//! Only moves that can give check are generated: direct checks by the squares from which each role reaches the king,
//! and pieces that uncover a slider. A candidate is first tested by necessary conditions that need no move to be made
//! (is the checking piece safe from the king, is every flight guarded once the piece has moved); then it is played and
//! tested for mate. No mate is lost by the conditions.

use games::chess::attacks::{
    between, bishop_attacks, king_attacks, knight_attacks, pawn_attacks, ray, rook_attacks,
};
use games::chess::{Bitboard, Color, Move, Position, Rank, Role, Square};
use std::cell::OnceCell;

/// Promotions in the order in which they are tried.
const PROMOTIONS: [Role; 4] = [Role::Queen, Role::Knight, Role::Rook, Role::Bishop];

/// Returns true if the side to move is mated.
#[inline]
pub(crate) fn is_mate(p: &Position) -> bool {
    p.in_check() && !can_answer_check(p)
}

/// Returns a move of the side to move that mates at once, or `None` if there is none.
pub(crate) fn mate_in_one(p: &Position) -> Option<Move> {
    let mut found = None;
    for_each_mate(p, |m| {
        found = Some(m);
        false
    });
    found
}

/// Returns every move of the side to move that mates at once.
pub(crate) fn mates_in_one(p: &Position) -> Vec<Move> {
    let mut list = Vec::new();
    for_each_mate(p, |m| {
        list.push(m);
        true
    });
    list
}

/// Returns true if the side to move, in check, has a legal move. Tests the likeliest moves, those of the king, first.
fn can_answer_check(p: &Position) -> bool {
    let us = p.turn();
    let king = p.king(us);
    let without_king = p.occupied() ^ Bitboard::from_square(king);
    for flight in king_attacks(king) & !p.color(us) {
        if p.attackers_of(us.other(), flight, without_king).is_empty() {
            return true;
        }
    }
    if p.checkers().more_than_one() {
        return false;
    }
    p.count_legal_moves() > 0
}

/// Data about the king to be mated, used by the tests of each move.
struct Hunt<'a> {
    p: &'a Position,
    us: Color,
    /// Square of the king to be mated.
    prey: Square,
    /// Squares beside that king that it may enter and that the mating side does not guard in the current position.
    /// Computed when first needed.
    open: OnceCell<Bitboard>,
    /// Square of the mating side's own king.
    home: Square,
    pinned: Bitboard,
    /// The mating side's pieces that stand between one of its sliders and the king to be mated.
    shields: Bitboard,
}

/// Calls `f` with each mating move until it returns false.
pub(crate) fn for_each_mate(p: &Position, mut f: impl FnMut(Move) -> bool) {
    let us = p.turn();
    if p.in_check() {
        // The mating side is in check: evasions are few, so each is played and tested.
        let mut go_on = true;
        p.for_each_legal_move(|m| {
            if go_on && is_mate(&p.play(m)) {
                go_on = f(m);
            }
        });
        return;
    }
    if !p.has_king(us.other()) {
        return;
    }
    let hunt = Hunt::new(p, us);
    let _ = hunt.pieces(&mut f) && hunt.pawns(&mut f) && hunt.specials(&mut f);
}

impl Hunt<'_> {
    #[inline]
    fn new(p: &Position, us: Color) -> Hunt<'_> {
        let prey = p.king(us.other());
        let occupied = p.occupied();
        let queens = p.role(Role::Queen);
        let enemy = p.color(us.other());
        let snipers = (bishop_attacks(prey, enemy) & (p.role(Role::Bishop) | queens)
            | rook_attacks(prey, enemy) & (p.role(Role::Rook) | queens))
            & p.color(us);
        let mut shields = Bitboard::EMPTY;
        for sniper in snipers {
            let blockers = between(prey, sniper) & occupied;
            if !blockers.more_than_one() {
                shields |= blockers;
            }
        }
        Hunt {
            p,
            us,
            prey,
            open: OnceCell::new(),
            home: p.king(us),
            pinned: p.pinned(),
            shields,
        }
    }

    /// Returns the value of the field `open`, computing it if necessary.
    #[inline(always)]
    fn open(&self) -> Bitboard {
        *self.open.get_or_init(|| {
            let p = self.p;
            let without_prey = p.occupied() ^ Bitboard::from_square(self.prey);
            let mut open = king_attacks(self.prey) & !p.color(self.us.other());
            for flight in open {
                if p.attackers_of(self.us, flight, without_prey).any() {
                    open ^= Bitboard::from_square(flight);
                }
            }
            open
        })
    }

    /// Calls `f` with the mating moves of knights, bishops, rooks, queens, and of the king when it uncovers a check.
    /// Returns false if `f` has returned false.
    #[inline]
    fn pieces(&self, f: &mut impl FnMut(Move) -> bool) -> bool {
        let p = self.p;
        let own = p.color(self.us);
        let occupied = p.occupied();
        let diagonal = bishop_attacks(self.prey, occupied);
        let straight = rook_attacks(self.prey, occupied);
        for (role, checks) in [
            (Role::Queen, diagonal | straight),
            (Role::Rook, straight),
            (Role::Bishop, diagonal),
            (Role::Knight, knight_attacks(self.prey)),
        ] {
            for from in own & p.role(role) {
                let reach = !own & slide(role, from, occupied);
                let reach = self.checking_part(from, reach, checks);
                for to in reach {
                    if self.may_mate(from, to, role)
                        && is_mate(&p.play(Move::normal(from, to)))
                        && !f(Move::normal(from, to))
                    {
                        return false;
                    }
                }
            }
        }
        if self.shields.contains(self.home) {
            let without_home = occupied ^ Bitboard::from_square(self.home);
            for to in king_attacks(self.home) & !own & !ray(self.prey, self.home) {
                if p.attackers_of(self.us.other(), to, without_home).is_empty()
                    && is_mate(&p.play(Move::normal(self.home, to)))
                    && !f(Move::normal(self.home, to))
                {
                    return false;
                }
            }
        }
        true
    }

    /// Returns the squares of `reach` to which a piece on `from` may go without leaving a pin, and on which it gives
    /// check, directly (on the squares of `checks`) or by uncovering a slider.
    #[inline(always)]
    fn checking_part(&self, from: Square, reach: Bitboard, checks: Bitboard) -> Bitboard {
        let mut wanted = checks;
        if self.shields.contains(from) {
            wanted |= !ray(self.prey, from);
        }
        let mut reach = reach & wanted;
        if self.pinned.contains(from) {
            reach &= ray(self.home, from);
        }
        reach
    }

    /// Calls `f` with the mating moves of pawns except en passant. Returns false if `f` has returned false.
    #[inline]
    fn pawns(&self, f: &mut impl FnMut(Move) -> bool) -> bool {
        let p = self.p;
        let them = self.us.other();
        let (forward, home, last) = self.us.fold_wb(
            (8, Rank::Second, Rank::Eighth),
            (-8, Rank::Seventh, Rank::First),
        );
        let empty = !p.occupied();
        let pawn_checks = pawn_attacks(them, self.prey);
        let last_rank = Bitboard::from_rank(last);
        for from in p.color(self.us) & p.role(Role::Pawn) {
            let from_bb = Bitboard::from_square(from);
            let single = from_bb.shift(forward) & empty;
            let mut reach = single | pawn_attacks(self.us, from) & p.color(them);
            if from.rank() == home {
                reach |= single.shift(forward) & empty;
            }
            // A promoted piece may check from anywhere on the last rank.
            let reach = self.checking_part(from, reach, pawn_checks | last_rank);
            for to in reach {
                if to.rank() == last {
                    for role in PROMOTIONS {
                        let m = Move::promotion(from, to, role);
                        if self.may_mate(from, to, role) && is_mate(&p.play(m)) && !f(m) {
                            return false;
                        }
                    }
                } else if self.may_mate(from, to, Role::Pawn)
                    && is_mate(&p.play(Move::normal(from, to)))
                    && !f(Move::normal(from, to))
                {
                    return false;
                }
            }
        }
        true
    }

    /// Calls `f` with castling and en passant moves that mate. Returns false if `f` has returned false.
    #[inline]
    fn specials(&self, f: &mut impl FnMut(Move) -> bool) -> bool {
        let p = self.p;
        if p.ep_square().is_none() && (p.castling_rooks() & p.color(self.us)).is_empty() {
            return true;
        }
        let mut go_on = true;
        p.for_each_legal_move(|m| {
            let special = m.is_castle() || m == Move::en_passant(m.from(), m.to());
            if special && go_on && is_mate(&p.play(m)) {
                go_on = f(m);
            }
        });
        go_on
    }

    /// Returns true if a piece that goes `from`–`to` and is then a `role` leaves the king no flight and cannot be
    /// taken by the king. Exact for the king's moves; ignores captures by other pieces, which may be pinned, and
    /// interpositions.
    #[inline(always)]
    fn may_mate(&self, from: Square, to: Square, role: Role) -> bool {
        let p = self.p;
        let from_bb = Bitboard::from_square(from);
        let to_bb = Bitboard::from_square(to);
        let seen_by_king = ((p.occupied() ^ Bitboard::from_square(self.prey)) & !from_bb) | to_bb;
        if king_attacks(self.prey).contains(to)
            && (p.attackers_of(self.us, to, seen_by_king) & !from_bb).is_empty()
        {
            return false;
        }
        let guarded = match role {
            Role::Pawn => pawn_attacks(self.us, to),
            _ => slide(role, to, seen_by_king),
        };
        for flight in self.open() & !guarded & !to_bb {
            // A flight not guarded before can only be guarded along a line that the move has opened.
            if (p.attackers_of(self.us, flight, seen_by_king) & !from_bb).is_empty() {
                return false;
            }
        }
        true
    }
}

/// Returns the squares that a knight, bishop, rook or queen on `from` attacks. Any other role is taken for a queen.
#[inline(always)]
fn slide(role: Role, from: Square, occupied: Bitboard) -> Bitboard {
    match role {
        Role::Knight => knight_attacks(from),
        Role::Bishop => bishop_attacks(from, occupied),
        Role::Rook => rook_attacks(from, occupied),
        _ => bishop_attacks(from, occupied) | rook_attacks(from, occupied),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::Chance;
    use games::chess::START_FEN;

    /// Mating moves by trying every legal one.
    fn by_trial(p: &Position) -> Vec<Move> {
        let moves = p.legal_moves().into_iter();
        moves.filter(|&m| p.play(m).is_checkmate()).collect()
    }

    fn same(p: &Position) -> usize {
        let mut found = mates_in_one(p);
        let mut expected = by_trial(p);
        found.sort_unstable();
        expected.sort_unstable();
        assert_eq!(found, expected, "{}", p.fen());
        assert_eq!(mate_in_one(p).is_some(), !expected.is_empty());
        assert_eq!(is_mate(p), p.is_checkmate(), "{}", p.fen());
        expected.len()
    }

    #[test]
    fn the_quick_test_finds_exactly_the_mates_that_trying_every_move_finds() {
        let starts = [
            START_FEN,
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
            "r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1",
            "1k1q1r2/1p1P1P1n/1N2B3/3Q4/4b3/2n1R3/p1p1N1PP/R3K3 w Q - 0 1",
            "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
        ];
        let mut chance = Chance::new(1);
        let mut mates = 0;
        for game in 0..1800 {
            let mut p = Position::from_fen(starts[game % starts.len()], false).expect("legal");
            for _ in 0..90 {
                mates += same(&p);
                let moves = p.legal_moves();
                if moves.is_empty() {
                    break;
                }
                p = p.play(chance.of(&moves));
            }
        }
        assert!(mates > 1000, "only {mates} mates seen");
    }

    #[test]
    fn double_checks_castling_en_passant_and_underpromotion_mate() {
        for (fen, mates) in [
            ("8/8/2Q1R1p1/7B/6p1/2Nk4/8/R3K3 w Q - 0 1", 1),
            ("8/8/2Q1R1p1/7B/6p1/2Nk4/8/R3K3 w - - 0 1", 0),
            ("6br/5Ppk/7p/5K2/8/8/8/8 w - - 0 1", 1),
        ] {
            let p = Position::from_fen(fen, false).expect("legal");
            assert_eq!(same(&p), mates, "{fen}");
        }
    }
}
