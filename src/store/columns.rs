//! Conversion of the columns of rows into this program's types.

use crate::DatabaseError;
use crate::accounts::user::UserKind;
use crate::error::{Error, Result};
use crate::games::{Channel, GameState, Visibility};
use crate::jobs::job::{Fault, JobState};
use crate::jobs::task::Kind;
use crate::moderation::{ReportState, ReportSubject, Speakers};
use crate::puzzles::PuzzleSource;
use crate::tournaments::{EventKind, EventState};
use base::word::Word;
use problems::play::{PlayResult, Side};
use problems::rating::Rating;
use problems::verify::Progress;
use problems::{FoundKey, Solved, State, Stipulation, Terms};
use serde_json::Map;
use sqlx::any::AnyRow;
use sqlx::{Any, Decode, Row, Type};
use std::fmt;

/// Declares the columns from which the fields of a type are read: `columns!(Session in "s.": id, user = "user_id")`. A
/// column has the name of its field unless another name is given. If a field is read from several columns, the further
/// ones follow: `rating + deviation`. The type gets the constant `COLUMNS`, the list for a `SELECT`, and implements
/// [`FromRow`].
macro_rules! columns {
    ($Type:ident in $table:literal: $($rest:tt)+) => {
        $crate::columns::columns!(@ $Type $table, $($rest)+);
    };
    ($Type:ident: $($rest:tt)+) => {
        $crate::columns::columns!(@ $Type "", $($rest)+);
    };
    (@ $Type:ident $table:literal, $first:ident $(= $name:literal)? $(+ $more:ident)*
        $(, $other:ident $(= $other_name:literal)? $(+ $others:ident)*)* $(,)?) => {
        impl $Type {
            /// Columns from which this type is read, as the list of a `SELECT`.
            pub(crate) const COLUMNS: &str = concat!(
                $table, $crate::columns::columns!(@name $first $($name)?) $(, ", ", $table, stringify!($more))*
                $(, ", ", $table, $crate::columns::columns!(@name $other $($other_name)?)
                    $(, ", ", $table, stringify!($others))*)*
            );
        }

        impl $crate::columns::FromRow for $Type {
            fn from_row(row: sqlx::any::AnyRow) -> $crate::Result<$Type> {
                use $crate::columns::Columns;
                Ok($Type {
                    $first: row.read($crate::columns::columns!(@name $first $($name)?))?,
                    $($other: row.read($crate::columns::columns!(@name $other $($other_name)?))?,)*
                })
            }
        }
    };
    (@name $field:ident) => { stringify!($field) };
    (@name $field:ident $name:literal) => { $name };
}
pub(crate) use columns;

/// A type that is read from a row: by the names of the columns ([`columns!`]), or, for tuples and single values, by
/// their order.
pub(crate) trait FromRow: Sized {
    fn from_row(row: AnyRow) -> Result<Self>;
}

impl FromRow for AnyRow {
    fn from_row(row: AnyRow) -> Result<AnyRow> {
        Ok(row)
    }
}

/// Implements the traits for types that sqlx itself reads from a single column.
macro_rules! plain {
    ($($Type:ty),+) => {
        $(
            impl Column for $Type {
                fn read(row: &AnyRow, column: &'static str) -> Result<$Type> {
                    Ok(row.try_get(column)?)
                }
            }

            impl FromRow for $Type {
                fn from_row(row: AnyRow) -> Result<$Type> {
                    Ok(row.try_get(0)?)
                }
            }
        )+
    };
}

impl<A: Value, B: Value> FromRow for (A, B) {
    fn from_row(row: AnyRow) -> Result<(A, B)> {
        Ok((row.try_get(0)?, row.try_get(1)?))
    }
}

impl<A: Value, B: Value, C: Value> FromRow for (A, B, C) {
    fn from_row(row: AnyRow) -> Result<(A, B, C)> {
        Ok((row.try_get(0)?, row.try_get(1)?, row.try_get(2)?))
    }
}

/// A type that sqlx reads from a column.
pub(crate) trait Value: for<'r> Decode<'r, Any> + Type<Any> {}

impl<T: for<'r> Decode<'r, Any> + Type<Any>> Value for T {}

/// Access to the columns of a row by name.
pub(crate) trait Columns {
    /// Reads a column. A value that this program cannot have written is an error, which names the row and the column.
    fn read<T: Column>(&self, column: &'static str) -> Result<T>;
}

impl Columns for AnyRow {
    fn read<T: Column>(&self, column: &'static str) -> Result<T> {
        T::read(self, column)
    }
}

/// A type that is read from a column of a row.
pub(crate) trait Column: Sized {
    fn read(row: &AnyRow, column: &'static str) -> Result<Self>;
}

plain!(i64, f64, String, Option<i64>, Option<f64>, Option<String>);

/// Implements [`Column`] for unsigned integers, which the database stores as signed ones.
macro_rules! counts {
    ($($Type:ty),+) => {
        $(
            impl Column for $Type {
                fn read(row: &AnyRow, column: &'static str) -> Result<$Type> {
                    let value: i64 = row.try_get(column)?;
                    value.try_into().map_err(|_| damaged(row, column, format!("{value} cannot be")))
                }
            }

            impl Column for Option<$Type> {
                fn read(row: &AnyRow, column: &'static str) -> Result<Option<$Type>> {
                    let value: Option<i64> = row.try_get(column)?;
                    value.map(|_| row.read(column)).transpose()
                }
            }
        )+
    };
}

counts!(u8, u32, u64, usize);

impl Column for bool {
    fn read(row: &AnyRow, column: &'static str) -> Result<bool> {
        Ok(row.try_get::<i64, _>(column)? != 0)
    }
}

/// Implements [`Column`] for types that are stored as JSON; NULL or an empty text gives the default value.
macro_rules! json {
    ($($Type:ty),+) => {
        $(
            impl Column for $Type {
                fn read(row: &AnyRow, column: &'static str) -> Result<$Type> {
                    match row.try_get::<Option<String>, _>(column)?.as_deref() {
                        None | Some("") => Ok(<$Type>::default()),
                        Some(text) => serde_json::from_str(text).map_err(|error| damaged(row, column, error)),
                    }
                }
            }
        )+
    };
}

json!(Option<Progress>, Option<Fault>, Option<Vec<usize>>, Vec<FoundKey>, Vec<Solved>, Terms, Map<String, serde_json::Value>);

/// Implements [`Column`] for enums that are stored as one of a fixed list of words.
macro_rules! words {
    ($($Type:ty),+) => {
        $(
            impl Column for $Type {
                fn read(row: &AnyRow, column: &'static str) -> Result<$Type> {
                    let text: String = row.try_get(column)?;
                    Word::of_word(&text).ok_or_else(|| damaged(row, column, format!("unknown word '{text}'")))
                }
            }
        )+
    };
}

words!(
    Channel,
    GameState,
    JobState,
    Kind,
    PlayResult,
    PuzzleSource,
    ReportState,
    ReportSubject,
    Side,
    Speakers,
    State,
    UserKind,
    EventKind,
    EventState,
    Visibility
);

impl Column for Stipulation {
    fn read(row: &AnyRow, column: &'static str) -> Result<Stipulation> {
        let text: String = row.try_get(column)?;
        text.parse().map_err(|error| damaged(row, column, error))
    }
}

/// Reads the given column as the rating, and the columns `deviation` and `volatility`.
impl Column for Rating {
    fn read(row: &AnyRow, column: &'static str) -> Result<Rating> {
        Ok(Rating {
            rating: row.read(column)?,
            deviation: row.read("deviation")?,
            volatility: row.read("volatility")?,
        })
    }
}

fn damaged(row: &AnyRow, column: &str, error: impl fmt::Display) -> Error {
    let row = match row.try_get::<i64, _>("id") {
        Ok(id) => format!("{column} of {id}"),
        Err(_) => column.to_owned(),
    };
    DatabaseError::Damaged(format!("{row}: {error}")).into()
}
