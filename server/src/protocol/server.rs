//! The messages to a browser.

use std::sync::Arc;

use axum::extract::ws::Utf8Bytes;
use serde::Serialize;
use serde_json::value::RawValue;

use super::chat::{ChatView, LineView};
use super::event::EventView;
use super::plan::PlanView;
use super::player::{AwayView, PlayerView};
use super::preview::PreviewView;
#[cfg(test)]
use super::table::TableView;
use crate::ids::{CommandId, PlayerId, TableCode};
use crate::model::refusal::RefusalCode;
use crate::seq::Seq;
use crate::time::UnixMs;

/// A message from the server.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "t", rename_all = "snake_case")]
pub enum ServerMessage {
    /// The answer to `hello`: who you are. A snapshot or the missed events follow.
    Welcome {
        /// The protocol version of the server.
        version: u32,
        /// Who the cookie says you are.
        you: Option<PlayerView>,
        /// The server's time: that of deadlines.
        now: UnixMs,
    },
    /// The whole table as it is after event `seq`.
    Snapshot {
        /// The number of the last event in it.
        seq: Seq,
        #[cfg_attr(test, ts(as = "TableView"))]
        table: Arc<RawValue>,
    },
    /// One more event. The same message goes to everybody.
    Event {
        /// Its number: one more than the last one's.
        seq: Seq,
        at: UnixMs,
        event: EventView,
    },
    /// The live state of the table; each such message replaces the one before.
    Live {
        /// The seated players who are connected.
        present: Vec<PlayerId>,
        /// The players of a game who are not.
        away: Vec<AwayView>,
        /// At which turn the player to move was nudged last.
        nudged: Option<u32>,
        /// How many others watch.
        watchers: u32,
        /// Milliseconds until the game starts, while a countdown runs.
        countdown: Option<u64>,
    },
    /// The other tables where it is your turn, in the order of `/my`; each such message replaces the one before.
    Turns {
        tables: Vec<TableCode>,
        /// Where the others have nudged you.
        nudged: Vec<TableCode>,
    },
    /// The plans of those on this device, which nobody else sees. Each such message replaces the one before, and before the first one
    /// after `welcome` there are none.
    Plans {
        plans: Vec<PlanView>,
    },
    /// The whole chat as you read it, instead of what you have: there is one, or you read other lines than before.
    Chat {
        chat: ChatView,
    },
    Said {
        line: LineView,
    },
    /// The host has silenced somebody who watches, or lets them write again. It is an entry of the chat.
    Silenced {
        n: u64,
        player: PlayerView,
        /// Whether they are silenced now.
        silenced: bool,
    },
    /// Your command is done: it is this event, or this entry of the chat.
    Done {
        id: CommandId,
        /// The number of the event or the entry.
        seq: u64,
    },
    /// Your message was refused; nothing changed.
    Refused {
        /// The command or the preview, if it could be read.
        id: Option<CommandId>,
        /// Why, for programs.
        code: RefusalCode,
        /// Why, for people.
        sentence: String,
    },
    Preview {
        /// The question.
        id: CommandId,
        /// What the steps would do.
        preview: PreviewView,
    },
    /// Keeps the connection alive.
    Pong {
        /// The server's time.
        now: UnixMs,
    },
}

/// Room for nearly every message but snapshots.
const USUAL_BYTES: usize = 512;

impl ServerMessage {
    /// The message as it goes over the wire.
    pub fn text(&self) -> Utf8Bytes {
        let mut text = Vec::with_capacity(USUAL_BYTES);
        serde_json::to_writer(&mut text, self).expect("message");
        // Tables keep many of these.
        text.shrink_to_fit();
        String::from_utf8(text).expect("JSON").into()
    }
}
