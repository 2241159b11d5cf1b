//! The table of truths: for a position, the least length known to be proved and the greatest
//! length known to be refuted.
//!
//! Both bounds are monotone (a mate in at most four is one in at most five; no mate in four is no
//! mate in three) and do not depend on how the position was reached, so entries stay true from one
//! iteration, and from one problem, to the next. Nothing from an aborted or restricted search may
//! be stored as refuted.
//!
//! Keys are 128 bits: the position's Zobrist key and a second hash of the bare board, computed by
//! another method. An entry keeps all 64 bits of the second and 30 of the first, whose lower bits
//! choose the cache line. Entries are two words, the first scrambled by the second, so that a torn
//! write of another thread fails the comparison.
//!
//! The table is used from a small part at first and outgrows it by stages: a short problem then
//! touches (and the system clears) little memory and stays within the processor's cache.

use crate::games::chess::{Color, Move, Position, Role};
use crate::memory::{AtomicTable, OutOfMemory};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};

/// The greatest length that the table can express.
pub(super) const MAX_LENGTH: u32 = 127;

/// A position's 128-bit key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Key {
    pub(super) a: u64,
    pub(super) b: u64,
}

/// Folds the 128-bit product of two words.
#[inline(always)]
const fn fold(x: u64, y: u64) -> u64 {
    let product = x as u128 * y as u128;
    product as u64 ^ (product >> 64) as u64
}

impl Key {
    /// The key of a position in which `attacker` is the side that wants to mate. `clock` takes the
    /// counter of the fifty-move rule into the key.
    #[inline]
    pub(super) fn new(p: &Position, attacker: Color, clock: bool) -> Key {
        let state = p.castling_rooks().0
            ^ (p.ep_square().map_or(0, |s| s as u64 + 1) << 8)
            ^ (u64::from(p.turn().is_white()) << 16)
            ^ (u64::from(attacker.is_white()) << 17)
            ^ (if clock { u64::from(p.halfmoves()) + 1 } else { 0 } << 24);
        let role = |role| p.role(role).0;
        let x = fold(
            role(Role::Pawn) ^ 0x2d35_8dcc_aa6c_78a5,
            role(Role::Knight) ^ 0x8bb8_4b93_962e_acc9,
        );
        let y = fold(
            role(Role::Bishop) ^ 0x4b33_a62e_d433_d4a3,
            role(Role::Rook) ^ 0x4d5a_2da5_1de1_aa47,
        );
        let z = fold(
            role(Role::Queen) ^ 0xa076_1d64_78bd_642f,
            role(Role::King) ^ 0xe703_7ed1_a0b4_28db,
        );
        let w = fold(
            p.color(Color::White).0 ^ 0x9033_5ad5_42b1_a7c3,
            state ^ 0x5895_1e67_7b8a_3f4d,
        );
        let side = if attacker.is_white() { 0 } else { 0x9e37_79b9_7f4a_7c15 };
        let clock = if clock { fold(u64::from(p.halfmoves()) + 1, 0x8ebc_6af0_9c88_c6e3) } else { 0 };
        Key {
            a: p.key() ^ side ^ clock,
            b: fold(
                x ^ y.rotate_left(17) ^ 0x1d8e_4e27_c47d_124f,
                z.rotate_left(41) ^ w ^ 0xeb44_acca_b455_d165,
            ) ^ x.wrapping_add(w).rotate_left(29)
                ^ y.wrapping_mul(0x9fb2_1c65_1e98_df25)
                ^ z,
        }
    }
}

/// What the table knows about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Known {
    /// The attacker mates in at most this many moves; [`NEVER`] if that is not known of any.
    pub(super) proved: u32,
    /// The attacker does not mate in this many moves.
    pub(super) refuted: u32,
    /// The move that proved or refuted; [`Move::NONE`] if none is known.
    pub(super) best: Move,
}

/// A length that is never reached.
pub(super) const NEVER: u32 = MAX_LENGTH;

const NOTHING: Known = Known {
    proved: NEVER,
    refuted: 0,
    best: Move::NONE,
};

const TAG: u64 = !0 << 34;

impl Known {
    /// 30 bits of tag, 4 of age, 7 and 7 of bounds, 16 of move.
    #[inline(always)]
    fn pack(self, key: Key, age: u64) -> u64 {
        key.a & TAG
            | age << 30
            | u64::from(NEVER - self.proved) << 23
            | u64::from(self.refuted) << 16
            | u64::from(self.best.bits())
    }

    #[inline(always)]
    fn unpack(word: u64) -> Known {
        Known {
            proved: NEVER - (word >> 23 & 127) as u32,
            refuted: (word >> 16 & 127) as u32,
            best: Move::from_bits(word as u16),
        }
    }
}

/// The table. Shared by threads.
#[derive(Debug)]
pub(super) struct Table {
    memory: AtomicTable,
    /// Lines in use, a power of two, less one.
    mask: AtomicUsize,
    /// Stores into empty places since the last growth.
    filled: AtomicUsize,
    age: AtomicU64,
}

/// Lines in use at first: 256 KB.
const FIRST_LINES: usize = 1 << 12;

impl Table {
    pub(super) fn new(mb: usize) -> Result<Table, OutOfMemory> {
        let memory = AtomicTable::new(mb.max(1))?;
        Ok(Table {
            memory,
            mask: AtomicUsize::new(FIRST_LINES - 1),
            filled: AtomicUsize::new(0),
            age: AtomicU64::new(0),
        })
    }

    /// Forgets everything and starts small again.
    pub(super) fn clear(&mut self) {
        let used = self.mask.load(Relaxed) + 1;
        for word in self.memory.lines()[..used].iter().flat_map(|l| &l.0) {
            word.store(0, Relaxed);
        }
        self.mask.store(FIRST_LINES - 1, Relaxed);
        self.filled.store(0, Relaxed);
    }

    /// What is known about a position.
    #[inline]
    pub(super) fn probe(&self, key: Key) -> Known {
        let line = &self.memory.lines()[key.a as usize & self.mask.load(Relaxed)];
        for pair in line.0.chunks_exact(2) {
            let word = pair[1].load(Relaxed);
            if (word ^ key.a) & TAG == 0 && pair[0].load(Relaxed) ^ word == key.b {
                return Known::unpack(word);
            }
        }
        NOTHING
    }

    /// Adds to what is known about a position.
    #[inline]
    pub(super) fn store(&self, key: Key, new: Known) {
        let mask = self.mask.load(Relaxed);
        let line = &self.memory.lines()[key.a as usize & mask];
        let age = self.age.load(Relaxed);
        let mut victim = 0;
        let mut least = i32::MAX;
        let mut entry = new;
        for (i, pair) in line.0.chunks_exact(2).enumerate() {
            let word = pair[1].load(Relaxed);
            let check = pair[0].load(Relaxed);
            if (word ^ key.a) & TAG == 0 && check ^ word == key.b {
                let old = Known::unpack(word);
                entry.proved = entry.proved.min(old.proved);
                entry.refuted = entry.refuted.max(old.refuted);
                // The move belongs to the stronger of the two statements.
                let weaker = new.proved != NEVER && old.proved < new.proved
                    || new.proved == NEVER && old.refuted > new.refuted;
                if entry.best == Move::NONE || weaker && old.best != Move::NONE {
                    entry.best = old.best;
                }
                victim = i;
                least = 0;
                break;
            }
            let worth = worth(word, check, age);
            if worth < least {
                least = worth;
                victim = i;
            }
        }
        if least == i32::MIN {
            self.count_filled(mask);
        }
        let word = entry.pack(key, age);
        line.0[2 * victim + 1].store(word, Relaxed);
        line.0[2 * victim].store(word ^ key.b, Relaxed);
    }

    /// Notes that an empty place was taken, and puts more of the memory to use when half is taken.
    fn count_filled(&self, mask: usize) {
        let filled = self.filled.fetch_add(1, Relaxed);
        let most = (self.memory.lines().len() + 1).next_power_of_two() / 2;
        if filled > 2 * mask && mask + 1 < most {
            self.mask.store(((mask + 1) * 16).min(most) - 1, Relaxed);
            self.filled.store(0, Relaxed);
        }
    }
}

/// How much an entry deserves its place; `i32::MIN` if it is empty.
#[inline(always)]
fn worth(word: u64, check: u64, age: u64) -> i32 {
    if word == 0 && check == 0 {
        return i32::MIN;
    }
    let known = Known::unpack(word);
    let length = if known.proved == NEVER {
        known.refuted
    } else {
        known.proved.max(known.refuted)
    };
    let stale = if word >> 30 & 15 == age { 0 } else { 256 };
    length as i32 - stale
}
