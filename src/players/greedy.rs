//! The player that looks one ply ahead: it takes what can be had at once, and wins if it can.

use super::evaluate::outcome_value;
use super::{Choice, Evaluate, Failure, Limits, Player, Report, Score};
use games::Line;
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use std::sync::atomic::AtomicBool;
use std::time::Instant;

/// Plays the move after which it has most, in material or count; ties are broken by chance.
#[derive(Debug)]
pub struct Greedy {
    rng: Xoshiro256PlusPlus,
}

impl Greedy {
    /// The same seed gives the same moves in the same games.
    pub fn new(seed: u64) -> Greedy {
        Greedy {
            rng: Xoshiro256PlusPlus::seed_from_u64(seed),
        }
    }
}

impl<G: Evaluate> Player<G> for Greedy {
    fn new_game(&mut self, _: &G) -> Result<(), Failure> {
        Ok(())
    }

    fn choose(
        &mut self,
        line: &Line<G>,
        limits: &Limits,
        _: &AtomicBool,
    ) -> Result<Choice<G::Move>, Failure> {
        let started = Instant::now();
        let position = line.position();
        let us = position.turn();
        let mut best = Vec::new();
        let mut best_value = i32::MIN;
        let mut nodes = 0;
        position.for_each_move(|m| {
            let child = position.play(m);
            nodes += 1;
            let value = match child.outcome() {
                Some(outcome) => outcome_value(&child, outcome, us, 1),
                None => child.gain_for(us),
            };
            if value > best_value {
                best_value = value;
                best.clear();
            }
            if value == best_value {
                best.push(m);
            }
        });
        if best.is_empty() {
            return Err(Failure::IllegalMove("(none)".to_owned()));
        }
        let chosen = best[self.rng.random_range(0..best.len())];
        let score = super::deepen::score(best_value);
        let elapsed = started.elapsed();
        let is_mate = score == Score::Mate(1) && limits.mate_within.is_some();
        Ok(Choice {
            chosen,
            elapsed,
            report: Report {
                score: Some(score),
                depth: Some(1),
                nodes: Some(nodes),
                pv: vec![position.move_text(chosen)],
                mate_found: is_mate.then_some((elapsed, nodes)),
            },
        })
    }
}
