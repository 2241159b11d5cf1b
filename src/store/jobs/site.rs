//! Work that pages of a site request, in the same queue (`jobs`): it is identified by a kind and a subject, can be read
//! by everybody who knows them, and can be cancelled by the visitor who requested it.

use crate::Jobs;
use crate::columns::Columns;
use crate::error::{Error, Result};
use crate::jobs::job::{Fault, JobState};
use crate::jobs::task::{Composing, Kind, Work};
use crate::jobs::{OPEN, last_turn};
use crate::sql::{sql, whole};
use problems::verify::Verdict;
use sqlx::any::AnyRow;

/// Maximum number of open jobs of one visitor.
const MOST_OF_ONE: i64 = 10;
/// Maximum number of open jobs of all visitors together.
const MOST: i64 = 1000;

/// Response to a request for work of the site.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SiteRequest {
    /// A new job was created, or a failed one starts again.
    New,
    /// The same work has been requested before.
    Known,
    /// The visitor, or all visitors together, have too many open jobs; nothing was created.
    TooMuch,
}

/// Progress and results of a job of the site.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SiteJob {
    /// Key of the visitor who requested the job: `u12` (user 12), `g7` (guest 7), or a network address.
    pub owner: String,
    /// Number of parts of the job.
    pub parts: usize,
    /// Results of the parts, as JSON, from the requested part on.
    pub results: Vec<String>,
    /// True if no more results will come, because the job is done, failed or cancelled.
    pub over: bool,
    /// Progress of the present part, as JSON; empty if none has been reported.
    pub progress: String,
    /// Reason of the failure; empty if the job has not failed.
    pub fault: String,
}

impl Jobs<'_> {
    /// Requests work, which is identified by its kind and `subject`. Work that has failed before starts again.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn request_site(
        self,
        work: &Work,
        subject: &str,
        owner: &str,
    ) -> Result<SiteRequest> {
        let body = serde_json::to_string(work).map_err(Error::invalid)?;
        let kind = work.kind();
        let mut change = self.store.begin().await?;
        let sql = sql!(
            "DELETE FROM jobs WHERE kind = ? AND subject = ? AND state = 'failed'"; kind.word(), subject
        );
        sql.run(&mut change).await?;
        let sql = sql!("SELECT id FROM jobs WHERE kind = ? AND subject = ?"; kind.word(), subject);
        if sql.first::<i64>(&mut change).await?.is_some() {
            return Ok(SiteRequest::Known);
        }
        let count = "SELECT count(*) FROM jobs WHERE kind <> 'verify' AND ";
        let sql = sql!([count, OPEN, " AND owner = ? UNION ALL ", count, OPEN]; owner);
        let open: Vec<i64> = sql.all(&mut change).await?;
        let mut open = open.iter().zip([MOST_OF_ONE, MOST]);
        if open.any(|(count, most)| *count >= most) {
            return Ok(SiteRequest::TooMuch);
        }
        let now = self.store.now();
        let turn = last_turn(&mut change, kind, owner, 0).await? + 1;
        let sql = sql!(
            "INSERT INTO jobs (kind, revision, subject, owner, body, parts, turn, due, created) \
             VALUES (?, 0, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (kind, subject) DO NOTHING";
            kind.word(), subject, owner, body, whole(work.parts()), turn, now, now
        );
        let new = sql.run(&mut change).await? == 1;
        change.commit().await?;
        Ok(if new {
            SiteRequest::New
        } else {
            SiteRequest::Known
        })
    }

    /// Returns the state of a job with the results from part `from` on; `None` if there is no such job.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn get_site(self, kind: Kind, subject: &str, from: usize) -> Result<Option<SiteJob>> {
        let mut reader = self.store.reader().await?;
        let sql = sql!(
            "SELECT id, owner, parts, state, progress, fault FROM jobs WHERE kind = ? AND subject = ?";
            kind.word(), subject
        );
        let row: Option<AnyRow> = sql.first(&mut reader).await?;
        let Some(row) = row else { return Ok(None) };
        let id: i64 = row.read("id")?;
        // The state is read before the results: if it is over, all results are there.
        let sql = sql!(
            "SELECT result FROM job_parts WHERE job = ? AND number >= ? ORDER BY number"; id, whole(from)
        );
        let results = sql.all(&mut reader).await?;
        let state: JobState = row.read("state")?;
        Ok(Some(SiteJob {
            owner: row.read("owner")?,
            parts: row.read("parts")?,
            results,
            over: state.over(),
            progress: row.read("progress")?,
            fault: match row.read("fault")? {
                None => String::new(),
                Some(Fault::Failed { error } | Fault::Unreadable { error }) => error,
                Some(_) => "worker after worker went away".to_owned(),
            },
        }))
    }

    /// Cancels a job. Returns true if it was cancelled; false if it is not open or does not belong to this visitor.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn cancel_site(self, kind: Kind, subject: &str, owner: &str) -> Result<bool> {
        let sql = sql!(
            ["UPDATE jobs SET state = 'cancelled', leased_until = NULL, finished = ? \
              WHERE kind = ? AND subject = ? AND owner = ? AND ", OPEN];
            self.store.now(), kind.word(), subject, owner
        );
        Ok(self.store.run(sql).await? == 1)
    }

    /// Returns the verdict that was found for a position while this visitor was composing it; `None` if there is none.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn composed_verdict(
        self,
        composing: &Composing,
        owner: &str,
    ) -> Result<Option<Verdict>> {
        let work = Work::Composing(composing.clone());
        let body = serde_json::to_string(&work).map_err(Error::invalid)?;
        let sql = sql!(
            "SELECT r.result FROM jobs j JOIN job_parts r ON r.job = j.id AND r.number = 0 \
             WHERE j.kind = 'composing' AND j.owner = ? AND j.body = ? ORDER BY j.id DESC"; owner, body
        );
        for result in self.store.all::<String>(sql).await? {
            // A job that reached its time limit has no verdict; another one may have had more time.
            if let Some(verdict) = Composing::verdict_of(&result) {
                return Ok(Some(verdict));
            }
        }
        Ok(None)
    }
}
