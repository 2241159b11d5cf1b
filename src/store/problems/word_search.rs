//! Search for problems by words.
//!
//! The rarest of several words selects the candidates. If even that one occurs in very many problems, each problem is
//! checked for all the words instead.

use crate::Backend;
use crate::error::Result;
use crate::sql::Sql;
use problems::Filter;
use problems::words::{Mark, prefix_end, words};
use sqlx::AnyConnection;

/// Number of occurrences from which on a word does not select the candidates. With 100,000 problems, both ways of
/// finding a thousand problems with the word take about the same time.
const FREQUENT: i64 = 3_000;

/// A word, or the beginning of one, that a problem must have.
struct SearchWord {
    word: String,
    /// True if the word must be in the author's name.
    of_author: bool,
}

/// Numbers of occurrences of a word.
#[derive(Clone, Copy)]
struct Occurrences {
    /// Number of occurrences of all words that begin with the search word; a problem may have several of them.
    words: i64,
    /// Number of problems that have such a word: a lower bound.
    problems: i64,
}

impl SearchWord {
    /// Returns all search words of a filter.
    fn of(filter: &Filter) -> Vec<SearchWord> {
        let of = |text: &Option<String>, of_author: bool| -> Vec<SearchWord> {
            let words = text.as_deref().map(words).unwrap_or_default();
            let wanted = words.into_iter().map(|word| SearchWord { word, of_author });
            wanted.collect()
        };
        let mut all = of(&filter.author, true);
        all.extend(of(&filter.text, false));
        all
    }

    fn condition(&self, sql: &mut Sql) {
        sql.push("word >= ").bind(self.word.as_str());
        sql.push(" AND word < ").bind(prefix_end(&self.word));
        if self.of_author {
            sql.push(" AND author = 1");
        }
    }

    /// Appends the condition that a problem has the word. The condition searches the column with the words of each
    /// problem, not the index of words as [`condition`](SearchWord::condition) does.
    fn ask(&self, sql: &mut Sql, backend: Backend) {
        let marks = if self.of_author {
            &[Mark::Author][..]
        } else {
            &[Mark::Author, Mark::Other][..]
        };
        for (i, mark) in marks.iter().enumerate() {
            sql.push(if i == 0 { " AND (" } else { " OR " });
            sql.push(backend.place_in()).push("(words, ");
            sql.bind(mark.put_before(&self.word)).push(") > 0");
        }
        sql.push(")");
    }

    /// Counts the occurrences of the word, up to a limit of [`FREQUENT`].
    async fn count(&self, connection: &mut AnyConnection) -> Result<Occurrences> {
        let mut sql = Sql::new("SELECT count(*), count(DISTINCT problem_id) FROM (");
        sql.push("SELECT problem_id FROM problem_words WHERE ");
        self.condition(&mut sql);
        sql.push(" LIMIT ").bind(FREQUENT).push(") AS a_few");
        let (words, problems) = sql.one(connection).await?;
        Ok(Occurrences { words, problems })
    }
}

/// Search words of a filter, and which of them is rare enough to select the candidates.
pub(crate) struct SearchWords {
    wanted: Vec<SearchWord>,
    rarest: Option<usize>,
    /// Number of problems that have the word, a lower bound, if it is the only one; else `None`.
    pub(crate) single: Option<i64>,
}

impl SearchWords {
    /// Looks up the search words of a filter in the database.
    pub(crate) async fn of(filter: &Filter, connection: &mut AnyConnection) -> Result<SearchWords> {
        let wanted = SearchWord::of(filter);
        let mut rarest = None;
        let mut least = FREQUENT;
        let mut single = None;
        for (i, word) in wanted.iter().enumerate() {
            let count = word.count(connection).await?;
            if count.words < least {
                (rarest, least) = (Some(i), count.words);
            }
            single = (wanted.len() == 1).then_some(count.problems);
        }
        Ok(SearchWords {
            wanted,
            rarest,
            single,
        })
    }

    /// Appends the conditions that a problem has all the words. If `collected` is true, the problems with the rarest
    /// word are collected first and only they are tested for the others; else each problem of the list is tested for
    /// all words.
    pub(crate) fn conditions(&self, sql: &mut Sql, collected: bool, backend: Backend) {
        for (i, wanted) in self.wanted.iter().enumerate() {
            if collected && self.rarest == Some(i) {
                sql.push(" AND id IN (SELECT problem_id FROM problem_words WHERE ");
                wanted.condition(sql);
                sql.push(")");
            } else {
                wanted.ask(sql, backend);
            }
        }
    }
}
