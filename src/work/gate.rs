//! Places for threads that think: at most so many are busy at a time, whatever they do.
//!
//! Nobody waits for a job of the queue to end, which may take hours: after a short turn it gives its place to whoever
//! has been waiting longest, people who wait for a machine's move or other jobs, and goes on when it has a place again. It
//! does so where its search looks at its limits.

use base::limits::with_pauses;
use std::pin::pin;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::task::{Context, Poll, Wake};
use std::thread::Thread;
use std::time::{Duration, Instant};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Time that a job keeps a place while others wait.
const TURN: Duration = Duration::from_millis(100);

/// Gate to the places. Cheap to clone; all clones lead to the same places.
#[derive(Clone, Debug)]
pub struct Gate {
    places: Arc<Semaphore>,
    /// Number of those that wait for a place.
    waiting: Arc<AtomicUsize>,
}

/// A place; left when dropped.
#[derive(Debug)]
pub struct Place {
    /// `None` if the semaphore was closed, which nobody does.
    _permit: Option<OwnedSemaphorePermit>,
}

/// Entry in the count of those that wait; dropped, it is taken out.
struct Waiting<'a>(&'a AtomicUsize);

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Relaxed);
    }
}

impl Gate {
    /// A gate to so many places, at least one.
    pub fn new(places: usize) -> Gate {
        Gate {
            places: Arc::new(Semaphore::new(places.max(1))),
            waiting: Arc::default(),
        }
    }

    /// Waits for a place, to keep it until the thought ends: it is to be a short one.
    pub async fn enter(&self) -> Place {
        self.waiting.fetch_add(1, Relaxed);
        let _waiting = Waiting(&self.waiting);
        let permit = Arc::clone(&self.places).acquire_owned().await;
        Place {
            _permit: permit.ok(),
        }
    }

    /// The same, blocking the thread.
    pub fn enter_blocking(&self) -> Place {
        block_on(self.enter())
    }

    /// Waits for a place for work that may be long, and does it there; `work` is given the function that lets others
    /// pass, which its searches call, too.
    pub(super) fn work<T>(&self, work: impl FnOnce(&dyn Fn()) -> T) -> T {
        let place = Rc::new(std::cell::RefCell::new((
            Some(self.enter_blocking()),
            Instant::now(),
        )));
        let gate = self.clone();
        let pause = Rc::new(move || {
            let (held, since) = &mut *place.borrow_mut();
            if gate.waiting.load(Relaxed) > 0 && since.elapsed() >= TURN {
                *held = None;
                *held = Some(gate.enter_blocking());
                *since = Instant::now();
            }
        });
        let paused = Rc::clone(&pause);
        with_pauses(move || paused(), || work(&*pause))
    }
}

/// Wakes a thread that waits.
struct Waker(Thread);

impl Wake for Waker {
    fn wake(self: Arc<Self>) {
        self.0.unpark();
    }
}

/// Waits for a future on a thread that may be none of a runtime's.
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
        let gate = Gate::new(2);
        let (busy, most) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let think = || {
            most.fetch_max(busy.fetch_add(1, Relaxed) + 1, Relaxed);
            std::thread::sleep(Duration::from_millis(2));
            busy.fetch_sub(1, Relaxed);
        };
        std::thread::scope(|scope| {
            for number in 0..6 {
                let (gate, think) = (&gate, &think);
                scope.spawn(move || {
                    for _ in 0..20 {
                        if number % 2 == 0 {
                            gate.work(|_| think());
                        } else {
                            let _place = gate.enter_blocking();
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
        let gate = Gate::new(1);
        let (begun, stop) = (AtomicBool::new(false), AtomicBool::new(false));
        std::thread::scope(|scope| {
            let search = scope.spawn(|| {
                gate.work(|_| {
                    let budget = Budget::new(None, None, Some(&stop));
                    while !budget.spend(1) {
                        begun.store(true, Relaxed);
                    }
                });
            });
            while !begun.load(Relaxed) {
                std::thread::yield_now();
            }
            // It never ends by itself.
            for _ in 0..2 {
                drop(gate.enter_blocking());
            }
            let goes_on = !search.is_finished();
            let place = gate.enter_blocking();
            begun.store(false, Relaxed);
            std::thread::sleep(Duration::from_millis(20));
            let stands_still = !begun.load(Relaxed);
            drop(place);
            stop.store(true, Relaxed);
            assert!(goes_on && stands_still);
        });
    }
}
