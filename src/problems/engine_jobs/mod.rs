//! Work for engines that pages ask for: analyses of games, contests of M1 and M2, verifications while
//! somebody composes.
//!
//! A job has parts: the positions of a game, the games of a contest. Whoever has time takes the job that was
//! worked at longest ago, does its next part, hands in the result, and lets go of the job, so that
//! many jobs go on side by side on one thread, and what is killed loses one part. What there is lies in the
//! database (`store`): every process of a site answers from there, and any number of processes and
//! workers share the work.
//!
//! | file | what it does |
//! |---|---|
//! | `analysis` | a position of a finished game |
//! | `contest` | a game of M1 against M2 |
//! | `composing` | a verdict and its solution |
//! | `thinker` | engines and solvers with their tables |
//! | `taker` | takes jobs and does their parts |

mod analysis;
mod composing;
mod contest;
mod taker;
mod thinker;

pub use analysis::Analysis;
pub use composing::Composing;
pub use contest::Contest;
pub use taker::{TakerOptions, take};
pub use thinker::Thinker;

use super::NewPlay;
use super::verify::Progress;
use serde::{Deserialize, Serialize};
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;

/// Kind of engine work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Analysis of a finished game of chess; the identifier of the game is the subject of the job.
    Analysis,
    /// M1 against M2 over k problems.
    Contest,
    /// A verification while somebody composes.
    Composing,
}

impl Kind {
    /// The word of the database.
    pub fn word(self) -> &'static str {
        match self {
            Kind::Analysis => "analysis",
            Kind::Contest => "contest",
            Kind::Composing => "composing",
        }
    }
}

/// Work that a job consists of.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case")]
pub enum Work {
    /// To analyse a game.
    Analysis(Analysis),
    /// To hold a contest.
    Contest(Contest),
    /// To verify what is being composed.
    Composing(Composing),
}

impl Work {
    /// Returns its kind.
    pub fn kind(&self) -> Kind {
        match self {
            Work::Analysis(_) => Kind::Analysis,
            Work::Contest(_) => Kind::Contest,
            Work::Composing(_) => Kind::Composing,
        }
    }

    /// Returns the number of its parts.
    pub fn parts(&self) -> usize {
        match self {
            Work::Analysis(analysis) => analysis.parts(),
            Work::Contest(contest) => contest.parts(),
            Work::Composing(_) => composing::PARTS,
        }
    }

    /// Does a part, from 0; `before` is the result of the part before it.
    ///
    /// # Errors
    /// A sentence: it cannot be done. Whatever comes back when `watch` has been told to stop is worth
    /// nothing.
    fn part(
        &self,
        number: usize,
        before: Option<&str>,
        thinker: &mut Thinker,
        watch: &Watch,
    ) -> Result<Part, String> {
        match self {
            Work::Analysis(analysis) => analysis.part(number, before, thinker, watch),
            Work::Contest(contest) => contest.part(number, thinker, watch),
            Work::Composing(composing) => composing.part(number, before, watch),
        }
    }
}

/// A part that is done.
#[derive(Clone, Debug)]
pub struct Part {
    /// The result as JSON.
    pub result: String,
    /// A game over a problem that is to be recorded with it.
    pub play: Option<NewPlay>,
}

impl Part {
    fn of(result: &impl Serialize) -> Result<Part, String> {
        let result = serde_json::to_string(result).map_err(|error| error.to_string())?;
        Ok(Part { result, play: None })
    }
}

/// Between whoever does a part and whoever watches.
#[derive(Debug, Default)]
struct Watch {
    /// Ends the part.
    stop: AtomicBool,
    /// Progress of the part; `None` if none was reported.
    progress: Mutex<Option<Progress>>,
}
