//! Stalemate in one: the innermost test where stalemate is the aim.
//!
//! A man of the other side that can move now, and is not pinned, can still move after our move unless this captures it,
//! pins it, or blocks a pawn. So before a move is made it is tested against every such man: it must capture it, arrive
//! on or leave the line between it and its king, or arrive in front of the pawn. No stalemate is lost by the tests.

use arrayvec::ArrayVec;
use games::chess::attacks::{
    between, bishop_attacks, king_attacks, knight_attacks, ray, rook_attacks,
};
use games::chess::{Bitboard, Move, MoveKind, Position, Role, Square};

/// Returns true if the side to move is stalemated.
#[inline]
pub(super) fn is_stalemate(p: &Position) -> bool {
    !p.in_check() && !has_flight(p) && p.count_legal_moves() == 0
}

/// Returns true if the king of the side to move can step to a square that the other side does not attack; false if the
/// side has no king.
fn has_flight(p: &Position) -> bool {
    let us = p.turn();
    if !p.has_king(us) {
        return false;
    }
    let king = p.king(us);
    let without_king = p.occupied() ^ Bitboard::from_square(king);
    let open = |to| p.attackers_of(us.other(), to, without_king).is_empty();
    (king_attacks(king) & !p.color(us)).into_iter().any(open)
}

/// Greatest number of mobile men of the other side that are tested: few are enough to rule out nearly every move.
const LOOKED_AT: usize = 6;

/// Condition that a stalemating move must meet for one man of the other side: arrive on one of the squares of
/// `arrive`, or leave one of those of `leave`.
struct Free {
    arrive: Bitboard,
    leave: Bitboard,
}

/// Calls `f` with every move of the side to move that stalemates at once.
pub(super) fn for_each_stalemate(p: &Position, mut f: impl FnMut(Move)) {
    let free = free_men(p);
    let own = p.color(p.turn());
    let no_special = p.castling_rooks().is_empty() && p.ep_square().is_none();
    if no_special && free.iter().all(|man| (man.leave & own).is_empty()) {
        let arrive = free.iter().map(|man| man.arrive);
        if arrive.fold(Bitboard::FULL, |all, one| all & one).is_empty() {
            return;
        }
    }
    p.for_each_legal_move(|m| {
        let plain = matches!(m.kind(), MoveKind::Normal | MoveKind::Promotion(_));
        let does = |man: &Free| man.arrive.contains(m.to()) || man.leave.contains(m.from());
        if (!plain || free.iter().all(does)) && is_stalemate(&p.play(m)) {
            f(m);
        }
    });
}

/// Returns the mobile men of the other side. If that has no king, pinned men are not known exactly, and fewer moves are
/// ruled out.
fn free_men(p: &Position) -> ArrayVec<Free, LOOKED_AT> {
    let mut free = ArrayVec::new();
    let us = p.turn();
    let them = us.other();
    let king = p.king(them);
    let occupied = p.occupied();
    let theirs = p.color(them);
    let pinned = pinned(p, king);
    for from in theirs & !pinned {
        if free.is_full() {
            break;
        }
        let from_bb = Bitboard::from_square(from);
        let (targets, stops) = match p.role_at(from) {
            Some(Role::Knight) => (knight_attacks(from) & !theirs, Bitboard::EMPTY),
            Some(Role::Bishop) => (bishop_attacks(from, occupied) & !theirs, Bitboard::EMPTY),
            Some(Role::Rook) => (rook_attacks(from, occupied) & !theirs, Bitboard::EMPTY),
            Some(Role::Queen) => {
                let targets = bishop_attacks(from, occupied) | rook_attacks(from, occupied);
                (targets & !theirs, Bitboard::EMPTY)
            }
            Some(Role::Pawn) => {
                let step = from_bb.shift(them.fold_wb(8, -8)) & !occupied;
                (step, step)
            }
            _ => continue,
        };
        if targets.any() {
            // The set is empty if king and man do not stand on one line.
            let line = ray(king, from);
            free.push(Free {
                arrive: from_bb | stops | line,
                leave: line,
            });
        }
    }
    free
}

/// Returns the men of the side that is not to move which shield their king from a slider of the side to move.
fn pinned(p: &Position, king: Square) -> Bitboard {
    let queens = p.role(Role::Queen);
    let snipers = (bishop_attacks(king, Bitboard::EMPTY) & (p.role(Role::Bishop) | queens)
        | rook_attacks(king, Bitboard::EMPTY) & (p.role(Role::Rook) | queens))
        & p.color(p.turn());
    let occupied = p.occupied();
    let shields = snipers
        .into_iter()
        .map(|sniper| between(king, sniper) & occupied);
    let single = shields.filter(|shield| !shield.more_than_one());
    single.fold(Bitboard::EMPTY, |all, shield| all | shield)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::Chance;

    #[test]
    fn the_quick_test_finds_exactly_the_stalemates_that_trying_every_move_finds() {
        let starts = [
            "7k/8/8/6Q1/8/8/p7/K7 w - - 0 1",
            "k7/2R5/8/1K6/8/5n2/6p1/8 w - - 0 1",
            "8/8/8/8/1p1p4/1P1P1p2/1K3Pn1/5k2 w - - 0 1",
            "5bnr/4p1pq/4Qpkr/7p/7P/4P3/PPPP1PP1/RNB1KBNR w KQ - 0 1",
            "8/1p6/8/pP6/P1k5/2P1q3/8/K7 b - - 0 1",
            "6bk/5Q2/8/8/8/1K6/6p1/8 w - - 0 1",
        ];
        let mut chance = Chance::new(3);
        let mut found = 0;
        for game in 0..6000 {
            let mut p = Position::from_fen(starts[game % starts.len()], false).expect("legal");
            for _ in 0..40 {
                let mut quick = Vec::new();
                for_each_stalemate(&p, |m| quick.push(m));
                let moves = p.legal_moves();
                let stale = |m: &Move| {
                    let after = p.play(*m);
                    !after.in_check() && after.legal_moves().is_empty()
                };
                let slow: Vec<Move> = moves.iter().copied().filter(stale).collect();
                assert_eq!(quick, slow, "{}", p.fen());
                found += slow.len();
                if moves.is_empty() {
                    break;
                }
                p = p.play(chance.of(&moves));
            }
        }
        assert!(found > 300, "only {found} stalemates seen");
    }
}
