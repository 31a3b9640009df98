//! Locks for quick games: at all nodes together, players who want one of the same game are served one after the
//! other.

use sqlx::{Executor, PgPool, Postgres, Transaction};
use tokio::time::timeout;

use crate::store::engine::read::READ_TIMEOUT;
use crate::store::engine::sql::Engine;
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
