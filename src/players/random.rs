//! Player that chooses any legal move: the lowest reference of every rating scale.

use super::{Choice, Failure, Player, Report, Request};
use games::Game;
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

/// Player that chooses uniformly among the legal moves.
#[derive(Debug)]
pub struct Random {
    rng: Xoshiro256PlusPlus,
}

impl Random {
    /// Creates a player. The same seed gives the same moves in the same games.
    pub fn new(seed: u64) -> Random {
        Random {
            rng: Xoshiro256PlusPlus::seed_from_u64(seed),
        }
    }
}

impl<G: Game> Player<G> for Random {
    fn answer(&mut self, request: &Request<G>) -> Result<Choice<G::Move>, Failure> {
        let mut moves = request.game.position().legal_moves();
        moves.retain(|m| request.allows(*m));
        if moves.is_empty() {
            return Err(Failure::no_move());
        }
        let chosen = moves[self.rng.random_range(0..moves.len())];
        request.answered(chosen, None, Report::default())
    }
}
