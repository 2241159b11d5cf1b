//! Questions about a position, and their answers.
//!
//! An [`Inquiry`] is plain data, which a command line fills in and a page sends as JSON: `{"moves": 3, "keys": "least",
//! "time_ms": 2000}`. [`Solver::inquire`] finds the verdict first, then the keys, then the solution; each step gets
//! what the steps before have left of the limits.

use super::tree::{Extent, Solution, SolutionError};
use super::{Claim, Key, MAX_MOVES, Progress, Report, Solver, Verdict};
use base::limits::Allowance;
use base::say;
use base::time::Instant;
use games::Lang;
use games::chess::Position;
use serde::{Deserialize, Serialize};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Inquiry about a position. In JSON everything but the number of moves may be left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Inquiry {
    /// Number of moves within which the side to move is to mate, from 1 to [`MAX_MOVES`]; or, negative, within which it
    /// is to be mated, from -1 to -[`MAX_MOVES`].
    pub moves: i32,
    /// True if any mate within the number of moves suffices, without a proof that there is no shorter one.
    #[serde(default)]
    pub find: bool,
    /// First moves to look for; `None` for none.
    #[serde(default)]
    pub keys: Option<WantedKeys>,
    /// Parts of the solution to look for; `None` for no solution. The solution includes the keys, which are looked for
    /// even if `keys` is `None`.
    #[serde(default)]
    pub solution: Option<Extent>,
    /// Limit of time for everything together, in milliseconds; `None` for no limit.
    #[serde(default)]
    pub time_ms: Option<u64>,
    /// Limit of positions visited for everything together; `None` for no limit.
    #[serde(default)]
    pub nodes: Option<u64>,
}

/// Selection of the first moves to look for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WantedKeys {
    /// All that mate in at most the number of moves of the inquiry.
    #[default]
    Asked,
    /// Only those that mate in the least possible number of moves.
    Least,
}

/// Reason why an inquiry is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.text(Lang::EN))]
pub enum InquiryError {
    /// The number of moves is out of range.
    Moves(i32),
    /// Keys or a solution are combined with `find`: they need the least number of moves, which `find` does not
    /// determine.
    Find,
    /// Keys or a solution are requested for the side that is mated, which has none.
    Mated,
}

impl InquiryError {
    /// Returns the error message in a language.
    pub fn text(&self, lang: Lang) -> String {
        match self {
            InquiryError::Moves(given) => {
                say!(lang, "mate-inquiry-moves", most = MAX_MOVES, given)
            }
            InquiryError::Find => say!(lang, "mate-inquiry-find").to_owned(),
            InquiryError::Mated => say!(lang, "mate-inquiry-mated").to_owned(),
        }
    }
}

/// Result of an inquiry about a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// Position that was searched.
    pub position: Position,
    /// Inquiry that was answered.
    pub inquiry: Inquiry,
    /// The verdict, the mating line, and the nodes and time used for everything.
    pub report: Report,
    /// The keys; `None` if they were not requested or the limits ended the search first.
    pub keys: Option<Vec<Key>>,
    /// Number of moves within which the keys mate.
    pub key_length: u32,
    /// The solution, or why there is none; `None` if it was not requested.
    pub solution: Option<Result<Solution, SolutionError>>,
}

impl Inquiry {
    /// Creates an inquiry for the verdict alone: is there a mate within `moves` moves, and what is the least number?
    pub fn new(moves: i32) -> Inquiry {
        Inquiry {
            moves,
            find: false,
            keys: None,
            solution: None,
            time_ms: None,
            nodes: None,
        }
    }

    /// Returns the inquiry with limits of time and nodes. Times are rounded up to milliseconds.
    #[must_use]
    pub fn within(self, time: Option<Duration>, nodes: Option<u64>) -> Inquiry {
        let millis = |time: Duration| time.as_micros().div_ceil(1000);
        Inquiry {
            time_ms: time.map(|time| u64::try_from(millis(time)).unwrap_or(u64::MAX)),
            nodes,
            ..self
        }
    }

    /// Checks that the inquiry is valid. [`Solver::inquire`] does so too.
    ///
    /// # Errors
    /// [`InquiryError`] names what is wrong.
    pub fn check(&self) -> Result<(), InquiryError> {
        let all = self.keys.is_some() || self.solution.is_some();
        match self.moves {
            0 => Err(InquiryError::Moves(0)),
            n if n.unsigned_abs() > MAX_MOVES => Err(InquiryError::Moves(n)),
            n if n < 0 && all => Err(InquiryError::Mated),
            _ if self.find && all => Err(InquiryError::Find),
            _ => Ok(()),
        }
    }

    /// Returns the part of the limits that remains after the time and nodes of `spent`.
    fn left<'a>(&self, spent: &Report, stop: Option<&'a AtomicBool>) -> Allowance<'a> {
        let time = self.time_ms.map(Duration::from_millis);
        Allowance {
            time: time.map(|time| time.saturating_sub(spent.time)),
            nodes: self.nodes.map(|nodes| nodes.saturating_sub(spent.nodes)),
            stop,
        }
    }
}

impl Answer {
    /// Returns the proved length of the mate, which need not be the least, or `None` if no mate is proved. It is
    /// negative if the side to move is mated.
    pub fn mate_in(&self) -> Option<i32> {
        let sign = self.inquiry.moves.signum();
        self.report.proved.map(|n| sign * n as i32)
    }

    /// Returns the claim that a certificate of this answer would make; `None` if nothing is proved.
    pub fn claim(&self) -> Option<Claim> {
        let attacks = self.inquiry.moves > 0;
        let n = self.inquiry.moves.unsigned_abs();
        match (self.report.proved, self.report.verdict) {
            (Some(least), _) if attacks => Some(Claim::Mate(least)),
            (Some(least), _) => Some(Claim::Mated(least)),
            (None, Verdict::NoMate) if attacks => Some(Claim::NoMate(n)),
            (None, Verdict::NoMate) => Some(Claim::NotMated(n)),
            (None, _) => None,
        }
    }

    /// Returns the part of the inquiry's limits that the answer has left, for further work.
    pub fn left<'a>(&self, stop: Option<&'a AtomicBool>) -> Allowance<'a> {
        self.inquiry.left(&self.report, stop)
    }
}

impl Solver {
    /// Answers an inquiry; another thread may end it by raising `stop`. `progress` is called with each bound on the
    /// length as soon as it is proved.
    ///
    /// # Errors
    /// [`InquiryError`] if the inquiry is invalid; no work is done then.
    pub fn inquire(
        &mut self,
        position: &Position,
        inquiry: Inquiry,
        stop: Option<&AtomicBool>,
        progress: impl FnMut(Progress),
    ) -> Result<Answer, InquiryError> {
        inquiry.check()?;
        let started = Instant::now();
        let n = inquiry.moves.unsigned_abs();
        let limits = Allowance {
            time: inquiry.time_ms.map(Duration::from_millis),
            nodes: inquiry.nodes,
            stop,
        };
        let report = match (inquiry.moves > 0, inquiry.find) {
            (true, true) => self.find(position, n, limits),
            (true, false) => self.solve(position, n, limits, progress),
            (false, true) => self.find_mated(position, n, limits),
            (false, false) => self.is_mated_in(position, n, limits, progress),
        };
        let mut answer = Answer {
            position: *position,
            inquiry,
            report,
            keys: None,
            key_length: n,
            solution: None,
        };
        if inquiry.keys.is_some() || inquiry.solution.is_some() {
            self.add_keys(&mut answer, stop);
            answer.report.time = started.elapsed();
        }
        if let Some(extent) = inquiry.solution {
            let limits = answer.left(stop);
            let keys = answer.keys.as_deref();
            answer.solution = Some(match keys {
                Some(keys) => self.solution(position, answer.key_length, keys, extent, limits),
                None => Err(SolutionError::Keys),
            });
            answer.report.time = started.elapsed();
        }
        Ok(answer)
    }

    fn add_keys(&mut self, answer: &mut Answer, stop: Option<&AtomicBool>) {
        match answer.report.verdict {
            Verdict::NoMate => answer.keys = Some(Vec::new()),
            Verdict::Mate(least) => {
                if answer.inquiry.keys.unwrap_or_default() == WantedKeys::Least {
                    answer.key_length = least;
                }
                let limits = answer.left(stop);
                let found = self.keys(&answer.position, answer.key_length, limits);
                answer.keys = found.keys;
                answer.report.nodes += found.nodes;
            }
            Verdict::Undecided => {}
        }
    }
}
