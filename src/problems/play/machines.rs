//! Moves of the machines M1 and M2 in a duel.
//!
//! M1 is alpha-beta with the material heuristic, attacking and defending: what it sees it plays. M2 is
//! the full engine with the exact solver: it attacks by the keys of the collection and by proofs, so
//! that it mates in every verified problem, and holds out as long as can be.

use super::judge::stored_key;
use super::{Duel, Mind, Side};
use base::clock::ClockRule;
use games::Lang;
use players::{AlphaBeta, EngineOptions, Failure, Player, Prover};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// The engine's table, in mebibytes.
const HASH_MB: usize = 16;

/// The two machines, made when they are first asked.
pub struct Machines {
    prover: Option<Box<Prover>>,
    movetime: Duration,
    seed: u64,
}

impl Machines {
    /// Machines that think so long on a move where no clock tells them; `seed` decides what they leave
    /// to chance.
    pub fn new(movetime: Duration, seed: u64) -> Machines {
        Machines {
            prover: None,
            movetime,
            seed,
        }
    }

    /// Returns the move of a machine in a duel where it is to move, in the protocol's form.
    ///
    /// # Errors
    /// [`Failure`]: it was stopped, or there is no memory for it.
    pub fn choose(
        &mut self,
        duel: &Duel,
        mind: Mind,
        now: Duration,
        stop: &AtomicBool,
    ) -> Result<String, Failure> {
        let line = duel.line();
        let attacks = duel.turn() == Side::Attacker;
        let mut limits = duel.room().limits(self.movetime, now);
        if attacks {
            limits.mate_within = Some(duel.moves_left())
        } else {
            limits.mated_within = Some(duel.moves_left())
        }
        let choice = match mind {
            Mind::M1 => AlphaBeta.choose(&line, &limits, stop)?,
            Mind::M2 => {
                if line.moves().is_empty()
                    && let Some(key) = stored_key(duel)
                {
                    return Ok(line.position().move_text(key));
                }
                if attacks && duel.room().options().clock == ClockRule::Unlimited {
                    // A proof takes what it takes; it was found once before.
                    limits.movetime = None;
                }
                self.prover()?.choose(&line, &limits, stop)?
            }
            Mind::Person => {
                let who = duel.player(duel.turn(), Lang::EN);
                return Err(Failure::Start(format!("{who} is no machine")));
            }
        };
        Ok(line.position().move_text(choice.chosen))
    }

    fn prover(&mut self) -> Result<&mut Prover, Failure> {
        let prover = match self.prover.take() {
            Some(prover) => prover,
            None => {
                let options = EngineOptions::with_hash(HASH_MB);
                let prover = Prover::new(options, self.seed);
                Box::new(prover.map_err(|error| Failure::Start(error.to_string()))?)
            }
        };
        Ok(self.prover.insert(prover))
    }
}
