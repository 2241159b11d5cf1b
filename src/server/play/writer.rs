//! Events of all rooms, many in one change: while one change is being made to last, what comes in
//! meanwhile waits for the next. A room that waits a millisecond more costs nobody anything; a change for
//! each move would be the end of a few hundred games.

use problems::store::online::Append;
use problems::{Collection, Error};
use std::time::Duration;
use tokio::sync::{mpsc, oneshot};

/// Events in one change.
const AT_ONCE: usize = 500;

/// Total time that writing is tried again while the database is unavailable.
const PATIENCE: Duration = Duration::from_secs(15);

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
pub struct Writer(Vec<mpsc::Sender<Request>>);

impl std::fmt::Debug for Request {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.append.fmt(f)
    }
}

impl Writer {
    /// Starts so many tasks that write; they end when all writers are dropped. More than one are of
    /// use where the database makes several changes at a time.
    pub fn start(collection: &Collection, process: &str, lanes: usize) -> Writer {
        let lane = |_| {
            let (sender, receiver) = mpsc::channel(4 * AT_ONCE);
            tokio::spawn(write(collection.clone(), process.to_owned(), receiver));
            sender
        };
        Writer((0..lanes.max(1)).map(lane).collect())
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
        Writer(vec![sender])
    }

    /// Has an event written down; returns when it is. The events of one game go in one after another.
    pub async fn append(&self, append: Append) -> Written {
        let bytes = append.game.bytes();
        let lane = bytes.fold(0_usize, |sum, b| {
            sum.wrapping_mul(31).wrapping_add(b.into())
        });
        let (answer, answered) = oneshot::channel();
        let request = Request { append, answer };
        if self.0[lane % self.0.len()].send(request).await.is_err() {
            return Written::Failed;
        }
        answered.await.unwrap_or(Written::Failed)
    }
}

async fn write(collection: Collection, process: String, mut requests: mpsc::Receiver<Request>) {
    let mut batch = Vec::with_capacity(AT_ONCE);
    while requests.recv_many(&mut batch, AT_ONCE).await > 0 {
        let begun = std::time::Instant::now();
        let (appends, answers): (Vec<Append>, Vec<_>) = batch
            .drain(..)
            .map(|request| (request.append, request.answer))
            .unzip();
        metrics::histogram!("atalaya_writer_batch").record(appends.len() as f64);
        let written = patiently(&collection, &process, &appends).await;
        metrics::histogram!("atalaya_writer_seconds").record(begun.elapsed().as_secs_f64());
        for (i, answer) in answers.into_iter().enumerate() {
            let told = match &written {
                Some(kept) if kept.get(i) == Some(&true) => Written::Yes,
                Some(_) => Written::Lost,
                None => Written::Failed,
            };
            // A room that has ended meanwhile needs no answer.
            let _ = answer.send(told);
        }
    }
}

/// Tries again for a while what may succeed later.
async fn patiently(
    collection: &Collection,
    process: &str,
    appends: &[Append],
) -> Option<Vec<bool>> {
    let begun = std::time::Instant::now();
    loop {
        match collection.append_events(process, appends).await {
            Ok(kept) => return Some(kept),
            Err(Error::Database(error)) if error.may_pass() && begun.elapsed() < PATIENCE => {
                tracing::warn!("{error}; trying again");
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
            Err(error) => {
                tracing::error!("{} events are not written: {error}", appends.len());
                return None;
            }
        }
    }
}
