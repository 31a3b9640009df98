//! Links that move a seat to another device: good once, and not for long.

use sqlx::FromRow;

use super::sql::{Tx, on};
use super::{Store, StoreError};
use crate::ids::{PlayerId, TableId};

/// A link that moves a seat. Only the hash of its secret is kept.
#[derive(Clone, Debug, PartialEq, Eq, FromRow)]
pub struct Rejoin {
    /// At which table.
    #[sqlx(rename = "table_id")]
    pub table: TableId,
    /// Whose seat.
    #[sqlx(rename = "player_id")]
    pub player: PlayerId,
    /// Until when it is good, in unix milliseconds.
    pub expires_at: i64,
}

impl Store {
    /// Keeps a new link, by the hash of its secret. An older one for the same seat is good no longer.
    ///
    /// # Errors
    /// When the database fails; then the older one is still good.
    pub async fn make_rejoin(&self, hash: [u8; 32], rejoin: &Rejoin) -> Result<(), StoreError> {
        const FORGET: &str = "DELETE FROM rejoins WHERE table_id = $1 AND player_id = $2";
        const KEEP: &str =
            "INSERT INTO rejoins (secret_hash, table_id, player_id, expires_at) VALUES ($1, $2, $3, $4)";
        let _aside = self.aside.lock().await;
        let mut tx = self.pools.begin().await?;
        on!(&mut tx, tx => {
            sqlx::query(FORGET).bind(rejoin.table).bind(rejoin.player).execute(&mut **tx).await?;
            let row = sqlx::query(KEEP).bind(&hash[..]).bind(rejoin.table).bind(rejoin.player);
            row.bind(rejoin.expires_at).execute(&mut **tx).await?;
        });
        Ok(tx.commit().await?)
    }

    /// Makes the links for a seat good no longer.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn revoke_rejoins(&self, table: TableId, player: PlayerId) -> Result<(), StoreError> {
        const FORGET: &str = "DELETE FROM rejoins WHERE table_id = $1 AND player_id = $2";
        let _aside = self.aside.lock().await;
        on!(&self.pools, pool => sqlx::query(FORGET).bind(table).bind(player).execute(pool).await.map(drop))?;
        Ok(())
    }

    /// The link with this secret at this table, if it is still good.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn rejoin(
        &self,
        table: TableId,
        hash: [u8; 32],
        now: i64,
    ) -> Result<Option<Rejoin>, StoreError> {
        const FIND: &str = "SELECT table_id, player_id, expires_at FROM rejoins
            WHERE secret_hash = $1 AND table_id = $2 AND expires_at > $3";
        Ok(on!(&self.pools, pool =>
            sqlx::query_as(FIND).bind(&hash[..]).bind(table).bind(now).fetch_optional(pool).await)?)
    }
}

/// Uses a link up, in the transaction of the event that moves the seat. A link that is gone fails it.
pub(super) async fn use_up(tx: &mut Tx<'_>, hash: &[u8; 32]) -> sqlx::Result<()> {
    const USE: &str = "DELETE FROM rejoins WHERE secret_hash = $1";
    let used = on!(tx, tx => sqlx::query(USE).bind(&hash[..]).execute(&mut **tx).await?.rows_affected());
    if used == 1 {
        Ok(())
    } else {
        Err(sqlx::Error::RowNotFound)
    }
}
