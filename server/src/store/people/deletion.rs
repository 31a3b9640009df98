//! Deleting a player: their data is deleted, their games stay with seats that say so.

use super::{bot_accounts, ended_sessions, follows, holidays, notes, tokens};
use crate::ids::PlayerId;
use crate::names::folded;
use crate::store::clubs::changes as clubs;
use crate::store::delivery::{channels, mail, settings};
use crate::store::engine::read::read;
use crate::store::engine::sql::{Tx, execute, on};
use crate::store::log::{invitations, plans, stale};
use crate::store::players_on::players_on;
use crate::store::records::pairs;
use crate::store::tournaments::leaving;
use crate::store::writer::job::{Effects, WriteJob};
use crate::store::{Store, StoreError};
use crate::time::UnixMs;

/// The name of all who were deleted.
pub const DELETED: &str = "Deleted player";

impl Store {
    /// Deletes what is known of a player and of those on their device: account, sessions, names and chat lines. The games
    /// stay. The player is then to leave all tables: see [`Store::leaving_players`].
    pub async fn delete_player(&self, player: PlayerId, now: UnixMs) -> Result<(), StoreError> {
        self.writer.write(DeletePlayer { player, now }).await.map(drop)
    }

    /// Deleted players, with those on their devices, who may still sit somewhere.
    pub async fn leaving_players(&self) -> Result<Vec<PlayerId>, StoreError> {
        const FIND: &str = "SELECT player_id FROM leaving_players ORDER BY player_id";
        read!(self, conn => sqlx::query_scalar(FIND).fetch_all(conn))
    }

    /// A deleted player has left all tables.
    pub async fn has_left(&self, player: PlayerId) -> Result<(), StoreError> {
        self.writer.write(HasLeft(player)).await.map(drop)
    }
}

#[derive(Debug)]
struct DeletePlayer {
    player: PlayerId,
    now: UnixMs,
}

impl WriteJob for DeletePlayer {
    const EFFECTS: Effects = Effects::ENDS_SESSIONS_AND_ERASES;

    /// Also deletes their bots.
    async fn run(&self, tx: &mut Tx<'_>) -> sqlx::Result<bool> {
        for bot in bot_accounts::ids_of(tx, self.player).await? {
            delete(tx, bot, self.now).await?;
        }
        delete(tx, self.player, self.now).await?;
        Ok(true)
    }
}

async fn delete(tx: &mut Tx<'_>, player: PlayerId, now: UnixMs) -> sqlx::Result<()> {
    const LINES: &str = concat!(
        "UPDATE chat SET text = '(deleted)' WHERE about_id IS NULL AND player_id IN (",
        players_on!("$1"),
        ")"
    );
    const LINKS: &str = concat!(
        "DELETE FROM transfer_links WHERE player_id IN (",
        players_on!("$1"),
        ")"
    );
    const PASSKEYS: &str = "DELETE FROM passkeys WHERE player_id = $1";
    const BROWSERS: &str = "DELETE FROM known_browsers WHERE player_id = $1";
    const QUICK_GAMES: &str = "DELETE FROM quick_games WHERE player_id = $1";
    const ACCOUNT: &str = "DELETE FROM accounts WHERE player_id = $1";
    const LEAVE: &str = concat!(
        "INSERT INTO leaving_players (player_id) SELECT id FROM players WHERE id IN (",
        players_on!("$1"),
        ") ON CONFLICT DO NOTHING"
    );
    ended_sessions::end_all(tx, player, now).await?;
    tokens::revoke_all(tx, player, now).await?;
    channels::delete_all(tx, player).await?;
    settings::delete(tx, player).await?;
    mail::delete(tx, player).await?;
    on!(tx, tx => {
        for delete in [LINES, LINKS, PASSKEYS, BROWSERS, QUICK_GAMES, ACCOUNT, LEAVE] {
            sqlx::query(delete).bind(player).execute(&mut **tx).await?;
        }
    });
    follows::delete(tx, player).await?;
    invitations::delete(tx, player).await?;
    plans::delete_of(tx, player).await?;
    notes::delete_of(tx, player).await?;
    holidays::delete_of(tx, player).await?;
    leaving::mark(tx, player).await?;
    clubs::leave_all(tx, player).await?;
    for sql in EVERYWHERE {
        execute!(tx, sql; player, DELETED)?;
    }
    rename_seats(tx, SEATS_EVERYWHERE, player, DELETED).await?;
    pairs::rename_device(tx, player).await?;
    for deleted in on_device(tx, player).await? {
        stale::mark(tx, deleted.0, now).await?;
    }
    Ok(())
}

async fn on_device(tx: &mut Tx<'_>, player: PlayerId) -> sqlx::Result<Vec<PlayerId>> {
    const FIND: &str = players_on!("$1");
    on!(tx, tx => sqlx::query_scalar(FIND).bind(player).fetch_all(&mut **tx).await)
}

/// All places of the names of a player and of those on their device.
const EVERYWHERE: [&str; 5] = [
    concat!(
        "UPDATE rematches SET by_name = $2 WHERE table_id IN (SELECT o.table_id FROM table_players o WHERE o.player_id IN (",
        players_on!("$1"),
        ")) AND EXISTS (SELECT 1 FROM table_players s WHERE s.table_id = rematches.table_id
            AND s.name = rematches.by_name AND s.player_id IN (",
        players_on!("$1"),
        "))"
    ),
    concat!(
        "UPDATE players SET name = $2 WHERE id IN (",
        players_on!("$1"),
        ")"
    ),
    concat!(
        "UPDATE table_players SET name = $2 WHERE player_id IN (",
        players_on!("$1"),
        ")"
    ),
    concat!(
        "UPDATE chat SET name = $2 WHERE player_id IN (",
        players_on!("$1"),
        ")"
    ),
    concat!(
        "UPDATE chat SET text = $2 WHERE about_id IN (",
        players_on!("$1"),
        ")"
    ),
];

const OF_ONE: [&str; 5] = [
    "UPDATE players SET name = $2 WHERE id = $1",
    "UPDATE rematches SET by_name = $2 WHERE table_id IN (SELECT o.table_id FROM table_players o WHERE o.player_id = $1)
        AND EXISTS (SELECT 1 FROM table_players s WHERE s.table_id = rematches.table_id
            AND s.name = rematches.by_name AND s.player_id = $1)",
    "UPDATE table_players SET name = $2 WHERE player_id = $1",
    "UPDATE chat SET name = $2 WHERE player_id = $1",
    "UPDATE chat SET text = $2 WHERE about_id = $1",
];

/// Changes a name in records, which have a second form of it for searches. A form that is missing is left to the
/// backfill, which recognises such records by that.
macro_rules! seats_of {
    ($players:expr) => {
        concat!(
            "UPDATE record_seats SET name = $2, name_key = CASE WHEN name_key IS NOT NULL THEN $3 END
            WHERE player_id IN (",
            $players,
            ")"
        )
    };
}

const SEATS_EVERYWHERE: &str = seats_of!(players_on!("$1"));
const SEATS_OF_ONE: &str = seats_of!("$1");

async fn rename_seats(tx: &mut Tx<'_>, sql: &'static str, player: PlayerId, name: &str) -> sqlx::Result<()> {
    execute!(tx, sql; player, name, folded(name)).map(drop)
}

/// Changes all copies of a player's name. False if there is no such player.
pub(in crate::store) async fn rename_everywhere(
    tx: &mut Tx<'_>,
    player: PlayerId,
    name: &str,
    now: UnixMs,
) -> sqlx::Result<bool> {
    let mut found = false;
    for (place, sql) in OF_ONE.into_iter().enumerate() {
        let rows =
            on!(tx, tx => sqlx::query(sql).bind(player).bind(name).execute(&mut **tx).await?.rows_affected());
        found |= place == 0 && rows > 0;
    }
    rename_seats(tx, SEATS_OF_ONE, player, name).await?;
    pairs::rename(tx, player).await?;
    if found {
        stale::mark(tx, player.0, now).await?;
    }
    Ok(found)
}

#[derive(Debug)]
struct HasLeft(PlayerId);

impl WriteJob for HasLeft {
    async fn run(&self, tx: &mut Tx<'_>) -> sqlx::Result<bool> {
        const LEFT: &str = "DELETE FROM leaving_players WHERE player_id = $1";
        execute!(tx, LEFT; self.0)
    }
}
