//! Sending what is in the outbox, each channel by one node at a time.

use std::time::Duration;

use tokio::task::{AbortHandle, JoinSet};
use tokio::time::{Instant, MissedTickBehavior, interval};
use tracing::{info, warn};

use super::message::{Message, Place, Told};
use super::pauses::{self, after_failure};
use super::push::{self, Handling, Push};
use super::{BadKeys, Delivery, DeliveryError, Failure};
use crate::model::log::notice::NoticeKind;
use crate::model::notice_settings::{NoticeSettings, NoticeTopic};
use crate::store::{AfterSending, ChannelForm, Due, DueNotice, Failing, Release, StoreError};
use crate::time::{UnixMs, now_ms};

/// How often a node looks for something to send.
const LOOK_EVERY: Duration = Duration::from_secs(1);
/// Channels that a node sends to at the same time.
const AT_ONCE: usize = 16;
/// What is sent to a channel before others have their turn, and for how long: with the ten seconds that one may take, that is less
/// than a lease.
const IN_A_ROW: i64 = 10;
pub(super) const ROW_TIME: Duration = Duration::from_secs(15);
/// Who has the table in sight is not told of it. A connection that was lost is noticed within this time, in milliseconds.
pub(super) const IN_SIGHT_MS: i64 = 45 * 1000;

/// What becomes of something in the outbox.
enum Fate {
    /// It was sent, or need not be.
    Done(AfterSending),
    Later(UnixMs),
    Failed(Failure),
}

impl Delivery {
    /// Sends what is to be sent, for ever.
    pub async fn run(self) {
        let mut ticks = interval(LOOK_EVERY);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let outdated = tokio::spawn(self.clone().close_outdated());
        let links = tokio::spawn(self.clone().send_links());
        let _stop = [outdated, links].map(|task| AbortOnDrop(task.abort_handle()));
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
            info!(player = %due.player, channel = %due.channel, form = due.form.name(), "a channel was switched off");
        }
        self.store.release_channel(release).await
    }

    /// Whatever is delivered ends the failures before it.
    async fn send_all(&self, due: &Due, failing: &mut Option<Failing>) -> Result<Sent, DeliveryError> {
        if due.form == ChannelForm::Mail {
            return self.mail_all(due, failing).await;
        }
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
            let fate = match is_repeated(due.form, &notice, &notices[index + 1..]) {
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
        if let Some(at) = self.notices.put_off(due.player, &notice).await? {
            return Ok(Fate::Later(at));
        }
        let mut after = AfterSending {
            later: message.reminders(notice),
            shows_turn: None,
        };
        let wants_ready = settings.wants(NoticeTopic::Tournaments);
        if self
            .notices
            .is_told_as_ready(due.form, &notice, wants_ready)
            .await?
        {
            return Ok(Fate::Done(after));
        }
        if due.form == ChannelForm::Push {
            let is_wanted = NoticeTopic::of(notice.kind).is_some_and(|topic| settings.wants(topic));
            let table = notice.table();
            let is_in_sight = table.is_some_and(|table| self.tables.is_in_sight(table, due.player));
            if is_in_sight && is_wanted && now_ms() - notice.at < IN_SIGHT_MS {
                return Ok(Fate::Later(notice.at + IN_SIGHT_MS));
            }
            if !is_wanted || is_in_sight {
                return Ok(Fate::Done(after));
            }
            after.shows_turn = message.told.as_ref().map(|told| told.is_turn);
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
        let Some(Told {
            place, title, body, ..
        }) = message.told.clone().filter(|_| due.form == ChannelForm::Push)
        else {
            let (headers, body) = message.request(due.form, &due.secret, now_ms());
            return Ok(self.client.post(&due.url, headers, body).await);
        };
        let waiting = self.store.turns_of(due.player).await?;
        let notice_of = |table, tournament| Push::Show {
            table,
            tournament,
            seq: notice.seq,
            title,
            body,
            waiting,
        };
        let push = match place {
            Place::Table(row) => notice_of(Some(row.code), None),
            Place::Tournament(tournament) => notice_of(None, Some(tournament)),
        };
        let is_urgent = !matches!(notice.kind, NoticeKind::Over | NoticeKind::TournamentOver);
        self.push(
            (&due.url, &due.secret, &due.home),
            &push,
            message.kept_for(),
            is_urgent,
        )
        .await
    }

    pub(super) async fn push(
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
pub(super) enum Sent {
    All,
    Failed(Failure),
    /// It is the quiet hours of the player, until then.
    Quiet(UnixMs),
}

struct AbortOnDrop(AbortHandle);

impl Drop for AbortOnDrop {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// Whether a later notice says, too, that it is the player's turn at this table. People need not be told besides that the game has
/// begun.
pub(super) fn is_repeated(form: ChannelForm, notice: &DueNotice, later: &[DueNotice]) -> bool {
    let can_be = match notice.kind {
        NoticeKind::YourTurn => true,
        NoticeKind::Begun => matches!(form, ChannelForm::Push | ChannelForm::Mail),
        _ => false,
    };
    can_be
        && later
            .iter()
            .any(|other| other.kind == NoticeKind::YourTurn && other.about == notice.about)
}
