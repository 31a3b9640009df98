//! What a table's task publishes: to its sockets, the other nodes, the store, and the log of the server.

use std::sync::Arc;

use tokio::time::Instant;
use tracing::{debug, info};

use super::Task;
use crate::model::log::entry::LogEntry;
use crate::model::log::event::Event;
use crate::model::player::bot::is_bot;
use crate::model::table::state::{Phase, State};
use crate::room::TablePresence;
use crate::time::monotonic_unix_ms;

impl Task {
    /// Publishes how far the events have come, and who is there.
    pub(super) fn publish(&mut self) {
        let (seating_changed, presence) = (self.seating_changed, self.presence_if_changed());
        // What is about to be played is not shown before it is.
        let plans_changed = self.plans_changed && !self.has_due_plan();
        self.plans_changed &= !plans_changed;
        let handle = Arc::clone(&self.table);
        let table = handle.read();
        let no_show = table.state.no_show_at(|player| self.away.since(player));
        self.deadlines
            .set_no_show(Instant::now(), monotonic_unix_ms(), no_show);
        self.status.send_if_modified(|status| {
            let has_event = status.seq != table.state.seq;
            if has_event {
                status.seq = table.state.seq;
                status.last_message = table.feed.message(status.seq).cloned();
            }
            let changed = has_event || seating_changed || plans_changed || presence.is_some();
            status.plans += u64::from(plans_changed);
            status.seating += u64::from(seating_changed);
            if let Some(presence) = presence {
                status.presence = presence;
            }
            changed
        });
    }

    /// The presence, if it differs from the published one. Most turns change nothing about it.
    fn presence_if_changed(&mut self) -> Option<Arc<TablePresence>> {
        let visits = self.presence.version();
        if !self.seating_changed && self.visits_published == Some(visits) {
            return None;
        }
        let own_visits = self.presence.own_version();
        if self.seating_changed || self.visits_announced != own_visits {
            self.visits_announced = own_visits;
            self.environment.nodes.announce(self.id());
        }
        (self.seating_changed, self.visits_published) = (false, Some(visits));
        let presence = self.refresh_presence();
        self.store_deadline();
        self.environment.store.changes().notify_presence();
        (*self.status.borrow().presence != presence).then(|| Arc::new(presence))
    }

    /// Sets the deadlines, and returns the presence.
    fn refresh_presence(&mut self) -> TablePresence {
        let handle = Arc::clone(&self.table);
        let table = handle.read();
        let elsewhere = self.environment.nodes.at(table.state.id);
        let present =
            |player| is_bot(player) || self.presence.has(player) || elsewhere.players.contains(&player);
        self.deadlines.set(
            Instant::now(),
            &self.environment.timings,
            &table.state,
            &present,
            self.presence.any(),
        );
        let players = table.state.players();
        if let Phase::Playing(_) = table.state.phase {
            let changed = self.away.update(&players, present, monotonic_unix_ms());
            // Visitors whom a node had to turn away are at another one, which it cannot reach.
            let is_known = !self.environment.cut_off.is_now();
            for (player, since) in changed.into_iter().filter(|_| is_known) {
                self.environment.store.record_away(table.state.id, player, since);
            }
        }
        TablePresence {
            away: self.away.list(&players),
            nudged: self.nudged.map(|(turn, _)| turn),
            watchers: self.presence.watchers(&players, &elsewhere),
            present: players.into_iter().filter(|&player| present(player)).collect(),
            start: self.deadlines.start,
        }
    }

    /// Stores the next deadline, so that another node can act on it if this one ends.
    fn store_deadline(&mut self) {
        let due = self.deadlines.due();
        if due != self.stored_deadline && !self.environment.nodes.bus.is_none() {
            self.record_deadline(due);
        }
    }

    pub(super) fn record_deadline(&mut self, due: Option<Instant>) {
        self.stored_deadline = due;
        let at = due.map(|due| monotonic_unix_ms() + due.saturating_duration_since(Instant::now()));
        let (id, seq) = self.read(|state| (state.id, state.seq));
        self.environment.store.record_deadline(id, seq, at);
    }
}

pub(super) fn log_event(entry: &LogEntry, state: &State) {
    let (table, seq) = (state.id, entry.seq);
    match &entry.event {
        Event::Played { ending: None, .. } => debug!(%table, %seq, "played"),
        Event::Dropped { seat, reason, .. } => info!(%table, %seq, seat, ?reason, "dropped"),
        Event::Started { seats } => info!(%table, %seq, seats = seats.len(), "started"),
        _ => debug!(%table, %seq, "event"),
    }
    if let (Some(_), Phase::Over(over)) = (entry.event.ending(), &state.phase) {
        info!(%table, %seq, reason = ?over.ending.reason, "over");
    }
}
