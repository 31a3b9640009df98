//! Who sits at tables.

use crate::ids::{PlayerId, TableId};
use crate::store::engine::sql::{Tx, execute};

/// A player sits down, or is on another seat or under another name from now on.
pub(super) async fn seat(
    tx: &mut Tx<'_>,
    table: TableId,
    player: PlayerId,
    name: &str,
    seat: u8,
) -> sqlx::Result<()> {
    const SEAT: &str = "INSERT INTO table_players (table_id, player_id, name, seated, seat) VALUES ($1, $2, $3, TRUE, $4)
        ON CONFLICT (table_id, player_id) DO UPDATE SET name = excluded.name, seated = TRUE, seat = excluded.seat";
    execute!(tx, SEAT; table, player, name, i64::from(seat)).map(drop)
}

pub(super) async fn unseat(tx: &mut Tx<'_>, table: TableId, player: PlayerId) -> sqlx::Result<()> {
    const UNSEAT: &str =
        "UPDATE table_players SET seated = FALSE, seat = NULL WHERE table_id = $1 AND player_id = $2";
    execute!(tx, UNSEAT; table, player).map(drop)
}
