//! What pages have under way on the server: problems being solved, verifications, contests, analyses;
//! and the few workers that think for them.
//!
//! All of it is bounded: [`Shelf`]s keep so many things for so long, and thinking is done on as many
//! threads as the operator allows ([`Desk::think`]); whoever comes later waits in line.

use crate::analysis::Analyst;
use crate::players::EngineOptions;
use crate::problems::play::{Judge, Machines};
use rand::RngExt;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::Semaphore;

/// How long a machine thinks about a defence, where nothing else says so.
const MOVETIME: Duration = Duration::from_millis(400);
/// The table of the engine that analyses, in mebibytes.
const HASH_MB: usize = 16;
/// What is not asked for any more is kept so long.
const KEPT: Duration = Duration::from_secs(2 * 60 * 60);

/// A lock whose holder has panicked is as good as any: what it guards is replaced as a whole.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Things by a name that nobody guesses, so many at most; the one that was longest not asked for goes
/// first.
pub struct Shelf<T> {
    most: usize,
    things: Mutex<HashMap<String, (Arc<T>, Instant)>>,
}

impl<T> Shelf<T> {
    /// For so many.
    pub fn new(most: usize) -> Shelf<T> {
        Shelf {
            most,
            things: Mutex::default(),
        }
    }

    /// Puts a thing there; under which name.
    pub fn put(&self, thing: Arc<T>) -> String {
        let name = format!("{:032x}", rand::rng().random::<u128>());
        self.put_as(name.clone(), thing);
        name
    }

    /// Puts a thing there under a name, in place of what was there.
    pub fn put_as(&self, name: String, thing: Arc<T>) {
        let mut things = lock(&self.things);
        things.retain(|_, (_, asked)| asked.elapsed() < KEPT);
        while things.len() >= self.most {
            let oldest = things.iter().min_by_key(|(_, (_, asked))| *asked);
            let Some(oldest) = oldest.map(|(name, _)| name.clone()) else {
                break;
            };
            things.remove(&oldest);
        }
        things.insert(name, (thing, Instant::now()));
    }

    /// The thing of a name.
    pub fn get(&self, name: &str) -> Option<Arc<T>> {
        let mut things = lock(&self.things);
        let (thing, asked) = things.get_mut(name)?;
        *asked = Instant::now();
        Some(Arc::clone(thing))
    }
}

/// Whoever thinks: solvers and engines with their tables, made when they are first needed.
pub struct Thinker {
    /// Looks at problems being solved.
    judge: Option<Judge>,
    /// M1 and M2.
    pub machines: Machines,
    /// Analyses.
    analyst: Option<Box<Analyst>>,
}

impl Thinker {
    fn new() -> Thinker {
        Thinker {
            judge: None,
            machines: Machines::new(MOVETIME, rand::rng().random()),
            analyst: None,
        }
    }

    /// The solver that judges.
    ///
    /// # Errors
    /// A sentence, if there is no memory for it.
    pub fn judge(&mut self) -> Result<&mut Judge, String> {
        let judge = match self.judge.take() {
            Some(judge) => judge,
            None => Judge::new().map_err(|error| error.to_string())?,
        };
        Ok(self.judge.insert(judge))
    }

    /// The engine that analyses.
    ///
    /// # Errors
    /// A sentence, if there is no memory for it.
    pub fn analyst(&mut self) -> Result<&mut Analyst, String> {
        let analyst = match self.analyst.take() {
            Some(analyst) => analyst,
            None => {
                let options = EngineOptions::with_hash(HASH_MB);
                Box::new(Analyst::new(options).map_err(|error| error.to_string())?)
            }
        };
        Ok(self.analyst.insert(analyst))
    }
}

/// All that is under way.
pub struct Desk {
    /// Problems being solved.
    pub duels: Shelf<super::solve::Solving>,
    /// Verifications of the composer.
    pub verifications: Shelf<super::compose::Verification>,
    /// Contests of M1 and M2.
    pub contests: Shelf<super::contest::Contest>,
    /// Analyses, by game.
    pub analyses: Shelf<super::analysis::Analysis>,
    /// Today's problem: the day, counted from 1970, and the problem's number.
    pub daily: Mutex<Option<(i64, i64)>>,
    permits: Arc<Semaphore>,
    idle: Arc<Mutex<Vec<Thinker>>>,
}

impl Desk {
    /// With so many threads for thinking.
    pub fn new(threads: usize) -> Desk {
        Desk {
            duels: Shelf::new(2000),
            verifications: Shelf::new(200),
            contests: Shelf::new(100),
            analyses: Shelf::new(500),
            daily: Mutex::default(),
            permits: Arc::new(Semaphore::new(threads.max(1))),
            idle: Arc::default(),
        }
    }

    /// Has a thinker do something on a thread of its own, when one is free.
    ///
    /// # Errors
    /// A sentence: the work has panicked.
    pub async fn think<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Thinker) -> T + Send + 'static,
    ) -> Result<T, String> {
        let permits = Arc::clone(&self.permits);
        let permit = permits.acquire_owned().await;
        let permit = permit.map_err(|error| error.to_string())?;
        let idle = Arc::clone(&self.idle);
        let done = tokio::task::spawn_blocking(move || {
            // Held until the thread is free again, even if nobody waits for the answer any more.
            let _permit = permit;
            let thinker = lock(&idle).pop();
            let mut thinker = thinker.unwrap_or_else(Thinker::new);
            let result = work(&mut thinker);
            lock(&idle).push(thinker);
            result
        });
        done.await.map_err(|error| error.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_shelf_loses_what_was_longest_not_asked_for() {
        let shelf = Shelf::new(2);
        let [a, b] = [1, 2].map(|n| shelf.put(Arc::new(n)));
        std::thread::sleep(Duration::from_millis(2));
        assert_eq!(shelf.get(&a).as_deref(), Some(&1));
        let c = shelf.put(Arc::new(3));
        assert_eq!(shelf.get(&b), None);
        assert_eq!(shelf.get(&a).as_deref(), Some(&1));
        assert_eq!(shelf.get(&c).as_deref(), Some(&3));
    }
}
