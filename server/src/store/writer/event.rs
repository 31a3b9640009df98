//! Events as the writer sees them: it writes those of a group together, and turns in one statement.

use std::fmt::Debug;

use sqlx::sqlite::SqliteConnection;

use super::outcome::{Fault, Outcome};
use crate::ids::TableId;
use crate::seq::Seq;
use crate::store::engine::sql::{Conn, Tx};

/// The outcome of a group that was to be written in one statement.
pub(in crate::store) enum TurnBatch {
    Written,
    /// Nothing is written: not all of them are turns, or because of one of the rows. The connection can be used at
    /// once.
    Refused,
    /// Also tells whether the connection is still sound.
    Failed(Fault, bool),
}

/// An event to be written, defined beside its SQL.
pub(in crate::store) trait Event: Debug + Send + Sync + 'static {
    fn table(&self) -> TableId;

    /// Counted from 1.
    fn seq(&self) -> Seq;

    /// Whether lists have to be told of it: somebody has its table open, or is invited there.
    fn is_awaited(&self) -> bool;

    /// Whether the game goes on after it, and the same people sit at the table.
    fn is_turn(&self) -> bool;

    /// How often the writer had reconnected when the log was last known to be as the event assumes; `None` if it
    /// assumes nothing.
    fn reconnects(&self) -> Option<u64>;

    /// Its approximate size in the database's journal, with its projections.
    fn bytes(&self) -> usize;

    /// Prepares the writer's connection to SQLite for writing turns. The tables must be up to date.
    fn prepare(conn: &mut SqliteConnection) -> impl Future<Output = sqlx::Result<()>> + Send;

    /// Writes a group in one statement, which is a transaction by itself, if all of it are turns. With it Postgres sends these
    /// notifications.
    fn write_turns(
        conn: &mut Conn,
        events: &[&Self],
        notifications: &[String],
    ) -> impl Future<Output = TurnBatch> + Send;

    /// Writes events, which are sorted by table. Returns the outcomes in the same order.
    fn insert(tx: &mut Tx<'_>, events: &[&Self]) -> impl Future<Output = sqlx::Result<Vec<Outcome>>> + Send;

    /// Whether the log holds this very event.
    fn is_written(&self, conn: &mut Conn) -> impl Future<Output = sqlx::Result<bool>> + Send;
}
