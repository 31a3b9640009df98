//! The record of a finished game: everything its page shows, so that later rules never change or hide it.

pub mod chain;
pub mod day_list;
pub(super) mod devices;
pub mod ending;
pub mod filter;
pub mod seat_outcome;

use crate::ids::{PlayerId, TableCode, TableId};
use crate::model::player::bot::{BotLevel, is_program};
use crate::model::player::rating::RatingChange;
use crate::model::record::ending::DropReason;
use crate::time::UnixMs;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A finished game without its turns, as lists show it.
#[derive(Clone, Debug, PartialEq)]
pub struct RecordHead {
    pub table: TableId,
    pub code: TableCode,
    pub kind: String,
    pub setup: String,
    pub rules_version: i64,
    /// How to read `ending` and the turns.
    pub format: i64,
    /// Listed for everybody, or for its players only.
    pub public: bool,
    pub started_at: UnixMs,
    pub finished_at: UnixMs,
    pub plies: i64,
    /// Ranks, scores and the reason, in the form of `format`.
    pub ending: Value,
    /// As [`ClockTerms`] writes it; `None` without clocks.
    pub clock: Option<String>,
    pub rated: bool,
    /// How much the result of each pair of seats counted, as [`after_game`](crate::model::player::rating::after_game)
    /// takes it. `None` in games that changed no ratings, and in those of versions in which all results counted
    /// alike.
    pub rating_weights: Option<Vec<f64>>,
    /// The position that the game went on from. Such a game counts in no statistics.
    pub from: Option<RecordOrigin>,
    /// In order of the seats.
    pub seats: Vec<RecordSeat>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordOrigin {
    pub code: TableCode,
    pub turn: i64,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    pub head: RecordHead,
    /// In order, drops included.
    pub turns: Vec<RecordTurn>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordTurn {
    pub text: String,
    pub at: UnixMs,
    /// How much time the seat used, in milliseconds; `None` without clocks, and for a seat that dropped out of turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spent: Option<i64>,
    /// `None` for a turn, and for a seat that resigned.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<DropReason>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct RecordSeat {
    /// From 1, in order of play.
    pub seat: i64,
    pub player: PlayerId,
    pub name: String,
    /// 1 is best; equal ranks are shared.
    pub rank: i64,
    pub guest: bool,
    /// The level of a bot.
    pub bot: Option<BotLevel>,
    /// The name that the owner of a member's bot has by now. It is not part of the record.
    pub owner: Option<String>,
    /// Whose device the seat was on when the game began, if others were on it too.
    pub device: Option<PlayerId>,
    /// Computed by the store.
    pub rating: Option<RatingChange>,
}

/// The format of the setup, the turns and the ending in the store; a later one reads this one too.
pub const FORMAT: i64 = 1;

impl Record {
    /// Whether the player of a seat, from 1, stayed to the end. Resigning counts as staying if it ended the game.
    pub fn stayed(&self, seat: i64) -> bool {
        let dropped = format!("drop:{seat}");
        let Some(at) = self.turns.iter().position(|turn| turn.text == dropped) else {
            return true;
        };
        self.turns[at].reason.is_none() && at + 1 == self.turns.len()
    }

    /// Whether a rated game changes ratings: not if it ended, otherwise than by its rules, before each seat could
    /// play a turn.
    pub fn counts(&self) -> bool {
        let dropped = |turn: &&RecordTurn| turn.text.starts_with("drop:");
        let turns = self.turns.len() - self.turns.iter().filter(dropped).count();
        turns >= self.head.seats.len() || self.head.ending["reason"] == "rules"
    }

    /// Games that went on from another one are left out: they tell nothing about the beginning of a game.
    pub fn is_in_statistics(&self) -> bool {
        self.head.from.is_none()
    }
}

impl RecordHead {
    /// Whether any seat was a bot's at the end.
    pub fn has_bots(&self) -> bool {
        self.seats
            .iter()
            .any(|seat| seat.bot.is_some() || is_program(seat.player))
    }

    /// The seats, from 1, that were on one device when the game began, device by device.
    pub fn shared_devices(&self) -> Vec<Vec<u8>> {
        let owners: Vec<Option<PlayerId>> = self.seats.iter().map(|seat| seat.device).collect();
        devices::shared(&owners)
    }
}
