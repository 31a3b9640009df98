//! The one writer: takes what is waiting, writes it in one transaction, and tells each caller what became of it.
//!
//! A flush is dear, and while one is under way the next group gathers in the queue; so groups grow
//! under load by themselves, and a lone append waits for nobody. A group that fails is written again one by one,
//! so that a bad row fails only itself.
//!
//! Where the outcome is unknown: from the moment COMMIT is sent until its answer arrives. Before that moment nothing can have
//! been written, whatever breaks: the database rolls back what was not committed.

use std::collections::HashSet;
use std::future::Future;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use tokio::sync::{mpsc, oneshot};
use tokio::time::timeout;

use super::append::{self, AppendError, Appended, NewEvent};
use super::durability::Durability;
use super::sql::{Conn, Home, Tx, on};
use super::{Beside, StoreError};
use crate::ids::EventId;

/// A group is at most this many events,
const MAX_ROWS: usize = 256;
/// and at most about this many bytes, unless a single event is larger.
const MAX_BYTES: usize = 1 << 20;
/// What a row needs beside its body.
const ROW_BYTES: usize = 128;
/// How long the database may take for one step of a transaction.
const STEP: Duration = Duration::from_secs(4);
/// How long it may take to commit: by then all callers have given up.
const COMMIT: Duration = Duration::from_secs(10);

/// What the writer can be asked for.
#[derive(Debug)]
pub(super) enum Ask {
    Append(Box<Pending>),
    Durability(oneshot::Sender<Result<Durability, StoreError>>),
    Close(oneshot::Sender<()>),
}

/// An event that waits to be written.
#[derive(Debug)]
pub(super) struct Pending {
    event: NewEvent,
    bytes: usize,
    reply: oneshot::Sender<Result<Appended, AppendError>>,
}

impl Pending {
    pub(super) fn new(event: NewEvent, reply: oneshot::Sender<Result<Appended, AppendError>>) -> Self {
        let beside = event.beside.iter().map(|beside| match beside {
            Beside::Finished(record) => record.turns.iter().map(|turn| turn.text.len() + 40).sum(),
            _ => ROW_BYTES,
        });
        let bytes = ROW_BYTES + event.body.to_string().len() + beside.sum::<usize>();
        Self { event, bytes, reply }
    }

    /// Tells the caller. One that has gone away meanwhile will read the log.
    fn answer(self, outcome: Result<Appended, AppendError>) {
        let _ = self.reply.send(outcome);
    }
}

/// Why a transaction did not come to its end, by how far it came.
#[derive(Clone, Debug)]
enum Fault {
    /// It did not begin.
    Begin(String),
    /// Something in it failed, perhaps one row only.
    Rows(String),
    /// It may have been committed.
    Commit(String),
}

impl From<Fault> for AppendError {
    fn from(fault: Fault) -> Self {
        match fault {
            Fault::Begin(reason) | Fault::Rows(reason) => Self::Failed(reason),
            Fault::Commit(reason) => Self::Unknown(reason),
        }
    }
}

/// How many events were written, in how many commits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Groups {
    /// Events written.
    pub appends: u64,
    /// Commits that this took.
    pub commits: u64,
}

#[derive(Debug, Default)]
pub(super) struct Tally {
    appends: AtomicU64,
    commits: AtomicU64,
}

impl Tally {
    pub(super) fn groups(&self) -> Groups {
        Groups {
            appends: self.appends.load(Relaxed),
            commits: self.commits.load(Relaxed),
        }
    }

    fn count(&self, appends: usize) {
        self.appends.fetch_add(appends as u64, Relaxed);
        self.commits.fetch_add(1, Relaxed);
        metrics::counter!("thicket_appends_total").increment(appends as u64);
        metrics::counter!("thicket_commits_total").increment(1);
    }
}

struct Writer {
    home: Home,
    /// None after a failure that may have broken it: the next transaction opens another.
    conn: Option<Conn>,
    queue: mpsc::Receiver<Ask>,
    /// What was taken from the queue and did not fit the group.
    held: Option<Ask>,
    tally: Arc<Tally>,
}

/// Serves the queue until it is closed and empty, or all stores are gone.
pub(super) async fn run(home: Home, conn: Conn, queue: mpsc::Receiver<Ask>, tally: Arc<Tally>) {
    let mut writer = Writer {
        home,
        conn: Some(conn),
        queue,
        held: None,
        tally,
    };
    let mut closing = Vec::new();
    while let Some(ask) = writer.next().await {
        match ask {
            Ask::Append(first) => {
                let group = writer.gather(*first);
                writer.write(group).await;
            }
            Ask::Durability(reply) => drop(reply.send(writer.durability().await)),
            Ask::Close(reply) => {
                writer.queue.close();
                closing.push(reply);
            }
        }
    }
    writer.close().await;
    for reply in closing {
        // Who asked may have gone away.
        let _ = reply.send(());
    }
}

impl Writer {
    async fn next(&mut self) -> Option<Ask> {
        match self.held.take() {
            Some(ask) => Some(ask),
            None => self.queue.recv().await,
        }
    }

    /// The first event and whatever else waits already, up to the limits. Never waits.
    fn gather(&mut self, first: Pending) -> Vec<Pending> {
        let mut bytes = first.bytes;
        let mut group = vec![first];
        while group.len() < MAX_ROWS {
            match self.queue.try_recv() {
                Ok(Ask::Append(next)) if bytes + next.bytes <= MAX_BYTES => {
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

    /// Writes a group, all at once if that can be, and answers every one.
    async fn write(&mut self, mut group: Vec<Pending>) {
        // Who gave up waiting has been told that the outcome is unknown; better that nothing comes of it.
        group.retain(|pending| !pending.reply.is_closed());
        if group.is_empty() {
            return;
        }
        let events: Vec<&NewEvent> = group.iter().map(|pending| &pending.event).collect();
        match self.attempt(&events).await {
            Ok(winners) => group.into_iter().for_each(|pending| settle(pending, &winners)),
            Err(Fault::Rows(_)) if group.len() > 1 => self.write_singly(group).await,
            Err(fault) => group
                .into_iter()
                .for_each(|pending| pending.answer(Err(fault.clone().into()))),
        }
    }

    async fn write_singly(&mut self, group: Vec<Pending>) {
        for pending in group {
            if pending.reply.is_closed() {
                continue;
            }
            match self.attempt(&[&pending.event]).await {
                Ok(winners) => settle(pending, &winners),
                Err(fault) => pending.answer(Err(fault.into())),
            }
        }
    }

    /// One transaction. If it cannot even begin on an old connection, which may have died while idle,
    /// it is tried once more on a new one.
    async fn attempt(&mut self, group: &[&NewEvent]) -> Result<HashSet<EventId>, Fault> {
        let outcome = match (self.conn.is_some(), self.attempt_once(group).await) {
            (true, Err(Fault::Begin(_))) => self.attempt_once(group).await,
            (_, outcome) => outcome,
        };
        match &outcome {
            Ok(winners) => self.tally.count(winners.len()),
            Err(fault) => tracing::warn!(?fault, events = group.len(), "a transaction failed"),
        }
        outcome
    }

    /// Takes the connection, and gives it back only if it is surely sound.
    async fn attempt_once(&mut self, group: &[&NewEvent]) -> Result<HashSet<EventId>, Fault> {
        let begin = |error: sqlx::Error| Fault::Begin(error.to_string());
        let mut conn = self.connection().await.map_err(begin)?;
        let tx = within(STEP, conn.begin()).await.map_err(begin)?;
        let (outcome, sound) = transact(tx, group).await;
        if sound {
            self.conn = Some(conn);
        }
        outcome
    }

    async fn connection(&mut self) -> sqlx::Result<Conn> {
        match self.conn.take() {
            Some(conn) => Ok(conn),
            None => within(STEP, self.home.connect()).await,
        }
    }

    async fn durability(&mut self) -> Result<Durability, StoreError> {
        let mut conn = self.connection().await?;
        let settings = within(STEP, Durability::read(&mut conn)).await?;
        self.conn = Some(conn);
        Ok(settings)
    }

    async fn close(self) {
        if let Some(conn) = self.conn
            && let Err(error) = on!(conn, conn => sqlx::Connection::close(conn).await)
        {
            tracing::warn!(%error, "the writer's connection did not close cleanly");
        }
    }
}

/// Writes a group and commits it, or rolls back. Says too whether the connection is still sound.
async fn transact(mut tx: Tx<'_>, group: &[&NewEvent]) -> (Result<HashSet<EventId>, Fault>, bool) {
    match within(STEP, append::insert(&mut tx, group)).await {
        Ok(winners) => match within(COMMIT, tx.commit()).await {
            Ok(()) => (Ok(winners), true),
            Err(error) => (Err(Fault::Commit(error.to_string())), false),
        },
        Err(error) => {
            // Only a database that answered is worth talking to any further.
            let answered = matches!(error, sqlx::Error::Database(_));
            let sound = answered && within(STEP, tx.rollback()).await.is_ok();
            (Err(Fault::Rows(error.to_string())), sound)
        }
    }
}

fn settle(pending: Pending, winners: &HashSet<EventId>) {
    let won = winners.contains(&pending.event.id);
    let appended = Appended {
        seq: pending.event.seq,
    };
    pending.answer(if won {
        Ok(appended)
    } else {
        Err(AppendError::Conflict)
    });
}

/// The outcome of a step; that it took too long is one of them.
async fn within<T>(limit: Duration, step: impl Future<Output = sqlx::Result<T>>) -> sqlx::Result<T> {
    timeout(limit, step)
        .await
        .unwrap_or_else(|late| Err(sqlx::Error::Io(late.into())))
}
