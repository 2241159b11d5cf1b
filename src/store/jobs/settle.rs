//! Finished work of workers, handed in.
//!
//! Handing in is one change for everything: the verdict, the problem's new state, the end of the job; or the result
//! of a part, a game that is recorded with it, and the job's next turn.
//! It is done for many jobs by the same few statements, for short problems take less time than a
//! statement does.

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

/// Result of handing in work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Settled {
    /// It was written down.
    Kept,
    /// The job was not in these hands any more, or the problem has been changed; nothing was written.
    Dropped,
}

/// Sets the columns of a job that another worker may take.
const WAITING: &str = " state = 'waiting', worker = NULL, leased_until = NULL, progress = ''";

impl Queue<'_> {
    /// Hands in what a worker has done, all in one change: verdicts are written and their jobs are done, parts are
    /// kept with their games and their jobs wait for their next turn, failed attempts are followed by others if there
    /// may be more, and what was stopped waits again as if nobody had taken it. A game whose problem has changed
    /// meanwhile is not recorded.
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

    /// Keeps a part and lets go of its job, and returns true if the job was still in these hands.
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
        if sql.run(change).await? != count {
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
        let sql = sql!(
            "SELECT j.id FROM jobs j JOIN problems p ON p.id = j.problem_id \
             WHERE p.revision <> j.revision AND j.id = ?"; one.0.job
        );
        let stale: Vec<i64> = sql.all(change).await?;
        cancel_changed(change, now, &stale).await?;
    }
    Ok(ended)
}
