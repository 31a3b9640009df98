//! Since when the players of a table have been away.

use crate::ids::{PlayerId, TableId};
use crate::store::engine::read::read;
use crate::store::engine::sql::{Tx, execute, on};
use crate::store::writer::job::{Effects, Key, Lane, WriteJob};
use crate::store::{Store, StoreError};
use crate::time::UnixMs;

impl Store {
    /// The players of a table who are away as far as that is recorded, and since when.
    pub async fn away_at(&self, table: TableId) -> Result<Vec<(PlayerId, UnixMs)>, StoreError> {
        const FIND: &str = "SELECT player_id, away_since FROM table_players
            WHERE table_id = $1 AND seated AND away_since IS NOT NULL";
        read!(self, conn => sqlx::query_as(FIND).bind(table).fetch_all(conn))
    }

    /// Records that a player is away from a table since then, or is there. Waits for nothing: if it is lost, the time counts
    /// from when the table is opened next.
    pub fn record_away(&self, table: TableId, player: PlayerId, since: Option<UnixMs>) {
        self.writer.write_later(RecordAway { table, player, since });
    }

    /// Records that a player has had the table in sight, up to so many turns and drops. Waits for nothing: if it is lost, they are
    /// shown more than they have not seen.
    pub fn record_look(&self, table: TableId, player: PlayerId, plies: u32) {
        self.writer.write_later(RecordLook { table, player, plies });
    }

    /// Records that the others nudged a player who is away. Waits for nothing.
    pub fn record_nudge(&self, table: TableId, player: PlayerId, at: UnixMs) {
        self.writer.write_later(RecordNudge { table, player, at });
    }
}

/// The last one stands, whatever device it was.
#[derive(Debug)]
struct RecordLook {
    table: TableId,
    player: PlayerId,
    plies: u32,
}

impl WriteJob for RecordLook {
    const LANE: Lane = Lane::Away;

    fn key(&self) -> Option<Key> {
        Some((self.table.0, Some(self.player)))
    }

    fn effects(&self) -> Effects {
        let table = Some(self.table);
        Effects {
            table,
            ..Effects::NONE
        }
    }

    async fn run(&self, tx: &mut Tx<'_>) -> sqlx::Result<bool> {
        const LOOK: &str = "UPDATE table_players SET looked = $3
            WHERE table_id = $1 AND player_id = $2 AND (looked IS NULL OR looked <> $3)";
        execute!(tx, LOOK; self.table, self.player, i64::from(self.plies))
    }
}

/// A nudged player sees it wherever they have a page open, until they come to the table.
#[derive(Debug)]
struct RecordNudge {
    table: TableId,
    player: PlayerId,
    at: UnixMs,
}

impl WriteJob for RecordNudge {
    const LANE: Lane = Lane::Away;

    fn key(&self) -> Option<Key> {
        Some((self.table.0, Some(self.player)))
    }

    fn effects(&self) -> Effects {
        let table = Some(self.table);
        Effects {
            table,
            ..Effects::NONE
        }
    }

    async fn run(&self, tx: &mut Tx<'_>) -> sqlx::Result<bool> {
        const NUDGE: &str = "UPDATE table_players SET nudged_at = $3 WHERE table_id = $1 AND player_id = $2 AND away_since IS NOT NULL";
        execute!(tx, NUDGE; self.table, self.player, self.at)
    }
}

/// The first recorded time stands for a player who is away already: several nodes may notice.
#[derive(Debug)]
struct RecordAway {
    table: TableId,
    player: PlayerId,
    since: Option<UnixMs>,
}

impl WriteJob for RecordAway {
    const LANE: Lane = Lane::Away;

    fn key(&self) -> Option<Key> {
        Some((self.table.0, Some(self.player)))
    }

    fn effects(&self) -> Effects {
        // Who is back is nudged no longer.
        let table = self.since.is_none().then_some(self.table);
        Effects {
            table,
            ..Effects::NONE
        }
    }

    async fn run(&self, tx: &mut Tx<'_>) -> sqlx::Result<bool> {
        const LEFT: &str = "UPDATE table_players SET away_since = $3
            WHERE table_id = $1 AND player_id = $2 AND away_since IS NULL";
        const BACK: &str = "UPDATE table_players SET away_since = NULL, nudged_at = NULL WHERE table_id = $1 AND player_id = $2";
        let changed = on!(tx, tx => {
            let query = match self.since {
                Some(since) => sqlx::query(LEFT).bind(self.table).bind(self.player).bind(since),
                None => sqlx::query(BACK).bind(self.table).bind(self.player),
            };
            query.execute(&mut **tx).await?.rows_affected()
        });
        Ok(changed > 0)
    }
}
