//! Parts of a king's field that the men of the side that mates can guard at a time.
//!
//! Each man stays where it is or goes elsewhere ([`reach`](super::reach)). All that they can guard together is combined man
//! by man; what guards no more than something else is left out.

use super::reach::{APART, CENTRE, KING, Kind, Reach, between, guards};
use arrayvec::ArrayVec;
use games::chess::attacks::{
    bishop_attacks, king_attacks, knight_attacks, pawn_attacks, rook_attacks,
};
use games::chess::{Bitboard, Color, Square};
use std::cell::OnceCell;

/// The men of a side, and what two castlings add.
pub(super) const MOST_MEN: usize = 64 + 4;

/// A man: its kind and square, small because they are copied often.
pub(super) type Man = (u8, u8);

/// Men with their indexes, kinds and squares.
pub(super) fn each(men: &[Man]) -> impl Iterator<Item = (usize, Kind, usize)> {
    let wide = |(index, &(kind, from)): (usize, &Man)| (index, kind.into(), from.into());
    men.iter().enumerate().map(wide)
}

/// Identity of the men of the side that mates: bitboards, castling, captures and moves left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct HuntersKey(pub(super) [u64; 8]);

/// Squares that the men of the side that mates can guard within so many moves.
pub(super) struct Covers {
    pub(super) key: HuntersKey,
    pub(super) reach: &'static Reach,
    pub(super) men: ArrayVec<Man, MOST_MEN>,
    pub(super) castles: bool,
    pub(super) moves: u32,
    /// By king: the parts of its field that they can guard at a time. All guard the king's own square.
    pub(super) by_king: [OnceCell<Box<[Cover]>>; 64],
}

/// A part of a king's field that men can guard at a time.
pub(super) struct Cover {
    /// The squares, the king's own too; `APART` is left out.
    pub(super) guarded: u16,
    /// The man that gives check, if it is one alone.
    pub(super) check: Option<Check>,
}

/// A man that gives check.
#[derive(PartialEq, Eq)]
pub(super) struct Check {
    pub(super) takers: Takers,
    /// The last move, if it is certain what it is, and that nobody is pinned by others.
    pub(super) strike: Option<Strike>,
}

/// Squares of a field beside the king from which men could take what gives check, by how they move.
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
    /// Squares on which nothing may stand then.
    pub(super) clear: u64,
    /// True if a man has to stand where it goes.
    pub(super) captures: bool,
}

/// More men than these can guard so much, by several moves, that it does not pay to look at each that gives check.
const FEW: usize = 3;

/// More covers than these take longer to look at than they save.
const MOST_COVERS: usize = 300;

impl Covers {
    /// The parts of the field of a king that can be guarded at a time, those with most squares first.
    pub(super) fn of(&self, king: usize) -> &[Cover] {
        self.by_king[king].get_or_init(|| {
            let covers = self.checks(king);
            let mut covers = covers.unwrap_or_else(|| self.combined(king));
            covers.sort_by_key(|cover| !cover.guarded.count_ones());
            covers.into_boxed_slice()
        })
    }

    /// Squares of a field that must be guarded, whoever helps.
    fn must(&self) -> u16 {
        let has_king = each(&self.men).any(|(_, kind, _)| kind == KING);
        CENTRE | if has_king { APART } else { 0 }
    }

    /// Every man that may give check at the end, everywhere, with all that the others may guard then; `None` if that is
    /// too much.
    #[cold]
    fn checks(&self, king: usize) -> Option<Vec<Cover>> {
        let (reach, must) = (self.reach, self.must());
        let mut covers: Vec<Cover> = Vec::new();
        if self.castles || self.moves > 1 && self.men.len() > FEW {
            return None;
        }
        for (index, kind, from) in each(&self.men) {
            let stands = reach.stands(kind, from, king) & CENTRE != 0;
            let left = self.moves - u32::from(!stands);
            let others = self.states(king, Some(index), left);
            let still = stands.then_some((0, kind, from));
            let arrivals = reach.arrivals(kind, from, self.moves);
            let man = kind;
            for (moves, kind, to) in still.into_iter().chain(arrivals) {
                let guards = guards(kind, to, king);
                if guards & CENTRE == 0 {
                    continue;
                }
                let beside = reach.beside(to, king);
                let takers = Takers::of(reach, to, king);
                for &(before, guarded) in &others {
                    let all = guarded | guards;
                    let alone = guarded & CENTRE == 0;
                    // A man that stands where it did gives check when another one has left its line. The king must
                    // not be able to take it.
                    let moved = before + moves;
                    if moved > self.moves || moved == 0 || all & must != must || beside & !all != 0
                    {
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
                    let cover = Cover {
                        guarded: all & !APART,
                        check: alone.then_some(Check { takers, strike }),
                    };
                    if covers.iter().any(|other| other.serves_for(&cover)) {
                        continue;
                    }
                    if covers.len() == MOST_COVERS {
                        return None;
                    }
                    covers.push(cover);
                }
            }
        }
        Some(covers)
    }

    /// Sets of squares that all men can guard together, without those that are part of another set.
    #[cold]
    fn combined(&self, king: usize) -> Vec<Cover> {
        let must = self.must();
        let all = self.states(king, None, self.moves).into_iter();
        let all = all.map(|(_, guarded)| guarded);
        let all = all.filter(|guarded| guarded & must == must);
        let mut all: Vec<u16> = all.map(|guarded| guarded & !APART).collect();
        // What guards most first.
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

    /// Sets of squares that the men, all but one, can guard within so many moves, each with its moves.
    fn states(&self, king: usize, except: Option<usize>, most: u32) -> Vec<(u32, u16)> {
        let men = || each(&self.men).filter(|&(index, ..)| except != Some(index));
        if most == 0 {
            let all = men().fold(0, |all, (_, kind, from)| {
                all | self.reach.stands(kind, from, king)
            });
            return vec![(0, all)];
        }
        let mut now = Guarded::default();
        now.add(0, 0);
        for (_, kind, from) in men() {
            let stands = self.reach.stands(kind, from, king);
            let mut next = Guarded::default();
            for &(moves, guarded) in &now.all {
                next.add(moves, guarded | stands);
                for way in self.reach.ways(kind, from, king) {
                    let moves = moves + way.moves();
                    if moves > most {
                        break;
                    }
                    next.add(moves, guarded | way.guards());
                }
            }
            next.thin_out();
            now = next;
        }
        now.all
    }
}

impl Cover {
    /// Returns true if whatever is possible with `other` is so with this one.
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

/// Sets of squares that are guarded after so many moves.
struct Guarded {
    all: Vec<(u32, u16)>,
    /// By set: one more than the fewest moves, or zero.
    fewest: [u8; 1024],
}

impl Default for Guarded {
    fn default() -> Guarded {
        Guarded {
            all: Vec::new(),
            fewest: [0; 1024],
        }
    }
}

impl Guarded {
    #[inline(always)]
    fn add(&mut self, moves: u32, guarded: u16) {
        let fewest = &mut self.fewest[usize::from(guarded & 1023)];
        if *fewest == 0 || u32::from(*fewest) > moves + 1 {
            *fewest = moves as u8 + 1;
            self.all.push((moves, guarded));
        }
    }

    /// Leaves out what guards no more than another, and no sooner.
    fn thin_out(&mut self) {
        if self.all.len() < 12 {
            return;
        }
        self.all
            .sort_unstable_by_key(|&(moves, guarded)| (moves, !guarded.count_ones(), guarded));
        let mut best: Vec<(u32, u16)> = Vec::with_capacity(self.all.len());
        for &(moves, guarded) in &self.all {
            if best.iter().all(|&(_, other)| guarded & !other != 0) {
                best.push((moves, guarded));
            }
        }
        self.all = best;
    }
}
