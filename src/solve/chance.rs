//! Random legal moves for tests, the same in each run.

use games::chess::{Move, MoveList};

/// Pseudo-random generator that chooses moves.
pub(crate) struct Chance(u64);

impl Chance {
    /// Creates a generator from a seed.
    pub(crate) fn new(seed: u64) -> Chance {
        Chance(seed)
    }

    /// Returns a random one of `moves`, which must not be empty.
    pub(crate) fn of(&mut self, moves: &MoveList) -> Move {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        moves[(self.0 >> 33) as usize % moves.len()]
    }
}
