//! What a browser receives of its table: what it has missed, or the whole table.

use std::mem::replace;
use std::sync::Arc;

use axum::extract::ws::Utf8Bytes;
use tokio::time::Instant;

use super::plans::plans_here;
use super::{End, Socket};
use crate::model::refusal::{Refusal, RefusalCode as Code};
use crate::protocol::{AwayView, ChatPosition, FeedPositions, PlanView, PlayerView, ServerMessage, VERSION};
use crate::room::{Room, RoomStatus, TablePresence};
use crate::seq::Seq;
use crate::time::{UnixMs, monotonic_unix_ms};

/// What a browser has of its table.
pub(super) struct Has {
    /// The number of the last event; nothing before its `hello`.
    pub(super) sent: Option<Seq>,
    /// What it has of the chat.
    pub(super) chat: Option<ChatPosition>,
    /// The plans of those on its device.
    pub(super) plans: Vec<PlanView>,
    /// The status up to which everything was sent.
    seen: RoomStatus,
}

impl Has {
    /// That of a browser that has not said hello.
    pub(super) fn nothing(room: &Room) -> Has {
        Has {
            sent: None,
            chat: None,
            plans: Vec::new(),
            seen: unsent(room.status().borrow().clone()),
        }
    }
}

impl Socket {
    /// Joining, coming back and having fallen behind are one path: what is missing is sent, else a snapshot.
    pub(super) fn welcome(&mut self, version: u32, have: FeedPositions) -> Result<(), End> {
        if self.rates.hellos.check().is_err() {
            return self.too_fast(None);
        }
        let you = self.user.player.as_ref().map(PlayerView::from);
        self.wire.send(&ServerMessage::Welcome {
            version: VERSION,
            you,
            now: monotonic_unix_ms(),
        });
        if version != VERSION {
            let refusal = Refusal::new(Code::Version, "There is a new version of this page.");
            return self.refuse(None, refusal);
        }
        if have.table > Some(self.room.table().state.seq) {
            let room = self.room.clone();
            self.has.sent = None;
            self.pending_hello = Some(Box::pin(async move {
                room.catch_up().await;
                have
            }));
        } else {
            self.greet(have);
        }
        Ok(())
    }

    /// Sends what a browser that has so much is missing.
    pub(super) fn greet(&mut self, have: FeedPositions) {
        self.pending_hello = None;
        self.has.seen.presence = Arc::default();
        self.has.plans = Vec::new();
        self.set_chat(have.chat);
        self.has.sent = have.table.filter(|&seq| self.is_in_feed(seq, have.at));
        if self.has.sent.is_none() {
            self.snapshot();
        }
        self.follow();
        self.send_turns();
    }

    /// Whether a browser whose last event has this number, and was made then, can go on from there. A database that failed may
    /// have another event of that number since.
    fn is_in_feed(&self, seq: Seq, at: Option<UnixMs>) -> bool {
        let feed = &self.room.table().feed;
        feed.since(seq).is_some() && at.is_none_or(|at| feed.made_at(seq) == Some(at))
    }

    fn snapshot(&mut self) {
        let (seq, message) = {
            let table = self.room.table();
            (table.state.seq, table.snapshot_message())
        };
        self.has.sent = Some(seq);
        self.wire.queued.push(message);
    }

    pub(super) fn follow(&mut self) {
        if let Some(message) = self.next_message() {
            self.wire.queued.push(message);
            self.has.sent = self.has.sent.map(Seq::next);
            return;
        }
        let table = self.room.table();
        let state = &table.state;
        self.here.take_place(state, &self.user);
        // Seen before the feed is read, so that nothing that comes later is taken for seen.
        let now = self.status.borrow_and_update().clone();
        let Some(sent) = self.has.sent else {
            self.has.seen = unsent(now);
            return;
        };
        let before = replace(&mut self.has.seen, now);
        let is_stale = self.has.seen.refreshed != before.refreshed;
        let presence = (!Arc::ptr_eq(&self.has.seen.presence, &before.presence))
            .then(|| Arc::clone(&self.has.seen.presence));
        let (seq, missed) = (table.feed.last(), table.feed.since(sent));
        let is_kept = missed.is_some() && !is_stale;
        let missed = missed.into_iter().flatten();
        self.wire.queued.extend(missed.map(|entry| entry.message.clone()));
        let reader = self.user.id().map(|own| state.speaker(own));
        let reads = state.readable_audience(reader);
        let is_same_device = self.here.are_present(state, &self.user);
        let plans = plans_here(&table, &self.user);
        drop(table);
        if !is_same_device {
            self.here.visit(&self.room, &self.user);
        }
        match is_kept {
            true => self.has.sent = Some(seq),
            false => self.snapshot(),
        }
        let has_lost_lines = self.has.seen.chat_reads != before.chat_reads && self.has_later_lines();
        if is_stale || has_lost_lines {
            self.has.chat = None;
        }
        self.follow_chat(reads, reader);
        self.send_plans(plans);
        if let Some(presence) = presence {
            self.send_presence(&presence);
        }
    }

    /// The next event, if it is all that the browser is missing, as nearly always in a game.
    fn next_message(&mut self) -> Option<Utf8Bytes> {
        let sent = self.has.sent?;
        let now = self.status.borrow_and_update();
        now.next_message(&self.has.seen, sent).cloned()
    }

    fn send_presence(&mut self, presence: &TablePresence) {
        let left = |start: Instant| start.saturating_duration_since(Instant::now()).as_millis() as u64;
        let message = ServerMessage::Live {
            present: presence.present.clone(),
            away: presence
                .away
                .iter()
                .map(|&(player, since)| AwayView::new(player, since))
                .collect(),
            nudged: presence.nudged,
            watchers: presence.watchers,
            countdown: presence.start.map(left),
        };
        self.wire.send(&message);
    }
}

/// A status as known to a browser that has not been told who is there.
fn unsent(state: RoomStatus) -> RoomStatus {
    RoomStatus {
        presence: Arc::default(),
        ..state
    }
}
