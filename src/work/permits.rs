//! Permits that limit the number of threads computing at the same time, for pages, for machines that play, and for
//! jobs.
//!
//! A job of the queue may take hours, which nobody should have to wait for: after a short turn it passes its permit on
//! to whoever has been waiting longest, be it a page, a machine's move or another job, and continues when it has a
//! permit again. It does so at the points where its search checks its limits.

use base::limits::with_pauses;
use std::pin::pin;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::task::{Context, Poll, Wake};
use std::thread::Thread;
use std::time::{Duration, Instant};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Time that a job keeps a permit while others wait.
const TURN: Duration = Duration::from_millis(100);

/// Fair semaphore for threads that compute. Cheap to clone; all clones share the permits.
#[derive(Clone, Debug)]
pub struct EnginePermits {
    semaphore: Arc<Semaphore>,
    /// Number of threads and tasks that wait for a permit.
    waiting: Arc<AtomicUsize>,
}

/// Permission to compute; given back when dropped.
#[derive(Debug)]
pub struct Permit {
    /// `None` only if the semaphore was closed, which never happens.
    _permit: Option<OwnedSemaphorePermit>,
}

/// One unit in the count of waiting threads and tasks, subtracted again when this is dropped.
struct Waiting<'a>(&'a AtomicUsize);

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Relaxed);
    }
}

impl EnginePermits {
    /// Creates `permits` permits, but at least one.
    pub fn new(permits: usize) -> EnginePermits {
        EnginePermits {
            semaphore: Arc::new(Semaphore::new(permits.max(1))),
            waiting: Arc::default(),
        }
    }

    /// Waits for a permit for a short computation, which is returned when the [`Permit`] is dropped.
    pub async fn acquire(&self) -> Permit {
        self.waiting.fetch_add(1, Relaxed);
        let _waiting = Waiting(&self.waiting);
        let permit = Arc::clone(&self.semaphore).acquire_owned().await;
        Permit {
            _permit: permit.ok(),
        }
    }

    /// Waits for a permit like [`acquire`](EnginePermits::acquire), but blocks the thread.
    pub fn acquire_blocking(&self) -> Permit {
        block_on(self.acquire())
    }

    /// Waits for a permit for a long computation, and then calls `work`. While that runs, it passes the permit on from
    /// time to time: in the function that it is given, and in the searches that it calls.
    pub(super) fn work<T>(&self, work: impl FnOnce(&dyn Fn()) -> T) -> T {
        let permit = Rc::new(std::cell::RefCell::new((
            Some(self.acquire_blocking()),
            Instant::now(),
        )));
        let permits = self.clone();
        let pause = Rc::new(move || {
            let (held, since) = &mut *permit.borrow_mut();
            if permits.waiting.load(Relaxed) > 0 && since.elapsed() >= TURN {
                *held = None;
                *held = Some(permits.acquire_blocking());
                *since = Instant::now();
            }
        });
        let paused = Rc::clone(&pause);
        with_pauses(move || paused(), || work(&*pause))
    }
}

/// Waker that unparks a blocked thread.
struct Waker(Thread);

impl Wake for Waker {
    fn wake(self: Arc<Self>) {
        self.0.unpark();
    }
}

/// Blocks the thread until a future is ready; the thread need not belong to a runtime.
fn block_on<T>(future: impl Future<Output = T>) -> T {
    let mut future = pin!(future);
    let waker = Arc::new(Waker(std::thread::current())).into();
    let mut context = Context::from_waker(&waker);
    loop {
        match future.as_mut().poll(&mut context) {
            Poll::Ready(value) => return value,
            Poll::Pending => std::thread::park(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::limits::Budget;
    use std::sync::atomic::AtomicBool;

    #[test]
    fn no_more_are_busy_than_there_are_places() {
        let permits = EnginePermits::new(2);
        let (busy, most) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let think = || {
            most.fetch_max(busy.fetch_add(1, Relaxed) + 1, Relaxed);
            std::thread::sleep(Duration::from_millis(2));
            busy.fetch_sub(1, Relaxed);
        };
        std::thread::scope(|scope| {
            for number in 0..6 {
                let (permits, think) = (&permits, &think);
                scope.spawn(move || {
                    for _ in 0..20 {
                        if number % 2 == 0 {
                            permits.work(|_| think());
                        } else {
                            let _permit = permits.acquire_blocking();
                            think();
                        }
                    }
                });
            }
        });
        assert_eq!(most.load(Relaxed), 2);
    }

    #[test]
    fn a_search_of_the_queue_lets_others_pass_and_goes_on() {
        let permits = EnginePermits::new(1);
        let (begun, stop) = (AtomicBool::new(false), AtomicBool::new(false));
        std::thread::scope(|scope| {
            let search = scope.spawn(|| {
                permits.work(|_| {
                    let budget = Budget::new(None, None, Some(&stop));
                    while !budget.spend(1) {
                        begun.store(true, Relaxed);
                    }
                });
            });
            while !begun.load(Relaxed) {
                std::thread::yield_now();
            }
            // This work never ends by itself.
            for _ in 0..2 {
                drop(permits.acquire_blocking());
            }
            let goes_on = !search.is_finished();
            let permit = permits.acquire_blocking();
            begun.store(false, Relaxed);
            std::thread::sleep(Duration::from_millis(20));
            let stands_still = !begun.load(Relaxed);
            drop(permit);
            stop.store(true, Relaxed);
            assert!(goes_on && stands_still);
        });
    }
}
