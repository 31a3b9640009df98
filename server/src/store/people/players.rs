//! Players.

use sqlx::QueryBuilder;

use crate::ids::PlayerId;
use crate::model::player::Player;
use crate::model::player::bot::Bot;
use crate::store::engine::from_row::from_row;
use crate::store::engine::read::{read, read_in};
use crate::store::engine::sql::{Conn, Tx, execute, on};
use crate::store::players_on::players_on;
use crate::store::writer::job::WriteJob;
use crate::store::{Store, StoreError};
use crate::time::UnixMs;

from_row!(Player {
    id,
    name,
    created_at,
    member
});

impl Store {
    /// `session` is the token's hash.
    pub async fn create_guest(
        &self,
        player: PlayerId,
        name: &str,
        session: [u8; 32],
        now: UnixMs,
        expires: UnixMs,
    ) -> Result<(), StoreError> {
        let job = CreateGuest {
            player,
            name: name.to_owned(),
            session,
            now,
            expires,
        };
        self.writer.write(job).await.map(drop)
    }

    /// For tables to come.
    pub async fn rename(&self, player: PlayerId, name: &str) -> Result<(), StoreError> {
        let job = Rename {
            player,
            name: name.to_owned(),
        };
        self.writer.write(job).await.map(drop)
    }

    /// Whether a player, or somebody on their device, sits at an unfinished table.
    pub async fn sits_somewhere(&self, player: PlayerId) -> Result<bool, StoreError> {
        const FIND: &str = concat!(
            "SELECT EXISTS (SELECT 1 FROM table_players WHERE seated AND NOT finished AND player_id IN (",
            players_on!("$1"),
            "))"
        );
        read!(self, conn => sqlx::query_scalar(FIND).bind(player).fetch_one(conn))
    }

    /// The names last given by these players, for events of tables that no longer know them.
    pub async fn player_names(&self, players: &[PlayerId]) -> Result<Vec<(PlayerId, String)>, StoreError> {
        read_in!(self, "SELECT id, name FROM players WHERE id IN (", players)
    }
}

#[derive(Debug)]
struct CreateGuest {
    player: PlayerId,
    name: String,
    session: [u8; 32],
    now: UnixMs,
    expires: UnixMs,
}

impl WriteJob for CreateGuest {
    async fn run(&self, tx: &mut Tx<'_>) -> sqlx::Result<bool> {
        const PLAYER: &str = "INSERT INTO players (id, name, created_at) VALUES ($1, $2, $3)";
        const SESSION: &str =
            "INSERT INTO sessions (token_hash, player_id, created_at, expires_at) VALUES ($1, $2, $3, $4)";
        execute!(tx, PLAYER; self.player, &self.name, self.now)?;
        execute!(tx, SESSION; &self.session[..], self.player, self.now, self.expires)?;
        Ok(true)
    }
}

#[derive(Debug)]
struct Rename {
    player: PlayerId,
    name: String,
}

impl WriteJob for Rename {
    async fn run(&self, tx: &mut Tx<'_>) -> sqlx::Result<bool> {
        const RENAME: &str = "UPDATE players SET name = $2 WHERE id = $1";
        execute!(tx, RENAME; self.player, &self.name)
    }
}

pub(in crate::store) async fn add_bots(conn: &mut Conn) -> sqlx::Result<()> {
    on!(conn, conn => {
        let mut sql = QueryBuilder::new("INSERT INTO players (id, name, created_at) ");
        sql.push_values(Bot::all(), |mut row, bot| {
            row.push_bind(bot.id()).push_bind(bot.name()).push_bind(0_i64);
        });
        sql.push(" ON CONFLICT (id) DO NOTHING");
        sql.build().persistent(false).execute(conn).await.map(drop)
    })
}
