//! Sessions: which player a cookie stands for. Only the SHA-256 of a cookie's token is stored.

use super::change::{Change, Write};
use super::from_row::from_row;
use super::read::read;
use super::sql::{Tx, on};
use super::{Store, StoreError};
use crate::model::player::Player;

/// A session that has not expired.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Session {
    /// Whose it is.
    pub player: Player,
    /// When its token was made, in unix milliseconds.
    pub created_at: i64,
    /// Unix milliseconds.
    pub expires_at: i64,
    /// The hash of the token that this one is to replace, until it is confirmed.
    pub replaces: Option<[u8; 32]>,
}

struct SessionRow {
    player: Player,
    session_created_at: i64,
    expires_at: i64,
    replaces: Option<Vec<u8>>,
}

from_row!(SessionRow, row => SessionRow {
    player: Player::from_row(row)?,
    session_created_at: row.try_get("session_created_at")?,
    expires_at: row.try_get("expires_at")?,
    replaces: row.try_get("replaces")?,
});

impl From<SessionRow> for Session {
    fn from(row: SessionRow) -> Self {
        Self {
            player: row.player,
            created_at: row.session_created_at,
            expires_at: row.expires_at,
            replaces: row.replaces.and_then(|hash| hash.try_into().ok()),
        }
    }
}

impl Store {
    /// The session of the token with this hash, if there is one that has not expired. Changes nothing.
    ///
    /// # Errors
    /// When the database fails or does not answer in time: then nothing is known of the session.
    pub async fn session(&self, hash: [u8; 32], now: i64) -> Result<Option<Session>, StoreError> {
        const FIND: &str = "SELECT p.id, p.name, p.created_at,
                s.created_at AS session_created_at, s.expires_at, s.replaces
            FROM sessions s JOIN players p ON p.id = s.player_id
            WHERE s.token_hash = $1 AND s.expires_at > $2";
        let found: Option<SessionRow> =
            read!(self, conn => sqlx::query_as(FIND).bind(&hash[..]).bind(now).fetch_optional(conn))?;
        Ok(found.map(Session::from))
    }

    /// Lets a session live until `expires`, unless it lives longer already.
    ///
    /// # Errors
    /// When the database fails or does not answer in time.
    pub async fn prolong_session(&self, session: [u8; 32], expires: i64) -> Result<(), StoreError> {
        let write = Write::ProlongSession { session, expires };
        self.change(Change::Other(write)).await.map(drop)
    }

    /// Makes a session for the token `new` that is to replace the session of `old`, which stays as it is. The new one
    /// expires at `expires` if it is not confirmed. Tells whether there was an old one.
    ///
    /// # Errors
    /// When the database fails or does not answer in time.
    pub async fn rotate_session(
        &self,
        old: [u8; 32],
        new: [u8; 32],
        now: i64,
        expires: i64,
    ) -> Result<bool, StoreError> {
        let write = Write::RotateSession {
            old,
            new,
            now,
            expires,
        };
        self.change(Change::Other(write)).await
    }

    /// The browser has used the session that replaces another: it lives until `expires`, the one that it replaces until
    /// `old_expires` at most. Tells whether there was anything to confirm.
    ///
    /// # Errors
    /// When the database fails or does not answer in time.
    pub async fn confirm_session(
        &self,
        session: [u8; 32],
        expires: i64,
        old_expires: i64,
    ) -> Result<bool, StoreError> {
        let write = Write::ConfirmSession {
            session,
            expires,
            old_expires,
        };
        self.change(Change::Other(write)).await
    }

    /// Ends a session, with the one that it replaces and those that replace it.
    ///
    /// # Errors
    /// When the database fails or does not answer in time.
    pub async fn end_session(&self, session: [u8; 32]) -> Result<(), StoreError> {
        self.change(Change::Other(Write::EndSession { session }))
            .await
            .map(drop)
    }
}

pub(super) async fn prolong(tx: &mut Tx<'_>, session: &[u8; 32], expires: i64) -> sqlx::Result<bool> {
    const PROLONG: &str = "UPDATE sessions SET expires_at = $2 WHERE token_hash = $1 AND expires_at < $2
        AND replaced_by IS NULL";
    on!(tx, tx => {
        let prolong = sqlx::query(PROLONG).bind(&session[..]).bind(expires);
        Ok(prolong.execute(&mut **tx).await?.rows_affected() > 0)
    })
}

/// Also deletes the player's sessions that have expired.
pub(super) async fn rotate(
    tx: &mut Tx<'_>,
    old: &[u8; 32],
    new: &[u8; 32],
    now: i64,
    expires: i64,
) -> sqlx::Result<bool> {
    const SWEEP: &str = "DELETE FROM sessions WHERE expires_at <= $2
        AND player_id = (SELECT s.player_id FROM sessions s WHERE s.token_hash = $1)";
    const ROTATE: &str = "INSERT INTO sessions (token_hash, player_id, created_at, expires_at, replaces)
        SELECT $2, player_id, $3, $4, token_hash FROM sessions
        WHERE token_hash = $1 AND expires_at > $3 AND replaced_by IS NULL";
    on!(tx, tx => {
        sqlx::query(SWEEP).bind(&old[..]).bind(now).execute(&mut **tx).await?;
        let rotate = sqlx::query(ROTATE).bind(&old[..]).bind(&new[..]).bind(now).bind(expires);
        Ok(rotate.execute(&mut **tx).await?.rows_affected() > 0)
    })
}

pub(super) async fn confirm(
    tx: &mut Tx<'_>,
    session: &[u8; 32],
    expires: i64,
    old_expires: i64,
) -> sqlx::Result<bool> {
    const SHORTEN: &str = "UPDATE sessions
        SET replaced_by = $1, expires_at = CASE WHEN expires_at > $2 THEN $2 ELSE expires_at END
        WHERE token_hash = (SELECT s.replaces FROM sessions s WHERE s.token_hash = $1)";
    const CONFIRM: &str =
        "UPDATE sessions SET expires_at = $2, replaces = NULL WHERE token_hash = $1 AND replaces IS NOT NULL";
    on!(tx, tx => {
        sqlx::query(SHORTEN).bind(&session[..]).bind(old_expires).execute(&mut **tx).await?;
        let confirm = sqlx::query(CONFIRM).bind(&session[..]).bind(expires);
        Ok(confirm.execute(&mut **tx).await?.rows_affected() > 0)
    })
}

pub(super) async fn end(tx: &mut Tx<'_>, session: &[u8; 32]) -> sqlx::Result<bool> {
    const END: &str = "DELETE FROM sessions WHERE token_hash = $1 OR replaces = $1 OR replaced_by = $1
        OR token_hash IN (SELECT s.replaces FROM sessions s WHERE s.token_hash = $1)
        OR token_hash IN (SELECT s.replaced_by FROM sessions s WHERE s.token_hash = $1)";
    on!(tx, tx => Ok(sqlx::query(END).bind(&session[..]).execute(&mut **tx).await?.rows_affected() > 0))
}
