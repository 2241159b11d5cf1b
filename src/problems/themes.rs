//! Themes of a problem, by its solution.

use super::error::{Error, Result};
use super::problem::Draft;
use super::verify::HASH_MB;
use solve::mate::{Extent, Inquiry, Options, Solver, VerdictWord, WantedKeys};
use solve::themes::{Found, of_solution};
use std::sync::atomic::AtomicBool;

/// Positions that are visited at most to find a solution for its themes.
const NODES: u64 = 50_000_000;

/// The themes of a problem, with set play and tries. `None` if it has no mate in N, or if the limit of positions or
/// `stop` ended the search for its solution.
///
/// # Errors
/// [`Error::Refused`] for a problem that is no direct mate, [`Error::Position`] if its position is none, [`Error::Invalid`] if the solver's tables do not fit in memory.
pub fn themes(draft: &Draft, stop: &AtomicBool) -> Result<Option<Vec<Found>>> {
    let moves = draft.mate()?;
    let position = draft.position()?;
    let options = Options {
        hash_mb: HASH_MB,
        ..Options::default()
    };
    let mut solver = Solver::new(options).map_err(Error::invalid)?;
    // At most MAX_MOVES, which is small.
    let inquiry = Inquiry {
        keys: Some(WantedKeys::Asked),
        solution: Some(Extent {
            tries: true,
            set_play: true,
        }),
        ..Inquiry::new(moves as i32).within(None, Some(NODES))
    };
    let answer = solver
        .inquire(&position, inquiry, Some(stop), |_| {})
        .map_err(Error::invalid)?;
    let mates = answer.verdict_word() == VerdictWord::Mate;
    let solution = answer.solution.and_then(std::result::Result::ok);
    Ok(solution
        .filter(|_| mates)
        .map(|solution| of_solution(&position, &solution)))
}
