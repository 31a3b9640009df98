//! What the page of a table or a record is made with.

use std::sync::Arc;

use serde::Serialize;
use serde_json::value::RawValue;

use super::chat::ChatView;
#[cfg(test)]
use super::kind::KindView;
use super::player::PlayerView;
use super::table::RematchView;
#[cfg(test)]
use super::table::TableView;
use crate::ids::TableCode;
use crate::seq::Seq;
use crate::time::UnixMs;

/// The data that the page of a table or a record carries for its script (`<script type="application/json" id="table">`).
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PageView {
    #[cfg_attr(test, ts(as = "KindView"))]
    pub kind: Arc<RawValue>,
    /// The number of the last event in `table`.
    pub seq: Seq,
    /// The table as it was when the page was made.
    #[cfg_attr(test, ts(as = "TableView"))]
    pub table: Arc<RawValue>,
    /// Who the cookie says you are.
    pub you: Option<PlayerView>,
    /// The name to offer to a newcomer who takes a chair.
    pub suggested_name: String,
    /// Whether there is a socket to open: not for a finished game whose rematch is known, or that ended long ago.
    pub live: bool,
    /// What was written at the table, once its game is over.
    pub chat: Option<ChatView>,
    /// The server's time when the page was made, which is that of deadlines; none once the game is over.
    pub now: Option<UnixMs>,
    /// For how many milliseconds a player has to be away before they can be nudged, or their seat asked for.
    pub nudge_after: i64,
    /// The whole address of this page, to be shared.
    pub link: String,
    /// The other tables where it is your turn, in the order of `/my`.
    pub turns: Vec<TableCode>,
    /// How many turns and drops there were when you last had the table in sight, if you play there and ever had.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub looked: Option<u32>,
    /// The rematch, if the game is over and one was proposed.
    pub rematch: Option<RematchView>,
}
