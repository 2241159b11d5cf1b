//! Thread of a worker that does tasks, and the table that it shares with the worker: tasks are put there, and
//! results are taken from there.

use super::perform::{Watch, perform};
use super::{Gate, Thinker};
use base::threads;
use problems::verify::Progress;
use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use store::{Error, Held, Outcome, Result, Task};
use tokio::sync::Notify;

/// Number of tasks in the moving average of solving times: a new task has the weight 1 / `MEMORY`.
const MEMORY: u32 = 8;

/// Task with its outcome.
pub(super) type Finished = (Task, Outcome);

/// The task that is being done.
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

/// The bench. Its thread ends when it is dropped.
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

    /// Waits until there is a task; false if there will be none.
    fn is_needed(&self) -> bool {
        let mut table = self.table();
        while !table.closed && table.waiting.is_empty() {
            self.idle.notify_one();
            table = self
                .work
                .wait(table)
                .unwrap_or_else(PoisonError::into_inner);
        }
        !table.closed
    }

    /// Does the next task, unless it has been taken back.
    fn solve(&self, thinker: &mut Thinker, pause: &dyn Fn()) {
        let task = {
            let mut table = self.table();
            let Some(task) = table.waiting.pop_front() else {
                return;
            };
            self.stop.store(false, Relaxed);
            table.current = Some(Current {
                task: task.clone(),
                begun: Instant::now(),
                progress: Progress::default(),
            });
            task
        };
        let progress = |progress| {
            if let Some(current) = &mut self.table().current {
                current.progress = progress;
            }
        };
        let watch = Watch {
            stop: &self.stop,
            progress: &progress,
            pause,
        };
        let outcome = perform(&task, thinker, &watch);
        let mut table = self.table();
        if let Some(current) = table.current.take() {
            table.took(current.begun.elapsed());
        }
        table.finished.push((task, outcome));
    }

    fn work(&self, mut thinker: Thinker, gate: Option<&Gate>) {
        while self.is_needed() {
            match gate {
                Some(gate) => gate.work(|pause| self.solve(&mut thinker, pause)),
                None => self.solve(&mut thinker, &|| ()),
            }
        }
    }
}

impl Bench {
    /// A bench with its thread.
    pub(super) fn new(thinker: Thinker, name: &str, gate: Option<Gate>) -> Result<Bench> {
        let shared = Arc::new(Shared {
            table: Mutex::default(),
            work: Condvar::new(),
            idle: Notify::new(),
            stop: AtomicBool::new(false),
        });
        let solver = shared.clone();
        threads::spawn(name, move || solver.work(thinker, gate.as_ref()))
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

    /// Jobs that are not done yet, with their parts and attempts.
    pub(super) fn held(&self) -> Vec<Held> {
        let table = self.shared.table();
        let current = table.current.iter().map(|current| &current.task);
        current.chain(&table.waiting).map(Task::held).collect()
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
