//! The transposition table: results for positions searched before, shared by all threads.
//!
//! A cache line is a cluster of four entries of 16 bytes. The two words of an entry are the packed
//! data and the key mixed with the data; a reader that sees words of two different writes finds
//! that they do not belong together and treats the entry as absent, so no lock is needed.
//! Source: R. Hyatt and T. Mann, "A lock-less transposition-table implementation for parallel
//! search", ICGA Journal 25(1), 2002.

use super::params;
use super::score::{self, Score};
use base::memory::{AtomicTable, Fields, OutOfMemory, pack};
use games::chess::Move;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

/// Relation of a stored score to the true one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Bound {
    /// No relation: only the evaluation and perhaps the move are valid.
    None,
    /// The true score is at most this (no move raised alpha).
    Upper,
    /// The true score is at least this (some move reached beta).
    Lower,
    /// The score is exact.
    #[default]
    Exact,
}

/// An entry of the table, unpacked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The best or refuting move, or [`Move::NONE`]. Not checked for legality.
    pub best: Move,
    /// The score, with mate distances counted from the root of the present search.
    pub score: Score,
    /// The static evaluation, or [`score::NONE`].
    pub eval: Score,
    /// The depth of the search behind the score, in plies.
    pub depth: i32,
    /// Relation of the score to the true one.
    pub bound: Bound,
    /// True if the position has ever been on a principal variation.
    pub was_pv: bool,
}

/// The transposition table: a hash table of searched positions with their scores and best moves, shared by all threads
/// of a searcher.
#[derive(Debug)]
pub struct TranspositionTable {
    table: AtomicTable,
    generation: AtomicU8,
}

const GENERATIONS: u8 = 32;

/// Packs the data word of an entry: move, score, evaluation, depth, bound, principal variation, generation.
fn packed(entry: &Entry, score: Score, generation: u8) -> u64 {
    pack([
        (u64::from(entry.best.bits()), 16),
        (u64::from(score as i16 as u16), 16),
        (u64::from(entry.eval as i16 as u16), 16),
        (u64::from(entry.depth as u8), 8),
        (entry.bound as u64, 2),
        (u64::from(entry.was_pv), 1),
        (u64::from(generation), 5),
    ])
}

#[inline(always)]
fn unpacked(data: u64, ply: usize, halfmoves: u32) -> Entry {
    let mut fields = Fields(data);
    Entry {
        best: Move::from_bits(fields.take(16) as u16),
        score: score::from_table(Score::from(fields.take(16) as i16), ply, halfmoves),
        eval: Score::from(fields.take(16) as i16),
        depth: fields.take(8) as i32,
        bound: match fields.take(2) {
            0 => Bound::None,
            1 => Bound::Upper,
            2 => Bound::Lower,
            _ => Bound::Exact,
        },
        was_pv: fields.take(1) == 1,
    }
}

fn depth_of(data: u64) -> i32 {
    i32::from((data >> 48) as u8)
}

fn generation_of(data: u64) -> u8 {
    (data >> 59) as u8
}

/// Returns the value of keeping an entry: more for deep ones, less for those of earlier searches.
fn worth(data: u64, generation: u8) -> i32 {
    let age = generation.wrapping_sub(generation_of(data)) % GENERATIONS;
    16 * depth_of(data) - params::table_age() * i32::from(age)
}

impl TranspositionTable {
    /// Creates an empty table of `mb` mebibytes; the memory is not only reserved but present.
    ///
    /// # Errors
    /// [`OutOfMemory`] if the system does not have that much.
    pub fn new(mb: usize) -> Result<TranspositionTable, OutOfMemory> {
        let table = AtomicTable::new(mb)?;
        table.touch();
        Ok(TranspositionTable {
            table,
            generation: AtomicU8::new(0),
        })
    }

    /// Replaces the table by an empty one of another size. The old memory is released before the new memory is
    /// allocated, so that both need never be present together.
    ///
    /// # Errors
    /// [`OutOfMemory`] if the system does not have that much. The table then keeps its size; its content is kept, too,
    /// unless the failure came after the old memory had been released.
    pub fn resize(&mut self, mb: usize) -> Result<(), OutOfMemory> {
        let old_mb = self.table.mb();
        AtomicTable::would_fit(mb, old_mb)?;
        *self = TranspositionTable::new(1)?;
        let resized = TranspositionTable::new(mb);
        let error = resized.as_ref().err().copied();
        // If another process has taken the memory meanwhile, a table of one mebibyte is left.
        if let Ok(table) = resized.or_else(|_| TranspositionTable::new(old_mb)) {
            *self = table;
        }
        error.map_or(Ok(()), Err)
    }

    /// Clears the table, using `threads` threads.
    pub fn clear(&self, threads: usize) {
        self.table.clear(threads);
        self.generation.store(0, Relaxed);
    }

    /// Starts a new search: entries of earlier searches become cheaper to replace.
    pub fn age(&self) {
        let next = (self.generation.load(Relaxed) + 1) % GENERATIONS;
        self.generation.store(next, Relaxed);
    }

    /// Prefetches the cluster of a key into the processor's cache.
    #[inline(always)]
    pub fn prefetch(&self, key: u64) {
        self.table.prefetch(key);
    }

    #[inline(always)]
    fn slots(&self, key: u64) -> impl Iterator<Item = (&AtomicU64, &AtomicU64)> {
        self.table.line(key).entries()
    }

    /// Returns the entry of a position; `None` if the table has none. `ply` is the distance from the root in plies, by
    /// which mate scores are corrected. `halfmoves` is the fifty-move counter, which is not part of the key: a win that
    /// it could make too late counts as unproved.
    #[inline]
    pub fn probe(&self, key: u64, ply: usize, halfmoves: u32) -> Option<Entry> {
        self.slots(key).find_map(|(check, data)| {
            let data = data.load(Relaxed);
            (data != 0 && check.load(Relaxed) ^ data == key).then(|| unpacked(data, ply, halfmoves))
        })
    }

    /// Stores the result of a search, unless the present search has already stored a much deeper one for this position.
    /// An entry without a best move keeps the best move that was stored before.
    pub fn store(&self, key: u64, ply: usize, mut entry: Entry) {
        let generation = self.generation.load(Relaxed);
        let mut victim: Option<(i32, &AtomicU64, &AtomicU64)> = None;
        for (check, slot) in self.slots(key) {
            let data = slot.load(Relaxed);
            let same = data != 0 && check.load(Relaxed) ^ data == key;
            if same {
                if entry.best == Move::NONE {
                    entry.best = Move::from_bits(data as u16);
                }
                // A much deeper result of the present search is more valuable than a shallow new one.
                let keep = entry.bound != Bound::Exact
                    && generation_of(data) == generation
                    && depth_of(data)
                        > entry.depth
                            + params::table_keep()
                            + params::table_keep_pv() * i32::from(entry.was_pv);
                if keep {
                    return;
                }
            }
            let worth = match (same, data) {
                (true, _) => i32::MIN,
                (_, 0) => i32::MIN + 1,
                _ => worth(data, generation),
            };
            if victim.is_none_or(|(least, _, _)| worth < least) {
                victim = Some((worth, check, slot));
            }
            if same {
                break;
            }
        }
        if let Some((_, check, slot)) = victim {
            let data = packed(&entry, score::to_table(entry.score, ply), generation);
            check.store(key ^ data, Relaxed);
            slot.store(data, Relaxed);
        }
    }

    /// Returns the share of the table that holds entries of the present search, in permille, estimated from a sample.
    pub fn hashfull(&self) -> usize {
        let generation = self.generation.load(Relaxed);
        let sample = &self.table.lines()[..250];
        let entries = sample.iter().flat_map(|line| line.entries());
        entries
            .filter(|(_, data)| {
                let data = data.load(Relaxed);
                data != 0 && generation_of(data) == generation
            })
            .count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(depth: i32, bound: Bound) -> Entry {
        Entry {
            best: Move::from_bits(0x0b1c),
            score: -173,
            eval: 44,
            depth,
            bound,
            was_pv: true,
        }
    }

    #[test]
    fn what_was_stored_is_found_and_nothing_else() {
        let table = TranspositionTable::new(1).expect("one megabyte");
        let key = 0x1234_5678_9abc_def0;
        assert_eq!(table.probe(key, 0, 0), None);
        for bound in [Bound::Upper, Bound::Lower, Bound::Exact] {
            table.store(key, 3, entry(9, bound));
            assert_eq!(table.probe(key, 3, 0), Some(entry(9, bound)));
        }
        assert_eq!(table.probe(key ^ 1, 3, 0), None);
        table.clear(2);
        assert_eq!(table.probe(key, 3, 0), None);
    }

    #[test]
    fn a_resized_table_is_empty_and_a_refused_one_what_it_was() {
        let mut table = TranspositionTable::new(3).expect("three megabytes");
        table.store(7, 0, entry(9, Bound::Exact));
        assert!(table.resize(usize::MAX >> 21).is_err());
        assert!(table.probe(7, 0, 0).is_some());
        table.resize(2).expect("two megabytes");
        assert_eq!(table.table.mb(), 2);
        assert_eq!(table.probe(7, 0, 0), None);
    }

    #[test]
    fn mate_scores_are_kept_relative_to_the_node() {
        let table = TranspositionTable::new(1).expect("one megabyte");
        let mut stored = entry(9, Bound::Exact);
        stored.score = score::mate_in(11);
        table.store(7, 4, stored);
        assert_eq!(
            table.probe(7, 2, 0).map(|e| e.score),
            Some(score::mate_in(9))
        );
    }

    #[test]
    fn a_full_cluster_gives_up_its_shallowest_entry_and_keeps_a_known_move() {
        let table = TranspositionTable::new(1).expect("one megabyte");
        // Keys that differ in their low bits share a cluster.
        for (key, depth) in [(1, 8), (2, 5), (3, 9), (4, 7), (5, 6)] {
            table.store(key, 0, entry(depth, Bound::Lower));
        }
        assert_eq!(table.probe(2, 0, 0), None);
        assert!(
            [1, 3, 4, 5]
                .iter()
                .all(|key| table.probe(*key, 0, 0).is_some())
        );
        let mut moveless = entry(10, Bound::Upper);
        moveless.best = Move::NONE;
        table.store(1, 0, moveless);
        assert_eq!(
            table.probe(1, 0, 0).map(|e| e.best),
            Some(entry(0, Bound::None).best)
        );
    }

    #[test]
    fn an_old_entry_gives_way_before_a_new_one() {
        let table = TranspositionTable::new(1).expect("one megabyte");
        for key in 1..=4 {
            table.store(key, 0, entry(8, Bound::Lower));
        }
        table.age();
        table.age();
        table.store(1, 0, entry(3, Bound::Exact));
        table.store(9, 0, entry(2, Bound::Lower));
        assert!(table.probe(1, 0, 0).is_some() && table.probe(9, 0, 0).is_some());
    }
}
