//! Transposition table of [`AlphaBeta`](super::AlphaBeta), for the moves of any game.
//!
//! It is empty at first and doubles its size as it fills, up to [`MOST_SLOTS`], so that a shallow search need not
//! allocate a large table.

use super::evaluate::MATE_RANGE;
use super::{Bound, MATE_VALUE};

/// Initial size, in slots.
const FIRST_SLOTS: usize = 1 << 8;

/// Maximum size, in slots; 24 MB with chess moves.
const MOST_SLOTS: usize = 1 << 20;

/// Stored result of a position's search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry<M> {
    pub key: u64,
    /// Value for the owner of the search; distances to forced ends are counted from this position (see [`to_table`]).
    pub value: i32,
    /// Depth of the search below the position, in plies.
    pub depth: u32,
    pub bound: Bound,
    /// True if the value depends on the evaluation of an unfinished position.
    pub horizon: bool,
    /// Best move, or the one that caused a cutoff.
    pub best: M,
}

/// Table with one slot for each index: a new entry replaces the one in its slot.
#[derive(Debug)]
pub(super) struct StrategyTable<M> {
    slots: Vec<Option<Entry<M>>>,
    used: usize,
}

impl<M> Default for StrategyTable<M> {
    fn default() -> StrategyTable<M> {
        StrategyTable {
            slots: Vec::new(),
            used: 0,
        }
    }
}

impl<M: Copy> StrategyTable<M> {
    /// Returns the entry of the position with this key; `None` if there is none.
    pub fn get(&self, key: u64) -> Option<Entry<M>> {
        let slot = self.slots.get(self.index(key)).copied().flatten();
        slot.filter(|entry| entry.key == key)
    }

    /// Stores an entry in its slot, in place of the entry that is there. Doubles the table first if half of its slots
    /// are used.
    pub fn insert(&mut self, entry: Entry<M>) {
        if 2 * self.used >= self.slots.len() && self.slots.len() < MOST_SLOTS {
            self.grow();
        }
        let index = self.index(entry.key);
        self.used += usize::from(self.slots[index].is_none());
        self.slots[index] = Some(entry);
    }

    fn grow(&mut self) {
        let slots = (2 * self.slots.len()).max(FIRST_SLOTS);
        let old = std::mem::replace(&mut self.slots, vec![None; slots]);
        self.used = 0;
        for entry in old.into_iter().flatten() {
            let index = self.index(entry.key);
            self.used += usize::from(self.slots[index].is_none());
            self.slots[index] = Some(entry);
        }
    }

    /// Returns the slot of a key. The number of slots is a power of two, or zero at first.
    fn index(&self, key: u64) -> usize {
        key as usize & self.slots.len().saturating_sub(1)
    }
}

/// Converts the value of a position `ply` plies from the root for the table, where the distance to a forced end is
/// counted from the position itself, because it may be reached at another ply, too.
pub(super) fn to_table(value: i32, ply: u32) -> i32 {
    value + forced_sign(value) * ply as i32
}

/// Converts a value of the table for a position `ply` plies from the root.
pub(super) fn from_table(value: i32, ply: u32) -> i32 {
    value - forced_sign(value) * ply as i32
}

/// Returns 1 for the value of a forced win, -1 for that of a forced loss, and 0 for any other.
fn forced_sign(value: i32) -> i32 {
    let forced = MATE_VALUE - value.abs() <= MATE_RANGE;
    if forced { value.signum() } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(key: u64, best: u32) -> Entry<u32> {
        Entry {
            key,
            value: 0,
            depth: 1,
            bound: Bound::Exact,
            horizon: false,
            best,
        }
    }

    #[test]
    fn entries_are_found_again_while_the_table_grows_and_never_under_another_key() {
        let mut table = StrategyTable::default();
        assert!(table.get(7).is_none());
        let key = |n: u64| n.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        for n in 1..=4000 {
            table.insert(entry(key(n), n as u32));
            assert_eq!(table.get(key(n)).map(|e| e.best), Some(n as u32));
        }
        let found = (1..=4000).filter(|n| {
            let entry = table.get(key(*n));
            entry.is_some_and(|entry| entry.best == *n as u32)
        });
        assert!(found.count() > 2000);
        assert!((4001..8000).all(|n| table.get(key(n)).is_none()));
        assert!(table.slots.len() <= 16 * 1024);
    }

    #[test]
    fn forced_ends_are_counted_from_where_they_are_met() {
        for value in [0, 35, -4000, MATE_VALUE - 9, 9 - MATE_VALUE] {
            assert_eq!(from_table(to_table(value, 5), 5), value);
        }
        // A win in 4 plies below a position at ply 5 is a win 6 plies from the root at ply 2.
        assert_eq!(from_table(to_table(MATE_VALUE - 9, 5), 2), MATE_VALUE - 6);
        assert_eq!(from_table(to_table(9 - MATE_VALUE, 5), 2), 6 - MATE_VALUE);
    }
}
