//! State of the database for all rooms of a process: it accepts writes, or it does not.
//!
//! While it does not, the clocks of all rooms stand still, so that no player loses time. Each part of the process that
//! writes reports its failures, and its success after them.

use base::threads::locked;
use std::collections::BTreeMap;
use std::sync::Mutex;
use tokio::sync::watch;
use tokio::time::Instant;

/// Part of this process that writes to the database regularly and reports the outcome.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reporter {
    /// One of the tasks that write events, by number.
    Writer(usize),
    /// The heartbeat of the process, once a second.
    Heartbeat,
}

/// State of the database as this process finds it.
#[derive(Debug)]
pub struct Storage {
    /// Reporters whose writes fail, with the instant at which the first failed write began.
    failing: Mutex<BTreeMap<Reporter, Instant>>,
    since: watch::Sender<Option<Instant>>,
}

impl Default for Storage {
    fn default() -> Storage {
        Storage {
            failing: Mutex::default(),
            since: watch::Sender::new(None),
        }
    }
}

impl Storage {
    /// Returns the instant since which nothing can be written; `None` if the database is available.
    pub fn down_since(&self) -> Option<Instant> {
        *self.since.borrow()
    }

    /// Returns a receiver of the changes of [`Storage::down_since`].
    pub fn watch(&self) -> watch::Receiver<Option<Instant>> {
        self.since.subscribe()
    }

    /// Reports the outcome of a write: `None` if it succeeded, the instant at which it began if it failed.
    pub fn report(&self, by: Reporter, failed: Option<Instant>) {
        let mut failing = locked(&self.failing);
        match failed {
            Some(begun) => {
                failing.entry(by).or_insert(begun);
            }
            None => {
                failing.remove(&by);
            }
        }
        let first = failing.values().min().copied();
        self.since.send_if_modified(|since| {
            let changed = since.is_some() != first.is_some();
            if changed {
                *since = first;
                metrics::gauge!("atalaya_database_down").set(f64::from(u8::from(first.is_some())));
                match first {
                    Some(_) => tracing::error!("the database takes nothing: the clocks stand"),
                    None => tracing::info!("the database is there again: games go on"),
                }
            }
            changed
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn the_database_is_there_again_when_all_have_written() {
        let storage = Storage::default();
        let mut watch = storage.watch();
        let begun = Instant::now();
        storage.report(Reporter::Writer(1), Some(begun));
        assert_eq!(storage.down_since(), Some(begun));
        assert!(watch.has_changed().expect("it lives"));
        watch.mark_unchanged();
        storage.report(Reporter::Heartbeat, Some(Instant::now()));
        storage.report(Reporter::Writer(1), None);
        // A small change may find room where a larger one does not.
        assert!(storage.down_since().is_some() && !watch.has_changed().expect("it lives"));
        storage.report(Reporter::Heartbeat, None);
        assert_eq!(storage.down_since(), None);
        assert!(watch.has_changed().expect("it lives"));
    }
}
