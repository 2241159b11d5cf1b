//! Table of facts about the states of one round, by the exact state.
//!
//! A state seen from the side to move is sixteen squares of six bits, the required colour, the flag for a zero move,
//! and the side to move if that makes a difference: 101 bits. An entry of 128 bits keeps all of them, so two states are
//! never confused, and has 27 bits left for the facts.
//!
//! A half turn of the board only exchanges the sides. So as long as the towers of both sides have the same ranks, the
//! side to move is left out, and a state and its half turn share an entry. With other ranks the mover's sumo in one
//! state is the opponent's in the other. The ranks themselves and the rule for deadlocks belong to the round: the table
//! must be cleared when they change.

use base::memory::{AtomicTable, Fields, OutOfMemory, pack};
use base::mixing::fold;
use games::kamisado::Position;
use std::sync::atomic::Ordering::Relaxed;

/// The exact state: the low 101 bits of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State(u128);

impl State {
    /// Returns the state of a position with a required colour.
    #[inline]
    pub fn of(position: &Position) -> State {
        let seat = position.seat();
        let own = packed(position.own_squares(seat));
        let other = packed(position.own_squares(seat ^ 1));
        let [black, white] = position.ranks();
        let turn = if black == white { 0 } else { seat as u64 };
        let rest = turn << 4
            | u64::from(position.required_number() & 7) << 1
            | u64::from(position.after_zero());
        State(u128::from(own) | u128::from(other) << 48 | u128::from(rest) << 96)
    }

    #[inline]
    fn hash(self) -> u64 {
        let low = self.0 as u64 ^ 0x9e37_79b9_7f4a_7c15;
        let high = (self.0 >> 64) as u64 ^ 0xd1b5_4a32_d192_ed03;
        fold(low, high | 1 << 63).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }
}

/// Packs eight numbers of six bits, in one byte each, into 48 bits.
#[inline]
fn packed(squares: [u8; 8]) -> u64 {
    let x = u64::from_le_bytes(squares);
    let x = (x & 0x003f_003f_003f_003f) | (x & 0x3f00_3f00_3f00_3f00) >> 2;
    let x = (x & 0x0000_0fff_0000_0fff) | (x & 0x0fff_0000_0fff_0000) >> 4;
    (x & 0x00ff_ffff) | (x >> 32 & 0x00ff_ffff) << 24
}

/// Facts known about a state. Distances are in plies, up to 127.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableEntry {
    /// The side to move wins within this many plies; 0 if that is not known.
    pub wins: u8,
    /// The side to move loses within this many plies; 0 if that is not known.
    pub loses: u8,
    /// The side to move cannot force a win within this many plies.
    pub no_win: u8,
    /// The side to move cannot be forced to lose within this many plies.
    pub no_loss: u8,
    /// The target square of the best step so far, from the mover's view.
    pub best: u8,
    /// Binary logarithm of the work behind the entry, up to 31: entries with little work are replaced first.
    pub effort: u8,
}

impl TableEntry {
    /// Entry of a state about which nothing is known.
    pub const NOTHING: TableEntry = TableEntry {
        wins: 0,
        loses: 0,
        no_win: 0,
        no_loss: 0,
        best: 0,
        effort: 0,
    };

    /// Packs the facts into 27 bits. A state that is won needs no bounds on its loss, and vice versa.
    fn bits(self) -> u128 {
        let (kind, a, b) = if self.wins > 0 {
            (1, self.wins, self.no_win)
        } else if self.loses > 0 {
            (2, self.loses, self.no_loss)
        } else {
            (3, self.no_win, self.no_loss)
        };
        let fields = [(self.effort, 5), (self.best, 6), (b, 7), (a, 7), (kind, 2)];
        u128::from(pack(fields.map(|(field, width)| (u64::from(field), width))))
    }

    fn from_bits(bits: u32) -> TableEntry {
        let mut fields = Fields(u64::from(bits));
        let [effort, best, b, a, kind] = [5, 6, 7, 7, 2].map(|width| fields.take(width) as u8);
        let mut known = TableEntry {
            best,
            effort,
            ..TableEntry::NOTHING
        };
        match kind {
            1 => (known.wins, known.no_win, known.no_loss) = (a, b, 127),
            2 => (known.loses, known.no_loss, known.no_win) = (a, b, 127),
            3 => (known.no_win, known.no_loss) = (a, b),
            _ => {}
        }
        known
    }
}

/// A hash table of facts about states. A single prover uses it; its entries are atomic only because it is stored in an
/// [`AtomicTable`].
#[derive(Debug)]
pub struct StateTable(AtomicTable);

/// Number of bits of an entry that hold its state.
const STATE_BITS: u32 = 101;
const STATE: u128 = (1 << STATE_BITS) - 1;

impl StateTable {
    /// Creates a table of `mb` mebibytes.
    ///
    /// # Errors
    /// [`OutOfMemory`] if the system does not have that much.
    pub fn new(mb: usize) -> Result<StateTable, OutOfMemory> {
        Ok(StateTable(AtomicTable::new(mb)?))
    }

    /// Clears the table.
    pub fn clear(&mut self) {
        self.0.clear(1);
    }

    /// Returns the facts known about a state; [`TableEntry::NOTHING`] if there are none.
    #[inline]
    pub fn get(&self, state: State) -> TableEntry {
        for pair in self.0.line(state.hash()).0.chunks_exact(2) {
            let low = pair[0].load(Relaxed);
            let high = pair[1].load(Relaxed);
            let entry = u128::from(low) | u128::from(high) << 64;
            if entry & STATE == state.0 {
                return TableEntry::from_bits((entry >> STATE_BITS) as u32);
            }
        }
        TableEntry::NOTHING
    }

    /// Stores facts about a state. They replace older facts about it or an empty entry if the state's cache line has
    /// one, else the entry of that line with the least effort.
    #[inline]
    pub fn put(&mut self, state: State, known: TableEntry) {
        let entry = state.0 | known.bits() << STATE_BITS;
        let line = self.0.line(state.hash());
        let mut cheapest = (u8::MAX, 0);
        for slot in 0..4 {
            let low = line.0[2 * slot].load(Relaxed);
            let high = line.0[2 * slot + 1].load(Relaxed);
            let old = u128::from(low) | u128::from(high) << 64;
            if old & STATE == state.0 || old == 0 {
                cheapest = (0, slot);
                break;
            }
            let effort = (old >> STATE_BITS & 31) as u8;
            if effort < cheapest.0 {
                cheapest = (effort, slot);
            }
        }
        line.0[2 * cheapest.1].store(entry as u64, Relaxed);
        line.0[2 * cheapest.1 + 1].store((entry >> 64) as u64, Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_put_is_got_for_that_state_alone() {
        let mut table = StateTable::new(1).expect("one megabyte");
        let text = |flag| format!("NZPSA1VM/m7/5R2/8/8/8/8/1vraspzn b r {flag} 9");
        let state = |flag| State::of(&Position::parse(&text(flag)).expect("legal"));
        let wins = TableEntry {
            wins: 17,
            no_win: 15,
            best: 63,
            effort: 31,
            ..TableEntry::NOTHING
        };
        table.put(state(0), wins);
        assert_eq!(
            table.get(state(0)),
            TableEntry {
                no_loss: 127,
                ..wins
            }
        );
        assert_eq!(table.get(state(1)), TableEntry::NOTHING);
        let loses = TableEntry {
            loses: 126,
            no_loss: 124,
            ..TableEntry::NOTHING
        };
        table.put(state(0), loses);
        assert_eq!(table.get(state(0)).loses, 126);
        assert_eq!(table.get(state(0)).no_win, 127);
        let open = TableEntry {
            no_win: 9,
            no_loss: 8,
            ..TableEntry::NOTHING
        };
        table.put(state(1), open);
        assert_eq!(table.get(state(1)), open);
        table.clear();
        assert_eq!(table.get(state(0)), TableEntry::NOTHING);
    }

    #[test]
    fn a_half_turn_is_another_state_where_the_sides_have_other_ranks() {
        let state = |text| State::of(&Position::parse(text).expect("legal"));
        let plain = state("4R3/2V2P1S/Z7/1A3N2/8/vz2M3/2a1n3/1m1rp1s1 w Z 0 9");
        let turned = state("1S1PR1M1/3N1A2/3m2ZV/8/2n3a1/7z/s1p2v2/3r4 b z 0 9");
        assert_eq!(plain, turned);
        let sumo = state("4R3/2V2P1S/Z7/1A3N2/8/vz+2M3/2a1n3/1m1rp1s1 w Z 0 9");
        let turned = state("1S1PR1M1/3N1A2/3m2ZV/8/2n3a1/7z+/s1p2v2/3r4 b z 0 9");
        assert_ne!(sumo, turned);
    }

    #[test]
    fn six_bits_each_are_kept() {
        let bits = packed([63, 0, 1, 2, 62, 33, 17, 63]);
        let back: Vec<_> = (0..8).map(|i| (bits >> (6 * i) & 63) as u8).collect();
        assert_eq!(back, [63, 0, 1, 2, 62, 33, 17, 63]);
    }
}
