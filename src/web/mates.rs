//! The mate finder of a page: works beside the search, in a worker of its own.

use analysis::AnalysedLine;
use base::limits::Allowance;
use base::memory::OutOfMemory;
use base::time::Instant;
use engine::search::score;
use games::chess::Position;
use solve::mate::{Options, Solver};
use std::time::Duration;

/// Time of the first attempt to prove a mate by the side to move, and of the first for the other side; it doubles after
/// each pair.
const FIRST: Duration = Duration::from_millis(100);

/// Greatest length of the mates searched for, in moves.
const LONGEST: u32 = 40;

/// Solver for mates of any length.
pub struct Finder {
    solver: Solver,
}

impl Finder {
    /// Creates a finder with tables of `hash_mb` mebibytes.
    ///
    /// # Errors
    /// [`OutOfMemory`] if the memory of the page does not suffice.
    pub fn new(hash_mb: usize) -> Result<Finder, OutOfMemory> {
        let options = Options {
            hash_mb,
            any_length: true,
            ..Options::default()
        };
        Ok(Finder {
            solver: Solver::new(options)?,
        })
    }

    /// Searches for a forced mate for `time`, in turns for the side to move and for the other side. Returns the proved
    /// mate, or `None` if nothing was proved in time.
    pub fn find(&mut self, position: &Position, time: Duration) -> Option<AnalysedLine> {
        let begun = Instant::now();
        let mut attempt = FIRST;
        loop {
            for attacks in [true, false] {
                let left = time.saturating_sub(begun.elapsed());
                if left.is_zero() {
                    return None;
                }
                let within = Allowance {
                    time: Some(attempt.min(left)),
                    nodes: None,
                    stop: None,
                };
                let report = if attacks {
                    self.solver.find(position, LONGEST, within)
                } else {
                    self.solver.find_mated(position, LONGEST, within)
                };
                if let Some(moves) = report.proved {
                    let moves = moves as usize;
                    let value = if attacks {
                        score::mate_in((2 * moves).saturating_sub(1))
                    } else {
                        score::mated_in(2 * moves)
                    };
                    return Some(AnalysedLine::new(position, value, &report.pv));
                }
            }
            attempt *= 2;
        }
    }
}
