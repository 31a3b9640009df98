//! What players can offer each other during a game.

use serde::{Deserialize, Serialize};
use thicket_rules::Seat;

use crate::ids::PlayerId;
use crate::model::player::bot::BotLevel;

/// What can be offered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "what", rename_all = "snake_case")]
pub enum Proposal {
    /// To end a game of two seats as a draw.
    Draw,
    /// To end a game of more seats, and to score the board as it stands.
    Score,
    TakeBack {
        turns: u32,
    },
    /// To go on without a seat whose player is away.
    Drop {
        /// Which, from 1.
        seat: u8,
    },
    /// To have a bot play on for a seat: one's own, or that of a player who is away.
    Bot {
        /// Which, from 1.
        seat: u8,
        level: BotLevel,
    },
    /// To give the seat of a player who is away, or of a bot, to somebody who watches and asked for it.
    HandOver {
        to: PlayerId,
    },
}

impl Proposal {
    /// Whether the player of this seat leaves it to a bot. That is not about the position, so it may be offered whatever has been
    /// played meanwhile.
    pub(in crate::model) fn gives_up(&self, own: Seat) -> bool {
        matches!(self, Proposal::Bot { seat, .. } if *seat == own.number())
    }
}
