//! Statements that are put together: fixed pieces of text, and values that are bound to them.

use crate::problems::error::Result;
use sqlx::any::{AnyArguments, AnyRow};
use sqlx::query::Query;
use sqlx::{Any, AnyConnection, AssertSqlSafe, Encode, Row, Type};

/// A statement and the values of its placeholders. Its text is made of literals of this program;
/// whatever comes from outside is bound.
#[derive(Default)]
pub(super) struct Sql {
    text: String,
    values: AnyArguments,
    count: usize,
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
        self.count += 1;
        self.text += &format!("${}", self.count);
        if let Err(error) = self.values.add(value) {
            self.fault.get_or_insert(error);
        }
        self
    }

    /// A list of placeholders in brackets: `($1, $2)`. Never an empty one.
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
    fn query(self) -> Result<Query<'static, Any, AnyArguments>> {
        if let Some(fault) = self.fault {
            return Err(sqlx::Error::Encode(fault).into());
        }
        let query = sqlx::query_with(AssertSqlSafe(self.text), self.values);
        Ok(query.persistent(false))
    }

    /// Runs it, and returns how many rows it has changed.
    pub(super) async fn run(self, connection: &mut AnyConnection) -> Result<u64> {
        let done = self.query()?.execute(connection).await?;
        Ok(done.rows_affected())
    }

    /// All its rows.
    pub(super) async fn rows(self, connection: &mut AnyConnection) -> Result<Vec<AnyRow>> {
        Ok(self.query()?.fetch_all(connection).await?)
    }

    /// The first column of all its rows.
    pub(super) async fn numbers(self, connection: &mut AnyConnection) -> Result<Vec<i64>> {
        let rows = self.rows(connection).await?;
        let numbers = rows.iter().map(|row| row.try_get(0));
        Ok(numbers.collect::<Result<_, sqlx::Error>>()?)
    }
}
