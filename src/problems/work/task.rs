//! Tasks: what a job consists of, and what comes of a part of it.

use super::super::error::Error;
use super::super::verify::{self, Progress};
use super::super::{NewPlay, Stipulation};
use super::{Analysis, Composing, Contest, Thinker};
use serde::{Deserialize, Serialize};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

/// Kind of work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Verification of a stored problem.
    Verify,
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
            Kind::Verify => "verify",
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
    /// To verify a stored problem, which says itself what is to be verified.
    #[serde(skip)]
    Verify(Verification),
    /// To analyse a game.
    Analysis(Analysis),
    /// To hold a contest.
    Contest(Contest),
    /// To verify what is being composed.
    Composing(Composing),
}

/// A stored problem to be verified.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verification {
    /// The problem's number.
    pub problem: i64,
    /// The revision that is worked at.
    pub revision: i64,
    /// The position.
    pub fen: String,
    /// Stipulation to be verified in the position.
    pub stipulation: Stipulation,
    /// The most time that it may take.
    pub time: Duration,
}

impl Work {
    /// Returns its kind.
    pub fn kind(&self) -> Kind {
        match self {
            Work::Verify(_) => Kind::Verify,
            Work::Analysis(_) => Kind::Analysis,
            Work::Contest(_) => Kind::Contest,
            Work::Composing(_) => Kind::Composing,
        }
    }

    /// Returns the number of its parts.
    pub fn parts(&self) -> usize {
        match self {
            Work::Verify(_) => 1,
            Work::Analysis(analysis) => analysis.parts(),
            Work::Contest(contest) => contest.parts(),
            Work::Composing(_) => super::composing::PARTS,
        }
    }
}

/// A part of a job in a worker's hands.
#[derive(Clone, Debug, PartialEq)]
pub struct Task {
    /// The job's number.
    pub job: i64,
    /// Which attempt at this part it is: with the worker's name and the part, it tells whether the job is still in
    /// these hands.
    pub attempt: i64,
    /// Greatest number of attempts.
    pub most_attempts: i64,
    /// Which part is to be done, from 0.
    pub part: usize,
    /// The result of the part before it.
    pub before: Option<String>,
    /// User or visitor whose turn it is, as `u12`, `g7` or an address.
    pub owner: String,
    /// Greater ones are taken first.
    pub priority: i64,
    /// Work that the whole job consists of.
    pub work: Work,
}

/// A job in a worker's hands: its number, the part, the attempt.
pub type Held = (i64, i64, i64);

impl Task {
    /// Returns the job with part and attempt.
    pub fn held(&self) -> Held {
        let part = i64::try_from(self.part).unwrap_or(i64::MAX);
        (self.job, part, self.attempt)
    }

    /// Returns the problem to be verified, if the job is a verification.
    pub fn verification(&self) -> Option<&Verification> {
        match &self.work {
            Work::Verify(verification) => Some(verification),
            _ => None,
        }
    }

    /// Does the part.
    pub(super) fn perform(&self, thinker: &mut Thinker, watch: &Watch) -> Outcome {
        let before = self.before.as_deref();
        let part = match &self.work {
            Work::Verify(verification) => return verification.perform(thinker, watch),
            Work::Analysis(analysis) => analysis.part(self.part, before, thinker, watch),
            Work::Contest(contest) => contest.part(self.part, thinker, watch),
            Work::Composing(composing) => composing.part(self.part, before, thinker, watch),
        };
        match part {
            _ if watch.stop.load(Relaxed) => Outcome::Stopped,
            Ok(part) => Outcome::Part(part),
            Err(error) => Outcome::Failed(error),
        }
    }
}

impl Verification {
    fn perform(&self, thinker: &mut Thinker, watch: &Watch) -> Outcome {
        let verifier = match thinker.verifier() {
            Ok(verifier) => verifier,
            Err(error) => return Outcome::Failed(error.to_string()),
        };
        let verified = verifier.verify(
            &self.fen,
            self.stipulation,
            Some(self.time),
            watch.stop,
            watch.progress,
        );
        match verified {
            Ok(verify::Outcome::Stopped) => Outcome::Stopped,
            verified => Outcome::Verified(verified),
        }
    }
}

/// Result of a task.
#[derive(Debug)]
pub enum Outcome {
    /// Result of a verification; never [`verify::Outcome::Stopped`]. An error will be the same each time.
    Verified(Result<verify::Outcome, Error>),
    /// Part of other work.
    Part(Part),
    /// The attempt failed, and why; another may not.
    Failed(String),
    /// It was stopped, or never begun.
    Stopped,
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
    pub(super) fn of(result: &impl Serialize) -> Result<Part, String> {
        let result = serde_json::to_string(result).map_err(|error| error.to_string())?;
        Ok(Part { result, play: None })
    }
}

/// Between whoever does a part and whoever watches.
pub(super) struct Watch<'a> {
    /// Ends the part. What comes back then is worth nothing.
    pub(super) stop: &'a AtomicBool,
    /// Hears how far the part has come.
    pub(super) progress: &'a dyn Fn(Progress),
    /// Lets others use the thread's place, between two moves.
    pub(super) pause: &'a dyn Fn(),
}
