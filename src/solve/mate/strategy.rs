//! Measurement of the real length of a proof: the attacking moves that the table holds are followed against every
//! defence.
//!
//! A proof of "mate in at most n" that was not found by increasing n often needs fewer moves than n, and the reply that
//! looks longest in the table is then not the one that lasts longest. Walking through all positions of the strategy
//! gives a length that is proved, and a line of just that length.

use super::Side;
use super::budget::Stopped;
use super::refuter::Refuter;
use super::table::Key;
use games::chess::{Move, Position};
use std::collections::HashMap;

/// Greatest number of positions that are visited: some tens of milliseconds.
const MOST: usize = 50_000;

/// The positions of a strategy that have been measured.
struct Strategy<'r, 'a> {
    refuter: &'r mut Refuter<'a>,
    /// For each position the greatest number of moves to the mate, and a move: the attacker's, or the reply that lasts
    /// longest.
    measured: HashMap<Key, (u32, Move)>,
}

impl Refuter<'_> {
    /// Measures the strategy behind a proved mate in at most `n`. Returns the greatest number of moves that the
    /// attacker needs, and a line of that length.
    ///
    /// # Errors
    /// [`Stopped`] if the limits are reached, the table of truths has lost too much of the proof, or there are too many
    /// positions.
    pub(super) fn measure(
        &mut self,
        p: &Position,
        n: u32,
        side: Side,
    ) -> Result<(u32, Vec<Move>), Stopped> {
        let mut strategy = Strategy {
            refuter: self,
            measured: HashMap::new(),
        };
        let length = match side {
            Side::Attacks => strategy.attack(p, n)?,
            Side::Defends => strategy.replies(p, n)?,
        };
        Ok((length, strategy.line(p)))
    }
}

impl Strategy<'_, '_> {
    fn note(&mut self, key: Key, length: u32, m: Move) -> Result<u32, Stopped> {
        self.refuter.counter.tick()?;
        self.measured.insert(key, (length, m));
        if self.measured.len() > MOST {
            Err(Stopped)
        } else {
            Ok(length)
        }
    }

    /// Measures a position with the attacker to move, in which a mate in at most `n` moves is proved. Returns the
    /// number of moves to the mate against the longest defence. The lengths that the table of truths has proved
    /// decrease with every move, so no position repeats on the path.
    fn attack(&mut self, p: &Position, n: u32) -> Result<u32, Stopped> {
        let key = self.refuter.key(p);
        if let Some(&(length, _)) = self.measured.get(&key) {
            return Ok(length);
        }
        let Some((most, m)) = self.refuter.proof(p, n)? else {
            return Err(Stopped);
        };
        let length = match most {
            1 => 1,
            _ => 1 + self.replies(&p.play(m), most - 1)?,
        };
        if length < most {
            self.refuter.store_proved(key, length, m);
        }
        self.note(key, length, m)
    }

    /// Measures a position with the defender to move, in which a mate in at most `n` moves is proved. Returns the
    /// number of moves to the mate against the longest defence.
    fn replies(&mut self, p: &Position, n: u32) -> Result<u32, Stopped> {
        let key = self.refuter.key(p);
        if let Some(&(length, _)) = self.measured.get(&key) {
            return Ok(length);
        }
        let mut longest = (0, Move::NONE);
        for r in p.legal_moves() {
            let length = self.attack(&p.play(r), n)?;
            if length > longest.0 {
                longest = (length, r);
            }
        }
        self.note(key, longest.0, longest.1)
    }

    /// Returns the line against the longest defence.
    fn line(&self, p: &Position) -> Vec<Move> {
        let mut line = Vec::new();
        let mut p = *p;
        while let Some(&(_, m)) = self.measured.get(&self.refuter.key(&p)) {
            if m == Move::NONE {
                break;
            }
            line.push(m);
            p = p.play(m);
        }
        line
    }
}

#[cfg(test)]
mod tests {
    use crate::mate::{Claim, Options, Solver, check, ends_in_mate};
    use base::limits::Allowance;
    use games::chess::Position;

    #[test]
    fn a_mate_that_was_found_takes_as_long_as_it_says_and_is_proved_at_that_length() {
        let mut solver = Solver::new(Options {
            hash_mb: 16,
            ..Options::default()
        })
        .expect("16 MB");
        // One solver for all of them: what it remembers must not lengthen or shorten the next line.
        for fen in [
            "3N3K/B2bRB2/1Qp4p/1R1pppp1/1P2k3/r3pNP1/2P1P3/b2r3q w - - 0 1",
            "4k3/8/4K3/8/8/8/8/1R5R w - - 0 1",
            "8/8/8/3k4/8/8/8/QQ2K3 w - - 0 1",
            "7k/8/8/8/8/8/1R6/R3K3 w - - 0 1",
        ] {
            let p = Position::from_fen(fen, false).expect("a position");
            for asked in [6, 9, 14] {
                let report = solver.find(&p, asked, Allowance::default());
                let proved = report.proved.expect("a mate");
                assert!(proved <= asked);
                assert_eq!(report.pv.len(), 2 * proved as usize - 1, "{fen} {asked}");
                assert!(ends_in_mate(&p, &report.pv), "{fen} {asked}");
                let claim = Claim::Mate(proved);
                let proof = solver.certificate(&p, claim, Allowance::default());
                let checked = check::verify(&proof.expect("a proof"), false);
                assert!(checked.is_ok(), "{fen} {asked}: {checked:?}");
            }
        }
    }
}
