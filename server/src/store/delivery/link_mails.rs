//! Mails with a link that is good once: to confirm an address, or to choose a new password.

use uuid::Uuid;

use crate::ids::{PlayerId, SessionToken};
use crate::store::engine::from_row::{from_row, parse};
use crate::store::engine::read::read;
use crate::store::engine::sql::{Tx, execute, on};
use crate::store::writer::job::{Lane, WriteJob};
use crate::store::{Store, StoreError};
use crate::time::UnixMs;

/// For how long a node has a mail for itself, in milliseconds.
const LEASE_MS: i64 = 30 * 1000;

/// What a link is good for. Stored as text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinkPurpose {
    /// To confirm an address.
    Confirm,
    /// To choose a new password.
    Password,
}

impl LinkPurpose {
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Confirm => "confirm",
            Self::Password => "password",
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is no purpose of a link")]
pub struct UnknownPurpose(String);

impl TryFrom<String> for LinkPurpose {
    type Error = UnknownPurpose;

    fn try_from(text: String) -> Result<Self, UnknownPurpose> {
        let found = [Self::Confirm, Self::Password]
            .into_iter()
            .find(|purpose| purpose.name() == text);
        found.ok_or(UnknownPurpose(text))
    }
}

/// A mail with a link.
#[derive(Clone, Debug)]
pub struct LinkMail {
    pub id: Uuid,
    pub player: PlayerId,
    pub address: String,
    pub purpose: LinkPurpose,
    pub token: SessionToken,
    /// From when it is to be sent.
    pub at: UnixMs,
    /// Until when the link is good.
    pub expires: UnixMs,
}

/// A mail with a link that is to be sent now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DueLinkMail {
    pub id: Uuid,
    pub player: PlayerId,
    pub address: String,
    pub purpose: LinkPurpose,
    /// The text of the token.
    pub token: String,
    /// How many attempts have failed.
    pub failures: i64,
    pub expires: UnixMs,
}

from_row!(DueLinkMail, row => DueLinkMail {
    id: row.try_get("id")?,
    player: row.try_get("player_id")?,
    address: row.try_get("address")?,
    purpose: parse(row, "purpose")?,
    token: row.try_get("token")?,
    failures: row.try_get("failures")?,
    expires: row.try_get("expires_at")?,
});

impl Store {
    pub async fn add_link_mail(&self, mail: LinkMail) -> Result<(), StoreError> {
        self.writer.write(AddLinkMail(mail)).await.map(drop)
    }

    /// Takes some mails that are to be sent, so that no other node does.
    pub async fn take_link_mails(&self, now: UnixMs, most: i64) -> Result<Vec<DueLinkMail>, StoreError> {
        const FIND: &str =
            "SELECT id, player_id, address, purpose, token, failures, expires_at FROM link_mails
            WHERE token IS NOT NULL AND not_before <= $1 AND expires_at > $1 ORDER BY not_before LIMIT $2";
        let found: Vec<DueLinkMail> =
            read!(self, conn => sqlx::query_as(FIND).bind(now).bind(most).fetch_all(conn))?;
        let mut taken = Vec::with_capacity(found.len());
        for mail in found {
            if self.writer.write(TakeLinkMail { id: mail.id, now }).await? {
                taken.push(mail);
            }
        }
        Ok(taken)
    }

    /// A mail was sent: its token need not be known any more.
    pub async fn link_mail_was_sent(&self, id: Uuid) -> Result<(), StoreError> {
        self.writer.write(LinkMailWasSent(id)).await.map(drop)
    }

    /// A mail could not be sent, and is tried again at a later time.
    pub async fn postpone_link_mail(&self, id: Uuid, until: UnixMs) -> Result<(), StoreError> {
        self.writer.write(PostponeLinkMail { id, until }).await.map(drop)
    }

    /// Whose link this is, and to which address it was sent; none if it has expired or was used.
    pub async fn link_of(
        &self,
        token_hash: [u8; 32],
        purpose: LinkPurpose,
        now: UnixMs,
    ) -> Result<Option<(PlayerId, String)>, StoreError> {
        read!(self, conn => sqlx::query_as(FIND_LINK).bind(&token_hash[..]).bind(purpose.name()).bind(now).fetch_optional(conn))
    }
}

const FIND_LINK: &str =
    "SELECT l.player_id, l.address FROM link_mails l JOIN accounts a ON a.player_id = l.player_id
    WHERE l.token_hash = $1 AND l.purpose = $2 AND l.expires_at > $3 AND a.blocked_at IS NULL";

#[derive(Debug)]
struct AddLinkMail(LinkMail);

impl WriteJob for AddLinkMail {
    async fn run(&self, tx: &mut Tx<'_>) -> sqlx::Result<bool> {
        insert(tx, &self.0).await
    }
}

pub(super) async fn insert(tx: &mut Tx<'_>, mail: &LinkMail) -> sqlx::Result<bool> {
    const ADD: &str = "INSERT INTO link_mails (id, player_id, address, purpose, token_hash, token, not_before, expires_at)
        SELECT $1, player_id, $3, $4, $5, $6, $7, $8 FROM accounts WHERE player_id = $2 AND blocked_at IS NULL";
    let LinkMail {
        id,
        player,
        address,
        purpose,
        token,
        at,
        expires,
    } = mail;
    let (hash, text) = (token.hash(), token.cookie_text());
    execute!(tx, ADD; id, player, address, purpose.name(), &hash[..], &text, at, expires)
}

/// Uses up a link: whose it is, and to which address it was sent.
pub(in crate::store) async fn take(
    tx: &mut Tx<'_>,
    token_hash: [u8; 32],
    purpose: LinkPurpose,
    now: UnixMs,
) -> sqlx::Result<Option<(PlayerId, String)>> {
    const DELETE: &str = "DELETE FROM link_mails WHERE token_hash = $1";
    let found: Option<(PlayerId, String)> = on!(tx, tx => {
        sqlx::query_as(FIND_LINK).bind(&token_hash[..]).bind(purpose.name()).bind(now).fetch_optional(&mut **tx).await
    })?;
    if found.is_some() {
        execute!(tx, DELETE; &token_hash[..])?;
    }
    Ok(found)
}

#[derive(Debug)]
struct TakeLinkMail {
    id: Uuid,
    now: UnixMs,
}

impl WriteJob for TakeLinkMail {
    const LANE: Lane = Lane::Deliveries;

    async fn run(&self, tx: &mut Tx<'_>) -> sqlx::Result<bool> {
        const TAKE: &str = "UPDATE link_mails SET not_before = $3, failures = failures + 1
            WHERE id = $1 AND token IS NOT NULL AND not_before <= $2";
        execute!(tx, TAKE; self.id, self.now, self.now + LEASE_MS)
    }
}

#[derive(Debug)]
struct LinkMailWasSent(Uuid);

impl WriteJob for LinkMailWasSent {
    const LANE: Lane = Lane::Deliveries;

    async fn run(&self, tx: &mut Tx<'_>) -> sqlx::Result<bool> {
        const SENT: &str = "UPDATE link_mails SET token = NULL WHERE id = $1";
        execute!(tx, SENT; self.0)
    }
}

#[derive(Debug)]
struct PostponeLinkMail {
    id: Uuid,
    until: UnixMs,
}

impl WriteJob for PostponeLinkMail {
    const LANE: Lane = Lane::Deliveries;

    async fn run(&self, tx: &mut Tx<'_>) -> sqlx::Result<bool> {
        const POSTPONE: &str = "UPDATE link_mails SET not_before = $2 WHERE id = $1";
        execute!(tx, POSTPONE; self.id, self.until)
    }
}

/// Deletes the links of a member.
pub(in crate::store) async fn delete_all(tx: &mut Tx<'_>, player: PlayerId) -> sqlx::Result<()> {
    const DELETE: &str = "DELETE FROM link_mails WHERE player_id = $1";
    execute!(tx, DELETE; player).map(drop)
}

/// Deletes the links with which a member could choose a password.
pub(in crate::store) async fn delete_passwords(tx: &mut Tx<'_>, player: PlayerId) -> sqlx::Result<()> {
    const DELETE: &str = "DELETE FROM link_mails WHERE player_id = $1 AND purpose = $2";
    execute!(tx, DELETE; player, LinkPurpose::Password.name()).map(drop)
}

/// Deletes links that have expired.
pub(in crate::store) async fn delete_old(tx: &mut Tx<'_>, now: UnixMs) -> sqlx::Result<()> {
    const DELETE: &str = "DELETE FROM link_mails WHERE expires_at <= $1";
    execute!(tx, DELETE; now).map(drop)
}
