//! Sessions: which player a cookie stands for. Only the SHA-256 of a cookie's token is stored.

use super::known_browsers;
use crate::ids::{PlayerId, SessionId};
use crate::model::player::Player;
use crate::store::engine::from_row::from_row;
use crate::store::engine::read::read;
use crate::store::engine::sql::{Tx, on};
use crate::store::writer::change::{Change, Write};
use crate::store::{Store, StoreError};

/// For how long it is kept that a session was ended: far longer than any node takes to notice.
const KEEP_ENDED_MS: i64 = 10 * 60 * 1000;

/// A session that has not expired.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Session {
    /// Its id, which stays when its token is replaced.
    pub id: SessionId,
    /// Whose it is.
    pub player: Player,
    /// When its token was made, in unix milliseconds.
    pub created_at: i64,
    /// Unix milliseconds.
    pub expires_at: i64,
    /// When it ends, however much it is used; none for a guest's.
    pub ends_at: Option<i64>,
    /// When it was last known to be used, in unix milliseconds.
    pub seen_at: i64,
    /// The hash of the token that this one is to replace, until it is confirmed.
    pub replaces: Option<[u8; 32]>,
}

from_row!(Session, row => Session {
    id: id(row.try_get("session_id")?),
    player: Player::from_row(row)?,
    created_at: row.try_get("session_created_at")?,
    expires_at: row.try_get("expires_at")?,
    ends_at: row.try_get("ends_at")?,
    seen_at: row.try_get("seen_at")?,
    replaces: row.try_get::<Option<Vec<u8>>, _>("replaces")?.and_then(|hash| hash.try_into().ok()),
});

/// A session as its player sees it in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedSession {
    /// Its id.
    pub id: SessionId,
    /// When it began, in unix milliseconds.
    pub started_at: i64,
    /// When it was last known to be used, in unix milliseconds.
    pub seen_at: i64,
    /// The browser and the system, in a few words; empty if they are not known.
    pub agent: String,
}

from_row!(ListedSession, row => ListedSession {
    id: id(row.try_get("session_id")?),
    started_at: row.try_get("started_at")?,
    seen_at: row.try_get("seen_at")?,
    agent: row.try_get("agent")?,
});

/// A session to be made for somebody who has signed in.
#[derive(Clone, Debug)]
pub struct NewSession {
    /// The hash of its token.
    pub hash: [u8; 32],
    /// Unix milliseconds.
    pub now: i64,
    /// When it expires unless it is used, in unix milliseconds.
    pub expires: i64,
    /// When it ends in any case, in unix milliseconds.
    pub ends: i64,
    /// The browser and the system, in a few words.
    pub agent: String,
    /// The session of the same browser that ends by this.
    pub instead_of: Option<SessionId>,
    /// By which the account knows this browser from now on: the hash of a secret that it keeps when the session ends.
    pub browser: [u8; 32],
}

/// The id in a column, which has 32 bytes.
fn id(bytes: Vec<u8>) -> SessionId {
    SessionId(bytes.try_into().unwrap_or_default())
}

struct EndedRow(SessionId);

from_row!(EndedRow, row => EndedRow(id(row.try_get("session_id")?)));

impl Store {
    /// The session of the token with this hash, if there is one that has not expired. Changes nothing.
    ///
    /// # Errors
    /// When the database fails or does not answer in time: then nothing is known of the session.
    pub async fn session(&self, hash: [u8; 32], now: i64) -> Result<Option<Session>, StoreError> {
        const FIND: &str = "SELECT p.id, p.name, p.created_at, a.player_id IS NOT NULL AS member,
                COALESCE(s.session_id, s.token_hash) AS session_id, s.created_at AS session_created_at,
                s.expires_at, s.ends_at, COALESCE(s.seen_at, s.created_at) AS seen_at, s.replaces
            FROM sessions s JOIN players p ON p.id = s.player_id LEFT JOIN accounts a ON a.player_id = s.player_id
            WHERE s.token_hash = $1 AND s.expires_at > $2 AND (s.ends_at IS NULL OR s.ends_at > $2)";
        read!(self, conn => sqlx::query_as(FIND).bind(&hash[..]).bind(now).fetch_optional(conn))
    }

    /// A session was used at `now`: lets it live until `expires`, unless it lives longer already.
    ///
    /// # Errors
    /// When the database fails or does not answer in time.
    pub async fn prolong_session(&self, session: [u8; 32], expires: i64, now: i64) -> Result<(), StoreError> {
        let write = Write::ProlongSession {
            session,
            expires,
            now,
        };
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

    /// Begins a session for a player who has signed in. False if the account was blocked or deleted meanwhile.
    ///
    /// # Errors
    /// When the database fails or does not answer in time.
    pub async fn start_session(&self, player: PlayerId, session: NewSession) -> Result<bool, StoreError> {
        let write = Write::StartSession { player, session };
        self.change(Change::Other(write)).await
    }

    /// Ends the session of a token, with the tokens that it replaces and that replace it.
    ///
    /// # Errors
    /// When the database fails or does not answer in time.
    pub async fn end_session(&self, token: [u8; 32], now: i64) -> Result<(), StoreError> {
        let write = Write::EndSession { token, now };
        self.change(Change::Other(write)).await.map(drop)
    }

    /// Ends the session of a player with this id. False if it is not theirs, or was ended before.
    ///
    /// # Errors
    /// When the database fails or does not answer in time.
    pub async fn end_session_of(
        &self,
        player: PlayerId,
        session: SessionId,
        now: i64,
    ) -> Result<bool, StoreError> {
        let write = Write::EndSessionOf { player, session, now };
        self.change(Change::Other(write)).await
    }

    /// Ends all sessions of a player.
    ///
    /// # Errors
    /// When the database fails or does not answer in time.
    pub async fn end_sessions(&self, player: PlayerId, now: i64) -> Result<(), StoreError> {
        let write = Write::EndSessions { player, now };
        self.change(Change::Other(write)).await.map(drop)
    }

    /// Ends all sessions of a player but one. False if there were no others.
    ///
    /// # Errors
    /// When the database fails or does not answer in time.
    pub async fn end_other_sessions(
        &self,
        player: PlayerId,
        session: SessionId,
        now: i64,
    ) -> Result<bool, StoreError> {
        let write = Write::EndOtherSessions { player, session, now };
        self.change(Change::Other(write)).await
    }

    /// Ends all sessions of all accounts. False if there were none.
    ///
    /// # Errors
    /// When the database fails or does not answer in time.
    pub async fn end_sessions_of_members(&self, now: i64) -> Result<bool, StoreError> {
        self.change(Change::Other(Write::EndSessionsOfMembers { now }))
            .await
    }

    /// The sessions of a player, the one that was used last first.
    ///
    /// # Errors
    /// When the database fails or does not answer in time.
    pub async fn sessions_of(&self, player: PlayerId, now: i64) -> Result<Vec<ListedSession>, StoreError> {
        // A session with several tokens is listed by the one that lasts.
        const FIND: &str = "SELECT COALESCE(session_id, token_hash) AS session_id,
                COALESCE(started_at, created_at) AS started_at, COALESCE(seen_at, created_at) AS seen_at,
                COALESCE(agent, '') AS agent
            FROM sessions WHERE player_id = $1 AND expires_at > $2 AND (ends_at IS NULL OR ends_at > $2)
              AND replaces IS NULL AND replaced_by IS NULL
            ORDER BY 3 DESC, started_at DESC";
        read!(self, conn => sqlx::query_as(FIND).bind(player).bind(now).fetch_all(conn))
    }

    /// The sessions that were ended after this time, in unix milliseconds, if that is not long ago.
    ///
    /// # Errors
    /// When the database fails or does not answer in time.
    pub async fn ended_sessions(&self, after: i64) -> Result<Vec<SessionId>, StoreError> {
        const FIND: &str = "SELECT session_id FROM ended_sessions WHERE at > $1";
        let ended: Vec<EndedRow> = read!(self, conn => sqlx::query_as(FIND).bind(after).fetch_all(conn))?;
        Ok(ended.into_iter().map(|EndedRow(id)| id).collect())
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
    let started = on!(tx, tx => sqlx::query(START).bind(&session.hash[..]).bind(player).bind(session.now)
        .bind(session.expires).bind(session.ends).bind(&session.agent)
        .execute(&mut **tx).await?.rows_affected() > 0);
    if started {
        known_browsers::note(tx, player, session).await?;
    }
    if let Some(before) = session.instead_of.filter(|_| started) {
        end_by_id(tx, before, session.now).await?;
    }
    Ok(started)
}

pub(in crate::store) async fn prolong(
    tx: &mut Tx<'_>,
    session: &[u8; 32],
    expires: i64,
    now: i64,
) -> sqlx::Result<bool> {
    const PROLONG: &str = "UPDATE sessions SET expires_at = $2, seen_at = $3 WHERE token_hash = $1
        AND expires_at < $2 AND replaced_by IS NULL";
    on!(tx, tx => {
        let prolong = sqlx::query(PROLONG).bind(&session[..]).bind(expires).bind(now);
        Ok(prolong.execute(&mut **tx).await?.rows_affected() > 0)
    })
}

/// Also deletes the player's sessions that have expired.
pub(in crate::store) async fn rotate(
    tx: &mut Tx<'_>,
    old: &[u8; 32],
    new: &[u8; 32],
    now: i64,
    expires: i64,
) -> sqlx::Result<bool> {
    const SWEEP: &str = "DELETE FROM sessions WHERE expires_at <= $2
        AND player_id = (SELECT s.player_id FROM sessions s WHERE s.token_hash = $1)";
    const ROTATE: &str = "INSERT INTO sessions (token_hash, session_id, player_id, created_at, started_at,
            seen_at, expires_at, ends_at, agent, replaces)
        SELECT $2, COALESCE(session_id, token_hash), player_id, $3, COALESCE(started_at, created_at),
            $3, $4, ends_at, agent, token_hash FROM sessions
        WHERE token_hash = $1 AND expires_at > $3 AND replaced_by IS NULL";
    on!(tx, tx => {
        sqlx::query(SWEEP).bind(&old[..]).bind(now).execute(&mut **tx).await?;
        let rotate = sqlx::query(ROTATE).bind(&old[..]).bind(&new[..]).bind(now).bind(expires);
        Ok(rotate.execute(&mut **tx).await?.rows_affected() > 0)
    })
}

pub(in crate::store) async fn confirm(
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

/// The sessions of a player, or one of them, by the conditions that follow.
macro_rules! ids_of {
    ($($condition:literal)+) => {
        concat!("SELECT DISTINCT COALESCE(session_id, token_hash) FROM sessions WHERE ", $($condition),+)
    };
}

pub(in crate::store) async fn end(tx: &mut Tx<'_>, token: &[u8; 32], now: i64) -> sqlx::Result<bool> {
    const FIND: &str = ids_of!("token_hash = $1");
    let found: Option<Vec<u8>> =
        on!(tx, tx => sqlx::query_scalar(FIND).bind(&token[..]).fetch_optional(&mut **tx).await)?;
    match found {
        Some(found) => end_by_id(tx, id(found), now).await,
        None => Ok(false),
    }
}

pub(in crate::store) async fn end_of(
    tx: &mut Tx<'_>,
    player: PlayerId,
    session: SessionId,
    now: i64,
) -> sqlx::Result<bool> {
    const IS_THEIRS: &str = ids_of!("player_id = $1 AND (session_id = $2 OR token_hash = $2)");
    let theirs: Option<Vec<u8>> = on!(tx, tx => sqlx::query_scalar(IS_THEIRS).bind(player).bind(&session.0[..])
        .fetch_optional(&mut **tx).await)?;
    match theirs {
        Some(found) => end_by_id(tx, id(found), now).await,
        None => Ok(false),
    }
}

/// Ends all sessions of a player.
pub(in crate::store) async fn end_all(tx: &mut Tx<'_>, player: PlayerId, now: i64) -> sqlx::Result<bool> {
    end_but(tx, player, None, now).await
}

/// Ends all sessions of a player but one.
pub(in crate::store) async fn end_others(
    tx: &mut Tx<'_>,
    player: PlayerId,
    session: SessionId,
    now: i64,
) -> sqlx::Result<bool> {
    end_but(tx, player, Some(session), now).await
}

async fn end_but(tx: &mut Tx<'_>, player: PlayerId, kept: Option<SessionId>, now: i64) -> sqlx::Result<bool> {
    const FIND: &str = ids_of!("player_id = $1");
    let all: Vec<Vec<u8>> = on!(tx, tx => sqlx::query_scalar(FIND).bind(player).fetch_all(&mut **tx).await)?;
    let mut ended = false;
    for session in all.into_iter().map(id).filter(|session| kept != Some(*session)) {
        ended |= end_by_id(tx, session, now).await?;
    }
    Ok(ended)
}

/// Ends all sessions of all accounts; guests keep theirs, since they have no other way back.
pub(in crate::store) async fn end_of_members(tx: &mut Tx<'_>, now: i64) -> sqlx::Result<bool> {
    const NOTE: &str = "INSERT INTO ended_sessions (session_id, at)
        SELECT DISTINCT COALESCE(s.session_id, s.token_hash), $1 FROM sessions s
        WHERE s.player_id IN (SELECT player_id FROM accounts) ON CONFLICT (session_id) DO NOTHING";
    const END: &str = "DELETE FROM sessions WHERE player_id IN (SELECT player_id FROM accounts)";
    on!(tx, tx => {
        sqlx::query(NOTE).bind(now).execute(&mut **tx).await?;
        Ok(sqlx::query(END).execute(&mut **tx).await?.rows_affected() > 0)
    })
}

/// Forgets the sessions that were ended long ago.
pub(in crate::store) async fn forget_ended(tx: &mut Tx<'_>, now: i64) -> sqlx::Result<()> {
    const FORGET: &str = "DELETE FROM ended_sessions WHERE at <= $1";
    on!(tx, tx => sqlx::query(FORGET).bind(now - KEEP_ENDED_MS).execute(&mut **tx).await.map(drop))
}

async fn end_by_id(tx: &mut Tx<'_>, session: SessionId, now: i64) -> sqlx::Result<bool> {
    const NOTE: &str = "INSERT INTO ended_sessions (session_id, at) VALUES ($1, $2)
        ON CONFLICT (session_id) DO NOTHING";
    const END: &str = "DELETE FROM sessions WHERE session_id = $1 OR token_hash = $1";
    on!(tx, tx => {
        sqlx::query(NOTE).bind(&session.0[..]).bind(now).execute(&mut **tx).await?;
        Ok(sqlx::query(END).bind(&session.0[..]).execute(&mut **tx).await?.rows_affected() > 0)
    })
}
