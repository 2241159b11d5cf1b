//! Statements that are put together: fixed pieces of text, and values that are bound to them.
//!
//! PostgreSQL counts its placeholders (`$1`), SQLite knows them by their order (`?`). It would take the
//! former, too, but as names, each of which it looks up among all others: with the thousands of values of
//! an import that takes longer than the import.

use crate::problems::error::Result;
use sqlx::any::{AnyArguments, AnyRow};
use sqlx::query::Query;
use sqlx::{Any, AnyConnection, AssertSqlSafe, Encode, Row, Type};
use std::fmt::Write;

/// A statement and the values of its placeholders. Its text is made of literals of this program;
/// whatever comes from outside is bound.
#[derive(Default)]
pub(super) struct Sql {
    /// With `?` for each value in turn, and nowhere else.
    text: String,
    values: AnyArguments,
    /// The first value that could not be bound.
    fault: Option<sqlx::error::BoxDynError>,
}

impl Sql {
    pub(super) fn new(text: &'static str) -> Sql {
        Sql {
            text: text.to_owned(),
            ..Sql::default()
        }
    }

    pub(super) fn push(&mut self, text: &'static str) -> &mut Sql {
        self.text += text;
        self
    }

    /// A placeholder, and its value.
    pub(super) fn bind<'t, T>(&mut self, value: T) -> &mut Sql
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
    pub(super) fn bind_all<'t, T>(&mut self, values: impl IntoIterator<Item = T>) -> &mut Sql
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
        let text = match connection.backend_name() {
            "SQLite" => self.text,
            _ => counted(&self.text),
        };
        let query = sqlx::query_with(AssertSqlSafe(text), self.values);
        Ok(query.persistent(false))
    }

    /// Runs it, and returns how many rows it has changed.
    pub(super) async fn run(self, connection: &mut AnyConnection) -> Result<u64> {
        let done = self.query(connection)?.execute(connection).await?;
        Ok(done.rows_affected())
    }

    /// All its rows.
    pub(super) async fn rows(self, connection: &mut AnyConnection) -> Result<Vec<AnyRow>> {
        Ok(self.query(connection)?.fetch_all(connection).await?)
    }

    /// The first column of all its rows.
    pub(super) async fn numbers(self, connection: &mut AnyConnection) -> Result<Vec<i64>> {
        let rows = self.rows(connection).await?;
        let numbers = rows.iter().map(|row| row.try_get(0));
        Ok(numbers.collect::<Result<_, sqlx::Error>>()?)
    }
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
