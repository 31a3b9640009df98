//! What people ask a table to do, and what it answers.

use crate::ids::{CommandId, PlayerId};
use crate::names::PlayerName;
use crate::protocol::RefusalCode;

/// A wish of somebody, to be decided on.
#[derive(Clone, Debug)]
pub struct Command {
    /// Made by the browser: the same id again is the same wish.
    pub id: CommandId,
    /// Whose wish.
    pub by: PlayerId,
    /// What for.
    pub wish: Wish,
}

/// What can be wished for.
#[derive(Clone, Debug)]
pub enum Wish {
    /// To take a chair.
    Sit {
        /// Which, from 0.
        chair: u8,
        /// Under which name.
        name: PlayerName,
    },
    /// To leave the chair.
    Stand,
    /// That somebody else leaves their chair.
    Remove {
        /// Who.
        player: PlayerId,
    },
    /// To have somebody's seat moved here, by their link.
    Take {
        /// Whose seat.
        from: PlayerId,
        /// The hash of the link's secret, which is used up.
        hash: [u8; 32],
    },
    /// To play a turn.
    Play {
        /// How many plies the game had when the turn was composed.
        turn: u32,
        /// The turn.
        steps: Vec<String>,
    },
    /// To leave the game.
    Resign,
    /// That the game be a draw, or to agree to it.
    OfferDraw,
}

/// Why a wish is not granted. Nothing changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// For programs.
    pub code: RefusalCode,
    /// For people.
    pub sentence: String,
}

impl Refusal {
    /// A refusal with its sentence.
    pub fn new(code: RefusalCode, sentence: impl Into<String>) -> Refusal {
        Refusal {
            code,
            sentence: sentence.into(),
        }
    }

    /// Surely not done, for no fault of the one who asked.
    pub fn try_again() -> Refusal {
        Refusal::new(
            RefusalCode::TryAgain,
            "The table is just being brought back. Please try again.",
        )
    }

    /// Perhaps done.
    pub fn unknown() -> Refusal {
        let sentence = "It is not known yet whether that was done. The table will show it in a moment.";
        Refusal::new(RefusalCode::Unknown, sentence)
    }
}

/// The answer to a command: the number of its event, or a refusal.
pub type Answer = Result<u64, Refusal>;
