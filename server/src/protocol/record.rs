//! Records as JSON: `docs/records.md` describes them.

use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use super::rating::RatingChangeView;
use crate::ids::TableCode;
use crate::model::player::bot::{BotLevel, is_program};
use crate::model::record::ending::{DropReason, Ending};
use crate::model::record::{Record, RecordHead, RecordOrigin, RecordSeat, RecordTurn};
use crate::time::{UnixMs, machine_time};

/// A finished game without its turns.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct RecordHeadView {
    pub code: TableCode,
    /// The name of the game.
    pub game: String,
    /// The number of seats, and the variant after a space if the game has variants: `2 9x9`.
    #[schema(example = "2 9x9")]
    pub setup: String,
    /// The version of the game's rules that it was played by.
    pub rules_version: i64,
    /// When the game began.
    #[schema(format = DateTime)]
    pub started: String,
    /// When it ended.
    #[schema(format = DateTime)]
    pub finished: String,
    /// How much time the seats had; absent in a game without clocks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clock: Option<String>,
    pub seats: Vec<RecordSeatView>,
    /// Absent in casual games.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub rated: bool,
    /// How much the results of each pair of seats changed ratings, from 0 to 1; absent where none did.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rating_weights: Option<Vec<f64>>,
    /// The position of another game that it went on from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<RecordFromView>,
    /// The seats that were played on one device, device by device.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub shared_devices: Vec<Vec<u8>>,
    /// How it ended.
    #[schema(value_type = Option<Ending>)]
    pub ending: Value,
}

/// A seat of a finished game.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct RecordSeatView {
    /// From 1, in order of play.
    pub seat: i64,
    pub name: String,
    /// Whether the player had no account.
    pub guest: bool,
    /// 1 is best; shared ranks are equal.
    pub rank: i64,
    /// The level of a bot of this server.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bot: Option<BotLevel>,
    /// Whether it was the bot of a member; absent if not.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub program: bool,
    /// The name of that member, unless the bot was deleted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub owner: Option<String>,
    /// Absent where the game changed none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rating: Option<RatingChangeView>,
}

/// The position that a game went on from.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct RecordFromView {
    pub code: TableCode,
    /// After how many turns and drops.
    pub turn: i64,
}

/// A turn or drop of a finished game.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct RecordTurnView {
    /// `e5,f6`, `drop:3`
    pub turn: String,
    pub at: UnixMs,
    /// How much of its time the seat used, in milliseconds; absent without clocks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub spent: Option<i64>,
    /// Why a seat dropped, if it did not resign.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<DropReason>,
}

/// A finished game.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct RecordView {
    #[serde(flatten)]
    pub head: RecordHeadView,
    /// In a rated game: that some results changed ratings less than in full, or not at all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rating_note: Option<&'static str>,
    pub turns: Vec<RecordTurnView>,
}

/// A finished game in a list.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct RecordRowView {
    #[serde(flatten)]
    pub head: RecordHeadView,
    /// How many turns and drops there were.
    pub plies: i64,
}

/// Finished games, newest first.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct RecordListView {
    pub records: Vec<RecordRowView>,
    /// Where older ones begin, to be sent as `before`; none if there are no more. There may be more although fewer than were
    /// asked for were found: a search looks only so far back.
    pub next: Option<String>,
}

impl From<&RecordHead> for RecordHeadView {
    fn from(head: &RecordHead) -> RecordHeadView {
        RecordHeadView {
            code: head.code.clone(),
            game: head.kind.clone(),
            setup: head.setup.clone(),
            rules_version: head.rules_version,
            started: machine_time(head.started_at),
            finished: machine_time(head.finished_at),
            clock: head.clock.clone(),
            seats: head.seats.iter().map(RecordSeatView::from).collect(),
            rated: head.rated,
            rating_weights: head.rating_weights.clone(),
            from: head.from.as_ref().map(RecordFromView::from),
            shared_devices: head.shared_devices(),
            ending: head.ending.clone(),
        }
    }
}

impl From<&RecordSeat> for RecordSeatView {
    fn from(seat: &RecordSeat) -> RecordSeatView {
        RecordSeatView {
            seat: seat.seat,
            name: seat.name.clone(),
            guest: seat.guest,
            rank: seat.rank,
            bot: seat.bot,
            program: is_program(seat.player),
            owner: seat.owner.clone(),
            rating: seat.rating.map(Into::into),
        }
    }
}

impl From<&RecordOrigin> for RecordFromView {
    fn from(RecordOrigin { code, turn }: &RecordOrigin) -> RecordFromView {
        RecordFromView {
            code: code.clone(),
            turn: *turn,
        }
    }
}

impl From<&RecordTurn> for RecordTurnView {
    fn from(turn: &RecordTurn) -> RecordTurnView {
        RecordTurnView {
            turn: turn.text.clone(),
            at: turn.at,
            spent: turn.spent,
            reason: turn.reason,
        }
    }
}

impl RecordView {
    pub fn new(record: &Record, rating_note: Option<&'static str>) -> RecordView {
        RecordView {
            head: RecordHeadView::from(&record.head),
            rating_note,
            turns: record.turns.iter().map(RecordTurnView::from).collect(),
        }
    }
}

impl From<&RecordHead> for RecordRowView {
    fn from(head: &RecordHead) -> RecordRowView {
        RecordRowView {
            head: RecordHeadView::from(head),
            plies: head.plies,
        }
    }
}
