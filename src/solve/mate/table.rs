//! The table of truths: for a position, the least length known to be proved and the greatest
//! length known to be refuted.
//!
//! Both bounds are monotone (a mate in at most four is one in at most five; no mate in four is no
//! mate in three) and do not depend on how the position was reached, so entries stay true from one
//! iteration, and from one problem, to the next. Nothing from an aborted or restricted search may
//! be stored as refuted.
//!
//! Keys are 128 bits: the position's Zobrist key and a second hash of the bare board, computed by
//! another method. An entry keeps all 64 bits of the second and 34 of the first; its place says 12
//! more, so 110 bits are compared. Entries are two words, the first scrambled by the second, so
//! that a torn write of another thread fails the comparison.
//!
//! Only a small part of the memory is used at first, and more when that is half full: a short problem then touches (and
//! makes the system clear) little memory and stays within the processor's cache. Entries move to their new places at
//! each growth, so they must hold those bits of the key that choose the place in the full table.

use base::memory::{AtomicTable, Fields, OutOfMemory, pack, prefetch};
use base::mixing::fold;
use games::chess::{Color, Move, Position, Role};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// The greatest number of moves to mate that the table can store.
pub(crate) const MAX_LENGTH: u32 = 127;

/// A position's 128-bit key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Key {
    pub(crate) a: u64,
    pub(crate) b: u64,
}

impl Key {
    /// Creates the key of a position in which `attacker` is the side that wants to mate. If `clock` is true, the key
    /// includes the halfmove clock of the fifty-move rule.
    #[inline]
    pub(crate) fn new(p: &Position, attacker: Color, clock: bool) -> Key {
        let state = p.castling_rooks().0
            ^ (p.ep_square().map_or(0, |s| s as u64 + 1) << 8)
            ^ (u64::from(p.turn().is_white()) << 16)
            ^ (u64::from(attacker.is_white()) << 17)
            ^ (if clock {
                u64::from(p.halfmoves()) + 1
            } else {
                0
            } << 24);
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
        let side = if attacker.is_white() {
            0
        } else {
            0x9e37_79b9_7f4a_7c15
        };
        let clock = if clock {
            fold(u64::from(p.halfmoves()) + 1, 0x8ebc_6af0_9c88_c6e3)
        } else {
            0
        };
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

/// Facts that the table holds about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TableEntry {
    /// The attacker mates in at most this many moves; [`NEVER`] if no mate is known.
    pub(crate) proved: u32,
    /// The attacker does not mate in this many moves; 0 if nothing is known.
    pub(crate) refuted: u32,
    /// The move that proved or refuted; [`Move::NONE`] if none is known.
    pub(crate) best: Move,
}

/// Number of moves that means that no mate is known.
pub(crate) const NEVER: u32 = MAX_LENGTH;

const NOTHING: TableEntry = TableEntry {
    proved: NEVER,
    refuted: 0,
    best: Move::NONE,
};

/// Number of the lowest bits of a key's first word; they choose a cache line of the smallest table.
const PLACE_BITS: u32 = 12;

/// Mask of the bits of the key in the second word of an entry.
const TAG: u64 = !0 << 30;

/// Returns the 34 bits of the key that an entry keeps, at their place in the word.
#[inline(always)]
const fn tag(key: Key) -> u64 {
    key.a >> PLACE_BITS << 30
}

impl TableEntry {
    /// Packs an entry into a word: 16 bits of move, 7 and 7 of bounds, 34 of the key.
    #[inline(always)]
    fn pack(self, key: Key) -> u64 {
        let fields = [
            (u64::from(self.best.bits()), 16),
            (u64::from(self.refuted), 7),
            (u64::from(NEVER - self.proved), 7),
        ];
        tag(key) | pack(fields)
    }

    #[inline(always)]
    fn unpack(word: u64) -> TableEntry {
        let mut fields = Fields(word);
        TableEntry {
            best: Move::from_bits(fields.take(16) as u16),
            refuted: fields.take(7) as u32,
            proved: NEVER - fields.take(7) as u32,
        }
    }
}

/// The table of truths, shared by threads.
#[derive(Debug)]
pub(crate) struct ProofTable {
    memory: AtomicTable,
    /// Number of cache lines in use, a power of two, less one.
    mask: AtomicUsize,
    /// Number of entries in use, which decides when the table grows.
    filled: AtomicUsize,
}

/// Number of cache lines in use at first: 256 KiB.
const FIRST_LINES: usize = 1 << PLACE_BITS;

impl ProofTable {
    pub(crate) fn new(mb: usize) -> Result<ProofTable, OutOfMemory> {
        let memory = AtomicTable::new(mb.max(1))?;
        Ok(ProofTable {
            memory,
            mask: AtomicUsize::new(FIRST_LINES - 1),
            filled: AtomicUsize::new(0),
        })
    }

    /// Clears the table and shrinks it to its initial size.
    pub(crate) fn clear(&mut self) {
        let used = self.mask.load(Relaxed) + 1;
        for word in self.memory.lines()[..used].iter().flat_map(|l| &l.0) {
            word.store(0, Relaxed);
        }
        self.mask.store(FIRST_LINES - 1, Relaxed);
        self.filled.store(0, Relaxed);
    }

    /// Prefetches the cache line of a key, to make a later [`probe`](ProofTable::probe) faster.
    #[inline(always)]
    pub(crate) fn prefetch(&self, key: Key) {
        prefetch(&self.memory.lines()[key.a as usize & self.mask.load(Relaxed)]);
    }

    /// Returns the facts stored about a position; if there are none, bounds that exclude nothing.
    #[inline]
    pub(crate) fn probe(&self, key: Key) -> TableEntry {
        let line = &self.memory.lines()[key.a as usize & self.mask.load(Relaxed)];
        for pair in line.0.chunks_exact(2) {
            let word = pair[1].load(Relaxed);
            if (word ^ tag(key)) & TAG == 0 && pair[0].load(Relaxed) ^ word == key.b {
                return TableEntry::unpack(word);
            }
        }
        NOTHING
    }

    /// Stores facts about a position in its cache line of four entries, combined with what is stored about the same
    /// position. If the position has no entry, a free one is filled, or else that of the smallest value is overwritten;
    /// see [`worth`].
    #[inline]
    pub(crate) fn store(&self, key: Key, new: TableEntry) {
        let mask = self.mask.load(Relaxed);
        let line = &self.memory.lines()[key.a as usize & mask];
        let mut victim = 0;
        let mut least = i32::MAX;
        let mut entry = new;
        for (i, pair) in line.0.chunks_exact(2).enumerate() {
            let word = pair[1].load(Relaxed);
            let check = pair[0].load(Relaxed);
            if (word ^ tag(key)) & TAG == 0 && check ^ word == key.b {
                let old = TableEntry::unpack(word);
                entry.proved = entry.proved.min(old.proved);
                entry.refuted = entry.refuted.max(old.refuted);
                // Keep the move of the stronger of the two bounds.
                let weaker = new.proved != NEVER && old.proved < new.proved
                    || new.proved == NEVER && old.refuted > new.refuted;
                if entry.best == Move::NONE || weaker && old.best != Move::NONE {
                    entry.best = old.best;
                }
                victim = i;
                least = 0;
                break;
            }
            let worth = worth(word, check);
            if worth < least {
                least = worth;
                victim = i;
            }
        }
        if least == i32::MIN {
            self.count_filled(mask);
        }
        let word = entry.pack(key);
        line.0[2 * victim + 1].store(word, Relaxed);
        line.0[2 * victim].store(word ^ key.b, Relaxed);
    }

    /// Counts a newly used entry, and takes more of the memory into use when half of it is full.
    #[inline(always)]
    fn count_filled(&self, mask: usize) {
        let filled = self.filled.fetch_add(1, Relaxed);
        let most = (self.memory.lines().len() + 1).next_power_of_two() / 2;
        if filled > 2 * mask && mask + 1 < most {
            self.grow(mask, ((mask + 1) * 16).min(most) - 1);
        }
    }

    /// Takes a larger part of the memory into use, and moves the entries to their new cache lines. An entry that
    /// another thread stores meanwhile in a cache line that is being moved may be lost, which only costs time.
    #[cold]
    fn grow(&self, old: usize, new: usize) {
        if self
            .mask
            .compare_exchange(old, new, Relaxed, Relaxed)
            .is_err()
        {
            return;
        }
        let lines = self.memory.lines();
        for (index, line) in lines[..=old].iter().enumerate() {
            for pair in line.0.chunks_exact(2) {
                let (check, word) = (pair[0].load(Relaxed), pair[1].load(Relaxed));
                let low = index as u64 % FIRST_LINES as u64;
                let key_bits = low | (word >> 30 << PLACE_BITS);
                let place = key_bits as usize & new;
                if word | check == 0 || place == index {
                    continue;
                }
                pair[0].store(0, Relaxed);
                pair[1].store(0, Relaxed);
                let mut free = lines[place]
                    .0
                    .chunks_exact(2)
                    .filter(|pair| pair[0].load(Relaxed) | pair[1].load(Relaxed) == 0);
                if let Some(pair) = free.next() {
                    pair[0].store(check, Relaxed);
                    pair[1].store(word, Relaxed);
                }
            }
        }
    }
}

/// Returns the value of keeping an entry: the greatest length it decides; `i32::MIN` if it is empty.
#[inline(always)]
fn worth(word: u64, check: u64) -> i32 {
    if word | check == 0 {
        return i32::MIN;
    }
    let known = TableEntry::unpack(word);
    let length = if known.proved == NEVER {
        known.refuted
    } else {
        known.proved.max(known.refuted)
    };
    length as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys() -> impl Iterator<Item = Key> {
        (1u64..).map(|n| Key {
            a: fold(n, 0x9e37_79b9_7f4a_7c15).wrapping_mul(0xbf58_476d_1ce4_e5b9),
            b: fold(n, 0x94d0_49bb_1331_11eb).wrapping_mul(0x9fb2_1c65_1e98_df25),
        })
    }

    fn refuted(n: u32, best: u16) -> TableEntry {
        TableEntry {
            proved: NEVER,
            refuted: n,
            best: Move::from_bits(best),
        }
    }

    #[test]
    fn entries_merge_to_the_tightest_bounds() {
        let table = ProofTable::new(1).expect("1 MB");
        let key = keys().next().expect("endless");
        assert_eq!(table.probe(key), NOTHING);
        table.store(key, refuted(3, 7));
        table.store(key, refuted(2, 9));
        assert_eq!(table.probe(key), refuted(3, 7));
        table.store(
            key,
            TableEntry {
                proved: 6,
                refuted: 0,
                best: Move::from_bits(11),
            },
        );
        table.store(
            key,
            TableEntry {
                proved: 8,
                refuted: 0,
                best: Move::from_bits(13),
            },
        );
        let known = TableEntry {
            proved: 6,
            refuted: 3,
            best: Move::from_bits(11),
        };
        assert_eq!(table.probe(key), known);
    }

    #[test]
    fn growth_keeps_what_was_stored_and_invents_nothing() {
        let mut table = ProofTable::new(16).expect("16 MB");
        let most = 100_000;
        for (n, key) in keys().take(most).enumerate() {
            table.store(key, refuted(1 + n as u32 % 100, n as u16));
        }
        assert!(table.mask.load(Relaxed) + 1 > FIRST_LINES, "it has grown");
        let mut kept = 0;
        for (n, key) in keys().take(most).enumerate() {
            let known = table.probe(key);
            if known != NOTHING {
                assert_eq!(known, refuted(1 + n as u32 % 100, n as u16));
                kept += 1;
            }
        }
        assert!(kept > most * 9 / 10, "{kept} of {most} are left");
        for key in keys().skip(most).take(most) {
            assert_eq!(table.probe(key), NOTHING);
        }
        table.clear();
        assert!(keys().take(most).all(|key| table.probe(key) == NOTHING));
    }
}
