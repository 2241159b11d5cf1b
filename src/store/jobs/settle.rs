//! Results of workers: how they are handed in and stored.
//!
//! Results are handed in by one transaction: for a verification the verdict, the problem's new state and the end of the
//! job; for other work the result of a part, a game to be recorded with it, and the job's next turn. Results of many
//! jobs are stored by the same few statements, because a statement takes longer than solving a short problem.

use crate::error::{Error, Result};
use crate::jobs::job::Fault;
use crate::jobs::last_turn;
use crate::jobs::leases::{REST, cancel_changed, fail, held, ours};
use crate::jobs::task::{Outcome, Part, Task, Verification, Work};
use crate::problems::lock;
use crate::problems::verdicts::{self, Given};
use crate::sql::{IDS, Sql, sql};
use crate::{Change, Queue};
use problems::verify::{self, Verdict};
use std::collections::{BTreeMap, BTreeSet, HashSet};

/// Response to a result that was handed in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Settled {
    /// The result was stored.
    Kept,
    /// The worker did not have the job any more, or the problem had been changed; nothing was stored.
    Dropped,
}

/// SQL assignments that make a job wait for a worker.
const WAITING: &str = " state = 'waiting', worker = NULL, leased_until = NULL, progress = ''";

impl Queue<'_> {
    /// Hands in the results of a worker, all in one transaction. After a verdict the job is done. After another part
    /// the result and its game are stored, and the job waits for its next turn. A failed attempt is followed by another
    /// one if the job may have more. A job that was stopped waits again as if no worker had taken it. A game whose
    /// problem has been changed meanwhile is not recorded.
    ///
    /// # Errors
    /// The error of the database; then nothing was changed.
    pub async fn settle(self, worker: &str, finished: &[(Task, Outcome)]) -> Result<Vec<Settled>> {
        let now = self.store.now();
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
        let mut change = self.store.begin().await?;
        lock(&mut change, &problems).await?;
        let mut kept = HashSet::new();
        if !decided.is_empty() {
            if !end_jobs(&mut change, now, worker, &decided).await? {
                drop(change);
                change = self.store.begin().await?;
                lock(&mut change, &problems).await?;
                decided = end_each(&mut change, now, worker, decided).await?;
            }
            let given = decided.iter().map(|(task, of, verdict)| Given {
                problem: of.problem,
                revision: of.revision,
                job: Some(task.job),
                worker,
                verdict,
            });
            verdicts::keep(&mut change, now, &given.collect::<Vec<_>>()).await?;
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
                    sql.push(WAITING)
                        .push(", attempts = attempts - 1, due = ")
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
                    sql.push(WAITING).push(", due = ").bind(now).push(REST);
                }
            }
            held(&mut sql, worker, task.held());
            if sql.run(&mut change).await? == 1 {
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

    /// Stores the result of a part and makes the job available again or ends it. Returns true if the worker still had
    /// the job; false if nothing was stored.
    async fn keep_part(
        self,
        change: &mut Change,
        now: i64,
        worker: &str,
        task: &Task,
        part: &Part,
    ) -> Result<bool> {
        let kind = task.work.kind();
        let turn = last_turn(change, kind, &task.owner, task.priority).await? + 1;
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
        if sql.run(change).await? == 0 {
            return Ok(false);
        }
        let sql = sql!(
            "INSERT INTO job_parts (job, number, result) VALUES (?, ?, ?)"; job, number, part.result.as_str()
        );
        sql.run(change).await?;
        if let Some(play) = &part.play {
            match self.store.plays().record_in(change, play).await {
                // A refusal is returned before anything of the game is written, so the transaction can go on.
                Ok(_) | Err(Error::Refused(_)) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(true)
    }
}

/// A verdict with the task that led to it.
type Decided<'a> = (&'a Task, &'a Verification, &'a Verdict);

/// Ends jobs that have a verdict and whose problems are locked. Returns true if the worker still had all of them and
/// all problems were unchanged. If it returns false, some jobs may have been ended: the transaction has to be rolled
/// back.
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
        if sql.run(change).await? != count {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Ends jobs like [`end_jobs`], one by one, and returns those that could be ended. Jobs whose problems have been
/// changed are cancelled.
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
        let sql = sql!(
            "SELECT j.id FROM jobs j JOIN problems p ON p.id = j.problem_id \
             WHERE p.revision <> j.revision AND j.id = ?"; one.0.job
        );
        let stale: Vec<i64> = sql.all(change).await?;
        cancel_changed(change, now, &stale).await?;
    }
    Ok(ended)
}
