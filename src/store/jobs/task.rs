//! Tasks as data: the work of a job, divided into parts, and the result of a part. The crate `work` does the work.

use crate::NewPlay;
use games::Line;
use games::chess::Position;
use problems::play::{Challenge, Seated};
use problems::verify::{self, Progress, Verdict};
use problems::{Draft, Error, Question, QuestionError, Stipulation};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// Kind of work of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// Verification of a stored problem.
    Verify,
    /// Analysis of a finished game of chess; the subject of the job is the identifier of the game.
    Analysis,
    /// Contest of the machines M1 and M2 over several problems.
    Contest,
    /// Verification of a position while somebody is composing it.
    Composing,
}

base::words!(
    Kind:
    Verify = "verify",
    Analysis = "analysis",
    Contest = "contest",
    Composing = "composing",
);

/// Work that a job asks a worker to do.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case")]
pub enum Work {
    /// Verification of a stored problem. It is not stored with the job, but read from the problem.
    #[serde(skip)]
    Verify(Verification),
    /// Analysis of a game.
    Analysis(Analysis),
    /// Contest of the machines.
    Contest(Contest),
    /// Verification of a position that is being composed.
    Composing(Composing),
}

/// A stored problem to be verified.
#[derive(Clone, Debug, PartialEq)]
pub struct Verification {
    /// Number of the problem.
    pub problem: i64,
    /// Revision of the problem that is verified.
    pub revision: i64,
    /// Position, stipulation and terms; the texts are empty.
    pub draft: Draft,
    /// Time limit.
    pub time: Duration,
}

/// Analysis of a game, in which each position is a part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Analysis {
    /// Starting position, as FEN.
    pub start: String,
    /// True if castling is written as in Chess960.
    pub chess960: bool,
    /// Moves of the game, in UCI notation.
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

/// Contest between M1 and M2: each problem is played twice, so that each machine attacks and defends. Each game is a
/// part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Contest {
    /// Name of the match under which the games are recorded.
    pub name: String,
    /// Problems that are played.
    pub challenges: Vec<Challenge>,
    /// The two machines, M1 and M2.
    pub machines: [Seated; 2],
}

impl Contest {
    fn parts(&self) -> usize {
        2 * self.challenges.len()
    }
}

/// Verification of a position that is being composed. The first part finds the verdict, the second one the tree of the
/// solution.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Composing {
    /// Position, as FEN.
    pub fen: String,
    /// Number of moves of the mate.
    pub moves: u32,
    /// Question to the solver, if the stipulation is not a mate in N; `None` for a mate in N.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub question: Option<Question>,
    /// The whole problem, if it has twins or fairy pieces; `question` is `None` then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub draft: Option<Draft>,
}

/// Result of the first part of [`Composing`].
#[derive(Default, Serialize, Deserialize)]
pub struct Composed {
    /// Verdict; `None` if the time limit was reached.
    pub verdict: Option<Verdict>,
    /// Text of the proof, which is not part of the serialized verdict; `None` if there is no proof.
    #[serde(default)]
    pub proof: Option<String>,
    /// Progress when the time limit was reached; `None` if there is a verdict.
    pub progress: Option<Progress>,
    /// Answer to a question with another stipulation, as JSON; `None` for a mate in N.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reply: Option<serde_json::Value>,
}

impl Composing {
    /// Number of parts: the verdict, and the tree.
    const PARTS: usize = 2;

    /// Creates the verification of a mate in `moves` moves.
    ///
    /// # Errors
    /// [`Error::Position`] for an invalid position, [`Error::Invalid`] for an invalid number of moves.
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

    /// Creates the verification of a question with any stipulation.
    ///
    /// # Errors
    /// [`QuestionError`] if the question is not valid.
    pub fn asking(question: Question) -> Result<Composing, QuestionError> {
        question.read()?;
        Ok(Composing {
            fen: question.fen.clone(),
            moves: 0,
            question: Some(question),
            draft: None,
        })
    }

    /// Creates the verification of a problem with twins or fairy pieces.
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

    /// Returns the verdict in the result of the first part, with its proof; `None` if the result has none.
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
    /// Returns the kind of the work.
    pub fn kind(&self) -> Kind {
        match self {
            Work::Verify(_) => Kind::Verify,
            Work::Analysis(_) => Kind::Analysis,
            Work::Contest(_) => Kind::Contest,
            Work::Composing(_) => Kind::Composing,
        }
    }

    /// Returns the number of parts of the work.
    pub fn parts(&self) -> usize {
        match self {
            Work::Verify(_) => 1,
            Work::Analysis(analysis) => analysis.parts(),
            Work::Contest(contest) => contest.parts(),
            Work::Composing(_) => Composing::PARTS,
        }
    }
}

/// A part of a job that a worker has taken.
#[derive(Clone, Debug, PartialEq)]
pub struct Task {
    /// Number of the job.
    pub job: i64,
    /// Number of the attempt at this part. Together with the worker's name and the part it shows whether the worker
    /// still has the job.
    pub attempt: i64,
    /// Maximum number of attempts at a part.
    pub most_attempts: i64,
    /// Part to be done, from 0.
    pub part: usize,
    /// Result of the previous part; `None` for the first part.
    pub before: Option<String>,
    /// Key of the owner of the job, which takes turns with other owners: `u12`, `g7` or a network address.
    pub owner: String,
    /// Priority: jobs with a greater one are taken first.
    pub priority: i64,
    /// Work of the whole job.
    pub work: Work,
}

/// Identification of a task that a worker has: the numbers of the job, the part and the attempt.
pub type Held = (i64, i64, i64);

impl Task {
    /// Returns the numbers of job, part and attempt.
    pub fn held(&self) -> Held {
        let part = i64::try_from(self.part).unwrap_or(i64::MAX);
        (self.job, part, self.attempt)
    }

    /// Returns the verification; `None` if the job is other work.
    pub fn verification(&self) -> Option<&Verification> {
        match &self.work {
            Work::Verify(verification) => Some(verification),
            _ => None,
        }
    }
}

/// Result of a task, which a worker hands in.
#[derive(Debug)]
pub enum Outcome {
    /// Result of a verification; never [`verify::Outcome::Stopped`]. An error is final, because every attempt would
    /// give the same one.
    Verified(Result<verify::Outcome, Error>),
    /// Result of a part of other work.
    Part(Part),
    /// The attempt failed, with an error message; another attempt may succeed.
    Failed(String),
    /// The work was stopped, or was not begun.
    Stopped,
}

/// Result of a finished part.
#[derive(Clone, Debug)]
pub struct Part {
    /// Result, as JSON.
    pub result: String,
    /// Game over a problem that is to be recorded with the result; `None` if there is none.
    pub play: Option<NewPlay>,
}

impl Part {
    /// Creates a part with this result and without a game.
    ///
    /// # Errors
    /// The message of serde_json if the value cannot be serialized, which does not happen in practice.
    pub fn of(result: &impl Serialize) -> Result<Part, String> {
        let result = serde_json::to_string(result).map_err(|error| error.to_string())?;
        Ok(Part { result, play: None })
    }
}
