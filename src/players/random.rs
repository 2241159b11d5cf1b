//! The player that takes any legal move: the zero of every rating scale.

use super::{Choice, Failure, Limits, Player, Report};
use games::{Game, Line};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use std::sync::atomic::AtomicBool;
use std::time::Instant;

/// Chooses uniformly among the legal moves.
#[derive(Debug)]
pub struct Random {
    rng: Xoshiro256PlusPlus,
}

impl Random {
    /// The same seed gives the same moves in the same games.
    pub fn new(seed: u64) -> Random {
        Random {
            rng: Xoshiro256PlusPlus::seed_from_u64(seed),
        }
    }
}

impl<G: Game> Player<G> for Random {
    fn new_game(&mut self, _: &G) -> Result<(), Failure> {
        Ok(())
    }

    fn choose(
        &mut self,
        line: &Line<G>,
        _: &Limits,
        _: &AtomicBool,
    ) -> Result<Choice<G::Move>, Failure> {
        let started = Instant::now();
        let moves = line.position().legal_moves();
        if moves.is_empty() {
            return Err(Failure::IllegalMove("(none)".to_owned()));
        }
        Ok(Choice {
            chosen: moves[self.rng.random_range(0..moves.len())],
            elapsed: started.elapsed(),
            report: Report::default(),
        })
    }
}
