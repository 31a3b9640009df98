//! Limits on wrong passwords.
//!
//! Strangers are counted by address and by account. Whoever has an open session, or types at a browser where the
//! owner has signed in before, is counted apart, so that strangers never lock an owner out of an account. A right
//! password is taken back from the count.

use tracing::warn;

use super::error::AccountError;
use super::passwords::Queue;
use crate::http::address::ClientAddress;
use crate::http::limits::{
    ATTEMPTS_OF_ADDRESS, ATTEMPTS_OF_BROWSER, ATTEMPTS_ON_ACCOUNT, FREE_SIGN_INS, Rate, TooMuch,
};
use crate::ids::{PlayerId, SessionId};
use crate::names::Skeletons;
use crate::store::{Store, StoreError, Subject};
use crate::time::now_ms;

#[derive(Clone, Copy, Debug)]
pub(super) enum Guesser<'a> {
    /// At a browser that the account does not know. Names without an account are counted like others.
    Stranger {
        name: &'a str,
        from: ClientAddress,
    },
    /// At a browser where the owner has signed in before.
    Known {
        player: PlayerId,
        browser: [u8; 32],
    },
    Session(SessionId),
    Passkey(ClientAddress),
}

/// An attempt that counts unless it is taken back.
#[derive(Debug)]
pub(super) struct Attempt(Vec<(Subject, Rate)>);

impl Guesser<'_> {
    pub(super) fn queue(&self) -> Queue {
        match self {
            Guesser::Stranger { .. } | Guesser::Passkey(_) => Queue::Strangers,
            Guesser::Known { .. } | Guesser::Session(_) => Queue::Known,
        }
    }

    fn counted(&self) -> Vec<(Subject, Rate)> {
        match self {
            Guesser::Stranger { name, from } => {
                let name = Skeletons::of(name).in_lower_case;
                let account = (Subject::new("sign in to", &name), ATTEMPTS_ON_ACCOUNT);
                of_address("sign in from", *from)
                    .into_iter()
                    .chain([account])
                    .collect()
            }
            Guesser::Known { player, browser } => {
                let browser = SessionId(*browser);
                vec![(
                    Subject::new("sign in at", &format!("{browser} {player}")),
                    ATTEMPTS_OF_BROWSER,
                )]
            }
            Guesser::Session(session) => {
                vec![(
                    Subject::new("confirm in", &session.to_string()),
                    ATTEMPTS_OF_BROWSER,
                )]
            }
            Guesser::Passkey(from) => of_address("use a passkey from", *from).into_iter().collect(),
        }
    }

    fn refusal(&self) -> TooMuch {
        match self {
            Guesser::Stranger { .. } => TooMuch::Strangers,
            _ => TooMuch::SignIns,
        }
    }
}

/// This machine itself is not limited.
fn of_address(what: &str, from: ClientAddress) -> Option<(Subject, Rate)> {
    let subject = Subject::new(what, &from.to_string());
    (!from.is_local()).then_some((subject, ATTEMPTS_OF_ADDRESS))
}

/// Attempts are counted in the database, which all nodes share.
#[derive(Clone, Debug)]
pub(super) struct Attempts {
    store: Store,
}

impl Attempts {
    pub(super) fn new(store: Store) -> Attempts {
        Attempts { store }
    }

    /// Counts an attempt before anything is computed for it.
    pub(super) async fn count_guess(&self, guesser: &Guesser<'_>) -> Result<Attempt, AccountError> {
        let counted = guesser.counted();
        for (subject, rate) in &counted {
            if !self.counted(*subject, *rate).await? {
                return Err(guesser.refusal().into());
            }
        }
        Ok(Attempt(counted))
    }

    /// The attempt does not count: nothing was guessed wrong.
    pub(super) async fn undo(&self, attempt: Attempt) {
        for (subject, rate) in attempt.0 {
            if let Err(error) = self.store.take_back_attempt(subject, rate.every).await {
                warn!(%error, "an attempt to sign in counts although it was right");
            }
        }
    }

    /// The attempt was right, and does not count unless that has happened very often.
    pub(super) async fn was_right(&self, attempt: Attempt, player: PlayerId) {
        let subject = Subject::new("was right for", &player.to_string());
        if self.counted(subject, FREE_SIGN_INS).await.unwrap_or(false) {
            self.undo(attempt).await;
        }
    }

    /// Counts an attempt; false if there were too many.
    pub(super) async fn counted(&self, subject: Subject, rate: Rate) -> Result<bool, StoreError> {
        self.store
            .count_attempt(subject, (rate.burst, rate.every), now_ms())
            .await
    }
}
