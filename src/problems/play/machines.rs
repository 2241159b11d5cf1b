//! Moves of the machines M1 and M2 in a duel.
//!
//! M1 attacks and defends by alpha-beta with the material heuristic, and does not look further than it searches. M2 is
//! the full engine with the exact solver: it attacks with the stored keys and with proofs, so that it mates in every
//! verified problem, and defends for as long as possible.

use super::judge::stored_key;
use super::{Duel, Mind, Side};
use base::clock::ClockRule;
use base::say;
use games::Text;
use players::{AlphaBeta, EngineOptions, Failure, Player, Prover};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Size of the engine's table, in mebibytes.
const HASH_MB: usize = 16;

/// The two machines, each created at its first move.
pub struct Machines {
    prover: Option<Box<Prover>>,
    movetime: Duration,
    seed: u64,
}

impl Machines {
    /// Creates machines that think for `movetime` on a move if there is no clock; `seed` determines their random
    /// choices.
    pub fn new(movetime: Duration, seed: u64) -> Machines {
        Machines {
            prover: None,
            movetime,
            seed,
        }
    }

    /// Returns the move of a machine in a duel in which it is to move, in UCI notation.
    ///
    /// # Errors
    /// [`Failure`] if the search was stopped, or if there is not enough memory.
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
                    // The time of a proof is not limited, because the verification has already found it once.
                    limits.movetime = None;
                }
                self.prover()?.choose(&line, &limits, stop)?
            }
            Mind::Person => {
                let who = |lang| duel.player(duel.turn(), lang);
                let said = |lang| say!(lang, "play-no-machine", who = who(lang));
                return Err(Failure::Start(Text::of(said)));
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
                Box::new(prover?)
            }
        };
        Ok(self.prover.insert(prover))
    }
}
