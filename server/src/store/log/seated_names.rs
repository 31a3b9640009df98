//! The names of players at the tables where they sit: copies, which follow when somebody gets the name of an account.

use super::stale;
use crate::ids::{PlayerId, TableId};
use crate::names::PlayerName;
use crate::store::engine::sql::{Tx, on};

/// Gives a player another name at unfinished tables where they sit, but not where somebody has one that looks like it: there
/// they keep theirs. Finished games keep the name that they were played under.
pub(in crate::store) async fn rename(
    tx: &mut Tx<'_>,
    player: PlayerId,
    name: &PlayerName,
    now: i64,
) -> sqlx::Result<bool> {
    const RENAME: &str = "UPDATE sitters SET name = $3 WHERE table_id = $1 AND player_id = $2 AND name <> $3";
    let people = people(tx, player).await?;
    let alike = |table| {
        let others = people
            .iter()
            .filter(|(at, other, _)| *at == table && *other != player);
        others.into_iter().any(|(_, _, other)| name.looks_like(other))
    };
    let own = people.iter().filter(|(_, sitter, _)| *sitter == player);
    let mut renamed = false;
    for &(table, ..) in own.filter(|(table, ..)| !alike(*table)) {
        renamed |= on!(tx, tx => sqlx::query(RENAME).bind(table).bind(player).bind(name.as_str())
            .execute(&mut **tx).await?.rows_affected() > 0);
    }
    stale::note(tx, player.0, now).await?;
    Ok(renamed)
}

/// All who sit at the unfinished tables of a player.
async fn people(tx: &mut Tx<'_>, player: PlayerId) -> sqlx::Result<Vec<(TableId, PlayerId, String)>> {
    const FIND: &str = "SELECT o.table_id, o.player_id, o.name FROM sitters o
        JOIN sitters s ON s.table_id = o.table_id AND s.player_id = $1 AND s.seated AND NOT s.finished
        WHERE o.seated ORDER BY o.table_id, o.player_id";
    on!(tx, tx => sqlx::query_as(FIND).bind(player).fetch_all(&mut **tx).await)
}
