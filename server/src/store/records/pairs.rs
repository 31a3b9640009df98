//! Which two names were in which public game, and who of them was placed before the other.

use crate::ids::{PlayerId, TableId};
use crate::store::engine::script::{Script, add};
use crate::store::engine::sql::{Tx, execute};
use crate::store::players_on::players_on;

/// Writes the pairs of the records of some tables. Players who were renamed or deleted may share a name with others at the table:
/// the best of them counts.
macro_rules! insert_pairs {
    ($tables:expr) => {
        concat!(
            "INSERT INTO record_pairs (table_id, one, other, finished_at, kind, ahead, continued)
            SELECT r.table_id, a.name_key, b.name_key, r.finished_at, r.kind,
                CASE WHEN MIN(a.rank) < MIN(b.rank) THEN 1 WHEN MIN(a.rank) > MIN(b.rank) THEN -1 ELSE 0 END,
                r.from_code IS NOT NULL
            FROM records r JOIN record_seats a ON a.table_id = r.table_id
                JOIN record_seats b ON b.table_id = r.table_id AND b.name_key > a.name_key
            WHERE r.table_id IN (",
            $tables,
            ") AND r.public AND r.tallied
            GROUP BY r.table_id, a.name_key, b.name_key, r.finished_at, r.kind, r.from_code"
        )
    };
}

macro_rules! delete_pairs {
    ($tables:expr) => {
        concat!("DELETE FROM record_pairs WHERE table_id IN (", $tables, ")")
    };
}

/// The tables where some players have finished a game.
macro_rules! games_of {
    ($players:expr) => {
        concat!(
            "SELECT s.table_id FROM record_seats s WHERE s.player_id IN (",
            $players,
            ")"
        )
    };
}

/// Writes the pairs of a record.
pub(in crate::store) async fn insert(script: &mut Script<'_, '_>, table: TableId) -> sqlx::Result<()> {
    const INSERT: &str = insert_pairs!("$1");
    add!(script, INSERT, query => query.bind(table))
}

/// A game was hidden.
pub(in crate::store) async fn delete(tx: &mut Tx<'_>, table: TableId) -> sqlx::Result<()> {
    const DELETE: &str = delete_pairs!("$1");
    execute!(tx, DELETE; table).map(drop)
}

/// Writes the pairs of a player's games again, after the name was changed.
pub(in crate::store) async fn rename(tx: &mut Tx<'_>, player: PlayerId) -> sqlx::Result<()> {
    const DELETE: &str = delete_pairs!(games_of!("$1"));
    const INSERT: &str = insert_pairs!(games_of!("$1"));
    execute!(tx, DELETE; player)?;
    execute!(tx, INSERT; player).map(drop)
}

/// Renames all who play on the player's device.
pub(in crate::store) async fn rename_device(tx: &mut Tx<'_>, player: PlayerId) -> sqlx::Result<()> {
    const DELETE: &str = delete_pairs!(games_of!(players_on!("$1")));
    const INSERT: &str = insert_pairs!(games_of!(players_on!("$1")));
    execute!(tx, DELETE; player)?;
    execute!(tx, INSERT; player).map(drop)
}
