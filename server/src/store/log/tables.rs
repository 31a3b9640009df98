//! Tables, the names of those who sat at them, and their logs.

use crate::ids::{ClubId, EventId, PlayerId, TableCode, TableId};
use crate::model::log::entry::StoredEntry;
use crate::model::log::projection::NewTable;
use crate::seq::Seq;
use crate::store::engine::from_row::{from_row, parse};
use crate::store::engine::read::read;
use crate::store::engine::sql::{Tx, execute, on};
use crate::store::{Store, StoreError};
use crate::time::UnixMs;

/// A place where one game is played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableRow {
    pub id: TableId,
    pub code: TableCode,
    pub kind: String,
    pub public: bool,
    pub created_at: UnixMs,
}

from_row!(TableRow, row => TableRow {
    id: row.try_get("id")?,
    code: parse(row, "code")?,
    kind: row.try_get("kind")?,
    public: row.try_get("public")?,
    created_at: row.try_get("created_at")?,
});

impl From<NewTable> for TableRow {
    fn from(table: NewTable) -> Self {
        Self {
            id: table.id,
            code: table.code,
            kind: table.kind,
            public: table.public,
            created_at: table.created_at,
        }
    }
}

impl Store {
    pub async fn table(&self, table: TableId) -> Result<Option<TableRow>, StoreError> {
        const FIND: &str = "SELECT id, code, kind, public, created_at FROM tables WHERE id = $1";
        read!(self, conn => sqlx::query_as(FIND).bind(table).fetch_optional(conn))
    }

    pub async fn table_by_code(&self, code: &TableCode) -> Result<Option<TableRow>, StoreError> {
        const FIND: &str = "SELECT id, code, kind, public, created_at FROM tables WHERE code = $1";
        read!(self, conn => sqlx::query_as(FIND).bind(code.as_str()).fetch_optional(conn))
    }

    /// In order.
    pub async fn events(&self, table: TableId) -> Result<Vec<StoredEntry>, StoreError> {
        self.events_after(table, Seq::ZERO).await
    }

    /// In order.
    pub async fn events_after(&self, table: TableId, seq: Seq) -> Result<Vec<StoredEntry>, StoreError> {
        const FIND: &str = "SELECT id, table_id, seq, player_id, command_id, at, format, body
            FROM events WHERE table_id = $1 AND seq > $2 ORDER BY seq";
        read!(self, conn => sqlx::query_as(FIND).bind(table).bind(seq).fetch_all(conn))
    }

    pub async fn event_by_id(
        &self,
        table: TableId,
        event: EventId,
    ) -> Result<Option<StoredEntry>, StoreError> {
        const FIND: &str = "SELECT id, table_id, seq, player_id, command_id, at, format, body FROM events
                WHERE table_id = $1 AND id = $2";
        read!(self, conn => sqlx::query_as(FIND).bind(table).bind(event).fetch_optional(conn))
    }

    /// The names of everybody who ever sat at a table, and in databases of version 0.1.0 only of those who sit there.
    pub async fn names_at(&self, table: TableId) -> Result<Vec<(PlayerId, String)>, StoreError> {
        const FIND: &str = "SELECT player_id, name FROM table_players WHERE table_id = $1 ORDER BY player_id";
        read!(self, conn => sqlx::query_as(FIND).bind(table).fetch_all(conn))
    }
}

/// The table may be created by another event at the same time, with the same code; the event's number decides which
/// of the two wins. False where only the code is taken: then the event has no table.
pub(super) async fn create(tx: &mut Tx<'_>, table: &NewTable) -> sqlx::Result<bool> {
    const CREATE: &str = "INSERT INTO tables (id, code, kind, public, created_at)
        VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING";
    const COUNT: &str = "SELECT COUNT(*) FROM tables WHERE id = $1";
    let is_new = execute!(tx, CREATE;
        table.id, table.code.as_str(), &table.kind, table.public, table.created_at)?;
    if is_new {
        return Ok(true);
    }
    let count: i64 = on!(tx, tx => sqlx::query_scalar(COUNT).bind(table.id).fetch_one(&mut **tx).await)?;
    Ok(count > 0)
}

/// A club may have been removed meanwhile.
pub(super) async fn put_in_club(tx: &mut Tx<'_>, table: TableId, club: ClubId) -> sqlx::Result<()> {
    const PUT: &str = "INSERT INTO club_tables (table_id, club_id) SELECT $1, id FROM clubs WHERE id = $2
        ON CONFLICT DO NOTHING";
    execute!(tx, PUT; table, club).map(drop)
}
