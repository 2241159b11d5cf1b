//! Work for engines: asked for, taken part by part, handed in, read by whoever shows it.
//!
//! Who takes a job has it for a while (a *lease*), does one part and hands that in: the result, a game that
//! is to be recorded with it, and the job's next state, all in one change. Whoever does not hand in
//! in time has lost the job to others, and what it brings later is dropped: each taking has a number.

use super::sql::Sql;
use super::{Backend, Collection};
use crate::engine_jobs::{Kind, Part, Work};
use crate::error::{Error, Result};
use sqlx::Row;
use std::collections::BTreeSet;
use std::time::Duration;

/// Maximum number of open jobs of one visitor, and of all visitors together.
const MOST_OF_ONE: i64 = 10;
const MOST: i64 = 1000;
/// Number of losses in a row after which a part's job is given up: perhaps the part is what kills the workers.
const LOST: i64 = 3;
/// Time for which a job that is over is kept, in milliseconds: an analysis can be shown for thirty days.
const KEPT: i64 = 30 * 24 * 60 * 60 * 1000;

/// Result of asking for engine work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AskedEngine {
    /// Somebody will do it.
    New,
    /// Somebody has asked for it before.
    Known,
    /// There is too much to be done.
    TooMuch,
}

/// A part of a job in somebody's hands.
#[derive(Clone, Debug, PartialEq)]
pub struct EngineTask {
    /// The job's number.
    pub job: i64,
    /// Which taking this is.
    pub taking: i64,
    /// Work that the whole job consists of.
    pub work: Work,
    /// Which part of it is to be done.
    pub part: usize,
    /// The result of the part before it.
    pub before: Option<String>,
}

/// Progress and results of a job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineJob {
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

fn milliseconds(time: Duration) -> i64 {
    i64::try_from(time.as_millis()).unwrap_or(i64::MAX)
}

/// Jobs that may be taken.
fn free(sql: &mut Sql, now: i64) {
    sql.push("state = 'open' AND (leased_until IS NULL OR leased_until < ");
    sql.bind(now).push(") ORDER BY due, id LIMIT 1");
}

/// Restricts a statement to a job in these hands.
fn ours(sql: &mut Sql, worker: &str, task: &EngineTask) {
    sql.push(" WHERE state = 'open' AND id = ").bind(task.job);
    sql.push(" AND worker = ").bind(worker);
    sql.push(" AND taken = ").bind(task.taking);
}

impl Collection {
    /// Asks for work, called so. What has failed before is begun again.
    ///
    /// # Errors
    /// What the database said.
    pub async fn ask_engine(&self, work: &Work, subject: &str, owner: &str) -> Result<AskedEngine> {
        let body = serde_json::to_string(work).map_err(Error::invalid)?;
        let mut change = self.begin().await?;
        let mut sql = Sql::new("DELETE FROM engine_jobs WHERE state = 'failed' AND kind = ");
        sql.bind(work.kind().word()).push(" AND subject = ");
        sql.bind(subject);
        sql.run(change.connection()).await?;
        let mut sql = Sql::new("SELECT count(*) FROM engine_jobs WHERE kind = ");
        sql.bind(work.kind().word()).push(" AND subject = ");
        sql.bind(subject);
        if sql.numbers(change.connection()).await? != [0] {
            return Ok(AskedEngine::Known);
        }
        let mut sql =
            Sql::new("SELECT count(*) FROM engine_jobs WHERE state = 'open' AND owner = ");
        sql.bind(owner);
        sql.push(" UNION ALL SELECT count(*) FROM engine_jobs WHERE state = 'open'");
        let open = sql.numbers(change.connection()).await?;
        if open
            .iter()
            .zip([MOST_OF_ONE, MOST])
            .any(|(n, most)| *n >= most)
        {
            return Ok(AskedEngine::TooMuch);
        }
        let now = self.now();
        let mut sql = Sql::new(
            "INSERT INTO engine_jobs (kind, subject, owner, body, parts, due, created) VALUES (",
        );
        sql.bind(work.kind().word()).push(", ").bind(subject);
        sql.push(", ").bind(owner).push(", ").bind(body);
        sql.push(", ")
            .bind(i64::try_from(work.parts()).unwrap_or(0));
        sql.push(", ").bind(now).push(", ").bind(now);
        sql.push(") ON CONFLICT (kind, subject) DO NOTHING");
        let new = sql.run(change.connection()).await? == 1;
        change.commit().await?;
        Ok(if new {
            AskedEngine::New
        } else {
            AskedEngine::Known
        })
    }

    /// Takes the job that was worked at longest ago, until `lease` from now; `None` if there is nothing to
    /// do.
    ///
    /// # Errors
    /// What the database said.
    pub async fn take_engine_job(
        &self,
        worker: &str,
        lease: Duration,
    ) -> Result<Option<EngineTask>> {
        let now = self.now();
        let mut sql = Sql::new("SELECT id FROM engine_jobs WHERE ");
        free(&mut sql, now);
        // Whoever is idle only reads.
        if sql.numbers(&mut *self.reader().await?).await?.is_empty() {
            return Ok(None);
        }
        let mut change = self.begin().await?;
        // Others may have been waited for.
        let now = self.now();
        let mut sql =
            Sql::new("SELECT id, body, done, taken, lost, leased_until FROM engine_jobs WHERE ");
        free(&mut sql, now);
        sql.push(match self.backend() {
            Backend::Sqlite => "",
            Backend::Postgres => " FOR UPDATE SKIP LOCKED",
        });
        let rows = sql.rows(change.connection()).await?;
        let Some(row) = rows.first() else {
            return Ok(None);
        };
        let job: i64 = row.try_get("id")?;
        let done: i64 = row.try_get("done")?;
        let abandoned = row.try_get::<Option<i64>, _>("leased_until")?.is_some();
        let lost = row.try_get::<i64, _>("lost")? + i64::from(abandoned);
        let body: String = row.try_get("body")?;
        let work: std::result::Result<Work, _> = serde_json::from_str(&body);
        let fault = match &work {
            Ok(_) if lost >= LOST => "worker after worker went away".to_owned(),
            Ok(_) => String::new(),
            Err(error) => error.to_string(),
        };
        let (Ok(work), true) = (work, fault.is_empty()) else {
            let mut sql =
                Sql::new("UPDATE engine_jobs SET state = 'failed', leased_until = NULL, fault = ");
            sql.bind(fault).push(", finished = ").bind(now);
            sql.push(" WHERE id = ").bind(job);
            sql.run(change.connection()).await?;
            change.commit().await?;
            return Ok(None);
        };
        let taking = row.try_get::<i64, _>("taken")? + 1;
        let mut sql = Sql::new("UPDATE engine_jobs SET worker = ");
        sql.bind(worker).push(", taken = ").bind(taking);
        sql.push(", lost = ").bind(lost);
        sql.push(", leased_until = ")
            .bind(now + milliseconds(lease));
        sql.push(" WHERE id = ").bind(job);
        sql.run(change.connection()).await?;
        let mut sql = Sql::new("SELECT result FROM engine_job_parts WHERE job = ");
        sql.bind(job).push(" AND number = ").bind(done - 1);
        let before = sql.rows(change.connection()).await?;
        change.commit().await?;
        Ok(Some(EngineTask {
            job,
            taking,
            work,
            part: usize::try_from(done).unwrap_or_default(),
            before: before.first().map(|row| row.try_get(0)).transpose()?,
        }))
    }

    /// Keeps a job in these hands until `lease` from now, and says how far it has come. Whether it still
    /// is: others may have taken it, or nobody wants it any more.
    ///
    /// # Errors
    /// What the database said.
    pub async fn hold_engine_job(
        &self,
        worker: &str,
        task: &EngineTask,
        lease: Duration,
        progress: &str,
    ) -> Result<bool> {
        let mut change = self.begin().await?;
        let mut sql = Sql::new("UPDATE engine_jobs SET leased_until = ");
        sql.bind(self.now() + milliseconds(lease));
        sql.push(", progress = ").bind(progress);
        ours(&mut sql, worker, task);
        let held = sql.run(change.connection()).await? == 1;
        change.commit().await?;
        Ok(held)
    }

    /// Returns true if a worker still has a job, by reading alone.
    ///
    /// # Errors
    /// What the database said.
    pub async fn holds_engine_job(&self, worker: &str, task: &EngineTask) -> Result<bool> {
        let mut sql = Sql::new("SELECT id FROM engine_jobs");
        ours(&mut sql, worker, task);
        let found = sql.numbers(&mut *self.reader().await?).await?;
        Ok(!found.is_empty())
    }

    /// Hands a part in and lets go of the job; whether it was still in these hands, or else nothing is
    /// written. A game whose problem has changed meanwhile is not recorded.
    ///
    /// # Errors
    /// What the database said; then nothing was written.
    pub async fn hand_in_engine_part(
        &self,
        worker: &str,
        task: &EngineTask,
        part: &Part,
    ) -> Result<bool> {
        let mut change = self.begin().await?;
        if let Some(play) = &part.play {
            let problem = BTreeSet::from([play.problem]);
            self.lock_problems(&mut change, &problem).await?;
        }
        let now = self.now();
        let is_last = task.part + 1 >= task.work.parts();
        let mut sql =
            Sql::new("UPDATE engine_jobs SET worker = NULL, leased_until = NULL, lost = 0");
        sql.push(", progress = '', done = done + 1, due = ")
            .bind(now);
        if is_last {
            sql.push(", state = 'done', finished = ").bind(now);
        }
        ours(&mut sql, worker, task);
        if sql.run(change.connection()).await? == 0 {
            return Ok(false);
        }
        let mut sql = Sql::new("INSERT INTO engine_job_parts (job, number, result) VALUES (");
        sql.bind(task.job).push(", ");
        sql.bind(i64::try_from(task.part).unwrap_or(i64::MAX));
        sql.push(", ").bind(part.result.clone()).push(")");
        sql.run(change.connection()).await?;
        if let Some(play) = &part.play {
            match self.record_in(&mut change, play).await {
                // Found out before anything of the game was written.
                Ok(_) | Err(Error::Refused(_)) => {}
                Err(error) => return Err(error),
            }
        }
        change.commit().await?;
        Ok(true)
    }

    /// Lets go of a job whose part is not done: others may do it at once, or with a `fault` nobody will.
    ///
    /// # Errors
    /// What the database said.
    pub async fn let_go_of_engine_job(
        &self,
        worker: &str,
        task: &EngineTask,
        fault: Option<&str>,
    ) -> Result<()> {
        let mut change = self.begin().await?;
        let mut sql =
            Sql::new("UPDATE engine_jobs SET worker = NULL, leased_until = NULL, progress = ''");
        if let Some(fault) = fault {
            sql.push(", state = 'failed', fault = ").bind(fault);
            sql.push(", finished = ").bind(self.now());
        }
        ours(&mut sql, worker, task);
        sql.run(change.connection()).await?;
        change.commit().await
    }

    /// Returns the progress of a job, with its results from a part on; `None` if there is no such job.
    ///
    /// # Errors
    /// What the database said.
    pub async fn engine_job(
        &self,
        kind: Kind,
        subject: &str,
        from: usize,
    ) -> Result<Option<EngineJob>> {
        let mut reader = self.reader().await?;
        let mut sql = Sql::new(
            "SELECT id, owner, parts, state, progress, fault FROM engine_jobs WHERE kind = ",
        );
        sql.bind(kind.word()).push(" AND subject = ").bind(subject);
        let rows = sql.rows(&mut reader).await?;
        let Some(row) = rows.first() else {
            return Ok(None);
        };
        // The state before the results: what is over then has them all.
        let mut sql = Sql::new("SELECT result FROM engine_job_parts WHERE job = ");
        sql.bind(row.try_get::<i64, _>("id")?);
        sql.push(" AND number >= ");
        sql.bind(i64::try_from(from).unwrap_or(i64::MAX));
        sql.push(" ORDER BY number");
        let results = sql.rows(&mut reader).await?;
        let results = results.iter().map(|row| row.try_get(0));
        Ok(Some(EngineJob {
            owner: row.try_get("owner")?,
            parts: usize::try_from(row.try_get::<i64, _>("parts")?).unwrap_or_default(),
            results: results.collect::<std::result::Result<_, _>>()?,
            over: row.try_get::<String, _>("state")? != "open",
            progress: row.try_get("progress")?,
            fault: row.try_get("fault")?,
        }))
    }

    /// Nobody wants a job any more; whether it was open and this visitor's.
    ///
    /// # Errors
    /// What the database said.
    pub async fn cancel_engine_job(&self, kind: Kind, subject: &str, owner: &str) -> Result<bool> {
        let mut change = self.begin().await?;
        let mut sql = Sql::new(
            "UPDATE engine_jobs SET state = 'cancelled', leased_until = NULL, finished = ",
        );
        sql.bind(self.now())
            .push(" WHERE state = 'open' AND kind = ");
        sql.bind(kind.word()).push(" AND subject = ").bind(subject);
        sql.push(" AND owner = ").bind(owner);
        let cancelled = sql.run(change.connection()).await? == 1;
        change.commit().await?;
        Ok(cancelled)
    }

    /// Returns true if any job is open.
    ///
    /// # Errors
    /// What the database said.
    pub async fn has_open_engine_jobs(&self) -> Result<bool> {
        let sql = Sql::new("SELECT id FROM engine_jobs WHERE state = 'open' LIMIT 1");
        let found = sql.numbers(&mut *self.reader().await?).await?;
        Ok(!found.is_empty())
    }

    /// Forgets what has been over for thirty days.
    ///
    /// # Errors
    /// What the database said.
    pub async fn forget_engine_jobs(&self) -> Result<()> {
        let mut change = self.begin().await?;
        let mut sql = Sql::new(
            "DELETE FROM engine_jobs WHERE id IN (SELECT id FROM engine_jobs \
             WHERE state <> 'open' AND finished < ",
        );
        sql.bind(self.now() - KEPT).push(" LIMIT 1000)");
        sql.run(change.connection()).await?;
        change.commit().await
    }
}
