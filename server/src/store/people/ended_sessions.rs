//! Ending sessions. Nodes read which were ended, and which tokens were revoked, and close their sockets.

use crate::ids::{PlayerId, SessionId};
use crate::store::engine::from_row::from_row;
use crate::store::engine::read::read;
use crate::store::engine::sql::{Tx, execute, on};
use crate::store::writer::job::{Effects, WriteJob};
use crate::store::{Store, StoreError};
use crate::time::UnixMs;

/// For how long it is kept that a session was ended: far longer than any node takes to notice.
const RETENTION_MS: i64 = 10 * 60 * 1000;

pub(in crate::store) fn id(bytes: Vec<u8>) -> SessionId {
    SessionId(bytes.try_into().unwrap_or_default())
}

struct EndedRow(SessionId);

from_row!(EndedRow, row => EndedRow(id(row.try_get("session_id")?)));

impl Store {
    /// Ends the session of a token, with the tokens that it replaces and that replace it.
    pub async fn end_session(&self, token: [u8; 32], now: UnixMs) -> Result<(), StoreError> {
        self.writer.write(EndSession { token, now }).await.map(drop)
    }

    /// Ends a session of a player. False if it is not theirs, or was ended before.
    pub async fn end_session_of(
        &self,
        player: PlayerId,
        session: SessionId,
        now: UnixMs,
    ) -> Result<bool, StoreError> {
        self.writer.write(EndSessionOf { player, session, now }).await
    }

    pub async fn end_sessions(&self, player: PlayerId, now: UnixMs) -> Result<(), StoreError> {
        let kept = None;
        self.writer
            .write(EndSessions { player, kept, now })
            .await
            .map(drop)
    }

    /// Ends all sessions of a player but one. False if there were no others.
    pub async fn end_other_sessions(
        &self,
        player: PlayerId,
        session: SessionId,
        now: UnixMs,
    ) -> Result<bool, StoreError> {
        let kept = Some(session);
        self.writer.write(EndSessions { player, kept, now }).await
    }

    /// Ends all sessions of all accounts, and revokes all tokens. False if there were none.
    pub async fn end_sessions_of_members(&self, now: UnixMs) -> Result<bool, StoreError> {
        self.writer.write(EndSessionsOfMembers(now)).await
    }

    /// The sessions that were ended after this time, if that is not long ago.
    pub async fn ended_sessions(&self, after: UnixMs) -> Result<Vec<SessionId>, StoreError> {
        const FIND: &str = "SELECT session_id FROM ended_sessions WHERE at > $1";
        let ended: Vec<EndedRow> = read!(self, conn => sqlx::query_as(FIND).bind(after).fetch_all(conn))?;
        Ok(ended.into_iter().map(|EndedRow(id)| id).collect())
    }
}

/// The sessions of a player, or one of them, by the conditions that follow.
macro_rules! ids_of {
    ($($condition:literal)+) => {
        concat!("SELECT DISTINCT COALESCE(session_id, token_hash) FROM sessions WHERE ", $($condition),+)
    };
}

#[derive(Debug)]
struct EndSession {
    token: [u8; 32],
    now: UnixMs,
}

impl WriteJob for EndSession {
    const EFFECTS: Effects = Effects::ENDS_SESSIONS;

    async fn run(&self, tx: &mut Tx<'_>) -> sqlx::Result<bool> {
        const FIND: &str = ids_of!("token_hash = $1");
        let found: Option<Vec<u8>> =
            on!(tx, tx => sqlx::query_scalar(FIND).bind(&self.token[..]).fetch_optional(&mut **tx).await)?;
        match found {
            Some(found) => end_by_id(tx, id(found), self.now).await,
            None => Ok(false),
        }
    }
}

#[derive(Debug)]
struct EndSessionOf {
    player: PlayerId,
    session: SessionId,
    now: UnixMs,
}

impl WriteJob for EndSessionOf {
    const EFFECTS: Effects = Effects::ENDS_SESSIONS;

    async fn run(&self, tx: &mut Tx<'_>) -> sqlx::Result<bool> {
        const IS_THEIRS: &str = ids_of!("player_id = $1 AND (session_id = $2 OR token_hash = $2)");
        let theirs: Option<Vec<u8>> = on!(tx, tx => sqlx::query_scalar(IS_THEIRS).bind(self.player).bind(&self.session.0[..])
            .fetch_optional(&mut **tx).await)?;
        match theirs {
            Some(found) => end_by_id(tx, id(found), self.now).await,
            None => Ok(false),
        }
    }
}

#[derive(Debug)]
struct EndSessions {
    player: PlayerId,
    kept: Option<SessionId>,
    now: UnixMs,
}

impl WriteJob for EndSessions {
    const EFFECTS: Effects = Effects::ENDS_SESSIONS;

    async fn run(&self, tx: &mut Tx<'_>) -> sqlx::Result<bool> {
        end_all_but(tx, self.player, self.kept, self.now).await
    }
}

pub(in crate::store) async fn end_all(tx: &mut Tx<'_>, player: PlayerId, now: UnixMs) -> sqlx::Result<bool> {
    end_all_but(tx, player, None, now).await
}

async fn end_all_but(
    tx: &mut Tx<'_>,
    player: PlayerId,
    kept: Option<SessionId>,
    now: UnixMs,
) -> sqlx::Result<bool> {
    const FIND: &str = ids_of!("player_id = $1");
    let all: Vec<Vec<u8>> = on!(tx, tx => sqlx::query_scalar(FIND).bind(player).fetch_all(&mut **tx).await)?;
    let mut ended = false;
    for session in all.into_iter().map(id).filter(|session| kept != Some(*session)) {
        ended |= end_by_id(tx, session, now).await?;
    }
    Ok(ended)
}

/// Guests keep theirs, since they have no other way back.
#[derive(Debug)]
struct EndSessionsOfMembers(UnixMs);

impl WriteJob for EndSessionsOfMembers {
    const EFFECTS: Effects = Effects::ENDS_SESSIONS;

    async fn run(&self, tx: &mut Tx<'_>) -> sqlx::Result<bool> {
        const INSERT: &str = "INSERT INTO ended_sessions (session_id, at)
            SELECT DISTINCT COALESCE(s.session_id, s.token_hash), $1 FROM sessions s
            WHERE s.player_id IN (SELECT player_id FROM accounts) ON CONFLICT (session_id) DO NOTHING";
        const END: &str = "DELETE FROM sessions WHERE player_id IN (SELECT player_id FROM accounts)";
        const TOKENS: &str =
            "INSERT INTO ended_sessions (session_id, at) SELECT token_hash, $1 FROM tokens WHERE TRUE
            ON CONFLICT (session_id) DO NOTHING";
        const REVOKE: &str = "DELETE FROM tokens";
        execute!(tx, INSERT; self.0)?;
        execute!(tx, TOKENS; self.0)?;
        let revoked = execute!(tx, REVOKE)?;
        Ok(execute!(tx, END)? || revoked)
    }
}

/// Deletes the sessions that were ended long ago.
pub(in crate::store) async fn delete_old(tx: &mut Tx<'_>, now: UnixMs) -> sqlx::Result<()> {
    const DELETE: &str = "DELETE FROM ended_sessions WHERE at <= $1";
    execute!(tx, DELETE; now - RETENTION_MS).map(drop)
}

pub(in crate::store) async fn end_by_id(
    tx: &mut Tx<'_>,
    session: SessionId,
    now: UnixMs,
) -> sqlx::Result<bool> {
    const END: &str = "DELETE FROM sessions WHERE session_id = $1 OR token_hash = $1";
    announce_end(tx, session, now).await?;
    execute!(tx, END; &session.0[..])
}

/// Has all nodes close what was opened with a session, or with a token, which is named by its hash in the same way.
pub(in crate::store) async fn announce_end(
    tx: &mut Tx<'_>,
    session: SessionId,
    now: UnixMs,
) -> sqlx::Result<bool> {
    const INSERT: &str = "INSERT INTO ended_sessions (session_id, at) VALUES ($1, $2)
        ON CONFLICT (session_id) DO NOTHING";
    execute!(tx, INSERT; &session.0[..], now)
}
