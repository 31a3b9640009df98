//! Projections: what lists need, written in the same transaction as the event that changed it.

use crate::ids::{PlayerId, TableCode, TableId};
use crate::model::record::Record;
use crate::seq::Seq;

/// One row, or change of a row, that is written together with an event or not at all.
#[derive(Clone, Debug, PartialEq)]
pub enum Projection {
    /// The table itself: this is its first event.
    Table(NewTable),
    /// How the table stands after the event, as lists show it.
    TableState(TableState),
    /// A player holds a chair (before the start) or a seat (after it), under this name.
    Seated {
        player: PlayerId,
        name: String,
        /// Which chair or seat, from 0.
        seat: u8,
    },
    /// A player holds no chair or seat any more. The name stays, for the events that mention them.
    Unseated {
        player: PlayerId,
    },
    /// A public table waits for players: lobbies list it.
    Listed {
        /// When its host took the first chair, in unix milliseconds.
        at: i64,
        /// Until when its free chairs are kept for those they belong to, if they are.
        kept_until: Option<i64>,
        /// Who opened it; the owner of the device if that is somebody else.
        by: PlayerId,
    },
    Unlisted,
    /// A rematch of this table's game was proposed.
    RematchProposed {
        /// The table where it is played.
        table: TableId,
        code: TableCode,
        /// The name of the player who proposed it.
        by: String,
    },
    /// The seat transfer link with this secret was used. A link that is used, revoked or expired refuses the event.
    TransferLinkUsed {
        /// The SHA-256 of the secret.
        hash: [u8; 32],
        by: PlayerId,
    },
    /// The game ended, and this is its record.
    Record(Box<Record>),
}

/// A table that its first event creates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewTable {
    pub id: TableId,
    pub code: TableCode,
    pub kind: String,
    pub public: bool,
    /// Unix milliseconds.
    pub created_at: i64,
}

/// How a table stands, as lists show it: one row for each table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableState {
    /// The number of the event after which this holds.
    pub seq: Seq,
    pub phase: TablePhase,
    /// The variant of the game; empty where it has none.
    pub variant: String,
    pub seats: u8,
    pub public: bool,
    pub rated: bool,
    /// How much time the seats have, as [`ClockTerms`](crate::model::terms::ClockTerms) writes it; none without clocks.
    pub clock: Option<String>,
    /// The player to move, while the game is on.
    pub to_move: Option<PlayerId>,
    /// When something is due at the table by itself, in unix milliseconds.
    pub deadline: Option<i64>,
    /// When the event was made, in unix milliseconds.
    pub changed_at: i64,
}

/// How far a table has come. Stored as text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TablePhase {
    /// The game has not begun.
    Waiting,
    Playing,
    Over,
}

impl TablePhase {
    /// The text that is stored.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Playing => "playing",
            Self::Over => "over",
        }
    }
}

/// A text that names no phase.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is no phase of a table")]
pub struct UnknownPhase(String);

impl TryFrom<String> for TablePhase {
    type Error = UnknownPhase;

    fn try_from(text: String) -> Result<Self, UnknownPhase> {
        let phases = [Self::Waiting, Self::Playing, Self::Over];
        let found = phases.into_iter().find(|phase| phase.name() == text);
        found.ok_or(UnknownPhase(text))
    }
}
