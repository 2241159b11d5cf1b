//! Statements that are put together: fixed pieces of text, and values that are bound to them.
//!
//! PostgreSQL counts its placeholders (`$1`), SQLite knows them by their order (`?`). It would take the
//! former, too, but as names, each of which it looks up among all others: with the thousands of values of
//! an import that takes longer than the import.

use crate::columns::FromRow;
use crate::error::Result;
use crate::{Backend, Store, backend_of};
use sqlx::any::{AnyArguments, AnyTypeInfoKind};
use sqlx::encode::IsNull;
use sqlx::query::Query;
use sqlx::{Any, AnyConnection, AssertSqlSafe, Encode, Type};
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
    /// True if the server shall not keep the statement: it is put together from pieces, and a plan for any values would
    /// suit few of them; or a value has the wrong type.
    once: bool,
}

/// A statement of fixed text, of one literal or several, with its values: `sql!("SELECT name FROM users WHERE id = ?";
/// id)`.
macro_rules! sql {
    ($text:expr $(; $($value:expr),+)?) => {{
        #[allow(unused_mut, reason = "a statement without values is not changed")]
        let mut sql = $crate::sql::Sql::new($text);
        $($(sql.value($value);)+)?
        sql
    }};
}

/// Adds rows of values to a statement: `values!(sql, rows, |(id, tag)| *id, tag.as_str())` is `(?, ?), (?, ?)`.
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

/// Literals of a statement.
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

    /// As it stands, with `?` for each value.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    pub(crate) fn push(&mut self, text: &'static str) -> &mut Sql {
        self.text += text;
        self.once = true;
        self
    }

    /// A placeholder, and its value.
    pub(crate) fn bind<'t, T>(&mut self, value: T) -> &mut Sql
    where
        T: Encode<'t, Any> + Type<Any>,
    {
        self.push("?");
        self.value(value);
        self
    }

    /// The value of the next placeholder.
    pub(crate) fn value<'t, T>(&mut self, value: T)
    where
        T: Encode<'t, Any> + Type<Any>,
    {
        use sqlx::Arguments;
        // sqlx 0.9.0 calls a missing f64 a FLOAT4 (any/arguments.rs), and a statement that PostgreSQL keeps under that
        // type refuses the next f64 there is.
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

    /// Runs it, and returns how many rows it has changed.
    pub(crate) async fn run(self, connection: &mut AnyConnection) -> Result<u64> {
        let done = self.query(connection)?.execute(connection).await?;
        Ok(done.rows_affected())
    }

    /// All its rows.
    pub(crate) async fn all<T: FromRow>(self, connection: &mut AnyConnection) -> Result<Vec<T>> {
        let rows = self.query(connection)?.fetch_all(connection).await?;
        rows.into_iter().map(T::from_row).collect()
    }

    /// Its first row, if there is any.
    pub(crate) async fn first<T: FromRow>(
        self,
        connection: &mut AnyConnection,
    ) -> Result<Option<T>> {
        let row = self.query(connection)?.fetch_optional(connection).await?;
        row.map(T::from_row).transpose()
    }

    /// Its only row.
    pub(crate) async fn one<T: FromRow>(self, connection: &mut AnyConnection) -> Result<T> {
        T::from_row(self.query(connection)?.fetch_one(connection).await?)
    }
}

impl Store {
    /// Makes a change of one statement, and returns the number of rows that it has changed.
    pub(crate) async fn run(&self, sql: Sql) -> Result<u64> {
        let mut change = self.begin().await?;
        let changed = sql.run(&mut change).await?;
        change.commit().await?;
        Ok(changed)
    }

    /// Reads all rows of a statement.
    pub(crate) async fn all<T: FromRow>(&self, sql: Sql) -> Result<Vec<T>> {
        sql.all(&mut *self.reader().await?).await
    }

    /// Reads the first row of a statement, if there is any.
    pub(crate) async fn first<T: FromRow>(&self, sql: Sql) -> Result<Option<T>> {
        sql.first(&mut *self.reader().await?).await
    }

    /// Reads the only row of a statement.
    pub(crate) async fn one<T: FromRow>(&self, sql: Sql) -> Result<T> {
        sql.one(&mut *self.reader().await?).await
    }

    /// Reads a number that is never negative: `SELECT count(*) …`.
    pub(crate) async fn count(&self, sql: Sql) -> Result<u64> {
        Ok(self.one::<i64>(sql).await?.unsigned_abs())
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
