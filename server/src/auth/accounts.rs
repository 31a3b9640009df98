//! Accounts: signing up and in, and changing the password.

use tracing::info;

use super::passkeys::PasskeyError;
use super::passwords::{BadPassword, Password, Passwords};
use super::sessions::Sessions;
use crate::address::ClientAddress;
use crate::ids::{PlayerId, SessionId, SessionToken};
use crate::limits::{ATTEMPTS_OF_ADDRESS, ATTEMPTS_ON_ACCOUNT, Rate, SIGN_UPS, TooMuch};
use crate::moment::now_ms;
use crate::names::{PlayerName, Skeletons};
use crate::store::{Account, NewAccount, Player, Store, StoreError, Subject};

/// The accounts of a server. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Accounts {
    store: Store,
    sessions: Sessions,
    passwords: Passwords,
}

/// Why something could not be done with an account. The sentence is for people.
#[derive(Debug, thiserror::Error)]
pub enum AccountError {
    /// There is no such account, or the password is another.
    #[error("The name or the password is not right.")]
    Wrong,
    /// The account is blocked.
    #[error("This account is blocked. Please ask whoever runs this server.")]
    Blocked,
    /// The name belongs to an account, or looks like one.
    #[error("That is the name of an account, or looks like one. Please choose another name.")]
    NameTaken,
    /// It cannot be a password.
    #[error(transparent)]
    Password(#[from] BadPassword),
    /// It is no passkey of an account.
    #[error(transparent)]
    Passkey(#[from] PasskeyError),
    /// Too many attempts.
    #[error(transparent)]
    TooMuch(#[from] TooMuch),
    /// The store does not answer.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// A browser that signs somebody up or in.
#[derive(Clone, Debug)]
pub struct Browser {
    /// Where it is.
    pub from: ClientAddress,
    /// What it is, in a few words.
    pub agent: String,
    /// The session that it had before.
    pub session: Option<SessionId>,
}

impl Accounts {
    /// The accounts in a store.
    pub fn new(store: Store, sessions: Sessions) -> Accounts {
        Accounts {
            store,
            sessions,
            passwords: Passwords::default(),
        }
    }

    /// The hashing of passwords.
    pub fn passwords(&self) -> &Passwords {
        &self.passwords
    }

    /// Makes an account for the player of a browser, who keeps their tables and games, or for a new one. Returns the secret
    /// of a new session; the one that the browser had is over.
    ///
    /// # Errors
    /// When the name is taken, there were too many attempts, or it could not be stored.
    pub async fn sign_up(
        &self,
        player: Option<PlayerId>,
        name: PlayerName,
        password: Password,
        browser: Browser,
    ) -> Result<SessionToken, AccountError> {
        self.count("sign up from", browser.from, SIGN_UPS).await?;
        if self.store.owner_of_name(&name).await?.is_some() {
            return Err(AccountError::NameTaken);
        }
        let password_hash = self.passwords.hash(password).await?;
        let (token, session) = self.sessions.new_session(browser.agent, browser.session);
        let account = NewAccount {
            player: player.unwrap_or_else(PlayerId::fresh),
            name,
            password_hash,
            session,
        };
        let player = account.player;
        match self.store.sign_up(account).await? {
            true => info!(%player, "somebody signed up"),
            false => return Err(AccountError::NameTaken),
        }
        Ok(token)
    }

    /// The player with this name and this password. Whatever is wrong, it takes the same work and gets the same answer.
    ///
    /// # Errors
    /// When there is no such player, there were too many attempts, or the store does not answer.
    pub async fn authenticate(
        &self,
        name: &str,
        password: Password,
        from: ClientAddress,
    ) -> Result<Player, AccountError> {
        self.count_sign_in(from).await?;
        self.count_on_account(name).await?;
        let account = self.store.account_named(name).await?;
        let hash = account.as_ref().map(|account| account.password_hash.clone());
        let is_right = self.passwords.verify(password, hash).await?;
        match account {
            Some(account) if is_right => active(account),
            _ => Err(AccountError::Wrong),
        }
    }

    /// Begins a session of a player who has shown who they are; the one that the browser had is over.
    ///
    /// # Errors
    /// When the account was blocked meanwhile, or it could not be stored.
    pub async fn sign_in(&self, player: PlayerId, browser: Browser) -> Result<SessionToken, AccountError> {
        let (token, session) = self.sessions.new_session(browser.agent, browser.session);
        match self.store.start_session(player, session).await? {
            true => Ok(token),
            // It was blocked or deleted while the password was looked at.
            false => Err(AccountError::Blocked),
        }
    }

    /// Whether this is the password of a player who is signed in.
    ///
    /// # Errors
    /// When it is not, there were too many attempts, or the store does not answer.
    pub async fn confirm(
        &self,
        player: &Player,
        password: Password,
        from: ClientAddress,
    ) -> Result<(), AccountError> {
        self.authenticate(&player.name, password, from).await.map(drop)
    }

    /// Changes the password of a player. All their sessions end; returns the secret of a new one for the browser where it was
    /// done.
    ///
    /// # Errors
    /// When too many wait, the account is gone or blocked, or it could not be stored.
    pub async fn change_password(
        &self,
        player: PlayerId,
        password: Password,
        browser: Browser,
    ) -> Result<SessionToken, AccountError> {
        let hash = self.passwords.hash(password).await?;
        let (token, session) = self.sessions.new_session(browser.agent, browser.session);
        match self.store.change_password(player, hash, session).await? {
            true => Ok(token),
            false => Err(AccountError::Wrong),
        }
    }

    /// Counts an attempt to sign in from an address.
    pub(super) async fn count_sign_in(&self, from: ClientAddress) -> Result<(), AccountError> {
        self.count("sign in from", from, ATTEMPTS_OF_ADDRESS).await
    }

    async fn count_on_account(&self, name: &str) -> Result<(), AccountError> {
        // Names without an account are counted like others.
        let subject = Subject::new("sign in to", &Skeletons::of(name).in_lower_case);
        self.count_subject(subject, ATTEMPTS_ON_ACCOUNT).await
    }

    async fn count(&self, what: &str, from: ClientAddress, rate: Rate) -> Result<(), AccountError> {
        match from.is_local() {
            true => Ok(()),
            false => {
                self.count_subject(Subject::new(what, &from.to_string()), rate)
                    .await
            }
        }
    }

    async fn count_subject(&self, subject: Subject, rate: Rate) -> Result<(), AccountError> {
        match self
            .store
            .count_attempt(subject, (rate.burst, rate.every), now_ms())
            .await?
        {
            true => Ok(()),
            false => Err(TooMuch::SignIns.into()),
        }
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
        let accounts = Accounts::new(store.clone(), Sessions::new(store.clone(), false));
        accounts.passwords().prepare().await;
        let here = ClientAddress::of_peer([127, 0, 0, 1].into());
        let browser = Browser {
            from: here,
            agent: String::new(),
            session: None,
        };
        let typed = |text: &str| Password::typed(text.to_owned());
        let name = PlayerName::parse("Ann").unwrap();
        accounts
            .sign_up(None, name, typed("green moss"), browser)
            .await
            .unwrap();
        for (name, password) in [
            ("Ann", "grey moss"),
            ("Eve", "grey moss"),
            ("Ann", "green moss"),
            ("", ""),
        ] {
            let before = accounts.passwords().hashed();
            let found = accounts.authenticate(name, typed(password), here).await;
            assert_eq!(found.is_ok(), password == "green moss", "{name}");
            assert_eq!(accounts.passwords().hashed() - before, 1, "{name}");
        }
        store.close().await;
    }
}
