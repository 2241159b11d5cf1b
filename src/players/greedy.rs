//! Player that looks one ply ahead: it wins if it can, and otherwise captures as much as possible.

use super::evaluate::outcome_value;
use super::{Choice, Evaluate, Failure, Player, Report, Request, Score};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

/// Player that chooses the move after which it has most material or points; ties are broken at random.
#[derive(Debug)]
pub struct Greedy {
    rng: Xoshiro256PlusPlus,
}

impl Greedy {
    /// Creates a player. The same seed gives the same moves in the same games.
    pub fn new(seed: u64) -> Greedy {
        Greedy {
            rng: Xoshiro256PlusPlus::seed_from_u64(seed),
        }
    }
}

impl<G: Evaluate> Player<G> for Greedy {
    fn answer(&mut self, request: &Request<G>) -> Result<Choice<G::Move>, Failure> {
        let position = request.game.position();
        let us = position.turn();
        let mut best = Vec::new();
        let mut best_value = i32::MIN;
        let mut nodes = 0;
        position.for_each_move(|m| {
            if !request.allows(m) {
                return;
            }
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
            return Err(Failure::no_move());
        }
        let chosen = best[self.rng.random_range(0..best.len())];
        let score = super::deepen::score(best_value);
        let is_mate = score == Score::Mate(1) && request.limits.mate_within.is_some();
        let report = Report {
            score: Some(score),
            depth: Some(1),
            nodes: Some(nodes),
            pv: vec![position.move_text(chosen)],
            mate_found: is_mate.then_some((request.control.elapsed(), nodes)),
            ..Report::default()
        };
        (request.report)(&report);
        request.answered(chosen, None, report)
    }
}
