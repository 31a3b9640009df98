//! Projections: rows for lists, written in the transaction of the event that changed them.

use super::notice::Notice;
use crate::ids::{ClubId, PlayerId, TableCode, TableId, TournamentId};
use crate::model::record::Record;
use crate::model::record::chain::Chain;
use crate::model::record::seat_outcome::SeatOutcome;
use crate::seq::Seq;
use crate::time::UnixMs;

/// One row, or change of a row, that is written together with an event or not at all.
#[derive(Clone, Debug, PartialEq)]
pub enum Projection {
    Table(NewTable),
    TableState(TableState),
    /// A player holds a chair (before the start) or a seat (after it), under this name.
    Seated {
        player: PlayerId,
        name: String,
        /// Counted from 0.
        seat: u8,
    },
    /// A player gave up a chair or seat. The name stays, for the events that mention them.
    Unseated {
        player: PlayerId,
    },
    /// A public table waits for players: lobbies list it.
    Listed {
        /// When its host took the first chair.
        at: UnixMs,
        /// Until when its free chairs are kept for those they belong to, if they are.
        kept_until: Option<UnixMs>,
        /// Who opened it; the owner of the device if that is somebody else.
        by: PlayerId,
    },
    Unlisted,
    /// A player is asked to come to a new table.
    Invited {
        player: PlayerId,
        by: PlayerId,
    },
    RematchProposed {
        table: TableId,
        code: TableCode,
        /// The name of the player who proposed it.
        by: String,
    },
    /// The seat transfer link with this secret was used. If it is used, revoked or expired already, the event is
    /// refused.
    TransferLinkUsed {
        /// The SHA-256 of the secret.
        hash: [u8; 32],
        by: PlayerId,
    },
    Record(Box<Record>),
    /// The checksum of the game that has ended.
    Checksum(Box<Chain>),
    /// The players are asked whether the game goes on, and can answer until then.
    AskedToGoOn {
        until: UnixMs,
    },
    /// The table belongs to a club.
    ClubTable(ClubId),
    /// The game of a tournament's table has begun.
    TournamentTableBegun,
    /// A game of a tournament is over.
    TournamentResult(TournamentResult),
    /// A player is told of it, if they have a channel for that.
    Notice(Notice),
}

/// What a tournament is told of the end of one of its games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TournamentResult {
    pub tournament: TournamentId,
    /// In the order in which the tournament seated them.
    pub seats: Vec<SeatOutcome>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewTable {
    pub id: TableId,
    pub code: TableCode,
    pub kind: String,
    pub public: bool,
    pub created_at: UnixMs,
}

/// How a table stands, as lists show it: one row for each table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableState {
    pub seq: Seq,
    pub phase: TablePhase,
    /// Empty where the game has none.
    pub variant: String,
    pub seats: u8,
    pub public: bool,
    pub rated: bool,
    /// As [`ClockTerms`](crate::model::terms::ClockTerms) writes it; `None` without clocks.
    pub clock: Option<String>,
    /// Whether the other player may take the side that has played the first turn, if two play.
    pub pie_rule: bool,
    pub to_move: Option<PlayerId>,
    /// When something is due at the table by itself.
    pub deadline: Option<UnixMs>,
    pub changed_at: UnixMs,
    /// How many turns and drops there were; `None` where an older version wrote the row.
    pub plies: Option<u32>,
}

/// Stored as text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TablePhase {
    Waiting,
    Playing,
    Over,
}

impl TablePhase {
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Playing => "playing",
            Self::Over => "over",
        }
    }
}

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
