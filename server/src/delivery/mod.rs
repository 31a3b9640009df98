//! Telling players what concerns them while they have no page open, by webhooks and Web push. Any node takes a channel that something is to be
//! sent to, for as long as it sends; rooms know nothing of it.

mod client;
mod message;
mod notices;
mod outdated;
mod pauses;
mod public_address;
mod push;

use std::sync::Arc;
use std::time::Duration;

use rand::RngExt;
use tokio::sync::OnceCell;
use tokio::task::JoinSet;
use tokio::time::{Instant, MissedTickBehavior, interval};
use tracing::{info, warn};
use url::Url;

pub use client::{BadUrl, ClientError, Failure, GuardedClient, Reach};
pub use message::secret_text;
pub use push::{BadKeys, PushKeyError, Subscription, channel_of};

use self::message::{Data, Message, Told};
use self::notices::Notices;
use self::pauses::after_failure;
use self::push::{Handling, Push, PushKey};
use crate::http::limits::{PUSH_CHANNELS, WEBHOOKS};
use crate::ids::{ChannelId, PlayerId, SessionId, TableId};
use crate::model::log::notice::NoticeKind;
use crate::model::notice_settings::{NoticeSettings, NoticeTopic};
use crate::store::{
    AfterSending, Channel, ChannelForm, Due, DueNotice, Failing, NewChannel, NewPushChannel, PushChannel,
    Release, Store, StoreError,
};
use crate::tables::Tables;
use crate::time::{UnixMs, now_ms};

/// How often a node looks for something to send.
const LOOK_EVERY: Duration = Duration::from_secs(1);
/// Channels that a node sends to at the same time.
const AT_ONCE: usize = 16;
/// What is sent to a channel before others have their turn, and for how long: with the ten seconds that one may take, that is less
/// than a lease.
const IN_A_ROW: i64 = 10;
const ROW_TIME: Duration = Duration::from_secs(15);
const SECRET_BYTES: usize = 24;
/// Who has the table in sight is not told of it. A connection that was lost is noticed within this time, in milliseconds.
const IN_SIGHT_MS: i64 = 45 * 1000;
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
}

/// Why something cannot be prepared.
#[derive(Debug, thiserror::Error)]
pub enum DeliveryError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Key(#[from] PushKeyError),
}

/// What becomes of something in the outbox.
enum Fate {
    /// It was sent, or need not be.
    Done(AfterSending),
    Later(UnixMs),
    Failed(Failure),
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
    pub fn new(store: Store, tables: Tables, client: GuardedClient) -> Delivery {
        let notices = Notices::new(store.clone(), tables.clone());
        Delivery {
            store,
            client,
            notices,
            tables,
            push_key: Arc::default(),
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

    /// Sends what is to be sent, for ever.
    pub async fn run(self) {
        let mut ticks = interval(LOOK_EVERY);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let outdated = tokio::spawn(self.clone().close_outdated());
        let _stop = AbortOnDrop(outdated.abort_handle());
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
                warn!(%error, "notices wait until the database answers");
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
        let released = match self.send_all(&due, &mut failing).await {
            Ok(Sent::Quiet(until)) => self.release(&due, until, failing).await,
            Ok(Sent::Failed(failure)) => self.release_failed(&due, failing, &failure).await,
            Ok(Sent::All) => self.release(&due, now_ms(), failing).await,
            Err(error) => {
                warn!(%error, "something is sent again later");
                self.release(&due, now_ms() + pauses::FIRST_MS, failing).await
            }
        };
        if let Err(error) = released {
            warn!(%error, "a channel is used again later");
        }
    }

    async fn release(
        &self,
        due: &Due,
        not_before: UnixMs,
        failing: Option<Failing>,
    ) -> Result<(), StoreError> {
        let release = Release {
            channel: due.channel,
            not_before,
            failing,
            disabled_at: None,
        };
        self.store.release_channel(release).await
    }

    /// A browser that does not exist any more is forgotten; a webhook is switched off after a day.
    async fn release_failed(
        &self,
        due: &Due,
        failing: Option<Failing>,
        failure: &Failure,
    ) -> Result<(), StoreError> {
        let release = after_failure(due.channel, failing, failure, now_ms());
        let is_over = release.disabled_at.is_some();
        if due.form == ChannelForm::Push && (is_over || push::is_gone(failure)) {
            info!(player = %due.player, channel = %due.channel, %failure, "a browser is told nothing any more");
            return self.store.end_channel(due.channel).await;
        }
        if is_over {
            info!(player = %due.player, channel = %due.channel, "a webhook was switched off");
        }
        self.store.release_channel(release).await
    }

    /// Whatever is delivered ends the failures before it.
    async fn send_all(&self, due: &Due, failing: &mut Option<Failing>) -> Result<Sent, DeliveryError> {
        let settings = match due.form {
            ChannelForm::Push => self.store.notice_settings(due.player).await?,
            _ => NoticeSettings::default(),
        };
        if let Some(until) = settings.quiet_until(now_ms()) {
            return Ok(Sent::Quiet(until));
        }
        let end = Instant::now() + ROW_TIME;
        let notices = self.store.due_notices(due.channel, now_ms(), IN_A_ROW).await?;
        for (index, &notice) in notices.iter().enumerate() {
            if Instant::now() > end {
                break;
            }
            let fate = match is_repeated(&notice, &notices[index + 1..]) {
                true => Fate::Done(AfterSending::default()),
                false => self.deliver(due, notice, &settings, failing).await?,
            };
            match fate {
                Fate::Done(after) => self.store.has_sent(due.channel, notice, after).await?,
                Fate::Later(at) => self.store.postpone(due.channel, notice, at).await?,
                Fate::Failed(failure) => return Ok(Sent::Failed(failure)),
            }
        }
        Ok(Sent::All)
    }

    async fn deliver(
        &self,
        due: &Due,
        notice: DueNotice,
        settings: &NoticeSettings,
        failing: &mut Option<Failing>,
    ) -> Result<Fate, DeliveryError> {
        let Some(message) = self.notices.message(due, notice).await? else {
            return Ok(Fate::Done(AfterSending::default()));
        };
        let mut after = AfterSending {
            later: message.reminders(notice),
            shows_turn: None,
        };
        if due.form == ChannelForm::Push {
            let is_wanted = NoticeTopic::of(notice.kind).is_some_and(|topic| settings.wants(topic));
            let is_in_sight = self.tables.is_in_sight(notice.table, due.player);
            if is_in_sight && is_wanted && now_ms() - notice.at < IN_SIGHT_MS {
                return Ok(Fate::Later(notice.at + IN_SIGHT_MS));
            }
            if !is_wanted || is_in_sight {
                return Ok(Fate::Done(after));
            }
            let is_turn = NoticeTopic::of(notice.kind);
            after.shows_turn = Some(matches!(is_turn, Some(NoticeTopic::Turns | NoticeTopic::Clock)));
        }
        if let Err(failure) = self.send(due, &message, notice).await? {
            return Ok(Fate::Failed(failure));
        }
        *failing = None;
        Ok(Fate::Done(after))
    }

    async fn send(
        &self,
        due: &Due,
        message: &Message,
        notice: DueNotice,
    ) -> Result<Result<(), Failure>, DeliveryError> {
        let Some(Told { table, title, body }) =
            message.told.clone().filter(|_| due.form == ChannelForm::Push)
        else {
            let (headers, body) = message.request(due.form, &due.secret, now_ms());
            return Ok(self.client.post(&due.url, headers, body).await);
        };
        let waiting = self.store.turns_of(due.player).await?;
        let push = Push::Show {
            table,
            seq: notice.seq,
            title,
            body,
            waiting,
        };
        let is_urgent = notice.kind != NoticeKind::Over;
        self.push(
            (&due.url, &due.secret, &due.home),
            &push,
            message.kept_for(),
            is_urgent,
        )
        .await
    }

    async fn push(
        &self,
        at: (&str, &[u8], &str),
        push: &Push,
        kept_for: i64,
        is_urgent: bool,
    ) -> Result<Result<(), Failure>, DeliveryError> {
        let handling = Handling { kept_for, is_urgent };
        let request = self.push_key().await?.request(at, push, handling, now_ms());
        Ok(match request {
            Ok((headers, body)) => self.client.post(at.0, headers, body).await,
            Err(BadKeys) => Err(Failure::Keys),
        })
    }
}

/// How far the sending to a channel came.
enum Sent {
    All,
    Failed(Failure),
    /// It is the quiet hours of the player, until then.
    Quiet(UnixMs),
}

struct AbortOnDrop(tokio::task::AbortHandle);

impl Drop for AbortOnDrop {
    fn drop(&mut self) {
        self.0.abort();
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
