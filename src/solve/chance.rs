//! Random legal moves for tests: the same ones each time.

use games::chess::{Move, MoveList};

/// A source of moves.
pub(crate) struct Chance(u64);

impl Chance {
    /// From a seed.
    pub(crate) fn new(seed: u64) -> Chance {
        Chance(seed)
    }

    /// One of some moves, of which there is at least one.
    pub(crate) fn of(&mut self, moves: &MoveList) -> Move {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        moves[(self.0 >> 33) as usize % moves.len()]
    }
}
