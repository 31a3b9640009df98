//! Appending an event: the answer to the caller, and the rows that are written.

use std::collections::HashSet;
use std::sync::LazyLock;
use std::time::Duration;

use sqlx::Executor;
use sqlx::sqlite::SqliteConnection;
use sqlx::types::Json;
use tokio::time::{Instant, timeout_at};

use super::new_entry::NewEntry;
use super::turn_batch::{self, QUERIES};
use super::{ending, notices, projections, table_state, tables, transfer_links};
use crate::ids::{EventId, TableId};
use crate::model::log::projection::Projection;
use crate::seq::Seq;
use crate::store::Store;
use crate::store::engine::open::WRITER_STATEMENTS;
use crate::store::engine::rows::{Insert, STATEMENTS};
use crate::store::engine::script::{SCRIPTS, Script};
use crate::store::engine::sql::{Conn, Tx, execute, on};
use crate::store::log_entry::EVENT_COLUMNS;
use crate::store::writer::event::{Event, TurnBatch};
use crate::store::writer::job::ROW_BYTES;
use crate::store::writer::outcome::{Fault, Outcome};
use crate::store::writer::queue::Queued;

/// The bytes of one turn in a record beside its text.
const TURN_BYTES: usize = 40;
/// How long the writer may take for an append.
const TIMEOUT: Duration = Duration::from_secs(8);
/// How long finding out whether the event was written may take after that.
const LOOKUP: Duration = Duration::from_secs(2);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Appended {
    pub seq: Seq,
}

/// Why an append failed, or may have failed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AppendError {
    #[error("another event has this number already")]
    Conflict,
    /// The log lacks the event before this one, or may lack it, since the database was away. Nothing was written.
    #[error("the log may be shorter than it was")]
    Behind,
    #[error("the transfer link cannot be used any more")]
    LinkUsed,
    #[error("the event was not written: {0}")]
    Failed(String),
    #[error("the event may or may not have been written: {0}")]
    Unknown(String),
}

impl From<Fault> for AppendError {
    fn from(fault: Fault) -> Self {
        match fault {
            Fault::Closed => Self::Failed("the store is closed".to_owned()),
            Fault::Reconnected => Self::Behind,
            Fault::Begin(reason) | Fault::Database(reason) | Fault::Row(reason) => Self::Failed(reason),
            Fault::Unknown(reason) => Self::Unknown(reason),
        }
    }
}

impl Store {
    /// Writes an event and its projections. When this returns `Ok`, they are on disk.
    ///
    /// # Errors
    /// [`AppendError::Unknown`] when the database was lost in the middle of the commit or did not answer in time, and
    /// does not tell either whether the event is there; any other error means that nothing was written.
    // Each room keeps the memory of this future, so the event does not become a part of it.
    pub fn append(
        &self,
        event: NewEntry,
    ) -> impl Future<Output = Result<Appended, AppendError>> + Send + use<'_> {
        let begun = Instant::now();
        let deadline = begun + TIMEOUT;
        let (table, id, appended) = (
            event.entry.table,
            event.entry.id,
            Appended { seq: event.entry.seq },
        );
        let submitted = self.writer.submit(Queued::Event(event), deadline);
        async move {
            let outcome = submitted.await;
            let is_written = match outcome {
                Err(Fault::Unknown(_)) => Box::pin(self.is_written(table, id, deadline + LOOKUP)).await,
                _ => false,
            };
            metrics::histogram!("thicket_append_seconds").record(begun.elapsed());
            match outcome {
                Ok(Outcome::Written | Outcome::Unchanged | Outcome::Numbered(_) | Outcome::Found(_)) => {
                    Ok(appended)
                }
                Ok(Outcome::Conflict) => Err(AppendError::Conflict),
                Ok(Outcome::Gap) => Err(AppendError::Behind),
                Ok(Outcome::LinkUsed) => Err(AppendError::LinkUsed),
                Err(_) if is_written => Ok(appended),
                Err(fault) => Err(fault.into()),
            }
        }
    }

    /// Whether an event of unknown outcome is in the log now. If not, it may still be on its way there.
    async fn is_written(&self, table: TableId, id: EventId, deadline: Instant) -> bool {
        let found = timeout_at(deadline, self.event_by_id(table, id)).await;
        matches!(found, Ok(Ok(Some(_))))
    }
}

// The inserts of each size, batches of turns, scripts, and all others.
const _: () = assert!(4 * STATEMENTS + QUERIES + SCRIPTS + 32 <= WRITER_STATEMENTS);

impl Event for NewEntry {
    fn table(&self) -> TableId {
        self.entry.table
    }

    fn seq(&self) -> Seq {
        self.entry.seq
    }

    fn is_awaited(&self) -> bool {
        let invites = |projection: &Projection| matches!(projection, Projection::Invited { .. });
        self.entry.seq > Seq::FIRST || self.projections.iter().any(invites)
    }

    fn is_turn(&self) -> bool {
        self.turn().is_some()
    }

    fn reconnects(&self) -> Option<u64> {
        self.reconnects
    }

    fn bytes(&self) -> usize {
        let projections = self.projections.iter().map(|projection| match projection {
            Projection::Record(record) => record.turns.iter().map(|turn| turn.text.len() + TURN_BYTES).sum(),
            _ => ROW_BYTES,
        });
        ROW_BYTES + self.entry.event.body.get().len() + projections.sum::<usize>()
    }

    async fn prepare(conn: &mut SqliteConnection) -> sqlx::Result<()> {
        // What a statement would undo if it failed, such as the many index pages of a record, is kept out of files.
        conn.execute("PRAGMA temp_store = MEMORY").await?;
        turn_batch::prepare(conn).await
    }

    async fn write_turns(conn: &mut Conn, events: &[&Self], notifications: &[String]) -> TurnBatch {
        turn_batch::write(conn, events, notifications).await
    }

    /// Writes the events whose numbers are free, with their projections. They are sorted by table, so of two servers
    /// that write to the same tables only one waits for the other.
    async fn insert(tx: &mut Tx<'_>, events: &[&Self]) -> sqlx::Result<Vec<Outcome>> {
        let mut outcomes = prepare(tx, events).await?;
        let candidates: Vec<&NewEntry> = with_outcome(events, &outcomes, Outcome::Written).collect();
        let losers = insert_events(tx, &candidates).await?;
        if !losers.is_empty() {
            for (event, outcome) in events.iter().zip(&mut outcomes) {
                if losers.contains(&event.entry.id) && *outcome == Outcome::Written {
                    *outcome = Outcome::Conflict;
                    release_link(tx, event).await?;
                }
            }
        }
        let mut winners: Vec<&NewEntry> = with_outcome(events, &outcomes, Outcome::Written).collect();
        let mut states = projections::states(&winners);
        if table_state::put_next(tx, &states).await? < states.len() as u64 {
            take_back_gaps(tx, events, &mut outcomes).await?;
            winners = with_outcome(events, &outcomes, Outcome::Written).collect();
            states = projections::states(&winners);
            table_state::put(tx, &states).await?;
        }
        projections::insert(tx, &winners).await?;
        let (ends, others): (Vec<&NewEntry>, Vec<&NewEntry>) =
            winners.iter().partition(|event| event.record().is_some());
        let mut script = Script::new(tx);
        notices::insert(&mut script, &others).await?;
        table_state::mark_finished(&mut script, &projections::states(&others)).await?;
        script.run().await?;
        ending::insert(tx, &ends).await?;
        Ok(outcomes)
    }

    async fn is_written(&self, conn: &mut Conn) -> sqlx::Result<bool> {
        let count: i64 = on!(conn, conn => sqlx::query_scalar(COUNT_ID).bind(self.entry.table).bind(self.entry.id)
            .fetch_one(conn).await)?;
        Ok(count > 0)
    }
}

/// Removes events again whose predecessors are missing: the log is shorter than their writers assumed.
async fn take_back_gaps(tx: &mut Tx<'_>, events: &[&NewEntry], outcomes: &mut [Outcome]) -> sqlx::Result<()> {
    const TAKE_BACK: &str = "DELETE FROM events WHERE table_id = $1 AND id = $2";
    for (event, outcome) in events.iter().zip(outcomes) {
        if *outcome == Outcome::Written && event.has_state() && !follows(tx, event).await? {
            execute!(tx, TAKE_BACK; event.entry.table, event.entry.id)?;
            *outcome = Outcome::Gap;
            release_link(tx, event).await?;
        }
    }
    Ok(())
}

/// Whether the log has the event before this one.
async fn follows(tx: &mut Tx<'_>, event: &NewEntry) -> sqlx::Result<bool> {
    const COUNT: &str = "SELECT COUNT(*) FROM events WHERE table_id = $1 AND seq = $2";
    let count: i64 = on!(tx, tx => sqlx::query_scalar(COUNT).bind(event.entry.table).bind(event.entry.seq.previous())
        .fetch_one(&mut **tx).await)?;
    Ok(event.entry.seq == Seq::FIRST || count > 0)
}

fn with_outcome<'e>(
    events: &[&'e NewEntry],
    outcomes: &[Outcome],
    wanted: Outcome,
) -> impl Iterator<Item = &'e NewEntry> {
    let pairs = events.iter().zip(outcomes);
    pairs
        .filter(move |(_, outcome)| **outcome == wanted)
        .map(|(event, _)| *event)
}

/// Writes what comes before the events themselves: an event can only refer to an existing table, and one whose
/// transfer link is gone is left out.
async fn prepare(tx: &mut Tx<'_>, events: &[&NewEntry]) -> sqlx::Result<Vec<Outcome>> {
    let mut outcomes = Vec::with_capacity(events.len());
    for event in events {
        let mut outcome = Outcome::Written;
        for projection in &event.projections {
            match projection {
                Projection::Table(table) => {
                    let has_table = tables::create(tx, table).await?;
                    if !has_table {
                        outcome = Outcome::Conflict;
                    }
                }
                Projection::TransferLinkUsed { hash, by } => {
                    let is_free =
                        transfer_links::claim(tx, event.entry.table, hash, *by, event.entry.at).await?;
                    if !is_free {
                        outcome = Outcome::LinkUsed;
                    }
                }
                _ => {}
            }
        }
        outcomes.push(outcome);
    }
    Ok(outcomes)
}

/// The link of an event whose number was taken can be used again.
async fn release_link(tx: &mut Tx<'_>, event: &NewEntry) -> sqlx::Result<()> {
    for projection in &event.projections {
        if let Projection::TransferLinkUsed { hash, .. } = projection {
            transfer_links::release(tx, hash).await?;
        }
    }
    Ok(())
}

static INSERT: LazyLock<Insert> =
    LazyLock::new(|| Insert::new(EVENT_COLUMNS, "ON CONFLICT (table_id, seq) DO NOTHING"));

/// Returns the ids of the events whose numbers were taken.
async fn insert_events(tx: &mut Tx<'_>, events: &[&NewEntry]) -> sqlx::Result<HashSet<EventId>> {
    let mut losers = HashSet::new();
    let mut rest = events;
    while !rest.is_empty() {
        let (sql, size) = INSERT.for_rows(tx, rest.len());
        let (rows, others) = rest.split_at(size);
        if insert_rows(tx, sql, rows).await? < size as u64 {
            losers.extend(not_written(tx, rows).await?);
        }
        rest = others;
    }
    Ok(losers)
}

async fn insert_rows(tx: &mut Tx<'_>, sql: &'static str, rows: &[&NewEntry]) -> sqlx::Result<u64> {
    on!(tx, tx => {
        let mut query = sqlx::query(sql);
        for event in rows {
            query = query.bind(event.entry.id).bind(event.entry.table).bind(event.entry.seq).bind(event.entry.player)
                .bind(event.entry.command).bind(event.entry.at).bind(event.entry.event.format).bind(Json(&event.entry.event.body));
        }
        Ok(query.execute(&mut **tx).await?.rows_affected())
    })
}

/// Two events of one group may claim the same number, so the written ones are identified by their ids. An event that
/// is alone and was not inserted has lost, even if its row was there before.
async fn not_written(tx: &mut Tx<'_>, rows: &[&NewEntry]) -> sqlx::Result<Vec<EventId>> {
    if let [only] = rows {
        return Ok(vec![only.entry.id]);
    }
    let mut losers = Vec::new();
    for event in rows {
        if !exists(tx, event).await? {
            losers.push(event.entry.id);
        }
    }
    Ok(losers)
}

/// With the table, by which a database may be distributed.
const COUNT_ID: &str = "SELECT COUNT(*) FROM events WHERE table_id = $1 AND id = $2";

async fn exists(tx: &mut Tx<'_>, event: &NewEntry) -> sqlx::Result<bool> {
    let count: i64 = on!(tx, tx => sqlx::query_scalar(COUNT_ID).bind(event.entry.table).bind(event.entry.id)
        .fetch_one(&mut **tx).await)?;
    Ok(count > 0)
}
