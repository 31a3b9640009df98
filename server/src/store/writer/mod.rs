//! The one writer: takes what is waiting, writes it in one transaction, and answers each caller.
//!
//! A flush is slow, and while one is under way the next group gathers in the queue; so groups grow under load by
//! themselves, and a single write never waits for others. A group that fails because of one of its rows is written
//! again one by one, so that a bad row fails only itself.
//!
//! The outcome is unknown from the moment COMMIT is sent until its answer arrives. Before that nothing can have been
//! written, whatever breaks: the database rolls back what was not committed. When the commit of an event failed, the
//! event is written again: its number is then found free, or taken by the event itself, or taken by another.

mod checkpoints;
pub(super) mod event;
pub(super) mod job;
mod journal;
mod notify;
pub(super) mod outcome;
pub(super) mod queue;
pub(super) mod ready;
pub(super) mod signals;
pub(super) mod tally;
pub(super) mod transaction;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::mpsc;
use tokio::task::yield_now;
use tokio::time::{Instant, sleep_until};

use super::StoreError;
use crate::bus::{Bus, BusMessage};
use crate::store::engine::durability::Durability;
use crate::store::engine::journal::Emptying;
use crate::store::engine::open;
use crate::store::engine::sql::{Conn, ConnectOptions, Engine};
use checkpoints::Checkpoints;
use event::Event;
use job::Lane;
use outcome::{Fault, Outcome};
use queue::{Pending, Queued, WriterRequest};
use signals::Signals;
use tally::Tally;
use transaction::{STEP, transact, within};

const MAX_ROWS: usize = 256;
/// The approximate limit of a group, unless a single write is larger.
const MAX_BYTES: usize = 1 << 20;
/// How many callers are answered before they and the tasks they wake get the CPU. The memory of a room and of its
/// sockets is still in the processor's cache then; if all were answered at once, it would be read twice.
const REPLIES_PER_YIELD: usize = 4;
/// How long a group that failed is written one by one: others are waiting.
const ROW_BY_ROW_LIMIT: Duration = Duration::from_millis(1500);

struct Writer<E> {
    options: ConnectOptions,
    /// `None` after a failure that may have broken it: the next transaction opens another.
    conn: Option<Conn>,
    queue: mpsc::Receiver<WriterRequest<E>>,
    /// Taken from the queue, but too large for the group.
    held: Option<WriterRequest<E>>,
    tally: Arc<Tally>,
    signals: Arc<Signals>,
    bus: Bus,
    /// When to empty SQLite's journal after a deletion.
    emptying: Emptying,
    checkpoints: Checkpoints,
}

/// Prepares the writer's connection, once the tables are up to date.
pub(super) async fn prepare<E: Event>(conn: &mut Conn) -> sqlx::Result<()> {
    match conn {
        Engine::Sqlite(conn) => E::prepare(conn).await,
        Engine::Postgres(conn) => open::ready_to_write(conn).await,
    }
}

/// Serves the queue until it is closed and empty, or all stores are gone.
pub(super) async fn run<E: Event>(
    options: ConnectOptions,
    conn: Conn,
    queue: mpsc::Receiver<WriterRequest<E>>,
    (tally, signals): (Arc<Tally>, Arc<Signals>),
    bus: Bus,
) {
    let mut writer = Writer {
        options,
        conn: Some(conn),
        queue,
        held: None,
        tally,
        signals,
        bus,
        emptying: Emptying::default(),
        checkpoints: Checkpoints::default(),
    };
    // The data deleted before the last end may still be there.
    writer.empty_journal_soon();
    let mut closing = Vec::new();
    while let Some(request) = writer.next().await {
        match request {
            WriterRequest::Write(first) => {
                let group = writer.gather(*first);
                let writes = group.len();
                writer.write(group).await;
                writer.checkpoint(writes).await;
            }
            WriterRequest::Durability(reply) => drop(reply.send(writer.durability().await)),
            WriterRequest::Close(reply) => {
                writer.queue.close();
                closing.push(reply);
            }
        }
    }
    writer.checkpoints.close().await;
    writer.empty_journal_at_last().await;
    for reply in closing {
        // The receiver may be gone by now.
        let _ = reply.send(writer.conn.take());
    }
}

impl<E: Event> Writer<E> {
    async fn next(&mut self) -> Option<WriterRequest<E>> {
        if let Some(request) = self.held.take() {
            return Some(request);
        }
        while let Some(due) = self.emptying.due() {
            tokio::select! {
                request = self.queue.recv() => return request,
                () = sleep_until(due) => self.empty_journal().await,
            }
        }
        self.queue.recv().await
    }

    /// The first write and what else waits already, up to the limits. Never waits.
    fn gather(&mut self, first: Pending<E>) -> Vec<Pending<E>> {
        let mut bytes = first.bytes;
        let mut group = vec![first];
        while group.len() < MAX_ROWS {
            match self.queue.try_recv() {
                Ok(WriterRequest::Write(next)) if bytes + next.bytes <= MAX_BYTES => {
                    bytes += next.bytes;
                    group.push(*next);
                }
                Ok(other) => {
                    self.held = Some(other);
                    break;
                }
                Err(_) => break,
            }
        }
        group
    }

    /// Writes a group, each lane in one transaction if possible, and answers every caller.
    async fn write(&mut self, mut group: Vec<Pending<E>>) {
        // A caller that gave up was told that the outcome is unknown; better not to write it.
        group.retain(|pending| !pending.is_given_up());
        let mut lanes = BTreeMap::<Lane, Vec<Pending<E>>>::new();
        for pending in group {
            lanes.entry(pending.write.lane()).or_default().push(pending);
        }
        for mut group in lanes.into_values() {
            group.sort_by_key(|pending| pending.write.key());
            self.write_together(group).await;
        }
    }

    async fn write_together(&mut self, group: Vec<Pending<E>>) {
        let writes: Vec<&Queued<E>> = group.iter().map(|pending| &pending.write).collect();
        match self.attempt(&writes).await {
            Ok(outcomes) => {
                for (answered, (pending, outcome)) in group.into_iter().zip(outcomes).enumerate() {
                    if answered > 0 && answered % REPLIES_PER_YIELD == 0 {
                        yield_now().await;
                    }
                    pending.answer(Ok(outcome));
                }
            }
            Err(Fault::Row(_)) if group.len() > 1 => self.write_singly(group).await,
            Err(Fault::Reconnected) => self.write_without_outdated(group).await,
            Err(Fault::Unknown(reason)) => self.resolve(group, reason).await,
            Err(fault) => answer_all(group, &fault),
        }
    }

    /// Refuses writes whose rooms have to check their logs first, and writes the rest of a group.
    async fn write_without_outdated(&mut self, group: Vec<Pending<E>>) {
        let is_outdated = |pending: &Pending<E>| self.is_outdated(&pending.write);
        let (outdated, rest): (Vec<_>, Vec<_>) = group.into_iter().partition(is_outdated);
        answer_all(outdated, &Fault::Reconnected);
        if !rest.is_empty() {
            Box::pin(self.write_together(rest)).await;
        }
    }

    async fn write_singly(&mut self, group: Vec<Pending<E>>) {
        let deadline = Instant::now() + ROW_BY_ROW_LIMIT;
        for pending in group {
            if pending.is_given_up() {
                continue;
            }
            if Instant::now() > deadline {
                pending.answer(Err(Fault::Begin("the database is too slow".to_owned())));
                continue;
            }
            match self.attempt(&[&pending.write]).await {
                Ok(outcomes) => pending.answer(Ok(outcomes[0])),
                Err(Fault::Unknown(reason)) => self.resolve(vec![pending], reason).await,
                Err(fault) => pending.answer(Err(fault)),
            }
        }
    }

    /// Finds out what became of a group whose commit failed, by writing each of it again.
    async fn resolve(&mut self, group: Vec<Pending<E>>, reason: String) {
        let deadline = Instant::now() + ROW_BY_ROW_LIMIT;
        for pending in group {
            if pending.is_given_up() {
                continue;
            }
            let outcome = if Instant::now() < deadline {
                self.resolve_one(&pending.write).await
            } else {
                None
            };
            pending.answer(outcome.unwrap_or_else(|| Err(Fault::Unknown(reason.clone()))));
        }
    }

    /// `None` if it is still not known.
    async fn resolve_one(&mut self, write: &Queued<E>) -> Option<Result<Outcome, Fault>> {
        let again = self.attempt(&[write]).await.map(|outcomes| outcomes[0]);
        let event = match (write, &again) {
            (_, Ok(Outcome::Written)) => return Some(again),
            (Queued::Event(event), _) => event,
            // The repeated entry of a chat has the number that it got.
            (Queued::Job(job), Ok(_)) if job.effects().chat.is_some() => return Some(again),
            // Whether it found nothing to change because of its first attempt is not known.
            (Queued::Job(_), _) => return None,
        };
        match (self.is_written(event).await, again) {
            (Ok(true), _) => {
                self.publish(event);
                Some(Ok(Outcome::Written))
            }
            (Ok(false), Ok(outcome)) => Some(Ok(outcome)),
            // If it is still being committed, the next event with its number waits for that.
            (Ok(false), Err(fault @ Fault::Reconnected)) => Some(Err(fault)),
            // SQLite begins no transaction before the last one is over. A server may still be committing it.
            (Ok(false), Err(fault @ (Fault::Database(_) | Fault::Row(_)))) if self.is_sqlite() => {
                Some(Err(fault))
            }
            _ => None,
        }
    }

    /// Notifies other nodes of an event whose commit was not answered.
    fn publish(&self, event: &E) {
        let committed = BusMessage::Committed(vec![(event.table(), event.seq())]);
        self.bus.after_commit(vec![committed]);
        self.signals.mark_event(event);
    }

    async fn is_written(&mut self, event: &E) -> sqlx::Result<bool> {
        let mut conn = self.connection().await?;
        let found = within(STEP, event.is_written(&mut conn)).await?;
        self.conn = Some(conn);
        Ok(found)
    }

    fn is_sqlite(&self) -> bool {
        matches!(self.options, ConnectOptions::Sqlite(_))
    }

    /// One transaction. If it cannot even begin on an old connection, which may have died while idle, or if its
    /// session is ended before the commit, it is tried once more on a new one.
    async fn attempt(&mut self, group: &[&Queued<E>]) -> Result<Vec<Outcome>, Fault> {
        let (begun, lane) = (Instant::now(), group.first().map(|write| write.lane()));
        let may_be_dead = self.conn.is_some() && !self.is_sqlite();
        let outcome = match self.attempt_once(group).await {
            Err(Fault::Begin(_)) if may_be_dead => self.attempt_once(group).await,
            outcome => outcome,
        };
        if let Err(Fault::Reconnected) = outcome {
            return outcome;
        }
        if let Err(fault) = &outcome {
            tracing::warn!(?fault, changes = group.len(), "a transaction failed");
        }
        if let Some(lane) = lane {
            let (took_us, writes) = (begun.elapsed().as_micros(), group.len());
            tracing::trace!(took_us, ?lane, writes, "a transaction");
        }
        self.tally.count(group, &outcome);
        if let Ok(outcomes) = &outcome {
            self.signals.mark_written(group, outcomes);
            if group.iter().any(|write| write.effects().erases) {
                self.empty_journal_soon();
            }
        }
        outcome
    }

    /// Takes the connection, and gives it back only if it is surely sound.
    async fn attempt_once(&mut self, group: &[&Queued<E>]) -> Result<Vec<Outcome>, Fault> {
        let begin = |error: sqlx::Error| Fault::Begin(error.to_string());
        let mut conn = self.connection().await.map_err(begin)?;
        if group.iter().any(|write| self.is_outdated(write)) {
            self.conn = Some(conn);
            return Err(Fault::Reconnected);
        }
        let (outcome, is_sound) = transact(&mut conn, group, &self.bus).await;
        if is_sound {
            self.conn = Some(conn);
        } else {
            // Closed before another one is opened, which would wait for the lock of this one.
            let _ = within(STEP, conn.close()).await;
        }
        outcome
    }

    async fn connection(&mut self) -> sqlx::Result<Conn> {
        match self.conn.take() {
            Some(conn) => Ok(conn),
            None => self.connect_again().await,
        }
    }

    /// A server that was found again may be another one. A file is the same.
    async fn connect_again(&mut self) -> sqlx::Result<Conn> {
        let connecting = async {
            let mut conn = self.options.connect().await?;
            prepare::<E>(&mut conn).await?;
            Ok(conn)
        };
        let conn = within(STEP, connecting).await?;
        if !self.is_sqlite() {
            self.signals.record_reconnect();
        }
        Ok(conn)
    }

    /// Whether this assumes a log that was read before the connection was replaced.
    fn is_outdated(&self, write: &Queued<E>) -> bool {
        let now = self.signals.reconnects().count();
        let known = write.event().and_then(E::reconnects);
        known.is_some_and(|known| known < now)
    }

    async fn durability(&mut self) -> Result<Durability, StoreError> {
        let mut conn = self.connection().await?;
        let settings = within(STEP, Durability::read(&mut conn)).await?;
        self.conn = Some(conn);
        Ok(settings)
    }
}

fn answer_all<E: Event>(group: Vec<Pending<E>>, fault: &Fault) {
    for pending in group {
        pending.answer(Err(fault.clone()));
    }
}
