//! Sets of squares of a king's field that the men of the side that mates can guard at the same time.
//!
//! Each man stays where it is or goes elsewhere ([`reach`](super::reach)). The sets that they can guard together are
//! combined man by man; a set that contains nothing beyond another is left out.

use super::kinds::Aim;
use super::reach::{APART, CENTRE, KING, KNIGHT, Kind, PAWN, PINS, QUEEN, Reach, between};
use arrayvec::ArrayVec;
use base::mixing::fold;
use games::chess::attacks::{
    bishop_attacks, king_attacks, knight_attacks, pawn_attacks, rook_attacks,
};
use games::chess::{Bitboard, Color, Square};
use std::cell::RefCell;
use std::rc::Rc;

/// Greatest number of men of a side, those that castling adds included.
pub(super) const MOST_MEN: usize = 64 + 4;

/// A man: its kind and square, as bytes because they are copied often.
pub(super) type Man = (u8, u8);

/// Iterates over men with their indices, kinds and squares.
pub(super) fn each(men: &[Man]) -> impl Iterator<Item = (usize, Kind, usize)> {
    let wide = |(index, &(kind, from)): (usize, &Man)| (index, kind.into(), from.into());
    men.iter().enumerate().map(wide)
}

/// Key for the men of the side that mates: bitboards, castling, captures and moves left.
#[derive(Clone, Copy, Debug)]
pub(super) struct HuntersKey(pub(super) [u64; 8]);

/// Odd numbers without pattern (the golden ratio and the square roots of primes), one for each word of a key.
const FACTORS: [u64; 8] = [
    0x9e37_79b9_7f4a_7c15,
    0x6a09_e667_f3bc_c909,
    0xbb67_ae85_84ca_a73b,
    0x3c6e_f372_fe94_f82b,
    0xa54f_f53a_5f1d_36f1,
    0x510e_527f_ade6_82d1,
    0x9b05_688c_2b3e_6c1f,
    0x1f83_d9ab_fb41_bd6b,
];

impl HuntersKey {
    /// Returns a hash of the key, all of whose bits depend on all of its words.
    #[inline(always)]
    pub(super) fn hash(&self) -> u64 {
        let words = self.0.iter().zip(FACTORS);
        // Sums of products do not wait for each other.
        let sum = words.fold(0u64, |sum, (word, factor)| {
            sum.wrapping_add((word ^ word >> 32).wrapping_mul(factor))
        });
        fold(sum, 0xa076_1d64_78bd_642f)
    }
}

impl PartialEq for HuntersKey {
    #[inline(always)]
    fn eq(&self, other: &HuntersKey) -> bool {
        let words = self.0.iter().zip(&other.0);
        words.fold(0, |all, (one, other)| all | one ^ other) == 0
    }
}

/// Squares that the men of the side that mates can guard in the moves left.
pub(super) struct Covers {
    pub(super) key: HuntersKey,
    pub(super) reach: &'static Reach,
    pub(super) men: ArrayVec<Man, MOST_MEN>,
    pub(super) aim: Aim,
    pub(super) castles: bool,
    /// True if both sides have pawns, so that the last move may be en passant, which can open two lines.
    pub(super) en_passant: bool,
    pub(super) moves: u32,
    /// For each king square the sets that the men can guard at the same time. All contain the king's own square.
    pub(super) by_king: RefCell<ByKing>,
}

/// The covers computed so far, by the square of the king.
pub(super) struct ByKing {
    /// For each king square one more than the index in `all`, or 0 if not computed.
    places: [u8; 64],
    all: Vec<Rc<KingCovers>>,
}

impl ByKing {
    pub(super) const NOTHING: ByKing = ByKing {
        places: [0; 64],
        all: Vec::new(),
    };
}

/// The covers of the field of one king, those with most squares first.
pub(super) struct KingCovers {
    /// The squares of each cover, beside each other because most covers are passed over by their squares alone.
    guarded: Box<[u16]>,
    covers: Box<[Cover]>,
}

impl KingCovers {
    /// Iterates over the covers that leave at most `most` squares of `needed` without guard.
    #[inline(always)]
    pub(super) fn leaving(&self, needed: u16, most: u32) -> impl Iterator<Item = &Cover> {
        let all = self.guarded.iter().zip(&self.covers);
        let few = move |guarded: u16| (needed & !guarded).count_ones() <= most;
        all.filter(move |&(&guarded, _)| few(guarded))
            .map(|(_, cover)| cover)
    }
}

/// A set of squares of a king's field that men can guard at the same time.
pub(super) struct Cover {
    /// The squares, including the king's own; [`APART`] is never set.
    pub(super) guarded: u16,
    /// The man that gives check, if there is exactly one.
    pub(super) check: Option<Check>,
}

/// A man that gives check.
#[derive(PartialEq, Eq)]
pub(super) struct Check {
    pub(super) takers: Takers,
    /// The last move, if it is certain which it is and no other man pins anything.
    pub(super) strike: Option<Strike>,
}

/// Squares of a field next to the king from which men could capture the man that gives check, by their way of moving.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Takers {
    pub(super) knights: u16,
    pub(super) pawns: u16,
    pub(super) diagonal: u16,
    pub(super) straight: u16,
}

/// A move that gives check.
#[derive(PartialEq, Eq)]
pub(super) struct Strike {
    pub(super) to: usize,
    /// Squares that must be empty for it.
    pub(super) clear: u64,
    /// True if a man must stand on its target.
    pub(super) captures: bool,
}

/// With more men than this the test of each man that gives check costs more than it saves, in play of several moves.
const FEW: usize = 4;

/// With more covers than this the test costs more than it saves.
const MOST_COVERS: usize = 300;

/// Error: too many covers were found.
struct TooMany;

impl Covers {
    /// Returns the covers of the field of a king, those with most squares first.
    #[inline(always)]
    pub(super) fn of(&self, king: usize) -> Rc<KingCovers> {
        let known = self.by_king.borrow();
        match known.places[king] {
            0 => {
                drop(known);
                self.find(king)
            }
            place => known.all[usize::from(place) - 1].clone(),
        }
    }

    #[cold]
    fn find(&self, king: usize) -> Rc<KingCovers> {
        let few = self.moves == 1 || self.men.len() <= FEW;
        let checks = (self.aim == Aim::Mate && few && !self.castles)
            .then(|| self.checks(king).ok())
            .flatten();
        let mut covers = checks.unwrap_or_else(|| self.combined(king));
        covers.sort_by_key(|cover| !cover.guarded.count_ones());
        let covers = Rc::new(KingCovers {
            guarded: covers.iter().map(|cover| cover.guarded).collect(),
            covers: covers.into(),
        });
        let mut known = self.by_king.borrow_mut();
        known.all.push(covers.clone());
        known.places[king] = known.all.len() as u8;
        covers
    }

    /// Returns the squares of a king's field, as bits, that must be guarded in every cover of the aim.
    fn must(&self) -> u16 {
        let has_king = each(&self.men).any(|(_, kind, _)| kind == KING);
        let apart = if has_king { APART } else { 0 };
        match self.aim {
            Aim::Mate => CENTRE | apart,
            _ => apart,
        }
    }

    /// Returns the covers in which a man, or two of them, give check at the end, on any square, with the squares that
    /// the other men may guard then.
    #[cold]
    fn checks(&self, king: usize) -> Result<Vec<Cover>, TooMany> {
        let mut covers = Vec::new();
        self.single_checks(king, &mut covers)?;
        self.double_checks(king, &mut covers)?;
        Ok(covers)
    }

    fn single_checks(&self, king: usize, covers: &mut Vec<Cover>) -> Result<(), TooMany> {
        let reach = self.reach;
        for (index, man, from) in each(&self.men) {
            let stands = reach.stands(man, from, king) & CENTRE != 0;
            let left = self.moves - u32::from(!stands);
            let mut others: Option<Vec<(u32, u16)>> = None;
            let still = stands.then_some((0, man, from));
            let arrivals = reach.arrivals(man, from, self.moves);
            for (moves, kind, to) in still.into_iter().chain(arrivals) {
                let guards = reach.guards(kind, to, king);
                if guards & CENTRE == 0 {
                    continue;
                }
                let takers = Takers::of(reach, to, king);
                let others =
                    others.get_or_insert_with(|| self.states(true, king, 1 << index, left));
                for &(before, guarded) in others.iter() {
                    // A man that has not moved gives check if another man has left its line.
                    let moved = before + moves;
                    if moved > self.moves || moved == 0 {
                        continue;
                    }
                    let strike = (self.moves == 1 && moves == 1)
                        .then(|| reach.step(man, from, to))
                        .flatten();
                    let strike = strike.map(|step| Strike {
                        to,
                        clear: step.clear | between(kind, to, king),
                        captures: step.captures,
                    });
                    // Men that could capture the checking man may be pinned.
                    let check = (guarded & PINS == 0).then_some(Check { takers, strike });
                    self.add(covers, king, &[to], guards | guarded, check)?;
                }
            }
        }
        Ok(())
    }

    /// Adds the covers of double checks: the last move opens the line of a man far from the king, and gives check
    /// itself.
    fn double_checks(&self, king: usize, covers: &mut Vec<Cover>) -> Result<(), TooMany> {
        let reach = self.reach;
        for (behind, kind, from) in each(&self.men) {
            let stands = std::iter::once((0, kind, from));
            let mut others: Option<(usize, Vec<(u32, u16)>)> = None;
            for (first, kind, at) in stands.chain(reach.arrivals(kind, from, self.moves - 1)) {
                let line = between(kind, at, king);
                let guards = reach.guards(kind, at, king);
                if guards & CENTRE == 0 || line == 0 {
                    continue;
                }
                let left = self.moves - first;
                for (index, ..) in each(&self.men).filter(|&(index, ..)| index != behind) {
                    self.second_checks(index, king, line, left, |moves, to, guarded| {
                        let others = match &mut others {
                            Some((of, others)) if *of == index => others,
                            others => {
                                let except = 1 << index | 1 << behind;
                                let states = self.states(true, king, except, self.moves - 1);
                                &mut others.insert((index, states)).1
                            }
                        };
                        for &(before, other) in others.iter() {
                            if before + moves <= left {
                                let all = guards | guarded | other;
                                self.add(covers, king, &[at, to], all, None)?;
                            }
                        }
                        Ok(())
                    })?;
                }
            }
        }
        Ok(())
    }

    /// Calls `f` for a man that leaves a line and gives check in at most `most` moves, with the moves, the square and
    /// the guarded squares.
    fn second_checks(
        &self,
        index: usize,
        king: usize,
        line: u64,
        most: u32,
        mut f: impl FnMut(u32, usize, u16) -> Result<(), TooMany>,
    ) -> Result<(), TooMany> {
        let reach = self.reach;
        let (man, from) = (
            usize::from(self.men[index].0),
            usize::from(self.men[index].1),
        );
        if matches!(man, KING | QUEEN) || most == 0 {
            return Ok(());
        }
        let on_line = |square: usize| line & 1 << square != 0;
        let stands = std::iter::once((0, man, from));
        for (moves, kind, at) in stands.chain(reach.arrivals(man, from, most - 1)) {
            if kind >= PAWN {
                // Upwards; en passant also opens the line of the pawn that is captured.
                let passes = self.en_passant && at / 8 == 4;
                for to in [at + 7, at + 8, at + 9] {
                    let is_step = to < 64 && (to % 8).abs_diff(at % 8) < 2;
                    if !is_step || !(on_line(at) || passes && on_line(to - 8)) {
                        continue;
                    }
                    let kinds: &[Kind] = if to < 56 { &[PAWN] } else { &[KNIGHT, QUEEN] };
                    for &kind in kinds {
                        let guards = reach.guards(kind, to, king);
                        if guards & CENTRE != 0 {
                            f(moves + 1, to, guards)?;
                        }
                    }
                }
            } else if on_line(at) {
                for to in 0..64 {
                    let guards = reach.guards(kind, to, king);
                    if guards & CENTRE != 0 && reach.step(kind, at, to).is_some() {
                        f(moves + 1, to, guards)?;
                    }
                }
            }
            // A pawn may have captured en passant on this man's line.
            let guards = reach.guards(kind, at, king);
            if self.en_passant && guards & CENTRE != 0 && between(kind, at, king) != 0 {
                f(moves + 1, at, guards)?;
            }
        }
        Ok(())
    }

    /// Adds a cover in which men on these squares give check, unless the king could take one of them.
    fn add(
        &self,
        covers: &mut Vec<Cover>,
        king: usize,
        checking: &[usize],
        all: u16,
        check: Option<Check>,
    ) -> Result<(), TooMany> {
        let must = self.must();
        let beside = |&square: &usize| self.reach.beside(square, king);
        let beside = checking.iter().map(beside).fold(0, |all, one| all | one);
        if all & must != must || beside & !all != 0 {
            return Ok(());
        }
        let cover = Cover {
            guarded: all & !(APART | PINS),
            check,
        };
        if covers.iter().any(|other| other.serves_for(&cover)) {
            return Ok(());
        }
        if covers.len() == MOST_COVERS {
            return Err(TooMany);
        }
        covers.push(cover);
        Ok(())
    }

    /// Returns the sets of squares that all men can guard together, without those contained in another set.
    #[cold]
    fn combined(&self, king: usize) -> Vec<Cover> {
        let must = self.must();
        let quiet = self.aim == Aim::Stalemate;
        let all = self.states(quiet, king, 0, self.moves).into_iter();
        let all = all.map(|(_, guarded)| guarded);
        let all = all.filter(|guarded| guarded & must == must);
        // A stalemated king stays where it is.
        let all = all.map(|guarded| guarded & !(APART | PINS) | CENTRE);
        let mut all: Vec<u16> = all.collect();
        // Sets with most squares come first.
        all.sort_unstable_by_key(|guarded| (!guarded.count_ones(), *guarded));
        let mut best: Vec<u16> = Vec::new();
        for guarded in all {
            if best.iter().all(|other| guarded & !other != 0) {
                best.push(guarded);
            }
        }
        let covers = best.into_iter().map(|guarded| Cover {
            guarded,
            check: None,
        });
        covers.collect()
    }

    /// Returns the sets of squares that the men, without those in `except`, can guard in at most `most` moves, each
    /// with its number of moves; if `quiet`, without attacking the king.
    fn states(&self, quiet: bool, king: usize, except: u128, most: u32) -> Vec<(u32, u16)> {
        let men = || each(&self.men).filter(|&(index, ..)| except & 1 << index == 0);
        let stands = |kind, from| {
            if quiet {
                // A man that attacks the king has been captured by then.
                self.reach.quiet(kind, from, king)
            } else {
                self.reach.stands(kind, from, king)
            }
        };
        if most == 0 {
            let all = men().fold(0, |all, (_, kind, from)| all | stands(kind, from));
            return vec![(0, all)];
        }
        let mut now = Guarded {
            all: vec![(0, 0)],
            fewest: [0; SETS],
        };
        let mut next = Vec::new();
        for (_, kind, from) in men() {
            let stands = stands(kind, from);
            std::mem::swap(&mut now.all, &mut next);
            for &(moves, guarded) in &next {
                now.add(moves, guarded | stands);
                for way in self.reach.ways(quiet, kind, from, king) {
                    let moves = moves + way.moves();
                    if moves > most {
                        break;
                    }
                    now.add(moves, guarded | way.guards());
                }
            }
            next.clear();
            for &(_, guarded) in &now.all {
                now.fewest[usize::from(guarded)] = 0;
            }
            now.thin_out();
        }
        now.all
    }
}

impl Cover {
    /// Returns true if everything that is possible with `other` is possible with this cover.
    fn serves_for(&self, other: &Cover) -> bool {
        if other.guarded & !self.guarded != 0 {
            return false;
        }
        match (&self.check, &other.check) {
            (None, _) => true,
            (_, None) => false,
            (Some(check), Some(other)) => {
                check.strike == other.strike && check.takers.are_among(&other.takers)
            }
        }
    }
}

impl Takers {
    fn of(reach: &Reach, victim: usize, king: usize) -> Takers {
        let at = Square::new(victim as u32);
        let field = |set| reach.compress(king, set) & !CENTRE;
        let beside = king_attacks(at);
        Takers {
            knights: field(knight_attacks(at)),
            pawns: field(pawn_attacks(Color::White, at)),
            diagonal: field(beside & bishop_attacks(at, Bitboard::EMPTY)),
            straight: field(beside & rook_attacks(at, Bitboard::EMPTY)),
        }
    }

    /// Returns the men, of these kinds, that could capture a man on a square from next to it, or by a knight's move.
    #[inline(always)]
    pub(super) fn around(
        at: Square,
        knights: Bitboard,
        pawns: Bitboard,
        diagonal: Bitboard,
        straight: Bitboard,
    ) -> Bitboard {
        let beside = king_attacks(at);
        knights & knight_attacks(at)
            | pawns & pawn_attacks(Color::White, at)
            | diagonal & beside & bishop_attacks(at, Bitboard::EMPTY)
            | straight & beside & rook_attacks(at, Bitboard::EMPTY)
    }

    /// Returns those squares from which one of the given men could capture the man that gives check.
    #[inline(always)]
    pub(super) fn among(&self, takers: &Takers) -> u16 {
        self.knights & takers.knights
            | self.pawns & takers.pawns
            | self.diagonal & takers.diagonal
            | self.straight & takers.straight
    }

    fn are_among(&self, others: &Takers) -> bool {
        let all = |takers: &Takers| {
            [
                takers.knights,
                takers.pawns,
                takers.diagonal,
                takers.straight,
            ]
            .map(u64::from)
            .into_iter()
            .fold(0, |all, part| all << 16 | part)
        };
        all(self) & !all(others) == 0
    }
}

/// Number of values of a set of squares of a king's field, as bits, with the flags [`APART`] and [`PINS`]; length of an
/// array indexed by such sets.
const SETS: usize = 2 * PINS as usize;

/// Sets of squares, with the least number of moves after which each is guarded.
struct Guarded {
    all: Vec<(u32, u16)>,
    /// For each set one more than the fewest moves, or 0 if it is not guarded.
    fewest: [u8; SETS],
}

impl Guarded {
    #[inline(always)]
    fn add(&mut self, moves: u32, guarded: u16) {
        let fewest = &mut self.fewest[usize::from(guarded)];
        if *fewest == 0 || u32::from(*fewest) > moves + 1 {
            *fewest = moves as u8 + 1;
            self.all.push((moves, guarded));
        }
    }

    /// Removes sets that contain nothing beyond another set that is guarded no later.
    fn thin_out(&mut self) {
        if self.all.len() < 12 {
            return;
        }
        self.all
            .sort_unstable_by_key(|&(moves, guarded)| (moves, !guarded.count_ones(), guarded));
        let mut kept = 0;
        for index in 0..self.all.len() {
            let (moves, guarded) = self.all[index];
            let is_new = |&(_, other): &(u32, u16)| guarded & !other != 0;
            if self.all[..kept].iter().all(is_new) {
                self.all[kept] = (moves, guarded);
                kept += 1;
            }
        }
        self.all.truncate(kept);
    }
}
