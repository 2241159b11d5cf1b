//! Themes of a problem, recognised from its solution.

use super::error::{Error, Result};
use super::problem::Draft;
use super::verify::HASH_MB;
use games::chess::Position;
use solve::mate::{Extent, Inquiry, Options, Solver, VerdictWord, WantedKeys};
use solve::themes::{Found, of_solution};
use std::sync::atomic::AtomicBool;

/// Maximum number of positions that are visited to find a solution for its themes.
const NODES: u64 = 50_000_000;

/// Recogniser of themes, which keeps its solver for several problems.
pub struct ThemeFinder {
    solver: Solver,
}

impl ThemeFinder {
    /// Creates a finder with a solver of its own.
    ///
    /// # Errors
    /// [`Error::Invalid`] if the solver's tables do not fit in memory.
    pub fn new() -> Result<ThemeFinder> {
        let options = Options {
            hash_mb: HASH_MB,
            ..Options::default()
        };
        let solver = Solver::new(options).map_err(Error::invalid)?;
        Ok(ThemeFinder { solver })
    }

    /// Returns the themes of a problem, including those of set play and tries; `None` if it has no mate in N, or if the
    /// limit of positions or `stop` ended the search for its solution.
    ///
    /// # Errors
    /// [`Error::Refused`] for a problem that is no direct mate, [`Error::Position`] for an invalid position.
    pub fn themes(&mut self, draft: &Draft, stop: &AtomicBool) -> Result<Option<Vec<Found>>> {
        self.solver.clear();
        let (position, moves) = (draft.position()?, draft.mate()?);
        themes_by(&mut self.solver, &position, moves, stop)
    }
}

/// Returns the themes of a problem, with a new solver: see [`ThemeFinder::themes`].
///
/// # Errors
/// As for [`ThemeFinder::themes`] and [`ThemeFinder::new`].
pub fn themes(draft: &Draft, stop: &AtomicBool) -> Result<Option<Vec<Found>>> {
    ThemeFinder::new()?.themes(draft, stop)
}

/// Returns the themes of a mate in `moves`, with an existing solver; `None` as for [`ThemeFinder::themes`].
///
/// # Errors
/// [`Error::Invalid`] if the solver does not solve so many moves.
pub(crate) fn themes_by(
    solver: &mut Solver,
    position: &Position,
    moves: u32,
    stop: &AtomicBool,
) -> Result<Option<Vec<Found>>> {
    // The conversion cannot fail: the number is at most MAX_MOVES.
    let inquiry = Inquiry {
        keys: Some(WantedKeys::Asked),
        solution: Some(Extent {
            tries: true,
            set_play: true,
        }),
        ..Inquiry::new(moves as i32).within(None, Some(NODES))
    };
    let answer = solver
        .inquire(position, inquiry, Some(stop), |_| {})
        .map_err(Error::invalid)?;
    let mates = answer.verdict_word() == VerdictWord::Mate;
    let solution = answer.solution.and_then(std::result::Result::ok);
    Ok(solution
        .filter(|_| mates)
        .map(|solution| of_solution(position, &solution)))
}
