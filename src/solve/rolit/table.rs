//! Table of positions for the searches of Rolit: bounds on a value, and the best cell.
//!
//! An entry is two words: the whole key, then lower bound, upper bound, depth, best cell and the age of the search that
//! wrote it. Two positions are confused only if their keys agree in all 64 bits.

use super::board::Cell;
use base::memory::{AtomicTable, Fields, OutOfMemory, pack};
use games::rolit::MAX_SIDE;
use std::sync::atomic::Ordering::Relaxed;

/// Facts known about a position, from the view of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableEntry {
    /// The value is at least this.
    pub lower: i16,
    /// The value is at most this.
    pub upper: i16,
    /// Depth of the search below the position, in plies.
    pub depth: u16,
    /// The best cell, or the one that caused a cutoff; `None` if no cell is known.
    pub best: Option<Cell>,
}

impl TableEntry {
    /// Combines the result `value` of a search of the window `alpha`..`beta` to `depth`, which is exact inside the
    /// window and otherwise a bound on its side of it, with the facts known `before` for the same depth.
    pub fn after(
        before: Option<TableEntry>,
        value: i32,
        (alpha, beta): (i32, i32),
        depth: u32,
        best: Option<Cell>,
    ) -> TableEntry {
        let (mut lower, mut upper) =
            before.map_or((-UNBOUNDED, UNBOUNDED), |known| (known.lower, known.upper));
        if value > alpha {
            lower = lower.max(value as i16);
        }
        if value < beta {
            upper = upper.min(value as i16);
        }
        TableEntry {
            lower,
            upper,
            depth: depth as u16,
            best,
        }
    }
}

/// Bound greater than every value; its negative is less than every value.
pub const UNBOUNDED: i16 = i16::MAX;

/// A table of positions. A single search uses it at a time; its entries are atomic only because it is stored in an
/// [`AtomicTable`].
#[derive(Debug)]
pub struct BoundTable {
    memory: AtomicTable,
    age: u8,
}

/// Index that stands for "no cell" in a packed entry. It is off the largest board, so [`Cell::new`] returns `None` for
/// it.
const NO_CELL: usize = 511;

impl TableEntry {
    fn bits(self, age: u8) -> u64 {
        let cell = self.best.map_or(NO_CELL, Cell::index);
        pack([
            (u64::from(self.lower as u16), 16),
            (u64::from(self.upper as u16), 16),
            (u64::from(self.depth & 511), 9),
            (cell as u64, 15),
            (u64::from(age), 8),
        ])
    }

    fn from_bits(bits: u64) -> TableEntry {
        let mut fields = Fields(bits);
        let side = u16::from(MAX_SIDE);
        let lower = fields.take(16) as i16;
        let upper = fields.take(16) as i16;
        let depth = fields.take(9) as u16;
        let cell = fields.take(15) as u16;
        TableEntry {
            lower,
            upper,
            depth,
            best: Cell::new((cell % side) as u8, (cell / side) as u8),
        }
    }
}

impl BoundTable {
    /// Creates a table of `mb` mebibytes.
    ///
    /// # Errors
    /// [`OutOfMemory`] if the system does not have that much.
    pub fn new(mb: usize) -> Result<BoundTable, OutOfMemory> {
        let memory = AtomicTable::new(mb)?;
        Ok(BoundTable { memory, age: 1 })
    }

    /// Clears the table.
    pub fn clear(&mut self) {
        self.memory.clear(1);
    }

    /// Begins a new search: entries of older searches are replaced first.
    pub fn grow_older(&mut self) {
        self.age = self.age.wrapping_add(1);
    }

    /// Returns the facts stored about the position with this key; `None` if there are none.
    #[inline]
    pub fn get(&self, key: u64) -> Option<TableEntry> {
        for pair in self.memory.line(key).0.chunks_exact(2) {
            if pair[0].load(Relaxed) == key {
                let bits = pair[1].load(Relaxed);
                return (bits != 0).then(|| TableEntry::from_bits(bits));
            }
        }
        None
    }

    /// Stores facts about a position in its cache line of four entries. They replace what is stored about the same
    /// position, else they fill a free entry; if there is neither, they overwrite the least valuable entry: first those
    /// of older searches, then those of low depth.
    #[inline]
    pub fn put(&self, key: u64, known: TableEntry) {
        let line = self.memory.line(key);
        let mut least = (u32::MAX, 0);
        for slot in 0..4 {
            let old = line.0[2 * slot + 1].load(Relaxed);
            if old == 0 || line.0[2 * slot].load(Relaxed) == key {
                least.1 = slot;
                break;
            }
            let young = (old >> 56) as u8 == self.age;
            let worth = u32::from(TableEntry::from_bits(old).depth) + 512 * u32::from(young);
            if worth < least.0 {
                least = (worth, slot);
            }
        }
        line.0[2 * least.1].store(key, Relaxed);
        line.0[2 * least.1 + 1].store(known.bits(self.age), Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_put_is_got_under_its_key_alone() {
        let mut table = BoundTable::new(1).expect("one megabyte");
        let known = [
            TableEntry {
                lower: -UNBOUNDED,
                upper: 7,
                depth: 288,
                best: Cell::new(16, 16),
            },
            TableEntry {
                lower: -28_900,
                upper: 28_900,
                depth: 0,
                best: None,
            },
        ];
        for (key, known) in (1..).zip(known) {
            assert_eq!(table.get(key), None);
            table.put(key, known);
            assert_eq!(table.get(key), Some(known));
        }
        table.put(1, known[1]);
        assert_eq!(table.get(1), Some(known[1]));
        table.clear();
        assert_eq!(table.get(1), None);
    }

    #[test]
    fn deep_entries_outlive_shallow_ones_of_their_search_and_all_of_older_ones() {
        let mut table = BoundTable::new(1).expect("one megabyte");
        let known = |depth| TableEntry {
            lower: 0,
            upper: 0,
            depth,
            best: None,
        };
        // Small keys share the first cache line, which has room for four.
        for key in 1..=4 {
            table.put(key, known(20 + key as u16));
        }
        table.put(5, known(1));
        let kept = |table: &BoundTable| -> Vec<u64> {
            (1..=8).filter(|key| table.get(*key).is_some()).collect()
        };
        assert_eq!(kept(&table), [2, 3, 4, 5]);
        table.grow_older();
        table.put(6, known(1));
        table.put(7, known(2));
        assert_eq!(kept(&table), [3, 4, 6, 7]);
    }
}
