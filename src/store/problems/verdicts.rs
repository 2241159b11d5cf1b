//! Verdicts: the state of a problem, its keys and difficulty, a row for each verdict that was ever given,
//! and proofs as far as they are kept as text.

use crate::error::Result;
use crate::sql::{Columns, Sql, batches, whole};
use crate::{Problems, backend_of};
use problems::verify::Verdict;
use problems::{Draft, State};
use serde::Serialize;
use sqlx::{AnyConnection, Row};

/// A verdict, and what it is about.
pub(crate) struct Given<'a> {
    pub(crate) problem: i64,
    pub(crate) revision: i64,
    pub(crate) job: Option<i64>,
    pub(crate) worker: &'a str,
    pub(crate) verdict: &'a Verdict,
}

/// Origin of a problem's verdict: who gave it, and when.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Verified {
    /// The revision that it is about.
    pub revision: i64,
    /// The job that it came from, if there was one.
    pub job: Option<i64>,
    /// Worker that found it: `host:process:thread`, or `template` or `editor` for one found without a job.
    pub worker: String,
    /// State of the problem by the verdict.
    pub state: State,
    /// Positions visited.
    pub nodes: u64,
    /// Wall-clock time, in milliseconds.
    pub time_ms: u64,
    /// When it was given, in milliseconds since 1970.
    pub created: i64,
}

/// Writes verdicts of problems that are locked and as they were when they were taken.
pub(crate) async fn keep(
    connection: &mut AnyConnection,
    now: i64,
    given: &[Given<'_>],
) -> Result<()> {
    let backend = backend_of(connection);
    // About fifty bytes a key.
    let keys = |given: &Given| 100 + 50 * given.verdict.keys.len();
    for given in batches(backend, given, 9, keys) {
        problems(connection, given).await?;
    }
    for given in batches(backend, given, 8, |given| given.worker.len() + 8) {
        verifications(connection, now, given).await?;
    }
    let proofs: Vec<Proof> = given.iter().filter_map(Proof::of).collect();
    for proofs in batches(backend, &proofs, 3, |proof| proof.text.len()) {
        certificates(connection, proofs).await?;
    }
    Ok(())
}

/// A proof that is kept as text, and what it is of.
struct Proof<'a> {
    problem: i64,
    revision: i64,
    text: &'a str,
}

impl<'a> Proof<'a> {
    fn of(given: &Given<'a>) -> Option<Proof<'a>> {
        let certificate = given.verdict.certificate.as_ref()?;
        Some(Proof {
            problem: given.problem,
            revision: given.revision,
            text: certificate.proof.as_deref()?,
        })
    }
}

async fn problems(connection: &mut AnyConnection, all: &[Given<'_>]) -> Result<()> {
    let mut sql = Sql::new(
        "UPDATE problems SET state = v.column2, least = v.column3, keys = v.column4, \
         unique_key = v.column5, certificate_hash = v.column6, nodes = v.column7, \
         difficulty = v.column8, band = v.column9 FROM (VALUES ",
    );
    for (
        i,
        Given {
            problem, verdict, ..
        },
    ) in all.iter().enumerate()
    {
        let keys = serde_json::to_string(&verdict.keys).unwrap_or_default();
        let hash = verdict.certificate.as_ref().map(|c| c.hash.as_str());
        sql.push(if i == 0 { "(" } else { ", (" }).bind(*problem);
        sql.push(", ").bind(verdict.state.word());
        sql.push(", ").bind(verdict.least.map(i64::from));
        sql.push(", ").bind(keys);
        sql.push(", ").bind(i64::from(verdict.unique_key));
        sql.push(", ").bind(hash);
        sql.push(", ").bind(whole(verdict.nodes));
        sql.push(", ").bind(verdict.difficulty);
        sql.push(", ").bind(i64::from(verdict.band)).push(")");
    }
    sql.push(") AS v WHERE problems.id = v.column1");
    sql.run(connection).await?;
    Ok(())
}

async fn verifications(connection: &mut AnyConnection, now: i64, all: &[Given<'_>]) -> Result<()> {
    let mut sql = Sql::new(
        "INSERT INTO verifications (problem_id, revision, job_id, worker, state, nodes, time_ms, \
         created) VALUES ",
    );
    for (i, given) in all.iter().enumerate() {
        let verdict = given.verdict;
        sql.push(if i == 0 { "(" } else { ", (" })
            .bind(given.problem);
        sql.push(", ").bind(given.revision);
        sql.push(", ").bind(given.job);
        sql.push(", ").bind(given.worker);
        sql.push(", ").bind(verdict.state.word());
        sql.push(", ").bind(whole(verdict.nodes));
        sql.push(", ").bind(whole(verdict.time_ms));
        sql.push(", ").bind(now).push(")");
    }
    sql.run(connection).await?;
    Ok(())
}

async fn certificates(connection: &mut AnyConnection, proofs: &[Proof<'_>]) -> Result<()> {
    let mut sql = Sql::new("INSERT INTO certificates (problem_id, revision, proof) VALUES ");
    for (i, proof) in proofs.iter().enumerate() {
        sql.push(if i == 0 { "(" } else { ", (" })
            .bind(proof.problem);
        sql.push(", ").bind(proof.revision);
        sql.push(", ").bind(proof.text).push(")");
    }
    sql.push(
        " ON CONFLICT (problem_id) DO UPDATE SET revision = excluded.revision, \
         proof = excluded.proof",
    );
    sql.run(connection).await?;
    Ok(())
}

impl Problems<'_> {
    /// Keeps a verdict that was found without a job; `of` is what it is about. Says whether the problem
    /// was so, and without a verdict; else nothing is changed.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn keep_verdict(self, problem: i64, of: &Draft, verdict: &Verdict) -> Result<bool> {
        let mut change = self.store.begin().await?;
        let mut sql = Sql::new("SELECT revision FROM problems WHERE state = 'draft' AND id = ");
        sql.bind(problem);
        sql.push(" AND fen = ").bind(of.fen.as_str());
        sql.push(" AND stipulation = ")
            .bind(of.stipulation.to_string());
        sql.push(self.store.backend.for_update());
        let revisions = sql.numbers(change.connection()).await?;
        let Some(&revision) = revisions.first() else {
            return Ok(false);
        };
        let given = Given {
            problem,
            revision,
            job: None,
            worker: "editor",
            verdict,
        };
        keep(change.connection(), self.store.now(), &[given]).await?;
        // Nobody needs to look for it any more.
        let mut sql =
            Sql::new("UPDATE jobs SET state = 'cancelled', leased_until = NULL, finished = ");
        sql.bind(self.store.now());
        sql.push(" WHERE kind = 'verify' AND state IN ('waiting', 'running') AND problem_id = ");
        sql.bind(problem);
        sql.run(change.connection()).await?;
        change.commit().await?;
        Ok(true)
    }

    /// Returns the origin of the verdict that a problem has; `None` if it has none.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn verification(self, problem: i64) -> Result<Option<Verified>> {
        let mut sql = Sql::new(
            "SELECT v.revision, v.job_id, v.worker, v.state, v.nodes, v.time_ms, v.created \
             FROM verifications v JOIN problems p ON p.id = v.problem_id AND p.revision = v.revision \
             WHERE p.id = ",
        );
        sql.bind(problem);
        let mut reader = self.store.reader().await?;
        let rows = sql.rows(&mut reader).await?;
        let Some(row) = rows.first() else {
            return Ok(None);
        };
        Ok(Some(Verified {
            revision: row.try_get("revision")?,
            job: row.try_get("job_id")?,
            worker: row.try_get("worker")?,
            state: row.word("state")?,
            nodes: row.count("nodes")?,
            time_ms: row.count("time_ms")?,
            created: row.try_get("created")?,
        }))
    }

    /// The proof of the verdict that a problem has, as text for `solve::mate::check`; `None` if it has no
    /// verdict, or the proof was too long to be kept.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn certificate(self, problem: i64) -> Result<Option<String>> {
        let mut sql = Sql::new(
            "SELECT c.proof FROM certificates c \
             JOIN problems p ON p.id = c.problem_id AND p.revision = c.revision WHERE p.id = ",
        );
        sql.bind(problem);
        let mut reader = self.store.reader().await?;
        let rows = sql.rows(&mut reader).await?;
        Ok(rows.first().map(|row| row.try_get(0)).transpose()?)
    }
}
