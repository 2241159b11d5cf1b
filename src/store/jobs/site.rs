//! Work that pages of a site ask for, in the one queue (`jobs`): asked for by name, read by whoever shows it,
//! cancelled by whoever asked.

use crate::Jobs;
use crate::columns::Columns;
use crate::error::{Error, Result};
use crate::jobs::job::{Fault, JobState};
use crate::jobs::task::{Composing, Kind, Work};
use crate::jobs::{OPEN, last_turn};
use crate::sql::{sql, whole};
use problems::verify::Verdict;
use sqlx::any::AnyRow;

/// Maximum number of open jobs of one visitor, and of all visitors together.
const MOST_OF_ONE: i64 = 10;
const MOST: i64 = 1000;

/// Result of asking for work of the site.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SiteRequest {
    /// Somebody will do it.
    New,
    /// Somebody has asked for it before.
    Known,
    /// There is too much to be done.
    TooMuch,
}

/// Progress and results of a job of the site.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SiteJob {
    /// Visitor who asked for it: `u12` (user 12), `g7` (guest 7), or an address.
    pub owner: String,
    /// Number of its parts.
    pub parts: usize,
    /// The results, as JSON, from the part that was asked for.
    pub results: Vec<String>,
    /// True if no more results will come: it is done, failed or cancelled.
    pub over: bool,
    /// Progress of the part that is being done, as JSON; empty if none was reported.
    pub progress: String,
    /// Why it has failed; empty if it has not.
    pub fault: String,
}

impl Jobs<'_> {
    /// Asks for work, called so. What has failed before is begun again.
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

    /// Returns the progress of a job, with its results from a part on; `None` if there is no such job.
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
        // The state before the results: what is over then has them all.
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

    /// Cancels a job, and returns true if it was open and this visitor's.
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

    /// Returns the verdict that a visitor has been given for a position while composing; `None` if there is
    /// none.
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
            // One whose time was up has none; another may have had more time.
            if let Some(verdict) = Composing::verdict_of(&result) {
                return Ok(Some(verdict));
            }
        }
        Ok(None)
    }
}
