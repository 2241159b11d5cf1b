//! A worker: takes jobs for its engine thread, renews their leases, and stores the results.

use super::engine_thread::{EngineThread, Finished};
use super::{Engines, Event, Listener, Tally, WorkerOptions};
use problems::State;
use problems::verify::{self, Progress};
use std::sync::Arc;
use std::time::{Duration, Instant};
use store::job::Picking;
use store::{Error, Held, Outcome, Result, Settled, Store, Taking};
use tokio::sync::watch;
use tokio::time::sleep;

/// Amount of work that is fetched at once, as its estimated solving time.
const PORTION: Duration = Duration::from_millis(200);

/// Maximum number of jobs that are fetched at once. The shortest, mates in two, take about 60 µs each.
const MOST: usize = 4096;

/// Factor by which the number of jobs fetched at once grows from one fetch to the next. Fetching a job takes a
/// fraction of the time of solving the shortest, so the solver has not done one portion before the next is there.
const GROWTH: usize = 4;

/// Maximum number of results that are stored at once, because no jobs are fetched while the database writes.
const HANDED: usize = 256;

/// Time for which results are collected before they are stored together.
const GATHER: Duration = Duration::from_millis(50);

/// Interval at which an idle worker looks for jobs, and a busy one checks that its current job is still wanted.
const ASK: Duration = Duration::from_millis(500);

/// Interval at which an idle worker looks for jobs while more of them are still being requested.
const SOON: Duration = Duration::from_millis(2);

/// Running time of a job after which the jobs that wait behind it are returned to the queue for other workers.
const LONG: Duration = Duration::from_secs(1);

/// Maximum time between two attempts to reach a database that is unavailable.
const LONGEST_PAUSE: Duration = Duration::from_secs(4);

/// Time after the signal to stop during which an unavailable database is still tried again, so that no finished work is
/// lost.
const LAST_WAIT: Duration = Duration::from_secs(10);

/// A worker and its engine thread.
pub(super) struct Worker {
    collection: Store,
    options: WorkerOptions,
    name: String,
    thread: EngineThread,
    listener: Listener,
    tally: Tally,
    /// Finished tasks whose results are not stored yet.
    done: Vec<Finished>,
    /// Number of jobs that the last fetch asked for.
    portion: usize,
    renewed: Instant,
    /// Time of the last fetch, if it has found no jobs.
    asked: Option<Instant>,
    /// Time of the last check that the current job is still wanted; `None` if there was none.
    looked: Option<Instant>,
    forgotten: Option<Instant>,
    /// Current job and its progress as they were last stored; `None` if nothing has been stored yet.
    noted: Option<(Held, Progress)>,
}

/// Action of the worker after a round of its loop: to wait for the next one, or to end.
enum Next {
    Wait(Duration),
    End,
}

impl Worker {
    pub(super) fn new(
        collection: Store,
        options: WorkerOptions,
        name: String,
        engines: Engines,
        listener: Listener,
    ) -> Result<Worker> {
        Ok(Worker {
            thread: EngineThread::new(engines, &name, options.permits.clone())?,
            collection,
            options,
            name,
            listener,
            tally: Tally::default(),
            done: Vec::new(),
            portion: 0,
            renewed: Instant::now(),
            asked: None,
            looked: None,
            forgotten: None,
            noted: None,
        })
    }

    /// Does jobs until one of the two channels holds `true`, or until there is nothing left to do.
    pub(super) async fn work(
        mut self,
        mut stop: watch::Receiver<bool>,
        mut failed: watch::Receiver<bool>,
    ) -> Result<Tally> {
        let mut pause = Duration::ZERO;
        let mut stopping: Option<Instant> = None;
        loop {
            if stopping.is_none() && (*stop.borrow() || *failed.borrow()) {
                stopping = Some(Instant::now());
            }
            let round = match stopping {
                Some(_) => self.last_round().await,
                None => self.round().await,
            };
            let wait = match round {
                Ok(Next::End) => return Ok(self.tally),
                Ok(Next::Wait(wait)) => {
                    pause = Duration::ZERO;
                    wait
                }
                Err(error) if may_pass(&error) => {
                    if stopping.is_some_and(|since| since.elapsed() > LAST_WAIT) {
                        return Err(error);
                    }
                    (self.listener)(Event::Trouble(&error));
                    pause = (pause * 2).clamp(ASK, LONGEST_PAUSE);
                    pause
                }
                Err(error) => return Err(error),
            };
            let wake = Arc::clone(&self.options.wake);
            let stopped = async {
                match stopping {
                    None => tokio::select! {
                        // A channel whose sender is gone will not change any more: only the other one is waited for.
                        Ok(()) = stop.changed() => {}
                        Ok(()) = failed.changed() => {}
                        else => std::future::pending().await,
                    },
                    Some(_) => std::future::pending().await,
                }
            };
            tokio::select! {
                () = sleep(wait) => {}
                () = self.thread.idle(), if pause.is_zero() => {}
                () = stopped => {}
                // New jobs only concern a worker that is idle.
                () = wake.notified(), if wait == ASK && stopping.is_none() => self.asked = None,
            }
        }
    }

    /// Updates the selection of jobs from the channel of requested jobs. Returns true if more jobs may be requested on
    /// it, and false if it is closed or if there is no such channel.
    fn hear_of_jobs(&mut self) -> bool {
        let Some(asked) = &mut self.options.asked else {
            return false;
        };
        // The last value remains available after the sender is gone.
        let (news, over) = match asked.has_changed() {
            Ok(news) => (news, false),
            Err(_) => (true, true),
        };
        if news {
            self.options.picking = Picking::These(asked.borrow_and_update().jobs.clone());
            self.asked = None;
        }
        if over {
            self.options.asked = None;
        }
        !over
    }

    /// Does what is due: fetches jobs, stores results, renews leases. The engine thread computes meanwhile.
    async fn round(&mut self) -> Result<Next> {
        let more = self.hear_of_jobs();
        let mut fetched = self.refill().await?;
        while self.hand_in().await? {
            fetched += self.refill().await?;
        }
        let idle = self.thread.held().is_empty() && self.thread.nothing_finished();
        if idle && fetched == 0 {
            if more {
                return Ok(Next::Wait(SOON));
            }
            if self.options.until_idle {
                let Some(job) = self.collection.jobs().open(&self.options.picking).await? else {
                    return Ok(Next::End);
                };
                match self.collection.jobs().get(job).await {
                    Ok(job) => (self.listener)(Event::Elsewhere(&job)),
                    // The job belongs to the web site, or was deleted in the meantime.
                    Err(Error::Refused(_)) => {}
                    Err(error) => return Err(error),
                }
            }
            self.forget().await?;
            return Ok(Next::Wait(ASK));
        }
        self.keep_leases().await?;
        self.look_at_current().await?;
        Ok(Next::Wait(GATHER))
    }

    /// Fetches jobs until the engine thread has enough of them, and returns their number.
    async fn refill(&mut self) -> Result<usize> {
        let mut fetched = 0;
        // More are fetched when half of them are done; after a fetch without result, only at intervals.
        while is_due(self.asked) {
            let most = self.thread.pace(PORTION).min(MOST);
            if self.thread.held().len() > most / 2 {
                break;
            }
            // The average of a single job is unreliable, so the number grows step by step.
            self.portion = most.min(self.portion.max(1) * GROWTH);
            fetched += self.fetch(self.portion).await?;
        }
        Ok(fetched)
    }

    /// Fetches at most `most` jobs, and returns their number.
    async fn fetch(&mut self, most: usize) -> Result<usize> {
        let taking = Taking {
            worker: &self.name,
            picking: &self.options.picking,
            of_one: self.options.of_one,
            most,
            lease: self.options.lease,
        };
        let tasks = self.collection.queue().take(&taking).await?;
        let count = tasks.len();
        self.asked = (count == 0).then(Instant::now);
        if count > 0 {
            self.thread.add(tasks);
        }
        Ok(count)
    }

    /// Stores the results of finished tasks, at most [`HANDED`] of them. Returns true if more are left.
    async fn hand_in(&mut self) -> Result<bool> {
        self.done.append(&mut self.thread.finished());
        if self.done.is_empty() {
            return Ok(false);
        }
        let some = self.done.len().min(HANDED);
        let settled = self
            .collection
            .queue()
            .settle(&self.name, &self.done[..some])
            .await?;
        for ((task, outcome), settled) in self.done.drain(..some).zip(settled) {
            count(&mut self.tally, &outcome, settled);
            match (&outcome, task.verification()) {
                (Outcome::Verified(outcome), Some(verification)) => {
                    (self.listener)(Event::Ended {
                        job: task.job,
                        problem: verification.problem,
                        outcome,
                        settled,
                    });
                }
                (Outcome::Failed(error), _) => {
                    let error = Error::invalid(format!("job {}: {error}", task.job));
                    (self.listener)(Event::Trouble(&error));
                }
                _ => {}
            }
        }
        Ok(!self.done.is_empty())
    }

    /// Renews the leases when it is time, and drops the jobs whose leases were lost.
    async fn keep_leases(&mut self) -> Result<()> {
        if self.renewed.elapsed() < self.options.lease / 3 {
            return Ok(());
        }
        let held = self.thread.held();
        let lease = self.options.lease;
        let lost = self
            .collection
            .queue()
            .renew(&self.name, &held, lease)
            .await?;
        self.renewed = Instant::now();
        for job in lost {
            self.thread.drop_job(job);
        }
        Ok(())
    }

    /// Stores the progress of a job that takes long, returns the jobs behind it to the queue, and drops the job itself
    /// if it is no longer wanted.
    async fn look_at_current(&mut self) -> Result<()> {
        let Some(current) = self.thread.current() else {
            return Ok(());
        };
        let (task, progress) = (&current.task, current.progress);
        if current.begun.elapsed() < ASK {
            return Ok(());
        }
        if self.noted != Some((task.held(), progress)) {
            if let Some(verification) = task.verification() {
                let (job, problem) = (task.job, verification.problem);
                (self.listener)(Event::Progress {
                    job,
                    problem,
                    progress,
                });
            }
            self.collection
                .queue()
                .note_progress(&self.name, task.held(), progress)
                .await?;
            self.noted = Some((task.held(), progress));
        }
        if current.begun.elapsed() >= LONG {
            let behind = self.thread.take_back();
            let stopped = |task| (task, Outcome::Stopped);
            self.done.extend(behind.into_iter().map(stopped));
        }
        if is_due(self.looked) {
            self.looked = Some(Instant::now());
            let held = [task.held()];
            for job in self.collection.queue().lost(&self.name, &held).await? {
                self.thread.drop_job(job);
            }
        }
        Ok(())
    }

    /// Deletes old finished jobs, once an hour, when there is nothing else to do.
    async fn forget(&mut self) -> Result<()> {
        let hour = Duration::from_secs(60 * 60);
        if self.forgotten.is_none_or(|at| at.elapsed() >= hour)
            && self.collection.jobs().forget_old().await? == 0
        {
            self.forgotten = Some(Instant::now());
        }
        Ok(())
    }

    /// Returns all unfinished jobs to the queue and stores the remaining results. To be called until it returns
    /// [`Next::End`].
    async fn last_round(&mut self) -> Result<Next> {
        let behind = self.thread.take_back();
        let stopped = |task| (task, Outcome::Stopped);
        self.done.extend(behind.into_iter().map(stopped));
        if let Some(current) = self.thread.current() {
            self.thread.drop_job(current.task.job);
        }
        while self.hand_in().await? {}
        if self.thread.held().is_empty() && self.thread.nothing_finished() {
            Ok(Next::End)
        } else {
            Ok(Next::Wait(Duration::from_millis(5)))
        }
    }
}

/// Returns true if [`ASK`] has passed since `asked`, or if `asked` is `None`.
fn is_due(asked: Option<Instant>) -> bool {
    asked.is_none_or(|asked| asked.elapsed() >= ASK)
}

/// Returns true if the error is likely to be temporary, so that the operation can be tried again.
fn may_pass(error: &Error) -> bool {
    matches!(error, Error::Database(error) if error.may_pass())
}

fn count(tally: &mut Tally, outcome: &Outcome, settled: Settled) {
    use verify::Outcome::{Decided, Undecided};
    let place = match (outcome, settled) {
        // The job was returned to the queue, or is tried again: nothing was done.
        (Outcome::Stopped | Outcome::Failed(_), _) => return,
        (_, Settled::Dropped) => &mut tally.dropped,
        (Outcome::Verified(Ok(Decided(verdict))), _) if verdict.state == State::Verified => {
            &mut tally.verified
        }
        (Outcome::Verified(Ok(Decided(_))), _) => &mut tally.refuted,
        (Outcome::Verified(Ok(Undecided(_) | verify::Outcome::Stopped)), _) => &mut tally.undecided,
        (Outcome::Verified(Err(_)), _) => &mut tally.failed,
        (Outcome::Part(_), _) => &mut tally.site,
    };
    *place += 1;
}
