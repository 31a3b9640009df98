//! The messages of the socket of a page with lists. They only say that a list has changed: the page fetches it at its address.

use axum::extract::ws::Utf8Bytes;
use serde::Serialize;

#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum ListName {
    /// Tables that can be joined or watched.
    Lobby,
    /// The viewer's own tables.
    Yours,
}

/// A message of the socket of a page with lists.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "t", rename_all = "snake_case")]
pub enum ListMessage {
    /// The present version of a list: sent when the socket opens, and after every change.
    Changed {
        list: ListName,
        /// Equal to the version in the list on the page, if that is the same.
        version: String,
    },
    /// Keeps the connection alive.
    Pong {},
}

impl ListMessage {
    pub fn text(&self) -> Utf8Bytes {
        serde_json::to_string(self).expect("message").into()
    }
}
