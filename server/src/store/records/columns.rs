//! Reading records from their columns.

use sqlx::types::Json;
use sqlx::{ColumnIndex, Decode, Row, Type};

use crate::ids::TableCode;
use crate::model::player::bot::BotLevel;
use crate::model::player::rating::{Rating, RatingChange};
use crate::model::record::{Record, RecordHead, RecordOrigin, RecordSeat};
use crate::store::engine::from_row::{from_row, json, parse, unreadable};

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
    owner: None,
    rating: rating_change(row)?,
});

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

/// `None` if the rating did not change.
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
