//! Problems: made, read, changed, deleted, copied, imported.
//!
//! A position is stored as its FEN in the form that this program writes. A problem may be changed and
//! deleted by its owner, as long as nobody has played it. Its verdict belongs to a *revision*: whoever
//! changes position or stipulation begins a new one, and the problem is a draft again.

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

/// Problems of a large import that are kept in one change.
const BATCH: usize = 300;

/// Time that is left to others between two batches.
const TURN: Duration = Duration::from_millis(30);

/// A problem that was made, or changed.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Created {
    /// Its number.
    pub id: i64,
    /// Other problems that are the same, oldest first, at most [`MAX_TWINS`]. A word to its author;
    /// it is kept all the same.
    pub twins: Vec<i64>,
}

/// Position, stipulation and terms of a problem before a change of it.
struct Before {
    fen: String,
    stipulation: String,
    terms: Terms,
}

impl Problems<'_> {
    /// Keeps a new problem of a user's, not verified yet.
    ///
    /// # Errors
    /// [`Error::Invalid`](crate::Error::Invalid) for a draft that cannot be kept, [`Refusal::NotLoggedIn`] for a user who has
    /// gone.
    pub async fn create(self, owner: i64, draft: Draft) -> Result<Created> {
        let created = self.import(owner, vec![draft]).await?;
        let first = created.into_iter().next();
        first.ok_or_else(|| DatabaseError::Damaged("a new problem has no number".to_owned()).into())
    }

    /// Keeps many new problems of a user's, all or none, and returns them in order.
    ///
    /// # Errors
    /// As for one.
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

    /// Keeps many new problems of a user's in batches, each all or none, and hands the results of each to `kept`.
    /// Between two batches others make their changes.
    ///
    /// # Errors
    /// As for one; what was kept before stays.
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
            // Whoever waits for SQLite's lock looks again after 25 ms, at first.
            if drafts.len() > 0 {
                tokio::time::sleep(TURN).await;
            }
        }
    }

    /// A problem.
    ///
    /// # Errors
    /// [`Refusal::NoSuchProblem`].
    pub async fn get(self, id: i64) -> Result<Problem> {
        let found = self.get_all(&[id]).await?.into_iter().next();
        found.ok_or_else(|| Refusal::NoSuchProblem(id).into())
    }

    /// Problems by their numbers, in that order; a number that no problem has is passed over.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn get_all(self, ids: &[i64]) -> Result<Vec<Problem>> {
        let mut reader = self.store.reader().await?;
        load(&mut reader, ids).await
    }

    /// Changes what a user says of a problem that is theirs and that nobody has played. If position or
    /// stipulation change, it is a draft again.
    ///
    /// # Errors
    /// [`Error::Invalid`](crate::Error::Invalid) for a draft that cannot be kept; [`Refusal::NoSuchProblem`],
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

    /// Deletes a problem that is a user's own and that nobody has played.
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

    /// Copies a problem, a template or anybody's, to be a user's own. Author, source and all other
    /// texts stay, and so does the verdict with its proof: it is the same position. What players have
    /// done with the other one is not copied.
    ///
    /// # Errors
    /// [`Refusal::NoSuchProblem`], [`Refusal::NotLoggedIn`] for a user who has gone.
    pub async fn copy(self, user: i64, id: i64) -> Result<Created> {
        let now = self.store.now();
        let mut change = self.store.begin().await?;
        // It stays as it is until all of it is copied.
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
            // The copy's first revision has the verdict of the other's last one.
            "INSERT INTO certificates (problem_id, revision, proof) SELECT CAST(? AS BIGINT), 1, c.proof \
             FROM certificates c JOIN problems p ON p.id = c.problem_id AND p.revision = c.revision \
             WHERE c.problem_id = ?",
            "INSERT INTO verifications (problem_id, revision, worker, state, nodes, time_ms, created) \
             SELECT CAST(? AS BIGINT), 1, v.worker, v.state, v.nodes, v.time_ms, v.created FROM verifications v \
             JOIN problems p ON p.id = v.problem_id AND p.revision = v.revision WHERE v.problem_id = ?",
        ] {
            sql!(copy; new, id).run(connection).await?;
        }
        let twins = self.twins_by(connection, new).await?;
        let sql =
            sql!("SELECT id FROM problems WHERE state = 'verified' AND direct = 1 AND id = ?"; new);
        if sql.first::<i64>(connection).await?.is_some() {
            // As difficult as before anybody has played it.
            judge_anew(&mut change, new).await?;
        }
        change.commit().await?;
        Ok(Created { id: new, twins })
    }

    /// Other problems that are the same as one, oldest first, at most [`MAX_TWINS`].
    ///
    /// # Errors
    /// [`Refusal::NoSuchProblem`].
    pub async fn twins_of(self, id: i64) -> Result<Vec<i64>> {
        let mut reader = self.store.reader().await?;
        self.twins_by(&mut reader, id).await
    }

    /// Problems that are the same as a draft, oldest first, at most [`MAX_TWINS`].
    ///
    /// # Errors
    /// [`Error::Position`](crate::Error::Position) for a draft without a position.
    pub async fn twins_of_draft(self, draft: &Draft) -> Result<Vec<i64>> {
        let twin = key_of(draft)?;
        let mut reader = self.store.reader().await?;
        // No problem has the number 0.
        twins_but(&mut reader, &twin, 0).await
    }

    async fn twins_by(self, connection: &mut AnyConnection, id: i64) -> Result<Vec<i64>> {
        let sql = sql!("SELECT twin FROM problems WHERE id = ?"; id);
        let twin: Option<String> = sql.first(connection).await?;
        let twin = twin.ok_or(Refusal::NoSuchProblem(id))?;
        twins_but(connection, &twin, id).await
    }

    /// Makes sure that a problem is a user's and that nobody has played it, and keeps it so until the
    /// change ends: a game needs a lock on the problem's row, which this change has.
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

/// Keeps problems as they are until the change ends. Everybody locks problems before jobs and users, and
/// problems by number, so that nobody waits in a circle.
pub(crate) async fn lock(change: &mut Change, problems: &BTreeSet<i64>) -> Result<()> {
    if backend_of(change) == Backend::Sqlite {
        // A change has all problems to itself.
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
