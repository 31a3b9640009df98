//! Tables, who sits at them, and what happened there.

use serde_json::Value;
use sqlx::FromRow;

use super::sql::on;
use super::{Store, StoreError};
use crate::ids::{CommandId, EventId, PlayerId, TableCode, TableId};

/// A place where one game is played.
#[derive(Clone, Debug, PartialEq, Eq, FromRow)]
pub struct TableRow {
    /// Which one.
    pub id: TableId,
    /// Its address.
    #[sqlx(try_from = "String")]
    pub code: TableCode,
    /// The game's name.
    pub kind: String,
    /// Shown in lists to everybody, or found by its link only.
    pub public: bool,
    /// Unix milliseconds.
    pub created_at: i64,
}

/// A table that its first event brings into being.
pub type NewTable = TableRow;

/// One row of the log.
#[derive(Clone, Debug, PartialEq, FromRow)]
pub struct EventRow {
    /// Its own id.
    pub id: EventId,
    /// Where it happened.
    #[sqlx(rename = "table_id")]
    pub table: TableId,
    /// Its number at its table, from 1.
    pub seq: i64,
    /// Who caused it, if anybody did.
    #[sqlx(rename = "player_id")]
    pub player: Option<PlayerId>,
    /// By which wish of a client.
    #[sqlx(rename = "command_id")]
    pub command: Option<CommandId>,
    /// Unix milliseconds.
    pub at: i64,
    /// How to read the body.
    pub format: i64,
    /// What happened.
    #[sqlx(json)]
    pub body: Value,
}

/// Somebody in a chair, under the name given at this table.
#[derive(Clone, Debug, PartialEq, Eq, FromRow)]
pub struct Sitter {
    /// Who.
    #[sqlx(rename = "player_id")]
    pub player: PlayerId,
    /// The name at this table.
    pub name: String,
}

impl Store {
    /// The table with this id.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn table(&self, table: TableId) -> Result<Option<TableRow>, StoreError> {
        const FIND: &str = "SELECT id, code, kind, public, created_at FROM tables WHERE id = $1";
        Ok(on!(&self.pools, pool => sqlx::query_as(FIND).bind(table).fetch_optional(pool).await)?)
    }

    /// The table at this address.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn table_by_code(&self, code: &TableCode) -> Result<Option<TableRow>, StoreError> {
        const FIND: &str = "SELECT id, code, kind, public, created_at FROM tables WHERE code = $1";
        Ok(on!(&self.pools, pool => sqlx::query_as(FIND).bind(code.as_str()).fetch_optional(pool).await)?)
    }

    /// All that happened at a table, in order.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn events(&self, table: TableId) -> Result<Vec<EventRow>, StoreError> {
        self.events_after(table, 0).await
    }

    /// What happened at a table after the event with this number, in order.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn events_after(&self, table: TableId, seq: i64) -> Result<Vec<EventRow>, StoreError> {
        const FIND: &str = "SELECT id, table_id, seq, player_id, command_id, at, format, body
            FROM events WHERE table_id = $1 AND seq > $2 ORDER BY seq";
        Ok(on!(&self.pools, pool => sqlx::query_as(FIND).bind(table).bind(seq).fetch_all(pool).await)?)
    }

    /// Who sits at a table.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn sitters(&self, table: TableId) -> Result<Vec<Sitter>, StoreError> {
        const FIND: &str = "SELECT player_id, name FROM sitters WHERE table_id = $1 ORDER BY player_id";
        Ok(on!(&self.pools, pool => sqlx::query_as(FIND).bind(table).fetch_all(pool).await)?)
    }

    /// The unfinished tables where a player sits, newest first.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn tables_of(&self, player: PlayerId, limit: i64) -> Result<Vec<TableRow>, StoreError> {
        const FIND: &str = "SELECT t.id, t.code, t.kind, t.public, t.created_at
            FROM sitters s JOIN tables t ON t.id = s.table_id
            WHERE s.player_id = $1 AND NOT EXISTS (SELECT 1 FROM records r WHERE r.table_id = t.id)
            ORDER BY t.created_at DESC, t.id DESC LIMIT $2";
        Ok(on!(&self.pools, pool => sqlx::query_as(FIND).bind(player).bind(limit).fetch_all(pool).await)?)
    }

    /// The last event of each table that has no record, by the table's id, starting after `after`. None
    /// of them should be one that ended a game.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn unrecorded(&self, after: Option<TableId>, limit: i64) -> Result<Vec<EventRow>, StoreError> {
        const FIND: &str = "SELECT e.id, e.table_id, e.seq, e.player_id, e.command_id, e.at, e.format, e.body
            FROM tables t JOIN events e ON e.table_id = t.id
            WHERE t.id > $1
              AND e.seq = (SELECT MAX(l.seq) FROM events l WHERE l.table_id = t.id)
              AND NOT EXISTS (SELECT 1 FROM records r WHERE r.table_id = t.id)
            ORDER BY t.id LIMIT $2";
        let after = after.unwrap_or(TableId(uuid::Uuid::nil()));
        Ok(on!(&self.pools, pool => sqlx::query_as(FIND).bind(after).bind(limit).fetch_all(pool).await)?)
    }
}
