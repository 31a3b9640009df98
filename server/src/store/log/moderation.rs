//! What operators can do about single games, lines and players.

use super::{lobby, stale};
use crate::ids::{PlayerId, TableId};
use crate::store::engine::read::read;
use crate::store::engine::sql::{Tx, execute, on};
use crate::store::records::pairs;
use crate::store::writer::job::{Effects, WriteJob};
use crate::store::{Player, Store, StoreError};
use crate::time::UnixMs;

/// What stands in the place of a line that was deleted. The line itself stays, since pages know how many there are.
pub const DELETED_LINE: &str = "(deleted)";

impl Store {
    pub async fn player(&self, player: PlayerId) -> Result<Option<Player>, StoreError> {
        const FIND: &str = "SELECT p.id, p.name, p.created_at, a.player_id IS NOT NULL AS member
            FROM players p LEFT JOIN accounts a ON a.player_id = p.id WHERE p.id = $1";
        read!(self, conn => sqlx::query_as(FIND).bind(player).fetch_optional(conn))
    }

    /// At most so many guests with this name, the youngest first.
    pub async fn guests_named(&self, name: &str, limit: i64) -> Result<Vec<Player>, StoreError> {
        const FIND: &str = "SELECT p.id, p.name, p.created_at, FALSE AS member FROM players p
            WHERE p.name = $1 AND NOT EXISTS (SELECT 1 FROM accounts a WHERE a.player_id = p.id)
            ORDER BY p.created_at DESC LIMIT $2";
        read!(self, conn => sqlx::query_as(FIND).bind(name).bind(limit).fetch_all(conn))
    }

    /// Removes a table and its game from lists, except for those who played. False if they are not listed.
    pub async fn hide_table(&self, table: TableId) -> Result<bool, StoreError> {
        self.writer.write(HideTable(table)).await
    }

    /// Deletes what a line of a chat says. False if there is no such line.
    pub async fn delete_line(&self, table: TableId, n: i64, now: UnixMs) -> Result<bool, StoreError> {
        self.writer.write(DeleteLine { table, n, now }).await
    }
}

#[derive(Debug)]
struct HideTable(TableId);

impl WriteJob for HideTable {
    async fn run(&self, tx: &mut Tx<'_>) -> sqlx::Result<bool> {
        const TABLE: &str = "UPDATE tables SET public = FALSE WHERE id = $1 AND public";
        const OTHERS: [&str; 3] = [
            "UPDATE table_state SET public = FALSE WHERE table_id = $1",
            "UPDATE records SET public = FALSE WHERE table_id = $1",
            "UPDATE record_seats SET public = FALSE WHERE table_id = $1",
        ];
        lobby::unlist(tx, self.0).await?;
        on!(&mut *tx, tx => {
            for sql in OTHERS {
                sqlx::query(sql).bind(self.0).execute(&mut **tx).await?;
            }
        });
        pairs::delete(tx, self.0).await?;
        execute!(tx, TABLE; self.0)
    }
}

#[derive(Debug)]
struct DeleteLine {
    table: TableId,
    n: i64,
    now: UnixMs,
}

impl WriteJob for DeleteLine {
    const EFFECTS: Effects = Effects::ENDS_SESSIONS_AND_ERASES;

    async fn run(&self, tx: &mut Tx<'_>) -> sqlx::Result<bool> {
        const DELETE: &str = "UPDATE chat SET text = $3 WHERE table_id = $1 AND n = $2 AND about_id IS NULL";
        let deleted = execute!(tx, DELETE; self.table, self.n, DELETED_LINE)?;
        if deleted {
            stale::mark(tx, self.table.0, self.now).await?;
        }
        Ok(deleted)
    }
}
