//! Statements that are put together: fixed pieces of text, and values that are bound to them.
//!
//! PostgreSQL counts its placeholders (`$1`), SQLite knows them by their order (`?`). It would take the
//! former, too, but as names, each of which it looks up among all others: with the thousands of values of
//! an import that takes longer than the import.

use crate::error::Result;
use crate::{Backend, backend_of};
use sqlx::any::{AnyArguments, AnyRow};
use sqlx::query::Query;
use sqlx::{Any, AnyConnection, AssertSqlSafe, Encode, Row, Type};
use std::fmt::Write;

/// A statement and the values of its placeholders. Its text is made of literals of this program;
/// whatever comes from outside is bound.
#[derive(Default)]
pub(crate) struct Sql {
    /// With `?` for each value in turn, and nowhere else.
    text: String,
    values: AnyArguments,
    /// The first value that could not be bound.
    fault: Option<sqlx::error::BoxDynError>,
}

impl Sql {
    pub(crate) fn new(text: &'static str) -> Sql {
        Sql {
            text: text.to_owned(),
            ..Sql::default()
        }
    }

    /// As it stands, with `?` for each value.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    pub(crate) fn push(&mut self, text: &'static str) -> &mut Sql {
        self.text += text;
        self
    }

    /// A placeholder, and its value.
    pub(crate) fn bind<'t, T>(&mut self, value: T) -> &mut Sql
    where
        T: Encode<'t, Any> + Type<Any>,
    {
        use sqlx::Arguments;
        self.text.push('?');
        if let Err(error) = self.values.add(value) {
            self.fault.get_or_insert(error);
        }
        self
    }

    /// A list of placeholders in brackets: `(?, ?)`. Never an empty one.
    pub(crate) fn bind_all<'t, T>(&mut self, values: impl IntoIterator<Item = T>) -> &mut Sql
    where
        T: Encode<'t, Any> + Type<Any>,
    {
        self.push("(");
        for (i, value) in values.into_iter().enumerate() {
            if i > 0 {
                self.push(", ");
            }
            self.bind(value);
        }
        self.push(")")
    }

    /// It is planned for its values each time: a plan for any values would suit few of them.
    fn query(self, connection: &AnyConnection) -> Result<Query<'static, Any, AnyArguments>> {
        if let Some(fault) = self.fault {
            return Err(sqlx::Error::Encode(fault).into());
        }
        let text = match backend_of(connection) {
            Backend::Sqlite => self.text,
            Backend::Postgres => counted(&self.text),
        };
        let query = sqlx::query_with(AssertSqlSafe(text), self.values);
        Ok(query.persistent(false))
    }

    /// Runs it, and returns how many rows it has changed.
    pub(crate) async fn run(self, connection: &mut AnyConnection) -> Result<u64> {
        let done = self.query(connection)?.execute(connection).await?;
        Ok(done.rows_affected())
    }

    /// All its rows.
    pub(crate) async fn rows(self, connection: &mut AnyConnection) -> Result<Vec<AnyRow>> {
        Ok(self.query(connection)?.fetch_all(connection).await?)
    }

    /// The first column of all its rows.
    pub(crate) async fn numbers(self, connection: &mut AnyConnection) -> Result<Vec<i64>> {
        let rows = self.rows(connection).await?;
        let numbers = rows.iter().map(|row| row.try_get(0));
        Ok(numbers.collect::<Result<_, sqlx::Error>>()?)
    }
}

/// A number as the database has it: the greatest there is for one that is too great.
pub(crate) fn whole(number: impl TryInto<i64>) -> i64 {
    number.try_into().unwrap_or(i64::MAX)
}

/// Numbers of rows in one statement.
pub(crate) const IDS: usize = 1000;

/// The most rows, and values, of one statement: SQLite takes 32,766 values.
const ROWS: usize = 500;
const VALUES: usize = 30_000;

/// The most bytes of one message to a server. What is longer goes out in pieces, of which the kernel keeps
/// the last one back until the server has acknowledged those before it (Nagle's algorithm; sqlx does not
/// turn it off), and the server, which waits for the rest, takes 40 ms over that.
const MESSAGE: usize = 14_000;

/// Parts of many rows that one statement each can take, where a row has so many values, and texts of so
/// many bytes.
pub(crate) fn batches<T>(
    backend: Backend,
    mut rows: &[T],
    values: usize,
    texts: impl Fn(&T) -> usize,
) -> Vec<&[T]> {
    let most = ROWS.min(VALUES / values);
    let mut batches = Vec::new();
    while !rows.is_empty() {
        let mut bytes = 0;
        let fits = |row: &&T| {
            // A number has eight bytes, and four say how many.
            bytes += 12 * values + texts(row);
            backend == Backend::Sqlite || bytes <= MESSAGE
        };
        let count = rows.iter().take(most).take_while(fits).count().max(1);
        let (batch, rest) = rows.split_at(count);
        batches.push(batch);
        rows = rest;
    }
    batches
}

/// The same text with counted placeholders.
fn counted(text: &str) -> String {
    let mut counted = String::with_capacity(text.len() + text.len() / 4);
    let mut pieces = text.split('?');
    counted += pieces.next().unwrap_or_default();
    for (i, piece) in pieces.enumerate() {
        // Writing to a string cannot fail.
        let _ = write!(counted, "${}{piece}", i + 1);
    }
    counted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn batches_are_all_rows_in_order_and_small_enough() {
        let rows: Vec<usize> = (0..3000).map(|i| i % 40 * i % 700).collect();
        for backend in [Backend::Sqlite, Backend::Postgres] {
            let batches = batches(backend, &rows, 3, |text| *text);
            assert_eq!(batches.concat(), rows);
            assert!(batches.iter().all(|b| !b.is_empty() && b.len() <= ROWS));
        }
        let bytes = |batch: &&[usize]| batch.iter().map(|text| 36 + text).sum::<usize>();
        let small = batches(Backend::Postgres, &rows, 3, |text| *text);
        assert!(small.iter().all(|batch| bytes(batch) <= MESSAGE));
        // What does not fit goes alone.
        let large = batches(Backend::Postgres, &[20_000, 20_000], 1, |text| *text);
        assert_eq!(large.len(), 2);
        assert_eq!(batches(Backend::Sqlite, &rows, 100, |_| 0)[0].len(), 300);
    }

    #[test]
    fn placeholders_are_counted_from_one() {
        let mut sql = Sql::new("SELECT a FROM t WHERE b = ");
        sql.bind(1_i64).push(" AND c IN ").bind_all([2_i64, 3]);
        assert_eq!(sql.text, "SELECT a FROM t WHERE b = ? AND c IN (?, ?)");
        assert_eq!(
            counted(&sql.text),
            "SELECT a FROM t WHERE b = $1 AND c IN ($2, $3)"
        );
    }
}
