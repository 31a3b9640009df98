//! Turns given as text: what one would do, and why one cannot be played.

use std::fmt;

use crate::clicks::ClickTree;
use crate::guide::Guide;
use crate::outcome::Status;
use crate::picture::Change;
use crate::position::ParseStep;
use crate::seat::BySeat;
use crate::text::excerpt;

/// What some steps do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TurnEffect {
    /// What they change on the board, in order.
    pub changes: Vec<Change>,
    /// Whether they complete the turn. If not, the same seat has to go on.
    pub complete: bool,
    /// Who is to move afterwards, or how the game ends, by repetition too.
    pub status: Status,
}

/// What some steps would do, with all that a player who is composing a turn needs to see.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Preview {
    /// What the steps change on the board, in order.
    pub changes: Vec<Change>,
    /// Whether they complete the turn.
    pub complete: bool,
    /// What the step `end` would change besides; none if the turn cannot be ended by it here.
    pub end: Option<Vec<Change>>,
    /// What the seats would hold, in the order of [`Info::tallies`](crate::Info::tallies).
    pub tallies: Vec<BySeat<u16>>,
    /// The steps that can follow; empty if the turn is complete.
    pub clicks: ClickTree,
    /// What the player is asked for next; empty if the turn is complete.
    pub guide: Guide,
    /// What the steps cost the seat, in sentences; empty if they cost nothing.
    pub cost: String,
}

/// The turn cannot be played as it was given. Nothing was changed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TurnRefusal {
    /// A step is not spelt like any step of the game.
    Malformed {
        /// How it is spelt.
        step: String,
    },
    /// A step is not legal where it comes.
    Illegal {
        /// The step.
        step: String,
        /// A sentence that says why.
        reason: String,
    },
    /// The turn is over before this step.
    TurnOver {
        /// The step.
        step: String,
    },
    /// More steps must follow.
    Unfinished,
}

impl fmt::Display for TurnRefusal {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            TurnRefusal::Malformed { step } => write!(f, "{}: {ParseStep}", excerpt(step)),
            // Most reasons name the place themselves; of several steps, one must know which.
            TurnRefusal::Illegal { step, reason } if reason.starts_with(step) => f.write_str(reason),
            TurnRefusal::Illegal { step, reason } => write!(f, "{}: {reason}", excerpt(step)),
            TurnRefusal::TurnOver { step } => {
                write!(f, "{}: the turn is over before this step", excerpt(step))
            }
            TurnRefusal::Unfinished => write!(f, "the turn is not finished"),
        }
    }
}

impl std::error::Error for TurnRefusal {}
