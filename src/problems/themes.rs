//! Themes of a problem, recognised from its solution.

use super::error::{Error, Result};
use super::formats::parts;
use super::problem::Draft;
use super::verify::HASH_MB;
use games::chess::{Color, Position};
use solve::fairy::Subject;
use solve::mate::{Extent, Inquiry, Options, Solver, VerdictWord, WantedKeys};
use solve::stipulation::{self, Aim, Play};
use solve::themes::{Found, of_part, of_solution};
use std::sync::atomic::AtomicBool;

/// Maximum number of positions that are visited to find a solution for its themes.
const NODES: u64 = 50_000_000;

/// Result of the search for the themes of a problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Themes {
    /// Themes that the solutions show, those of the twins included.
    Found(Vec<Found>),
    /// The limit of positions or the stop flag ended the search for a solution, the solution is too long to be
    /// examined, or there is no mate in N.
    Unsolved,
    /// Themes are recognised only in mates in N, helpmates and selfmates of orthodox chess, with both kings.
    NotExamined,
}

impl Themes {
    /// Returns the themes if they are known.
    pub fn found(&self) -> Option<&[Found]> {
        match self {
            Themes::Found(found) => Some(found),
            Themes::Unsolved | Themes::NotExamined => None,
        }
    }
}

/// Recogniser of themes, which keeps its solvers for several problems.
pub struct ThemeFinder {
    mates: Solver,
    /// Solver of helpmates and selfmates; `None` until there is such a problem.
    others: Option<stipulation::Solver>,
}

impl ThemeFinder {
    /// Creates a finder with solvers of its own.
    ///
    /// # Errors
    /// [`Error::Invalid`] if the tables do not fit in memory.
    pub fn new() -> Result<ThemeFinder> {
        let options = Options {
            hash_mb: HASH_MB,
            ..Options::default()
        };
        Ok(ThemeFinder {
            mates: Solver::new(options).map_err(Error::invalid)?,
            others: None,
        })
    }

    /// Returns the themes of a problem, including those of set play and tries where one side plays against the other.
    ///
    /// # Errors
    /// [`Error::Position`] or [`Error::Invalid`] for an invalid problem, [`Error::Invalid`] if the tables do not fit in
    /// memory.
    pub fn themes(&mut self, draft: &Draft, stop: &AtomicBool) -> Result<Themes> {
        if let Ok(moves) = draft.mate() {
            return self.of_mate(&draft.position()?, moves, stop);
        }
        let mut all: Vec<Found> = Vec::new();
        for part in parts(draft).map_err(Error::Invalid)? {
            let Subject::Chess(position) = &part.subject else {
                return Ok(Themes::NotExamined);
            };
            let asked = part.inquiry.stipulation;
            let changed = part.inquiry.quodlibet || part.inquiry.post_key;
            let has_kings = Color::ALL.into_iter().all(|color| position.has_king(color));
            let themes = match asked.play() {
                _ if changed || !has_kings || asked.aim() != Aim::Mate => Themes::NotExamined,
                Play::Direct => self.of_mate(position, asked.moves(), stop)?,
                Play::Help | Play::Self_ => self.of_other(position, asked, stop)?,
                _ => Themes::NotExamined,
            };
            let Themes::Found(themes) = themes else {
                return Ok(themes);
            };
            for found in themes {
                if all.iter().all(|other| other.theme != found.theme) {
                    all.push(found);
                }
            }
        }
        all.sort_by_key(|found| found.theme);
        Ok(Themes::Found(all))
    }

    fn of_mate(&mut self, position: &Position, moves: u32, stop: &AtomicBool) -> Result<Themes> {
        self.mates.clear();
        let found = themes_by(&mut self.mates, position, moves, stop)?;
        Ok(found.map_or(Themes::Unsolved, Themes::Found))
    }

    /// Returns the themes of a helpmate or selfmate.
    fn of_other(
        &mut self,
        position: &Position,
        asked: stipulation::Stipulation,
        stop: &AtomicBool,
    ) -> Result<Themes> {
        let solver = match &mut self.others {
            Some(solver) => solver,
            none => none.insert(stipulation::Solver::new(HASH_MB).map_err(Error::invalid)?),
        };
        let battle = asked.is_battle();
        let inquiry = stipulation::Inquiry {
            set_play: battle,
            tries: usize::from(battle),
            threats: battle,
            variations: battle,
            nodes: Some(NODES),
            ..stipulation::Inquiry::new(asked)
        };
        let answer = solver.inquire(position, &inquiry, Some(stop), |_| {});
        let found = answer.parts.first().and_then(of_part);
        Ok(found.map_or(Themes::Unsolved, Themes::Found))
    }
}

/// Returns the themes of a problem, with new solvers: see [`ThemeFinder::themes`].
///
/// # Errors
/// As for [`ThemeFinder::themes`] and [`ThemeFinder::new`].
pub fn themes(draft: &Draft, stop: &AtomicBool) -> Result<Themes> {
    ThemeFinder::new()?.themes(draft, stop)
}

/// Returns the themes of a mate in `moves`, with an existing solver; `None` if there is no such mate, or
/// as for [`Themes::Unsolved`].
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
