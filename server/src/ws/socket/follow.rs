//! What a browser is told of its table: what it has missed, or the whole table.

use std::sync::Arc;

use tokio::sync::watch;
use tokio::time::Instant;

use super::{Socket, device};
use crate::protocol::{AwayView, FeedPositions, ServerMessage};
use crate::room::{Live, LiveState};

impl Socket {
    /// Sends what a browser that has so much is missing.
    pub(super) fn greet(&mut self, have: FeedPositions) {
        self.pending_hello = None;
        self.last_live = None;
        self.take_chat(have.chat);
        self.sent = have
            .table
            .filter(|&have| self.room.table().feed.since(have).is_some());
        if self.sent.is_none() {
            self.snapshot();
        }
        self.follow();
        self.send_turns();
    }

    fn snapshot(&mut self) {
        let (seq, message) = {
            let table = self.room.table();
            (table.state.seq, table.snapshot_message())
        };
        self.sent = Some(seq);
        self.queued.push(message);
    }

    /// Sends what the browser does not have yet.
    pub(super) fn follow(&mut self) {
        let table = self.room.table();
        let state = &table.state;
        let seated = device::is_seated(state, &self.user);
        // A player who sat down or stood up is counted where they belong now. Nobody who is here already has to leave.
        if seated != self.seated {
            self.seated = seated;
            let _ = self.place.admit(seated, state.has_free_chair());
        }
        // Seen before the feed is read, so that nothing that comes later is taken for seen.
        let (live, refreshed) = new_live(&mut self.live, self.last_live.as_ref());
        let is_stale = std::mem::replace(&mut self.refreshed, refreshed) != refreshed;
        let Some(sent) = self.sent else { return };
        let (seq, missed) = (table.feed.last(), table.feed.since(sent));
        let is_kept = missed.is_some() && !is_stale;
        let visible = missed
            .into_iter()
            .flatten()
            .filter(|entry| entry.audience.includes(seated));
        self.queued.extend(visible.map(|entry| entry.message.clone()));
        let reads = state.reads(device::voice(state, &self.user));
        let is_same_device = device::are_present(&self.visits, state, &self.user);
        drop(table);
        if !is_same_device {
            self.visits = device::visits(&self.room, &self.user);
        }
        match is_kept {
            true => self.sent = Some(seq),
            false => self.snapshot(),
        }
        if is_stale {
            self.chat = None;
        }
        self.follow_chat(reads);
        if let Some(live) = live {
            self.send_live(live);
        }
    }

    fn send_live(&mut self, live: Arc<Live>) {
        let left = |start: Instant| start.saturating_duration_since(Instant::now()).as_millis() as u64;
        let message = ServerMessage::Live {
            present: live.present.clone(),
            away: live
                .away
                .iter()
                .map(|&(player, since)| AwayView::new(player, since))
                .collect(),
            nudged: live.nudged,
            watchers: live.watchers,
            countdown: live.start.map(left),
        };
        self.last_live = Some(live);
        self.send(&message);
    }
}

/// What is the case now, if that is not what was sent `last`, and how often things were changed after the fact.
fn new_live(live: &mut watch::Receiver<LiveState>, last: Option<&Arc<Live>>) -> (Option<Arc<Live>>, u64) {
    let now = live.borrow_and_update();
    let is_sent = last.is_some_and(|last| Arc::ptr_eq(last, &now.live));
    ((!is_sent).then(|| Arc::clone(&now.live)), now.refreshed)
}
