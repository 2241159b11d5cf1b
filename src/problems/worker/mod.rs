//! Workers: whoever does the jobs of a collection. Any number of them, on any number of machines.
//!
//! Begin with [`work`]. Each worker is a pair: a thread that solves and knows no database (`bench`), and a
//! task that fetches jobs for it, keeps their leases alive and hands in what is done (`desk`). So the
//! solver never waits for the database, nor a heartbeat for the solver. Short problems are fetched and handed
//! in many at a time, long ones one by one.
//!
//! A worker that is told to stop gives back what it has not done. One that is killed does not, and its jobs
//! are taken by others when their leases are over.

mod bench;
mod desk;

use super::error::{Error, Result};
use super::job::{Job, Picking, Task};
use super::store::{Collection, Settled};
use super::verify::{HASH_MB, Outcome, Progress, Verifier};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;
use tokio::task::JoinSet;

/// Default time for which a worker has a job unless it renews the lease.
pub const LEASE: Duration = Duration::from_secs(30);

/// Settings of workers.
#[derive(Clone, Debug)]
pub struct WorkerOptions {
    /// Number of workers, each with one job at a time.
    pub workers: usize,
    /// Threads that work together at one job.
    pub threads: usize,
    /// Table size of each worker, in mebibytes.
    pub hash_mb: usize,
    /// Time for which a worker has a job unless it renews the lease. A heartbeat comes three times as often.
    pub lease: Duration,
    /// Which jobs are taken.
    pub picking: Picking,
    /// Channel on which jobs are still being asked for meanwhile: then these are taken instead.
    pub asked: Option<watch::Receiver<Asked>>,
    /// Ends when all these jobs are over, whoever has done them.
    pub until_idle: bool,
}

impl Default for WorkerOptions {
    fn default() -> WorkerOptions {
        WorkerOptions {
            workers: 1,
            threads: 1,
            hash_mb: HASH_MB,
            lease: LEASE,
            picking: Picking::Any,
            asked: None,
            until_idle: false,
        }
    }
}

/// Jobs as they are being asked for. When the sender is gone, there will be no more.
#[derive(Clone, Debug, Default)]
pub struct Asked {
    /// Their numbers.
    pub jobs: Vec<i64>,
}

/// Events that a worker reports to its [`Listener`].
#[derive(Debug)]
pub enum Event<'a> {
    /// A job has come further.
    Progress(&'a Task, Progress),
    /// A job was handed in.
    Ended {
        /// Which.
        task: &'a Task,
        /// With what.
        outcome: &'a Result<Outcome>,
        /// [`Settled::Kept`] if the outcome was written down, [`Settled::Dropped`] if the job was no longer this
        /// worker's or its problem has been changed.
        settled: Settled,
    },
    /// There is nothing left to do here, and others still work at this.
    Elsewhere(&'a Job),
    /// The database does not answer; it is asked again.
    Trouble(&'a Error),
}

/// Hears what workers tell, on their threads.
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
}

impl Tally {
    fn add(&mut self, other: Tally) {
        self.verified += other.verified;
        self.refuted += other.refuted;
        self.undecided += other.undecided;
        self.failed += other.failed;
        self.dropped += other.dropped;
    }
}

/// Takes jobs and does them until `stop` says `true`, or, if so wanted, until none is left. A database that
/// is away for a while is waited for.
///
/// # Errors
/// Tables that do not fit in memory, threads that the system refuses, a database that cannot be used. What
/// other workers were doing then is given back.
pub async fn work(
    collection: &Collection,
    options: &WorkerOptions,
    stop: &watch::Receiver<bool>,
    listener: Listener,
) -> Result<Tally> {
    let mut desks = JoinSet::new();
    // When one fails, the others stop.
    let (fail, failed) = watch::channel(false);
    for number in 0..options.workers.max(1) {
        let verifier = Verifier::new(options.threads, options.hash_mb)?;
        let desk = desk::Desk::new(
            collection.clone(),
            options.clone(),
            worker_name(number),
            verifier,
            listener.clone(),
        )?;
        let (stop, failed) = (stop.clone(), failed.clone());
        desks.spawn(desk.work(stop, failed));
    }
    let mut tally = Tally::default();
    let mut result = Ok(());
    while let Some(ended) = desks.join_next().await {
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

/// `host:process:thread`.
pub fn worker_name(thread: impl std::fmt::Display) -> String {
    let process = std::process::id();
    format!("{}:{process}:{thread}", host())
}

/// This machine's name, for people to read.
fn host() -> String {
    let told = std::fs::read_to_string("/proc/sys/kernel/hostname").ok();
    let told = told.or_else(|| std::env::var("HOSTNAME").ok());
    let told = told.or_else(|| std::env::var("COMPUTERNAME").ok());
    match told.as_deref().map(str::trim) {
        Some(name) if !name.is_empty() => name.to_owned(),
        _ => "host".to_owned(),
    }
}
