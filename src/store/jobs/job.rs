//! Jobs as data: work that takes longer than a request, with its state, its progress and its worker.

use crate::error::{Error, Result};
use crate::jobs::task::Kind;
use base::told;
use base::word::Word;
use problems::State;
use problems::verify::Progress;
use serde::{Deserialize, Serialize};
use std::str::FromStr;
use std::time::Duration;

/// Default time limit of a verification.
pub const LONGEST: Duration = Duration::from_secs(60 * 60);

/// State of a job, from its request to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum JobState {
    /// The job waits for a worker.
    Waiting,
    /// A worker is working on the job.
    Running,
    /// The job has ended with a result.
    Done,
    /// The job has ended without a result: see [`Fault`].
    Failed,
    /// The job was cancelled.
    Cancelled,
}

base::words!(
    JobState:
    Waiting = "waiting",
    Running = "running",
    Done = "done",
    Failed = "failed",
    Cancelled = "cancelled",
);

impl FromStr for JobState {
    type Err = Error;

    fn from_str(text: &str) -> Result<JobState> {
        JobState::of_word(text).ok_or_else(|| Error::Invalid(told!("bad-job-state", text)))
    }
}

impl JobState {
    /// Returns true if the job has ended: done, failed or cancelled.
    pub fn over(self) -> bool {
        !matches!(self, JobState::Waiting | JobState::Running)
    }
}

/// Reason why a job ended without a result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "why")]
pub enum Fault {
    /// The time limit was reached.
    Undecided(Progress),
    /// All attempts ended because the worker disappeared without giving the job back.
    Lost {
        /// Name of the last worker.
        worker: String,
    },
    /// All attempts failed.
    Failed {
        /// Error message of the last attempt.
        error: String,
    },
    /// The problem was changed while the job was open.
    Changed,
    /// The stored problem is invalid, so that no worker can verify it.
    Unreadable {
        /// Error message that says why it cannot be read.
        error: String,
    },
}

/// A verification of a stored problem.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Job {
    /// Number of the job, which is never used again.
    pub id: i64,
    /// Kind of work to be done.
    pub kind: Kind,
    /// Number of the problem.
    pub problem: i64,
    /// Revision of the problem that is verified.
    pub revision: i64,
    /// Number of the user who requested the job; `None` if nobody was logged in, or if the account has been deleted.
    pub requested_by: Option<i64>,
    /// State of the job.
    pub state: JobState,
    /// Priority: jobs with a greater one are taken first.
    pub priority: i64,
    /// Number of attempts: times that a worker has taken the job, except those that it gave it back unfinished.
    pub attempts: u32,
    /// Maximum number of attempts.
    pub most_attempts: u32,
    /// Time limit, in milliseconds; `None` for [`LONGEST`].
    pub time_ms: Option<u64>,
    /// Worker that has the job, or had it last: `host:process:thread`; `None` if no worker has taken it.
    pub worker: Option<String>,
    /// Instant until which that worker has the job, in milliseconds since 1970; `None` if no worker has it.
    pub leased_until: Option<i64>,
    /// Progress of the work; `None` if none has been reported.
    pub progress: Option<Progress>,
    /// Reason why there is no result; `None` unless the job has failed or its problem was changed.
    pub fault: Option<Fault>,
    /// Instant of the request, in milliseconds since 1970.
    pub created: i64,
    /// Instant of the job's end, in milliseconds since 1970; `None` before that.
    pub finished: Option<i64>,
}

/// Request for the verification of a problem, from which a job is created.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Request {
    /// Number of the user who requests it; `None` if nobody is logged in.
    pub by: Option<i64>,
    /// Priority: jobs with a greater one are taken first; 0 by default.
    pub priority: i64,
    /// Time limit; `None` for [`LONGEST`].
    pub time: Option<Duration>,
    /// Maximum number of open verifications of this user; `None` for any number.
    pub most: Option<i64>,
}

/// Answer to a request for a verification.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Requested {
    /// Number of the problem.
    pub problem: i64,
    /// Number of the job that will verify the problem; `None` if it has its verdict already.
    pub job: Option<i64>,
    /// True if this request has created the job; false if there was one already, or none is needed.
    pub new: bool,
    /// The problem's state.
    pub state: State,
}

/// Selection of the jobs that a worker takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Picking {
    /// All jobs.
    Any,
    /// Verifications of stored problems.
    Problems,
    /// Jobs that were requested by pages of a site.
    Site,
    /// Only the jobs with these numbers.
    These(Vec<i64>),
}

/// Selection of the jobs for a list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct JobFilter {
    /// States of the jobs; empty for any state.
    pub states: Vec<JobState>,
    /// Number of the problem; `None` for all problems.
    pub problem: Option<i64>,
    /// Only jobs with a lower number than this, which is the last of the previous page; `None` for the first page.
    pub before: Option<i64>,
    /// Maximum number of jobs.
    pub limit: u32,
}
