//! Accounts: signing up and in, and changing the password.

use tracing::info;

use super::attempts::{Attempts, Guesser};
use super::error::{AccountError, reason, refused};
use super::passwords::{Password, Passwords, Queue};
use super::sessions::{Browser, Entered, Sessions};
use crate::http::address::ClientAddress;
use crate::http::limits::{SIGN_UPS, TooMuch};
use crate::ids::{PlayerId, SessionId, SessionToken};
use crate::model::player::preferences::Preferences;
use crate::names::PlayerName;
use crate::store::{Account, MyData, NewAccount, Player, Store, StoreError, Subject};
use crate::time::now_ms;

#[derive(Clone, Debug)]
pub struct Accounts {
    pub(super) store: Store,
    pub(super) sessions: Sessions,
    pub(super) attempts: Attempts,
    passwords: Passwords,
}

/// What a right password entitles to.
#[derive(Debug)]
pub enum Shown {
    Player(Player),
    /// It was a password that is good once; with this secret another one can be chosen.
    MayChoose(SessionToken),
}

impl Accounts {
    pub fn new(store: Store, sessions: Sessions, passwords: Passwords) -> Accounts {
        Accounts {
            attempts: Attempts::new(store.clone()),
            store,
            sessions,
            passwords,
        }
    }

    pub async fn of(&self, player: PlayerId) -> Result<Option<Account>, StoreError> {
        self.store.account_of(player).await
    }

    pub async fn named(&self, name: &str) -> Result<Option<Account>, StoreError> {
        self.store.account_named(name).await
    }

    /// The names of accounts that begin like this to a reader, in alphabetical order; with the names of the owners of those that
    /// are bots.
    pub async fn names_beginning(
        &self,
        name: &str,
        limit: i64,
    ) -> Result<Vec<(String, Option<String>)>, StoreError> {
        self.store.names_beginning(name, limit).await
    }

    pub async fn data_of(&self, player: &Player) -> Result<MyData, StoreError> {
        self.store.data_of(player, now_ms()).await
    }

    /// Deletes a player, with or without an account: seats in running games drop, and finished games stay without the name.
    pub async fn delete(&self, player: PlayerId) -> Result<(), StoreError> {
        self.store.delete_player(player, now_ms()).await
    }

    pub async fn save_preferences(&self, player: PlayerId, chosen: Preferences) -> Result<bool, StoreError> {
        self.store.save_preferences(player, chosen).await
    }

    pub fn passwords(&self) -> &Passwords {
        &self.passwords
    }

    /// Makes an account for the player of a browser, who keeps their tables and games, or for a new one. Returns the
    /// secrets for the browser; the session that it had ends.
    pub async fn sign_up(
        &self,
        player: Option<PlayerId>,
        name: PlayerName,
        password: Password,
        browser: Browser,
        preferences: Preferences,
    ) -> Result<Entered, AccountError> {
        let from = browser.from;
        let subject = Subject::new("sign up from", &from.to_string());
        if !from.is_local() && !self.attempts.counted(subject, SIGN_UPS).await? {
            return Err(TooMuch::SignIns.into());
        }
        if self.store.owner_of_name(&name).await?.is_some() {
            return Err(AccountError::NameTaken);
        }
        let password_hash = self.passwords.hash(Queue::Strangers, password).await?;
        let (entered, session) = self.sessions.new_session(browser);
        let account = NewAccount {
            player: player.unwrap_or_else(PlayerId::fresh),
            name,
            password_hash,
            preferences,
            session,
        };
        let player = account.player;
        match self.store.sign_up(account).await? {
            true => info!(%player, %from, "somebody signed up"),
            false => return Err(AccountError::NameTaken),
        }
        Ok(entered)
    }

    /// Checks a name and a password. Whatever is wrong, it takes the same work and gets the same answer.
    pub async fn authenticate(
        &self,
        name: &str,
        password: Password,
        browser: &Browser,
    ) -> Result<Shown, AccountError> {
        let account = self.store.account_named(name).await?;
        let player = account.as_ref().map(|account| account.player.id);
        let shown = self.check(account, name, password, browser).await;
        if let Err(why) = &shown {
            refused(player, browser.from, why);
        }
        shown
    }

    async fn check(
        &self,
        account: Option<Account>,
        name: &str,
        password: Password,
        browser: &Browser,
    ) -> Result<Shown, AccountError> {
        let guesser = self.guesser(account.as_ref(), name, browser).await?;
        let verified = self.verified(account, password, &guesser).await?;
        let account = verified.ok_or(AccountError::Wrong)?;
        if account.password_expires_at.is_some() {
            return self.use_once(&account).await.map(Shown::MayChoose);
        }
        active(account).map(Shown::Player)
    }

    async fn guesser<'a>(
        &self,
        account: Option<&Account>,
        name: &'a str,
        browser: &Browser,
    ) -> Result<Guesser<'a>, StoreError> {
        let secret = browser.secret.hash();
        if let Some(account) = account
            && self.store.knows_browser(account.player.id, secret).await?
        {
            return Ok(Guesser::Known {
                player: account.player.id,
                browser: secret,
            });
        }
        Ok(Guesser::Stranger {
            name,
            from: browser.from,
        })
    }

    async fn verified(
        &self,
        account: Option<Account>,
        password: Password,
        guesser: &Guesser<'_>,
    ) -> Result<Option<Account>, AccountError> {
        let attempt = self.attempts.count_guess(guesser).await?;
        // A bot has no password. That takes the same work as a wrong one.
        let hash = account.as_ref().map(|account| account.password_hash.clone());
        let hash = hash.filter(|hash| !hash.is_empty());
        match self.passwords.verify(guesser.queue(), password, hash).await {
            Err(error) => {
                self.attempts.undo(attempt).await;
                Err(error.into())
            }
            Ok(false) => Ok(None),
            Ok(true) => {
                if let Some(account) = &account {
                    self.attempts.was_right(attempt, account.player.id).await;
                }
                Ok(account)
            }
        }
    }

    /// Begins a session of a player who has authenticated; the one that the browser had ends.
    pub async fn sign_in(
        &self,
        player: PlayerId,
        browser: Browser,
        by: &str,
    ) -> Result<Entered, AccountError> {
        let from = browser.from;
        let (entered, session) = self.sessions.new_session(browser);
        match self.store.start_session(player, session).await? {
            true => info!(%player, %from, by, "somebody signed in"),
            // It was blocked or deleted while the password was checked.
            false => return Err(AccountError::Blocked),
        }
        Ok(entered)
    }

    /// Checks the password of a player with an open session.
    pub async fn confirm(
        &self,
        player: PlayerId,
        session: SessionId,
        password: Password,
        from: ClientAddress,
    ) -> Result<(), AccountError> {
        let account = self.of(player).await?;
        let guesser = Guesser::Session(session);
        let verified = self.verified(account, password, &guesser).await;
        let confirmed = verified.and_then(|account| account.map(drop).ok_or(AccountError::Wrong));
        match &confirmed {
            Ok(()) => info!(%player, %from, "a password was confirmed"),
            Err(AccountError::Store(_)) => (),
            Err(why) => info!(%player, %from, why = reason(why, true), "a password was not confirmed"),
        }
        confirmed
    }

    /// Changes the password of a player. All their sessions end; returns the secrets for the browser where it was
    /// done.
    pub async fn change_password(
        &self,
        player: PlayerId,
        password: Password,
        browser: Browser,
    ) -> Result<Entered, AccountError> {
        let hash = self.passwords.hash(Queue::Known, password).await?;
        let from = browser.from;
        let (entered, session) = self.sessions.new_session(browser);
        match self.store.change_password(player, hash, session).await? {
            true => info!(%player, %from, "a password was changed"),
            false => return Err(AccountError::Wrong),
        }
        Ok(entered)
    }
}

/// The player of an account that is not blocked.
pub(super) fn active(account: Account) -> Result<Player, AccountError> {
    match account.blocked_at {
        None => Ok(account.player),
        Some(_) => Err(AccountError::Blocked),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[tokio::test]
    async fn unknown_names_and_wrong_passwords_take_the_same_work() {
        let folder = tempfile::tempdir().unwrap();
        let url = format!("sqlite:{}", folder.path().join("thicket.db").display());
        let store = Store::open(&url).await.unwrap();
        let sessions = Sessions::new(store.clone(), false);
        let accounts = Accounts::new(store.clone(), sessions, Passwords::default());
        accounts.passwords().prepare().await;
        let here = ClientAddress::of_peer([127, 0, 0, 1].into());
        let browser = Browser {
            from: here,
            agent: String::new(),
            session: None,
            secret: SessionToken::fresh(),
        };
        let typed = |text: &str| Password::typed(text.to_owned());
        let name = PlayerName::parse("Ann").unwrap();
        accounts
            .sign_up(
                None,
                name,
                typed("green moss"),
                browser.clone(),
                Preferences::default(),
            )
            .await
            .unwrap();
        for (name, password) in [
            ("Ann", "grey moss"),
            ("Eve", "grey moss"),
            ("Ann", "green moss"),
            ("", ""),
        ] {
            let before = accounts.passwords().hashed();
            let found = accounts.authenticate(name, typed(password), &browser).await;
            assert_eq!(found.is_ok(), password == "green moss", "{name}");
            assert_eq!(accounts.passwords().hashed() - before, 1, "{name}");
        }
        store.close().await;
    }
}
