//! Bots of members: accounts that play by tokens alone.

use tracing::info;

use super::accounts::Accounts;
use super::error::AccountError;
use crate::http::limits::BOTS;
use crate::ids::PlayerId;
use crate::names::PlayerName;
use crate::store::{NewBot, Player, StoreError};
use crate::time::now_ms;

impl Accounts {
    /// In the order in which they were made.
    pub async fn bots_of(&self, owner: PlayerId) -> Result<Vec<Player>, StoreError> {
        self.store.bots_of(owner).await
    }

    /// Makes an account that is a bot for ever. Its id says so, and with it all its games.
    pub async fn make_bot(&self, owner: PlayerId, name: PlayerName) -> Result<PlayerId, AccountError> {
        if self.store.owner_of_name(&name).await?.is_some() {
            return Err(AccountError::NameTaken);
        }
        let bot = NewBot {
            player: PlayerId::fresh_program(),
            name,
            owner,
            now: now_ms(),
        };
        let player = bot.player;
        match self.store.create_bot(bot, BOTS).await? {
            true => info!(%player, %owner, "a bot was made"),
            false => return Err(AccountError::TooManyBots),
        }
        Ok(player)
    }

    /// Deletes one of a member's bots. False if it is not theirs.
    pub async fn delete_bot(&self, owner: PlayerId, bot: PlayerId) -> Result<bool, StoreError> {
        let is_theirs = self.bots_of(owner).await?.iter().any(|theirs| theirs.id == bot);
        if is_theirs {
            self.delete(bot).await?;
        }
        Ok(is_theirs)
    }
}
