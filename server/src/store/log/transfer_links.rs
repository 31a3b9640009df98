//! Links that transfer a seat to another device: each is valid once, for a short time.

use crate::ids::{PlayerId, TableId};
use crate::store::engine::from_row::from_row;
use crate::store::engine::read::read;
use crate::store::engine::sql::{Tx, execute, on};
use crate::store::writer::job::WriteJob;
use crate::store::{Store, StoreError};
use crate::time::UnixMs;

/// How long after its expiry a link is kept, so that whoever used it may send its secret again.
const RETENTION_MS: i64 = 24 * 60 * 60 * 1000;

/// Only the hash of its secret is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TransferLink {
    pub table: TableId,
    pub player: PlayerId,
    /// Until when it can be used.
    pub expires_at: UnixMs,
    /// Who used it, if somebody did.
    pub used_by: Option<PlayerId>,
}

from_row!(TransferLink {
    table: "table_id",
    player: "player_id",
    expires_at,
    used_by
});

impl Store {
    /// Stores a link for a player's seat, which replaces an older one.
    pub async fn make_transfer_link(
        &self,
        hash: [u8; 32],
        table: TableId,
        player: PlayerId,
        expires: UnixMs,
        now: UnixMs,
    ) -> Result<(), StoreError> {
        let job = MakeTransferLink {
            hash,
            table,
            player,
            expires,
            now,
        };
        self.writer.write(job).await.map(drop)
    }

    /// Revokes the unused link for a player's seat, if there is one.
    pub async fn revoke_transfer_links(&self, table: TableId, player: PlayerId) -> Result<(), StoreError> {
        self.writer
            .write(RevokeTransferLinks { table, player })
            .await
            .map(drop)
    }

    /// The link with this secret at this table, whether it is used or not.
    pub async fn transfer_link(
        &self,
        table: TableId,
        hash: [u8; 32],
        now: UnixMs,
    ) -> Result<Option<TransferLink>, StoreError> {
        const FIND: &str = "SELECT table_id, player_id, expires_at, used_by FROM transfer_links
            WHERE secret_hash = $1 AND table_id = $2 AND (expires_at > $3 OR used_by IS NOT NULL)";
        read!(self, conn => sqlx::query_as(FIND).bind(&hash[..]).bind(table).bind(now).fetch_optional(conn))
    }
}

#[derive(Debug)]
struct MakeTransferLink {
    hash: [u8; 32],
    table: TableId,
    player: PlayerId,
    expires: UnixMs,
    now: UnixMs,
}

impl WriteJob for MakeTransferLink {
    async fn run(&self, tx: &mut Tx<'_>) -> sqlx::Result<bool> {
        const REPLACE: &str =
            "DELETE FROM transfer_links WHERE expires_at <= $1 OR (table_id = $2 AND player_id = $3)";
        const MAKE: &str = "INSERT INTO transfer_links (secret_hash, table_id, player_id, expires_at) VALUES ($1, $2, $3, $4)";
        execute!(tx, REPLACE; self.now - RETENTION_MS, self.table, self.player)?;
        execute!(tx, MAKE; &self.hash[..], self.table, self.player, self.expires)?;
        Ok(true)
    }
}

#[derive(Debug)]
struct RevokeTransferLinks {
    table: TableId,
    player: PlayerId,
}

impl WriteJob for RevokeTransferLinks {
    async fn run(&self, tx: &mut Tx<'_>) -> sqlx::Result<bool> {
        const REVOKE: &str =
            "DELETE FROM transfer_links WHERE table_id = $1 AND player_id = $2 AND used_by IS NULL";
        execute!(tx, REVOKE; self.table, self.player)
    }
}

/// Marks a link as used, before the event that transfers the seat is written. Returns whether it could still be used.
pub(in crate::store) async fn claim(
    tx: &mut Tx<'_>,
    table: TableId,
    hash: &[u8; 32],
    by: PlayerId,
    now: UnixMs,
) -> sqlx::Result<bool> {
    const CLAIM: &str = "UPDATE transfer_links SET used_by = $1
        WHERE secret_hash = $2 AND table_id = $3 AND used_by IS NULL AND expires_at > $4";
    on!(tx, tx => {
        let claim = sqlx::query(CLAIM).bind(by).bind(&hash[..]).bind(table).bind(now);
        Ok(claim.execute(&mut **tx).await?.rows_affected() == 1)
    })
}

/// Undoes [`claim`] in the same transaction.
pub(in crate::store) async fn release(tx: &mut Tx<'_>, hash: &[u8; 32]) -> sqlx::Result<()> {
    const RELEASE: &str = "UPDATE transfer_links SET used_by = NULL WHERE secret_hash = $1";
    execute!(tx, RELEASE; &hash[..]).map(drop)
}
