//! Workers for the job queue of a problem collection: any number of them, on any number of machines.
//!
//! Begin with [`work`]. A job has parts: a verification has one, an analysis one for each position, a contest one for
//! each game. Each worker is a pair: an engine thread, which computes and knows no database (`engine_thread`), and a
//! task that takes parts for it, renews their leases and stores the results (`worker`). So the thread never waits for
//! the database, nor a heartbeat for the thread. Short parts are taken and stored many at a time, long ones one by one.
//!
//! A worker that is told to stop returns its unfinished jobs to the queue. One that is killed does not, and its jobs
//! are taken by others when their leases expire. The queue itself is in the database (`store`): the order of jobs, the
//! number of attempts, and the results.
//!
//! | file | contents |
//! |---|---|
//! | `perform` | doing a part of a job |
//! | `worker`, `engine_thread` | workers |
//! | `permits` | permits for threads that compute, shared with others |
//! | `engines` | engines and solvers with their tables |
//! | `analysis` | analysis of one position of a finished game |
//! | `contest` | one game between the machines M1 and M2 |
//! | `composing` | verification of a problem that is being composed, and its solution |

mod analysis;
mod composing;
mod contest;
mod engine_thread;
mod engines;
mod perform;
mod permits;
mod worker;

pub use contest::contest;
pub use engines::Engines;
pub use permits::{EnginePermits, Permit};

use problems::verify::{self, HASH_MB, Progress};
use std::sync::Arc;
use std::time::Duration;
use store::job::{Job, Picking};
use store::{Error, Result, Settled, Store};
use tokio::sync::{Notify, watch};
use tokio::task::JoinSet;

/// Default time for which a job is reserved for a worker unless the worker renews the lease.
pub const LEASE: Duration = Duration::from_secs(30);

/// Settings of the workers that a process starts to do jobs.
#[derive(Clone, Debug)]
pub struct WorkerOptions {
    /// Name of the process, for people to read; a colon and each worker's number are added.
    pub name: String,
    /// Number of workers, each with one job at a time.
    pub workers: usize,
    /// Number of threads that work together on one verification.
    pub threads: usize,
    /// Table size of each worker's verifier, in mebibytes.
    pub hash_mb: usize,
    /// Time for which a job is reserved for a worker unless the worker renews the lease, which it does after a third of
    /// it.
    pub lease: Duration,
    /// Selection of the jobs that are taken.
    pub picking: Picking,
    /// Maximum number of workers, in all processes, that have jobs of the same owner at a time; `None` for any number.
    /// With a limit below the number of workers, one always remains for the next owner.
    pub of_one: Option<usize>,
    /// Channel that announces jobs while they are still being requested; only these jobs are taken then. `None` to take
    /// jobs as `picking` says.
    pub asked: Option<watch::Receiver<RequestedJobs>>,
    /// True if the workers end when all selected jobs are finished, including those that other workers do.
    pub until_idle: bool,
    /// Permits for threads that compute; `None` if each worker may compute at any time.
    pub permits: Option<EnginePermits>,
    /// Notification that wakes an idle worker because there may be a job.
    pub wake: Arc<Notify>,
}

impl Default for WorkerOptions {
    fn default() -> WorkerOptions {
        WorkerOptions {
            name: process_name(),
            workers: 1,
            threads: 1,
            hash_mb: HASH_MB,
            lease: LEASE,
            picking: Picking::Any,
            of_one: None,
            asked: None,
            until_idle: false,
            permits: None,
            wake: Arc::default(),
        }
    }
}

/// Jobs requested so far. When the sender of the channel is gone, no more will follow.
#[derive(Clone, Debug, Default)]
pub struct RequestedJobs {
    /// Numbers of the jobs.
    pub jobs: Vec<i64>,
}

/// Events that a worker reports to its [`Listener`].
#[derive(Debug)]
pub enum Event<'a> {
    /// A verification has made progress.
    Progress {
        /// Number of the job.
        job: i64,
        /// Number of the problem.
        problem: i64,
        /// Bounds on the length of the mate that are proved so far.
        progress: Progress,
    },
    /// The result of a verification was stored or dropped.
    Ended {
        /// Number of the job.
        job: i64,
        /// Number of the problem.
        problem: i64,
        /// Result of the verification.
        outcome: &'a problems::Result<verify::Outcome>,
        /// [`Settled::Kept`] if the result was stored, [`Settled::Dropped`] if the job was no longer reserved for this
        /// worker or its problem has been changed.
        settled: Settled,
    },
    /// This worker has nothing left to do, but others still work on this job.
    Elsewhere(&'a Job),
    /// The database does not answer and is asked again, or an attempt at a job has failed.
    Trouble(&'a Error),
}

/// Callback for the events of workers, called on their threads.
pub type Listener = Arc<dyn Fn(Event) + Send + Sync>;

/// Numbers of jobs that workers have ended, by result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct Tally {
    /// Number of problems that were found to be correct.
    pub verified: u64,
    /// Number of problems that were found to be incorrect.
    pub refuted: u64,
    /// Number of verifications that ended at a limit without a result.
    pub undecided: u64,
    /// Number of problems that cannot be verified.
    pub failed: u64,
    /// Number of results that were dropped, because the job was no longer reserved for the worker.
    pub dropped: u64,
    /// Number of parts of jobs that pages of the web site have requested.
    pub site: u64,
}

impl Tally {
    /// Adds the numbers of other workers.
    pub fn add(&mut self, other: Tally) {
        self.verified += other.verified;
        self.refuted += other.refuted;
        self.undecided += other.undecided;
        self.failed += other.failed;
        self.dropped += other.dropped;
        self.site += other.site;
    }
}

/// Takes jobs and does them until `stop` holds `true`, or, with [`until_idle`](WorkerOptions::until_idle), until none
/// is left. Returns the numbers of jobs by result. If the database is temporarily unavailable, it is tried again.
///
/// # Errors
/// An error if the solver's tables do not fit in memory, if a thread cannot be started, or if the database cannot be
/// used. The other workers return their unfinished jobs to the queue in that case.
pub async fn work(
    collection: &Store,
    options: &WorkerOptions,
    stop: &watch::Receiver<bool>,
    listener: Listener,
) -> Result<Tally> {
    let mut running = JoinSet::new();
    // When one fails, the others stop.
    let (fail, failed) = watch::channel(false);
    for number in 0..options.workers {
        let mut engines = Engines::new(options.threads, options.hash_mb);
        if options.permits.is_none() && options.picking != Picking::Site {
            // Tables are allocated before any job is taken; a web site's are allocated when they are needed.
            engines.verifier()?;
        }
        let worker = worker::Worker::new(
            collection.clone(),
            options.clone(),
            format!("{}:{number}", options.name),
            engines,
            listener.clone(),
        )?;
        let (stop, failed) = (stop.clone(), failed.clone());
        running.spawn(worker.work(stop, failed));
    }
    let mut tally = Tally::default();
    let mut result = Ok(());
    while let Some(ended) = running.join_next().await {
        match ended {
            Ok(Ok(one)) => tally.add(one),
            Ok(Err(error)) => {
                fail.send_replace(true);
                result = result.and(Err(error));
            }
            Err(error) => {
                fail.send_replace(true);
                result = result.and(Err(Error::invalid(format!("a worker ended: {error}"))));
            }
        }
    }
    result.map(|()| tally)
}

/// Returns a name of this process in the form `host:process number`.
fn process_name() -> String {
    format!("{}:{}", host(), std::process::id())
}

/// Returns the name of this machine, for people to read.
fn host() -> String {
    let name = std::fs::read_to_string("/proc/sys/kernel/hostname").ok();
    let name = name.or_else(|| std::env::var("HOSTNAME").ok());
    let name = name.or_else(|| std::env::var("COMPUTERNAME").ok());
    match name.as_deref().map(str::trim) {
        Some(name) if !name.is_empty() => name.to_owned(),
        _ => "host".to_owned(),
    }
}
