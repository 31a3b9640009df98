//! The record of a finished game: everything its page shows, so that later rules never change or hide it.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use sqlx::FromRow;

use crate::ids::{PlayerId, TableCode, TableId};

/// A finished game without its turns, as lists show it.
#[derive(Clone, Debug, PartialEq, FromRow)]
pub struct RecordHead {
    /// The table where it was played.
    #[sqlx(rename = "table_id")]
    pub table: TableId,
    /// That table's address, now the record's.
    #[sqlx(try_from = "String")]
    pub code: TableCode,
    /// The game's name.
    pub kind: String,
    /// The text of the game's setup.
    pub setup: String,
    /// The version of the rules it was played by.
    pub rules_version: i64,
    /// How to read `ending` and the turns.
    pub format: i64,
    /// Listed for everybody, or for its players only.
    pub public: bool,
    /// Unix milliseconds.
    pub started_at: i64,
    /// Unix milliseconds.
    pub finished_at: i64,
    /// How many turns and drops there are.
    pub plies: i64,
    /// Ranks, scores and the reason, in the form of `format`.
    #[sqlx(json)]
    pub ending: Value,
    /// Who played, in order of the seats.
    #[sqlx(skip)]
    pub seats: Vec<RecordSeat>,
}

/// A finished game.
#[derive(Clone, Debug, PartialEq, FromRow)]
pub struct Record {
    /// All but the turns.
    #[sqlx(flatten)]
    pub head: RecordHead,
    /// The turns in order, drops included.
    #[sqlx(json)]
    pub turns: Vec<RecordTurn>,
}

/// One numbered entry of a record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordTurn {
    /// The turn as record text spells it.
    pub text: String,
    /// Unix milliseconds.
    pub at: i64,
}

/// A seat of a finished game, and its result.
#[derive(Clone, Debug, PartialEq, Eq, FromRow)]
pub struct RecordSeat {
    /// From 1, in order of play.
    pub seat: i64,
    /// Who played.
    #[sqlx(rename = "player_id")]
    pub player: PlayerId,
    /// Under which name.
    pub name: String,
    /// 1 is best; equal ranks are shared.
    pub rank: i64,
    /// Whether that was a guest.
    pub guest: bool,
}
