//! Errors of accounts, passkeys and tokens, with sentences for people.

use tracing::field::display;
use tracing::info;

use super::passwords::BadPassword;
use super::webauthn::BadCredential;
use crate::http::address::ClientAddress;
use crate::http::limits::TooMuch;
use crate::ids::PlayerId;
use crate::model::player::scopes::Scope;
use crate::store::StoreError;

#[derive(Debug, thiserror::Error)]
pub enum AccountError {
    #[error("The name or the password is wrong.")]
    Wrong,
    #[error(
        "This password worked once, for a day, and no longer does. Please ask whoever runs this server for another one."
    )]
    UsedUp,
    #[error("This account is blocked. Please ask whoever runs this server.")]
    Blocked,
    #[error("That is the name of an account, or looks like one. Please choose another name.")]
    NameTaken,
    #[error("Your bot could not be made: you have as many as an account can have.")]
    TooManyBots,
    #[error(transparent)]
    Password(#[from] BadPassword),
    #[error(transparent)]
    Passkey(#[from] PasskeyError),
    #[error(transparent)]
    TooMuch(#[from] TooMuch),
    #[error(transparent)]
    Store(#[from] StoreError),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PasskeyError {
    #[error("That took too long, or was sent twice. Please try again.")]
    Challenge,
    #[error("No account here has this passkey. It may have been removed.")]
    Unknown,
    #[error("This passkey could not be checked. Please try again, or sign in with your password.")]
    Bad(#[from] BadCredential),
    #[error(
        "This passkey could not be added. It may be in use already, or you have as many as an account can have."
    )]
    NotAdded,
}

/// Why a request with a token, or one that needs a token, is not carried out.
#[derive(Debug, thiserror::Error)]
pub enum TokenError {
    #[error("This token is not valid: it was mistyped, has ended or was revoked.")]
    Invalid,
    #[error(
        "This needs a token. Make one on the page of your account, and send it as “Authorization: Bearer thicket_…”."
    )]
    Missing,
    #[error("This token does not allow that: it needs the scope “{}”.", .0.word())]
    Scope(Scope),
    #[error(transparent)]
    TooMuch(#[from] TooMuch),
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Logs a refused sign-in: whose account it is, if any, and never what was typed as a name.
pub(super) fn refused(player: Option<PlayerId>, from: ClientAddress, why: &AccountError) {
    let why = match why {
        // Logged as an error elsewhere.
        AccountError::Store(_) => return,
        why => reason(why, player.is_some()),
    };
    let player = player.map(display);
    info!(player, %from, why, "a sign-in was refused");
}

/// In a few words for the log.
pub(super) fn reason(why: &AccountError, is_account: bool) -> &'static str {
    match why {
        AccountError::Wrong if is_account => "the password is another",
        AccountError::Wrong => "no account has the name",
        AccountError::UsedUp => "the password is used up",
        AccountError::Blocked => "the account is blocked",
        AccountError::Passkey(_) => "the passkey is not right",
        AccountError::TooMuch(TooMuch::Passwords) => "too many wait",
        AccountError::TooMuch(_) => "too many attempts",
        AccountError::NameTaken
        | AccountError::TooManyBots
        | AccountError::Password(_)
        | AccountError::Store(_) => "it cannot be done",
    }
}
