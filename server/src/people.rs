//! What players are to each other: whom somebody follows or blocks, and who is invited to which table.

use crate::http::limits::{CHOSEN_PLAYERS, INVITATIONS};
use crate::ids::{PlayerId, TableId};
use crate::store::{Choice, Chosen, Invitation, Relation, Store, StoreError};
use crate::time::now_ms;

/// How many invitations a list shows.
const MAX_INVITATIONS: i64 = 20;

#[derive(Clone, Debug)]
pub struct People(Store);

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

    /// False if there was nothing to change, or the player has chosen too many already.
    pub async fn choose(
        &self,
        player: PlayerId,
        other: PlayerId,
        choice: Choice,
    ) -> Result<bool, StoreError> {
        self.0
            .choose(player, other, choice, CHOSEN_PLAYERS, now_ms())
            .await
    }

    /// Invites others to a table; those who block the one who invites hear nothing of it.
    pub async fn invite(
        &self,
        table: TableId,
        by: PlayerId,
        others: Vec<PlayerId>,
    ) -> Result<bool, StoreError> {
        self.0.invite(table, by, others, INVITATIONS, now_ms()).await
    }

    /// The open invitations of a player, the latest first.
    pub async fn invitations(&self, player: PlayerId) -> Result<Vec<Invitation>, StoreError> {
        self.0.invitations(player, MAX_INVITATIONS).await
    }

    /// Declines an invitation, and with `block` all of whoever invited, if they have an account.
    pub async fn decline(&self, table: TableId, player: PlayerId, block: bool) -> Result<(), StoreError> {
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
