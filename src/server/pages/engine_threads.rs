//! Engine threads of this process: as many as the operator allows think at a time, for pages, for machines' seats and
//! for jobs. Work of pages that is under way lies in the database, for all processes.

use base::threads::{self, locked};
use std::collections::HashSet;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use store::job::Picking;
use tokio::sync::{Notify, oneshot};
use work::{EnginePermits, Engines, WorkerOptions};

/// Lease of a job: the time that it stays this process's without further news of it.
const LEASE: Duration = Duration::from_secs(6);

/// The fewest workers for each kind of jobs.
const WORKERS: usize = 4;

/// Engine threads, and the work for pages that they have in hand.
pub struct EngineThreads {
    /// Today's problem: the day, counted from 1970, and the problem's number.
    pub daily: Mutex<Option<(i64, i64)>>,
    threads: usize,
    /// Mebibytes of the table of each worker that verifies.
    hash_mb: usize,
    permits: EnginePermits,
    idle: Arc<Mutex<Vec<Engines>>>,
    /// Says that there may be a job.
    wake: Arc<Notify>,
    /// Names of the turns that are taken.
    busy: Arc<Mutex<HashSet<String>>>,
}

/// A turn at something of a name; over when dropped.
pub struct Turn(Arc<Mutex<HashSet<String>>>, String);

impl Drop for Turn {
    fn drop(&mut self) {
        locked(&self.0).remove(&self.1);
    }
}

impl EngineThreads {
    /// Returns this many threads for jobs, whose tables have so many mebibytes, and which compute while they have a permit.
    pub fn new(threads: usize, hash_mb: usize, permits: EnginePermits) -> EngineThreads {
        EngineThreads {
            daily: Mutex::default(),
            threads,
            hash_mb,
            permits,
            idle: Arc::default(),
            wake: Arc::default(),
            busy: Arc::default(),
        }
    }

    /// The only turn at something of a name; `None` while another has it.
    pub fn turn_at(&self, name: &str) -> Option<Turn> {
        let new = locked(&self.busy).insert(name.to_owned());
        new.then(|| Turn(Arc::clone(&self.busy), name.to_owned()))
    }

    /// One of so many turns that somebody has at once; `None` while all are taken.
    pub fn turn_of(&self, who: &str, most: usize) -> Option<Turn> {
        (0..most).find_map(|number| self.turn_at(&format!("{who} {number}")))
    }

    /// There may be a job.
    pub fn wake(&self) {
        self.wake.notify_one();
    }

    /// Returns the options by which this process does jobs; `process` is its name. There are more workers than places to
    /// think at, and nobody has them all: the long jobs of some let others pass.
    pub fn working(&self, process: &str, picking: Picking) -> WorkerOptions {
        let workers = self.threads.max(WORKERS);
        let kind = if picking == Picking::Site {
            "site"
        } else {
            "verify"
        };
        WorkerOptions {
            name: format!("serve:{process}:{kind}"),
            picking,
            workers,
            of_one: Some(workers / 2),
            hash_mb: self.hash_mb,
            lease: LEASE,
            permits: Some(self.permits.clone()),
            wake: Arc::clone(&self.wake),
            ..WorkerOptions::default()
        }
    }

    /// Does something with engines, when a permit is free, on a thread of its own with [room](threads) for deep proofs.
    ///
    /// # Errors
    /// A sentence: the system gives no thread, or the work has panicked.
    pub async fn think<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Engines) -> T + Send + 'static,
    ) -> Result<T, String> {
        let permit = self.permits.acquire().await;
        let idle = Arc::clone(&self.idle);
        let (sender, done) = oneshot::channel();
        threads::spawn("engine", move || {
            // Held until the thread is free again, even if nobody waits for the answer any more.
            let _permit = permit;
            let engines = locked(&idle).pop();
            let mut engines = engines.unwrap_or_default();
            let result = work(&mut engines);
            locked(&idle).push(engines);
            // Whoever has gone needs no answer.
            let _ = sender.send(result);
        })
        .map_err(|error| format!("there are no threads: {error}"))?;
        done.await
            .map_err(|_| "the work ended in the middle".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use solve::mate::MAX_MOVES;

    #[tokio::test]
    async fn a_deep_proof_has_room() {
        /// Recurses as a proof does, with frames that are as large as any.
        fn descend(depth: u64) -> u64 {
            let frame = std::hint::black_box([depth; 256]);
            match depth {
                0 => frame[0],
                depth => descend(depth - 1) + std::hint::black_box(frame)[255],
            }
        }
        // Two frames for each ply of the longest proof, many times over: 8 MiB and more, where a thread has 2 by default.
        let depth = 16 * 2 * u64::from(MAX_MOVES);
        let sum = EngineThreads::new(1, 16, EnginePermits::new(1))
            .think(move |_| descend(depth))
            .await;
        assert_eq!(sum.expect("no fault"), depth * (depth + 1) / 2);
    }

    #[test]
    fn one_has_a_turn_at_a_time() {
        let engine_threads = EngineThreads::new(1, 16, EnginePermits::new(1));
        let turn = engine_threads.turn_at("a");
        assert!(
            turn.is_some()
                && engine_threads.turn_at("a").is_none()
                && engine_threads.turn_at("b").is_some()
        );
        drop(turn);
        assert!(engine_threads.turn_at("a").is_some());
    }

    #[test]
    fn one_has_so_many_turns_and_others_have_theirs() {
        let engine_threads = EngineThreads::new(1, 16, EnginePermits::new(1));
        let [first, second, third] = [(); 3].map(|()| engine_threads.turn_of("a", 2));
        assert!(first.is_some() && second.is_some() && third.is_none());
        assert!(engine_threads.turn_of("b", 2).is_some());
        drop(first);
        assert!(engine_threads.turn_of("a", 2).is_some());
    }
}
