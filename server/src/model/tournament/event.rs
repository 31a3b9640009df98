//! Events: the entries of a tournament's log.

use serde::{Deserialize, Serialize};

use super::terms::TournamentTerms;
use super::words::Reason;
use crate::ids::{PlayerId, TableCode, TableId};
use crate::model::record::seat_outcome::SeatOutcome;
use crate::time::UnixMs;

/// One fact about a tournament. Serialized, it is an event body of the newest format: see [`stored`](super::stored).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum TournamentEvent {
    /// Always the first event. Who created it is its director.
    Created {
        terms: TournamentTerms,
        director: PlayerId,
    },
    /// A player takes part from the next round on.
    SignedUp {
        player: PlayerId,
        /// Their rating in the game at that time, if they have one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rating: Option<i32>,
    },
    /// A player takes part no more, unless they sign up again.
    Withdrew {
        player: PlayerId,
    },
    /// A player is there for the start.
    Confirmed {
        player: PlayerId,
    },
    /// A guest has signed in: their account takes part in their place, and has what they have reached.
    PassedOn {
        from: PlayerId,
        to: PlayerId,
    },
    /// The first round is about to be made.
    Begun {
        /// Those who take part from the beginning.
        players: Vec<PlayerId>,
        /// How many rounds there are going to be.
        rounds: u16,
        seed: u64,
        /// All rounds, where they are made once; empty where each is made of the results before.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        schedule: Vec<ScheduledRound>,
    },
    Paired {
        /// Counted from 1. In a league it is a season.
        round: u16,
        seed: u64,
        tables: Vec<PairedTable>,
        byes: Vec<PlayerId>,
        /// Of a season, the highest first.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        divisions: Vec<Vec<PlayerId>>,
    },
    TableFinished {
        table: TableId,
        /// In the order of the table's players.
        seats: Vec<SeatOutcome>,
    },
    /// The director changed the result of a table.
    Corrected {
        by: PlayerId,
        table: TableId,
        seats: Vec<SeatOutcome>,
        why: Reason,
    },
    /// The director chose another time for the start.
    StartMoved {
        by: PlayerId,
        starts_at: UnixMs,
        why: Reason,
    },
    /// The operator of the server gave it another director.
    DirectorChanged {
        director: PlayerId,
    },
    /// It does not take place, or ends early, and nobody has won it.
    Cancelled {
        /// `None` if too few players came, or the operator of the server says why.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<PlayerId>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        why: Option<Reason>,
    },
    Finished,
}

/// A round of a schedule, before anybody has dropped out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScheduledRound {
    /// In the order of play.
    pub tables: Vec<Vec<PlayerId>>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub byes: Vec<PlayerId>,
}

/// A table of a round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PairedTable {
    /// The table to be played at. `None` where too few have come to play: they share the first place.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<NewGame>,
    /// In the order of play.
    pub players: Vec<PlayerId>,
    /// Those who would sit here by the schedule, and take part no more.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub absent: Vec<PlayerId>,
}

/// A table that is to be made. Made again, it is the same one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NewGame {
    pub id: TableId,
    pub code: TableCode,
}
