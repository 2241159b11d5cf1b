//! Events of all rooms, many in one change: while one change is being made to last, what comes in
//! meanwhile waits for the next. A room that waits a millisecond more costs nobody anything; a change for
//! each move would be the end of a few hundred games.
//!
//! A write that fails because the database is away, or its disk is full, is tried again until it succeeds.

use super::storage::{Reporter, Storage};
use std::sync::Arc;
use std::time::Duration;
use store::games::Append;
use store::{Error, Store};
use tokio::sync::{mpsc, oneshot};
use tokio::time::Instant;

/// Events in one change.
const AT_ONCE: usize = 500;

/// Pause before writing is tried again while the database is away.
const PAUSE: Duration = Duration::from_millis(250);

/// Outcome of writing events.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Written {
    /// They outlast a crash.
    Yes,
    /// The game is another process's now.
    Lost,
    /// The database has refused them. Nothing is there.
    Failed,
}

struct Request {
    append: Append,
    answer: oneshot::Sender<Written>,
}

/// Handle through which rooms have events written. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Writer {
    lanes: Vec<mpsc::Sender<Request>>,
    storage: Arc<Storage>,
}

impl std::fmt::Debug for Request {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.append.fmt(f)
    }
}

impl Writer {
    /// Starts so many tasks that write; they end when all writers are dropped. More than one are of
    /// use where the database makes several changes at a time.
    pub fn start(collection: &Store, process: &str, lanes: usize) -> Writer {
        let storage = Arc::<Storage>::default();
        let lane = |number| {
            let (sender, receiver) = mpsc::channel(4 * AT_ONCE);
            let lane = Lane {
                collection: collection.clone(),
                process: process.to_owned(),
                storage: Arc::clone(&storage),
                number: Reporter::Writer(number),
            };
            tokio::spawn(lane.run(receiver));
            sender
        };
        let lanes = (0..lanes.max(1)).map(lane).collect();
        Writer { lanes, storage }
    }

    /// One that says at once that everything is written, for tests in which time stands still.
    #[cfg(test)]
    pub fn pretending() -> Writer {
        let (sender, mut receiver) = mpsc::channel::<Request>(4);
        tokio::spawn(async move {
            while let Some(request) = receiver.recv().await {
                let _ = request.answer.send(Written::Yes);
            }
        });
        Writer {
            lanes: vec![sender],
            storage: Arc::default(),
        }
    }

    /// State of the database.
    pub fn storage(&self) -> &Storage {
        &self.storage
    }

    /// Has an event written down; returns when it is. The events of one game go in one after another.
    pub async fn append(&self, append: Append) -> Written {
        let bytes = append.game.bytes();
        let lane = bytes.fold(0_usize, |sum, b| {
            sum.wrapping_mul(31).wrapping_add(b.into())
        });
        let (answer, answered) = oneshot::channel();
        let request = Request { append, answer };
        if self.lanes[lane % self.lanes.len()]
            .send(request)
            .await
            .is_err()
        {
            return Written::Failed;
        }
        answered.await.unwrap_or(Written::Failed)
    }
}

/// A task that writes.
struct Lane {
    collection: Store,
    process: String,
    storage: Arc<Storage>,
    number: Reporter,
}

impl Lane {
    async fn run(self, mut requests: mpsc::Receiver<Request>) {
        let mut batch = Vec::with_capacity(AT_ONCE);
        while requests.recv_many(&mut batch, AT_ONCE).await > 0 {
            let begun = Instant::now();
            let (appends, answers): (Vec<Append>, Vec<_>) = batch
                .drain(..)
                .map(|request| (request.append, request.answer))
                .unzip();
            metrics::histogram!("atalaya_writer_batch").record(appends.len() as f64);
            let written = match self.write(&appends).await {
                Some(written) => written,
                // One event that cannot be is no reason to lose the others.
                None if appends.len() > 1 => {
                    let mut written = Vec::with_capacity(appends.len());
                    for append in &appends {
                        let alone = self.write(std::slice::from_ref(append)).await;
                        written.extend(alone.unwrap_or_else(|| vec![Written::Failed]));
                    }
                    written
                }
                None => vec![Written::Failed],
            };
            metrics::histogram!("atalaya_writer_seconds").record(begun.elapsed().as_secs_f64());
            for (answer, written) in answers.into_iter().zip(written) {
                // A room that has ended meanwhile needs no answer.
                let _ = answer.send(written);
            }
        }
    }

    /// Writes events in one change, again and again while the database is away. `None` if it refuses them.
    async fn write(&self, appends: &[Append]) -> Option<Vec<Written>> {
        let begun = Instant::now();
        loop {
            let written = self.collection.games().append(&self.process, appends);
            // A server that has stopped in the midst of it says nothing at all.
            let written = tokio::time::timeout(self.collection.patience(), written).await;
            let why = match written {
                Ok(Ok(kept)) => {
                    self.storage.report(self.number, None);
                    let told = |kept| if kept { Written::Yes } else { Written::Lost };
                    return Some(kept.into_iter().map(told).collect());
                }
                Ok(Err(Error::Database(error))) if error.may_pass() => error.to_string(),
                Ok(Err(error)) => {
                    self.storage.report(self.number, None);
                    tracing::error!("{} events are not written: {error}", appends.len());
                    return None;
                }
                Err(_) => "the database does not answer".to_owned(),
            };
            if self.storage.down_since().is_none() {
                tracing::warn!("{} events wait: {why}", appends.len());
            }
            self.storage.report(self.number, Some(begun));
            tokio::time::sleep(PAUSE).await;
        }
    }
}
