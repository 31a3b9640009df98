//! Addresses of members, and links that are sent there: to confirm an address, to choose a new password, and to end mails.

use std::time::Duration;

use data_encoding::BASE64URL_NOPAD;
use lettre::Address;
use rand::RngExt;
use tokio::time::{MissedTickBehavior, interval};
use tracing::{debug, info};
use uuid::Uuid;

use super::letter::Letter;
use super::mailer::{Mail, Mailer};
use super::mailing::send;
use super::{Delivery, DeliveryError, Failure, HOUR_MS, SECRET_BYTES, pauses};
use crate::http::limits::{LINK_MAILS, TooMuch};
use crate::ids::{ChannelId, PlayerId, SessionToken};
use crate::names::PlayerName;
use crate::store::{DueLinkMail, LinkMail, LinkPurpose, MailAddress, NewMailChannel, StoreError, Subject};
use crate::time::{UnixMs, now_ms};

/// For how long a link is good, in milliseconds.
pub(crate) const CONFIRM_MS: i64 = 3 * 24 * HOUR_MS;
pub(crate) const PASSWORD_MS: i64 = 2 * HOUR_MS;
const MAX_ADDRESS: usize = 200;
/// How many accounts with one address are sent a link.
const ACCOUNTS: i64 = 5;
const LOOK_EVERY: Duration = Duration::from_secs(1);
const AT_ONCE: i64 = 8;

/// Why nothing is sent to an address that somebody has typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadMailAddress {
    #[error("That is not an e-mail address.")]
    NoAddress,
    #[error(transparent)]
    TooMuch(#[from] TooMuch),
}

impl Delivery {
    /// Whether this server sends mails.
    #[must_use]
    pub fn has_mail(&self) -> bool {
        self.mailer.is_some()
    }

    /// Where a member can be written to, confirmed or not.
    pub async fn mail_address(&self, player: PlayerId) -> Result<Option<MailAddress>, StoreError> {
        self.store.mail_address(player).await
    }

    /// Asks whether an address is that of a member, by a mail to it. The one that they had is forgotten.
    pub async fn ask_address(
        &self,
        player: PlayerId,
        text: &str,
    ) -> Result<Result<(), BadMailAddress>, StoreError> {
        let text = text.trim();
        let Some(address) = text.parse::<Address>().ok().filter(|_| text.len() <= MAX_ADDRESS) else {
            return Ok(Err(BadMailAddress::NoAddress));
        };
        if !self.may_send_link(text).await? {
            return Ok(Err(TooMuch::Mails.into()));
        }
        let address = address.to_string();
        let mail = link_mail(player, address, LinkPurpose::Confirm, CONFIRM_MS);
        self.store.set_mail_address(mail).await?;
        info!(%player, "an address for mails was given");
        Ok(Ok(()))
    }

    pub async fn remove_address(&self, player: PlayerId) -> Result<(), StoreError> {
        self.store.remove_mail_address(player).await
    }

    /// Whose address a link would confirm: their name is shown, and the address.
    pub async fn address_to_confirm(&self, token: &SessionToken) -> Result<Option<String>, StoreError> {
        let link = self
            .store
            .link_of(token.hash(), LinkPurpose::Confirm, now_ms())
            .await?;
        Ok(link.map(|(_, address)| address))
    }

    /// Confirms the address to which a link was sent. False if the link has expired or was used.
    pub async fn confirm_address(&self, token: &SessionToken) -> Result<bool, StoreError> {
        let Some(channel) = self.mail_channel() else {
            return Ok(false);
        };
        self.store.confirm_mail_address(token.hash(), channel).await
    }

    /// Tells a member by mail what concerns them, again.
    pub async fn begin_mails(&self, player: PlayerId) -> Result<bool, StoreError> {
        let Some(channel) = self.mail_channel() else {
            return Ok(false);
        };
        self.store.add_mail_channel(player, channel).await
    }

    fn mail_channel(&self) -> Option<NewMailChannel> {
        let secret: [u8; SECRET_BYTES] = rand::rng().random();
        let mailer = self.mailer.as_deref()?;
        Some(NewMailChannel {
            id: ChannelId::fresh(),
            home: mailer.home.clone(),
            secret: secret.to_vec(),
            now: now_ms(),
        })
    }

    /// The address to which a channel leads, by the text of its secret.
    pub async fn address_of_channel(
        &self,
        channel: ChannelId,
        secret: &str,
    ) -> Result<Option<String>, StoreError> {
        match BASE64URL_NOPAD.decode(secret.as_bytes()) {
            Ok(secret) => self.store.address_of_channel(channel, &secret).await,
            Err(_) => Ok(None),
        }
    }

    /// Ends the mails of a channel, by the text of its secret. False if there are none.
    pub async fn end_mails(&self, channel: ChannelId, secret: &str) -> Result<bool, StoreError> {
        let found = self.address_of_channel(channel, secret).await?;
        if found.is_some() {
            self.store.end_channel(channel).await?;
            info!(%channel, "mails were ended by their receiver");
        }
        Ok(found.is_some())
    }

    /// Sends a link to choose a new password to whoever has this name or address, if they have confirmed an address.
    pub async fn send_password_links(&self, who: &str) -> Result<(), StoreError> {
        let who = who.trim();
        let players = match who.contains('@') {
            true => self.store.members_at(who, ACCOUNTS).await?,
            false => match PlayerName::parse(who) {
                Ok(name) => {
                    let account = self.store.account_named(name.as_str()).await?;
                    account.map(|account| account.player.id).into_iter().collect()
                }
                Err(_) => Vec::new(),
            },
        };
        for player in players {
            let address = self.store.mail_address(player).await?;
            let Some(MailAddress { address, .. }) = address.filter(|address| address.confirmed_at.is_some())
            else {
                continue;
            };
            if self.may_send_link(&address).await? {
                let mail = link_mail(player, address, LinkPurpose::Password, PASSWORD_MS);
                self.store.add_link_mail(mail).await?;
                info!(%player, "a link to choose a new password is sent");
            }
        }
        Ok(())
    }

    /// Counts a link that is sent to an address.
    async fn may_send_link(&self, address: &str) -> Result<bool, StoreError> {
        let subject = Subject::new("link to", &address.to_lowercase());
        self.store
            .count_attempt(subject, (LINK_MAILS.burst, LINK_MAILS.every), now_ms())
            .await
    }

    /// Sends links, for ever.
    pub(super) async fn send_links(self) {
        let Some(mailer) = self.mailer.clone() else { return };
        let mut ticks = interval(LOOK_EVERY);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            ticks.tick().await;
            let taken = self.store.take_link_mails(now_ms(), AT_ONCE).await;
            for due in taken.unwrap_or_default() {
                if let Err(error) = self.send_link(&mailer, &due).await {
                    debug!(%error, "a link is sent later");
                }
            }
        }
    }

    async fn send_link(&self, mailer: &Mailer, due: &DueLinkMail) -> Result<(), DeliveryError> {
        let Some(account) = self.store.account_of(due.player).await? else {
            return Ok(());
        };
        if !self.may_mail(&due.address).await? {
            let later = now_ms() + HOUR_MS;
            return Ok(self.store.postpone_link_mail(due.id, later).await?);
        }
        let letter = letter(mailer, due, &account.player.name);
        let mail = Mail {
            to: due.address.clone(),
            id: format!("link.{}", due.id),
            thread: None,
            subject: letter.heading.clone(),
            text: String::new(),
            html: String::new(),
            pictures: Vec::new(),
            unsubscribe: None,
        };
        match send(mailer, mail, &letter).await {
            // Whoever has typed an address that does not exist sees that nothing comes.
            Ok(()) | Err(Failure::Mailbox(_)) => self.store.link_mail_was_sent(due.id).await?,
            Err(_) => {
                let pause = pauses::FIRST_MS.saturating_mul(due.failures + 1);
                self.store.postpone_link_mail(due.id, now_ms() + pause).await?;
            }
        }
        Ok(())
    }
}

fn link_mail(player: PlayerId, address: String, purpose: LinkPurpose, good_for: i64) -> LinkMail {
    let now = now_ms();
    LinkMail {
        id: Uuid::now_v7(),
        player,
        address,
        purpose,
        token: SessionToken::fresh(),
        at: now,
        expires: UnixMs(now.0 + good_for),
    }
}

fn letter(mailer: &Mailer, due: &DueLinkMail, name: &str) -> Letter {
    let DueLinkMail { purpose, token, .. } = due;
    let home = &mailer.home;
    let (heading, lead, path, words) = match purpose {
        LinkPurpose::Confirm => (
            "Confirm your address",
            format!(
                "{name} at {home} wants to be written to at this address. The link is good for three days."
            ),
            format!("/mail/confirm/{token}"),
            "This is my address",
        ),
        LinkPurpose::Password => (
            "Choose a new password",
            format!(
                "A new password was asked for, for {name} at {home}. The link is good for two hours, once."
            ),
            format!("/sign-in/link/{token}"),
            "Choose a new password",
        ),
    };
    let reason = match purpose {
        LinkPurpose::Confirm => "If that was not you, do nothing: nothing else will be sent to you.",
        LinkPurpose::Password => "If that was not you, do nothing: your password stays as it is.",
    };
    Letter {
        heading: heading.to_owned(),
        lead,
        link: Some((format!("{home}{path}"), words)),
        reason: reason.to_owned(),
        ..Letter::default()
    }
}
