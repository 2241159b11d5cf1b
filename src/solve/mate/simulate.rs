//! Simulation: tries the proof of one reply on its sibling replies, without a search.
//!
//! Most replies change nothing that matters: the attack that answers one of them is the threat, and answers the others
//! too, move for move. A simulation walks through the proof that the table holds for a *model* position, plays the same
//! attacking moves in the position at hand, and tests for every defence there whether the model's answer to it mates as
//! well. It costs as many nodes as the proof has positions, and can only prove: if the model has no answer to a
//! defence, the search goes on as if the simulation had not been tried.
//!
//! Source: Kawano, "Using similar positions to search game trees" (1996).

use super::budget::Stopped;
use super::one::mate_in_one;
use super::refuter::Refuter;
use games::chess::{Move, Position};

impl Refuter<'_> {
    /// Returns true if the proof of `model`, an attack node, also mates `p`, in at most `n` moves.
    pub(super) fn simulate_attack(
        &mut self,
        p: &Position,
        model: &Position,
        n: u32,
    ) -> Result<bool, Stopped> {
        self.counter.tick()?;
        if self.drawn(p) {
            return Ok(false);
        }
        if let Some(m) = mate_in_one(p) {
            self.store_proved(self.key(p), 1, m);
            return Ok(true);
        }
        if n < 2 {
            return Ok(false);
        }
        let key = self.key(p);
        let known = self.table.probe(key);
        if known.proved <= n || known.refuted >= n {
            return Ok(known.proved <= n);
        }
        let Some((length, m)) = self.known_proof(model, n) else {
            return Ok(false);
        };
        if !p.is_legal(m) {
            return Ok(false);
        }
        // If the model is mated at once there is no proof to follow.
        if length < 2 || !self.simulate_defence(&p.play(m), &model.play(m), n - 1)? {
            return Ok(false);
        }
        self.store_proved(key, n, m);
        Ok(true)
    }

    /// Returns true if the proof of `model`, a defence node, also mates `p`, in at most `n` moves.
    fn simulate_defence(
        &mut self,
        p: &Position,
        model: &Position,
        n: u32,
    ) -> Result<bool, Stopped> {
        self.counter.tick()?;
        let replies = p.legal_moves();
        if replies.is_empty() {
            return Ok(p.in_check());
        }
        if n == 0 || self.drawn(p) {
            return Ok(false);
        }
        let key = self.key(p);
        if n > 1 {
            let known = self.table.probe(key);
            if known.proved <= n || known.refuted >= n {
                return Ok(known.proved <= n);
            }
        }
        for &r in &replies {
            let child = p.play(r);
            let answered = if model.is_legal(r) {
                self.simulate_attack(&child, &model.play(r), n)?
            } else {
                !self.drawn(&child) && mate_in_one(&child).is_some()
            };
            if !answered {
                return Ok(false);
            }
        }
        if n > 1 {
            self.store_proved(key, n, Move::NONE);
        }
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use super::super::budget::NodeCounter;
    use super::super::table::ProofTable;
    use super::*;
    use base::limits::Allowance;

    /// A refuter's answers with an empty table.
    fn with_refuter<T>(p: &Position, ask: impl FnOnce(&mut Refuter) -> T) -> T {
        let table = ProofTable::new(1).expect("memory");
        let budget = Allowance::default().begin();
        let mut refuter = Refuter::new(&table, NodeCounter::new(&budget), p.turn(), false);
        ask(&mut refuter)
    }

    fn position(fen: &str) -> Position {
        Position::from_fen(fen, false).expect("legal")
    }

    #[test]
    fn a_proof_is_carried_over_to_a_reply_that_changes_nothing() {
        // The king drives to the corner whatever the far pawn does.
        let model = position("7k/8/5K2/p7/8/8/8/6R1 w - - 0 1");
        let other = position("7k/8/5K2/8/p7/8/8/6R1 w - - 0 1");
        with_refuter(&model, |refuter| {
            assert_eq!(refuter.simulate_attack(&other, &model, 3), Ok(false));
            let n = (1..6).find(|n| refuter.attack(&model, *n) == Ok(true));
            let n = n.expect("a short mate");
            assert!(n > 1);
            assert_eq!(refuter.simulate_attack(&other, &model, n), Ok(true));
        });
    }

    #[test]
    fn what_a_simulation_proves_is_true() {
        let starts = [
            "7k/8/5K2/p7/8/8/8/6R1 w - - 0 1",
            "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1",
            "8/8/1p6/8/2n5/1K6/3Q4/k7 w - - 0 1",
            "k7/3b4/2K5/8/8/n7/8/1R3Q2 w - - 0 1",
            "8/5ppk/7p/4N3/6Q1/8/1K6/5r2 w - - 0 1",
        ];
        let (mut carried, mut refused) = (0, 0);
        for fen in starts {
            let root = position(fen);
            for first in root.legal_moves() {
                let after = root.play(first);
                let replies = after.legal_moves();
                with_refuter(&root, |refuter| {
                    for &r in &replies {
                        let model = after.play(r);
                        if refuter.attack(&model, 3) != Ok(true) {
                            continue;
                        }
                        for &other in &replies {
                            let child = after.play(other);
                            // Asked with a table that knows nothing but the model's proof.
                            let simulated = with_refuter(&root, |refuter| {
                                assert_eq!(refuter.attack(&model, 3), Ok(true));
                                refuter.simulate_attack(&child, &model, 3)
                            });
                            let truth = with_refuter(&root, |refuter| refuter.attack(&child, 3));
                            match simulated {
                                Ok(true) => {
                                    carried += 1;
                                    assert_eq!(truth, Ok(true), "{}", child.fen());
                                }
                                _ => refused += usize::from(truth == Ok(false)),
                            }
                        }
                    }
                });
            }
        }
        assert!(carried > 100 && refused > 100, "{carried}, {refused}");
    }
}
