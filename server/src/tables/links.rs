//! Links that pass a seat to another device.

use std::time::Duration;

use super::{TableError, Tables};
use crate::ids::{CommandId, PlayerId, SessionToken};
use crate::model::log::action::{Action, Command};
use crate::model::refusal::{Refusal, RefusalCode as Code};
use crate::store::TableRow;
use crate::time::{UnixMs, now_ms};

const LINK_LIFE: Duration = Duration::from_secs(15 * 60);

#[derive(Debug)]
pub struct NewLink {
    /// The secret in its address.
    pub secret: SessionToken,
    /// Until when it is valid.
    pub expires_at: UnixMs,
}

#[derive(Debug)]
pub struct LinkedSeat {
    /// The player who holds it, or held it when the link was used.
    pub holder: PlayerId,
    pub name: String,
    /// The player who used the link already, if any.
    pub used_by: Option<PlayerId>,
    hash: [u8; 32],
}

impl Tables {
    /// Makes a link for a player's seat. An older link for the same seat becomes invalid.
    pub async fn make_link(&self, row: &TableRow, player: PlayerId) -> Result<NewLink, TableError> {
        if !self.open(row).await?.table().state.is_seated(player) {
            return Err(Refusal::new(Code::NotSeated, "You do not have a seat at this table.").into());
        }
        let (secret, now) = (SessionToken::fresh(), now_ms());
        let expires_at = now + LINK_LIFE;
        self.store
            .make_transfer_link(secret.hash(), row.id, player, expires_at, now)
            .await?;
        Ok(NewLink { secret, expires_at })
    }

    pub async fn revoke_link(&self, row: &TableRow, player: PlayerId) -> Result<(), TableError> {
        Ok(self.store.revoke_transfer_links(row.id, player).await?)
    }

    /// The seat that the link with this secret transfers. Changes nothing.
    pub async fn linked_seat(
        &self,
        row: &TableRow,
        secret: &str,
        asker: Option<PlayerId>,
    ) -> Result<LinkedSeat, TableError> {
        match self.inspect_link(row, secret, asker).await {
            // The asker may have used the link after it was read and before the table was.
            Err(TableError::Refused(_)) => self.inspect_link(row, secret, asker).await,
            inspected => inspected,
        }
    }

    async fn inspect_link(
        &self,
        row: &TableRow,
        secret: &str,
        asker: Option<PlayerId>,
    ) -> Result<LinkedSeat, TableError> {
        let room = self.open(row).await?;
        let secret: SessionToken = secret.parse().map_err(|_| Refusal::link_used())?;
        let hash = secret.hash();
        let link = self.store.transfer_link(row.id, hash, now_ms()).await?;
        let link = link.ok_or_else(Refusal::link_used)?;
        let table = room.table();
        let used_by_asker = link.used_by.is_some() && link.used_by == asker;
        if used_by_asker || link.used_by.is_none() {
            let is_seated = |player| table.state.is_seated(player);
            if !used_by_asker && asker.is_some_and(is_seated) {
                return Err(
                    Refusal::new(Code::AlreadySeated, "You already have a seat at this table.").into(),
                );
            }
            if used_by_asker || is_seated(link.player) {
                return Ok(LinkedSeat {
                    holder: link.player,
                    name: table.shown().player(link.player).name,
                    used_by: link.used_by,
                    hash,
                });
            }
        }
        Err(Refusal::link_used().into())
    }

    /// Gives the seat of a link to a player. The same link again for the same player changes nothing and succeeds.
    pub async fn take_seat(
        &self,
        row: &TableRow,
        seat: &LinkedSeat,
        player: PlayerId,
        with_device: bool,
    ) -> Result<(), TableError> {
        if seat.used_by == Some(player) {
            return Ok(());
        }
        let command = Command {
            id: CommandId::fresh(),
            by: player,
            action: Action::TakeSeat {
                from: seat.holder,
                link: seat.hash,
                with_device,
            },
        };
        let Err(refusal) = self.open(row).await?.submit(command).await else {
            return Ok(());
        };
        // The request may have arrived twice, and the other copy was first.
        let link = self.store.transfer_link(row.id, seat.hash, now_ms()).await?;
        match link.is_some_and(|link| link.used_by == Some(player)) {
            true => Ok(()),
            false => Err(refusal.into()),
        }
    }
}
