//! The Kamisado player held back to one of the strengths of its own scale.

use super::{KamisadoPlayer, Strength};
use crate::{Choice, Failure, Limits, Player, Report};
use base::limits::Budget;
use base::memory::OutOfMemory;
use games::kamisado::{Match, MatchMove};
use games::{Game, Line};
use rand::SeedableRng;
use rand::rngs::StdRng;
use std::sync::atomic::AtomicBool;

/// Size of the table of a player that does not prove, in mebibytes.
const HASH_MB: usize = 1;

/// The player at a strength.
pub struct AtStrength {
    player: KamisadoPlayer,
    strength: Strength,
    rng: StdRng,
}

impl AtStrength {
    /// A player of this strength; `seed` decides its chances.
    ///
    /// # Errors
    /// [`OutOfMemory`] if there is no room for its table.
    pub fn new(strength: Strength, seed: u64) -> Result<AtStrength, OutOfMemory> {
        Ok(AtStrength {
            player: KamisadoPlayer::new(HASH_MB)?,
            strength,
            rng: StdRng::seed_from_u64(seed),
        })
    }
}

impl Player<Match> for AtStrength {
    fn new_game(&mut self, _: &Match) -> Result<(), Failure> {
        self.player.clear();
        Ok(())
    }

    fn choose(
        &mut self,
        line: &Line<Match>,
        limits: &Limits,
        stop: &AtomicBool,
    ) -> Result<Choice<MatchMove>, Failure> {
        let game = line.position();
        let budget = Budget::of_move(limits, game.turn(), stop);
        let mut halt = |nodes| budget.is_spent(nodes);
        let player = &mut self.player;
        let chosen = player.choose_at(game, self.strength, &mut self.rng, &mut halt);
        if budget.is_interrupted() {
            return Err(Failure::Interrupted);
        }
        Ok(Choice {
            chosen: chosen.ok_or_else(|| Failure::IllegalMove("(none)".to_owned()))?,
            elapsed: budget.elapsed(),
            report: Report::default(),
        })
    }
}
