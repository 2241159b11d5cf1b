//! SQL statements composed of constant pieces of text, with the values that are bound to them.
//!
//! Placeholders are numbered in PostgreSQL (`$1`) and positional in SQLite (`?`). SQLite accepts `$1` too, but as a
//! name, which it looks up among all others: with the thousands of values of an import, this would take longer than the
//! import itself.

use crate::columns::FromRow;
use crate::error::Result;
use crate::{Backend, Store, backend_of};
use sqlx::any::{AnyArguments, AnyTypeInfoKind};
use sqlx::encode::IsNull;
use sqlx::query::Query;
use sqlx::{Any, AnyConnection, AssertSqlSafe, Encode, Type};
use std::fmt::Write;

/// A statement and the values of its placeholders. Its text consists of literals of this program only; all other data
/// are bound as values.
#[derive(Default)]
pub(crate) struct Sql {
    /// Text of the statement, with one `?` for each value and no other `?`.
    text: String,
    values: AnyArguments,
    /// Error of the first value that could not be bound, which is returned when the statement is run; `None` if there
    /// is none.
    fault: Option<sqlx::error::BoxDynError>,
    /// True if the server shall not cache the prepared statement: its text is composed of pieces, so that it is rarely
    /// used again, or a value was bound with a wrong type.
    once: bool,
}

/// Creates a statement of constant text, of one literal or an array of them, with its values: `sql!("SELECT name FROM
/// users WHERE id = ?"; id)`.
macro_rules! sql {
    ($text:expr $(; $($value:expr),+)?) => {{
        #[allow(unused_mut, reason = "a statement without values is not changed")]
        let mut sql = $crate::sql::Sql::new($text);
        $($(sql.value($value);)+)?
        sql
    }};
}

/// Appends rows of values to a statement: `values!(sql, rows, |(id, tag)| *id, tag.as_str())` appends `(?, ?), (?, ?)`
/// for two rows.
macro_rules! values {
    ($sql:expr, $rows:expr, |$row:pat_param| $first:expr $(, $value:expr)+) => {
        for (i, $row) in $rows.iter().enumerate() {
            $sql.push(if i == 0 { "(" } else { ", (" }).bind($first);
            $($sql.push(", ").bind($value);)+
            $sql.push(")");
        }
    };
}

pub(crate) use {sql, values};

/// Literal text of a statement, or an array of literals to be concatenated.
pub(crate) trait Text {
    fn text(self) -> String;
}

impl Text for &'static str {
    fn text(self) -> String {
        self.to_owned()
    }
}

impl<const N: usize> Text for [&'static str; N] {
    fn text(self) -> String {
        self.concat()
    }
}

impl Sql {
    pub(crate) fn new(text: impl Text) -> Sql {
        Sql {
            text: text.text(),
            ..Sql::default()
        }
    }

    /// Returns the text of the statement, with `?` for each value.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    pub(crate) fn push(&mut self, text: &'static str) -> &mut Sql {
        self.text += text;
        self.once = true;
        self
    }

    /// Appends a placeholder and binds a value to it.
    pub(crate) fn bind<'t, T>(&mut self, value: T) -> &mut Sql
    where
        T: Encode<'t, Any> + Type<Any>,
    {
        self.push("?");
        self.value(value);
        self
    }

    /// Binds a value to the next placeholder of the text.
    pub(crate) fn value<'t, T>(&mut self, value: T)
    where
        T: Encode<'t, Any> + Type<Any>,
    {
        use sqlx::Arguments;
        // sqlx 0.9.0 declares a missing f64 as FLOAT4 (any/arguments.rs), and a statement that PostgreSQL has cached
        // with this type refuses the next f64 that is present.
        let double = T::type_info().kind() == AnyTypeInfoKind::Double;
        if double
            && matches!(
                value.encode_by_ref(&mut Default::default()),
                Ok(IsNull::Yes)
            )
        {
            self.once = true;
        }
        if let Err(error) = self.values.add(value) {
            self.fault.get_or_insert(error);
        }
    }

    /// Appends a list of placeholders in brackets, `(?, ?)`, and binds the values to them. The list must not be empty.
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

    fn query(self, connection: &AnyConnection) -> Result<Query<'static, Any, AnyArguments>> {
        use sqlx::Arguments;
        debug_assert_eq!(
            self.text.matches('?').count(),
            self.values.len(),
            "{}",
            self.text
        );
        if let Some(fault) = self.fault {
            return Err(sqlx::Error::Encode(fault).into());
        }
        let text = match backend_of(connection) {
            Backend::Sqlite => self.text,
            Backend::Postgres => counted(&self.text),
        };
        let query = sqlx::query_with(AssertSqlSafe(text), self.values);
        Ok(query.persistent(!self.once))
    }

    /// Runs the statement, and returns the number of rows that it has changed.
    pub(crate) async fn run(self, connection: &mut AnyConnection) -> Result<u64> {
        let done = self.query(connection)?.execute(connection).await?;
        Ok(done.rows_affected())
    }

    /// Returns all rows of the statement.
    pub(crate) async fn all<T: FromRow>(self, connection: &mut AnyConnection) -> Result<Vec<T>> {
        let rows = self.query(connection)?.fetch_all(connection).await?;
        rows.into_iter().map(T::from_row).collect()
    }

    /// Returns the first row of the statement; `None` if there is no row.
    pub(crate) async fn first<T: FromRow>(
        self,
        connection: &mut AnyConnection,
    ) -> Result<Option<T>> {
        let row = self.query(connection)?.fetch_optional(connection).await?;
        row.map(T::from_row).transpose()
    }

    /// Returns the first row of a statement that always has one; without a row this is an error.
    pub(crate) async fn one<T: FromRow>(self, connection: &mut AnyConnection) -> Result<T> {
        T::from_row(self.query(connection)?.fetch_one(connection).await?)
    }
}

impl Store {
    /// Runs a statement in a transaction of its own, and returns the number of rows that it has changed.
    pub(crate) async fn run(&self, sql: Sql) -> Result<u64> {
        let mut change = self.begin().await?;
        let changed = sql.run(&mut change).await?;
        change.commit().await?;
        Ok(changed)
    }

    /// Returns all rows of a query.
    pub(crate) async fn all<T: FromRow>(&self, sql: Sql) -> Result<Vec<T>> {
        sql.all(&mut *self.reader().await?).await
    }

    /// Returns the first row of a query; `None` if there is no row.
    pub(crate) async fn first<T: FromRow>(&self, sql: Sql) -> Result<Option<T>> {
        sql.first(&mut *self.reader().await?).await
    }

    /// Returns the first row of a query that always has one; without a row this is an error.
    pub(crate) async fn one<T: FromRow>(&self, sql: Sql) -> Result<T> {
        sql.one(&mut *self.reader().await?).await
    }

    /// Returns the value of a query for a number that is never negative, such as `SELECT count(*) …`.
    pub(crate) async fn count(&self, sql: Sql) -> Result<u64> {
        Ok(self.one::<i64>(sql).await?.unsigned_abs())
    }
}

/// Converts a number to the type of the database; a number that is too large becomes `i64::MAX`.
pub(crate) fn whole(number: impl TryInto<i64>) -> i64 {
    number.try_into().unwrap_or(i64::MAX)
}

/// Maximum number of row numbers that are bound in one statement.
pub(crate) const IDS: usize = 1000;

/// Maximum number of rows of one statement.
const ROWS: usize = 500;
/// Maximum number of values of one statement; SQLite takes 32,766.
const VALUES: usize = 30_000;

/// Maximum size of one message to a PostgreSQL server, in bytes. A longer one is sent in pieces, of which the kernel
/// holds the last one back until the server has acknowledged the others (Nagle's algorithm, which sqlx does not turn
/// off), and the server delays this acknowledgement by 40 ms.
const MESSAGE: usize = 14_000;

/// Splits rows into batches, each small enough for one statement. `values` is the number of values of a row, and
/// `texts` returns the number of bytes of its texts. A row that is too large is a batch of its own.
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
            // Each value takes eight bytes, and four for its length.
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

/// Returns the text of a statement with numbered placeholders instead of `?`.
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
        // A row that is too large is a batch of its own.
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
