//! Search of problems by the words that a list's filter asks for.
//!
//! The rarest of several words selects the candidates; where even that one is in very many problems, each
//! problem is asked for its words.

use crate::Backend;
use crate::error::Result;
use crate::sql::Sql;
use problems::Filter;
use problems::words::{Mark, prefix_end, words};
use sqlx::AnyConnection;

/// Problems in which a word is found quickly: with more, each problem is asked for the word instead. Of
/// 100,000 problems a thousand with the word are found in about the same time by either way.
const FREQUENT: i64 = 3_000;

/// A word, or how one begins, that a problem is to have.
struct SearchWord {
    word: String,
    /// In its author's name.
    of_author: bool,
}

/// Number of occurrences of a word.
#[derive(Clone, Copy)]
struct Occurrences {
    /// In all: a problem may have several words that begin with it.
    words: i64,
    /// In how many problems, at least.
    problems: i64,
}

impl SearchWord {
    /// All that a filter wants.
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

    /// The condition that a problem has it, asked of the problem itself.
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

    /// Counts the occurrences of the word, up to [`FREQUENT`].
    async fn count(&self, connection: &mut AnyConnection) -> Result<Occurrences> {
        let mut sql = Sql::new("SELECT count(*), count(DISTINCT problem_id) FROM (");
        sql.push("SELECT problem_id FROM problem_words WHERE ");
        self.condition(&mut sql);
        sql.push(" LIMIT ").bind(FREQUENT).push(") AS a_few");
        let (words, problems) = sql.one(connection).await?;
        Ok(Occurrences { words, problems })
    }
}

/// The words that a filter wants, and which of them is rare enough to begin with.
pub(crate) struct SearchWords {
    wanted: Vec<SearchWord>,
    rarest: Option<usize>,
    /// In how many problems it is, at least, if it is a single one.
    pub(crate) single: Option<i64>,
}

impl SearchWords {
    /// Looks the filter's words up.
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

    /// Adds the conditions that a problem has them. If all that fit are `collected`, the rarest finds them.
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
