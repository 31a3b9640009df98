//! Since when the players of a table have been away.

use crate::ids::{PlayerId, TableId};
use crate::store::engine::read::read;
use crate::store::engine::sql::{Tx, on};
use crate::store::writer::change::{Change, Write};
use crate::store::{Store, StoreError};

impl Store {
    /// The players of a table who are away as far as anybody noted, and since when, in unix milliseconds.
    ///
    /// # Errors
    /// When the database fails or does not answer in time.
    pub async fn away_at(&self, table: TableId) -> Result<Vec<(PlayerId, i64)>, StoreError> {
        const FIND: &str = "SELECT player_id, away_since FROM sitters
            WHERE table_id = $1 AND seated AND away_since IS NOT NULL";
        read!(self, conn => sqlx::query_as(FIND).bind(table).fetch_all(conn))
    }

    /// Notes that a player is away from a table since then, or is there. Waits for nothing: if it is lost, the time counts
    /// from when the table is opened next.
    pub fn note_away(&self, table: TableId, player: PlayerId, since: Option<i64>) {
        let write = Write::Away { table, player, since };
        self.submit_later(Change::Other(write));
    }

    /// Notes that the others nudged a player who is away. Waits for nothing.
    pub fn note_nudge(&self, table: TableId, player: PlayerId, at: i64) {
        let write = Write::Nudge { table, player, at };
        self.submit_later(Change::Other(write));
    }
}

/// The others nudged a player, who is told wherever they have a page open, until they come to the table.
pub(in crate::store) async fn nudge(
    tx: &mut Tx<'_>,
    table: TableId,
    player: PlayerId,
    at: i64,
) -> sqlx::Result<bool> {
    const NUDGE: &str =
        "UPDATE sitters SET nudged_at = $3 WHERE table_id = $1 AND player_id = $2 AND away_since IS NOT NULL";
    let changed = on!(tx, tx => sqlx::query(NUDGE).bind(table).bind(player).bind(at)
        .execute(&mut **tx).await?.rows_affected());
    Ok(changed > 0)
}

/// Who is away already has been since the time that was noted first: several nodes may notice.
pub(in crate::store) async fn note(
    tx: &mut Tx<'_>,
    table: TableId,
    player: PlayerId,
    since: Option<i64>,
) -> sqlx::Result<bool> {
    const LEFT: &str = "UPDATE sitters SET away_since = $3
        WHERE table_id = $1 AND player_id = $2 AND away_since IS NULL";
    const BACK: &str =
        "UPDATE sitters SET away_since = NULL, nudged_at = NULL WHERE table_id = $1 AND player_id = $2";
    let changed = on!(tx, tx => {
        let query = match since {
            Some(since) => sqlx::query(LEFT).bind(table).bind(player).bind(since),
            None => sqlx::query(BACK).bind(table).bind(player),
        };
        query.execute(&mut **tx).await?.rows_affected()
    });
    Ok(changed > 0)
}
