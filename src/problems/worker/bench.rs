//! Solving thread of a worker, and the table that it shares with the worker: tasks are put there, and results
//! are taken from there.

use super::super::error::{Error, Result};
use super::super::job::Task;
use super::super::verify::{Outcome, Progress, Verifier};
use base::threads;
use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::Notify;

/// Number of tasks in the moving average of solving times: a new task has the weight 1 / `MEMORY`.
const MEMORY: u32 = 8;

/// Task with its outcome.
pub(super) type Finished = (Task, Result<Outcome>);

/// The task that is being solved.
#[derive(Clone, Debug)]
pub(super) struct Current {
    pub(super) task: Task,
    pub(super) begun: Instant,
    pub(super) progress: Progress,
}

#[derive(Default)]
struct Table {
    waiting: VecDeque<Task>,
    current: Option<Current>,
    finished: Vec<Finished>,
    /// Moving average of the time that a task takes; `None` before the first.
    each: Option<Duration>,
    closed: bool,
}

impl Table {
    /// Learns from one task more. What is longer ago than a few tasks hardly counts: after the long ones of a
    /// collection come the short ones, and the solver must not run out of them.
    fn took(&mut self, time: Duration) {
        self.each = Some(match self.each {
            None => time,
            Some(each) => (each * (MEMORY - 1) + time) / MEMORY,
        });
    }
}

/// The bench. The solving thread ends when it is dropped.
pub(super) struct Bench {
    shared: Arc<Shared>,
}

struct Shared {
    table: Mutex<Table>,
    /// There is work, or never will be any more.
    work: Condvar,
    /// The solver has nothing left to do.
    idle: Notify,
    /// Ends what is being solved. Only the solver takes it back.
    stop: AtomicBool,
}

impl Shared {
    /// Nothing that is done under the lock can panic.
    fn table(&self) -> MutexGuard<'_, Table> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for the next task.
    fn next(&self) -> Option<Task> {
        let mut table = self.table();
        loop {
            if table.closed {
                return None;
            }
            if let Some(task) = table.waiting.pop_front() {
                self.stop.store(false, Relaxed);
                table.current = Some(Current {
                    task: task.clone(),
                    begun: Instant::now(),
                    progress: Progress::default(),
                });
                return Some(task);
            }
            self.idle.notify_one();
            table = self
                .work
                .wait(table)
                .unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn solve(&self, mut verifier: Verifier) {
        while let Some(task) = self.next() {
            let progress = |progress| {
                if let Some(current) = &mut self.table().current {
                    current.progress = progress;
                }
            };
            let outcome =
                verifier.verify(&task.fen, task.stipulation, task.time, &self.stop, progress);
            let mut table = self.table();
            if let Some(current) = table.current.take() {
                table.took(current.begun.elapsed());
            }
            table.finished.push((task, outcome));
        }
    }
}

impl Bench {
    /// A bench with its thread.
    pub(super) fn new(verifier: Verifier, name: &str) -> Result<Bench> {
        let shared = Arc::new(Shared {
            table: Mutex::default(),
            work: Condvar::new(),
            idle: Notify::new(),
            stop: AtomicBool::new(false),
        });
        let solver = shared.clone();
        threads::spawn(name, move || solver.solve(verifier))
            .map_err(|error| Error::invalid(format!("the system refuses a thread: {error}")))?;
        Ok(Bench { shared })
    }

    /// Lays tasks on the bench, to be done in this order.
    pub(super) fn add(&self, tasks: Vec<Task>) {
        self.shared.table().waiting.extend(tasks);
        self.shared.work.notify_one();
    }

    /// Takes what is done.
    pub(super) fn finished(&self) -> Vec<Finished> {
        std::mem::take(&mut self.shared.table().finished)
    }

    /// Returns true if all finished tasks have been taken.
    pub(super) fn nothing_finished(&self) -> bool {
        self.shared.table().finished.is_empty()
    }

    /// Takes back what has not been begun.
    pub(super) fn take_back(&self) -> Vec<Task> {
        self.shared.table().waiting.drain(..).collect()
    }

    /// Jobs that are not done yet, with their attempts.
    pub(super) fn held(&self) -> Vec<(i64, i64)> {
        let table = self.shared.table();
        let current = table.current.iter().map(|current| &current.task);
        let tasks = current.chain(&table.waiting);
        tasks.map(|task| (task.job, task.attempt)).collect()
    }

    /// Returns the task that is being solved, with its progress.
    pub(super) fn current(&self) -> Option<Current> {
        self.shared.table().current.clone()
    }

    /// Takes a job off the bench; if it is being solved, that ends within milliseconds.
    pub(super) fn drop_job(&self, job: i64) {
        let mut table = self.shared.table();
        table.waiting.retain(|task| task.job != job);
        if matches!(&table.current, Some(current) if current.task.job == job) {
            // Under the lock, so that it does not hit the next one.
            self.shared.stop.store(true, Relaxed);
        }
    }

    /// Returns the number of tasks that the solver does in a time, by the moving average; one if there is none yet.
    pub(super) fn pace(&self, time: Duration) -> usize {
        let Some(each) = self.shared.table().each else {
            return 1;
        };
        let pace = time.as_nanos() / each.as_nanos().max(1);
        usize::try_from(pace).unwrap_or(usize::MAX).max(1)
    }

    /// Waits until the solver has nothing left to do.
    pub(super) async fn idle(&self) {
        self.shared.idle.notified().await;
    }
}

impl Drop for Bench {
    fn drop(&mut self) {
        self.shared.table().closed = true;
        self.shared.stop.store(true, Relaxed);
        self.shared.work.notify_one();
    }
}
