//! How a game ended.

use serde::{Deserialize, Serialize};
use thicket_rules::{AnyGame, Outcome};
use utoipa::ToSchema;

/// Stored in events and in records.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Ending {
    pub reason: Reason,
    /// By seat. Shared ranks are equal.
    pub ranks: Vec<u8>,
    /// By seat, a number for each of the game's scores.
    pub scores: Vec<Vec<u16>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    Rules,
    /// All other seats have dropped, the last one by resigning.
    Resignation,
    /// All other seats have dropped, the last one because its time ran out.
    Time,
    /// All other seats have dropped, the last one for being away.
    Away,
    /// All seats in play agreed on a draw.
    Agreement,
    /// All seats in play agreed to end the game with the board as it stands.
    Scored,
    /// Nobody played for a long time, and the game ended with the board as it stands.
    Abandoned,
}

/// Why a seat dropped out of its game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum DropReason {
    #[default]
    Resignation,
    Time,
    /// Its player was away, and the others agreed to go on.
    Away,
}

impl DropReason {
    /// The reason, unless it is the usual one.
    pub fn unless_resigned(self) -> Option<DropReason> {
        (!self.is_resignation()).then_some(self)
    }

    pub(in crate::model) fn is_resignation(&self) -> bool {
        *self == DropReason::Resignation
    }
}

impl Ending {
    pub fn new(game: &dyn AnyGame, outcome: &Outcome, reason: Reason) -> Ending {
        let count = game.info().scores.len();
        let scores = outcome.scores.as_slice().iter();
        Ending {
            reason,
            ranks: outcome.ranks.as_slice().to_vec(),
            scores: scores.map(|score| score[..count].to_vec()).collect(),
        }
    }
}

impl From<DropReason> for Reason {
    fn from(reason: DropReason) -> Reason {
        match reason {
            DropReason::Resignation => Reason::Resignation,
            DropReason::Time => Reason::Time,
            DropReason::Away => Reason::Away,
        }
    }
}

impl Reason {
    /// The word in record text, which has fewer.
    pub fn name(self) -> &'static str {
        match self {
            Reason::Rules => "rules",
            Reason::Resignation => "resignation",
            Reason::Time => "time",
            Reason::Agreement | Reason::Scored => "agreement",
            Reason::Away | Reason::Abandoned => "abandoned",
        }
    }
}
