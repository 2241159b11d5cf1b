//! Statements that are put together: fixed pieces of text, and values that are bound to them.
//!
//! PostgreSQL counts its placeholders (`$1`), SQLite knows them by their order (`?`). It would take the
//! former, too, but as names, each of which it looks up among all others: with the thousands of values of
//! an import that takes longer than the import.

use crate::error::{Error, Result};
use crate::{Backend, DatabaseError, Store, backend_of};
use base::word::Word;
use serde::de::DeserializeOwned;
use sqlx::any::{AnyArguments, AnyRow, AnyTypeInfoKind};
use sqlx::encode::IsNull;
use sqlx::query::Query;
use sqlx::{Any, AnyConnection, AssertSqlSafe, Decode, Encode, Row, Type};
use std::fmt::{self, Write};
use std::str::FromStr;

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

/// A statement of fixed text, of one literal or several, with its values: `sql!("SELECT name FROM users WHERE id = ?",
/// id)`.
macro_rules! sql {
    ($text:expr $(, $value:expr)* $(,)?) => {{
        #[allow(unused_mut)]
        let mut sql = $crate::sql::Sql::new($text);
        $(sql.value($value);)*
        sql
    }};
}
pub(crate) use sql;

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
    pub(crate) async fn rows(self, connection: &mut AnyConnection) -> Result<Vec<AnyRow>> {
        Ok(self.query(connection)?.fetch_all(connection).await?)
    }

    /// Its first row, if there is any.
    pub(crate) async fn row(self, connection: &mut AnyConnection) -> Result<Option<AnyRow>> {
        Ok(self.query(connection)?.fetch_optional(connection).await?)
    }

    /// Its only row.
    pub(crate) async fn one(self, connection: &mut AnyConnection) -> Result<AnyRow> {
        Ok(self.query(connection)?.fetch_one(connection).await?)
    }

    /// The first column of its only row.
    pub(crate) async fn get<T: Value>(self, connection: &mut AnyConnection) -> Result<T> {
        Ok(self.one(connection).await?.try_get(0)?)
    }

    /// The first column of its first row, if there is any.
    pub(crate) async fn get_if_any<T: Value>(
        self,
        connection: &mut AnyConnection,
    ) -> Result<Option<T>> {
        let row = self.row(connection).await?;
        Ok(row.map(|row| row.try_get(0)).transpose()?)
    }

    /// The first column of all its rows.
    pub(crate) async fn numbers(self, connection: &mut AnyConnection) -> Result<Vec<i64>> {
        let rows = self.rows(connection).await?;
        let numbers = rows.iter().map(|row| row.try_get(0));
        Ok(numbers.collect::<Result<_, sqlx::Error>>()?)
    }
}

/// Columns of a row that hold more than a number or a text. What this program cannot have written is an error that
/// names the row and the column.
pub(crate) trait Columns {
    /// A word of a fixed list.
    fn word<T: Word>(&self, column: &'static str) -> Result<T>;

    /// A number that is never negative.
    fn count<T: TryFrom<i64>>(&self, column: &'static str) -> Result<T>;

    /// The same, where there may be none.
    fn count_if_any<T: TryFrom<i64>>(&self, column: &'static str) -> Result<Option<T>>;

    /// A truth value.
    fn flag(&self, column: &'static str) -> Result<bool>;

    /// JSON; `None` for an empty text.
    fn json<T: DeserializeOwned>(&self, column: &'static str) -> Result<Option<T>>;

    /// A text that is read by its type.
    fn parsed<T: FromStr<Err: fmt::Display>>(&self, column: &'static str) -> Result<T>;
}

fn damaged(row: &AnyRow, column: &str, error: impl fmt::Display) -> Error {
    let row = match row.try_get::<i64, _>("id") {
        Ok(id) => format!("{column} of {id}"),
        Err(_) => column.to_owned(),
    };
    DatabaseError::Damaged(format!("{row}: {error}")).into()
}

impl Columns for AnyRow {
    fn word<T: Word>(&self, column: &'static str) -> Result<T> {
        let text: String = self.try_get(column)?;
        T::of_word(&text).ok_or_else(|| damaged(self, column, format!("unknown word '{text}'")))
    }

    fn count<T: TryFrom<i64>>(&self, column: &'static str) -> Result<T> {
        let value: i64 = self.try_get(column)?;
        T::try_from(value).map_err(|_| damaged(self, column, format!("{value} cannot be")))
    }

    fn count_if_any<T: TryFrom<i64>>(&self, column: &'static str) -> Result<Option<T>> {
        match self.try_get::<Option<i64>, _>(column)? {
            Some(_) => self.count(column).map(Some),
            None => Ok(None),
        }
    }

    fn flag(&self, column: &'static str) -> Result<bool> {
        Ok(self.try_get::<i64, _>(column)? != 0)
    }

    fn json<T: DeserializeOwned>(&self, column: &'static str) -> Result<Option<T>> {
        match self.try_get::<String, _>(column)?.as_str() {
            "" => Ok(None),
            text => serde_json::from_str(text).map_err(|error| damaged(self, column, error)),
        }
    }

    fn parsed<T: FromStr<Err: fmt::Display>>(&self, column: &'static str) -> Result<T> {
        let text: String = self.try_get(column)?;
        text.parse().map_err(|error| damaged(self, column, error))
    }
}

/// Type of a column.
pub(crate) trait Value: for<'r> Decode<'r, Any> + Type<Any> {}

impl<T: for<'r> Decode<'r, Any> + Type<Any>> Value for T {}

impl Store {
    /// Makes a change of one statement, and returns the number of rows that it has changed.
    pub(crate) async fn run(&self, sql: Sql) -> Result<u64> {
        let mut change = self.begin().await?;
        let changed = sql.run(change.connection()).await?;
        change.commit().await?;
        Ok(changed)
    }

    /// Reads all rows of a statement.
    pub(crate) async fn rows(&self, sql: Sql) -> Result<Vec<AnyRow>> {
        sql.rows(&mut *self.reader().await?).await
    }

    /// Reads the first row of a statement, if there is any.
    pub(crate) async fn row(&self, sql: Sql) -> Result<Option<AnyRow>> {
        sql.row(&mut *self.reader().await?).await
    }

    /// Reads the first column of a statement's only row.
    pub(crate) async fn get<T: Value>(&self, sql: Sql) -> Result<T> {
        sql.get(&mut *self.reader().await?).await
    }

    /// Reads the first column of a statement's first row, if there is any.
    pub(crate) async fn get_if_any<T: Value>(&self, sql: Sql) -> Result<Option<T>> {
        sql.get_if_any(&mut *self.reader().await?).await
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
