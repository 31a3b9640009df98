//! Channels to browsers: Web push. Each belongs to a session, and what it shows is closed when it is not true any more.

use super::channels::forget;
use crate::ids::{ChannelId, PlayerId, SessionId, TableCode, TableId};
use crate::store::engine::from_row::{from_row, parse};
use crate::store::engine::read::read;
use crate::store::engine::sql::{Tx, execute};
use crate::store::writer::job::{Key, Lane, WriteJob};
use crate::store::{Store, StoreError, tournaments};
use crate::time::UnixMs;

/// For how long a browser may show that it is its player's turn before nobody remembers that it does, in milliseconds.
const SHOWN_MS: i64 = 7 * 24 * 60 * 60 * 1000;

/// After how long something is not sent any more, in milliseconds: every channel that fails is switched off before.
const UNSENT_MS: i64 = 8 * 24 * 60 * 60 * 1000;

/// A browser of a player that is told what concerns them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PushChannel {
    pub id: ChannelId,
    /// The browser and the system in a few words.
    pub agent: String,
    pub created_at: UnixMs,
}

from_row!(PushChannel, row => PushChannel {
    id: row.try_get("id")?,
    agent: row.try_get::<Option<String>, _>("agent")?.unwrap_or_default(),
    created_at: row.try_get("created_at")?,
});

#[derive(Clone, Debug)]
pub struct NewPushChannel {
    /// The same for the same address.
    pub id: ChannelId,
    pub player: PlayerId,
    pub session: SessionId,
    pub url: String,
    /// The address of the server, as the browser knows it.
    pub home: String,
    /// The browser's public key and its secret, one after the other.
    pub keys: Vec<u8>,
    pub agent: String,
    pub now: UnixMs,
}

/// A table at which a browser shows a turn that is over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outdated {
    pub channel: ChannelId,
    pub player: PlayerId,
    pub table: TableId,
    pub code: TableCode,
    pub url: String,
    pub home: String,
    pub keys: Vec<u8>,
}

from_row!(Outdated, row => Outdated {
    channel: row.try_get("id")?,
    player: row.try_get("player_id")?,
    table: row.try_get("table_id")?,
    code: parse(row, "code")?,
    url: row.try_get("url")?,
    home: row.try_get("home")?,
    keys: row.try_get("secret")?,
});

impl Store {
    /// The browsers of a player that are told what concerns them, the latest first.
    pub async fn push_channels_of(&self, player: PlayerId) -> Result<Vec<PushChannel>, StoreError> {
        const FIND: &str = "SELECT id, agent, created_at FROM channels WHERE player_id = $1 AND form = 'push'
            ORDER BY created_at DESC, id DESC";
        read!(self, conn => sqlx::query_as(FIND).bind(player).fetch_all(conn))
    }

    /// Adds a browser, or brings it up to date. Of more than `most` the oldest is forgotten.
    pub async fn add_push_channel(&self, channel: NewPushChannel, most: i64) -> Result<(), StoreError> {
        self.writer.write(AddPush { channel, most }).await.map(drop)
    }

    /// A push service says that there is no such browser any more.
    pub async fn end_channel(&self, channel: ChannelId) -> Result<(), StoreError> {
        self.writer.write(EndChannel(channel)).await.map(drop)
    }

    /// At how many tables it is a player's turn.
    pub async fn turns_of(&self, player: PlayerId) -> Result<i64, StoreError> {
        const COUNT: &str =
            "SELECT COUNT(*) FROM table_players p JOIN table_state s ON s.table_id = p.table_id
            WHERE p.player_id = $1 AND p.seated AND NOT p.finished AND s.phase = 'playing' AND s.to_move = p.player_id";
        read!(self, conn => sqlx::query_scalar(COUNT).bind(player).fetch_one(conn))
    }

    /// Browsers that show turns which are over.
    pub async fn outdated_notices(&self, most: i64) -> Result<Vec<Outdated>, StoreError> {
        const FIND: &str = "SELECT c.id, c.player_id, n.table_id, t.code, c.url, c.home, c.secret
            FROM shown_notices n JOIN channels c ON c.id = n.channel_id JOIN tables t ON t.id = n.table_id
                JOIN table_state s ON s.table_id = n.table_id
            WHERE s.phase <> 'playing' OR s.to_move IS NULL OR s.to_move <> c.player_id LIMIT $1";
        read!(self, conn => sqlx::query_as(FIND).bind(most).fetch_all(conn))
    }

    /// Takes a browser that is to be told that a turn is over. False if another node does so.
    pub async fn take_outdated(&self, channel: ChannelId, table: TableId) -> Result<bool, StoreError> {
        self.writer.write(TakeOutdated { channel, table }).await
    }

    /// Forgets what browsers have shown for long, and what was to be sent long ago.
    pub async fn forget_shown(&self, now: UnixMs) -> Result<(), StoreError> {
        self.writer.write(ForgetShown(now)).await.map(drop)
    }
}

#[derive(Debug)]
struct AddPush {
    channel: NewPushChannel,
    most: i64,
}

impl WriteJob for AddPush {
    const LANE: Lane = Lane::Deliveries;

    fn key(&self) -> Option<Key> {
        Some((self.channel.id.0, None))
    }

    async fn run(&self, tx: &mut Tx<'_>) -> sqlx::Result<bool> {
        const OF_OTHERS: [&str; 2] = [
            "DELETE FROM outbox WHERE channel_id = $1
                AND channel_id IN (SELECT id FROM channels WHERE id = $1 AND player_id <> $2)",
            "DELETE FROM shown_notices WHERE channel_id = $1
                AND channel_id IN (SELECT id FROM channels WHERE id = $1 AND player_id <> $2)",
        ];
        const ADD: &str = "INSERT INTO channels
                (id, player_id, form, url, home, secret, session_id, agent, created_at, not_before)
            VALUES ($1, $2, 'push', $3, $4, $5, $6, $7, $8, $8)
            ON CONFLICT (id) DO UPDATE SET player_id = excluded.player_id, home = excluded.home, secret = excluded.secret,
                session_id = excluded.session_id, agent = excluded.agent, created_at = excluded.created_at,
                failures = 0, failing_from = NULL, problem = NULL";
        const MAKE_ROOM: [&str; 3] = [
            "DELETE FROM shown_notices WHERE channel_id IN (SELECT id FROM channels WHERE player_id = $1 AND form = 'push'
                ORDER BY created_at DESC, id DESC LIMIT 1000 OFFSET $2)",
            "DELETE FROM outbox WHERE channel_id IN (SELECT id FROM channels WHERE player_id = $1 AND form = 'push'
                ORDER BY created_at DESC, id DESC LIMIT 1000 OFFSET $2)",
            "DELETE FROM channels WHERE id IN (SELECT id FROM channels WHERE player_id = $1 AND form = 'push'
                ORDER BY created_at DESC, id DESC LIMIT 1000 OFFSET $2)",
        ];
        let NewPushChannel {
            id,
            player,
            session,
            url,
            home,
            keys,
            agent,
            now,
        } = &self.channel;
        for sql in OF_OTHERS {
            execute!(tx, sql; id, player)?;
        }
        execute!(tx, ADD; id, player, url, home, &keys[..], &session.0[..], agent, now)?;
        tournaments::notices::tell_channel(tx, *id, *now).await?;
        for sql in MAKE_ROOM {
            execute!(tx, sql; player, self.most)?;
        }
        Ok(true)
    }
}

#[derive(Debug)]
struct EndChannel(ChannelId);

impl WriteJob for EndChannel {
    const LANE: Lane = Lane::Deliveries;

    fn key(&self) -> Option<Key> {
        Some((self.0.0, None))
    }

    async fn run(&self, tx: &mut Tx<'_>) -> sqlx::Result<bool> {
        const END: &str = "DELETE FROM channels WHERE id = $1";
        forget(tx, self.0).await?;
        execute!(tx, END; self.0)
    }
}

/// Deletes a channel whose session has ended. False if it has none, or one that goes on.
pub(super) async fn end_with_session(tx: &mut Tx<'_>, channel: ChannelId, now: UnixMs) -> sqlx::Result<bool> {
    const END: &str = "DELETE FROM channels WHERE id = $1 AND session_id IS NOT NULL AND NOT EXISTS (
            SELECT 1 FROM sessions s WHERE s.player_id = channels.player_id
                AND COALESCE(s.session_id, s.token_hash) = channels.session_id
                AND s.expires_at > $2 AND (s.ends_at IS NULL OR s.ends_at > $2))";
    let ended = execute!(tx, END; channel, now)?;
    if ended {
        forget(tx, channel).await?;
    }
    Ok(ended)
}

/// A session of a player goes on as another one, in the same browser.
pub(in crate::store) async fn move_to_session(
    tx: &mut Tx<'_>,
    player: PlayerId,
    before: SessionId,
    after: [u8; 32],
) -> sqlx::Result<()> {
    const MOVE: &str = "UPDATE channels SET session_id = $3 WHERE player_id = $1 AND session_id = $2";
    execute!(tx, MOVE; player, &before.0[..], &after[..]).map(drop)
}

/// Writes since when a browser shows that it is its player's turn at a table, or that it does not.
pub(super) async fn record_shown(
    tx: &mut Tx<'_>,
    (channel, table): (ChannelId, TableId),
    since: Option<UnixMs>,
) -> sqlx::Result<()> {
    const SHOWS: &str = "INSERT INTO shown_notices (channel_id, table_id, shown_at) VALUES ($1, $2, $3)
        ON CONFLICT (channel_id, table_id) DO UPDATE SET shown_at = excluded.shown_at";
    const SHOWS_NOT: &str = "DELETE FROM shown_notices WHERE channel_id = $1 AND table_id = $2";
    match since {
        Some(since) => execute!(tx, SHOWS; channel, table, since)?,
        None => execute!(tx, SHOWS_NOT; channel, table)?,
    };
    Ok(())
}

#[derive(Debug)]
struct TakeOutdated {
    channel: ChannelId,
    table: TableId,
}

impl WriteJob for TakeOutdated {
    const LANE: Lane = Lane::Deliveries;

    fn key(&self) -> Option<Key> {
        Some((self.channel.0, None))
    }

    async fn run(&self, tx: &mut Tx<'_>) -> sqlx::Result<bool> {
        const TAKE: &str = "DELETE FROM shown_notices WHERE channel_id = $1 AND table_id = $2";
        execute!(tx, TAKE; self.channel, self.table)
    }
}

#[derive(Debug)]
struct ForgetShown(UnixMs);

impl WriteJob for ForgetShown {
    const LANE: Lane = Lane::Deliveries;

    async fn run(&self, tx: &mut Tx<'_>) -> sqlx::Result<bool> {
        const FORGET: &str = "DELETE FROM shown_notices WHERE shown_at < $1";
        // Such as mails that no node can send any more.
        const UNSENT: &str = "DELETE FROM outbox WHERE due_at < $1 AND at < $1";
        execute!(tx, UNSENT; self.0 - UNSENT_MS)?;
        execute!(tx, FORGET; self.0 - SHOWN_MS)
    }
}
