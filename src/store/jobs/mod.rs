//! Jobs: requesting, listing and cancelling verifications, and deleting old jobs of all kinds. The module `leases` has
//! what workers do with jobs, and `site` the requests of pages for other work.
//!
//! Users take turns. A job gets the number of a round when it is requested: the round after the latest one of which a
//! job was taken, or after that of the last waiting job of the same kind and owner. Within a round, the owner with the
//! fewest waiting jobs comes first. So a user who has requested many jobs does not delay the others.
//!
//! A job is one row. The database allows at most one open job for each revision of a problem, so requesting a
//! verification twice gives the same job. A request may be part of the caller's transaction, so that a problem is never
//! changed without its new verification being requested.
//!
//! Rows are locked in the same order everywhere, to avoid deadlocks in PostgreSQL: first problems, then jobs, each by
//! ascending numbers.

pub mod job;
pub(crate) mod leases;
pub(crate) mod settle;
pub(crate) mod site;
pub(crate) mod task;

use crate::columns::{Columns, columns};
use crate::error::{Refusal, Result};
use crate::jobs::job::{Job, JobFilter, JobState, Picking, Request, Requested};
use crate::jobs::task::Kind;
use crate::sql::{Sql, sql, whole};
use crate::{Backend, Jobs};
use problems::State;
use sqlx::AnyConnection;
use sqlx::any::AnyRow;
use std::collections::{BTreeSet, HashMap};

/// Maximum number of rows in one statement.
const ROWS: usize = 500;

/// Time for which a job is kept after it has ended, in milliseconds: thirty days.
pub const KEPT_MS: i64 = 30 * 24 * 60 * 60 * 1000;

/// SQL condition for open jobs: those that are waiting or running.
pub(crate) const OPEN: &str = "state IN ('waiting', 'running')";

columns!(
    Job: id, kind, problem = "problem_id", revision, requested_by, state, priority, attempts, most_attempts, time_ms,
    worker, leased_until, progress, fault, created, finished
);

/// SQL for a query of verifications, to which a condition is appended.
const VERIFICATIONS: &str = " FROM jobs WHERE kind = 'verify' AND ";

/// Returns the round after which the next job of an owner is put: that of the last waiting job of this kind and owner,
/// or the latest of which a job was taken.
pub(crate) async fn last_turn(
    connection: &mut AnyConnection,
    kind: Kind,
    owner: &str,
    priority: i64,
) -> Result<i64> {
    let mut sql =
        Sql::new("SELECT coalesce(max(turn), 0) FROM jobs WHERE state = 'waiting' AND owner = ");
    sql.bind(owner).push(" AND kind = ").bind(kind.word());
    sql.push(" AND priority = ").bind(priority);
    for state in [JobState::Running, JobState::Done, JobState::Failed] {
        sql.push(" UNION ALL SELECT coalesce(max(turn), 0) FROM jobs WHERE state = ")
            .bind(state.word());
        sql.push(" AND priority = ").bind(priority);
    }
    let turns: Vec<i64> = sql.all(connection).await?;
    Ok(turns.into_iter().max().unwrap_or(0))
}

/// Appends the condition that selects jobs, where `id` is the column of their numbers.
pub(crate) fn picked(sql: &mut Sql, id: &'static str, picking: &Picking) {
    let jobs = match picking {
        Picking::Any => return,
        Picking::Problems => {
            sql.push(" AND kind = 'verify'");
            return;
        }
        Picking::Site => {
            sql.push(" AND kind <> 'verify'");
            return;
        }
        Picking::These(jobs) => jobs,
    };
    sql.push(" AND ").push(id);
    match (jobs.first(), jobs.last()) {
        // Jobs that were requested together have consecutive numbers: a range is faster than a long list of numbers.
        (Some(first), Some(last)) if jobs.windows(2).all(|pair| pair[0] + 1 == pair[1]) => {
            sql.push(" BETWEEN ").bind(*first);
            sql.push(" AND ").bind(*last);
        }
        _ => {
            sql.push(" IN ").bind_all(jobs.iter().copied());
        }
    }
}

/// Requests verifications of problems within a transaction. The numbers must be ascending, and few enough for one
/// statement.
async fn request_some(
    connection: &mut AnyConnection,
    backend: Backend,
    now: i64,
    problems: &[i64],
    request: &Request,
) -> Result<Vec<Requested>> {
    // Locked, so that no verdict is stored between this query and the end of the transaction.
    let mut sql = Sql::new("SELECT id, state FROM problems WHERE id IN ");
    sql.bind_all(problems.iter().copied()).push(" ORDER BY id");
    sql.push(backend.for_update());
    let mut states: Vec<(i64, State)> = Vec::with_capacity(problems.len());
    for row in sql.all::<AnyRow>(connection).await? {
        states.push((row.read("id")?, row.read("state")?));
    }
    let drafts = states.iter().filter(|(_, state)| *state == State::Draft);
    let mut drafts: Vec<i64> = drafts.map(|(id, _)| *id).collect();
    if drafts.is_empty() {
        return Ok(states.into_iter().map(answered).collect());
    }
    may_request(connection, request, drafts.len()).await?;
    let time_ms = request.time.map(|time| whole(time.as_millis()));
    let owner = request.by.map(|user| format!("u{user}"));
    let owner = owner.unwrap_or_default();
    let turn = last_turn(connection, Kind::Verify, &owner, request.priority).await?;
    let mut sql = Sql::new(
        "INSERT INTO jobs (kind, problem_id, revision, requested_by, owner, priority, time_ms, due, created, \
         turn) SELECT 'verify', p.id, p.revision, ",
    );
    sql.bind(request.by).push(", ").bind(owner);
    sql.push(", ").bind(request.priority);
    sql.push(", ").bind(time_ms);
    sql.push(", ").bind(now).push(", ").bind(now);
    sql.push(", row_number() OVER (ORDER BY p.id) + ")
        .bind(turn);
    sql.push(" FROM problems p WHERE p.id IN ");
    sql.bind_all(drafts.iter().copied());
    sql.push(" ORDER BY p.id");
    sql.push(
        " ON CONFLICT (kind, problem_id, revision) WHERE state IN ('waiting', 'running') DO NOTHING \
         RETURNING problem_id, id",
    );
    let new: Vec<(i64, i64)> = sql.all(connection).await?;
    let new: HashMap<i64, i64> = new.into_iter().collect();
    drafts.retain(|draft| !new.contains_key(draft));
    let before = asked_before(connection, &drafts, time_ms, request.priority).await?;
    let requested = states.into_iter().map(|(problem, state)| Requested {
        problem,
        job: new.get(&problem).or(before.get(&problem)).copied(),
        new: new.contains_key(&problem),
        state,
    });
    Ok(requested.collect())
}

/// Returns an error if the user would have more open verifications than allowed with `more` new ones.
async fn may_request(connection: &mut AnyConnection, request: &Request, more: usize) -> Result<()> {
    let (Some(most), Some(user)) = (request.most, request.by) else {
        return Ok(());
    };
    let sql = sql!(["SELECT count(*)", VERIFICATIONS, OPEN, " AND owner = ?"]; format!("u{user}"));
    let open: i64 = sql.one(connection).await?;
    if open.saturating_add(whole(more)) > most {
        return Err(Refusal::TooManyJobs(open).into());
    }
    Ok(())
}

/// Returns the open jobs that drafts have already, by the number of the problem. Jobs that no worker has taken yet get
/// the new time limit `time_ms` (`None` for none), and the new priority if it is greater.
async fn asked_before(
    connection: &mut AnyConnection,
    drafts: &[i64],
    time_ms: Option<i64>,
    priority: i64,
) -> Result<HashMap<i64, i64>> {
    if drafts.is_empty() {
        return Ok(HashMap::new());
    }
    // The latest request sets the time limit, and may raise the priority, as long as no worker has taken the job.
    let mut sql = sql!(
        "UPDATE jobs SET time_ms = ?, priority = CASE WHEN priority < ? THEN ? ELSE priority END \
         WHERE kind = 'verify' AND state = 'waiting' AND problem_id IN "; time_ms, priority, priority
    );
    sql.bind_all(drafts.iter().copied());
    sql.run(connection).await?;
    let mut sql = Sql::new(
        "SELECT j.problem_id, j.id FROM jobs j \
         JOIN problems p ON p.id = j.problem_id AND p.revision = j.revision \
         WHERE j.kind = 'verify' AND j.state IN ('waiting', 'running') AND j.problem_id IN ",
    );
    sql.bind_all(drafts.iter().copied());
    let jobs: Vec<(i64, i64)> = sql.all(connection).await?;
    Ok(jobs.into_iter().collect())
}

fn answered((problem, state): (i64, State)) -> Requested {
    Requested {
        problem,
        job: None,
        new: false,
        state,
    }
}

impl Jobs<'_> {
    /// Requests verifications of problems, and returns the result for each in the order of their numbers. Nothing is
    /// done for a problem that has a verdict, and one with an open job keeps this job.
    ///
    /// # Errors
    /// [`Refusal::NoSuchProblem`] with the first number that no problem has, or [`Refusal::TooManyJobs`] with the
    /// number of open verifications; then nothing is requested.
    pub async fn request(self, problems: &[i64], wanted: &Request) -> Result<Vec<Requested>> {
        let mut change = self.store.begin().await?;
        let (backend, now) = (self.store.backend, self.store.now());
        let ids: BTreeSet<i64> = problems.iter().copied().collect();
        let ids: Vec<i64> = ids.into_iter().collect();
        let mut requested = Vec::with_capacity(ids.len());
        for some in ids.chunks(ROWS) {
            requested.append(&mut request_some(&mut change, backend, now, some, wanted).await?);
        }
        let known = |id: &&i64| requested.iter().any(|r| r.problem == **id);
        if requested.len() < problems.len()
            && let Some(unknown) = problems.iter().find(|id| !known(id))
        {
            return Err(Refusal::NoSuchProblem(*unknown).into());
        }
        change.commit().await?;
        Ok(requested)
    }

    /// Returns an error if [`request`](Jobs::request) would refuse one more problem for this user.
    ///
    /// # Errors
    /// [`Refusal::TooManyJobs`].
    pub async fn may_request(self, wanted: &Request) -> Result<()> {
        may_request(&mut *self.store.reader().await?, wanted, 1).await
    }

    /// Returns a verification by its number.
    ///
    /// # Errors
    /// [`Refusal::NoSuchJob`].
    pub async fn get(self, id: i64) -> Result<Job> {
        let sql = sql!(["SELECT ", Job::COLUMNS, VERIFICATIONS, "id = ?"]; id);
        let job = self.store.first(sql).await?;
        job.ok_or_else(|| Refusal::NoSuchJob(id).into())
    }

    /// Returns the number of an open job among those selected, a running one if possible; `None` if there is none.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn open(self, picking: &Picking) -> Result<Option<i64>> {
        if matches!(picking, Picking::These(jobs) if jobs.is_empty()) {
            return Ok(None);
        }
        let mut reader = self.store.reader().await?;
        for state in [JobState::Running, JobState::Waiting] {
            let mut sql = Sql::new("SELECT id FROM jobs WHERE state = ");
            sql.bind(state.word());
            picked(&mut sql, "id", picking);
            sql.push(" LIMIT 1");
            if let Some(job) = sql.first(&mut reader).await? {
                return Ok(Some(job));
            }
        }
        Ok(None)
    }

    /// Returns the verifications that a filter selects, newest first.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn list(self, filter: &JobFilter) -> Result<Vec<Job>> {
        let mut sql = sql!(["SELECT ", Job::COLUMNS, VERIFICATIONS]);
        sql.push("id < ").bind(filter.before.unwrap_or(i64::MAX));
        if !filter.states.is_empty() {
            sql.push(" AND state IN ");
            sql.bind_all(filter.states.iter().map(|state| state.word()));
        }
        if let Some(problem) = filter.problem {
            sql.push(" AND problem_id = ").bind(problem);
        }
        sql.push(" ORDER BY id DESC LIMIT ")
            .bind(i64::from(filter.limit));
        self.store.all(sql).await
    }

    /// Returns the number of verifications in each state; states without any are left out.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn counts(self) -> Result<Vec<(JobState, u64)>> {
        let sql =
            sql!("SELECT state, count(*) AS jobs FROM jobs WHERE kind = 'verify' GROUP BY state");
        let mut counts: Vec<(JobState, u64)> = Vec::new();
        for row in self.store.all::<AnyRow>(sql).await? {
            counts.push((row.read("state")?, row.read("jobs")?));
        }
        counts.sort_by_key(|(state, _)| *state as u8);
        Ok(counts)
    }

    /// Cancels a verification. This is allowed to the user who requested it, to the owner of the problem, and, if no
    /// requester is known, to everybody. `by` is the user who cancels, `None` if nobody is logged in. The worker
    /// notices it within a second or two.
    ///
    /// # Errors
    /// [`Refusal::NoSuchJob`], [`Refusal::JobOver`], [`Refusal::NotYourJob`].
    pub async fn cancel(self, id: i64, by: Option<i64>) -> Result<()> {
        let sql = sql!(
            "UPDATE jobs SET state = 'cancelled', leased_until = NULL, finished = ? WHERE kind = 'verify' AND id = ? \
             AND state IN ('waiting', 'running') AND (requested_by IS NULL OR requested_by = ? \
             OR problem_id IN (SELECT p.id FROM problems p WHERE p.owner_id = ?))"; self.store.now(), id, by, by
        );
        if self.store.run(sql).await? == 1 {
            return Ok(());
        }
        let job = self.get(id).await?;
        Err(if job.state.over() {
            Refusal::JobOver(id).into()
        } else {
            Refusal::NotYourJob(id).into()
        })
    }

    /// Corrects the times of all jobs if the clock was set back since they were stored, so that no job waits longer
    /// than it would have without that.
    ///
    /// # Errors
    /// The error of the database.
    pub(crate) async fn correct_deadlines(self) -> Result<()> {
        let sql = sql!("SELECT created FROM jobs ORDER BY id DESC LIMIT 1");
        let newest: Option<i64> = self.store.first(sql).await?;
        let now = self.store.now();
        let set_back = newest.map_or(0, |created| created - now);
        // The clocks of several machines differ slightly.
        if set_back < 1000 {
            return Ok(());
        }
        let sql = sql!(
            "UPDATE jobs SET due = due - ?, leased_until = leased_until - ?, created = created - ? \
             WHERE state IN ('waiting', 'running') AND due > ?"; set_back, set_back, set_back, now
        );
        self.store.run(sql).await?;
        Ok(())
    }

    /// Deletes at most a thousand jobs that ended more than [`KEPT_MS`] ago, and returns their number.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn forget_old(self) -> Result<u64> {
        let sql = sql!(
            "DELETE FROM jobs WHERE id IN (SELECT id FROM jobs WHERE state IN ('done', 'failed', 'cancelled') \
             AND finished < ? ORDER BY id LIMIT 1000)"; self.store.now() - KEPT_MS
        );
        self.store.run(sql).await
    }
}
