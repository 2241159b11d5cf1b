//! Writing of all rooms' events to the database, many in one transaction: events that come in while one transaction is
//! being committed wait for the next. The wait of a few milliseconds does not matter, but a transaction for each move
//! would overload the database with a few hundred games.
//!
//! A write that fails because the database is away, or its disk is full, is retried until it succeeds.

use super::storage::{Reporter, Storage};
use std::sync::Arc;
use std::time::Duration;
use store::games::Append;
use store::{Error, Store};
use tokio::sync::{mpsc, oneshot};
use tokio::time::Instant;

/// Maximum number of events in one transaction.
const AT_ONCE: usize = 500;

/// Pause before a write is retried while the database is away.
const PAUSE: Duration = Duration::from_millis(250);

/// Outcome of writing an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Written {
    /// The event is committed, and survives a crash.
    Yes,
    /// The event is not stored, because another process runs the game now.
    Lost,
    /// The event is not stored, because the database has refused it.
    Failed,
}

struct Request {
    append: Append,
    answer: oneshot::Sender<Written>,
}

/// Handle by which rooms write events to the database. Cheap to clone.
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
    /// Starts `lanes` tasks that write, at least one; they end when all clones of the writer are dropped. More than one
    /// are useful if the database can commit several transactions at a time.
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

    /// Creates a writer that reports success at once and stores nothing, for tests with paused time.
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

    /// Returns the state of the database.
    pub fn storage(&self) -> &Storage {
        &self.storage
    }

    /// Writes an event to the database, and returns once that is done. All events of one game are written by the same
    /// task, in order.
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

/// One of the tasks that write.
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
                // If one event is refused, the others are written one by one.
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

    /// Writes events in one transaction; retries while the database is away. Returns the outcome by event; `None` if
    /// the database refuses the transaction.
    async fn write(&self, appends: &[Append]) -> Option<Vec<Written>> {
        let begun = Instant::now();
        loop {
            let written = self.collection.games().append(&self.process, appends);
            // A database server that stops during a write may not answer at all.
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
