//! The messages of the socket of a page with lists. They only say that a list has changed: the page fetches it at its address.

use axum::extract::ws::Utf8Bytes;
use serde::Serialize;

/// A list that pages show.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum ListName {
    /// What can be joined and watched.
    Lobby,
    /// The viewer's own tables.
    Yours,
}

/// A message of the socket of a page with lists.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "t", rename_all = "snake_case")]
pub enum ListMessage {
    /// Which version of a list there is now: said when the socket opens, and after every change.
    Changed {
        /// The list.
        list: ListName,
        /// What the list on the page says of itself, if it is the same.
        version: String,
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
