//! Lists of tables, as a browser sees them, and the messages of the socket that keeps them up to date.

use axum::extract::ws::Utf8Bytes;
use serde::Serialize;

use crate::ids::TableCode;

/// A table in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TableRowView {
    /// Its code in the address.
    pub code: TableCode,
    /// The name of the game in addresses.
    pub kind: String,
    /// The game, with its variant.
    pub title: String,
    /// The names of those who sit there.
    pub people: Vec<String>,
    /// How many seats it has.
    pub seats: u8,
    /// How it stands: "2 of 4 players", "your turn".
    pub state: String,
    /// Whether it is the viewer's turn.
    pub your_turn: bool,
}

impl TableRowView {
    /// For each seat whether it is taken; nothing if all are.
    pub fn places(&self) -> Vec<bool> {
        let (taken, seats) = (self.people.len(), usize::from(self.seats));
        let seats = if taken < seats { seats } else { 0 };
        (0..seats).map(|seat| seat < taken).collect()
    }
}

/// What can be joined and watched.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LobbyView {
    /// Public tables that wait for players.
    pub waiting: Vec<TableRowView>,
    /// Public games that are being played.
    pub playing: Vec<TableRowView>,
}

/// A message of the socket of a page with lists.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "t", rename_all = "snake_case")]
pub enum ListMessage {
    /// What the lobby lists now; each such message replaces the one before.
    Lobby {
        /// The lists.
        lobby: LobbyView,
    },
    /// Where it is your turn; sent again whenever that or anything else about your tables has changed.
    Turns {
        /// The tables, where it has been for longest first.
        tables: Vec<TableCode>,
        /// Those of them where the others have nudged you.
        nudged: Vec<TableCode>,
    },
    /// Keeps the connection alive.
    Pong {},
}

impl ListMessage {
    /// The message as it goes over the wire.
    pub fn text(&self) -> Utf8Bytes {
        serde_json::to_string(self).expect("message").into()
    }
}
