//! Players and the sessions that prove who they are.

use sqlx::FromRow;

use super::sql::on;
use super::{Store, StoreError};
use crate::ids::PlayerId;

const DAY_MS: i64 = 24 * 60 * 60 * 1000;

/// A session lives this long after its last use, give or take a day.
pub const SESSION_LIFE_MS: i64 = 400 * DAY_MS;

/// A person whom a cookie stands for.
#[derive(Clone, Debug, PartialEq, Eq, FromRow)]
pub struct Player {
    /// Who.
    pub id: PlayerId,
    /// The name last given. At a table the name given there counts.
    pub name: String,
    /// Unix milliseconds.
    pub created_at: i64,
}

#[derive(FromRow)]
struct SessionRow {
    #[sqlx(flatten)]
    player: Player,
    expires_at: i64,
}

impl Store {
    /// Makes a player and the session of the browser that gave the name. `session` is the token's hash.
    ///
    /// # Errors
    /// When the database fails; then neither exists.
    pub async fn create_guest(
        &self,
        player: PlayerId,
        name: &str,
        session: [u8; 32],
        now: i64,
        expires: i64,
    ) -> Result<(), StoreError> {
        const PLAYER: &str = "INSERT INTO players (id, name, created_at) VALUES ($1, $2, $3)";
        const SESSION: &str =
            "INSERT INTO sessions (token_hash, player_id, created_at, expires_at) VALUES ($1, $2, $3, $4)";
        let _aside = self.aside.lock().await;
        let mut tx = self.pools.begin().await?;
        on!(&mut tx, tx => {
            sqlx::query(PLAYER).bind(player).bind(name).bind(now).execute(&mut **tx).await?;
            let row = sqlx::query(SESSION).bind(&session[..]).bind(player).bind(now).bind(expires);
            row.execute(&mut **tx).await?;
        });
        Ok(tx.commit().await?)
    }

    /// Who shows this token, if its session still lives. Using it makes it live on, written down at
    /// most once a day.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn session(&self, hash: [u8; 32], now: i64) -> Result<Option<Player>, StoreError> {
        const FIND: &str = "SELECT p.id, p.name, p.created_at, s.expires_at
            FROM sessions s JOIN players p ON p.id = s.player_id
            WHERE s.token_hash = $1 AND s.expires_at > $2";
        let found: Option<SessionRow> = on!(&self.pools, pool =>
            sqlx::query_as(FIND).bind(&hash[..]).bind(now).fetch_optional(pool).await)?;
        let Some(session) = found else { return Ok(None) };
        if session.expires_at < now + SESSION_LIFE_MS - DAY_MS {
            self.prolong(hash, now + SESSION_LIFE_MS).await?;
        }
        Ok(Some(session.player))
    }

    async fn prolong(&self, hash: [u8; 32], expires: i64) -> Result<(), StoreError> {
        const PROLONG: &str = "UPDATE sessions SET expires_at = $2 WHERE token_hash = $1 AND expires_at < $2";
        let _aside = self.aside.lock().await;
        on!(&self.pools, pool =>
            sqlx::query(PROLONG).bind(&hash[..]).bind(expires).execute(pool).await.map(drop))?;
        Ok(())
    }

    /// Gives a player another name, for tables to come.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn rename(&self, player: PlayerId, name: &str) -> Result<(), StoreError> {
        const RENAME: &str = "UPDATE players SET name = $2 WHERE id = $1";
        let _aside = self.aside.lock().await;
        on!(&self.pools, pool => sqlx::query(RENAME).bind(player).bind(name).execute(pool).await.map(drop))?;
        Ok(())
    }
}
