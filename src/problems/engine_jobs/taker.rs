//! Whoever takes jobs and does their parts: within a server, or within `atalaya worker`.

use super::super::error::{Error, Result};
use super::super::store::{Collection, EngineTask};
use super::{Part, Thinker, Watch};
use base::threads;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::{Notify, Semaphore, oneshot, watch};
use tokio::task::JoinSet;
use tokio::time::sleep;

/// Interval at which an idle taker asks for jobs, and a busy one whether its part is still wanted.
const ASK: Duration = Duration::from_millis(500);
/// Maximum time that a database that is away is waited for with a part that is done.
const PATIENCE: Duration = Duration::from_secs(15);

/// Settings for taking jobs.
#[derive(Clone, Debug)]
pub struct TakerOptions {
    /// Name of the takers; a colon and each taker's number are added.
    pub name: String,
    /// Number of parts that are done at a time.
    pub threads: usize,
    /// Time for which a taker has a job unless it renews the lease.
    pub lease: Duration,
    /// Ends when nothing is left to do, by whomever.
    pub until_idle: bool,
    /// Permits to think, shared with other users of engines: a taker needs one while it does a part.
    pub permits: Arc<Semaphore>,
    /// Says that there may be a job.
    pub wake: Arc<Notify>,
}

/// Takes jobs and does their parts until `stop` says `true`; how many parts.
///
/// # Errors
/// A database that cannot be used.
pub async fn take(
    collection: &Collection,
    options: &TakerOptions,
    stop: &watch::Receiver<bool>,
) -> Result<u64> {
    let mut takers = JoinSet::new();
    for number in 0..options.threads {
        let taker = Taker {
            collection: collection.clone(),
            options: options.clone(),
            name: format!("{}:{number}", options.name),
            thinker: Some(Thinker::default()),
            done: 0,
        };
        takers.spawn(taker.work(stop.clone()));
    }
    let mut done = 0;
    while let Some(ended) = takers.join_next().await {
        done += ended.map_err(|error| Error::invalid(format!("a worker ended: {error}")))??;
    }
    Ok(done)
}

struct Taker {
    collection: Collection,
    options: TakerOptions,
    name: String,
    /// Lent to the thread that does a part.
    thinker: Option<Thinker>,
    done: u64,
}

/// Returns true if the database may answer in a while.
fn may_pass(error: &Error) -> bool {
    matches!(error, Error::Database(error) if error.may_pass())
}

impl Taker {
    async fn work(mut self, mut stop: watch::Receiver<bool>) -> Result<u64> {
        let permits = Arc::clone(&self.options.permits);
        let wake = Arc::clone(&self.options.wake);
        while !*stop.borrow() {
            let permit = tokio::select! {
                permit = permits.acquire() => permit.map_err(Error::invalid)?,
                _ = stop.wait_for(|stop| *stop) => break,
            };
            let taken = self
                .collection
                .take_engine_job(&self.name, self.options.lease);
            match taken.await {
                Ok(Some(task)) => {
                    self.part(task, &stop).await?;
                    continue;
                }
                Ok(None) if self.options.until_idle => {
                    match self.collection.has_open_engine_jobs().await {
                        Ok(true) => {}
                        Ok(false) => break,
                        Err(error) if may_pass(&error) => {}
                        Err(error) => return Err(error),
                    }
                }
                Ok(None) => {}
                Err(error) if may_pass(&error) => {}
                Err(error) => return Err(error),
            }
            drop(permit);
            tokio::select! {
                () = sleep(ASK) => {}
                () = wake.notified() => {}
                _ = stop.wait_for(|stop| *stop) => {}
            }
        }
        Ok(self.done)
    }

    /// Does a part and hands it in.
    async fn part(&mut self, task: EngineTask, stop: &watch::Receiver<bool>) -> Result<()> {
        let watch = Arc::new(Watch::default());
        let (sender, mut receiver) = oneshot::channel();
        let mut thinker = self.thinker.take().unwrap_or_default();
        let (work, held) = (task.clone(), Arc::clone(&watch));
        let started = threads::spawn("taker", move || {
            let EngineTask {
                work, part, before, ..
            } = work;
            let done = work.part(part, before.as_deref(), &mut thinker, &held);
            // Whoever has gone needs no answer.
            let _ = sender.send((thinker, done));
        });
        started.map_err(|error| Error::invalid(format!("there are no threads: {error}")))?;
        let mut renewed = Instant::now();
        let mut told = String::new();
        let (thinker, done) = loop {
            tokio::select! {
                ended = &mut receiver => {
                    break ended.map_err(|_| Error::invalid("a part of a job ended in the middle"))?;
                }
                () = sleep(ASK) => {}
            }
            let progress = *watch
                .progress
                .lock()
                .unwrap_or_else(PoisonError::into_inner);
            let progress = match progress {
                Some(progress) => serde_json::to_string(&progress).map_err(Error::invalid)?,
                None => String::new(),
            };
            let held = if progress != told || renewed.elapsed() >= self.options.lease / 3 {
                (renewed, told) = (Instant::now(), progress);
                let held =
                    self.collection
                        .hold_engine_job(&self.name, &task, self.options.lease, &told);
                held.await
            } else {
                self.collection.holds_engine_job(&self.name, &task).await
            };
            // A database that is away says neither; the lease does.
            if *stop.borrow() || held.is_ok_and(|held| !held) {
                watch.stop.store(true, Relaxed);
            }
        };
        self.thinker = Some(thinker);
        let stopped = watch.stop.load(Relaxed);
        let begun = Instant::now();
        loop {
            let handed = match (&done, stopped) {
                (Ok(part), false) => self.hand_in(&task, part).await,
                (Err(fault), false) => {
                    let fault = Some(fault.as_str());
                    self.collection
                        .let_go_of_engine_job(&self.name, &task, fault)
                        .await
                }
                (_, true) => {
                    self.collection
                        .let_go_of_engine_job(&self.name, &task, None)
                        .await
                }
            };
            match handed {
                Err(error) if may_pass(&error) && begun.elapsed() < PATIENCE => sleep(ASK).await,
                // Others do it when the lease is over.
                Err(error) if may_pass(&error) => return Ok(()),
                handed => return handed,
            }
        }
    }

    async fn hand_in(&mut self, task: &EngineTask, part: &Part) -> Result<()> {
        let kept = self
            .collection
            .hand_in_engine_part(&self.name, task, part)
            .await?;
        self.done += u64::from(kept);
        Ok(())
    }
}
