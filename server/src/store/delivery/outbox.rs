//! The outbox: what is to be sent to channels. It is [written](crate::store::log::notices) in the transaction of the event that it
//! is about, so nothing is lost with a server that ends before it is sent; and it is deleted after it was sent, so what is sent
//! twice has the same key.

use uuid::Uuid;

use super::channels::{ChannelForm, Failing, failing, forget};
use super::push;
use crate::ids::{ChannelId, PlayerId, TableId, TournamentId};
use crate::model::log::notice::NoticeKind;
use crate::seq::Seq;
use crate::store::engine::from_row::{from_row, parse};
use crate::store::engine::read::read;
use crate::store::engine::sql::{Tx, execute};
use crate::store::writer::job::{Key, Lane, WriteJob};
use crate::store::{Store, StoreError};
use crate::time::UnixMs;

/// For how long a node has a channel for itself, in milliseconds. If it ends meanwhile, another one goes on after that.
const LEASE_MS: i64 = 30 * 1000;

/// A channel that something is to be sent to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Due {
    pub channel: ChannelId,
    pub player: PlayerId,
    pub form: ChannelForm,
    pub url: String,
    /// The address of the server, as the owner of the channel knows it.
    pub home: String,
    pub secret: Vec<u8>,
    pub failing: Option<Failing>,
}

from_row!(Due, row => Due {
    channel: row.try_get("id")?,
    player: row.try_get("player_id")?,
    form: parse(row, "form")?,
    url: row.try_get("url")?,
    home: row.try_get("home")?,
    secret: row.try_get("secret")?,
    failing: failing(row)?,
});

/// One thing to be sent to a channel. The channel and the fields of this, but for the time, are its key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DueNotice {
    pub about: About,
    /// The number of the event that it is about, in the log of that.
    pub seq: Seq,
    pub kind: NoticeKind,
    /// When that happened.
    pub at: UnixMs,
}

from_row!(DueNotice, row => {
    let kind: NoticeKind = parse(row, "notice")?;
    let id: Uuid = row.try_get("table_id")?;
    DueNotice {
        about: match kind.is_of_tournament() {
            true => About::Tournament(TournamentId(id)),
            false => About::Table(TableId(id)),
        },
        seq: row.try_get("seq")?,
        kind,
        at: row.try_get("at")?,
    }
});

/// What a notice is about. The kind of the notice says which of both; the outbox has one column for their ids.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum About {
    Table(TableId),
    Tournament(TournamentId),
}

impl About {
    #[must_use]
    pub fn id(self) -> Uuid {
        match self {
            About::Table(table) => table.0,
            About::Tournament(tournament) => tournament.0,
        }
    }
}

impl DueNotice {
    /// The table that it is about, if it is about one.
    #[must_use]
    pub fn table(&self) -> Option<TableId> {
        match self.about {
            About::Table(table) => Some(table),
            About::Tournament(_) => None,
        }
    }
}

impl Store {
    /// Takes some channels that something is to be sent to, so that no other node does.
    pub async fn take_due(&self, now: UnixMs, most: i64) -> Result<Vec<Due>, StoreError> {
        const FIND: &str = "SELECT c.* FROM channels c WHERE c.disabled_at IS NULL AND c.not_before <= $1
            AND c.id IN (SELECT o.channel_id FROM outbox o WHERE o.due_at <= $1) ORDER BY c.not_before LIMIT $2";
        let found: Vec<Due> = read!(self, conn => sqlx::query_as(FIND).bind(now).bind(most).fetch_all(conn))?;
        let mut taken = Vec::with_capacity(found.len());
        for due in found {
            if self
                .writer
                .write(Take {
                    channel: due.channel,
                    now,
                })
                .await?
            {
                taken.push(due);
            }
        }
        Ok(taken)
    }

    /// What is to be sent to a channel, in the order in which it happened.
    pub async fn due_notices(
        &self,
        channel: ChannelId,
        now: UnixMs,
        most: i64,
    ) -> Result<Vec<DueNotice>, StoreError> {
        const FIND: &str =
            "SELECT table_id, seq, notice, at FROM outbox WHERE channel_id = $1 AND due_at <= $2
            ORDER BY at, table_id, seq, notice LIMIT $3";
        read!(self, conn => sqlx::query_as(FIND).bind(channel).bind(now).bind(most).fetch_all(conn))
    }

    /// Something was sent to a channel, or need not be sent any more.
    pub async fn has_sent(
        &self,
        channel: ChannelId,
        notice: DueNotice,
        after: AfterSending,
    ) -> Result<(), StoreError> {
        let job = HasSent {
            channel,
            notice,
            after,
        };
        self.writer.write(job).await.map(drop)
    }

    /// Something is to be sent to a channel at a later time.
    pub async fn postpone(
        &self,
        channel: ChannelId,
        notice: DueNotice,
        until: UnixMs,
    ) -> Result<(), StoreError> {
        let job = Postpone {
            channel,
            notice,
            until,
        };
        self.writer.write(job).await.map(drop)
    }

    /// A node is done with a channel. One that is switched off forgets what was to be sent.
    pub async fn release_channel(&self, release: Release) -> Result<(), StoreError> {
        self.writer.write(release).await.map(drop)
    }
}

#[derive(Debug)]
struct Take {
    channel: ChannelId,
    now: UnixMs,
}

impl WriteJob for Take {
    const LANE: Lane = Lane::Deliveries;

    fn key(&self) -> Option<Key> {
        Some((self.channel.0, None))
    }

    async fn run(&self, tx: &mut Tx<'_>) -> sqlx::Result<bool> {
        const TAKE: &str = "UPDATE channels SET not_before = $3 WHERE id = $1 AND not_before <= $2";
        if push::end_with_session(tx, self.channel, self.now).await? {
            return Ok(false);
        }
        execute!(tx, TAKE; self.channel, self.now, self.now + LEASE_MS)
    }
}

/// What follows when something was sent.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AfterSending {
    /// What is sent later about the same table, instead of what was to be sent later before.
    pub later: Option<Vec<(NoticeKind, UnixMs)>>,
    /// Whether the browser now shows that it is the player's turn, or something else; none if nothing was sent.
    pub shows_turn: Option<bool>,
}

#[derive(Debug)]
struct HasSent {
    channel: ChannelId,
    notice: DueNotice,
    after: AfterSending,
}

impl HasSent {
    /// Writes what is to be sent later.
    async fn plan(&self, tx: &mut Tx<'_>, later: &[(NoticeKind, UnixMs)]) -> sqlx::Result<()> {
        const CLEAR: &str = "DELETE FROM outbox WHERE channel_id = $1 AND table_id = $2 AND notice IN ('quarter_left', 'hour_left')";
        const ADD: &str = "INSERT INTO outbox (channel_id, table_id, seq, notice, at, due_at)
            VALUES ($1, $2, $3, $4, $5, $5) ON CONFLICT DO NOTHING";
        let DueNotice { about, seq, .. } = self.notice;
        execute!(tx, CLEAR; self.channel, about.id())?;
        for (kind, at) in later {
            execute!(tx, ADD; self.channel, about.id(), seq, kind.name(), at)?;
        }
        Ok(())
    }
}

impl WriteJob for HasSent {
    const LANE: Lane = Lane::Deliveries;

    fn key(&self) -> Option<Key> {
        Some((self.channel.0, None))
    }

    async fn run(&self, tx: &mut Tx<'_>) -> sqlx::Result<bool> {
        const DELETE: &str =
            "DELETE FROM outbox WHERE channel_id = $1 AND table_id = $2 AND seq = $3 AND notice = $4";
        let DueNotice { about, seq, kind, .. } = self.notice;
        if let Some(later) = &self.after.later {
            self.plan(tx, later).await?;
        }
        if let Some((shows_turn, table)) = self.after.shows_turn.zip(self.notice.table()) {
            push::record_shown(tx, (self.channel, table), shows_turn.then_some(self.notice.at)).await?;
        }
        execute!(tx, DELETE; self.channel, about.id(), seq, kind.name())
    }
}

#[derive(Debug)]
struct Postpone {
    channel: ChannelId,
    notice: DueNotice,
    until: UnixMs,
}

impl WriteJob for Postpone {
    const LANE: Lane = Lane::Deliveries;

    fn key(&self) -> Option<Key> {
        Some((self.channel.0, None))
    }

    async fn run(&self, tx: &mut Tx<'_>) -> sqlx::Result<bool> {
        const POSTPONE: &str = "UPDATE outbox SET due_at = $5 WHERE channel_id = $1 AND table_id = $2 AND seq = $3 AND notice = $4";
        let DueNotice { about, seq, kind, .. } = self.notice;
        execute!(tx, POSTPONE; self.channel, about.id(), seq, kind.name(), self.until)
    }
}

/// What a node leaves of a channel that it had for itself.
#[derive(Clone, Debug)]
pub struct Release {
    pub channel: ChannelId,
    /// Nothing is to be sent before that.
    pub not_before: UnixMs,
    pub failing: Option<Failing>,
    pub disabled_at: Option<UnixMs>,
}

impl WriteJob for Release {
    const LANE: Lane = Lane::Deliveries;

    fn key(&self) -> Option<Key> {
        Some((self.channel.0, None))
    }

    async fn run(&self, tx: &mut Tx<'_>) -> sqlx::Result<bool> {
        const RELEASE: &str =
            "UPDATE channels SET not_before = $2, failures = $3, failing_from = $4, problem = $5,
            disabled_at = $6 WHERE id = $1 AND disabled_at IS NULL";
        let failing = self.failing.as_ref();
        let failures = failing.map_or(0, |failing| failing.attempts);
        let (since, problem) = failing
            .map(|failing| (failing.since, failing.problem.as_str()))
            .unzip();
        let released =
            execute!(tx, RELEASE; self.channel, self.not_before, failures, since, problem, self.disabled_at)?;
        if released && self.disabled_at.is_some() {
            forget(tx, self.channel).await?;
        }
        Ok(released)
    }
}
