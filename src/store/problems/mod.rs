//! Problems in the database: creating, reading, changing, deleting, copying and importing them.
//!
//! A position is stored as a FEN in this program's canonical form. A problem may be changed and deleted by its owner as
//! long as nobody has played it. Its verdict belongs to a *revision*: a change of the position or the stipulation
//! begins a new revision, in which the problem is a draft again.

pub(crate) mod list;
pub(crate) mod rows;
mod templates;
pub(crate) mod verdicts;
mod word_search;

use crate::columns::Columns;
use crate::error::{Refusal, Result};
use crate::plays::judge_anew;
use crate::problems::rows::{
    MAX_TWINS, Ready, index_all, index_texts, insert, load, twins, twins_but, without_owner,
};
use crate::sql::{IDS, Sql, sql};
use crate::{Backend, Change, DatabaseError, Problems, backend_of};
use problems::{Draft, Problem, Terms, key_of};
use sqlx::AnyConnection;
use sqlx::any::AnyRow;
use std::collections::BTreeSet;
use std::time::Duration;

/// Number of problems that a large import stores in one transaction.
const BATCH: usize = 300;

/// Pause between two such transactions, in which others can write.
const TURN: Duration = Duration::from_millis(30);

/// Result of storing a new or changed problem.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Created {
    /// Number of the problem.
    pub id: i64,
    /// Numbers of duplicates of the problem, oldest first, at most [`MAX_TWINS`]. They are only reported: the problem
    /// is stored anyway.
    pub twins: Vec<i64>,
}

/// Position, stipulation and terms that a problem has before a change.
struct Before {
    fen: String,
    stipulation: String,
    terms: Terms,
}

impl Problems<'_> {
    /// Stores a new problem of a user, which is not verified yet.
    ///
    /// # Errors
    /// [`Error::Invalid`](crate::Error::Invalid) for a draft that cannot be stored, [`Refusal::NotLoggedIn`] if the
    /// user's account has been deleted.
    pub async fn create(self, owner: i64, draft: Draft) -> Result<Created> {
        let created = self.import(owner, vec![draft]).await?;
        let first = created.into_iter().next();
        first.ok_or_else(|| DatabaseError::Damaged("a new problem has no number".to_owned()).into())
    }

    /// Stores many new problems of a user, all or none, and returns the results in the same order.
    ///
    /// # Errors
    /// As for [`create`](Self::create).
    pub async fn import(self, owner: i64, drafts: Vec<Draft>) -> Result<Vec<Created>> {
        let ready = drafts.into_iter().map(Ready::new);
        let ready = ready.collect::<Result<Vec<Ready>>>()?;
        let mut change = self.store.begin().await?;
        let keys: Vec<&str> = ready.iter().map(|ready| ready.twin.as_str()).collect();
        let mut twins = twins(&mut change, &keys).await?;
        let inserted = insert(&mut change, Some(owner), self.store.now(), &ready).await?;
        let ids: Vec<i64> = inserted.into_iter().map(|(id, _)| id).collect();
        let drafts = ids
            .iter()
            .copied()
            .zip(ready.iter().map(|ready| &ready.draft));
        index_all(&mut change, &drafts.collect::<Vec<_>>()).await?;
        change.commit().await?;
        let created = ids.into_iter().zip(ready).map(|(id, ready)| {
            let known = twins.entry(ready.twin).or_default();
            known.truncate(MAX_TWINS);
            let created = Created {
                id,
                twins: known.clone(),
            };
            known.push(id);
            created
        });
        Ok(created.collect())
    }

    /// Stores many new problems of a user in batches, each in one transaction, and passes the results of each batch to
    /// `kept`. Between two batches others can write.
    ///
    /// # Errors
    /// As for [`create`](Self::create); the batches before the error remain stored.
    pub async fn import_in_batches(
        self,
        owner: i64,
        drafts: Vec<Draft>,
        mut kept: impl FnMut(Vec<Created>),
    ) -> Result<()> {
        let mut drafts = drafts.into_iter();
        loop {
            let batch: Vec<Draft> = drafts.by_ref().take(BATCH).collect();
            if batch.is_empty() {
                return Ok(());
            }
            kept(self.import(owner, batch).await?);
            // A connection that waits for SQLite's lock tries again after up to 25 ms.
            if drafts.len() > 0 {
                tokio::time::sleep(TURN).await;
            }
        }
    }

    /// Returns a problem.
    ///
    /// # Errors
    /// [`Refusal::NoSuchProblem`].
    pub async fn get(self, id: i64) -> Result<Problem> {
        let found = self.get_all(&[id]).await?.into_iter().next();
        found.ok_or_else(|| Refusal::NoSuchProblem(id).into())
    }

    /// Returns problems by their numbers, in the same order; numbers that no problem has are left out.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn get_all(self, ids: &[i64]) -> Result<Vec<Problem>> {
        let mut reader = self.store.reader().await?;
        load(&mut reader, ids).await
    }

    /// Changes a problem that belongs to the user and that nobody has played. If the position, the stipulation or the
    /// terms change, it is a draft again.
    ///
    /// # Errors
    /// [`Error::Invalid`](crate::Error::Invalid) for a draft that cannot be stored; [`Refusal::NoSuchProblem`],
    /// [`Refusal::Template`], [`Refusal::NotYours`], [`Refusal::AlreadyPlayed`].
    pub async fn update(self, user: i64, id: i64, draft: Draft) -> Result<Created> {
        let mut ready = Ready::new(draft)?;
        let mut change = self.store.begin().await?;
        let before = self.own(&mut change, user, id).await?;
        let stipulation = ready.draft.stipulation.to_string();
        let anew = before.fen != ready.draft.fen
            || before.stipulation != stipulation
            || before.terms != ready.draft.terms;
        if anew {
            ready.draft.forget_solutions();
        }
        let draft = &ready.draft;
        let connection: &mut AnyConnection = &mut change;
        let mut sql = Sql::new("UPDATE problems SET author = ");
        sql.bind(draft.author.as_str());
        sql.push(", title = ").bind(draft.title.as_str());
        sql.push(", source = ").bind(draft.source.as_str());
        sql.push(", extra = ").bind(ready.extra());
        sql.push(", words = ").bind(ready.words());
        sql.push(", changed = ").bind(self.store.now());
        if anew {
            sql.push(", fen = ").bind(draft.fen.as_str());
            sql.push(", twin = ").bind(ready.twin.as_str());
            sql.push(", attacker = ").bind(ready.attacker);
            sql.push(", pieces = ").bind(ready.pieces);
            sql.push(", stipulation = ").bind(stipulation.as_str());
            sql.push(", terms = ").bind(ready.terms());
            sql.push(", direct = ").bind(ready.direct());
            sql.push(", moves = ").bind(ready.moves());
            sql.push(
                ", revision = revision + 1, state = 'draft', least = NULL, keys = '[]', solutions = '[]', \
                 unique_key = 0, certificate_hash = NULL, nodes = NULL, difficulty = 0, band = 0, \
                 rating = 1500, deviation = 350, volatility = 0.06",
            );
        }
        sql.push(" WHERE id = ").bind(id);
        sql.run(connection).await?;
        if anew {
            let sql = sql!("DELETE FROM certificates WHERE problem_id = ?"; id);
            sql.run(connection).await?;
        }
        index_texts(connection, id, draft).await?;
        let twins = twins_but(connection, &ready.twin, id).await?;
        change.commit().await?;
        Ok(Created { id, twins })
    }

    /// Deletes a problem that belongs to the user and that nobody has played.
    ///
    /// # Errors
    /// [`Refusal::NoSuchProblem`], [`Refusal::Template`], [`Refusal::NotYours`],
    /// [`Refusal::AlreadyPlayed`].
    pub async fn delete(self, user: i64, id: i64) -> Result<()> {
        let mut change = self.store.begin().await?;
        self.own(&mut change, user, id).await?;
        let sql = sql!("DELETE FROM problems WHERE id = ?"; id);
        sql.run(&mut change).await?;
        change.commit().await
    }

    /// Copies a problem, which may be a template or belong to anybody, into the user's problems. All its texts are
    /// copied, and so is the verdict with its proof, because the position is the same. Results of players are not
    /// copied.
    ///
    /// # Errors
    /// [`Refusal::NoSuchProblem`], [`Refusal::NotLoggedIn`] if the user's account has been deleted.
    pub async fn copy(self, user: i64, id: i64) -> Result<Created> {
        let now = self.store.now();
        let mut change = self.store.begin().await?;
        // The original must not change until all of it is copied.
        lock(&mut change, &BTreeSet::from([id])).await?;
        let connection: &mut AnyConnection = &mut change;
        let sql = sql!(
            "INSERT INTO problems (owner_id, fen, twin, attacker, stipulation, terms, direct, moves, pieces, author, \
             title, source, extra, words, state, least, keys, solutions, unique_key, certificate_hash, nodes, difficulty, band, created, \
             changed) SELECT CAST(? AS BIGINT), fen, twin, attacker, stipulation, terms, direct, moves, \
             pieces, author, title, source, extra, words, state, least, keys, solutions, unique_key, certificate_hash, nodes, difficulty, band, \
             CAST(? AS BIGINT), CAST(? AS BIGINT) FROM problems WHERE id = ? RETURNING id"; user, now, now, id
        );
        let new = sql.first(connection).await.map_err(without_owner)?;
        let new: i64 = new.ok_or(Refusal::NoSuchProblem(id))?;
        for copy in [
            "INSERT INTO problem_tags (problem_id, folded, tag, place) SELECT CAST(? AS BIGINT), folded, tag, place \
             FROM problem_tags WHERE problem_id = ?",
            "INSERT INTO problem_words (problem_id, word, author) SELECT CAST(? AS BIGINT), word, author \
             FROM problem_words WHERE problem_id = ?",
            // The first revision of the copy gets the verdict of the original's last revision.
            "INSERT INTO certificates (problem_id, revision, proof) SELECT CAST(? AS BIGINT), 1, c.proof \
             FROM certificates c JOIN problems p ON p.id = c.problem_id AND p.revision = c.revision \
             WHERE c.problem_id = ?",
            "INSERT INTO verifications (problem_id, revision, worker, state, nodes, time_ms, created, version, rules) \
             SELECT CAST(? AS BIGINT), 1, v.worker, v.state, v.nodes, v.time_ms, v.created, v.version, v.rules FROM verifications v \
             JOIN problems p ON p.id = v.problem_id AND p.revision = v.revision WHERE v.problem_id = ?",
        ] {
            sql!(copy; new, id).run(connection).await?;
        }
        let twins = self.twins_by(connection, new).await?;
        let sql =
            sql!("SELECT id FROM problems WHERE state = 'verified' AND direct = 1 AND id = ?"; new);
        if sql.first::<i64>(connection).await?.is_some() {
            // The difficulty of the copy does not depend on results of players.
            judge_anew(&mut change, new).await?;
        }
        change.commit().await?;
        Ok(Created { id: new, twins })
    }

    /// Returns the numbers of the duplicates of a problem, oldest first, at most [`MAX_TWINS`].
    ///
    /// # Errors
    /// [`Refusal::NoSuchProblem`].
    pub async fn twins_of(self, id: i64) -> Result<Vec<i64>> {
        let mut reader = self.store.reader().await?;
        self.twins_by(&mut reader, id).await
    }

    /// Returns the numbers of the problems that are duplicates of a draft, oldest first, at most [`MAX_TWINS`].
    ///
    /// # Errors
    /// [`Error::Position`](crate::Error::Position) for a draft without a valid position.
    pub async fn twins_of_draft(self, draft: &Draft) -> Result<Vec<i64>> {
        let twin = key_of(draft)?;
        let mut reader = self.store.reader().await?;
        // No problem has the number 0, so none is left out.
        twins_but(&mut reader, &twin, 0).await
    }

    async fn twins_by(self, connection: &mut AnyConnection, id: i64) -> Result<Vec<i64>> {
        let sql = sql!("SELECT twin FROM problems WHERE id = ?"; id);
        let twin: Option<String> = sql.first(connection).await?;
        let twin = twin.ok_or(Refusal::NoSuchProblem(id))?;
        twins_but(connection, &twin, id).await
    }

    /// Checks that a problem belongs to the user and that nobody has played it, and locks its row, so that nobody can
    /// record a game over it until the transaction ends.
    async fn own(self, change: &mut Change, user: i64, id: i64) -> Result<Before> {
        let sql = sql!(
            ["SELECT owner_id, template, fen, stipulation, terms FROM problems WHERE id = ?", self.store.backend.for_update()];
            id
        );
        let row: Option<AnyRow> = sql.first(change).await?;
        let row = row.ok_or(Refusal::NoSuchProblem(id))?;
        if row.read("template")? {
            return Err(Refusal::Template(id).into());
        }
        if row.read::<Option<i64>>("owner_id")? != Some(user) {
            return Err(Refusal::NotYours(id).into());
        }
        let sql = sql!("SELECT id FROM plays WHERE problem_id = ? LIMIT 1"; id);
        if sql.first::<i64>(change).await?.is_some() {
            return Err(Refusal::AlreadyPlayed(id).into());
        }
        Ok(Before {
            fen: row.read("fen")?,
            stipulation: row.read("stipulation")?,
            terms: row.read("terms")?,
        })
    }
}

/// Locks problems until the transaction ends. All transactions lock problems before jobs and users, and problems by
/// ascending numbers, so that there are no deadlocks.
pub(crate) async fn lock(change: &mut Change, problems: &BTreeSet<i64>) -> Result<()> {
    if backend_of(change) == Backend::Sqlite {
        // In SQLite a transaction excludes all others anyway.
        return Ok(());
    }
    let problems: Vec<i64> = problems.iter().copied().collect();
    for problems in problems.chunks(IDS) {
        let mut sql = Sql::new("SELECT count(*) FROM (SELECT 1 FROM problems WHERE id IN ");
        sql.bind_all(problems.iter().copied());
        sql.push(" ORDER BY id FOR UPDATE) AS locked");
        sql.one::<i64>(change).await?;
    }
    Ok(())
}
