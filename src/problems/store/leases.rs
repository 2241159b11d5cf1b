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
use super::sql::{IDS, Sql};
use super::verdicts::{self, Given};
use super::{Backend, Change, Collection};
use crate::error::Result;
use crate::job::{Fault, Picking, Task};
use crate::verify::{Outcome, Progress, Verdict};
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::time::Duration;

/// After the first worker that went away the next may come at once; after the n-th, so many milliseconds
/// times (n − 1)² after the end of its lease: perhaps it is the job that kills them.
const BACKOFF_MS: i64 = 1000;

/// Result of handing in work.
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

/// The columns of jobs with their problems, as [`Found`] has them.
const FOUND: &str = "SELECT j.id, j.problem_id, j.revision, j.attempts, j.most_attempts, j.priority, \
     j.time_ms, j.worker, p.fen, p.stipulation, p.revision AS current \
     FROM jobs j JOIN problems p ON p.id = j.problem_id WHERE ";

/// Jobs that nobody is at.
fn waiting(sql: &mut Sql, now: i64, picking: &Picking) {
    sql.push("j.state = 'waiting' AND j.due <= ").bind(now);
    picked(sql, "j.id", picking);
    sql.push(" ORDER BY j.priority DESC, j.due, j.id LIMIT ");
}

/// Jobs whose workers have gone away.
fn abandoned(sql: &mut Sql, now: i64, picking: &Picking) {
    sql.push("j.state = 'running' AND j.leased_until + ")
        .bind(BACKOFF_MS);
    sql.push(" * (j.attempts - 1) * (j.attempts - 1) < ")
        .bind(now);
    picked(sql, "j.id", picking);
    sql.push(" ORDER BY j.leased_until, j.id LIMIT ");
}

/// A job that may be taken.
struct Found {
    priority: i64,
    most_attempts: i64,
    /// Worker that had it last.
    worker: Option<String>,
    /// True if its problem is still of the revision for which the job was asked.
    current: bool,
    /// As it will be for the one who takes it.
    task: Task,
}

impl Found {
    fn of(row: &AnyRow) -> Result<Found> {
        let job: i64 = row.try_get(0)?;
        let revision: i64 = row.try_get(2)?;
        let attempts: i64 = row.try_get(3)?;
        let time: Option<i64> = row.try_get(6)?;
        let stipulation: String = row.try_get(9)?;
        Ok(Found {
            most_attempts: row.try_get(4)?,
            priority: row.try_get(5)?,
            worker: row.try_get(7)?,
            current: revision == row.try_get::<i64, _>(10)?,
            task: Task {
                job,
                problem: row.try_get(1)?,
                revision,
                attempt: attempts + 1,
                fen: row.try_get(8)?,
                stipulation: stipulation
                    .parse()
                    .map_err(|error| damaged(job, "stipulation", error))?,
                time: time.map(|ms| Duration::from_millis(ms.unsigned_abs())),
            },
        })
    }

    /// Returns true if it has been taken as often as it may.
    fn spent(&self) -> bool {
        self.task.attempt > self.most_attempts
    }
}

impl Backend {
    /// Clause at the end of a `SELECT` of jobs to take, by which rows that others have locked are passed over.
    fn skip_locked(self) -> &'static str {
        match self {
            Backend::Sqlite => "",
            Backend::Postgres => " FOR UPDATE OF j SKIP LOCKED",
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
        let mut found: Vec<Found> = Vec::new();
        // First those that have waited once already: as long as others come they would never be taken.
        for jobs in [abandoned, waiting] {
            let mut sql = Sql::new(FOUND);
            jobs(&mut sql, now, picking);
            sql.bind(most - found.len() as i64);
            sql.push(self.backend.skip_locked());
            for row in sql.rows(change.connection()).await? {
                found.push(Found::of(&row)?);
            }
        }
        let (spent, mut found): (Vec<_>, Vec<_>) = found.into_iter().partition(Found::spent);
        give_up(change.connection(), now, &spent).await?;
        let (taken, stale): (Vec<i64>, Vec<i64>) = {
            let numbers = |current: bool| {
                let those = found.iter().filter(move |found| found.current == current);
                those.map(|found| found.task.job).collect()
            };
            (numbers(true), numbers(false))
        };
        cancel_changed(change.connection(), now, &stale).await?;
        for taken in taken.chunks(IDS) {
            let mut sql =
                Sql::new("UPDATE jobs SET state = 'running', attempts = attempts + 1, worker = ");
            sql.bind(worker).push(", leased_until = ");
            sql.bind(now + milliseconds(lease)).push(" WHERE id IN ");
            sql.bind_all(taken.iter().copied());
            sql.run(change.connection()).await?;
        }
        change.commit().await?;
        found.retain(|found| found.current);
        found.sort_by_key(|found| (Reverse(found.priority), found.task.job));
        Ok(found.into_iter().map(|found| found.task).collect())
    }

    /// Returns true if there is a job to take, by reading alone: an idle worker begins no change.
    async fn anything_to_take(&self, picking: &Picking) -> Result<bool> {
        let now = self.now();
        let mut reader = self.reader().await?;
        for jobs in [waiting, abandoned] {
            let mut sql = Sql::new("SELECT j.id FROM jobs j WHERE ");
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

    /// Returns the jobs of `tasks` (job, attempt) that a worker does not have any more, by reading alone.
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
        let now = self.now();
        let mut decided = Vec::new();
        for (task, outcome) in finished {
            if let Ok(Outcome::Decided(verdict)) = outcome {
                decided.push((task, verdict));
            }
        }
        let mut change = self.begin().await?;
        let mut kept = HashSet::new();
        if !decided.is_empty() {
            if !self.end_jobs(&mut change, now, worker, &decided).await? {
                drop(change);
                change = self.begin().await?;
                decided = self.end_each(&mut change, now, worker, decided).await?;
            }
            let given = decided.iter().map(|(task, verdict)| Given {
                problem: task.problem,
                revision: task.revision,
                job: Some(task.job),
                worker,
                verdict,
            });
            verdicts::keep(change.connection(), now, &given.collect::<Vec<_>>()).await?;
            kept.extend(decided.iter().map(|(task, _)| task.job));
        }
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
        let settled = finished.iter().map(|(task, _)| {
            if kept.contains(&task.job) {
                Settled::Kept
            } else {
                Settled::Dropped
            }
        });
        Ok(settled.collect())
    }

    /// Ends jobs that have a verdict, and says whether all of them were still in these hands and their
    /// problems unchanged. If not, some have been ended all the same: the change is to be undone.
    async fn end_jobs(
        &self,
        change: &mut Change,
        now: i64,
        worker: &str,
        decided: &[(&Task, &Verdict)],
    ) -> Result<bool> {
        self.lock_problems(change, &problems(decided)).await?;
        let mut attempts: BTreeMap<i64, Vec<i64>> = BTreeMap::new();
        for (task, _) in decided {
            attempts.entry(task.attempt).or_default().push(task.job);
        }
        let mut some: Vec<(i64, &[i64])> = Vec::new();
        for (attempt, jobs) in &attempts {
            some.extend(jobs.chunks(IDS).map(|jobs| (*attempt, jobs)));
        }
        for (attempt, jobs) in some {
            let count = jobs.len() as u64;
            let mut sql = Sql::new(
                "UPDATE jobs SET state = 'done', leased_until = NULL, progress = '', finished = ",
            );
            sql.bind(now);
            ours(&mut sql, worker, jobs.iter().copied());
            sql.push(" AND attempts = ").bind(attempt);
            sql.push(
                " AND EXISTS (SELECT 1 FROM problems p \
                 WHERE p.id = jobs.problem_id AND p.revision = jobs.revision)",
            );
            if sql.run(change.connection()).await? != count {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The same one by one, and returns those that could be ended. Jobs of problems that have been changed
    /// are cancelled.
    async fn end_each<'a>(
        &self,
        change: &mut Change,
        now: i64,
        worker: &str,
        decided: Vec<(&'a Task, &'a Verdict)>,
    ) -> Result<Vec<(&'a Task, &'a Verdict)>> {
        self.lock_problems(change, &problems(&decided)).await?;
        let mut ended = Vec::new();
        for one in decided {
            if self.end_jobs(change, now, worker, &[one]).await? {
                ended.push(one);
                continue;
            }
            let mut sql = Sql::new(
                "SELECT j.id FROM jobs j JOIN problems p ON p.id = j.problem_id \
                 WHERE p.revision <> j.revision AND j.id = ",
            );
            sql.bind(one.0.job);
            let stale = sql.numbers(change.connection()).await?;
            cancel_changed(change.connection(), now, &stale).await?;
        }
        Ok(ended)
    }
}

fn problems(decided: &[(&Task, &Verdict)]) -> BTreeSet<i64> {
    decided.iter().map(|(task, _)| task.problem).collect()
}

/// Restricts a statement to jobs that a worker has.
fn ours(sql: &mut Sql, worker: &str, jobs: impl IntoIterator<Item = i64>) {
    sql.push(" WHERE state = 'running' AND worker = ")
        .bind(worker);
    sql.push(" AND id IN ");
    sql.bind_all(jobs);
}

/// Returns the jobs of `tasks` (job, attempt) that are not among the rows.
fn lost(tasks: &[(i64, i64)], rows: &[AnyRow]) -> Result<Vec<i64>> {
    let mut held = HashSet::new();
    for row in rows {
        held.insert((row.try_get(0)?, row.try_get(1)?));
    }
    let lost = tasks.iter().filter(|task| !held.contains(*task));
    Ok(lost.map(|(job, _)| *job).collect())
}

/// Ends jobs that have been taken as often as they may.
async fn give_up(connection: &mut AnyConnection, now: i64, spent: &[Found]) -> Result<()> {
    for Found { worker, task, .. } in spent {
        let fault = Fault::Lost {
            worker: worker.clone().unwrap_or_default(),
        };
        let mut sql = Sql::new("UPDATE jobs SET state = 'failed', leased_until = NULL, fault = ");
        sql.bind(json(&fault)).push(", finished = ").bind(now);
        sql.push(" WHERE id = ").bind(task.job);
        sql.run(connection).await?;
    }
    Ok(())
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
