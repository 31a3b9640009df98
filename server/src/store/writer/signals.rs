//! Changes since they were last taken: of tables, at whatever node, and of who is connected to them.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use parking_lot::{Mutex, MutexGuard};
use tokio::sync::Notify;

use super::event::Event;
use super::notify;
use super::outcome::Outcome;
use super::queue::Queued;
use crate::ids::TableId;
use crate::seq::Seq;
use crate::store::engine::reconnects::Reconnects;

/// Beyond this many tables it is only known that there are many.
const MAX_TABLES: usize = 5_000;

#[derive(Debug, Default)]
pub struct Signals {
    dirty: Mutex<DirtyTables>,
    notify: Notify,
    ended: Notify,
    /// How often names were changed after the fact.
    renamed: AtomicU64,
    reconnects: Arc<Reconnects>,
}

#[derive(Debug, Default)]
pub struct DirtyTables {
    /// Tables that have new events. `Some` is the last number of those with nothing but turns of this node.
    pub tables: HashMap<TableId, Option<Seq>>,
    /// Whether any other table may have new events, too.
    pub any: bool,
}

impl Signals {
    pub fn mark_table(&self, table: TableId) {
        self.mark(|dirty| dirty.add(table, None));
    }

    pub(in crate::store) fn mark_event(&self, event: &impl Event) {
        self.mark(|dirty| dirty.add(event.table(), turn_of(event)));
    }

    /// Tables may have new events, and it is not known which.
    pub fn mark_any(&self) {
        self.mark(|dirty| dirty.any = true);
    }

    pub fn notify_presence(&self) {
        self.notify.notify_one();
    }

    /// Names that were copied to records were changed, or records may be missing.
    pub fn count_rename(&self) {
        self.renamed.fetch_add(1, Ordering::Release);
    }

    /// How often that happened, as far as this node knows.
    pub fn renamed(&self) -> u64 {
        self.renamed.load(Ordering::Acquire)
    }

    /// The writer has found its database again, or another one with less data.
    pub(in crate::store) fn record_reconnect(&self) {
        self.reconnects.record();
        self.count_rename();
        self.mark_any();
    }

    pub fn reconnects(&self) -> &Arc<Reconnects> {
        &self.reconnects
    }

    /// Sessions were ended, or players deleted, here or at another node.
    pub fn notify_sessions_ended(&self) {
        self.ended.notify_waiters();
    }

    /// Waits until sessions are ended, or players deleted. Callers also check at intervals: what happens meanwhile is
    /// not stored.
    pub async fn sessions_ended(&self) {
        self.ended.notified().await;
    }

    pub(in crate::store) fn mark_written<E: Event>(&self, group: &[&Queued<E>], outcomes: &[Outcome]) {
        let written = |(write, outcome): (&&Queued<E>, &Outcome)| match write {
            _ if *outcome != Outcome::Written => None,
            Queued::Event(event) => Some((event.table(), turn_of(event))),
            Queued::Job(job) => job.effects().table.map(|table| (table, None)),
        };
        if notify::ends_sessions(group, outcomes) {
            self.notify_sessions_ended();
        }
        let mut tables = group.iter().zip(outcomes).filter_map(written).peekable();
        if tables.peek().is_some() {
            self.mark(|dirty| tables.for_each(|(table, turn)| dirty.add(table, turn)));
        }
    }

    /// Waits until something has changed since this returned last.
    pub async fn changed(&self) {
        self.notify.notified().await;
    }

    /// What has changed since this was called last.
    pub fn take(&self) -> DirtyTables {
        std::mem::take(&mut self.lock())
    }

    /// What was taken and could not be looked at. Nobody is notified.
    pub fn put_back(&self, taken: DirtyTables) {
        let mut dirty = self.lock();
        dirty.any |= taken.any;
        let tables = taken.tables.into_iter();
        tables.for_each(|(table, turn)| dirty.add(table, turn));
    }

    fn mark(&self, change: impl FnOnce(&mut DirtyTables)) {
        change(&mut self.lock());
        self.notify.notify_one();
    }

    fn lock(&self) -> MutexGuard<'_, DirtyTables> {
        self.dirty.lock()
    }
}

impl DirtyTables {
    fn add(&mut self, table: TableId, turn: Option<Seq>) {
        if self.tables.len() >= MAX_TABLES {
            self.any = true;
            return;
        }
        let last = self.tables.entry(table).or_insert(turn);
        *last = last.zip(turn).map(|(last, turn)| last.max(turn));
    }
}

/// The number of an event after which the same people sit at the table; `None` for others.
fn turn_of(event: &impl Event) -> Option<Seq> {
    event.is_turn().then(|| event.seq())
}
