//! Jobs in workers' hands: taken for a while (a *lease*), kept by heartbeats, handed in.
//!
//! Who takes a job is given it until a certain time and makes that time later as long as it is alive.
//! A worker that was killed does neither, so when the time is over anybody may take the job. A worker
//! that was only slow finds on handing in that the job is not in its hands any more, by its name and the
//! number of the attempt, and what it has found is dropped: a verdict is written once.
//!
//! Handing in is one change for everything: the verdict, the problem's new state, the end of the job.
//! It is done for many jobs by the same few statements, for short problems take less time than a
//! statement does.

use super::jobs::{damaged, picked};
use super::sql::Sql;
use super::verdicts::{self, Given};
use super::{Backend, Change, Collection};
use crate::problems::error::Result;
use crate::problems::job::{Fault, Picking, Task};
use crate::problems::verify::{Outcome, Progress, Verdict};
use sqlx::{AnyConnection, Row};
use std::collections::{HashMap, HashSet};
use std::time::Duration;

/// After the first worker that went away the next may come at once; after the n-th, so many milliseconds
/// times (n − 1)² after the end of its lease: perhaps it is the job that kills them.
const BACKOFF_MS: i64 = 1000;

/// What became of work that was handed in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Settled {
    /// It was written down.
    Kept,
    /// The job was not in these hands any more, or the problem has been changed; nothing was written.
    Dropped,
}

fn milliseconds(time: Duration) -> i64 {
    i64::try_from(time.as_millis()).unwrap_or(i64::MAX)
}

/// Jobs that nobody is at.
fn waiting(sql: &mut Sql, now: i64, picking: &Picking) {
    sql.push("SELECT id FROM jobs WHERE state = 'waiting' AND due <= ")
        .bind(now);
    picked(sql, picking);
    sql.push(" ORDER BY priority DESC, due, id LIMIT ");
}

/// Jobs whose workers have gone away.
fn abandoned(sql: &mut Sql, now: i64, picking: &Picking) {
    sql.push("SELECT id FROM jobs WHERE state = 'running' AND leased_until + ")
        .bind(BACKOFF_MS);
    sql.push(" * (attempts - 1) * (attempts - 1) < ").bind(now);
    picked(sql, picking);
    sql.push(" ORDER BY leased_until, id LIMIT ");
}

impl Backend {
    /// What ends a `SELECT` of rows of which any will do: those that others have are passed over.
    fn skip_locked(self) -> &'static str {
        match self {
            Backend::Sqlite => "",
            Backend::Postgres => " FOR UPDATE SKIP LOCKED",
        }
    }
}

impl Collection {
    /// Takes jobs for a worker, at most so many, until `lease` from now.
    ///
    /// # Errors
    /// What the database said.
    pub async fn take_jobs(
        &self,
        worker: &str,
        picking: &Picking,
        most: usize,
        lease: Duration,
    ) -> Result<Vec<Task>> {
        let most = i64::try_from(most).unwrap_or(i64::MAX);
        if matches!(picking, Picking::These(jobs) if jobs.is_empty())
            || !self.anything_to_take(picking).await?
        {
            return Ok(Vec::new());
        }
        let mut change = self.begin().await?;
        let now = self.now();
        let mut ids = Vec::new();
        for jobs in [waiting, abandoned] {
            let mut sql = Sql::default();
            jobs(&mut sql, now, picking);
            sql.bind(most - ids.len() as i64);
            sql.push(self.backend.skip_locked());
            ids.append(&mut sql.numbers(change.connection()).await?);
        }
        give_up(change.connection(), now, &mut ids).await?;
        if ids.is_empty() {
            change.commit().await?;
            return Ok(Vec::new());
        }
        let mut sql =
            Sql::new("UPDATE jobs SET state = 'running', attempts = attempts + 1, worker = ");
        sql.bind(worker).push(", leased_until = ");
        sql.bind(now + milliseconds(lease)).push(" WHERE id IN ");
        sql.bind_all(ids.iter().copied());
        sql.run(change.connection()).await?;
        let tasks = tasks(&mut change, now, &ids).await?;
        change.commit().await?;
        Ok(tasks)
    }

    /// Whether it is worth while to begin a change: an idle worker only reads.
    async fn anything_to_take(&self, picking: &Picking) -> Result<bool> {
        let now = self.now();
        let mut reader = self.reader().await?;
        for jobs in [waiting, abandoned] {
            let mut sql = Sql::default();
            jobs(&mut sql, now, picking);
            sql.bind(1_i64);
            if !sql.numbers(&mut reader).await?.is_empty() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Makes a worker's leases last until `lease` from now. Returns those jobs of `tasks` that are not in
    /// its hands any more: cancelled, or taken by another.
    ///
    /// # Errors
    /// What the database said.
    pub async fn renew_leases(
        &self,
        worker: &str,
        tasks: &[(i64, i64)],
        lease: Duration,
    ) -> Result<Vec<i64>> {
        if tasks.is_empty() {
            return Ok(Vec::new());
        }
        let mut change = self.begin().await?;
        let mut sql = Sql::new("UPDATE jobs SET leased_until = ");
        sql.bind(self.now() + milliseconds(lease));
        ours(&mut sql, worker, tasks.iter().map(|(job, _)| *job));
        sql.push(" RETURNING id, attempts");
        let rows = sql.rows(change.connection()).await?;
        change.commit().await?;
        lost(tasks, &rows)
    }

    /// Those jobs of `tasks` that are not in a worker's hands any more, found by reading alone.
    ///
    /// # Errors
    /// What the database said.
    pub async fn lost_jobs(&self, worker: &str, tasks: &[(i64, i64)]) -> Result<Vec<i64>> {
        if tasks.is_empty() {
            return Ok(Vec::new());
        }
        let mut sql = Sql::new("SELECT id, attempts FROM jobs");
        ours(&mut sql, worker, tasks.iter().map(|(job, _)| *job));
        let mut reader = self.reader().await?;
        let rows = sql.rows(&mut reader).await?;
        lost(tasks, &rows)
    }

    /// Writes down how far a job has come, if it is still in this worker's hands.
    ///
    /// # Errors
    /// What the database said.
    pub async fn note_progress(&self, worker: &str, job: i64, progress: Progress) -> Result<()> {
        let mut change = self.begin().await?;
        let mut sql = Sql::new("UPDATE jobs SET progress = ");
        sql.bind(json(&progress));
        ours(&mut sql, worker, [job]);
        sql.run(change.connection()).await?;
        change.commit().await
    }

    /// Hands in what a worker has done, all in one change: verdicts are written and their jobs are done,
    /// jobs without a result have failed, and what was stopped waits again as if nobody had taken it.
    ///
    /// # Errors
    /// What the database said; then nothing was changed.
    pub async fn settle_jobs(
        &self,
        worker: &str,
        finished: &[(Task, Result<Outcome>)],
    ) -> Result<Vec<Settled>> {
        let mut change = self.begin().await?;
        let now = self.now();
        let mut decided = Vec::new();
        for (task, outcome) in finished {
            if let Ok(Outcome::Decided(verdict)) = outcome {
                decided.push((task, verdict));
            }
        }
        let mut kept = match decided.is_empty() {
            true => HashSet::new(),
            false => self.keep_verdicts(&mut change, worker, &decided).await?,
        };
        for (task, outcome) in finished {
            let mut sql = Sql::new("UPDATE jobs SET leased_until = NULL, ");
            let fault = match outcome {
                Ok(Outcome::Decided(_)) => continue,
                Ok(Outcome::Stopped) => None,
                Ok(Outcome::Undecided(progress)) => Some(Fault::Undecided(*progress)),
                Err(error) => Some(Fault::Unreadable {
                    error: error.to_string(),
                }),
            };
            match fault {
                None => sql.push(
                    "state = 'waiting', worker = NULL, progress = '', attempts = attempts - 1",
                ),
                Some(fault) => sql
                    .push("state = 'failed', fault = ")
                    .bind(json(&fault))
                    .push(", finished = ")
                    .bind(now),
            };
            ours(&mut sql, worker, [task.job]);
            sql.push(" AND attempts = ").bind(task.attempt);
            if sql.run(change.connection()).await? == 1 {
                kept.insert(task.job);
            }
        }
        change.commit().await?;
        let settled = finished
            .iter()
            .map(|(task, _)| match kept.contains(&task.job) {
                true => Settled::Kept,
                false => Settled::Dropped,
            });
        Ok(settled.collect())
    }

    /// Writes verdicts and ends their jobs; which jobs, for what is not in these hands any more and what
    /// was changed meanwhile is left out.
    async fn keep_verdicts(
        &self,
        change: &mut Change,
        worker: &str,
        decided: &[(&Task, &Verdict)],
    ) -> Result<HashSet<i64>> {
        let now = self.now();
        let mut problems: Vec<i64> = decided.iter().map(|(task, _)| task.problem).collect();
        problems.sort_unstable();
        let mut sql = Sql::new("SELECT id, revision FROM problems WHERE id IN ");
        sql.bind_all(problems).push(" ORDER BY id");
        sql.push(self.backend.for_update());
        let mut revisions: HashMap<i64, i64> = HashMap::new();
        for row in sql.rows(change.connection()).await? {
            revisions.insert(row.try_get(0)?, row.try_get(1)?);
        }
        let as_it_is = |task: &Task| revisions.get(&task.problem) == Some(&task.revision);
        let (current, stale): (Vec<_>, Vec<_>) = decided
            .iter()
            .copied()
            .partition(|(task, _)| as_it_is(task));
        let stale: Vec<i64> = stale.iter().map(|(task, _)| task.job).collect();
        cancel_changed(change.connection(), now, &stale).await?;
        if current.is_empty() {
            return Ok(HashSet::new());
        }
        let mut sql = Sql::new(
            "UPDATE jobs SET state = 'done', leased_until = NULL, progress = '', finished = ",
        );
        sql.bind(now);
        ours(&mut sql, worker, current.iter().map(|(task, _)| task.job));
        sql.push(" RETURNING id, attempts");
        let mut done = HashMap::new();
        for row in sql.rows(change.connection()).await? {
            done.insert(row.try_get::<i64, _>(0)?, row.try_get::<i64, _>(1)?);
        }
        let given: Vec<Given> = current
            .iter()
            .filter(|(task, _)| done.get(&task.job) == Some(&task.attempt))
            .map(|(task, verdict)| Given {
                problem: task.problem,
                revision: task.revision,
                job: Some(task.job),
                worker,
                verdict,
            })
            .collect();
        verdicts::keep(change.connection(), now, &given).await?;
        Ok(given.iter().filter_map(|given| given.job).collect())
    }
}

/// Restricts a statement to jobs that a worker has.
fn ours(sql: &mut Sql, worker: &str, jobs: impl IntoIterator<Item = i64>) {
    sql.push(" WHERE state = 'running' AND worker = ")
        .bind(worker);
    sql.push(" AND id IN ");
    sql.bind_all(jobs);
}

/// Those of `tasks` (job, attempt) that are not among the rows.
fn lost(tasks: &[(i64, i64)], rows: &[sqlx::any::AnyRow]) -> Result<Vec<i64>> {
    let mut held = HashSet::new();
    for row in rows {
        held.insert((row.try_get(0)?, row.try_get(1)?));
    }
    let lost = tasks.iter().filter(|task| !held.contains(*task));
    Ok(lost.map(|(job, _)| *job).collect())
}

/// Ends those of these jobs that have been taken as often as they may, and leaves the rest.
async fn give_up(connection: &mut AnyConnection, now: i64, ids: &mut Vec<i64>) -> Result<()> {
    if ids.is_empty() {
        return Ok(());
    }
    let mut sql =
        Sql::new("SELECT id, worker FROM jobs WHERE attempts >= most_attempts AND id IN ");
    sql.bind_all(ids.iter().copied());
    for row in sql.rows(connection).await? {
        let id: i64 = row.try_get(0)?;
        let worker: Option<String> = row.try_get(1)?;
        let fault = Fault::Lost {
            worker: worker.unwrap_or_default(),
        };
        let mut sql = Sql::new("UPDATE jobs SET state = 'failed', leased_until = NULL, fault = ");
        sql.bind(json(&fault)).push(", finished = ").bind(now);
        sql.push(" WHERE id = ").bind(id);
        sql.run(connection).await?;
        ids.retain(|other| *other != id);
    }
    Ok(())
}

/// What is to be done for jobs that were just taken; those of problems that have changed are cancelled.
async fn tasks(change: &mut Change, now: i64, ids: &[i64]) -> Result<Vec<Task>> {
    let mut sql = Sql::new(
        "SELECT j.id, j.problem_id, j.revision, j.attempts, j.time_ms, p.fen, p.stipulation, \
         p.revision AS current FROM jobs j JOIN problems p ON p.id = j.problem_id WHERE j.id IN ",
    );
    sql.bind_all(ids.iter().copied());
    sql.push(" ORDER BY j.priority DESC, j.id");
    let (mut tasks, mut stale) = (Vec::new(), Vec::new());
    for row in sql.rows(change.connection()).await? {
        let job: i64 = row.try_get("id")?;
        let revision: i64 = row.try_get("revision")?;
        if revision != row.try_get::<i64, _>("current")? {
            stale.push(job);
            continue;
        }
        let stipulation: String = row.try_get("stipulation")?;
        let time: Option<i64> = row.try_get("time_ms")?;
        tasks.push(Task {
            job,
            problem: row.try_get("problem_id")?,
            revision,
            attempt: row.try_get("attempts")?,
            fen: row.try_get("fen")?,
            stipulation: stipulation
                .parse()
                .map_err(|error| damaged(job, "stipulation", error))?,
            time: time.map(|ms| Duration::from_millis(ms.unsigned_abs())),
        });
    }
    cancel_changed(change.connection(), now, &stale).await?;
    Ok(tasks)
}

/// Cancels jobs whose problems have been changed.
async fn cancel_changed(connection: &mut AnyConnection, now: i64, jobs: &[i64]) -> Result<()> {
    if jobs.is_empty() {
        return Ok(());
    }
    let mut sql = Sql::new("UPDATE jobs SET state = 'cancelled', leased_until = NULL, fault = ");
    sql.bind(json(&Fault::Changed)).push(", finished = ");
    sql.bind(now);
    sql.push(" WHERE state IN ('waiting', 'running') AND id IN ");
    sql.bind_all(jobs.iter().copied());
    sql.run(connection).await?;
    Ok(())
}

/// Plain data of this program, which has only strings for keys.
fn json(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}
