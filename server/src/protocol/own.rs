//! The lines of the stream of everything that concerns a player.

use serde::Serialize;
use utoipa::ToSchema;

use super::stream::StreamEnd;
use super::table::PhaseName;
use crate::ids::TableCode;
use crate::model::log::proposal::Proposal;
use crate::seq::Seq;
use crate::time::UnixMs;

/// A line of the stream of everything that concerns the player of a token.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(tag = "t", rename_all = "snake_case")]
pub enum OwnLine {
    /// A table as it is now: each of the player's own at first, and again whenever something has happened there.
    Table(OwnTableView),
    /// The last line.
    End {
        why: StreamEnd,
        /// For people.
        sentence: &'static str,
    },
}

/// One of a player's own tables.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct OwnTableView {
    pub code: TableCode,
    /// The number of the last event there. What happened since another number is at `/api/tables/{code}/events?after=`.
    pub seq: Seq,
    /// When that was.
    pub at: UnixMs,
    pub phase: PhaseName,
    pub place: Place,
    pub your_turn: bool,
    /// Whether others have nudged the player, who has not been there since.
    pub nudged: bool,
    /// What is so now, and was not in the line about this table before. None of it where something else has happened, which is
    /// among the events of the table.
    pub news: Vec<News>,
    /// What the player is asked to agree to. In the first line about a table it may be missing.
    pub offer: Option<OwnOffer>,
    /// After the game: the table where it can be played again, if somebody has proposed that.
    pub rematch: Option<TableCode>,
}

/// What there may be to tell of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum News {
    /// The player is invited, or challenged.
    Invited,
    /// The game is on.
    Begun,
    /// The table waits for the player, or does so again after other turns.
    YourTurn,
    /// The player is asked to agree to something.
    Offer,
    /// The game is over.
    Over,
    /// Somebody has proposed to play again.
    Rematch,
}

/// What a player is asked to agree to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct OwnOffer {
    /// The number of its event, which an answer names.
    pub id: Seq,
    pub proposal: Proposal,
}

/// What a player has to do with a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Place {
    /// They sit there.
    Seated,
    /// They are invited, and have neither sat down nor declined.
    Invited,
    /// Nothing more: the game is over, or they have left it.
    Left,
}

impl From<StreamEnd> for OwnLine {
    fn from(why: StreamEnd) -> OwnLine {
        let sentence = why.sentence();
        OwnLine::End { why, sentence }
    }
}
