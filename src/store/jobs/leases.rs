//! Jobs in workers' hands: taken for a while (a *lease*), kept by heartbeats, handed in.
//!
//! A worker that takes a job has its next part until a certain time, and makes that time later as long as it is alive.
//! A worker that was killed does neither, so some time after that anybody may take the job. A worker
//! that was only slow finds on handing in that the job is not in its hands any more, by its name, the part and the
//! number of the attempt, and what it has found is dropped: a result is written once.
//!
//! One rule for all that goes wrong: an attempt at a part that ends without a result, because the worker went away or
//! because it failed, is followed by another, after a pause that grows; the job fails with the last attempt it may
//! have. What was given back does not count.
//!
//! Handing in is one change for everything: the verdict, the problem's new state, the end of the job; or the result
//! of a part, a game that is recorded with it, and the job's next turn.
//! It is done for many jobs by the same few statements, for short problems take less time than a
//! statement does.

use crate::error::{Error, Result};
use crate::jobs::job::{Fault, LONGEST, Picking};
use crate::jobs::task::{Held, Outcome, Part, Task, Verification, Work};
use crate::jobs::{damaged, last_turn, picked};
use crate::problems::verdicts;
use crate::problems::verdicts::Given;
use crate::sql::{IDS, Sql, whole};
use crate::{Backend, Change, Collection};
use problems::verify::{self, Progress, Verdict};
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::time::Duration;

/// After the first attempt without a result the next may come at once; after the n-th, so many milliseconds
/// times (n − 1)² later: perhaps it is the job that kills its workers. `attempts` in SQL.
const REST: &str = " + 1000 * (attempts - 1) * (attempts - 1)";

/// Result of handing in work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Settled {
    /// It was written down.
    Kept,
    /// The job was not in these hands any more, or the problem has been changed; nothing was written.
    Dropped,
}

/// The columns of jobs with their problems, as [`Found`] has them.
const FOUND: &str = "SELECT j.id, j.kind, j.problem_id, j.revision, j.owner, j.attempts, j.most_attempts, \
     j.priority, j.time_ms, j.worker, j.body, j.done, p.fen, p.stipulation, p.revision AS current, \
     (SELECT r.result FROM job_parts r WHERE r.job = j.id AND r.number = j.done - 1) AS before \
     FROM jobs j LEFT JOIN problems p ON p.id = j.problem_id WHERE ";

/// Worker who takes jobs, and how.
#[derive(Clone, Copy, Debug)]
pub struct Taking<'a> {
    /// Name of the worker.
    pub worker: &'a str,
    /// Which jobs are taken.
    pub picking: &'a Picking,
    /// The most workers that have jobs of one owner at a time; `None` for any number.
    pub of_one: Option<usize>,
    /// The most jobs that are taken.
    pub most: usize,
    /// Time for which they are taken.
    pub lease: Duration,
}

/// Jobs that nobody is at: by rounds, in each of them first the owner who waits for the least. Of an owner whom as many
/// other workers serve as may, none.
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

/// Jobs whose workers have gone away.
fn abandoned(sql: &mut Sql, now: i64, taking: &Taking) {
    sql.push("j.state = 'running' AND j.due < ").bind(now);
    picked(sql, "j.id", taking.picking);
    sql.push(" ORDER BY j.due, j.id LIMIT ");
}

/// A job that may be taken.
struct Found {
    job: i64,
    /// True if its problem, if it has one, is still of the revision for which the job was asked.
    current: bool,
    /// As it will be for the one who takes it, or why nobody can.
    task: std::result::Result<Task, Fault>,
}

impl Found {
    fn of(row: &AnyRow) -> Result<Found> {
        let job: i64 = row.try_get("id")?;
        let kind: String = row.try_get("kind")?;
        let revision: i64 = row.try_get("revision")?;
        let (work, current) = if kind == "verify" {
            let stipulation: String = row.try_get("stipulation")?;
            let time: Option<i64> = row.try_get("time_ms")?;
            let verification = Verification {
                problem: row.try_get("problem_id")?,
                revision,
                fen: row.try_get("fen")?,
                stipulation: stipulation
                    .parse()
                    .map_err(|error| damaged(job, "stipulation", error))?,
                time: time.map_or(LONGEST, |ms| Duration::from_millis(ms.unsigned_abs())),
            };
            let current = revision == row.try_get::<i64, _>("current")?;
            (Ok(Work::Verify(verification)), current)
        } else {
            let body: String = row.try_get("body")?;
            let work = serde_json::from_str(&body);
            let unreadable = |error: serde_json::Error| Fault::Unreadable {
                error: error.to_string(),
            };
            (work.map_err(unreadable), true)
        };
        let attempt = row.try_get::<i64, _>("attempts")? + 1;
        let most_attempts = row.try_get("most_attempts")?;
        let work = if attempt <= most_attempts {
            work
        } else {
            let worker: Option<String> = row.try_get("worker")?;
            Err(Fault::Lost {
                worker: worker.unwrap_or_default(),
            })
        };
        let part: i64 = row.try_get("done")?;
        let (before, owner) = (row.try_get("before")?, row.try_get("owner")?);
        let priority = row.try_get("priority")?;
        Ok(Found {
            job,
            current,
            task: work.map(|work| Task {
                job,
                attempt,
                most_attempts,
                part: usize::try_from(part).unwrap_or_default(),
                before,
                owner,
                priority,
                work,
            }),
        })
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
    /// Takes jobs for a worker.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn take_jobs(&self, taking: &Taking<'_>) -> Result<Vec<Task>> {
        let most = whole(taking.most);
        if matches!(taking.picking, Picking::These(jobs) if jobs.is_empty())
            || !self.anything_to_take(taking).await?
        {
            return Ok(Vec::new());
        }
        let mut change = self.begin().await?;
        let now = self.now();
        let mut found: Vec<Found> = Vec::new();
        // First those that have waited once already: as long as others come they would never be taken.
        for jobs in [abandoned, waiting] {
            let mut sql = Sql::new(FOUND);
            jobs(&mut sql, now, taking);
            sql.bind(most - found.len() as i64);
            sql.push(self.backend.skip_locked());
            for row in sql.rows(change.connection()).await? {
                found.push(Found::of(&row)?);
            }
        }
        let (mut tasks, mut stale) = (Vec::new(), Vec::new());
        for found in found {
            match found.task {
                Err(fault) => {
                    let mut sql = Sql::new("UPDATE jobs SET");
                    fail(&mut sql, &fault, now);
                    sql.push(" WHERE id = ").bind(found.job);
                    sql.run(change.connection()).await?;
                }
                Ok(_) if !found.current => stale.push(found.job),
                Ok(task) => tasks.push(task),
            }
        }
        cancel_changed(change.connection(), now, &stale).await?;
        for taken in tasks.chunks(IDS) {
            let mut sql =
                Sql::new("UPDATE jobs SET state = 'running', attempts = attempts + 1, worker = ");
            sql.bind(taking.worker);
            // The attempts of before: one more is made now.
            lease_until(&mut sql, now, taking.lease);
            sql.push(" + 1000 * attempts * attempts WHERE id IN ");
            sql.bind_all(taken.iter().map(|task| task.job));
            sql.run(change.connection()).await?;
        }
        change.commit().await?;
        tasks.sort_by_key(|task| Reverse(task.priority));
        Ok(tasks)
    }

    /// Returns true if there is a job to take, by reading alone: an idle worker begins no change.
    async fn anything_to_take(&self, taking: &Taking<'_>) -> Result<bool> {
        let now = self.now();
        let mut reader = self.reader().await?;
        for jobs in [waiting, abandoned] {
            let mut sql = Sql::new("SELECT j.id FROM jobs j WHERE ");
            jobs(&mut sql, now, taking);
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
    /// The error of the database.
    pub async fn renew_leases(
        &self,
        worker: &str,
        tasks: &[Held],
        lease: Duration,
    ) -> Result<Vec<i64>> {
        if tasks.is_empty() {
            return Ok(Vec::new());
        }
        let mut change = self.begin().await?;
        let mut sql = Sql::new("UPDATE jobs SET worker = worker");
        lease_until(&mut sql, self.now(), lease);
        sql.push(REST);
        ours(&mut sql, worker, tasks.iter().map(|(job, ..)| *job));
        sql.push(" RETURNING id, done, attempts");
        let rows = sql.rows(change.connection()).await?;
        change.commit().await?;
        lost(tasks, &rows)
    }

    /// Returns the jobs of `tasks` that a worker does not have any more, by reading alone.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn lost_jobs(&self, worker: &str, tasks: &[Held]) -> Result<Vec<i64>> {
        if tasks.is_empty() {
            return Ok(Vec::new());
        }
        let mut sql = Sql::new("SELECT id, done, attempts FROM jobs");
        ours(&mut sql, worker, tasks.iter().map(|(job, ..)| *job));
        let mut reader = self.reader().await?;
        let rows = sql.rows(&mut reader).await?;
        lost(tasks, &rows)
    }

    /// Writes down how far a job has come, if it is still in this worker's hands.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn note_progress(&self, worker: &str, task: Held, progress: Progress) -> Result<()> {
        let mut change = self.begin().await?;
        let mut sql = Sql::new("UPDATE jobs SET progress = ");
        sql.bind(json(&progress));
        held(&mut sql, worker, task);
        sql.run(change.connection()).await?;
        change.commit().await
    }

    /// Hands in what a worker has done, all in one change: verdicts are written and their jobs are done, parts are
    /// kept with their games and their jobs wait for their next turn, failed attempts are followed by others if there
    /// may be more, and what was stopped waits again as if nobody had taken it. A game whose problem has changed
    /// meanwhile is not recorded.
    ///
    /// # Errors
    /// The error of the database; then nothing was changed.
    pub async fn settle_jobs(
        &self,
        worker: &str,
        finished: &[(Task, Outcome)],
    ) -> Result<Vec<Settled>> {
        let now = self.now();
        let mut decided = Vec::new();
        let mut problems = BTreeSet::new();
        for (task, outcome) in finished {
            match (&task.work, outcome) {
                (Work::Verify(of), Outcome::Verified(Ok(verify::Outcome::Decided(verdict)))) => {
                    problems.insert(of.problem);
                    decided.push((task, of, verdict));
                }
                (_, Outcome::Part(part)) => {
                    problems.extend(part.play.as_ref().map(|play| play.problem))
                }
                _ => {}
            }
        }
        let mut change = self.begin().await?;
        self.lock_problems(&mut change, &problems).await?;
        let mut kept = HashSet::new();
        if !decided.is_empty() {
            if !end_jobs(&mut change, now, worker, &decided).await? {
                drop(change);
                change = self.begin().await?;
                self.lock_problems(&mut change, &problems).await?;
                decided = end_each(&mut change, now, worker, decided).await?;
            }
            let given = decided.iter().map(|(task, of, verdict)| Given {
                problem: of.problem,
                revision: of.revision,
                job: Some(task.job),
                worker,
                verdict,
            });
            verdicts::keep(change.connection(), now, &given.collect::<Vec<_>>()).await?;
            kept.extend(decided.iter().map(|(task, ..)| task.job));
        }
        for (task, outcome) in finished {
            let mut sql = Sql::new("UPDATE jobs SET");
            match outcome {
                Outcome::Verified(Ok(verify::Outcome::Decided(_))) => continue,
                Outcome::Part(part) => {
                    if self.keep_part(&mut change, now, worker, task, part).await? {
                        kept.insert(task.job);
                    }
                    continue;
                }
                Outcome::Stopped | Outcome::Verified(Ok(verify::Outcome::Stopped)) => {
                    sql.push(" state = 'waiting', worker = NULL, leased_until = NULL, progress = '', attempts = attempts - 1, due = ")
                        .bind(now);
                }
                Outcome::Verified(Ok(verify::Outcome::Undecided(progress))) => {
                    fail(&mut sql, &Fault::Undecided(*progress), now);
                }
                Outcome::Verified(Err(error)) => {
                    let error = error.to_string();
                    fail(&mut sql, &Fault::Unreadable { error }, now);
                }
                Outcome::Failed(error) if task.attempt >= task.most_attempts => {
                    let error = error.clone();
                    fail(&mut sql, &Fault::Failed { error }, now);
                }
                Outcome::Failed(_) => {
                    sql.push(" state = 'waiting', worker = NULL, leased_until = NULL, progress = '', due = ")
                        .bind(now)
                        .push(REST);
                }
            }
            held(&mut sql, worker, task.held());
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

    /// Keeps a part and lets go of its job, and returns true if the job was still in these hands.
    async fn keep_part(
        &self,
        change: &mut Change,
        now: i64,
        worker: &str,
        task: &Task,
        part: &Part,
    ) -> Result<bool> {
        let kind = task.work.kind().word();
        let turn = last_turn(change.connection(), kind, &task.owner, task.priority).await? + 1;
        let mut sql = Sql::new(
            "UPDATE jobs SET worker = NULL, leased_until = NULL, attempts = 0, progress = '', \
             done = done + 1, due = ",
        );
        sql.bind(now);
        if task.part + 1 >= task.work.parts() {
            sql.push(", state = 'done', finished = ").bind(now);
        } else {
            sql.push(", state = 'waiting', turn = ").bind(turn);
        }
        let (job, number, _) = task.held();
        held(&mut sql, worker, task.held());
        if sql.run(change.connection()).await? == 0 {
            return Ok(false);
        }
        let mut sql = Sql::new("INSERT INTO job_parts (job, number, result) VALUES (");
        sql.bind(job).push(", ").bind(number);
        sql.push(", ").bind(part.result.clone()).push(")");
        sql.run(change.connection()).await?;
        if let Some(play) = &part.play {
            match self.record_in(change, play).await {
                // Found out before anything of the game was written.
                Ok(_) | Err(Error::Refused(_)) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(true)
    }
}

/// A verdict with the task that it comes from.
type Decided<'a> = (&'a Task, &'a Verification, &'a Verdict);

/// Ends jobs that have a verdict and whose problems are locked, and says whether all of them were still in these
/// hands and their problems unchanged. If not, some have been ended all the same: the change is to be undone.
async fn end_jobs(
    change: &mut Change,
    now: i64,
    worker: &str,
    decided: &[Decided<'_>],
) -> Result<bool> {
    let mut attempts: BTreeMap<i64, Vec<i64>> = BTreeMap::new();
    for (task, ..) in decided {
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
    change: &mut Change,
    now: i64,
    worker: &str,
    decided: Vec<Decided<'a>>,
) -> Result<Vec<Decided<'a>>> {
    let mut ended = Vec::new();
    for one in decided {
        if end_jobs(change, now, worker, &[one]).await? {
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

/// Sets the end of a lease, and when others may take the job, to which the rest is to be added.
fn lease_until(sql: &mut Sql, now: i64, lease: Duration) {
    let until = now + whole(lease.as_millis());
    sql.push(", leased_until = ").bind(until);
    sql.push(", due = ").bind(until);
}

/// Sets the columns of a job that has failed.
fn fail(sql: &mut Sql, fault: &Fault, now: i64) {
    sql.push(" state = 'failed', leased_until = NULL, fault = ");
    sql.bind(json(fault)).push(", finished = ").bind(now);
}

/// Restricts a statement to jobs that a worker has.
fn ours(sql: &mut Sql, worker: &str, jobs: impl IntoIterator<Item = i64>) {
    sql.push(" WHERE state = 'running' AND worker = ")
        .bind(worker);
    sql.push(" AND id IN ");
    sql.bind_all(jobs);
}

/// Restricts a statement to a part that a worker has.
fn held(sql: &mut Sql, worker: &str, (job, part, attempt): Held) {
    ours(sql, worker, [job]);
    sql.push(" AND done = ").bind(part);
    sql.push(" AND attempts = ").bind(attempt);
}

/// Returns the jobs of `tasks` that are not among the rows.
fn lost(tasks: &[Held], rows: &[AnyRow]) -> Result<Vec<i64>> {
    let mut held = HashSet::new();
    for row in rows {
        held.insert((row.try_get(0)?, row.try_get(1)?, row.try_get(2)?));
    }
    let lost = tasks.iter().filter(|task| !held.contains(*task));
    Ok(lost.map(|(job, ..)| *job).collect())
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
