//! Passwords that are good once. An operator sets one, for a day and only to choose another one: the browser where it
//! is used gets a secret for that, and no session before it is done. Who has confirmed an address can have a link sent there instead.

use tracing::info;

use super::accounts::Accounts;
use super::error::AccountError;
use super::passwords::{BadPassword, Password, Queue};
use super::sessions::{Browser, CHOICE_MS, DAY_MS, Entered};
use crate::ids::SessionToken;
use crate::store::{Account, LinkPurpose, StoreError};
use crate::time::now_ms;

/// How long such a password is good.
pub(crate) const RESET_MS: i64 = DAY_MS;

impl Accounts {
    /// Uses such a password. Returns the secret by which another one can be chosen.
    pub(super) async fn use_once(&self, account: &Account) -> Result<SessionToken, AccountError> {
        let (player, hash) = (account.player.id, account.password_hash.clone());
        let (choice, now) = (SessionToken::fresh(), now_ms());
        let used = self
            .store
            .use_password_once(player, hash, choice.hash(), now + CHOICE_MS, now);
        match used.await? {
            true => info!(%player, "a password that is good once was used"),
            false if account.blocked_at.is_some() => return Err(AccountError::Blocked),
            false => return Err(AccountError::UsedUp),
        }
        Ok(choice)
    }

    pub async fn choosing(&self, choice: &SessionToken) -> Result<Option<Account>, StoreError> {
        self.store.choosing(choice.hash(), now_ms()).await
    }

    /// Whose password can be chosen by a link that was sent by mail.
    pub async fn name_by_link(&self, token: &SessionToken) -> Result<Option<String>, StoreError> {
        let found = self
            .store
            .link_of(token.hash(), LinkPurpose::Password, now_ms())
            .await?;
        match found {
            Some((player, _)) => Ok(self.of(player).await?.map(|account| account.player.name)),
            None => Ok(None),
        }
    }

    /// Gives an account the password that its owner has chosen by such a link; it is signed out everywhere. False if the link has
    /// expired or was used.
    pub async fn choose_by_link(
        &self,
        token: &SessionToken,
        password: Password,
    ) -> Result<bool, AccountError> {
        let hash = self.passwords().hash(Queue::Strangers, password).await?;
        let chosen = self
            .store
            .choose_password_by_link(token.hash(), hash, now_ms())
            .await?;
        if chosen {
            info!("a password was chosen by a link");
        }
        Ok(chosen)
    }

    /// Gives an account the password that its owner has chosen by a secret, and begins a session. It may not be the
    /// password that was good once.
    pub async fn choose_password(
        &self,
        account: &Account,
        choice: &SessionToken,
        password: Password,
        browser: Browser,
    ) -> Result<Entered, AccountError> {
        let old = Some(account.password_hash.clone());
        if self
            .passwords()
            .verify(Queue::Known, password.clone(), old)
            .await?
        {
            return Err(BadPassword::Once.into());
        }
        let hash = self.passwords().hash(Queue::Known, password).await?;
        let (player, from) = (account.player.id, browser.from);
        let (entered, session) = self.sessions.new_session(browser);
        match self
            .store
            .choose_password(player, choice.hash(), hash, session)
            .await?
        {
            true => info!(%player, %from, by = "password that is good once", "somebody signed in"),
            false => return Err(AccountError::UsedUp),
        }
        Ok(entered)
    }
}
