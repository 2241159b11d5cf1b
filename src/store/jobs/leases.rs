//! Jobs as workers see them: taken for a limited time (a *lease*) that the worker extends while it works.
//!
//! A worker that takes a job has the job's next part until a certain time, and extends this time as long as it is
//! alive. If a worker is killed, the time passes and another worker may take the job. A worker that was only slow finds
//! out when it hands in its result that it does not have the job any more (by its name, the part and the number of the
//! attempt), and its result is dropped, so that a result is stored only once.
//!
//! All failures are handled alike: if an attempt at a part ends without a result, because the worker disappeared or
//! because it failed, another attempt follows after a pause that grows, until the job fails with its last allowed
//! attempt. A job that a worker gives back unfinished does not use up an attempt.
//!
//! Results are handed in by the module `settle`.

use crate::columns::{Columns, FromRow};
use crate::error::Result;
use crate::jobs::job::{Fault, LONGEST, Picking};
use crate::jobs::task::{Held, Kind, Task, Verification, Work};
use crate::jobs::{OPEN, picked};
use crate::sql::{IDS, Sql, sql, whole};
use crate::{Backend, Queue};
use problems::Draft;
use problems::verify::Progress;
use sqlx::AnyConnection;
use sqlx::any::AnyRow;
use std::cmp::Reverse;
use std::collections::HashSet;
use std::time::Duration;

/// Milliseconds to be added, in SQL, to the time at which an abandoned job may be taken again: 1000 · (n − 1)² after
/// the n-th attempt, the column `attempts`. The pause grows because the job itself may be what kills its workers.
pub(crate) const REST: &str = " + 1000 * (attempts - 1) * (attempts - 1)";

/// Beginning of the query for jobs with their problems, with the columns of a [`Candidate`].
const CANDIDATES: &str = "SELECT j.id, j.kind, j.problem_id, j.revision, j.owner, j.attempts, j.most_attempts, \
     j.priority, j.time_ms, j.worker, j.body, j.done, p.fen, p.stipulation, p.terms, p.revision AS current, \
     (SELECT r.result FROM job_parts r WHERE r.job = j.id AND r.number = j.done - 1) AS before \
     FROM jobs j LEFT JOIN problems p ON p.id = j.problem_id WHERE ";

/// Parameters with which a worker takes jobs.
#[derive(Clone, Copy, Debug)]
pub struct Taking<'a> {
    /// Name of the worker.
    pub worker: &'a str,
    /// Selection of the jobs.
    pub picking: &'a Picking,
    /// Maximum number of workers that may work on jobs of one owner at the same time; `None` for any number.
    pub of_one: Option<usize>,
    /// Maximum number of jobs to take.
    pub most: usize,
    /// Duration of the lease.
    pub lease: Duration,
}

/// Appends the query for waiting jobs: by rounds, and within a round first those of the owner with the fewest waiting
/// jobs. Owners for whom the maximum number of other workers are working are left out.
fn waiting(sql: &mut Sql, now: i64, taking: &Taking) {
    sql.push("j.state = 'waiting' AND j.due <= ").bind(now);
    picked(sql, "j.id", taking.picking);
    if let Some(of_one) = taking.of_one {
        sql.push(
            " AND (j.owner = '' OR (SELECT count(DISTINCT o.worker) FROM jobs o WHERE o.owner = j.owner \
             AND o.kind = j.kind AND o.state = 'running' AND o.worker <> ",
        );
        sql.bind(taking.worker).push(") < ");
        sql.bind(whole(of_one)).push(")");
    }
    sql.push(
        " ORDER BY j.priority DESC, j.turn, (SELECT max(o.turn) FROM jobs o WHERE o.owner = j.owner \
         AND o.kind = j.kind AND o.state = 'waiting' AND o.priority = j.priority), j.id LIMIT ",
    );
}

/// Appends the query for jobs whose leases have expired.
fn abandoned(sql: &mut Sql, now: i64, taking: &Taking) {
    sql.push("j.state = 'running' AND j.due < ").bind(now);
    picked(sql, "j.id", taking.picking);
    sql.push(" ORDER BY j.due, j.id LIMIT ");
}

/// A job that may be taken.
struct Candidate {
    job: i64,
    /// True if the job has no problem, or if the problem still has the revision for which the job was requested.
    current: bool,
    /// The task for the worker that takes the job, or the reason why the job cannot be done.
    task: std::result::Result<Task, Fault>,
}

impl FromRow for Candidate {
    fn from_row(row: AnyRow) -> Result<Candidate> {
        let job: i64 = row.read("id")?;
        let revision: i64 = row.read("revision")?;
        let (work, current) = if row.read::<Kind>("kind")? == Kind::Verify {
            let time_ms: Option<u64> = row.read("time_ms")?;
            let fen: String = row.read("fen")?;
            let mut draft = Draft::new(fen, row.read("stipulation")?);
            draft.terms = row.read("terms")?;
            let verification = Verification {
                problem: row.read("problem_id")?,
                revision,
                draft,
                time: time_ms.map_or(LONGEST, Duration::from_millis),
            };
            let current = revision == row.read::<i64>("current")?;
            (Ok(Work::Verify(verification)), current)
        } else {
            let body: String = row.read("body")?;
            let work = serde_json::from_str(&body);
            let unreadable = |error: serde_json::Error| Fault::Unreadable {
                error: error.to_string(),
            };
            (work.map_err(unreadable), true)
        };
        let attempt = row.read::<i64>("attempts")? + 1;
        let most_attempts = row.read("most_attempts")?;
        let work = if attempt <= most_attempts {
            work
        } else {
            let worker: Option<String> = row.read("worker")?;
            Err(Fault::Lost {
                worker: worker.unwrap_or_default(),
            })
        };
        let part = row.read("done")?;
        let (before, owner) = (row.read("before")?, row.read("owner")?);
        let priority = row.read("priority")?;
        Ok(Candidate {
            job,
            current,
            task: work.map(|work| Task {
                job,
                attempt,
                most_attempts,
                part,
                before,
                owner,
                priority,
                work,
            }),
        })
    }
}

impl Backend {
    /// Clause at the end of a `SELECT` of jobs that skips rows locked by others; empty for SQLite.
    fn skip_locked(self) -> &'static str {
        match self {
            Backend::Sqlite => "",
            Backend::Postgres => " FOR UPDATE OF j SKIP LOCKED",
        }
    }
}

impl Queue<'_> {
    /// Takes jobs for a worker, and returns their next parts; empty if there is nothing to do.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn take(self, taking: &Taking<'_>) -> Result<Vec<Task>> {
        let most = whole(taking.most);
        if matches!(taking.picking, Picking::These(jobs) if jobs.is_empty())
            || !self.anything_to_take(taking).await?
        {
            return Ok(Vec::new());
        }
        let mut change = self.store.begin().await?;
        let now = self.store.now();
        let mut found: Vec<Candidate> = Vec::new();
        // Abandoned jobs first: otherwise they would never be taken as long as new ones keep coming.
        for jobs in [abandoned, waiting] {
            let mut sql = Sql::new(CANDIDATES);
            jobs(&mut sql, now, taking);
            sql.bind(most - found.len() as i64);
            sql.push(self.store.backend.skip_locked());
            found.append(&mut sql.all(&mut change).await?);
        }
        let (mut tasks, mut stale) = (Vec::new(), Vec::new());
        for found in found {
            match found.task {
                Err(fault) => {
                    let mut sql = Sql::new("UPDATE jobs SET");
                    fail(&mut sql, &fault, now);
                    sql.push(" WHERE id = ").bind(found.job);
                    sql.run(&mut change).await?;
                }
                Ok(_) if !found.current => stale.push(found.job),
                Ok(task) => tasks.push(task),
            }
        }
        cancel_changed(&mut change, now, &stale).await?;
        for taken in tasks.chunks(IDS) {
            let mut sql =
                Sql::new("UPDATE jobs SET state = 'running', attempts = attempts + 1, worker = ");
            sql.bind(taking.worker);
            // The column still has the number of previous attempts: this attempt is added now.
            lease_until(&mut sql, now, taking.lease);
            sql.push(" + 1000 * attempts * attempts WHERE id IN ");
            sql.bind_all(taken.iter().map(|task| task.job));
            sql.run(&mut change).await?;
        }
        change.commit().await?;
        tasks.sort_by_key(|task| Reverse(task.priority));
        Ok(tasks)
    }

    /// Returns true if there is a job to take. It only reads, so that an idle worker does not begin a transaction that
    /// writes.
    async fn anything_to_take(self, taking: &Taking<'_>) -> Result<bool> {
        let now = self.store.now();
        let mut reader = self.store.reader().await?;
        for jobs in [waiting, abandoned] {
            let mut sql = Sql::new("SELECT j.id FROM jobs j WHERE ");
            jobs(&mut sql, now, taking);
            sql.bind(1_i64);
            if sql.first::<i64>(&mut reader).await?.is_some() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Extends a worker's leases until `lease` from now. Returns the numbers of those jobs of `tasks` that the worker
    /// does not have any more, because they were cancelled or taken by another worker.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn renew(self, worker: &str, tasks: &[Held], lease: Duration) -> Result<Vec<i64>> {
        if tasks.is_empty() {
            return Ok(Vec::new());
        }
        let mut change = self.store.begin().await?;
        let mut sql = Sql::new("UPDATE jobs SET worker = worker");
        lease_until(&mut sql, self.store.now(), lease);
        sql.push(REST);
        ours(&mut sql, worker, tasks.iter().map(|(job, ..)| *job));
        sql.push(" RETURNING id, done, attempts");
        let rows = sql.all(&mut change).await?;
        change.commit().await?;
        Ok(lost(tasks, &rows))
    }

    /// Returns the numbers of those jobs of `tasks` that a worker does not have any more. It only reads.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn lost(self, worker: &str, tasks: &[Held]) -> Result<Vec<i64>> {
        if tasks.is_empty() {
            return Ok(Vec::new());
        }
        let mut sql = Sql::new("SELECT id, done, attempts FROM jobs");
        ours(&mut sql, worker, tasks.iter().map(|(job, ..)| *job));
        Ok(lost(tasks, &self.store.all(sql).await?))
    }

    /// Stores the progress of a job, if the worker still has it.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn note_progress(self, worker: &str, task: Held, progress: Progress) -> Result<()> {
        let mut sql = sql!("UPDATE jobs SET progress = ?"; json(&progress));
        held(&mut sql, worker, task);
        self.store.run(sql).await?;
        Ok(())
    }
}

/// Appends the assignments for the end of a lease and for the time from which others may take the job, to which
/// [`REST`] is still to be appended.
fn lease_until(sql: &mut Sql, now: i64, lease: Duration) {
    let until = now + whole(lease.as_millis());
    sql.push(", leased_until = ").bind(until);
    sql.push(", due = ").bind(until);
}

/// Appends the assignments for a job that has failed.
pub(crate) fn fail(sql: &mut Sql, fault: &Fault, now: i64) {
    sql.push(" state = 'failed', leased_until = NULL, fault = ");
    sql.bind(json(fault)).push(", finished = ").bind(now);
}

/// Appends the condition that a worker has the job, for jobs with these numbers.
pub(crate) fn ours(sql: &mut Sql, worker: &str, jobs: impl IntoIterator<Item = i64>) {
    sql.push(" WHERE state = 'running' AND worker = ")
        .bind(worker);
    sql.push(" AND id IN ");
    sql.bind_all(jobs);
}

/// Appends the condition that a worker has this attempt at a part of a job.
pub(crate) fn held(sql: &mut Sql, worker: &str, (job, part, attempt): Held) {
    ours(sql, worker, [job]);
    sql.push(" AND done = ").bind(part);
    sql.push(" AND attempts = ").bind(attempt);
}

/// Returns the numbers of those jobs of `tasks` that are not among `held`.
fn lost(tasks: &[Held], held: &[Held]) -> Vec<i64> {
    let held: HashSet<&Held> = held.iter().collect();
    let lost = tasks.iter().filter(|task| !held.contains(task));
    lost.map(|(job, ..)| *job).collect()
}

/// Cancels jobs whose problems have been changed.
pub(crate) async fn cancel_changed(
    connection: &mut AnyConnection,
    now: i64,
    jobs: &[i64],
) -> Result<()> {
    if jobs.is_empty() {
        return Ok(());
    }
    let mut sql = sql!(
        ["UPDATE jobs SET state = 'cancelled', leased_until = NULL, fault = ?, finished = ? WHERE ", OPEN,
         " AND id IN "]; json(&Fault::Changed), now
    );
    sql.bind_all(jobs.iter().copied());
    sql.run(connection).await?;
    Ok(())
}

/// Returns a value of this program as JSON, which cannot fail because all keys are strings.
fn json(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}
