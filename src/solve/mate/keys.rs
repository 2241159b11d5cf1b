//! All first moves that mate: the keys of a problem, with short mates and cooks.

use super::budget::{Budget, Limits, Stopped};
use super::one::is_mate;
use super::{MAX_MOVES, Side, Solver};
use crate::games::chess::{Move, Position};

/// A first move that forces mate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Key {
    /// The move.
    pub first: Move,
    /// The least number of moves in which it mates, itself included.
    pub mate_in: u32,
}

impl Solver {
    /// Every first move that forces mate in at most `n` moves, each with its exact length, in
    /// generation order.
    ///
    /// # Errors
    /// [`Stopped`] if the limits end the search before every move is decided.
    pub fn keys(&mut self, p: &Position, n: u32, limits: Limits) -> Result<Vec<Key>, Stopped> {
        let budget = Budget::new(limits);
        let mut refuter = self.refuter(p, n.min(MAX_MOVES), &budget, Side::Attacks);
        let mut keys = Vec::new();
        for first in p.legal_moves() {
            let child = p.play(first);
            if n >= 1 && is_mate(&child) {
                keys.push(Key { first, mate_in: 1 });
                continue;
            }
            for length in 2..=n.min(MAX_MOVES) {
                if refuter.defend(&child, length - 1)? {
                    let mate_in = length;
                    keys.push(Key { first, mate_in });
                    break;
                }
            }
        }
        Ok(keys)
    }
}
