//! Themes of a problem, by its solution.

use super::error::{Error, Result};
use super::problem::Draft;
use super::verify::HASH_MB;
use games::chess::Position;
use solve::mate::{Extent, Inquiry, Options, Solver, VerdictWord, WantedKeys};
use solve::themes::{Found, of_solution};
use std::sync::atomic::AtomicBool;

/// Positions that are visited at most to find a solution for its themes.
const NODES: u64 = 50_000_000;

/// Finds the themes of one problem after the other.
pub struct ThemeFinder {
    solver: Solver,
}

impl ThemeFinder {
    /// A finder with a solver of its own.
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

    /// The themes of a problem, with set play and tries. `None` if it has no mate in N, or if the limit of positions or
    /// `stop` ended the search for its solution.
    ///
    /// # Errors
    /// [`Error::Refused`] for a problem that is no direct mate, [`Error::Position`] if its position is none.
    pub fn themes(&mut self, draft: &Draft, stop: &AtomicBool) -> Result<Option<Vec<Found>>> {
        self.solver.clear();
        let (position, moves) = (draft.position()?, draft.mate()?);
        themes_by(&mut self.solver, &position, moves, stop)
    }
}

/// The themes of a problem: see [`ThemeFinder::themes`].
///
/// # Errors
/// As for that, and for [`ThemeFinder::new`].
pub fn themes(draft: &Draft, stop: &AtomicBool) -> Result<Option<Vec<Found>>> {
    ThemeFinder::new()?.themes(draft, stop)
}

/// The themes of a mate in `moves`, by a solver that there is already.
///
/// # Errors
/// [`Error::Invalid`] for more moves than are solved.
pub(crate) fn themes_by(
    solver: &mut Solver,
    position: &Position,
    moves: u32,
    stop: &AtomicBool,
) -> Result<Option<Vec<Found>>> {
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
        .inquire(position, inquiry, Some(stop), |_| {})
        .map_err(Error::invalid)?;
    let mates = answer.verdict_word() == VerdictWord::Mate;
    let solution = answer.solution.and_then(std::result::Result::ok);
    Ok(solution
        .filter(|_| mates)
        .map(|solution| of_solution(position, &solution)))
}
