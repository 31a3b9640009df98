//! Sockets and streams, and the sessions or tokens that they were opened with: when one of these ends, at whatever node, what
//! it opened is closed.
//!
//! Ended sessions and revoked tokens are in the database. Every node looks there once a second, and at once after a message, so a lost
//! message or a command line that ends sessions makes no difference.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use parking_lot::{Mutex, MutexGuard};
use tokio::time::{MissedTickBehavior, interval};
use tokio_util::sync::CancellationToken;
use tracing::warn;

use crate::ids::SessionId;
use crate::store::{Session, Store, StoreError};
use crate::time::{UnixMs, now_ms};

const POLL_EVERY: Duration = Duration::from_secs(1);
/// How far back they look: a socket may be opened just after its session was found. Clocks of nodes may differ, too.
const LOOKBACK_MS: i64 = 60_000;

/// By what somebody is known who opens a socket or a stream: a session, or a token, which is named by its hash.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Credential {
    pub id: SessionId,
    /// When it ends, however much it is used.
    pub ends_at: Option<UnixMs>,
}

impl From<&Session> for Credential {
    fn from(session: &Session) -> Credential {
        Credential {
            id: session.id,
            ends_at: session.ends_at,
        }
    }
}

/// The sessions and tokens of the sockets and streams that are open at this node. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct OpenSessions(Arc<Mutex<HashMap<SessionId, Sockets>>>);

#[derive(Debug)]
struct Sockets {
    count: usize,
    /// Cancelled when visitors have to leave.
    serving: CancellationToken,
    ended: CancellationToken,
    ends_at: Option<UnixMs>,
}

/// An open socket and its session, counted until it is dropped.
#[derive(Debug)]
pub struct SocketSession {
    session: Option<(OpenSessions, SessionId)>,
    /// Cancelled when visitors have to leave: the server stops, or has lost its database.
    pub serving: CancellationToken,
    /// Cancelled then, or when the session ends.
    pub closing: CancellationToken,
}

impl OpenSessions {
    /// Counts a socket that is opened with a session or a token, or with none, and is closed when `serving` is cancelled.
    pub fn open(&self, session: Option<Credential>, serving: CancellationToken) -> SocketSession {
        let Some(session) = session else {
            return SocketSession {
                session: None,
                closing: serving.clone(),
                serving,
            };
        };
        let mut open = self.lock();
        let sockets = open.entry(session.id).or_insert_with(|| Sockets {
            count: 0,
            ended: serving.child_token(),
            serving: serving.clone(),
            ends_at: session.ends_at,
        });
        // Those that have to leave may not have left yet; that is not about this one.
        if sockets.serving.is_cancelled() {
            (sockets.ended, sockets.serving) = (serving.child_token(), serving.clone());
        }
        sockets.count += 1;
        SocketSession {
            session: Some((self.clone(), session.id)),
            closing: sockets.ended.clone(),
            serving,
        }
    }

    /// Closes the sockets of sessions that end, until the future is dropped.
    pub async fn watch(self, store: Store) {
        let mut ticks = interval(POLL_EVERY);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                _ = ticks.tick() => (),
                () = store.changes().sessions_ended() => (),
            }
            if let Err(error) = self.close_ended(&store).await {
                warn!(%error, "it is not known which sessions were ended");
            }
        }
    }

    async fn close_ended(&self, store: &Store) -> Result<(), StoreError> {
        let now = now_ms();
        let ended = store.ended_sessions(now - LOOKBACK_MS).await?;
        let open = self.lock();
        let by_name = ended.iter().filter_map(|session| open.get(session));
        let is_over = |sockets: &&Sockets| sockets.ends_at.is_some_and(|at| at <= now);
        for sockets in by_name.chain(open.values().filter(is_over)) {
            sockets.ended.cancel();
        }
        Ok(())
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<SessionId, Sockets>> {
        self.0.lock()
    }
}

impl Drop for SocketSession {
    fn drop(&mut self) {
        let Some((sessions, id)) = &self.session else {
            return;
        };
        let mut open = sessions.lock();
        let left = open.get_mut(id).map(|sockets| {
            sockets.count -= 1;
            sockets.count
        });
        if left == Some(0) {
            open.remove(id);
        }
    }
}
