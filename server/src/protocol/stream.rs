//! The lines of streams that are followed over HTTP.

use std::sync::Arc;

use serde::Serialize;
use serde_json::value::RawValue;
use utoipa::ToSchema;

use super::event::EventView;
use super::lobby::LobbyView;
use super::tournament::TournamentView;
use crate::seq::Seq;
use crate::time::UnixMs;

/// A line of the stream of a table. Lines of events are the messages of sockets, which are made once for all.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(tag = "t", rename_all = "snake_case")]
pub enum TableLine {
    /// Something happened at the table.
    Event {
        /// Its number: one more than the last one's.
        seq: Seq,
        at: UnixMs,
        event: Box<EventView>,
    },
    /// The last line.
    End {
        why: StreamEnd,
        /// For people.
        sentence: &'static str,
    },
}

/// A line of the stream of the lobby.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(tag = "t", rename_all = "snake_case")]
pub enum LobbyLine {
    /// The whole lobby; each such line replaces the one before.
    Lobby {
        #[schema(value_type = LobbyView)]
        lobby: Arc<RawValue>,
    },
    /// The last line.
    End {
        why: StreamEnd,
        /// For people.
        sentence: &'static str,
    },
}

/// A line of the stream of a tournament.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(tag = "t", rename_all = "snake_case")]
pub enum TournamentLine {
    /// The whole tournament; each such line replaces the one before.
    Tournament { tournament: Box<TournamentView> },
    /// The last line.
    End {
        why: StreamEnd,
        /// For people.
        sentence: &'static str,
    },
}

/// Why a stream ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum StreamEnd {
    /// The game is over.
    Over,
    /// More events have happened than are kept for a reader who is slow. Ask again, from the last number.
    TooSlow,
    /// The server stops, or has lost its database. Ask again in a moment: another one may answer.
    Restart,
    /// The database has lost events that were sent. Read the whole table again.
    EventsLost,
    /// The table cannot be read now. Ask again in a moment.
    Unavailable,
    /// The token was revoked, or has ended.
    TokenEnded,
}

impl StreamEnd {
    /// For people.
    pub fn sentence(self) -> &'static str {
        match self {
            StreamEnd::Over => "The game is over.",
            StreamEnd::TooSlow => {
                "You have read too slowly: more has happened than is kept for you. Please ask again from the last number."
            }
            StreamEnd::Restart => "The server is stopping. Please ask again in a moment.",
            StreamEnd::EventsLost => {
                "The server’s database failed and lost some events. Please read the whole table again."
            }
            StreamEnd::TokenEnded => "The token of this stream was revoked or has ended.",
            StreamEnd::Unavailable => "This cannot be read right now. Please ask again in a moment.",
        }
    }
}

impl From<StreamEnd> for TableLine {
    fn from(why: StreamEnd) -> TableLine {
        let sentence = why.sentence();
        TableLine::End { why, sentence }
    }
}

impl From<StreamEnd> for LobbyLine {
    fn from(why: StreamEnd) -> LobbyLine {
        let sentence = why.sentence();
        LobbyLine::End { why, sentence }
    }
}

impl From<StreamEnd> for TournamentLine {
    fn from(why: StreamEnd) -> TournamentLine {
        let sentence = why.sentence();
        TournamentLine::End { why, sentence }
    }
}
