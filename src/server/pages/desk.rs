//! Engine threads of this process: as many as the operator allows think at a time, for pages, for machines' seats and
//! for jobs. Work of pages that is under way lies in the database, for all processes.

use problems::job::Picking;
use problems::work::{Gate, Thinker, WorkerOptions};
use std::collections::HashSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::Notify;

/// Lease of a job: the time that it stays this process's without further news of it.
const LEASE: Duration = Duration::from_secs(6);

/// A lock whose holder has panicked is as good as any: what it guards is replaced as a whole.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Engine threads, and the work for pages that they have in hand.
pub struct Desk {
    /// Today's problem: the day, counted from 1970, and the problem's number.
    pub daily: Mutex<Option<(i64, i64)>>,
    threads: usize,
    gate: Gate,
    idle: Arc<Mutex<Vec<Thinker>>>,
    /// Says that there may be a job.
    wake: Arc<Notify>,
    /// Names of the turns that are taken.
    busy: Arc<Mutex<HashSet<String>>>,
}

/// A turn at something of a name; over when dropped.
pub struct Turn(Arc<Mutex<HashSet<String>>>, String);

impl Drop for Turn {
    fn drop(&mut self) {
        lock(&self.0).remove(&self.1);
    }
}

impl Desk {
    /// With so many threads for jobs, and the gate to the places where all threads think.
    pub fn new(threads: usize, gate: Gate) -> Desk {
        Desk {
            daily: Mutex::default(),
            threads,
            gate,
            idle: Arc::default(),
            wake: Arc::default(),
            busy: Arc::default(),
        }
    }

    /// The only turn at something of a name; `None` while another has it.
    pub fn turn_at(&self, name: &str) -> Option<Turn> {
        let new = lock(&self.busy).insert(name.to_owned());
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

    /// Returns the options by which this process does jobs; `process` is its name.
    pub fn working(&self, process: &str, picking: Picking) -> WorkerOptions {
        let kind = if picking == Picking::Site {
            "site"
        } else {
            "verify"
        };
        WorkerOptions {
            name: format!("serve:{process}:{kind}"),
            picking,
            workers: self.threads,
            lease: LEASE,
            gate: Some(self.gate.clone()),
            wake: Arc::clone(&self.wake),
            ..WorkerOptions::default()
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
        let place = self.gate.enter().await;
        let idle = Arc::clone(&self.idle);
        let done = tokio::task::spawn_blocking(move || {
            // Held until the thread is free again, even if nobody waits for the answer any more.
            let _place = place;
            let thinker = lock(&idle).pop();
            let mut thinker = thinker.unwrap_or_default();
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
    fn one_has_a_turn_at_a_time() {
        let desk = Desk::new(1, Gate::new(1));
        let turn = desk.turn_at("a");
        assert!(turn.is_some() && desk.turn_at("a").is_none() && desk.turn_at("b").is_some());
        drop(turn);
        assert!(desk.turn_at("a").is_some());
    }

    #[test]
    fn one_has_so_many_turns_and_others_have_theirs() {
        let desk = Desk::new(1, Gate::new(1));
        let [first, second, third] = [(); 3].map(|()| desk.turn_of("a", 2));
        assert!(first.is_some() && second.is_some() && third.is_none());
        assert!(desk.turn_of("b", 2).is_some());
        drop(first);
        assert!(desk.turn_of("a", 2).is_some());
    }
}
