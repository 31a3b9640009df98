//! The player who sends a request.

use std::convert::Infallible;

use axum::extract::FromRequestParts;
use axum::http::HeaderValue;
use axum::http::request::Parts;
use axum::response::Response;
use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};

use super::error::TokenError;
use super::open_sessions::Credential;
use crate::ids::PlayerId;
use crate::model::player::preferences::Preferences;
use crate::model::player::scopes::{Scope, Scopes};
use crate::names::PlayerName;
use crate::store::{Player, Session};

#[derive(Clone, Debug, Default)]
pub struct CurrentUser {
    /// `None` if the browser has given no name yet.
    pub player: Option<Player>,
    pub preferences: Preferences,
    /// What they may do: everything with a session, less with a token.
    pub scopes: Scopes,
    /// By what they are known; `None` if they are nobody.
    pub credential: Option<Credential>,
}

/// A cookie was sent and could not be checked: somebody sent the request, but it is not known who.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the session could not be checked")]
pub struct Unchecked;

/// What the cookie or the token of a request showed: left in its extensions by [`identify`](super::identify) or
/// [`identify_token`](super::identify_token); the former leaves it in those of the response, too.
pub(super) type Identity = Result<CurrentUser, Unchecked>;

impl CurrentUser {
    /// Whom a response is for, if that is known.
    pub fn of_response(response: &Response) -> Option<CurrentUser> {
        let identity: Option<&Identity> = response.extensions().get();
        identity.cloned().and_then(Result::ok)
    }

    pub fn id(&self) -> Option<PlayerId> {
        self.player.as_ref().map(|player| player.id)
    }

    pub fn is_member(&self) -> bool {
        self.player.as_ref().is_some_and(|player| player.member)
    }

    /// The name to play under: that of the account, if they have one, else the one they typed.
    pub fn playing_as(&self, typed: PlayerName) -> PlayerName {
        let own = self.name().filter(|_| self.is_member());
        own.and_then(|own| PlayerName::stored(own).ok()).unwrap_or(typed)
    }

    /// The player.
    ///
    /// # Errors
    /// When it is nobody.
    pub fn known(&self) -> Result<&Player, TokenError> {
        self.player.as_ref().ok_or(TokenError::Missing)
    }

    /// The player, if they may do what is in this scope.
    ///
    /// # Errors
    /// When it is nobody, or their token does not allow it.
    pub fn allowed(&self, scope: Scope) -> Result<&Player, TokenError> {
        let player = self.known()?;
        match self.scopes.has(scope) {
            true => Ok(player),
            false => Err(TokenError::Scope(scope)),
        }
    }

    /// A word that is another one for every player, and once they have another name.
    pub(super) fn reader(&self) -> HeaderValue {
        let Some(player) = &self.player else {
            return HeaderValue::from_static("nobody");
        };
        let digest = Sha256::digest(format!("{} {}", player.id, player.name));
        HeaderValue::from_str(&HEXLOWER.encode(&digest[..8])).expect("hexadecimal digits")
    }

    pub fn name(&self) -> Option<&str> {
        self.player.as_ref().map(|player| player.name.as_str())
    }
}

#[derive(Clone, Debug, Default)]
pub struct CurrentSession(pub Option<Session>);

impl<S: Sync> FromRequestParts<S> for CurrentSession {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<CurrentSession, Infallible> {
        let session: Option<&CurrentSession> = parts.extensions.get();
        Ok(session.cloned().unwrap_or_default())
    }
}

impl<S: Sync> FromRequestParts<S> for CurrentUser {
    type Rejection = Unchecked;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<CurrentUser, Unchecked> {
        let identity: Option<&Identity> = parts.extensions.get();
        identity.cloned().unwrap_or(Ok(CurrentUser::default()))
    }
}
