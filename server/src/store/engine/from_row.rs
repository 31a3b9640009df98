//! Rows as the types that hold them. sqlx can derive this, but its macros bring second copies of both drivers, which take
//! as long to compile as the first.

use std::error::Error;

use serde::Deserialize;
use sqlx::types::Json;
use sqlx::{ColumnIndex, Decode, Row, Type};

use crate::ids::TableCode;
use crate::model::log::outage::Outage;
use crate::model::log::projection::TableState;
use crate::model::player::Player;
use crate::model::player::bot::BotLevel;
use crate::model::player::rating::{Rating, RatingChange};
use crate::model::record::{Record, RecordHead, RecordOrigin, RecordSeat};

/// Makes a type of the rows of both databases: `from_row!(Type, row => expression)`, or `from_row!(Type { field, other: "column" })`
/// where each field is a column.
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

/// The column of a field.
macro_rules! column {
    ($field:ident) => {
        stringify!($field)
    };
    ($field:ident $column:literal) => {
        $column
    };
}
pub(in crate::store) use column;

from_row!(Player {
    id,
    name,
    created_at,
    member
});

from_row!(Outage { since, until });

from_row!(TableState, row => TableState {
    seq: row.try_get("seq")?,
    phase: parse(row, "phase")?,
    variant: row.try_get("variant")?,
    seats: small(row, "seats")?,
    public: row.try_get("public")?,
    rated: row.try_get("rated")?,
    clock: row.try_get("clock")?,
    to_move: row.try_get("to_move")?,
    deadline: row.try_get("deadline")?,
    changed_at: row.try_get("changed_at")?,
});

from_row!(RecordHead, row => RecordHead {
    table: row.try_get("table_id")?,
    code: parse(row, "code")?,
    kind: row.try_get("kind")?,
    setup: row.try_get("setup")?,
    rules_version: row.try_get("rules_version")?,
    format: row.try_get("format")?,
    public: row.try_get("public")?,
    started_at: row.try_get("started_at")?,
    finished_at: row.try_get("finished_at")?,
    plies: row.try_get("plies")?,
    ending: json(row, "ending")?,
    clock: row.try_get("clock")?,
    rated: row.try_get("rated")?,
    rating_weights: row.try_get::<Option<Json<Vec<f64>>>, _>("rating_weights")?.map(|Json(weights)| weights),
    from: origin(row)?,
    seats: Vec::new(),
});

from_row!(Record, row => Record {
    head: RecordHead::from_row(row)?,
    turns: json(row, "turns")?,
});

from_row!(RecordSeat, row => RecordSeat {
    seat: row.try_get("seat")?,
    player: row.try_get("player_id")?,
    name: row.try_get("name")?,
    rank: row.try_get("rank")?,
    guest: row.try_get("guest")?,
    device: row.try_get("device")?,
    bot: level(row)?,
    rating: rating_change(row)?,
});

/// A column of text that is read as something else.
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

/// The position that a game went on from.
fn origin<'r, R>(row: &'r R) -> sqlx::Result<Option<RecordOrigin>>
where
    R: Row,
    for<'c> &'c str: ColumnIndex<R>,
    Option<String>: Decode<'r, R::Database> + Type<R::Database>,
    Option<i64>: Decode<'r, R::Database> + Type<R::Database>,
{
    let code: Option<String> = row.try_get("from_code")?;
    let turn: Option<i64> = row.try_get("from_turn")?;
    let origin = |(code, turn): (String, i64)| {
        let code = TableCode::try_from(code).map_err(|error| unreadable("from_code", error))?;
        Ok(RecordOrigin { code, turn })
    };
    code.zip(turn).map(origin).transpose()
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

/// The level of a bot; none for a person.
fn level<'r, R>(row: &'r R) -> sqlx::Result<Option<BotLevel>>
where
    R: Row,
    for<'c> &'c str: ColumnIndex<R>,
    Option<i64>: Decode<'r, R::Database> + Type<R::Database>,
{
    let number: Option<i64> = row.try_get("bot")?;
    let level = |number| {
        u8::try_from(number)
            .ok()
            .and_then(|number| BotLevel::try_from(number).ok())
    };
    Ok(number.and_then(level))
}

/// How a rating changed by a game; none if it did not.
pub(in crate::store) fn rating_change<'r, R>(row: &'r R) -> sqlx::Result<Option<RatingChange>>
where
    R: Row,
    for<'c> &'c str: ColumnIndex<R>,
    Option<f64>: Decode<'r, R::Database> + Type<R::Database>,
{
    let rating = |rating: &str, uncertainty: &str| -> sqlx::Result<Option<Rating>> {
        let numbers: (Option<f64>, Option<f64>) = (row.try_get(rating)?, row.try_get(uncertainty)?);
        let (Some(rating), Some(uncertainty)) = numbers else {
            return Ok(None);
        };
        Ok(Some(Rating { rating, uncertainty }))
    };
    let before = rating("rating_before", "uncertainty_before")?;
    let after = rating("rating_after", "uncertainty_after")?;
    Ok(before
        .zip(after)
        .map(|(before, after)| RatingChange { before, after }))
}

/// A column of JSON.
pub(in crate::store) fn json<'r, R, T>(row: &'r R, column: &str) -> sqlx::Result<T>
where
    R: Row,
    for<'c> &'c str: ColumnIndex<R>,
    T: Deserialize<'r> + 'r,
    Json<T>: Decode<'r, R::Database> + Type<R::Database>,
{
    row.try_get(column).map(|Json(value)| value)
}

fn unreadable(column: &str, error: impl Error + Send + Sync + 'static) -> sqlx::Error {
    sqlx::Error::ColumnDecode {
        index: column.to_owned(),
        source: Box::new(error),
    }
}
