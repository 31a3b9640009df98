//! What players are to each other: whom somebody follows or blocks, and who is invited to which table.

use crate::http::limits::{CHOSEN_PLAYERS, TooMuch};
use crate::ids::{PlayerId, TableId};
use crate::model::refusal::{Refusal, RefusalCode as Code};
use crate::names::PlayerName;
use crate::store::{Choice, Chosen, Invitation, Player, Relation, Store, StoreError};
use crate::time::now_ms;

/// How many invitations a list shows.
const MAX_INVITATIONS: i64 = 20;

#[derive(Clone, Debug)]
pub struct People(Store);

#[derive(Debug, thiserror::Error)]
pub enum PeopleError {
    #[error("no account has the name")]
    Nobody,
    #[error("{}", .0.sentence)]
    Refused(Refusal),
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    TooMuch(#[from] TooMuch),
}

impl People {
    pub fn new(store: Store) -> People {
        People(store)
    }

    pub async fn relation(&self, player: PlayerId, other: PlayerId) -> Result<Relation, StoreError> {
        self.0.relation(player, other).await
    }

    /// Whom a player follows, and whom they block.
    pub async fn chosen(&self, player: PlayerId) -> Result<Chosen, StoreError> {
        self.0.chosen(player).await
    }

    /// Following somebody who blocks the player changes nothing, and does not say so.
    ///
    /// # Errors
    /// When the player has chosen so many others already; then nothing has changed.
    pub async fn choose(&self, player: PlayerId, other: PlayerId, choice: Choice) -> Result<(), PeopleError> {
        let chosen = self.0.choose(player, other, choice, CHOSEN_PLAYERS, now_ms());
        match chosen.await? {
            true => Ok(()),
            false => Err(TooMuch::Chosen.into()),
        }
    }

    /// The player of the account with this name, who is to be invited.
    ///
    /// # Errors
    /// When there is no such account, it is the player's own, or its player accepts no invitation of theirs.
    pub async fn invitee(&self, by: PlayerId, name: &str) -> Result<Player, PeopleError> {
        let name = PlayerName::stored(name).map_err(|_| PeopleError::Nobody)?;
        let account = self.0.account_named(name.as_str()).await?;
        let player = account.ok_or(PeopleError::Nobody)?.player;
        if player.id == by {
            return Err(PeopleError::Refused(Refusal::new(
                Code::Malformed,
                "That is you.",
            )));
        }
        // The one who invites would wait for somebody who does not come.
        if self.relation(by, player.id).await?.is_blocked {
            let sentence = format!("{} does not accept invitations from you.", player.name);
            return Err(PeopleError::Refused(Refusal::new(Code::NotHere, sentence)));
        }
        Ok(player)
    }

    /// Those of some players whom a player may invite.
    ///
    /// # Errors
    /// When there are some, and none of them may be invited.
    pub async fn invitable(
        &self,
        by: PlayerId,
        players: Vec<PlayerId>,
    ) -> Result<Vec<PlayerId>, PeopleError> {
        let mut invitable = Vec::new();
        for &player in &players {
            if self.0.may_invite(by, player).await? {
                invitable.push(player);
            }
        }
        match invitable.is_empty() && !players.is_empty() {
            true => Err(TooMuch::Invitations.into()),
            false => Ok(invitable),
        }
    }

    /// The open invitations of a player, the latest first.
    pub async fn invitations(&self, player: PlayerId) -> Result<Vec<Invitation>, StoreError> {
        self.0.invitations(player, MAX_INVITATIONS).await
    }

    /// Declines an invitation, and with `block` all of whoever invited, if they have an account.
    pub async fn decline(&self, table: TableId, player: PlayerId, block: bool) -> Result<(), PeopleError> {
        let by = self.0.invited_by(table, player).await?;
        self.0.decline(table, player).await?;
        if let Some(by) = by.filter(|_| block)
            && self.0.account_of(by).await?.is_some()
        {
            self.choose(player, by, Choice::Block).await?;
        }
        Ok(())
    }
}
