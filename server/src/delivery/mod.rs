//! Telling players what concerns them while they have no page open, by webhooks, Web push and mail. Any node takes a channel that something
//! is to be sent to, for as long as it sends; rooms know nothing of it.

mod client;
mod letter;
mod mail_links;
mod mailer;
mod mailing;
mod message;
mod notices;
mod outdated;
mod pauses;
mod public_address;
mod push;
mod sending;
mod tournament_notices;

use std::sync::Arc;

use rand::RngExt;
use tokio::sync::OnceCell;
use tracing::info;
use url::Url;

pub use client::{BadUrl, ClientError, Failure, GuardedClient, Reach};
pub use mail_links::BadMailAddress;
#[cfg(test)]
pub(crate) use mail_links::{CONFIRM_MS, PASSWORD_MS};
pub use mailer::Mailer;
pub use message::secret_text;
pub use push::{BadKeys, PushKeyError, Subscription, channel_of};

use self::message::{Data, Message};
use self::notices::Notices;
use self::push::PushKey;
use crate::http::limits::{PUSH_CHANNELS, WEBHOOKS};
use crate::ids::{ChannelId, PlayerId, SessionId, TableId};
use crate::model::notice_settings::NoticeSettings;
use crate::pictures::Pictures;
use crate::store::{Channel, ChannelForm, NewChannel, NewPushChannel, PushChannel, Store, StoreError};
use crate::tables::Tables;
use crate::time::now_ms;

const SECRET_BYTES: usize = 24;
const HOUR_MS: i64 = 60 * 60 * 1000;
/// Whoever has less time than this for a turn is not told that it runs out, in milliseconds.
const LONG_CLOCK_MS: i64 = 2 * HOUR_MS;

/// The channels of players, and what is sent there.
#[derive(Clone, Debug)]
pub struct Delivery {
    store: Store,
    client: GuardedClient,
    notices: Notices,
    tables: Tables,
    push_key: Arc<OnceCell<PushKey>>,
    pictures: Pictures,
    /// None if this server sends no mails.
    mailer: Option<Arc<Mailer>>,
}

/// Why something cannot be prepared.
#[derive(Debug, thiserror::Error)]
pub enum DeliveryError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Key(#[from] PushKeyError),
}

/// A browser that is to be told what concerns its player.
#[derive(Clone, Debug)]
pub struct WantedPush {
    pub player: PlayerId,
    pub session: SessionId,
    pub subscription: Subscription,
    pub home: String,
    pub agent: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadSubscription {
    #[error(transparent)]
    Url(#[from] BadUrl),
    #[error(transparent)]
    Keys(#[from] BadKeys),
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
    pub fn new(
        store: Store,
        tables: Tables,
        pictures: Pictures,
        client: GuardedClient,
        mailer: Option<Mailer>,
    ) -> Delivery {
        let notices = Notices::new(store.clone(), tables.clone());
        Delivery {
            store,
            client,
            notices,
            tables,
            push_key: Arc::default(),
            pictures,
            mailer: mailer.map(Arc::new),
        }
    }

    async fn push_key(&self) -> Result<&PushKey, DeliveryError> {
        let make = async || Ok(PushKey::read(&self.store.push_key(PushKey::fresh()?).await?)?);
        self.push_key.get_or_try_init(make).await
    }

    /// The public key with which browsers subscribe, in base64url.
    ///
    /// # Errors
    /// When the database does not answer, or has a key that cannot be read.
    pub async fn push_key_text(&self) -> Result<String, DeliveryError> {
        Ok(self.push_key().await?.public())
    }

    /// Adds a browser, or brings it up to date.
    pub async fn add_push(&self, wanted: WantedPush) -> Result<Result<(), BadSubscription>, StoreError> {
        let subscription = wanted.subscription;
        let (url, keys) = match (
            self.client.reach().url(&subscription.endpoint),
            subscription.keys(),
        ) {
            (Ok(url), Ok(keys)) => (url, keys),
            (Err(error), _) => return Ok(Err(error.into())),
            (_, Err(error)) => return Ok(Err(error.into())),
        };
        let channel = NewPushChannel {
            id: subscription.channel(),
            player: wanted.player,
            session: wanted.session,
            url: url.into(),
            home: wanted.home,
            keys,
            agent: wanted.agent,
            now: now_ms(),
        };
        self.store.add_push_channel(channel, PUSH_CHANNELS).await.map(Ok)
    }

    /// The browsers of a player, the latest first.
    pub async fn push_channels_of(&self, player: PlayerId) -> Result<Vec<PushChannel>, StoreError> {
        self.store.push_channels_of(player).await
    }

    /// What a player wants to hear of.
    pub async fn settings(&self, player: PlayerId) -> Result<NoticeSettings, StoreError> {
        self.store.notice_settings(player).await
    }

    pub async fn set_settings(&self, player: PlayerId, settings: NoticeSettings) -> Result<(), StoreError> {
        self.store.set_notice_settings(player, settings).await
    }

    /// The address that somebody has typed, if something may be sent there.
    ///
    /// # Errors
    /// With a sentence for them, if not.
    pub fn url(&self, text: &str) -> Result<Url, BadUrl> {
        self.client.reach().url(text)
    }

    /// The webhooks of a player, the latest first.
    pub async fn channels_of(&self, player: PlayerId) -> Result<Vec<Channel>, StoreError> {
        self.store.channels_of(player).await
    }

    /// Whether webhooks of a player were switched off because they failed.
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
            told: None,
        };
        let (headers, body) = message.request(channel.form, &channel.secret, now_ms());
        Ok(Some(self.client.post(&channel.url, headers, body).await))
    }
}
