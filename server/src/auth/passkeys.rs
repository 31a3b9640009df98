//! Passkeys: a second way to sign in to an account.
//!
//! A challenge belongs to one browser, is good for five minutes and once, at whatever node. Where a passkey is added,
//! the browser is known by its session; where somebody signs in, by a cookie that it is given for this.

use axum::http::{HeaderMap, header};
use axum_extra::extract::CookieJar;
use serde::de::DeserializeOwned;
use sha2::{Digest, Sha256};
use tracing::{info, warn};

use super::accounts::{Accounts, active};
use super::attempts::Guesser;
use super::error::{AccountError, PasskeyError, refused};
use super::label::cleaned;
use super::sessions::Sessions;
use super::webauthn::{
    Assertion, CreationOptions, Credential, Registration, RelyingParty, RequestOptions, StoredCredential,
};
use crate::http::address::ClientAddress;
use crate::http::limits::PASSKEYS;
use crate::ids::{PlayerId, SessionId, SessionToken};
use crate::store::{Challenge, Passkey, Player, Store, StoreError};
use crate::time::now_ms;

/// How long a challenge is good.
pub(crate) const CHALLENGE_MS: i64 = 5 * 60 * 1000;
const UNNAMED: &str = "Passkey";

#[derive(Clone, Debug)]
pub struct Passkeys {
    store: Store,
    accounts: Accounts,
    sessions: Sessions,
}

impl Passkeys {
    pub fn new(store: Store, accounts: Accounts, sessions: Sessions) -> Passkeys {
        Passkeys {
            store,
            accounts,
            sessions,
        }
    }

    /// Asks the browser of a session for a new passkey of its player.
    pub async fn creation_options(
        &self,
        party: &RelyingParty,
        player: &Player,
        session: SessionId,
    ) -> Result<CreationOptions, StoreError> {
        let challenge = self.challenge(session.0, Some(player.id)).await?;
        let present = self.of(player.id).await?.into_iter();
        Ok(CreationOptions::new(
            party,
            (player.id.0.as_bytes(), &player.name),
            &challenge,
            CHALLENGE_MS.unsigned_abs(),
            present.map(|passkey| passkey.credential),
        ))
    }

    /// Adds the passkey that the browser of a session has made for its player, under a name.
    pub async fn add(
        &self,
        party: &RelyingParty,
        (player, session): (PlayerId, SessionId),
        name: &str,
        credential: &str,
    ) -> Result<(), AccountError> {
        let (registration, challenge): (Registration, _) = read(credential)?;
        self.take(&challenge, session.0, Some(player)).await?;
        let made = registration
            .check(&challenge, party)
            .map_err(PasskeyError::from)?;
        let passkey = Passkey {
            credential: made.id,
            player,
            name: cleaned(name, UNNAMED),
            public_key: made.public_key,
            sign_count: made.sign_count,
            backup_eligible: made.backup_eligible,
            created_at: now_ms(),
            used_at: None,
        };
        match self.store.add_passkey(passkey, PASSKEYS).await? {
            true => info!(%player, "a passkey was added"),
            false => return Err(PasskeyError::NotAdded.into()),
        }
        Ok(())
    }

    pub async fn of(&self, player: PlayerId) -> Result<Vec<Passkey>, StoreError> {
        self.store.passkeys_of(player).await
    }

    /// Removes a player's passkey, unless it was removed before.
    pub async fn remove(
        &self,
        player: PlayerId,
        credential: Vec<u8>,
        from: ClientAddress,
    ) -> Result<(), StoreError> {
        if self.store.remove_passkey(player, credential).await? {
            info!(%player, %from, "a passkey was removed");
        }
        Ok(())
    }

    /// Asks a browser for a signature of any passkey of this server. Puts the cookie by which the browser is known into the
    /// headers of the answer.
    pub async fn request_options(
        &self,
        party: &RelyingParty,
        jar: &CookieJar,
        headers: &mut HeaderMap,
    ) -> Result<RequestOptions, StoreError> {
        // Another tab may have been sent a challenge before: both can be answered.
        let ticket = self.sessions.ticket(jar).unwrap_or_else(SessionToken::fresh);
        let challenge = self.challenge(ticket.hash(), None).await?;
        headers.append(
            header::SET_COOKIE,
            self.sessions.ticket_cookie(&ticket, CHALLENGE_MS),
        );
        Ok(RequestOptions::new(
            party,
            &challenge,
            CHALLENGE_MS.unsigned_abs(),
        ))
    }

    /// The player whose passkey has signed the challenge that this browser was sent.
    pub async fn authenticate(
        &self,
        party: &RelyingParty,
        jar: &CookieJar,
        credential: &str,
        from: ClientAddress,
    ) -> Result<Player, AccountError> {
        let nobody = |why: &AccountError| refused(None, from, why);
        let guesser = Guesser::Passkey(from);
        let attempt = self.accounts.attempts.count_guess(&guesser).await;
        let attempt = attempt.inspect_err(nobody)?;
        let (assertion, challenge, passkey) = self.sent(jar, credential).await.inspect_err(nobody)?;
        let owner = passkey.player;
        let player = self.checked(party, (&assertion, &challenge), passkey).await;
        let player = player.inspect_err(|why| refused(Some(owner), from, why))?;
        self.accounts.attempts.was_right(attempt, owner).await;
        Ok(player)
    }

    /// The answer of a browser to its challenge, and the passkey that it names.
    async fn sent(
        &self,
        jar: &CookieJar,
        credential: &str,
    ) -> Result<(Assertion, Vec<u8>, Passkey), AccountError> {
        let (assertion, challenge): (Assertion, _) = read(credential)?;
        let ticket = self.sessions.ticket(jar).ok_or(PasskeyError::Challenge)?;
        self.take(&challenge, ticket.hash(), None).await?;
        let passkey = self.store.passkey(assertion.id()).await?;
        Ok((assertion, challenge, passkey.ok_or(PasskeyError::Unknown)?))
    }

    async fn checked(
        &self,
        party: &RelyingParty,
        (assertion, challenge): (&Assertion, &[u8]),
        passkey: Passkey,
    ) -> Result<Player, AccountError> {
        let stored = StoredCredential {
            user: passkey.player.0.as_bytes(),
            public_key: &passkey.public_key,
            sign_count: passkey.sign_count,
            backup_eligible: passkey.backup_eligible,
        };
        let sign_count = assertion
            .check(challenge, party, &stored)
            .inspect_err(|error| warn!(player = %passkey.player, %error, "a passkey was refused"))
            .map_err(PasskeyError::from)?;
        // Of two who use copies of one key at once, at whatever nodes, one is refused.
        let used = self
            .store
            .use_passkey(passkey.credential, sign_count, now_ms())
            .await?;
        let account = self.accounts.of(passkey.player).await?;
        match account {
            Some(account) if used => active(account),
            _ => Err(PasskeyError::Unknown.into()),
        }
    }

    async fn challenge(&self, browser: [u8; 32], player: Option<PlayerId>) -> Result<[u8; 32], StoreError> {
        let challenge: [u8; 32] = rand::random();
        let kept = Challenge {
            hash: Sha256::digest(challenge).into(),
            browser,
            player,
        };
        self.store.put_challenge(kept, now_ms() + CHALLENGE_MS).await?;
        Ok(challenge)
    }

    async fn take(
        &self,
        challenge: &[u8],
        browser: [u8; 32],
        player: Option<PlayerId>,
    ) -> Result<(), AccountError> {
        let sent = Challenge {
            hash: Sha256::digest(challenge).into(),
            browser,
            player,
        };
        match self.store.take_challenge(sent, now_ms()).await? {
            true => Ok(()),
            false => Err(PasskeyError::Challenge.into()),
        }
    }
}

/// Parses a browser's answer, and the challenge that it claims to answer.
fn read<A: DeserializeOwned>(json: &str) -> Result<(Credential<A>, Vec<u8>), PasskeyError> {
    let credential = Credential::parse(json)?;
    let challenge = credential.challenge()?;
    Ok((credential, challenge))
}
