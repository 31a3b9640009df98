//! Appending: what a caller hands over, what it hears back, and the rows this makes.

use std::collections::HashSet;
use std::time::Duration;

use serde_json::Value;
use sqlx::QueryBuilder;
use sqlx::types::Json;
use tokio::sync::oneshot;
use tokio::time::{Instant, timeout_at};

use super::records::{self, NewRecord};
use super::rejoins;
use super::sql::{Tx, on};
use super::tables::NewTable;
use super::writer::{Ask, Pending};
use super::{EventRow, Store};
use crate::ids::{CommandId, EventId, PlayerId, TableId};

/// How the body of an event is read. Counts up when old bodies need other code.
pub const EVENT_FORMAT: i64 = 1;

/// Each size of a group is a statement of its own. Those of small groups stay prepared; those of large ones
/// would fill the database's memory, and their rows share the cost of preparing them anew.
pub(super) const KEPT_STATEMENTS: usize = 32;

/// How long an append may take.
const TIMEOUT: Duration = Duration::from_secs(10);

/// An event to be written, with whatever must become true in the same moment.
#[derive(Clone, Debug)]
pub struct NewEvent {
    /// An id of its own, by which the writer knows whether this very row was written.
    pub id: EventId,
    /// Where it happens.
    pub table: TableId,
    /// Its number at its table, from 1.
    pub seq: i64,
    /// Who caused it, if anybody did.
    pub player: Option<PlayerId>,
    /// By which wish of a client.
    pub command: Option<CommandId>,
    /// Unix milliseconds.
    pub at: i64,
    /// What happened.
    pub body: Value,
    /// What else is written in the same transaction.
    pub beside: Vec<Beside>,
}

/// What is written together with an event, or not at all.
#[derive(Clone, Debug)]
pub enum Beside {
    /// The table itself: this is its first event.
    Created(NewTable),
    /// Somebody took a chair, or changed the name there.
    Sat {
        /// Who.
        player: PlayerId,
        /// Under which name.
        name: String,
    },
    /// Somebody left a chair.
    Stood {
        /// Who.
        player: PlayerId,
    },
    /// The link with a secret of this hash is used up. One that is gone fails the row.
    Rejoined([u8; 32]),
    /// The game ended, and here is its record.
    Finished(Box<NewRecord>),
}

/// An event that is on disk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Appended {
    /// Its number at its table.
    pub seq: i64,
}

/// Why an append did not succeed, or did not surely succeed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AppendError {
    /// Somebody else's event has this number.
    #[error("another event has this number already")]
    Conflict,
    /// Surely not written.
    #[error("the event was not written: {0}")]
    Failed(String),
    /// Perhaps written, perhaps not: only the log can tell, later.
    #[error("the event may or may not have been written: {0}")]
    Unknown(String),
}

impl Store {
    /// Writes an event and what belongs to it. When this returns `Ok`, it is on disk.
    ///
    /// # Errors
    /// [`AppendError::Unknown`] when the database went away in the middle of the commit or did not answer
    /// in time; any other error means that nothing was written.
    pub async fn append(&self, event: NewEvent) -> Result<Appended, AppendError> {
        let begun = Instant::now();
        let appended = self.append_by(event, begun + TIMEOUT).await;
        metrics::histogram!("thicket_append_seconds").record(begun.elapsed());
        appended
    }

    async fn append_by(&self, event: NewEvent, deadline: Instant) -> Result<Appended, AppendError> {
        let (reply, answer) = oneshot::channel();
        let pending = Ask::Append(Box::new(Pending::new(event, reply)));
        match timeout_at(deadline, self.writer.send(pending)).await {
            Ok(Ok(())) => {}
            Ok(Err(_)) => return Err(AppendError::Failed("the store is closed".into())),
            Err(_) => return Err(AppendError::Failed("too many others are waiting".into())),
        }
        match timeout_at(deadline, answer).await {
            Ok(Ok(outcome)) => outcome,
            Ok(Err(_)) => Err(AppendError::Unknown("the writer stopped".into())),
            Err(_) => Err(AppendError::Unknown("the database did not answer in time".into())),
        }
    }
}

/// Writes the events of a group and, for those whose number was free, what belongs to them. Says which these were.
pub(super) async fn insert(tx: &mut Tx<'_>, group: &[&NewEvent]) -> sqlx::Result<HashSet<EventId>> {
    for event in group {
        for beside in &event.beside {
            if let Beside::Created(table) = beside {
                create_table(tx, table).await?;
            }
        }
    }
    let winners = insert_events(tx, group).await?;
    for event in group.iter().filter(|event| winners.contains(&event.id)) {
        for beside in &event.beside {
            insert_beside(tx, event.table, beside).await?;
        }
    }
    Ok(winners)
}

/// One statement for the whole group. Two events of one group may claim the same number, so winners
/// are known by their ids.
async fn insert_events(tx: &mut Tx<'_>, group: &[&NewEvent]) -> sqlx::Result<HashSet<EventId>> {
    const INSERT: &str = "INSERT INTO events (id, table_id, seq, player_id, command_id, at, format, body) ";
    const NUMBER_IS_TAKEN: &str = " ON CONFLICT (table_id, seq) DO NOTHING RETURNING id";
    let ids: Vec<EventId> = on!(tx, tx => {
        let mut sql = QueryBuilder::new(INSERT);
        sql.push_values(group, |mut row, event| {
            row.push_bind(event.id).push_bind(event.table).push_bind(event.seq);
            row.push_bind(event.player).push_bind(event.command).push_bind(event.at);
            row.push_bind(EVENT_FORMAT).push_bind(Json(&event.body));
        });
        sql.push(NUMBER_IS_TAKEN);
        let kept = group.len() <= KEPT_STATEMENTS;
        sql.build_query_scalar().persistent(kept).fetch_all(&mut **tx).await?
    });
    Ok(ids.into_iter().collect())
}

/// An event can only refer to a table that is there, so this comes first. The id may be taken by a
/// rival in the same group; the event's number decides which of the two wins.
async fn create_table(tx: &mut Tx<'_>, table: &NewTable) -> sqlx::Result<()> {
    const CREATE: &str = "INSERT INTO tables (id, code, kind, public, created_at)
        VALUES ($1, $2, $3, $4, $5) ON CONFLICT (id) DO NOTHING";
    on!(tx, tx => sqlx::query(CREATE)
        .bind(table.id).bind(table.code.as_str()).bind(&table.kind).bind(table.public).bind(table.created_at)
        .execute(&mut **tx).await.map(drop))
}

async fn insert_beside(tx: &mut Tx<'_>, table: TableId, beside: &Beside) -> sqlx::Result<()> {
    const SIT: &str = "INSERT INTO sitters (table_id, player_id, name) VALUES ($1, $2, $3)
        ON CONFLICT (table_id, player_id) DO UPDATE SET name = excluded.name";
    const STAND: &str = "DELETE FROM sitters WHERE table_id = $1 AND player_id = $2";
    match beside {
        Beside::Created(_) => Ok(()),
        Beside::Sat { player, name } => on!(tx, tx =>
            sqlx::query(SIT).bind(table).bind(player).bind(name).execute(&mut **tx).await.map(drop)),
        Beside::Stood { player } => on!(tx, tx =>
            sqlx::query(STAND).bind(table).bind(player).execute(&mut **tx).await.map(drop)),
        Beside::Rejoined(hash) => rejoins::use_up(tx, hash).await,
        Beside::Finished(record) => records::insert(tx, record).await,
    }
}

impl NewEvent {
    /// The row that this becomes.
    #[must_use]
    pub fn row(&self) -> EventRow {
        EventRow {
            id: self.id,
            table: self.table,
            seq: self.seq,
            player: self.player,
            command: self.command,
            at: self.at,
            format: EVENT_FORMAT,
            body: self.body.clone(),
        }
    }
}
