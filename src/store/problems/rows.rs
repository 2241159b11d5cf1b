//! Problems as rows of the database: their columns, and how they are read, inserted, indexed and compared.
//!
//! A twin here is a duplicate, another problem with the same twin key ([`key_of`]), not one of the twins a), b) … of a
//! composition.

use crate::columns::Columns;
use crate::error::{Error, Refusal, Result};
use crate::sql::{IDS, Sql, batches, sql, values};
use crate::{DatabaseError, backend_of};
use games::chess::setup_fen;
use problems::words::{Mark, fold_tag, words};
use problems::{Draft, Problem, key_of};
use shakmaty::Color;
use sqlx::AnyConnection;
use sqlx::any::AnyRow;
use std::collections::{HashMap, HashSet};

/// Maximum number of twins, other problems that are the same, that are reported for a problem.
pub const MAX_TWINS: usize = 10;

/// Checked draft, with the values of further columns: the twin key, the attacker's colour, and the number of pieces.
pub(crate) struct Ready {
    pub(crate) draft: Draft,
    pub(crate) twin: String,
    pub(crate) attacker: &'static str,
    pub(crate) pieces: i64,
}

impl Ready {
    pub(crate) fn new(draft: Draft) -> Result<Ready> {
        let mut draft = draft.checked()?;
        let (setup, chess960) = draft.setup()?;
        draft.fen = setup_fen(&setup, chess960);
        let men = setup.board.occupied().count() + draft.terms.pieces.len();
        Ok(Ready {
            twin: key_of(&draft)?,
            draft,
            attacker: match setup.turn {
                Color::White => "white",
                Color::Black => "black",
            },
            pieces: men as i64,
        })
    }

    /// Returns all words by which a search finds the problem, as one text: see [`Mark`].
    pub(crate) fn words(&self) -> String {
        let found_by = found_by(&self.draft).into_iter();
        found_by
            .map(|(word, mark)| mark.put_before(&word))
            .collect()
    }

    /// Returns the approximate size of the row's texts, in bytes.
    fn texts(&self) -> usize {
        let Draft {
            fen,
            author,
            title,
            source,
            tags,
            extra,
            ..
        } = &self.draft;
        let texts = fen.len() + author.len() + title.len() + source.len();
        let tags: usize = tags.iter().map(|tag| tag.len() + 1).sum();
        let extra = if extra.is_empty() {
            2
        } else {
            self.extra().len()
        };
        // The texts again as search words, and a few bytes for attacker and stipulation.
        texts * 2 + tags + extra + self.terms().len() + self.twin.len() + 16
    }

    pub(crate) fn extra(&self) -> String {
        serde_json::Value::Object(self.draft.extra.clone()).to_string()
    }

    pub(crate) fn terms(&self) -> String {
        serde_json::to_string(&self.draft.terms).unwrap_or_default()
    }

    /// Returns 1 for an ordinary direct mate, else 0.
    pub(crate) fn direct(&self) -> i64 {
        i64::from(self.draft.is_mate())
    }

    pub(crate) fn moves(&self) -> i64 {
        i64::from(self.draft.stipulation.moves())
    }
}

/// Returns the words by which a search finds a draft, each once, those of the author's name first.
fn found_by(draft: &Draft) -> Vec<(String, Mark)> {
    let author = words(&draft.author);
    let mut others: Vec<String> = Vec::new();
    for text in [&draft.title, &draft.source].into_iter().chain(&draft.tags) {
        others.extend(words(text));
    }
    others.retain(|word| !author.contains(word));
    others.sort_unstable();
    others.dedup();
    let author = author.into_iter().map(|word| (word, Mark::Author));
    author
        .chain(others.into_iter().map(|word| (word, Mark::Other)))
        .collect()
}

/// Beginning of the query for the columns of a [`Problem`], from its row `p` and its owner `u`; the tags are read by a
/// query of their own.
const COLUMNS: &str = "SELECT p.id, p.owner_id, u.name AS owner_name, p.template, p.fen, \
     p.stipulation, p.terms, p.solutions, p.author, p.title, p.source, p.extra, p.state, p.revision, p.least, p.keys, \
     p.unique_key, p.certificate_hash, p.nodes, p.difficulty, p.band, p.rating, p.deviation, \
     p.played, p.solved, p.created, p.changed \
     FROM problems p LEFT JOIN users u ON u.id = p.owner_id WHERE p.id IN ";

fn problem_of(row: &AnyRow, tags: Vec<String>) -> Result<Problem> {
    let draft = Draft {
        fen: row.read("fen")?,
        stipulation: row.read("stipulation")?,
        terms: row.read("terms")?,
        author: row.read("author")?,
        title: row.read("title")?,
        source: row.read("source")?,
        tags,
        extra: row.read("extra")?,
    };
    Ok(Problem {
        id: row.read("id")?,
        owner: row.read("owner_id")?,
        owner_name: row.read("owner_name")?,
        template: row.read("template")?,
        draft,
        state: row.read("state")?,
        revision: row.read("revision")?,
        least: row.read("least")?,
        keys: row.read("keys")?,
        unique_key: row.read("unique_key")?,
        solutions: row.read("solutions")?,
        certificate_hash: row.read("certificate_hash")?,
        nodes: row.read("nodes")?,
        difficulty: row.read("difficulty")?,
        band: row.read("band")?,
        rating: row.read("rating")?,
        deviation: row.read("deviation")?,
        played: row.read("played")?,
        solved: row.read("solved")?,
        created: row.read("created")?,
        changed: row.read("changed")?,
    })
}

/// Loads problems by their numbers, in the order of `ids`; one that does not exist is left out.
pub(crate) async fn load(connection: &mut AnyConnection, ids: &[i64]) -> Result<Vec<Problem>> {
    let mut found: HashMap<i64, Problem> = HashMap::new();
    for ids in ids.chunks(IDS) {
        let mut sql = Sql::new("SELECT problem_id, tag FROM problem_tags WHERE problem_id IN ");
        sql.bind_all(ids.iter().copied());
        sql.push(" ORDER BY problem_id, place");
        let mut tags: HashMap<i64, Vec<String>> = HashMap::new();
        for (problem, tag) in sql.all(connection).await? {
            tags.entry(problem).or_default().push(tag);
        }
        let mut sql = Sql::new(COLUMNS);
        sql.bind_all(ids.iter().copied());
        for row in sql.all::<AnyRow>(connection).await? {
            let id: i64 = row.read("id")?;
            let tags = tags.remove(&id).unwrap_or_default();
            found.insert(id, problem_of(&row, tags)?);
        }
    }
    Ok(ids.iter().filter_map(|id| found.remove(id)).collect())
}

/// Inserts problems as drafts, and returns the number and the twin key of each one inserted, in the order of `all`.
/// `now` is the instant of their creation, in milliseconds since 1970. Without an `owner` they are templates, and one
/// whose twin key another template has is left out.
pub(crate) async fn insert(
    connection: &mut AnyConnection,
    owner: Option<i64>,
    now: i64,
    all: &[Ready],
) -> Result<Vec<(i64, String)>> {
    let mut inserted = Vec::with_capacity(all.len());
    let backend = backend_of(connection);
    for some in batches(backend, all, 17, Ready::texts) {
        let mut sql = Sql::new(
            "INSERT INTO problems (owner_id, template, fen, twin, attacker, stipulation, terms, \
             direct, moves, pieces, author, title, source, extra, words, created, changed) VALUES ",
        );
        values!(
            sql,
            some,
            |ready| owner,
            i64::from(owner.is_none()),
            ready.draft.fen.as_str(),
            ready.twin.as_str(),
            ready.attacker,
            ready.draft.stipulation.to_string(),
            ready.terms(),
            ready.direct(),
            ready.moves(),
            ready.pieces,
            ready.draft.author.as_str(),
            ready.draft.title.as_str(),
            ready.draft.source.as_str(),
            ready.extra(),
            ready.words(),
            now,
            now
        );
        if owner.is_none() {
            sql.push(" ON CONFLICT (twin) WHERE template = 1 DO NOTHING");
        }
        sql.push(" RETURNING id, twin");
        let new = sql.all::<(i64, String)>(connection).await;
        let mut new = new.map_err(without_owner)?;
        // The rows get ascending numbers in their order, but may be returned in another order.
        new.sort_unstable_by_key(|(id, _)| *id);
        inserted.append(&mut new);
    }
    Ok(inserted)
}

/// Turns the violation of a foreign key into [`Refusal::NotLoggedIn`], because then the owner's account has been
/// deleted. Returns other errors unchanged.
pub(crate) fn without_owner(error: Error) -> Error {
    match &error {
        Error::Database(DatabaseError::Statement(sqlx::Error::Database(database)))
            if database.is_foreign_key_violation() =>
        {
            Refusal::NotLoggedIn.into()
        }
        _ => error,
    }
}

/// Inserts the tags and search words of problems, given as pairs of a problem's number and draft. The problems must
/// not have any yet.
pub(crate) async fn index_all(
    connection: &mut AnyConnection,
    drafts: &[(i64, &Draft)],
) -> Result<()> {
    let mut tags = Vec::new();
    let mut word_rows = Vec::new();
    for &(id, draft) in drafts {
        let mut known = HashSet::new();
        for (place, tag) in draft.tags.iter().enumerate() {
            let folded = fold_tag(tag);
            if known.insert(folded.clone()) {
                tags.push((id, folded, tag.as_str(), place as i64));
            }
        }
        let words = found_by(draft).into_iter();
        word_rows.extend(words.map(|(word, mark)| (id, word, i64::from(mark == Mark::Author))));
    }
    let backend = backend_of(connection);
    for tags in batches(backend, &tags, 4, |(_, folded, tag, _)| {
        folded.len() + tag.len()
    }) {
        let mut sql = Sql::new("INSERT INTO problem_tags (problem_id, folded, tag, place) VALUES ");
        values!(
            sql,
            tags,
            |(id, folded, tag, place)| *id,
            folded.as_str(),
            *tag,
            *place
        );
        sql.run(connection).await?;
    }
    for words in batches(backend, &word_rows, 3, |(_, word, _)| word.len()) {
        let mut sql = Sql::new("INSERT INTO problem_words (problem_id, word, author) VALUES ");
        values!(sql, words, |(id, word, author)| *id, word.as_str(), *author);
        sql.run(connection).await?;
    }
    Ok(())
}

/// Replaces the tags and words of a problem by those of its present texts.
pub(crate) async fn index_texts(
    connection: &mut AnyConnection,
    id: i64,
    draft: &Draft,
) -> Result<()> {
    for table in [
        "DELETE FROM problem_tags WHERE problem_id = ?",
        "DELETE FROM problem_words WHERE problem_id = ?",
    ] {
        sql!(table; id).run(connection).await?;
    }
    index_all(connection, &[(id, draft)]).await
}

/// Returns the numbers of the oldest problems for each twin key, oldest first and at most [`MAX_TWINS`] + 1. Keys
/// without problems are left out.
pub(crate) async fn twins(
    connection: &mut AnyConnection,
    keys: &[&str],
) -> Result<HashMap<String, Vec<i64>>> {
    let mut found: HashMap<String, Vec<i64>> = HashMap::new();
    for keys in batches(backend_of(connection), keys, 1, |key| key.len()) {
        let mut sql = Sql::new(
            "SELECT twin, id FROM (SELECT twin, id, \
             row_number() OVER (PARTITION BY twin ORDER BY id) AS place FROM problems WHERE twin IN ",
        );
        sql.bind_all(keys.iter().copied());
        sql.push(") AS oldest WHERE place <= ")
            .bind(MAX_TWINS as i64 + 1);
        sql.push(" ORDER BY id");
        for (twin, id) in sql.all(connection).await? {
            found.entry(twin).or_default().push(id);
        }
    }
    Ok(found)
}

/// Returns the numbers of the oldest problems with a twin key, except `id`: oldest first and at most [`MAX_TWINS`].
pub(crate) async fn twins_but(
    connection: &mut AnyConnection,
    twin: &str,
    id: i64,
) -> Result<Vec<i64>> {
    let mut ids = twins(connection, &[twin]).await?;
    let mut ids = ids.remove(twin).unwrap_or_default();
    ids.retain(|other| *other != id);
    ids.truncate(MAX_TWINS);
    Ok(ids)
}
