//! Work that pages of a site ask for, in the one queue (`jobs`): asked for by name, read by whoever shows it,
//! cancelled by whoever asked.

use crate::Jobs;
use crate::error::{Error, Result};
use crate::jobs::job::{Fault, JobState};
use crate::jobs::task::{Composing, Kind, Work};
use crate::jobs::{OPEN, last_turn};
use crate::sql::{Columns, Sql, whole};
use problems::verify::Verdict;
use sqlx::Row;

/// Maximum number of open jobs of one visitor, and of all visitors together.
const MOST_OF_ONE: i64 = 10;
const MOST: i64 = 1000;

/// Result of asking for work of the site.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AskedSite {
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

/// Restricts a statement to the job of a name.
fn named(sql: &mut Sql, kind: Kind, subject: &str) {
    sql.push(" WHERE kind = ").bind(kind.word());
    sql.push(" AND subject = ").bind(subject);
}

impl Jobs<'_> {
    /// Asks for work, called so. What has failed before is begun again.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn ask(self, work: &Work, subject: &str, owner: &str) -> Result<AskedSite> {
        let body = serde_json::to_string(work).map_err(Error::invalid)?;
        let kind = work.kind();
        let mut change = self.store.begin().await?;
        let mut sql = Sql::new("DELETE FROM jobs");
        named(&mut sql, kind, subject);
        sql.push(" AND state = 'failed'");
        sql.run(change.connection()).await?;
        let mut sql = Sql::new("SELECT id FROM jobs");
        named(&mut sql, kind, subject);
        if !sql.numbers(change.connection()).await?.is_empty() {
            return Ok(AskedSite::Known);
        }
        let mut sql = Sql::new("SELECT count(*) FROM jobs WHERE kind <> 'verify' AND ");
        sql.push(OPEN).push(" AND owner = ").bind(owner);
        sql.push(" UNION ALL SELECT count(*) FROM jobs WHERE kind <> 'verify' AND ");
        sql.push(OPEN);
        let open = sql.numbers(change.connection()).await?;
        let mut open = open.iter().zip([MOST_OF_ONE, MOST]);
        if open.any(|(count, most)| *count >= most) {
            return Ok(AskedSite::TooMuch);
        }
        let now = self.store.now();
        let turn = last_turn(change.connection(), kind, owner, 0).await? + 1;
        let mut sql = Sql::new(
            "INSERT INTO jobs (kind, revision, subject, owner, body, parts, turn, due, created) VALUES (",
        );
        sql.bind(kind.word()).push(", 0, ").bind(subject);
        sql.push(", ").bind(owner).push(", ").bind(body);
        let parts = whole(work.parts());
        sql.push(", ").bind(parts).push(", ").bind(turn);
        sql.push(", ").bind(now).push(", ").bind(now);
        sql.push(") ON CONFLICT (kind, subject) DO NOTHING");
        let new = sql.run(change.connection()).await? == 1;
        change.commit().await?;
        Ok(if new {
            AskedSite::New
        } else {
            AskedSite::Known
        })
    }

    /// Returns the progress of a job, with its results from a part on; `None` if there is no such job.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn get_site(self, kind: Kind, subject: &str, from: usize) -> Result<Option<SiteJob>> {
        let mut reader = self.store.reader().await?;
        let mut sql = Sql::new("SELECT id, owner, parts, state, progress, fault FROM jobs");
        named(&mut sql, kind, subject);
        let rows = sql.rows(&mut reader).await?;
        let Some(row) = rows.first() else {
            return Ok(None);
        };
        let id: i64 = row.try_get("id")?;
        // The state before the results: what is over then has them all.
        let mut sql = Sql::new("SELECT result FROM job_parts WHERE job = ");
        sql.bind(id).push(" AND number >= ");
        sql.bind(whole(from));
        sql.push(" ORDER BY number");
        let results = sql.rows(&mut reader).await?;
        let results = results.iter().map(|row| row.try_get(0));
        let state: JobState = row.word("state")?;
        Ok(Some(SiteJob {
            owner: row.try_get("owner")?,
            parts: row.count("parts")?,
            results: results.collect::<std::result::Result<_, _>>()?,
            over: state.over(),
            progress: row.try_get("progress")?,
            fault: match row.json("fault")? {
                None => String::new(),
                Some(Fault::Failed { error } | Fault::Unreadable { error }) => error,
                Some(_) => "worker after worker went away".to_owned(),
            },
        }))
    }

    /// Nobody wants a job any more; whether it was open and this visitor's.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn cancel_site(self, kind: Kind, subject: &str, owner: &str) -> Result<bool> {
        let mut change = self.store.begin().await?;
        let mut sql =
            Sql::new("UPDATE jobs SET state = 'cancelled', leased_until = NULL, finished = ");
        sql.bind(self.store.now());
        named(&mut sql, kind, subject);
        sql.push(" AND ").push(OPEN);
        sql.push(" AND owner = ").bind(owner);
        let cancelled = sql.run(change.connection()).await? == 1;
        change.commit().await?;
        Ok(cancelled)
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
        let mut sql = Sql::new(
            "SELECT r.result FROM jobs j JOIN job_parts r ON r.job = j.id AND r.number = 0 \
             WHERE j.kind = 'composing' AND j.owner = ",
        );
        sql.bind(owner).push(" AND j.body = ").bind(body);
        sql.push(" ORDER BY j.id DESC");
        for row in sql.rows(&mut *self.store.reader().await?).await? {
            // One whose time was up has none; another may have had more time.
            if let Some(verdict) = Composing::verdict_of(&row.try_get::<String, _>(0)?) {
                return Ok(Some(verdict));
            }
        }
        Ok(None)
    }
}
