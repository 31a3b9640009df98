//! Telling players what concerns them while they have no page open, by webhooks. Any node takes a channel that something is to be
//! sent to, for as long as it sends; rooms know nothing of it.

mod client;
mod message;
mod notices;
mod pauses;
mod public_address;

use std::time::Duration;

use rand::RngExt;
use tokio::task::JoinSet;
use tokio::time::{Instant, MissedTickBehavior, interval};
use tracing::{info, warn};
use url::Url;

pub use client::{BadUrl, ClientError, Failure, GuardedClient, Reach};
pub use message::secret_text;

use self::message::{Data, Message};
use self::notices::Notices;
use self::pauses::after_failure;
use crate::http::limits::WEBHOOKS;
use crate::ids::{ChannelId, PlayerId, TableId};
use crate::model::log::notice::NoticeKind;
use crate::store::{Channel, ChannelForm, Due, DueNotice, Failing, NewChannel, Release, Store, StoreError};
use crate::tables::Tables;
use crate::time::now_ms;

/// How often a node looks for something to send.
const LOOK_EVERY: Duration = Duration::from_secs(1);
/// Channels that a node sends to at the same time.
const AT_ONCE: usize = 16;
/// What is sent to a channel before others have their turn, and for how long: with the ten seconds that one may take, that is less
/// than a lease.
const IN_A_ROW: i64 = 10;
const ROW_TIME: Duration = Duration::from_secs(15);
const SECRET_BYTES: usize = 24;

/// The channels of players, and what is sent there.
#[derive(Clone, Debug)]
pub struct Delivery {
    store: Store,
    client: GuardedClient,
    notices: Notices,
}

/// What somebody wants of a new channel.
#[derive(Clone, Debug)]
pub struct WantedChannel {
    /// The same id twice is the same form: it makes one channel.
    pub id: ChannelId,
    /// The table whose events are sent; none for what concerns the player.
    pub table: Option<TableId>,
    pub form: ChannelForm,
    pub url: Url,
    /// The address of the server, as its owner knows it.
    pub home: String,
}

impl Delivery {
    pub fn new(store: Store, tables: Tables, client: GuardedClient) -> Delivery {
        let notices = Notices::new(store.clone(), tables);
        Delivery {
            store,
            client,
            notices,
        }
    }

    /// The address that somebody has typed, if something may be sent there.
    ///
    /// # Errors
    /// With a sentence for them, if not.
    pub fn url(&self, text: &str) -> Result<Url, BadUrl> {
        self.client.reach().url(text)
    }

    /// The channels of a player, the latest first.
    pub async fn channels_of(&self, player: PlayerId) -> Result<Vec<Channel>, StoreError> {
        self.store.channels_of(player).await
    }

    /// Whether channels of a player were switched off because they failed.
    pub async fn has_disabled(&self, player: PlayerId) -> Result<bool, StoreError> {
        Ok(self.store.disabled_channels(player).await? > 0)
    }

    /// False if the form was sent before, or the account has as many channels as it can have.
    pub async fn add(&self, player: PlayerId, wanted: WantedChannel) -> Result<bool, StoreError> {
        let secret: [u8; SECRET_BYTES] = rand::rng().random();
        let channel = NewChannel {
            id: wanted.id,
            player,
            table: wanted.table,
            form: wanted.form,
            url: wanted.url.into(),
            home: wanted.home,
            secret: secret.to_vec(),
            now: now_ms(),
        };
        let added = self.store.add_channel(channel, WEBHOOKS).await?;
        if added {
            info!(%player, channel = %wanted.id, "a webhook was made");
        }
        Ok(added)
    }

    pub async fn delete(&self, player: PlayerId, channel: ChannelId) -> Result<bool, StoreError> {
        self.store.delete_channel(player, channel).await
    }

    /// Switches a channel on again.
    pub async fn enable(&self, player: PlayerId, channel: ChannelId) -> Result<bool, StoreError> {
        self.store.enable_channel(player, channel, now_ms()).await
    }

    /// Sends a message to a channel now, and says how it went; `None` if the player has no such channel.
    pub async fn test(
        &self,
        player: PlayerId,
        channel: ChannelId,
    ) -> Result<Option<Result<(), Failure>>, StoreError> {
        let channels = self.store.channels_of(player).await?;
        let Some(channel) = channels.into_iter().find(|found| found.id == channel) else {
            return Ok(None);
        };
        let message = Message {
            id: format!("msg_{}", ChannelId::fresh().0.simple()),
            kind: "webhook.test".to_owned(),
            at: now_ms(),
            data: Data::Test {},
            sentence: "This webhook of Thicket works.".to_owned(),
            link: None,
        };
        let (headers, body) = message.request(channel.form, &channel.secret, now_ms());
        Ok(Some(self.client.post(&channel.url, headers, body).await))
    }

    /// Sends what is to be sent, for ever.
    pub async fn run(self) {
        let mut ticks = interval(LOOK_EVERY);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut sending = JoinSet::new();
        let mut is_away = false;
        loop {
            ticks.tick().await;
            while sending.try_join_next().is_some() {}
            let free = AT_ONCE.saturating_sub(sending.len());
            if free == 0 {
                continue;
            }
            let taken = self.store.take_due(now_ms(), free as i64).await;
            if let Err(error) = &taken
                && !is_away
            {
                warn!(%error, "webhooks wait until the database answers");
            }
            is_away = taken.is_err();
            for due in taken.into_iter().flatten() {
                sending.spawn(self.clone().send_to(due));
            }
        }
    }

    /// Sends what is to be sent to a channel, in order, until one attempt fails.
    async fn send_to(self, due: Due) {
        let mut failing = due.failing.clone();
        let release = match self.send_all(&due, &mut failing).await {
            Ok(Some(failure)) => after_failure(due.channel, failing, &failure, now_ms()),
            outcome => {
                let database = outcome.inspect_err(|error| warn!(%error, "something is sent again later"));
                let pause = if database.is_ok() { 0 } else { pauses::FIRST_MS };
                Release {
                    channel: due.channel,
                    not_before: now_ms() + pause,
                    failing,
                    disabled_at: None,
                }
            }
        };
        if release.disabled_at.is_some() {
            info!(player = %due.player, channel = %due.channel, "a webhook was switched off");
        }
        if let Err(error) = self.store.release_channel(release).await {
            warn!(%error, "a webhook is used again later");
        }
    }

    /// The failure that ended it, if one did. Whatever is delivered ends those before it.
    async fn send_all(
        &self,
        due: &Due,
        failing: &mut Option<Failing>,
    ) -> Result<Option<Failure>, StoreError> {
        let end = Instant::now() + ROW_TIME;
        let notices = self.store.due_notices(due.channel, IN_A_ROW).await?;
        for (index, &notice) in notices.iter().enumerate() {
            if Instant::now() > end {
                break;
            }
            let message = match is_repeated(&notice, &notices[index + 1..]) {
                true => None,
                false => self.notices.message(due, notice).await?,
            };
            if let Some(message) = message {
                let (headers, body) = message.request(due.form, &due.secret, now_ms());
                if let Err(failure) = self.client.post(&due.url, headers, body).await {
                    return Ok(Some(failure));
                }
                *failing = None;
            }
            self.store.has_sent(due.channel, notice).await?;
        }
        Ok(None)
    }
}

/// Whether a later notice says, too, that it is the player's turn at this table.
fn is_repeated(notice: &DueNotice, later: &[DueNotice]) -> bool {
    let is_turn = |notice: &DueNotice| notice.kind == NoticeKind::YourTurn;
    is_turn(notice)
        && later
            .iter()
            .any(|other| is_turn(other) && other.table == notice.table)
}
