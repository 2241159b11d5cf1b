//! Problems: made, read, changed, deleted, copied, imported.
//!
//! What is kept of a position is its FEN as this program writes it. A problem may be changed and
//! deleted by its owner, as long as nobody has played it. Its verdict belongs to a *revision*: whoever
//! changes position or stipulation begins a new one, and the problem is a draft again.

use super::sql::Sql;
use super::{Change, Collection, DatabaseError};
use crate::problems::error::{Error, Refusal, Result};
use crate::problems::problem::{Draft, FoundKey, Problem};
use crate::problems::twin::twin_key;
use crate::problems::words::{fold_tag, words};
use shakmaty::Color;
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row};
use std::collections::{HashMap, HashSet};

/// How many problems that are the same are told.
pub const MAX_TWINS: usize = 10;

/// Rows of one statement: SQLite takes at most 32,766 values, and so does this.
const ROWS: usize = 500;

/// A problem that was made, or changed.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Created {
    /// Its number.
    pub id: i64,
    /// Other problems that are the same, oldest first, at most [`MAX_TWINS`]. A word to its author;
    /// it is kept all the same.
    pub twins: Vec<i64>,
}

/// A draft, checked, with what the tables have of it besides.
pub(super) struct Ready {
    pub(super) draft: Draft,
    pub(super) twin: String,
    attacker: &'static str,
    pieces: i64,
}

impl Ready {
    pub(super) fn new(draft: Draft) -> Result<Ready> {
        let mut draft = draft.checked()?;
        let position = draft.position()?;
        draft.fen = position.fen();
        Ok(Ready {
            draft,
            twin: twin_key(&position),
            attacker: match position.turn() {
                Color::White => "white",
                Color::Black => "black",
            },
            pieces: position.occupied().count() as i64,
        })
    }

    fn extra(&self) -> String {
        serde_json::Value::Object(self.draft.extra.clone()).to_string()
    }

    fn moves(&self) -> i64 {
        i64::from(self.draft.stipulation.moves())
    }
}

/// The columns of a [`Problem`], of the table `p` and its owner `u`; the tags come by themselves.
const COLUMNS: &str = "SELECT p.id, p.owner_id, u.name AS owner_name, p.template, p.fen, \
     p.stipulation, p.author, p.title, p.source, p.extra, p.state, p.revision, p.least, p.keys, \
     p.unique_key, p.certificate_hash, p.nodes, p.difficulty, p.band, p.rating, p.deviation, \
     p.played, p.solved, p.created, p.changed \
     FROM problems p LEFT JOIN users u ON u.id = p.owner_id WHERE p.id IN ";

fn damaged(id: i64, what: &str, error: impl std::fmt::Display) -> Error {
    DatabaseError::Damaged(format!("{what} of problem {id}: {error}")).into()
}

/// A column that holds a number that is never negative.
fn count<T: TryFrom<i64>>(id: i64, row: &AnyRow, column: &'static str) -> Result<T> {
    let value: i64 = row.try_get(column)?;
    T::try_from(value).map_err(|_| damaged(id, column, format!("{value} cannot be")))
}

/// The same, where there may be none.
fn count_if_any<T: TryFrom<i64>>(id: i64, row: &AnyRow, column: &'static str) -> Result<Option<T>> {
    match row.try_get::<Option<i64>, _>(column)? {
        Some(_) => count(id, row, column).map(Some),
        None => Ok(None),
    }
}

fn problem_of(row: &AnyRow, tags: Vec<String>) -> Result<Problem> {
    let id: i64 = row.try_get("id")?;
    let text = |column: &'static str| row.try_get::<String, _>(column);
    let keys: Vec<FoundKey> =
        serde_json::from_str(&text("keys")?).map_err(|error| damaged(id, "keys", error))?;
    let draft = Draft {
        fen: text("fen")?,
        stipulation: text("stipulation")?
            .parse()
            .map_err(|error| damaged(id, "stipulation", error))?,
        author: text("author")?,
        title: text("title")?,
        source: text("source")?,
        tags,
        extra: serde_json::from_str(&text("extra")?)
            .map_err(|error| damaged(id, "extra", error))?,
    };
    Ok(Problem {
        id,
        owner: row.try_get("owner_id")?,
        owner_name: row.try_get("owner_name")?,
        template: row.try_get::<i64, _>("template")? != 0,
        draft,
        state: text("state")?
            .parse()
            .map_err(|error| damaged(id, "state", error))?,
        revision: row.try_get("revision")?,
        least: count_if_any(id, row, "least")?,
        keys,
        unique_key: row.try_get::<i64, _>("unique_key")? != 0,
        certificate_hash: row.try_get("certificate_hash")?,
        nodes: count_if_any(id, row, "nodes")?,
        difficulty: row.try_get("difficulty")?,
        band: count(id, row, "band")?,
        rating: row.try_get("rating")?,
        deviation: row.try_get("deviation")?,
        played: count(id, row, "played")?,
        solved: count(id, row, "solved")?,
        created: row.try_get("created")?,
        changed: row.try_get("changed")?,
    })
}

/// Problems by their numbers, in that order; those there are.
pub(super) async fn load(connection: &mut AnyConnection, ids: &[i64]) -> Result<Vec<Problem>> {
    let mut found: HashMap<i64, Problem> = HashMap::new();
    for ids in ids.chunks(ROWS) {
        let mut sql = Sql::new("SELECT problem_id, tag FROM problem_tags WHERE problem_id IN ");
        sql.bind_all(ids.iter().copied());
        sql.push(" ORDER BY problem_id, place");
        let mut tags: HashMap<i64, Vec<String>> = HashMap::new();
        for row in sql.rows(connection).await? {
            tags.entry(row.try_get(0)?)
                .or_default()
                .push(row.try_get(1)?);
        }
        let mut sql = Sql::new(COLUMNS);
        sql.bind_all(ids.iter().copied());
        for row in sql.rows(connection).await? {
            let id: i64 = row.try_get("id")?;
            let tags = tags.remove(&id).unwrap_or_default();
            found.insert(id, problem_of(&row, tags)?);
        }
    }
    Ok(ids.iter().filter_map(|id| found.remove(id)).collect())
}

/// Inserts problems as drafts, and returns their numbers and twin keys in order. Those without an owner
/// are templates: one that is there already is left out.
pub(super) async fn insert(
    connection: &mut AnyConnection,
    owner: Option<i64>,
    now: i64,
    all: &[Ready],
) -> Result<Vec<(i64, String)>> {
    let mut inserted = Vec::with_capacity(all.len());
    for some in all.chunks(ROWS) {
        let mut sql = Sql::new(
            "INSERT INTO problems (owner_id, template, fen, twin, attacker, stipulation, moves, \
             pieces, author, title, source, extra, created, changed) VALUES ",
        );
        for (i, ready) in some.iter().enumerate() {
            sql.push(if i == 0 { "(" } else { ", (" }).bind(owner);
            sql.push(", ").bind(i64::from(owner.is_none()));
            sql.push(", ").bind(ready.draft.fen.as_str());
            sql.push(", ").bind(ready.twin.as_str());
            sql.push(", ").bind(ready.attacker);
            sql.push(", ").bind(ready.draft.stipulation.to_string());
            sql.push(", ").bind(ready.moves());
            sql.push(", ").bind(ready.pieces);
            sql.push(", ").bind(ready.draft.author.as_str());
            sql.push(", ").bind(ready.draft.title.as_str());
            sql.push(", ").bind(ready.draft.source.as_str());
            sql.push(", ").bind(ready.extra());
            sql.push(", ").bind(now).push(", ").bind(now).push(")");
        }
        if owner.is_none() {
            sql.push(" ON CONFLICT (twin) WHERE template = 1 DO NOTHING");
        }
        sql.push(" RETURNING id, twin");
        let rows = sql.rows(connection).await.map_err(without_owner)?;
        let mut new = Vec::with_capacity(rows.len());
        for row in rows {
            new.push((row.try_get(0)?, row.try_get(1)?));
        }
        // Numbers are given in the order of the rows, but need not be returned in it.
        new.sort_unstable_by_key(|(id, _)| *id);
        inserted.append(&mut new);
    }
    Ok(inserted)
}

/// A user who has gone is nobody who is logged in.
fn without_owner(error: Error) -> Error {
    match &error {
        Error::Database(DatabaseError::Statement(sqlx::Error::Database(database)))
            if database.is_foreign_key_violation() =>
        {
            Refusal::NotLoggedIn.into()
        }
        _ => error,
    }
}

/// Writes the tags and words of problems that have none yet.
pub(super) async fn index_all(
    connection: &mut AnyConnection,
    drafts: &[(i64, &Draft)],
) -> Result<()> {
    let mut tags = Vec::new();
    let mut found_by = Vec::new();
    for &(id, draft) in drafts {
        let mut known = HashSet::new();
        for (place, tag) in draft.tags.iter().enumerate() {
            let folded = fold_tag(tag);
            if known.insert(folded.clone()) {
                tags.push((id, folded, tag.as_str(), place as i64));
            }
        }
        let author = words(&draft.author);
        let mut others: Vec<String> = Vec::new();
        for text in [&draft.title, &draft.source].into_iter().chain(&draft.tags) {
            others.extend(words(text));
        }
        others.retain(|word| !author.contains(word));
        others.sort_unstable();
        others.dedup();
        found_by.extend(author.into_iter().map(|word| (id, word, 1)));
        found_by.extend(others.into_iter().map(|word| (id, word, 0)));
    }
    for tags in tags.chunks(ROWS) {
        let mut sql = Sql::new("INSERT INTO problem_tags (problem_id, folded, tag, place) VALUES ");
        for (i, (id, folded, tag, place)) in tags.iter().enumerate() {
            sql.push(if i == 0 { "(" } else { ", (" });
            sql.bind(*id).push(", ").bind(folded.as_str());
            sql.push(", ").bind(*tag).push(", ").bind(*place).push(")");
        }
        sql.run(connection).await?;
    }
    for words in found_by.chunks(ROWS) {
        let mut sql = Sql::new("INSERT INTO problem_words (problem_id, word, author) VALUES ");
        for (i, (id, word, author)) in words.iter().enumerate() {
            sql.push(if i == 0 { "(" } else { ", (" });
            sql.bind(*id).push(", ").bind(word.as_str());
            sql.push(", ").bind(i64::from(*author)).push(")");
        }
        sql.run(connection).await?;
    }
    Ok(())
}

/// Writes the tags and words of a problem anew, as its texts are now.
pub(super) async fn index_texts(
    connection: &mut AnyConnection,
    id: i64,
    draft: &Draft,
) -> Result<()> {
    for table in [
        "DELETE FROM problem_tags WHERE problem_id = ",
        "DELETE FROM problem_words WHERE problem_id = ",
    ] {
        let mut sql = Sql::new(table);
        sql.bind(id);
        sql.run(connection).await?;
    }
    index_all(connection, &[(id, draft)]).await
}

/// The oldest problems for each of some twin keys.
async fn twins(connection: &mut AnyConnection, keys: &[&str]) -> Result<HashMap<String, Vec<i64>>> {
    let mut found: HashMap<String, Vec<i64>> = HashMap::new();
    for keys in keys.chunks(ROWS) {
        let mut sql = Sql::new(
            "SELECT twin, id FROM (SELECT twin, id, \
             row_number() OVER (PARTITION BY twin ORDER BY id) AS place FROM problems WHERE twin IN ",
        );
        sql.bind_all(keys.iter().copied());
        sql.push(") AS some WHERE place <= ")
            .bind(MAX_TWINS as i64 + 1);
        sql.push(" ORDER BY id");
        for row in sql.rows(connection).await? {
            found
                .entry(row.try_get(0)?)
                .or_default()
                .push(row.try_get(1)?);
        }
    }
    Ok(found)
}

/// The oldest problems with a twin key, but for one of them.
async fn twins_but(connection: &mut AnyConnection, twin: &str, id: i64) -> Result<Vec<i64>> {
    let mut ids = twins(connection, &[twin]).await?;
    let mut ids = ids.remove(twin).unwrap_or_default();
    ids.retain(|other| *other != id);
    ids.truncate(MAX_TWINS);
    Ok(ids)
}

/// What a problem is before a change of it.
struct Before {
    fen: String,
    stipulation: String,
}

impl Collection {
    /// Keeps a new problem of a user's, not verified yet.
    ///
    /// # Errors
    /// [`Error::Invalid`] for a draft that cannot be kept, [`Refusal::NotLoggedIn`] for a user who has
    /// gone.
    pub async fn create_problem(&self, owner: i64, draft: Draft) -> Result<Created> {
        let created = self.import_problems(owner, vec![draft]).await?;
        let first = created.into_iter().next();
        first.ok_or_else(|| damaged(0, "number", "the database has given none"))
    }

    /// Keeps many new problems of a user's, all or none, and returns them in order.
    ///
    /// # Errors
    /// As for one.
    pub async fn import_problems(&self, owner: i64, drafts: Vec<Draft>) -> Result<Vec<Created>> {
        let ready = drafts.into_iter().map(Ready::new);
        let ready = ready.collect::<Result<Vec<Ready>>>()?;
        let mut change = self.begin().await?;
        let keys: Vec<&str> = ready.iter().map(|ready| ready.twin.as_str()).collect();
        let mut twins = twins(change.connection(), &keys).await?;
        let inserted = insert(change.connection(), Some(owner), self.now(), &ready).await?;
        let ids: Vec<i64> = inserted.into_iter().map(|(id, _)| id).collect();
        let drafts = ids
            .iter()
            .copied()
            .zip(ready.iter().map(|ready| &ready.draft));
        index_all(change.connection(), &drafts.collect::<Vec<_>>()).await?;
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

    /// A problem.
    ///
    /// # Errors
    /// [`Refusal::NoSuchProblem`].
    pub async fn problem(&self, id: i64) -> Result<Problem> {
        let found = self.problems(&[id]).await?.into_iter().next();
        found.ok_or_else(|| Refusal::NoSuchProblem(id).into())
    }

    /// Problems by their numbers, in that order; a number that no problem has is passed over.
    ///
    /// # Errors
    /// What the database said.
    pub async fn problems(&self, ids: &[i64]) -> Result<Vec<Problem>> {
        let mut reader = self.reader().await?;
        load(&mut reader, ids).await
    }

    /// Changes what a user says of a problem that is theirs and that nobody has played. If position or
    /// stipulation change, it is a draft again.
    ///
    /// # Errors
    /// [`Error::Invalid`] for a draft that cannot be kept; [`Refusal::NoSuchProblem`],
    /// [`Refusal::Template`], [`Refusal::NotYours`], [`Refusal::AlreadyPlayed`].
    pub async fn update_problem(&self, user: i64, id: i64, draft: Draft) -> Result<Created> {
        let ready = Ready::new(draft)?;
        let mut change = self.begin().await?;
        let before = self.own(&mut change, user, id).await?;
        let draft = &ready.draft;
        let stipulation = draft.stipulation.to_string();
        let connection = change.connection();
        let mut sql = Sql::new("UPDATE problems SET author = ");
        sql.bind(draft.author.as_str());
        sql.push(", title = ").bind(draft.title.as_str());
        sql.push(", source = ").bind(draft.source.as_str());
        sql.push(", extra = ").bind(ready.extra());
        sql.push(", changed = ").bind(self.now());
        let anew = before.fen != draft.fen || before.stipulation != stipulation;
        if anew {
            sql.push(", fen = ").bind(draft.fen.as_str());
            sql.push(", twin = ").bind(ready.twin.as_str());
            sql.push(", attacker = ").bind(ready.attacker);
            sql.push(", pieces = ").bind(ready.pieces);
            sql.push(", stipulation = ").bind(stipulation.as_str());
            sql.push(", moves = ").bind(ready.moves());
            sql.push(
                ", revision = revision + 1, state = 'draft', least = NULL, keys = '[]', \
                 unique_key = 0, certificate_hash = NULL, nodes = NULL, difficulty = 0, band = 0",
            );
        }
        sql.push(" WHERE id = ").bind(id);
        sql.run(connection).await?;
        if anew {
            let mut sql = Sql::new("DELETE FROM certificates WHERE problem_id = ");
            sql.bind(id);
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
    pub async fn delete_problem(&self, user: i64, id: i64) -> Result<()> {
        let mut change = self.begin().await?;
        self.own(&mut change, user, id).await?;
        let mut sql = Sql::new("DELETE FROM problems WHERE id = ");
        sql.bind(id);
        sql.run(change.connection()).await?;
        change.commit().await
    }

    /// Copies a problem, a template or anybody's, to be a user's own. Author, source and all other
    /// texts stay, and so does the verdict with its proof: it is the same position. What players have
    /// done with the other one is not copied.
    ///
    /// # Errors
    /// [`Refusal::NoSuchProblem`], [`Refusal::NotLoggedIn`] for a user who has gone.
    pub async fn copy_problem(&self, user: i64, id: i64) -> Result<Created> {
        let now = self.now();
        let mut change = self.begin().await?;
        let connection = change.connection();
        let mut sql = Sql::new(
            "INSERT INTO problems (owner_id, fen, twin, attacker, stipulation, moves, pieces, author, \
             title, source, extra, state, least, keys, unique_key, certificate_hash, nodes, \
             difficulty, band, created, changed) SELECT CAST(",
        );
        sql.bind(user).push(
            " AS BIGINT), fen, twin, attacker, stipulation, moves, pieces, author, title, source, \
             extra, state, least, keys, unique_key, certificate_hash, nodes, difficulty, band, CAST(",
        );
        sql.bind(now).push(" AS BIGINT), CAST(").bind(now);
        sql.push(" AS BIGINT) FROM problems WHERE id = ").bind(id);
        sql.push(" RETURNING id");
        let new = sql.numbers(connection).await.map_err(without_owner)?;
        let new = *new.first().ok_or(Refusal::NoSuchProblem(id))?;
        for (into, from) in [
            (
                "INSERT INTO problem_tags (problem_id, folded, tag, place) SELECT CAST(",
                " AS BIGINT), folded, tag, place FROM problem_tags WHERE problem_id = ",
            ),
            (
                "INSERT INTO problem_words (problem_id, word, author) SELECT CAST(",
                " AS BIGINT), word, author FROM problem_words WHERE problem_id = ",
            ),
            // The copy's first revision has the verdict of the other's last one.
            (
                "INSERT INTO certificates (problem_id, revision, proof) SELECT CAST(",
                " AS BIGINT), 1, c.proof FROM certificates c JOIN problems p \
                 ON p.id = c.problem_id AND p.revision = c.revision WHERE c.problem_id = ",
            ),
            (
                "INSERT INTO verifications (problem_id, revision, worker, state, nodes, time_ms, \
                 created) SELECT CAST(",
                " AS BIGINT), 1, v.worker, v.state, v.nodes, v.time_ms, v.created \
                 FROM verifications v JOIN problems p \
                 ON p.id = v.problem_id AND p.revision = v.revision WHERE v.problem_id = ",
            ),
        ] {
            let mut sql = Sql::new(into);
            sql.bind(new).push(from).bind(id);
            sql.run(connection).await?;
        }
        let twins = self.twins_by(connection, new).await?;
        change.commit().await?;
        Ok(Created { id: new, twins })
    }

    /// Other problems that are the same as one, oldest first, at most [`MAX_TWINS`].
    ///
    /// # Errors
    /// [`Refusal::NoSuchProblem`].
    pub async fn twins_of(&self, id: i64) -> Result<Vec<i64>> {
        let mut reader = self.reader().await?;
        self.twins_by(&mut reader, id).await
    }

    /// Problems that are the same as a draft, oldest first, at most [`MAX_TWINS`].
    ///
    /// # Errors
    /// [`Error::Invalid`] for a draft without a position.
    pub async fn twins_of_draft(&self, draft: &Draft) -> Result<Vec<i64>> {
        let twin = twin_key(&draft.position()?);
        let mut reader = self.reader().await?;
        // No problem has the number 0.
        twins_but(&mut reader, &twin, 0).await
    }

    async fn twins_by(&self, connection: &mut AnyConnection, id: i64) -> Result<Vec<i64>> {
        let mut sql = Sql::new("SELECT twin FROM problems WHERE id = ");
        sql.bind(id);
        let rows = sql.rows(connection).await?;
        let row = rows.first().ok_or(Refusal::NoSuchProblem(id))?;
        let twin: String = row.try_get(0)?;
        twins_but(connection, &twin, id).await
    }

    /// Makes sure that a problem is a user's and that nobody has played it, and keeps it so until the
    /// change ends: a game needs a lock on the problem's row, which this change has.
    async fn own(&self, change: &mut Change, user: i64, id: i64) -> Result<Before> {
        let connection = change.connection();
        let mut sql =
            Sql::new("SELECT owner_id, template, fen, stipulation FROM problems WHERE id = ");
        sql.bind(id).push(self.backend().for_update());
        let rows = sql.rows(connection).await?;
        let row = rows.first().ok_or(Refusal::NoSuchProblem(id))?;
        if row.try_get::<i64, _>("template")? != 0 {
            return Err(Refusal::Template(id).into());
        }
        if row.try_get::<Option<i64>, _>("owner_id")? != Some(user) {
            return Err(Refusal::NotYours(id).into());
        }
        let mut sql = Sql::new("SELECT id FROM plays WHERE problem_id = ");
        sql.bind(id).push(" LIMIT 1");
        if !sql.numbers(connection).await?.is_empty() {
            return Err(Refusal::AlreadyPlayed(id).into());
        }
        Ok(Before {
            fen: row.try_get("fen")?,
            stipulation: row.try_get("stipulation")?,
        })
    }
}
