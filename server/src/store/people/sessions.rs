//! Sessions: which player a cookie stands for. Only the SHA-256 of a cookie's token is stored.

use super::ended_sessions::{end_by_id, id};
use super::known_browsers;
use crate::ids::{PlayerId, SessionId};
use crate::model::player::Player;
use crate::model::player::preferences::Preferences;
use crate::store::delivery::push;
use crate::store::engine::from_row::from_row;
use crate::store::engine::read::read;
use crate::store::engine::sql::{Tx, execute};
use crate::store::writer::job::{Effects, WriteJob};
use crate::store::{Store, StoreError};
use crate::time::UnixMs;

/// A session that has not expired.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Session {
    /// Stays when its token is replaced.
    pub id: SessionId,
    pub player: Player,
    /// What they have chosen in their account; none for a guest.
    pub preferences: Option<Preferences>,
    /// When its token was made.
    pub created_at: UnixMs,
    pub expires_at: UnixMs,
    /// When it ends, however much it is used; none for a guest's.
    pub ends_at: Option<UnixMs>,
    /// When it was last known to be used.
    pub seen_at: UnixMs,
    /// The hash of the token that this one is to replace, until it is confirmed.
    pub replaces: Option<[u8; 32]>,
}

from_row!(Session, row => Session {
    id: id(row.try_get("session_id")?),
    player: Player::from_row(row)?,
    preferences: row.try_get::<Option<String>, _>("preferences")?.as_deref().map(Preferences::stored),
    created_at: row.try_get("session_created_at")?,
    expires_at: row.try_get("expires_at")?,
    ends_at: row.try_get("ends_at")?,
    seen_at: row.try_get("seen_at")?,
    replaces: row.try_get::<Option<Vec<u8>>, _>("replaces")?.and_then(|hash| hash.try_into().ok()),
});

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedSession {
    pub id: SessionId,
    pub started_at: UnixMs,
    /// When it was last known to be used.
    pub seen_at: UnixMs,
    /// The browser and the system, in a few words; empty if they are not known.
    pub agent: String,
}

from_row!(ListedSession, row => ListedSession {
    id: id(row.try_get("session_id")?),
    started_at: row.try_get("started_at")?,
    seen_at: row.try_get("seen_at")?,
    agent: row.try_get("agent")?,
});

#[derive(Clone, Debug)]
pub struct NewSession {
    pub hash: [u8; 32],
    pub now: UnixMs,
    /// When it expires unless it is used.
    pub expires: UnixMs,
    /// When it ends in any case.
    pub ends: UnixMs,
    /// The browser and the system, in a few words.
    pub agent: String,
    /// The session of the same browser that ends.
    pub instead_of: Option<SessionId>,
    /// Identifies this browser for the account from now on: the hash of a secret that it keeps when the session ends.
    pub browser: [u8; 32],
}

/// Finds the sessions of a player. One with several tokens is listed by the one that lasts.
pub(super) const SESSIONS_OF: &str = "SELECT COALESCE(session_id, token_hash) AS session_id,
        COALESCE(started_at, created_at) AS started_at, COALESCE(seen_at, created_at) AS seen_at,
        COALESCE(agent, '') AS agent
    FROM sessions WHERE player_id = $1 AND expires_at > $2 AND (ends_at IS NULL OR ends_at > $2)
      AND replaces IS NULL AND replaced_by IS NULL
    ORDER BY 3 DESC, started_at DESC";

impl Store {
    /// The session of the token with this hash, if there is one that has not expired. Changes nothing.
    ///
    /// # Errors
    /// When the database fails or does not answer in time: then nothing is known of the session.
    pub async fn session(&self, hash: [u8; 32], now: UnixMs) -> Result<Option<Session>, StoreError> {
        const FIND: &str = "SELECT p.id, p.name, p.created_at, a.player_id IS NOT NULL AS member, a.preferences,
                COALESCE(s.session_id, s.token_hash) AS session_id, s.created_at AS session_created_at,
                s.expires_at, s.ends_at, COALESCE(s.seen_at, s.created_at) AS seen_at, s.replaces
            FROM sessions s JOIN players p ON p.id = s.player_id LEFT JOIN accounts a ON a.player_id = s.player_id
            WHERE s.token_hash = $1 AND s.expires_at > $2 AND (s.ends_at IS NULL OR s.ends_at > $2)";
        read!(self, conn => sqlx::query_as(FIND).bind(&hash[..]).bind(now).fetch_optional(conn))
    }

    /// A session was used at `now`: lets it live until `expires`, unless it lives longer already.
    pub async fn prolong_session(
        &self,
        session: [u8; 32],
        expires: UnixMs,
        now: UnixMs,
    ) -> Result<(), StoreError> {
        let job = ProlongSession {
            session,
            expires,
            now,
        };
        self.writer.write(job).await.map(drop)
    }

    /// Makes a session for the token `new` that is to replace the session of `old`, which stays as it is. The new one
    /// expires at `expires` if it is not confirmed. Returns whether there was an old one.
    pub async fn rotate_session(
        &self,
        old: [u8; 32],
        new: [u8; 32],
        now: UnixMs,
        expires: UnixMs,
    ) -> Result<bool, StoreError> {
        let job = RotateSession {
            old,
            new,
            now,
            expires,
        };
        self.writer.write(job).await
    }

    /// The browser has used the session that replaces another: it lives until `expires`, the one that it replaces
    /// until `old_expires` at most. Returns whether there was anything to confirm.
    pub async fn confirm_session(
        &self,
        session: [u8; 32],
        expires: UnixMs,
        old_expires: UnixMs,
    ) -> Result<bool, StoreError> {
        let job = ConfirmSession {
            session,
            expires,
            old_expires,
        };
        self.writer.write(job).await
    }

    /// Begins a session for a player who has signed in. False if the account was blocked or deleted meanwhile.
    pub async fn start_session(&self, player: PlayerId, session: NewSession) -> Result<bool, StoreError> {
        self.writer.write(StartSession { player, session }).await
    }

    /// The sessions of a player, the one that was used last first.
    pub async fn sessions_of(&self, player: PlayerId, now: UnixMs) -> Result<Vec<ListedSession>, StoreError> {
        read!(self, conn => sqlx::query_as(SESSIONS_OF).bind(player).bind(now).fetch_all(conn))
    }
}

#[derive(Debug)]
struct StartSession {
    player: PlayerId,
    session: NewSession,
}

impl WriteJob for StartSession {
    fn effects(&self) -> Effects {
        let ends_sessions = self.session.instead_of.is_some();
        Effects {
            ends_sessions,
            ..Effects::NONE
        }
    }

    async fn run(&self, tx: &mut Tx<'_>) -> sqlx::Result<bool> {
        start(tx, self.player, &self.session).await
    }
}

/// Also ends the session that the browser had before, and has the account know the browser.
pub(in crate::store) async fn start(
    tx: &mut Tx<'_>,
    player: PlayerId,
    session: &NewSession,
) -> sqlx::Result<bool> {
    const START: &str = "INSERT INTO sessions
            (token_hash, session_id, player_id, created_at, started_at, seen_at, expires_at, ends_at, agent)
        SELECT $1, $1, player_id, $3, $3, $3, $4, $5, $6 FROM accounts WHERE player_id = $2 AND blocked_at IS NULL";
    let started = execute!(tx, START;
        &session.hash[..], player, session.now, session.expires, session.ends, &session.agent)?;
    if started {
        known_browsers::record(tx, player, session.browser, session.now).await?;
    }
    if let Some(before) = session.instead_of.filter(|_| started) {
        push::move_to_session(tx, player, before, session.hash).await?;
        end_by_id(tx, before, session.now).await?;
    }
    Ok(started)
}

#[derive(Debug)]
struct ProlongSession {
    session: [u8; 32],
    expires: UnixMs,
    now: UnixMs,
}

impl WriteJob for ProlongSession {
    async fn run(&self, tx: &mut Tx<'_>) -> sqlx::Result<bool> {
        const PROLONG: &str = "UPDATE sessions SET expires_at = $2, seen_at = $3 WHERE token_hash = $1
            AND expires_at < $2 AND replaced_by IS NULL";
        execute!(tx, PROLONG; &self.session[..], self.expires, self.now)
    }
}

/// Also deletes the player's expired sessions.
#[derive(Debug)]
struct RotateSession {
    old: [u8; 32],
    new: [u8; 32],
    now: UnixMs,
    expires: UnixMs,
}

impl WriteJob for RotateSession {
    async fn run(&self, tx: &mut Tx<'_>) -> sqlx::Result<bool> {
        const SWEEP: &str = "DELETE FROM sessions WHERE expires_at <= $2
            AND player_id = (SELECT s.player_id FROM sessions s WHERE s.token_hash = $1)";
        const ROTATE: &str =
            "INSERT INTO sessions (token_hash, session_id, player_id, created_at, started_at,
                seen_at, expires_at, ends_at, agent, replaces)
            SELECT $2, COALESCE(session_id, token_hash), player_id, $3, COALESCE(started_at, created_at),
                $3, $4, ends_at, agent, token_hash FROM sessions
            WHERE token_hash = $1 AND expires_at > $3 AND replaced_by IS NULL";
        execute!(tx, SWEEP; &self.old[..], self.now)?;
        execute!(tx, ROTATE; &self.old[..], &self.new[..], self.now, self.expires)
    }
}

#[derive(Debug)]
struct ConfirmSession {
    session: [u8; 32],
    expires: UnixMs,
    old_expires: UnixMs,
}

impl WriteJob for ConfirmSession {
    async fn run(&self, tx: &mut Tx<'_>) -> sqlx::Result<bool> {
        const SHORTEN: &str = "UPDATE sessions
            SET replaced_by = $1, expires_at = CASE WHEN expires_at > $2 THEN $2 ELSE expires_at END
            WHERE token_hash = (SELECT s.replaces FROM sessions s WHERE s.token_hash = $1)";
        const CONFIRM: &str = "UPDATE sessions SET expires_at = $2, replaces = NULL WHERE token_hash = $1 AND replaces IS NOT NULL";
        execute!(tx, SHORTEN; &self.session[..], self.old_expires)?;
        execute!(tx, CONFIRM; &self.session[..], self.expires)
    }
}
