//! What has happened at a table: the rows of its log.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use thicket_rules::GameKind;

use crate::ids::PlayerId;
use crate::protocol::{EndingView, Starter};

/// How the body of an event is read.
pub const EVENT_FORMAT: i64 = 1;

/// One fact about a table. Events are numbered from 1 and never change.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case", deny_unknown_fields)]
pub enum Event {
    /// The table was made, and the host took the first chair. Always the first event.
    Created {
        /// The game, the seats and how the first one is chosen.
        #[serde(flatten)]
        terms: Terms,
        /// Who made it.
        host: PlayerId,
    },
    /// Somebody took a chair.
    Sat {
        /// Who.
        player: PlayerId,
        /// Which, from 0.
        chair: u8,
    },
    /// Somebody left a chair.
    Stood {
        /// Who.
        player: PlayerId,
        /// Whether the host asked for it.
        removed: bool,
    },
    /// Somebody's chair or seat moved to another device, which is another player to us.
    Moved {
        /// Whose it was.
        from: PlayerId,
        /// Whose it is now.
        to: PlayerId,
    },
    /// Somebody else is the host now.
    HostChanged {
        /// Who.
        host: PlayerId,
    },
    /// The game began.
    Started {
        /// Who sits where, in order of play.
        seats: Vec<PlayerId>,
    },
    /// The seat to move took its turn.
    Played {
        /// The turn.
        steps: Vec<String>,
        /// How the game ended, if it did.
        ending: Option<Ending>,
    },
    /// A seat resigned.
    Dropped {
        /// Which, from 1.
        seat: u8,
        /// How the game ended, if it did.
        ending: Option<Ending>,
    },
    /// A seat offered a draw. The offer stands until the next turn or drop; all who are in play make it a draw.
    DrawOffered {
        /// Which, from 1.
        seat: u8,
        /// How the game ended, if this was the last one to agree.
        ending: Option<Ending>,
    },
}

impl Event {
    /// How the game ended by this event, if it did.
    pub fn ending(&self) -> Option<&Ending> {
        match self {
            Event::Played { ending, .. }
            | Event::Dropped { ending, .. }
            | Event::DrawOffered { ending, .. } => ending.as_ref(),
            _ => None,
        }
    }
}

/// How a game ended: what the rules say of it, and why.
pub type Ending = EndingView;

/// What is chosen when a table is made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Terms {
    /// The game.
    #[serde(serialize_with = "kind_to_text", deserialize_with = "kind_from_text")]
    pub kind: GameKind,
    /// How many seats.
    pub seats: u8,
    /// The variant; empty where the game has none.
    pub variant: String,
    /// How the first seat is chosen.
    pub starter: Starter,
    /// Whether lists may show the table.
    pub public: bool,
}

fn kind_to_text<S: Serializer>(kind: &GameKind, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(kind)
}

fn kind_from_text<'de, D: Deserializer<'de>>(deserializer: D) -> Result<GameKind, D::Error> {
    String::deserialize(deserializer)?
        .parse()
        .map_err(de::Error::custom)
}
