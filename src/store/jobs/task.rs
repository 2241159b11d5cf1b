//! Tasks: the work that a job consists of, and the result of a part of it, as data. The crate `work` does it.

use crate::NewPlay;
use games::Line;
use games::chess::Position;
use problems::play::{Challenge, Seated};
use problems::verify::{self, Progress, Verdict};
use problems::{Draft, Error, Question, QuestionError, Stipulation};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// Kind of work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
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

base::words!(
    Kind:
    Verify = "verify",
    Analysis = "analysis",
    Contest = "contest",
    Composing = "composing",
);

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
#[derive(Clone, Debug, PartialEq)]
pub struct Verification {
    /// The problem's number.
    pub problem: i64,
    /// The revision that is worked at.
    pub revision: i64,
    /// Position, stipulation and terms; no words.
    pub draft: Draft,
    /// The most time that it may take.
    pub time: Duration,
}

/// A game to be analysed, a position a part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Analysis {
    /// Starting position, as FEN.
    pub start: String,
    /// True if castling is written as in Chess960.
    pub chess960: bool,
    /// The moves, in UCI's form.
    pub moves: Vec<String>,
}

impl Analysis {
    /// Creates the analysis of a game.
    pub fn of(line: &Line<Position>) -> Analysis {
        Analysis {
            start: line.start().fen(),
            chess960: line.start().is_chess960(),
            moves: line.move_texts(),
        }
    }

    fn parts(&self) -> usize {
        self.moves.len() + 1
    }
}

/// A contest between M1 and M2: each problem twice, so that each machine attacks and defends. A game a part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Contest {
    /// Name under which its games are recorded.
    pub name: String,
    /// The problems.
    pub challenges: Vec<Challenge>,
    /// M1 and M2.
    pub machines: [Seated; 2],
}

impl Contest {
    fn parts(&self) -> usize {
        2 * self.challenges.len()
    }
}

/// A position to be verified while it is being composed: first the verdict, then the solution.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Composing {
    /// The position.
    pub fen: String,
    /// N.
    pub moves: u32,
    /// The question, where another stipulation than a mate in N is asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub question: Option<Question>,
    /// The problem, where it has twins or fairy pieces: then there is no question.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub draft: Option<Draft>,
}

/// Result of the first part of [`Composing`].
#[derive(Default, Serialize, Deserialize)]
pub struct Composed {
    /// None if its time was up.
    pub verdict: Option<Verdict>,
    /// Text of the proof, which the verdict does not show.
    #[serde(default)]
    pub proof: Option<String>,
    /// Progress when the time was up; `None` if there is a verdict.
    pub progress: Option<Progress>,
    /// Answer to a question with another stipulation, as JSON.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reply: Option<serde_json::Value>,
}

impl Composing {
    /// Number of parts: the verdict, and the tree.
    const PARTS: usize = 2;

    /// A position and N.
    ///
    /// # Errors
    /// [`Error::Position`], [`Error::Invalid`].
    pub fn new(fen: &str, moves: u32) -> Result<Composing, Error> {
        let position = Position::from_fen(fen, false)?;
        let stipulation = format!("#{moves}").parse::<Stipulation>();
        stipulation.map_err(|error| Error::Invalid(error.localized()))?;
        Ok(Composing {
            fen: position.fen(),
            moves,
            question: None,
            draft: None,
        })
    }

    /// A question with any stipulation.
    ///
    /// # Errors
    /// [`QuestionError`] if it cannot be asked.
    pub fn asking(question: Question) -> Result<Composing, QuestionError> {
        question.read()?;
        Ok(Composing {
            fen: question.fen.clone(),
            moves: 0,
            question: Some(question),
            draft: None,
        })
    }

    /// A problem with twins or fairy pieces.
    ///
    /// # Errors
    /// [`Error::Invalid`] if it cannot be solved.
    pub fn parts_of(draft: Draft) -> Result<Composing, Error> {
        let draft = draft.checked()?;
        Ok(Composing {
            fen: draft.fen.clone(),
            moves: 0,
            question: None,
            draft: Some(draft),
        })
    }

    /// Returns the verdict in the result of the first part, with its proof.
    pub fn verdict_of(result: &str) -> Option<Verdict> {
        let composed: Composed = serde_json::from_str(result).ok()?;
        let mut verdict = composed.verdict?;
        if let Some(certificate) = &mut verdict.certificate {
            certificate.proof = composed.proof;
        }
        Some(verdict)
    }
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
            Work::Composing(_) => Composing::PARTS,
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
    /// A part with this result and without a game.
    ///
    /// # Errors
    /// None in practice: only what serde_json reserves the right to.
    pub fn of(result: &impl Serialize) -> Result<Part, String> {
        let result = serde_json::to_string(result).map_err(|error| error.to_string())?;
        Ok(Part { result, play: None })
    }
}
