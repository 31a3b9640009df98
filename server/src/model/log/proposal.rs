//! What players can propose to each other during a game.

use serde::{Deserialize, Serialize};
use thicket_rules::{Info, Seat};
use utoipa::ToSchema;

use crate::ids::PlayerId;
use crate::model::player::bot::BotLevel;

/// Seats are numbered from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "what", rename_all = "snake_case")]
pub enum Proposal {
    /// End a game of two seats as a draw.
    Draw,
    /// End a game of more seats, with the board as it stands.
    Score,
    TakeBack {
        turns: u32,
    },
    /// Go on without a seat whose player is away.
    Drop {
        seat: u8,
    },
    /// Have a bot play on for a seat: one's own, or that of a player who is away.
    Bot {
        seat: u8,
        level: BotLevel,
    },
    /// Give the seat of a player who is away, or of a bot, to a watcher who asked for it.
    HandOver {
        to: PlayerId,
    },
    /// End a game without a clock in which nobody has played for long. The table itself asks everybody; to decline is to go on.
    Abandon,
}

impl Proposal {
    /// As it is meant in a game, which may have no bots of that level.
    pub(in crate::model) fn in_game(self, game: &Info) -> Proposal {
        match self {
            Proposal::Bot { seat, level } => Proposal::Bot {
                seat,
                level: level.min(BotLevel::strongest(game)),
            },
            other => other,
        }
    }

    /// Whether the player of this seat leaves it to a bot. The position does not matter for that, so it may be
    /// offered whatever has been played meanwhile.
    pub(in crate::model) fn gives_up(&self, own: Seat) -> bool {
        matches!(self, Proposal::Bot { seat, .. } if *seat == own.number())
    }
}
