//! Engine threads of this process: as many as the operator allows compute at a time, for requests of pages, for moves
//! of machines and for jobs. The state of jobs is kept in the database, for all processes.

use base::threads::{self, locked};
use std::collections::HashSet;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use store::job::Picking;
use tokio::sync::{Notify, oneshot};
use work::{EnginePermits, Engines, WorkerOptions};

/// Lease of a job: the time after which other processes may take it over if this process does not report progress.
const LEASE: Duration = Duration::from_secs(6);

/// Minimum number of workers for each kind of jobs.
const WORKERS: usize = 4;

/// Engine threads, and bookkeeping of the pages' requests that they serve.
pub struct EngineThreads {
    /// Cached problem of the day: the day, counted from 1970, and the problem's number.
    pub daily: Mutex<Option<(i64, i64)>>,
    threads: usize,
    /// Size of the hash table of each worker that verifies problems, in mebibytes.
    hash_mb: usize,
    permits: EnginePermits,
    idle: Arc<Mutex<Vec<Engines>>>,
    /// Notified when a job may be waiting.
    wake: Arc<Notify>,
    /// Names that are locked by a [`Turn`].
    busy: Arc<Mutex<HashSet<String>>>,
}

/// Exclusive lock on a name; dropping it releases the lock.
pub struct Turn(Arc<Mutex<HashSet<String>>>, String);

impl Drop for Turn {
    fn drop(&mut self) {
        locked(&self.0).remove(&self.1);
    }
}

impl EngineThreads {
    /// Creates the engine threads for `threads` jobs at a time, whose hash tables have `hash_mb` mebibytes each, and
    /// which compute only while they hold a permit.
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

    /// Locks a name; `None` if it is locked already.
    pub fn turn_at(&self, name: &str) -> Option<Turn> {
        let new = locked(&self.busy).insert(name.to_owned());
        new.then(|| Turn(Arc::clone(&self.busy), name.to_owned()))
    }

    /// Takes one of the `most` locks that the visitor with the key `who` may hold at once; `None` if all are taken.
    pub fn turn_of(&self, who: &str, most: usize) -> Option<Turn> {
        (0..most).find_map(|number| self.turn_at(&format!("{who} {number}")))
    }

    /// Wakes a worker, since a job may be waiting.
    pub fn wake(&self) {
        self.wake.notify_one();
    }

    /// Returns the options of the workers that execute jobs in this process; `process` is its name. There are at least
    /// four workers, which may be more than engine threads, and one account may occupy only half of them, so
    /// that long jobs do not block those of others.
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

    /// Waits for a permit and calls `work` on a thread of its own, whose [stack](threads) is large enough for deep
    /// proofs. Returns the result of `work`.
    ///
    /// # Errors
    /// A sentence: the operating system cannot start a thread, or `work` has panicked.
    pub async fn think<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Engines) -> T + Send + 'static,
    ) -> Result<T, String> {
        let permit = self.permits.acquire().await;
        let idle = Arc::clone(&self.idle);
        let (sender, done) = oneshot::channel();
        threads::spawn("engine", move || {
            // Held until the thread ends, even if nobody waits for the answer any more.
            let _permit = permit;
            let engines = locked(&idle).pop();
            let mut engines = engines.unwrap_or_default();
            let result = work(&mut engines);
            locked(&idle).push(engines);
            // If the receiver has been dropped, nobody needs the answer.
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
        /// Recurses to a depth like that of a proof, with stack frames as large as the largest of a proof.
        fn descend(depth: u64) -> u64 {
            let frame = std::hint::black_box([depth; 256]);
            match depth {
                0 => frame[0],
                depth => descend(depth - 1) + std::hint::black_box(frame)[255],
            }
        }
        // Two frames for each ply of the longest proof, many times over: 8 MiB and more, where a thread has 2 by
        // default.
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
