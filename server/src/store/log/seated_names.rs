//! The names of players at tables: copies, which change when somebody gets the name of an account.

use super::stale;
use crate::ids::{PlayerId, TableId};
use crate::names::PlayerName;
use crate::store::engine::sql::{Tx, execute, on};
use crate::store::writer::job::{Effects, WriteJob};
use crate::store::{Store, StoreError};
use crate::time::UnixMs;

impl Store {
    /// Gives a player this name at unfinished tables where they sit, unless somebody there has a similar one.
    pub async fn rename_where_seated(
        &self,
        player: PlayerId,
        name: PlayerName,
        now: UnixMs,
    ) -> Result<(), StoreError> {
        self.writer
            .write(RenameWhereSeated { player, name, now })
            .await
            .map(drop)
    }
}

#[derive(Debug)]
struct RenameWhereSeated {
    player: PlayerId,
    name: PlayerName,
    now: UnixMs,
}

impl WriteJob for RenameWhereSeated {
    const EFFECTS: Effects = Effects::ENDS_SESSIONS;

    async fn run(&self, tx: &mut Tx<'_>) -> sqlx::Result<bool> {
        rename(tx, self.player, &self.name, self.now).await
    }
}

/// Gives a player another name at unfinished tables where they sit, but not where somebody has a similar one.
/// Finished games keep the name that they were played under.
pub(in crate::store) async fn rename(
    tx: &mut Tx<'_>,
    player: PlayerId,
    name: &PlayerName,
    now: UnixMs,
) -> sqlx::Result<bool> {
    const RENAME: &str =
        "UPDATE table_players SET name = $3 WHERE table_id = $1 AND player_id = $2 AND name <> $3";
    let people = people(tx, player).await?;
    let alike = |table| {
        let others = people
            .iter()
            .filter(|(at, other, _)| *at == table && *other != player);
        others.into_iter().any(|(_, _, other)| name.looks_like(other))
    };
    let own = people.iter().filter(|(_, seated, _)| *seated == player);
    let mut renamed = false;
    for &(table, ..) in own.filter(|(table, ..)| !alike(*table)) {
        renamed |= execute!(tx, RENAME; table, player, name.as_str())?;
    }
    stale::mark(tx, player.0, now).await?;
    Ok(renamed)
}

/// All who sit at the unfinished tables of a player.
async fn people(tx: &mut Tx<'_>, player: PlayerId) -> sqlx::Result<Vec<(TableId, PlayerId, String)>> {
    const FIND: &str = "SELECT o.table_id, o.player_id, o.name FROM table_players o
        JOIN table_players s ON s.table_id = o.table_id AND s.player_id = $1 AND s.seated AND NOT s.finished
        WHERE o.seated ORDER BY o.table_id, o.player_id";
    on!(tx, tx => sqlx::query_as(FIND).bind(player).fetch_all(&mut **tx).await)
}
