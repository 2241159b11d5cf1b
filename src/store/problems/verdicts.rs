//! Verdicts: the state, the keys and the difficulty of a problem, a row for each verdict that was ever given, and the
//! text of proofs that are not too long.

use crate::columns::columns;
use crate::error::Result;
use crate::sql::{Sql, batches, sql, values, whole};
use crate::{Problems, backend_of};
use problems::verify::Verdict;
use problems::{Draft, State};
use serde::Serialize;
use sqlx::AnyConnection;

/// A verdict, with the problem and revision that it belongs to.
pub(crate) struct Given<'a> {
    pub(crate) problem: i64,
    pub(crate) revision: i64,
    pub(crate) job: Option<i64>,
    pub(crate) worker: &'a str,
    pub(crate) verdict: &'a Verdict,
}

/// Origin of a problem's verdict: the worker that found it, and when.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Verified {
    /// Revision of the problem that was verified.
    pub revision: i64,
    /// Number of the job that led to the verdict; `None` if it was found without a job.
    pub job: Option<i64>,
    /// Worker that found it: `host:process:thread`, or `template` or `editor` for one found without a job.
    pub worker: String,
    /// State of the problem according to the verdict.
    pub state: State,
    /// Number of positions that the solver visited.
    pub nodes: u64,
    /// Time that the verification took, in milliseconds.
    pub time_ms: u64,
    /// Instant of the verdict, in milliseconds since 1970.
    pub created: i64,
    /// Version of the program that found it; empty if it is not known.
    pub version: String,
    /// Rules that are not those of chess, by Popeye's names, with commas between them.
    pub rules: String,
}

columns!(Verified in "v.": revision, job = "job_id", worker, state, nodes, time_ms, created, version, rules);

/// Stores verdicts of problems that are locked and still have the revisions that were verified.
pub(crate) async fn keep(
    connection: &mut AnyConnection,
    now: i64,
    given: &[Given<'_>],
) -> Result<()> {
    let backend = backend_of(connection);
    // A key takes about fifty bytes.
    let keys =
        |given: &Given| 100 + 50 * (given.verdict.keys.len() + given.verdict.solutions.len());
    for given in batches(backend, given, 10, keys) {
        problems(connection, given).await?;
    }
    for given in batches(backend, given, 10, |given| given.worker.len() + 100) {
        verifications(connection, now, given).await?;
    }
    let proofs: Vec<Proof> = given.iter().filter_map(Proof::of).collect();
    for proofs in batches(backend, &proofs, 3, |proof| proof.text.len()) {
        certificates(connection, proofs).await?;
    }
    Ok(())
}

/// Text of a proof, with the problem and revision that it belongs to.
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
         difficulty = v.column8, band = v.column9, solutions = v.column10 FROM (VALUES ",
    );
    values!(
        sql,
        all,
        |given| given.problem,
        given.verdict.state.word(),
        given.verdict.least.map(i64::from),
        serde_json::to_string(&given.verdict.keys).unwrap_or_default(),
        i64::from(given.verdict.unique_key),
        given
            .verdict
            .certificate
            .as_ref()
            .map(|certificate| certificate.hash.as_str()),
        whole(given.verdict.nodes),
        given.verdict.difficulty,
        i64::from(given.verdict.band),
        serde_json::to_string(&given.verdict.solutions).unwrap_or_default()
    );
    sql.push(") AS v WHERE problems.id = v.column1");
    sql.run(connection).await?;
    Ok(())
}

async fn verifications(connection: &mut AnyConnection, now: i64, all: &[Given<'_>]) -> Result<()> {
    let mut sql = Sql::new(
        "INSERT INTO verifications (problem_id, revision, job_id, worker, state, nodes, time_ms, \
         created, version, rules) VALUES ",
    );
    values!(
        sql,
        all,
        |given| given.problem,
        given.revision,
        given.job,
        given.worker,
        given.verdict.state.word(),
        whole(given.verdict.nodes),
        whole(given.verdict.time_ms),
        now,
        given.verdict.version.as_str(),
        given.verdict.rules.join(", ")
    );
    sql.run(connection).await?;
    Ok(())
}

async fn certificates(connection: &mut AnyConnection, proofs: &[Proof<'_>]) -> Result<()> {
    let mut sql = Sql::new("INSERT INTO certificates (problem_id, revision, proof) VALUES ");
    values!(
        sql,
        proofs,
        |proof| proof.problem,
        proof.revision,
        proof.text
    );
    sql.push(
        " ON CONFLICT (problem_id) DO UPDATE SET revision = excluded.revision, \
         proof = excluded.proof",
    );
    sql.run(connection).await?;
    Ok(())
}

impl Problems<'_> {
    /// Stores a verdict that was found without a job; `of` is the draft that was verified. Returns true if it was
    /// stored; false if the problem has been changed or has a verdict already.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn keep_verdict(self, problem: i64, of: &Draft, verdict: &Verdict) -> Result<bool> {
        let mut change = self.store.begin().await?;
        let sql = sql!(
            ["SELECT revision FROM problems WHERE state = 'draft' AND id = ? AND fen = ? AND stipulation = ? AND terms = ?",
             self.store.backend.for_update()];
            problem, of.fen.as_str(), of.stipulation.to_string(), serde_json::to_string(&of.terms).unwrap_or_default()
        );
        let Some(revision) = sql.first(&mut change).await? else {
            return Ok(false);
        };
        let given = Given {
            problem,
            revision,
            job: None,
            worker: "editor",
            verdict,
        };
        keep(&mut change, self.store.now(), &[given]).await?;
        // Open verifications of the problem are no longer needed.
        let sql = sql!(
            "UPDATE jobs SET state = 'cancelled', leased_until = NULL, finished = ? \
             WHERE kind = 'verify' AND state IN ('waiting', 'running') AND problem_id = ?";
            self.store.now(), problem
        );
        sql.run(&mut change).await?;
        change.commit().await?;
        Ok(true)
    }

    /// Returns the origin of a problem's present verdict; `None` if it has none.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn verification(self, problem: i64) -> Result<Option<Verified>> {
        let sql = sql!(
            ["SELECT ", Verified::COLUMNS, " FROM verifications v JOIN problems p ON p.id = v.problem_id \
              AND p.revision = v.revision WHERE p.id = ?"]; problem
        );
        self.store.first(sql).await
    }

    /// Returns the proof of a problem's present verdict, as text for `solve::mate::check`; `None` if there is no
    /// verdict, or if the proof was too long to be stored.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn certificate(self, problem: i64) -> Result<Option<String>> {
        let sql = sql!(
            "SELECT c.proof FROM certificates c JOIN problems p ON p.id = c.problem_id \
             AND p.revision = c.revision WHERE p.id = ?"; problem
        );
        self.store.first(sql).await
    }
}
