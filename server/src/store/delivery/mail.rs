//! Mail addresses of members, and the channels by which they are told something there.

use uuid::Uuid;

use super::channels::{Failing, failing, forget};
use super::link_mails::{self, LinkMail, LinkPurpose};
use crate::ids::{ChannelId, PlayerId};
use crate::store::engine::from_row::from_row;
use crate::store::engine::read::read;
use crate::store::engine::sql::{Tx, execute, on};
use crate::store::writer::job::WriteJob;
use crate::store::{Store, StoreError, tournaments};
use crate::time::UnixMs;

/// Where a member can be written to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MailAddress {
    pub address: String,
    pub confirmed_at: Option<UnixMs>,
    /// The channel by which they are told what concerns them; none if they want none.
    pub channel: Option<ChannelId>,
    pub failing: Option<Failing>,
    pub disabled_at: Option<UnixMs>,
}

from_row!(MailAddress, row => {
    let channel: Option<ChannelId> = row.try_get("id")?;
    MailAddress {
        address: row.try_get("address")?,
        confirmed_at: row.try_get("confirmed_at")?,
        channel,
        failing: match channel {
            Some(_) => failing(row)?,
            None => None,
        },
        disabled_at: row.try_get("disabled_at")?,
    }
});

/// A channel to a confirmed address.
#[derive(Clone, Debug)]
pub struct NewMailChannel {
    pub id: ChannelId,
    /// The public address of the server.
    pub home: String,
    /// By which its receiver can end it.
    pub secret: Vec<u8>,
    pub now: UnixMs,
}

/// The form of an address in which it is found.
fn folded(address: &str) -> String {
    address.to_lowercase()
}

impl Store {
    /// Where a member can be written to, confirmed or not.
    pub async fn mail_address(&self, player: PlayerId) -> Result<Option<MailAddress>, StoreError> {
        const FIND: &str =
            "SELECT m.address, m.confirmed_at, c.id, c.failures, c.failing_from, c.problem, c.disabled_at
            FROM mail_addresses m LEFT JOIN channels c ON c.player_id = m.player_id AND c.form = 'mail' WHERE m.player_id = $1";
        read!(self, conn => sqlx::query_as(FIND).bind(player).fetch_optional(conn))
    }

    /// The members who have confirmed an address, at most so many.
    pub async fn members_at(&self, address: &str, most: i64) -> Result<Vec<PlayerId>, StoreError> {
        const FIND: &str =
            "SELECT player_id FROM mail_addresses WHERE folded = $1 AND confirmed_at IS NOT NULL
            ORDER BY player_id LIMIT $2";
        let folded = folded(address);
        read!(self, conn => sqlx::query_scalar(FIND).bind(&folded).bind(most).fetch_all(conn))
    }

    /// Gives a member another address, which is not confirmed yet, with the mail that asks for that.
    pub async fn set_mail_address(&self, question: LinkMail) -> Result<(), StoreError> {
        self.writer.write(SetAddress(question)).await.map(drop)
    }

    pub async fn remove_mail_address(&self, player: PlayerId) -> Result<(), StoreError> {
        self.writer.write(RemoveAddress(player)).await.map(drop)
    }

    /// Confirms the address that a link was sent to; from then on its owner is told there what concerns them. False if the link has
    /// expired or was used, or the address is another one by now.
    pub async fn confirm_mail_address(
        &self,
        token_hash: [u8; 32],
        channel: NewMailChannel,
    ) -> Result<bool, StoreError> {
        self.writer.write(Confirm { token_hash, channel }).await
    }

    /// Tells a member by mail what concerns them, at the address that they have confirmed. False if there is none, or they are told
    /// already.
    pub async fn add_mail_channel(
        &self,
        player: PlayerId,
        channel: NewMailChannel,
    ) -> Result<bool, StoreError> {
        self.writer.write(AddMailChannel { player, channel }).await
    }

    /// The address to which a channel leads, if this is its secret.
    pub async fn address_of_channel(
        &self,
        channel: ChannelId,
        secret: &[u8],
    ) -> Result<Option<String>, StoreError> {
        const FIND: &str = "SELECT url FROM channels WHERE id = $1 AND secret = $2 AND form = 'mail'";
        read!(self, conn => sqlx::query_scalar(FIND).bind(channel).bind(secret).fetch_optional(conn))
    }
}

#[derive(Debug)]
struct SetAddress(LinkMail);

impl WriteJob for SetAddress {
    async fn run(&self, tx: &mut Tx<'_>) -> sqlx::Result<bool> {
        const SET: &str = "INSERT INTO mail_addresses (player_id, address, folded)
            SELECT player_id, $2, $3 FROM accounts WHERE player_id = $1 AND blocked_at IS NULL
            ON CONFLICT (player_id) DO UPDATE SET address = excluded.address, folded = excluded.folded, confirmed_at = NULL";
        let LinkMail { player, address, .. } = &self.0;
        end_channel(tx, *player).await?;
        link_mails::delete_all(tx, *player).await?;
        Ok(execute!(tx, SET; player, address, folded(address))? && link_mails::insert(tx, &self.0).await?)
    }
}

#[derive(Debug)]
struct RemoveAddress(PlayerId);

impl WriteJob for RemoveAddress {
    async fn run(&self, tx: &mut Tx<'_>) -> sqlx::Result<bool> {
        end_channel(tx, self.0).await?;
        delete(tx, self.0).await?;
        Ok(true)
    }
}

#[derive(Debug)]
struct Confirm {
    token_hash: [u8; 32],
    channel: NewMailChannel,
}

impl WriteJob for Confirm {
    async fn run(&self, tx: &mut Tx<'_>) -> sqlx::Result<bool> {
        const CONFIRM: &str =
            "UPDATE mail_addresses SET confirmed_at = $3 WHERE player_id = $1 AND address = $2";
        let now = self.channel.now;
        let used = link_mails::take(tx, self.token_hash, LinkPurpose::Confirm, now).await?;
        let Some((player, address)) = used else {
            return Ok(false);
        };
        let confirmed = execute!(tx, CONFIRM; player, &address, now)?;
        if confirmed {
            insert_channel(tx, player, &self.channel).await?;
        }
        Ok(confirmed)
    }
}

#[derive(Debug)]
struct AddMailChannel {
    player: PlayerId,
    channel: NewMailChannel,
}

impl WriteJob for AddMailChannel {
    async fn run(&self, tx: &mut Tx<'_>) -> sqlx::Result<bool> {
        insert_channel(tx, self.player, &self.channel).await
    }
}

async fn insert_channel(tx: &mut Tx<'_>, player: PlayerId, channel: &NewMailChannel) -> sqlx::Result<bool> {
    const ADD: &str = "INSERT INTO channels (id, player_id, form, url, home, secret, created_at, not_before)
        SELECT $2, m.player_id, 'mail', m.address, $3, $4, $5, $5 FROM mail_addresses m JOIN accounts a ON a.player_id = m.player_id
        WHERE m.player_id = $1 AND m.confirmed_at IS NOT NULL AND a.blocked_at IS NULL
            AND NOT EXISTS (SELECT 1 FROM channels c WHERE c.player_id = m.player_id AND c.form = 'mail')";
    let NewMailChannel {
        id,
        home,
        secret,
        now,
    } = channel;
    let added = execute!(tx, ADD; player, id, home, &secret[..], now)?;
    if added {
        tournaments::notices::tell_channel(tx, *id, *now).await?;
    }
    Ok(added)
}

/// Ends the channel by which a member is told something by mail.
async fn end_channel(tx: &mut Tx<'_>, player: PlayerId) -> sqlx::Result<()> {
    const FIND: &str = "SELECT id FROM channels WHERE player_id = $1 AND form = 'mail'";
    const END: &str = "DELETE FROM channels WHERE id = $1";
    let found: Vec<Uuid> = on!(tx, tx => sqlx::query_scalar(FIND).bind(player).fetch_all(&mut **tx).await)?;
    for channel in found.into_iter().map(ChannelId) {
        forget(tx, channel).await?;
        execute!(tx, END; channel)?;
    }
    Ok(())
}

/// Deletes the address of a member, and the mails with links to it.
pub(in crate::store) async fn delete(tx: &mut Tx<'_>, player: PlayerId) -> sqlx::Result<()> {
    const DELETE: &str = "DELETE FROM mail_addresses WHERE player_id = $1";
    link_mails::delete_all(tx, player).await?;
    execute!(tx, DELETE; player).map(drop)
}
