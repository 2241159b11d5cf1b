//! Worker threads that play jobs. Each owns its players; the results are handled on a single thread, that of the
//! caller, so files and the screen need no locks.

use base::threads;
use crossbeam_channel::{RecvTimeoutError, unbounded};
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Interval at which the listener is told that nothing has happened.
const TICK: Duration = Duration::from_millis(500);

/// Runs `jobs` on `threads` worker threads in order until none are left, `stop` is set, or `listen` returns `Break`,
/// which sets `stop`.
///
/// `make_worker` is called once on each thread; the worker it returns does one job at a time, and returns `None` if it
/// was stopped before the end of the job. `listen` is called on the calling thread with every result, and with `None`
/// twice a second.
pub fn run<J, R, W>(
    jobs: impl Iterator<Item = J> + Send,
    threads: usize,
    stop: &AtomicBool,
    make_worker: impl Fn() -> W + Sync,
    mut listen: impl FnMut(Option<R>) -> ControlFlow<()>,
) where
    R: Send,
    W: FnMut(J) -> Option<R>,
{
    let jobs = Mutex::new(jobs);
    let next = || {
        if stop.load(Ordering::Relaxed) {
            None
        } else {
            jobs.lock().ok().and_then(|mut jobs| jobs.next())
        }
    };
    let (sender, results) = unbounded();
    std::thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            let sender = sender.clone();
            let work = || {
                let sender = sender;
                let mut worker = make_worker();
                while let Some(job) = next() {
                    if let Some(result) = worker(job) {
                        // The receiver outlives the workers, so this cannot fail.
                        let _ = sender.send(result);
                    }
                }
            };
            // As `Scope::spawn` does, which gives no room for the proofs of players in this process.
            threads::spawn_scoped(scope, "game", work)
                .unwrap_or_else(|error| panic!("the system refuses a thread: {error}"));
        }
        drop(sender);
        let mut broken_off = false;
        loop {
            let event = match results.recv_timeout(TICK) {
                Ok(result) => Some(result),
                Err(RecvTimeoutError::Timeout) => None,
                Err(RecvTimeoutError::Disconnected) => break,
            };
            // Results that arrive after `listen` has returned `Break` are not counted, as the verdict has been given.
            if !broken_off && listen(event).is_break() {
                broken_off = true;
                stop.store(true, Ordering::Relaxed);
            }
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_job_is_done_once() {
        let stop = AtomicBool::new(false);
        let mut done = Vec::new();
        let worker = || |job: u32| Some(job);
        run(0..1000, 3, &stop, worker, |result| {
            done.extend(result);
            ControlFlow::Continue(())
        });
        done.sort_unstable();
        assert!(done.into_iter().eq(0..1000));
    }

    #[test]
    fn breaking_off_stops_the_workers() {
        let stop = AtomicBool::new(false);
        let mut heard = 0;
        let worker = || {
            |_: u32| {
                std::thread::sleep(Duration::from_millis(1));
                Some(())
            }
        };
        run(0..u32::MAX, 2, &stop, worker, |result| {
            heard += u32::from(result.is_some());
            if heard == 5 {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        assert_eq!(heard, 5);
        assert!(stop.load(Ordering::Relaxed));
    }
}
