//! Channels: ways in which players are told what concerns them while they have no page open.

use sqlx::{ColumnIndex, Decode, Row, Type};

use crate::ids::{ChannelId, PlayerId, TableCode, TableId};
use crate::store::engine::from_row::{from_row, parse};
use crate::store::engine::read::read;
use crate::store::engine::sql::{Tx, execute};
use crate::store::writer::job::{Key, Lane, WriteJob};
use crate::store::{Store, StoreError, tournaments};
use crate::time::UnixMs;

/// The form of what is sent. Stored as text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChannelForm {
    /// Signed JSON: <https://www.standardwebhooks.com>.
    Standard,
    /// A message in a channel of Discord.
    Discord,
    /// A message in a room of Slack, or of any other chat that takes its webhooks.
    Slack,
    /// An encrypted message to a browser, by its push service (RFC 8030).
    Push,
    /// A mail. The address stands in the place of the URL.
    Mail,
}

impl ChannelForm {
    pub const ALL: [ChannelForm; 5] = [Self::Standard, Self::Discord, Self::Slack, Self::Push, Self::Mail];

    /// Those of webhooks.
    pub const WEBHOOKS: [ChannelForm; 3] = [Self::Standard, Self::Discord, Self::Slack];

    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Standard => "standard",
            Self::Discord => "discord",
            Self::Slack => "slack",
            Self::Push => "push",
            Self::Mail => "mail",
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is no form of a webhook")]
pub struct UnknownForm(String);

impl TryFrom<String> for ChannelForm {
    type Error = UnknownForm;

    fn try_from(text: String) -> Result<Self, UnknownForm> {
        let found = Self::ALL.into_iter().find(|form| form.name() == text);
        found.ok_or(UnknownForm(text))
    }
}

/// A channel in the list of its owner.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Channel {
    pub id: ChannelId,
    /// The table whose events it sends; none if it sends what concerns the player.
    pub table: Option<TableCode>,
    pub form: ChannelForm,
    pub url: String,
    pub secret: Vec<u8>,
    pub created_at: UnixMs,
    pub failing: Option<Failing>,
    pub disabled_at: Option<UnixMs>,
}

/// Attempts that have failed since the last one that did not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failing {
    pub attempts: i64,
    /// When the first of them did.
    pub since: UnixMs,
    /// Why the last one did, for the owner of the channel.
    pub problem: String,
}

/// From a row with all columns of a channel; none if the last attempt has not failed.
pub(super) fn failing<'r, R>(row: &'r R) -> sqlx::Result<Option<Failing>>
where
    R: Row,
    for<'c> &'c str: ColumnIndex<R>,
    i64: Decode<'r, R::Database> + Type<R::Database>,
    Option<UnixMs>: Decode<'r, R::Database> + Type<R::Database>,
    Option<String>: Decode<'r, R::Database> + Type<R::Database>,
{
    let since: Option<UnixMs> = row.try_get("failing_from")?;
    let (attempts, problem) = (
        row.try_get("failures")?,
        row.try_get::<Option<String>, _>("problem")?,
    );
    Ok(since.map(|since| Failing {
        attempts,
        since,
        problem: problem.unwrap_or_default(),
    }))
}

from_row!(Channel, row => Channel {
    id: row.try_get("id")?,
    table: match row.try_get::<Option<String>, _>("code")? {
        Some(_) => Some(parse(row, "code")?),
        None => None,
    },
    form: parse(row, "form")?,
    url: row.try_get("url")?,
    secret: row.try_get("secret")?,
    created_at: row.try_get("created_at")?,
    failing: failing(row)?,
    disabled_at: row.try_get("disabled_at")?,
});

#[derive(Clone, Debug)]
pub struct NewChannel {
    pub id: ChannelId,
    pub player: PlayerId,
    pub table: Option<TableId>,
    pub form: ChannelForm,
    pub url: String,
    /// The address of the server, as its owner knows it.
    pub home: String,
    pub secret: Vec<u8>,
    pub now: UnixMs,
}

impl Store {
    /// The webhooks of a player, the latest first.
    pub async fn channels_of(&self, player: PlayerId) -> Result<Vec<Channel>, StoreError> {
        const FIND: &str = "SELECT c.*, t.code FROM channels c LEFT JOIN tables t ON t.id = c.table_id
            WHERE c.player_id = $1 AND c.form NOT IN ('push', 'mail') ORDER BY c.created_at DESC, c.id DESC";
        read!(self, conn => sqlx::query_as(FIND).bind(player).fetch_all(conn))
    }

    /// How many webhooks of a player were switched off because they failed.
    pub async fn disabled_channels(&self, player: PlayerId) -> Result<i64, StoreError> {
        const COUNT: &str = "SELECT COUNT(*) FROM channels WHERE player_id = $1 AND disabled_at IS NOT NULL AND form NOT IN ('push', 'mail')";
        read!(self, conn => sqlx::query_scalar(COUNT).bind(player).fetch_one(conn))
    }

    /// Adds a webhook to an account that has fewer than `most`. False if it has not, or if it was added before.
    pub async fn add_channel(&self, channel: NewChannel, most: i64) -> Result<bool, StoreError> {
        self.writer.write(AddChannel { channel, most }).await
    }

    /// Deletes a channel, and what was to be sent there. False if the player has none with this id.
    pub async fn delete_channel(&self, player: PlayerId, channel: ChannelId) -> Result<bool, StoreError> {
        self.writer.write(DeleteChannel { player, channel }).await
    }

    /// Switches a channel on again that was switched off. What happened meanwhile is not sent.
    pub async fn enable_channel(
        &self,
        player: PlayerId,
        channel: ChannelId,
        now: UnixMs,
    ) -> Result<bool, StoreError> {
        self.writer.write(EnableChannel { player, channel, now }).await
    }
}

#[derive(Debug)]
struct AddChannel {
    channel: NewChannel,
    most: i64,
}

impl WriteJob for AddChannel {
    async fn run(&self, tx: &mut Tx<'_>) -> sqlx::Result<bool> {
        const ADD: &str =
            "INSERT INTO channels (id, player_id, table_id, form, url, home, secret, created_at, not_before)
            SELECT $1, player_id, $3, $4, $5, $9, $6, $7, $7 FROM accounts WHERE player_id = $2 AND blocked_at IS NULL
                AND (SELECT COUNT(*) FROM channels k WHERE k.player_id = $2 AND k.form NOT IN ('push', 'mail')) < $8
            ON CONFLICT DO NOTHING";
        let NewChannel {
            id,
            player,
            table,
            form,
            url,
            home,
            secret,
            now,
        } = &self.channel;
        let added =
            execute!(tx, ADD; id, player, table, form.name(), url, &secret[..], now, self.most, home)?;
        if added {
            tournaments::notices::tell_channel(tx, *id, *now).await?;
        }
        Ok(added)
    }
}

#[derive(Debug)]
struct DeleteChannel {
    player: PlayerId,
    channel: ChannelId,
}

impl WriteJob for DeleteChannel {
    const LANE: Lane = Lane::Deliveries;

    fn key(&self) -> Option<Key> {
        Some((self.channel.0, None))
    }

    async fn run(&self, tx: &mut Tx<'_>) -> sqlx::Result<bool> {
        const DELETE: &str = "DELETE FROM channels WHERE id = $2 AND player_id = $1";
        let deleted = execute!(tx, DELETE; self.player, self.channel)?;
        if deleted {
            forget(tx, self.channel).await?;
        }
        Ok(deleted)
    }
}

/// Deletes what was to be sent to a channel, and what it shows.
pub(super) async fn forget(tx: &mut Tx<'_>, channel: ChannelId) -> sqlx::Result<()> {
    const FORGET: [&str; 2] = [
        "DELETE FROM outbox WHERE channel_id = $1",
        "DELETE FROM shown_notices WHERE channel_id = $1",
    ];
    for sql in FORGET {
        execute!(tx, sql; channel)?;
    }
    Ok(())
}

#[derive(Debug)]
struct EnableChannel {
    player: PlayerId,
    channel: ChannelId,
    now: UnixMs,
}

impl WriteJob for EnableChannel {
    const LANE: Lane = Lane::Deliveries;

    fn key(&self) -> Option<Key> {
        Some((self.channel.0, None))
    }

    async fn run(&self, tx: &mut Tx<'_>) -> sqlx::Result<bool> {
        const ENABLE: &str =
            "UPDATE channels SET disabled_at = NULL, failing_from = NULL, problem = NULL, failures = 0,
            not_before = $3 WHERE id = $2 AND player_id = $1 AND disabled_at IS NOT NULL";
        let enabled = execute!(tx, ENABLE; self.player, self.channel, self.now)?;
        if enabled {
            // An event that was being written when it was switched off may have left something.
            forget(tx, self.channel).await?;
            tournaments::notices::tell_channel(tx, self.channel, self.now).await?;
        }
        Ok(enabled)
    }
}

/// Deletes the channels of a player.
pub(in crate::store) async fn delete_all(tx: &mut Tx<'_>, player: PlayerId) -> sqlx::Result<()> {
    const DELETE: [&str; 3] = [
        "DELETE FROM outbox WHERE channel_id IN (SELECT id FROM channels WHERE player_id = $1)",
        "DELETE FROM shown_notices WHERE channel_id IN (SELECT id FROM channels WHERE player_id = $1)",
        "DELETE FROM channels WHERE player_id = $1",
    ];
    for sql in DELETE {
        execute!(tx, sql; player)?;
    }
    Ok(())
}
