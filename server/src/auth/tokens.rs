//! Tokens: a second way to be somebody, for programs. Whoever owns an account makes them, and revokes them.
//!
//! A token is sent as `Authorization: Bearer thicket_…` (RFC 6750), and means something below `/api` alone: pages do not look
//! at the header, so nothing that needs a session can be done with a token.

mod secret;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, header};
use axum::middleware::Next;
use axum::response::Response;
use tracing::{info, warn};

use self::secret::TokenSecret;
use super::current_user::{CurrentUser, Identity};
use super::error::TokenError;
use super::label::cleaned;
use super::open_sessions::Credential;
use crate::http::address::ClientAddress;
use crate::http::limits::{Limits, TOKENS};
use crate::ids::{PlayerId, SessionId, TokenId};
use crate::model::player::scopes::Scopes;
use crate::store::{NewToken, Store, StoreError, Token};
use crate::time::{UnixMs, now_ms};

const UNNAMED: &str = "Token";

#[derive(Clone, Debug)]
pub struct Tokens {
    store: Store,
    limits: Limits,
}

/// What somebody wants of a new token.
#[derive(Clone, Debug)]
pub struct WantedToken {
    /// The same id twice is the same form: it makes one token.
    pub id: TokenId,
    pub name: String,
    pub scopes: Scopes,
    /// None if it lasts until it is revoked.
    pub expires_at: Option<UnixMs>,
}

/// Finds out for whom a program sends a request. Without a token it is nobody, whatever cookies it has: another site's page
/// could have sent them.
pub async fn identify_token(
    State(tokens): State<Tokens>,
    from: ClientAddress,
    mut request: Request,
    next: Next,
) -> Result<Response, TokenError> {
    let user = match sent(request.headers()) {
        Some(token) => tokens.user(token, from).await?,
        None => CurrentUser::default(),
    };
    let identity: Identity = Ok(user);
    request.extensions_mut().insert(identity);
    Ok(next.run(request).await)
}

/// The token of a request. Other schemes are for others: a proxy may ask for a password of its own.
fn sent(headers: &HeaderMap) -> Option<&[u8]> {
    let value = headers.get(header::AUTHORIZATION)?.as_bytes();
    let (scheme, token) = value.split_at_checked(b"bearer ".len())?;
    scheme
        .eq_ignore_ascii_case(b"bearer ")
        .then_some(token.trim_ascii())
}

impl Tokens {
    pub fn new(store: Store, limits: Limits) -> Tokens {
        Tokens { store, limits }
    }

    /// For whom a token acts. Whoever sends many wrong ones has to wait, so that looking them up is no burden.
    async fn user(&self, token: &[u8], from: ClientAddress) -> Result<CurrentUser, TokenError> {
        let secret = str::from_utf8(token)
            .ok()
            .and_then(|text| text.parse::<TokenSecret>().ok());
        let Some(secret) = secret else {
            return Err(self.wrong(from));
        };
        let (hash, now) = (secret.hash(), now_ms());
        let found = self.store.bearer(hash, now).await;
        let found = found.inspect_err(|error| warn!(%error, "a token could not be checked"))?;
        let bearer = found.ok_or_else(|| self.wrong(from))?;
        self.store.record_token_use(hash, bearer.used_at, now);
        Ok(CurrentUser {
            player: Some(bearer.player),
            preferences: bearer.preferences,
            scopes: bearer.scopes,
            credential: Some(Credential {
                id: SessionId(hash),
                ends_at: bearer.expires_at,
            }),
        })
    }

    fn wrong(&self, from: ClientAddress) -> TokenError {
        match self.limits.wrong_token(from) {
            Ok(()) => TokenError::Invalid,
            Err(error) => error.into(),
        }
    }

    /// Makes a token for an account, and returns its secret, which nobody can read afterwards. None if the form was sent before, or
    /// the account has as many as it can have.
    pub async fn make(&self, player: PlayerId, wanted: WantedToken) -> Result<Option<String>, StoreError> {
        let secret = TokenSecret::fresh();
        let token = NewToken {
            id: wanted.id,
            hash: secret.hash(),
            player,
            name: cleaned(&wanted.name, UNNAMED),
            scopes: wanted.scopes,
            now: now_ms(),
            expires_at: wanted.expires_at,
        };
        let made = self.store.add_token(token, TOKENS).await?;
        if made {
            info!(%player, token = %wanted.id, "a token was made");
        }
        Ok(made.then(|| secret.text()))
    }

    /// The tokens of an account, the latest first, with those that have ended lately.
    pub async fn of(&self, player: PlayerId) -> Result<Vec<Token>, StoreError> {
        self.store.tokens_of(player).await
    }

    /// Revokes a token at once, at all nodes, unless it was revoked before.
    pub async fn revoke(&self, player: PlayerId, token: TokenId) -> Result<(), StoreError> {
        if self.store.revoke_token(player, token, now_ms()).await? {
            info!(%player, %token, "a token was revoked");
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn only_a_bearer_token_is_looked_at() {
        let sent = |value: &str| {
            let headers = HeaderMap::from_iter([(header::AUTHORIZATION, value.parse().unwrap())]);
            sent(&headers).map(|token| String::from_utf8(token.to_vec()).unwrap())
        };
        for value in ["Bearer thicket_1", "bearer   thicket_1 ", "BEARER thicket_1"] {
            assert_eq!(sent(value).as_deref(), Some("thicket_1"), "{value}");
        }
        assert_eq!(sent("Bearer "), Some(String::new()), "no valid one");
        for other in ["", "Basic dXNlcjpwYXNz", "Bearer", "thicket_1"] {
            assert_eq!(sent(other), None, "{other}");
        }
        assert_eq!(super::sent(&HeaderMap::new()), None);
    }
}
