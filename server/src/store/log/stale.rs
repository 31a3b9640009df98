//! What nodes keep in memory of players and tables and have to read again: names, who has an account, and chats.

use sqlx::QueryBuilder;
use uuid::Uuid;

use crate::ids::{PlayerId, TableId};
use crate::store::engine::from_row::from_row;
use crate::store::engine::read::read;
use crate::store::engine::sql::{Tx, execute, push_list};
use crate::store::{Store, StoreError};
use crate::time::UnixMs;

/// For how long it is kept: far longer than any node takes to notice.
const RETENTION_MS: i64 = 10 * 60 * 1000;

/// A player or a table, and since when it is stale.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Stale {
    /// The id of the player or of the table.
    pub subject: Uuid,
    pub at: UnixMs,
}

from_row!(Stale { subject, at });

/// Somebody who sits or sat at a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TablePlayer {
    pub player: PlayerId,
    pub name: String,
    pub member: bool,
}

from_row!(TablePlayer {
    player: "player_id",
    name,
    member
});

impl Store {
    /// What became stale after this time, if that is not long ago.
    pub async fn stale(&self, after: UnixMs) -> Result<Vec<Stale>, StoreError> {
        const FIND: &str = "SELECT subject, at FROM stale WHERE at > $1";
        read!(self, conn => sqlx::query_as(FIND).bind(after).fetch_all(conn))
    }

    /// Everybody who sits or sat at a table.
    pub async fn people_at(&self, table: TableId) -> Result<Vec<TablePlayer>, StoreError> {
        const FIND: &str = "SELECT s.player_id, s.name, a.player_id IS NOT NULL AS member
            FROM table_players s LEFT JOIN accounts a ON a.player_id = s.player_id WHERE s.table_id = $1";
        read!(self, conn => sqlx::query_as(FIND).bind(table).fetch_all(conn))
    }
}

impl Store {
    pub async fn members_of(&self, players: &[PlayerId]) -> Result<Vec<PlayerId>, StoreError> {
        if players.is_empty() {
            return Ok(Vec::new());
        }
        read!(self, conn => async {
            let mut sql = QueryBuilder::new("SELECT player_id FROM accounts WHERE player_id IN (");
            push_list(&mut sql, players);
            sql.build_query_scalar().persistent(false).fetch_all(conn).await
        })
    }
}

pub(in crate::store) async fn mark(tx: &mut Tx<'_>, subject: Uuid, now: UnixMs) -> sqlx::Result<()> {
    const MARK: &str = "INSERT INTO stale (subject, at) VALUES ($1, $2)
        ON CONFLICT (subject) DO UPDATE SET at = excluded.at";
    execute!(tx, MARK; subject, now).map(drop)
}

pub(in crate::store) async fn delete_old(tx: &mut Tx<'_>, now: UnixMs) -> sqlx::Result<()> {
    const DELETE: &str = "DELETE FROM stale WHERE at <= $1";
    execute!(tx, DELETE; now - RETENTION_MS).map(drop)
}
