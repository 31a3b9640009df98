//! What a browser receives of its table: what it has missed, or the whole table.

use std::mem::replace;
use std::sync::Arc;

use axum::extract::ws::Utf8Bytes;
use tokio::time::Instant;

use super::{Socket, device};
use crate::protocol::{AwayView, FeedPositions, ServerMessage};
use crate::room::{RoomStatus, TablePresence};
use crate::seq::Seq;

impl Socket {
    /// Sends what a browser that has so much is missing.
    pub(super) fn greet(&mut self, have: FeedPositions) {
        self.pending_hello = None;
        self.seen.presence = Arc::default();
        self.set_chat(have.chat);
        self.sent = have.table.filter(|&seq| self.is_in_feed(seq, have.at));
        if self.sent.is_none() {
            self.snapshot();
        }
        self.follow();
        self.send_turns();
    }

    /// Whether a browser whose last event has this number, and was made then, can go on from there. A database that failed may
    /// have another event of that number since.
    fn is_in_feed(&self, seq: Seq, at: Option<i64>) -> bool {
        let feed = &self.room.table().feed;
        feed.since(seq).is_some() && at.is_none_or(|at| feed.made_at(seq) == Some(at))
    }

    fn snapshot(&mut self) {
        let (seq, message) = {
            let table = self.room.table();
            (table.state.seq, table.snapshot_message())
        };
        self.sent = Some(seq);
        self.queued.push(message);
    }

    pub(super) fn follow(&mut self) {
        if let Some(message) = self.next_message() {
            self.queued.push(message);
            self.sent = self.sent.map(Seq::next);
            return;
        }
        let table = self.room.table();
        let state = &table.state;
        let seated = device::is_seated(state, &self.user);
        // A player who sat down or stood up is counted where they belong now. Nobody who is here already has to leave.
        if seated != self.seated {
            self.seated = seated;
            let _ = self.place.admit(seated, state.has_free_chair());
        }
        // Seen before the feed is read, so that nothing that comes later is taken for seen.
        let now = self.status.borrow_and_update().clone();
        let Some(sent) = self.sent else {
            self.seen = unsent(now);
            return;
        };
        let before = replace(&mut self.seen, now);
        let is_stale = self.seen.refreshed != before.refreshed;
        let presence =
            (!Arc::ptr_eq(&self.seen.presence, &before.presence)).then(|| Arc::clone(&self.seen.presence));
        let (seq, missed) = (table.feed.last(), table.feed.since(sent));
        let is_kept = missed.is_some() && !is_stale;
        let missed = missed.into_iter().flatten();
        self.queued.extend(missed.map(|entry| entry.message.clone()));
        let reader = device::speaker(state, &self.user);
        let reads = state.readable_audience(reader);
        let is_same_device = device::are_present(&self.visits, state, &self.user);
        drop(table);
        if !is_same_device {
            self.visits = device::visits(&self.room, &self.user);
        }
        match is_kept {
            true => self.sent = Some(seq),
            false => self.snapshot(),
        }
        let has_lost_lines = self.seen.chat_reads != before.chat_reads && self.has_later_lines();
        if is_stale || has_lost_lines {
            self.chat = None;
        }
        self.follow_chat(reads, reader);
        if let Some(presence) = presence {
            self.send_presence(&presence);
        }
    }

    /// The next event, if it is all that the browser is missing, as nearly always in a game.
    fn next_message(&mut self) -> Option<Utf8Bytes> {
        let sent = self.sent?;
        let now = self.status.borrow_and_update();
        now.next_message(&self.seen, sent).cloned()
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
        self.send(&message);
    }
}

/// A status as known to a browser that has not been told who is there.
pub(super) fn unsent(status: RoomStatus) -> RoomStatus {
    RoomStatus {
        presence: Arc::default(),
        ..status
    }
}
