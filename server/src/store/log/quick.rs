//! Quick games: locks by which players who want one of the same game are served one after the other, at all nodes together, and
//! where those have led that were asked for with a key.

use sqlx::{Executor, PgPool, Postgres, Transaction};
use tokio::time::timeout;
use uuid::Uuid;

use super::tables::TableRow;
use crate::ids::{PlayerId, TableCode, TableId};
use crate::store::engine::from_row::{from_row, parse};
use crate::store::engine::read::{READ_TIMEOUT, read};
use crate::store::engine::sql::{Engine, Tx, execute};
use crate::store::writer::job::WriteJob;
use crate::store::{Store, StoreError};

/// Distinguishes these locks from others in the same database: "quik".
const LOCKS: i32 = 0x7175_696b;
/// Postgres gives up by itself, so that its connection is free again, and takes the lock from a node that stands
/// still.
const WAIT: &str = "SET LOCAL lock_timeout = '2500ms'; SET LOCAL idle_in_transaction_session_timeout = '2s'";

/// The right to look for a table or to open one. It ends when this is dropped, or its node dies.
#[derive(Debug)]
pub struct QuickTurn {
    _lock: Option<Transaction<'static, Postgres>>,
}

impl Store {
    /// Waits until no other node looks for a table of the same game, given as a number.
    pub async fn quick_turn(&self, game: i32) -> Result<QuickTurn, StoreError> {
        let lock = match &self.pools {
            // One process serves the file.
            Engine::Sqlite(_) => None,
            Engine::Postgres(pool) => {
                let locked = timeout(READ_TIMEOUT, lock(pool, game)).await;
                Some(locked.map_err(|_| StoreError::Timeout)??)
            }
        };
        Ok(QuickTurn { _lock: lock })
    }

    /// The table where a player has sat down since they asked for a quick game with this key.
    pub async fn quick_game(&self, player: PlayerId, asked: Uuid) -> Result<Option<TableCode>, StoreError> {
        const FIND: &str = "SELECT q.code FROM quick_games q WHERE q.player_id = $1 AND q.asked = $2
            AND (q.seated OR EXISTS (SELECT 1 FROM events e
                WHERE e.table_id = q.table_id AND e.player_id = q.player_id AND e.command_id = q.asked))";
        let found: Option<Led> =
            read!(self, conn => sqlx::query_as(FIND).bind(player).bind(asked).fetch_optional(conn))?;
        Ok(found.map(|led| led.code))
    }

    /// Records that a quick game leads to a table, where the player sits already or is about to sit down by a command whose id is the
    /// key.
    pub async fn record_quick_game(
        &self,
        player: PlayerId,
        asked: Uuid,
        table: &TableRow,
        seated: bool,
    ) -> Result<(), StoreError> {
        let (table, code) = (table.id, table.code.clone());
        let job = RecordQuickGame {
            player,
            asked,
            table,
            code,
            seated,
        };
        self.writer.write(job).await.map(drop)
    }
}

struct Led {
    code: TableCode,
}

from_row!(Led, row => Led { code: parse(row, "code")? });

#[derive(Debug)]
struct RecordQuickGame {
    player: PlayerId,
    asked: Uuid,
    table: TableId,
    code: TableCode,
    seated: bool,
}

impl WriteJob for RecordQuickGame {
    async fn run(&self, tx: &mut Tx<'_>) -> sqlx::Result<bool> {
        const RECORD: &str =
            "INSERT INTO quick_games (player_id, asked, table_id, code, seated) VALUES ($1, $2, $3, $4, $5)
            ON CONFLICT (player_id, asked) DO UPDATE
            SET table_id = excluded.table_id, code = excluded.code, seated = excluded.seated";
        execute!(tx, RECORD; self.player, self.asked, self.table, self.code.as_str(), self.seated)
    }
}

/// A transaction that holds the lock until it ends.
async fn lock(pool: &PgPool, game: i32) -> sqlx::Result<Transaction<'static, Postgres>> {
    let mut tx = pool.begin().await?;
    tx.execute(WAIT).await?;
    let lock = sqlx::query("SELECT pg_advisory_xact_lock($1, $2)")
        .bind(LOCKS)
        .bind(game);
    lock.execute(&mut *tx).await?;
    Ok(tx)
}
