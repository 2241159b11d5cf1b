//! Workers for the job queue of a collection: any number of them, on any number of machines.
//!
//! Begin with [`work`]. A job has parts: a verification has one, an analysis one for each position, a contest one for
//! each game. Each worker is a pair: an engine thread, which computes and knows no database (`engine_thread`), and a
//! task that takes parts for it, renews their leases and stores the results (`worker`). So the thread never waits for
//! the database, nor a heartbeat for the thread. Short parts are taken and stored many at a time, long ones one by one.
//!
//! A worker that is told to stop gives back what it has not done. One that is killed does not, and its jobs
//! are taken by others when their leases are over. The queue itself is in the database (`store`): the order of jobs,
//! the number of attempts, and the results.
//!
//! | file | contents |
//! |---|---|
//! | `perform` | doing a part of a job |
//! | `worker`, `engine_thread` | workers |
//! | `permits` | permits for threads that compute, shared with others |
//! | `engines` | engines and solvers with their tables |
//! | `analysis` | a position of a finished game |
//! | `contest` | a game of M1 against M2 |
//! | `composing` | a verdict and its solution |

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

/// Default time for which a worker has a job unless it renews the lease.
pub const LEASE: Duration = Duration::from_secs(30);

/// Settings of workers.
#[derive(Clone, Debug)]
pub struct WorkerOptions {
    /// Name of the process, for people to read; a colon and each worker's number are added.
    pub name: String,
    /// Number of workers, each with one job at a time.
    pub workers: usize,
    /// Threads that work together at one verification.
    pub threads: usize,
    /// Table size of each worker's verifier, in mebibytes.
    pub hash_mb: usize,
    /// Time for which a worker has a job unless it renews the lease. A heartbeat comes three times as often.
    pub lease: Duration,
    /// Which jobs are taken.
    pub picking: Picking,
    /// The most workers, of whatever process, that have jobs of one owner at a time; `None` for any number. With fewer
    /// than there are workers, one is left for whoever comes next.
    pub of_one: Option<usize>,
    /// Channel on which jobs are still being asked for meanwhile: then these are taken instead.
    pub asked: Option<watch::Receiver<RequestedJobs>>,
    /// Ends when all these jobs are over, whoever has done them.
    pub until_idle: bool,
    /// Permits for threads that compute; without them each worker may compute at any time.
    pub permits: Option<EnginePermits>,
    /// Tells an idle worker that there may be a job.
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

/// Jobs as they are being asked for. When the sender is gone, there will be no more.
#[derive(Clone, Debug, Default)]
pub struct RequestedJobs {
    /// Their numbers.
    pub jobs: Vec<i64>,
}

/// Events that a worker reports to its [`Listener`].
#[derive(Debug)]
pub enum Event<'a> {
    /// A verification has come further.
    Progress {
        /// Number of the job.
        job: i64,
        /// Number of the problem.
        problem: i64,
        /// Bounds that are proved so far.
        progress: Progress,
    },
    /// A verification was handed in.
    Ended {
        /// Number of the job.
        job: i64,
        /// Number of the problem.
        problem: i64,
        /// Its result.
        outcome: &'a problems::Result<verify::Outcome>,
        /// [`Settled::Kept`] if the outcome was written down, [`Settled::Dropped`] if the job was no longer this
        /// worker's or its problem has been changed.
        settled: Settled,
    },
    /// There is nothing left to do here, and others still work at this.
    Elsewhere(&'a Job),
    /// The database does not answer, and is asked again; or an attempt at a job has failed.
    Trouble(&'a Error),
}

/// Callback for the events of workers, called on their threads.
pub type Listener = Arc<dyn Fn(Event) + Send + Sync>;

/// Numbers of jobs that workers have ended, by result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct Tally {
    /// Problems that turned out to be solvable.
    pub verified: u64,
    /// Problems that turned out not to be.
    pub refuted: u64,
    /// Jobs whose time was up.
    pub undecided: u64,
    /// Jobs that cannot be done.
    pub failed: u64,
    /// Work that was nobody's any more when it was done.
    pub dropped: u64,
    /// Parts of work that pages of a site have asked for.
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

/// Takes jobs and does them until `stop` says `true`, or, if so wanted, until none is left. A database that
/// is away for a while is waited for.
///
/// # Errors
/// Tables that do not fit in memory, threads that the system refuses, a database that cannot be used. What
/// other workers were doing then is given back.
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
            // Before any job is taken. A site makes tables when it needs them.
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

/// `host:process`.
fn process_name() -> String {
    format!("{}:{}", host(), std::process::id())
}

/// This machine's name, for people to read.
fn host() -> String {
    let name = std::fs::read_to_string("/proc/sys/kernel/hostname").ok();
    let name = name.or_else(|| std::env::var("HOSTNAME").ok());
    let name = name.or_else(|| std::env::var("COMPUTERNAME").ok());
    match name.as_deref().map(str::trim) {
        Some(name) if !name.is_empty() => name.to_owned(),
        _ => "host".to_owned(),
    }
}
