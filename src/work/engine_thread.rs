//! Engine thread of a worker, and the lists that the two share: the worker adds tasks, the thread does them, and the
//! worker takes the results.

use super::perform::{Control, perform};
use super::{EnginePermits, Engines};
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

/// Task with its result.
pub(super) type Finished = (Task, Outcome);

/// Task that is being done, with its start time and progress.
#[derive(Clone, Debug)]
pub(super) struct Current {
    pub(super) task: Task,
    pub(super) begun: Instant,
    pub(super) progress: Progress,
}

/// Tasks of an engine thread: waiting, current, and finished.
#[derive(Default)]
struct Tasks {
    waiting: VecDeque<Task>,
    current: Option<Current>,
    finished: Vec<Finished>,
    /// Moving average of the time that a task takes; `None` before the first task.
    each: Option<Duration>,
    closed: bool,
}

impl Tasks {
    /// Updates the moving average with the time of one more task. The average covers only a few tasks, because the
    /// tasks of a collection may become much shorter from one to the next, and the solver must not run out of them.
    fn took(&mut self, time: Duration) {
        self.each = Some(match self.each {
            None => time,
            Some(each) => (each * (MEMORY - 1) + time) / MEMORY,
        });
    }
}

/// Handle to an engine thread, which ends when this is dropped.
pub(super) struct EngineThread {
    shared: Arc<Shared>,
}

struct Shared {
    tasks: Mutex<Tasks>,
    /// Signals that there is a task, or that there will not be any more.
    work: Condvar,
    /// Signals that no task is waiting or being done.
    idle: Notify,
    /// Stops the current task. Only the engine thread resets it.
    stop: AtomicBool,
}

impl Shared {
    /// Locks the tasks. A poisoned lock is ignored, because no code that holds it can panic.
    fn tasks(&self) -> MutexGuard<'_, Tasks> {
        self.tasks.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until there is a task and returns true; returns false if there will not be any more.
    fn is_needed(&self) -> bool {
        let mut tasks = self.tasks();
        while !tasks.closed && tasks.waiting.is_empty() {
            self.idle.notify_one();
            tasks = self
                .work
                .wait(tasks)
                .unwrap_or_else(PoisonError::into_inner);
        }
        !tasks.closed
    }

    /// Does the first of the waiting tasks and adds its outcome to the finished ones; returns at once if none is
    /// waiting.
    fn solve(&self, engines: &mut Engines, pause: &dyn Fn()) {
        let task = {
            let mut tasks = self.tasks();
            let Some(task) = tasks.waiting.pop_front() else {
                return;
            };
            self.stop.store(false, Relaxed);
            tasks.current = Some(Current {
                task: task.clone(),
                begun: Instant::now(),
                progress: Progress::default(),
            });
            task
        };
        let progress = |progress| {
            if let Some(current) = &mut self.tasks().current {
                current.progress = progress;
            }
        };
        let control = Control {
            stop: &self.stop,
            progress: &progress,
            pause,
        };
        let outcome = perform(&task, engines, &control);
        let mut tasks = self.tasks();
        if let Some(current) = tasks.current.take() {
            tasks.took(current.begun.elapsed());
        }
        tasks.finished.push((task, outcome));
    }

    fn work(&self, mut engines: Engines, permits: Option<&EnginePermits>) {
        while self.is_needed() {
            match permits {
                Some(permits) => permits.work(|pause| self.solve(&mut engines, pause)),
                None => self.solve(&mut engines, &|| ()),
            }
        }
    }
}

impl EngineThread {
    /// Starts an engine thread. With `permits` it works only while it holds one, so that engine threads of the process
    /// share the processor.
    ///
    /// # Errors
    /// The system refuses the thread.
    pub(super) fn new(
        engines: Engines,
        name: &str,
        permits: Option<EnginePermits>,
    ) -> Result<EngineThread> {
        let shared = Arc::new(Shared {
            tasks: Mutex::default(),
            work: Condvar::new(),
            idle: Notify::new(),
            stop: AtomicBool::new(false),
        });
        let solver = shared.clone();
        threads::spawn(name, move || solver.work(engines, permits.as_ref()))
            .map_err(|error| Error::invalid(format!("the system refuses a thread: {error}")))?;
        Ok(EngineThread { shared })
    }

    /// Adds tasks, which are done in this order.
    pub(super) fn add(&self, tasks: Vec<Task>) {
        self.shared.tasks().waiting.extend(tasks);
        self.shared.work.notify_one();
    }

    /// Removes and returns the finished tasks.
    pub(super) fn finished(&self) -> Vec<Finished> {
        std::mem::take(&mut self.shared.tasks().finished)
    }

    /// Returns true if all finished tasks have been taken.
    pub(super) fn nothing_finished(&self) -> bool {
        self.shared.tasks().finished.is_empty()
    }

    /// Removes and returns the tasks that have not been begun.
    pub(super) fn take_back(&self) -> Vec<Task> {
        self.shared.tasks().waiting.drain(..).collect()
    }

    /// Returns the jobs that are not finished yet, with their parts and attempts.
    pub(super) fn held(&self) -> Vec<Held> {
        let tasks = self.shared.tasks();
        let current = tasks.current.iter().map(|current| &current.task);
        current.chain(&tasks.waiting).map(Task::held).collect()
    }

    /// Returns the task that is being done, with its progress; `None` if there is none.
    pub(super) fn current(&self) -> Option<Current> {
        self.shared.tasks().current.clone()
    }

    /// Removes a job. If it is the current one, it is stopped within milliseconds.
    pub(super) fn drop_job(&self, job: i64) {
        let mut tasks = self.shared.tasks();
        tasks.waiting.retain(|task| task.job != job);
        if matches!(&tasks.current, Some(current) if current.task.job == job) {
            // This is done under the lock, so that it does not stop the next task.
            self.shared.stop.store(true, Relaxed);
        }
    }

    /// Returns the number of tasks that the thread does in `time`, by the moving average; 1 if no task is finished yet.
    pub(super) fn pace(&self, time: Duration) -> usize {
        let Some(each) = self.shared.tasks().each else {
            return 1;
        };
        let pace = time.as_nanos() / each.as_nanos().max(1);
        usize::try_from(pace).unwrap_or(usize::MAX).max(1)
    }

    /// Waits until no task is waiting or being done.
    pub(super) async fn idle(&self) {
        self.shared.idle.notified().await;
    }
}

impl Drop for EngineThread {
    fn drop(&mut self) {
        self.shared.tasks().closed = true;
        self.shared.stop.store(true, Relaxed);
        self.shared.work.notify_one();
    }
}
