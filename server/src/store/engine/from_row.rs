//! Rows as the types that hold them. sqlx can derive this, but its macros bring second copies of both drivers, which
//! take as long to compile as the first.

use std::error::Error;

use serde::Deserialize;
use sqlx::types::Json;
use sqlx::{ColumnIndex, Decode, Row, Type};

/// Implements `FromRow` for both databases: `from_row!(Type, row => expression)`, or `from_row!(Type { field, other:
/// "column" })` where each field is a column.
macro_rules! from_row {
    ($type:ident { $($field:ident $(: $column:literal)?),+ $(,)? }) => {
        $crate::store::engine::from_row::from_row!($type, row => $type {
            $($field: row.try_get($crate::store::engine::from_row::column!($field $($column)?))?),+
        });
    };
    ($type:ty, $row:ident => $made:expr) => {
        $crate::store::engine::from_row::from_row!($type, sqlx::sqlite::SqliteRow, $row => $made);
        $crate::store::engine::from_row::from_row!($type, sqlx::postgres::PgRow, $row => $made);
    };
    ($type:ty, $of:ty, $row:ident => $made:expr) => {
        impl sqlx::FromRow<'_, $of> for $type {
            fn from_row($row: &$of) -> sqlx::Result<Self> {
                #[allow(unused_imports)]
                use sqlx::{FromRow as _, Row as _};
                Ok($made)
            }
        }
    };
}
pub(in crate::store) use from_row;

macro_rules! column {
    ($field:ident) => {
        stringify!($field)
    };
    ($field:ident $column:literal) => {
        $column
    };
}
pub(in crate::store) use column;

pub(in crate::store) fn parse<'r, R, T>(row: &'r R, column: &str) -> sqlx::Result<T>
where
    R: Row,
    for<'c> &'c str: ColumnIndex<R>,
    String: Decode<'r, R::Database> + Type<R::Database>,
    T: TryFrom<String, Error: Error + Send + Sync + 'static>,
{
    let text: String = row.try_get(column)?;
    T::try_from(text).map_err(|error| unreadable(column, error))
}

/// A small number; databases have only large ones.
pub(in crate::store) fn small<'r, R>(row: &'r R, column: &str) -> sqlx::Result<u8>
where
    R: Row,
    for<'c> &'c str: ColumnIndex<R>,
    i64: Decode<'r, R::Database> + Type<R::Database>,
{
    let number: i64 = row.try_get(column)?;
    u8::try_from(number).map_err(|error| unreadable(column, error))
}

/// A count that may be unknown.
pub(in crate::store) fn count<'r, R>(row: &'r R, column: &str) -> sqlx::Result<Option<u32>>
where
    R: Row,
    for<'c> &'c str: ColumnIndex<R>,
    Option<i64>: Decode<'r, R::Database> + Type<R::Database>,
{
    let number: Option<i64> = row.try_get(column)?;
    let count = number.map(u32::try_from).transpose();
    count.map_err(|error| unreadable(column, error))
}

pub(in crate::store) fn json<'r, R, T>(row: &'r R, column: &str) -> sqlx::Result<T>
where
    R: Row,
    for<'c> &'c str: ColumnIndex<R>,
    T: Deserialize<'r> + 'r,
    Json<T>: Decode<'r, R::Database> + Type<R::Database>,
{
    row.try_get(column).map(|Json(value)| value)
}

/// The error of a column with an unexpected value.
pub(in crate::store) fn unreadable(column: &str, error: impl Error + Send + Sync + 'static) -> sqlx::Error {
    sqlx::Error::ColumnDecode {
        index: column.to_owned(),
        source: Box::new(error),
    }
}
