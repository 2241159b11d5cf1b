//! Work that outlasts a request, as data: who wants what done, how far it is, who is at it.

use crate::error::{Error, Result};
use crate::jobs::task::Kind;
use base::told;
use base::word::Word;
use problems::State;
use problems::verify::Progress;
use serde::{Deserialize, Serialize};
use std::str::FromStr;
use std::time::Duration;

/// Time limit of a verification for which nothing else was said.
pub const LONGEST: Duration = Duration::from_secs(60 * 60);

/// State of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum JobState {
    /// Nobody is at it.
    Waiting,
    /// A worker has it.
    Running,
    /// It has its result.
    Done,
    /// It ended without one: see [`Fault`].
    Failed,
    /// Nobody wants it any more.
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

/// Why a job ended without a result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "why")]
pub enum Fault {
    /// Its time was up.
    Undecided(Progress),
    /// Worker after worker went away without a word: this was the last.
    Lost {
        /// Its name.
        worker: String,
    },
    /// Each attempt failed; this is what the last one said.
    Failed {
        /// Error message.
        error: String,
    },
    /// The problem was changed meanwhile.
    Changed,
    /// The problem cannot be read.
    Unreadable {
        /// Error message that says why it cannot be read.
        error: String,
    },
}

/// A verification of a problem as it stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Job {
    /// Its number; never given twice.
    pub id: i64,
    /// Kind of work to be done.
    pub kind: Kind,
    /// With which problem.
    pub problem: i64,
    /// Which revision of it.
    pub revision: i64,
    /// Number of the user who asked for the job; `None` if nobody was logged in, or that user has been deleted.
    pub requested_by: Option<i64>,
    /// State of the job.
    pub state: JobState,
    /// Greater ones are taken first.
    pub priority: i64,
    /// Number of times that a worker has taken the job; one that is stopped and puts it back does not count.
    pub attempts: u32,
    /// Greatest number of times that workers may take the job.
    pub most_attempts: u32,
    /// The most time that it may take, in milliseconds.
    pub time_ms: Option<u64>,
    /// Worker that has the job, or had it last: `host:process:thread`.
    pub worker: Option<String>,
    /// Until when that worker has it, in milliseconds since 1970.
    pub leased_until: Option<i64>,
    /// Progress of the work.
    pub progress: Option<Progress>,
    /// Why it has no result.
    pub fault: Option<Fault>,
    /// Instant of the request, in milliseconds since 1970.
    pub created: i64,
    /// Instant of its end, in milliseconds since 1970.
    pub finished: Option<i64>,
}

/// Request for a verification.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Request {
    /// Number of the user who asks; `None` if nobody is logged in.
    pub by: Option<i64>,
    /// Greater ones are taken first; 0 is usual.
    pub priority: i64,
    /// The most time that it may take; `None` for [`LONGEST`].
    pub time: Option<Duration>,
    /// The most verifications that this user may have open; `None` if they are not counted.
    pub most: Option<i64>,
}

/// Answer to a request for a verification.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Requested {
    /// Which problem.
    pub problem: i64,
    /// The job that will verify it; `None` if its verdict is there already.
    pub job: Option<i64>,
    /// True if this request created the job: nobody had asked before.
    pub new: bool,
    /// The problem's state.
    pub state: State,
}

/// Which jobs a worker takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Picking {
    /// All there are.
    Any,
    /// Verifications of stored problems.
    Problems,
    /// Work that pages of a site have asked for.
    Site,
    /// Only these.
    These(Vec<i64>),
}

/// Which jobs are listed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct JobFilter {
    /// In these states; empty: in any.
    pub states: Vec<JobState>,
    /// Only those of this problem.
    pub problem: Option<i64>,
    /// Only older ones than this: the last of the page before.
    pub before: Option<i64>,
    /// At most so many.
    pub limit: u32,
}
