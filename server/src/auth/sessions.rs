//! Sessions: made when somebody gives a name, carried by a cookie, renewed while they are used.
//!
//! The cookie's secret is replaced once in a while. The answer that carries the new one may never arrive, so the new
//! session is provisional and the old one stays valid until the new one is used for the first time.

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, header};
use axum::middleware::Next;
use axum::response::Response;
use axum_extra::extract::CookieJar;
use axum_extra::extract::cookie::{Cookie, SameSite};
use tracing::warn;

use super::current_user::{CurrentSession, CurrentUser, Identity, Unchecked};
use crate::ids::{PlayerId, SessionId, SessionToken};
use crate::moment::now_ms;
use crate::names::PlayerName;
use crate::store::{NewSession, Player, Session, Store, StoreError};

pub(crate) const DAY_MS: i64 = 24 * 60 * 60 * 1000;
const HOUR_MS: i64 = 60 * 60 * 1000;
/// A guest's session ends this long after it was last used. There is no other way back, so nothing else ends it.
const LIFE_MS: i64 = 400 * DAY_MS;
/// A member's session ends this long after it was last used,
pub(crate) const MEMBER_LIFE_MS: i64 = 60 * DAY_MS;
/// and this long after it began.
pub(crate) const MEMBER_SESSION_MS: i64 = 365 * DAY_MS;
/// The secret of a session is replaced when it is this old.
const ROTATION_MS: i64 = 30 * DAY_MS;
/// A provisional session that is never used, and one that was replaced, ends after this time.
const OVERLAP_MS: i64 = 2 * DAY_MS;

/// The sessions of a server. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Sessions {
    store: Store,
    /// Whether people reach the server by https.
    https: bool,
}

/// A player who has given a name, and the cookie to be set, if it is a new one.
#[derive(Debug)]
pub struct Named {
    /// The player.
    pub player: Player,
    /// The secret of their new session.
    pub token: Option<SessionToken>,
}

/// Why somebody was not given a name.
#[derive(Debug, thiserror::Error)]
pub enum NotNamed {
    /// It belongs to an account.
    #[error("That is the name of an account, or looks like one. Please choose another name, or sign in.")]
    Taken,
    /// The store does not answer.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// For how long a session that is not used goes on.
fn life(player: &Player) -> i64 {
    match player.member {
        true => MEMBER_LIFE_MS,
        false => LIFE_MS,
    }
}

/// Finds out once, for everything that follows, who sends a request; and renews their session.
pub async fn identify(
    State(sessions): State<Sessions>,
    jar: CookieJar,
    mut request: Request,
    next: Next,
) -> Response {
    let token = sessions.token(&jar);
    let found = match &token {
        Some(token) => sessions.find(token).await,
        None => Ok(None),
    };
    let found = found.map(|found| found.filter(|session| sessions.may_be_used(session, &jar)));
    let player = found
        .as_ref()
        .map(|found| found.as_ref().map(|session| session.player.clone()));
    let identity: Identity = player.map(CurrentUser).map_err(|_| Unchecked);
    request.extensions_mut().insert(identity.clone());
    let session = found.as_ref().ok().cloned().flatten();
    request.extensions_mut().insert(CurrentSession(session));
    let navigates = navigates(&request);
    let mut response = next.run(request).await;
    // The page of an error names its reader, too.
    response.extensions_mut().insert(identity);
    if let (Some(token), Ok(Some(session))) = (token, found) {
        let token = sessions.renew(token, &session, navigates).await;
        sessions.set_cookie(response.headers_mut(), &token);
    }
    response
}

/// Whether a browser opens a page, rather than a script asking for something.
fn navigates(request: &Request) -> bool {
    let mode = request.headers().get("sec-fetch-mode");
    request.method() == Method::GET && mode.is_some_and(|mode| mode == "navigate")
}

impl Sessions {
    /// The sessions in a store, for browsers that connect by https or not.
    pub fn new(store: Store, https: bool) -> Sessions {
        Sessions { store, https }
    }

    /// The name of the cookie. Browsers accept the `__Host-` prefix only from this very host, by https.
    fn cookie_name(&self) -> &'static str {
        match self.https {
            true => "__Host-thicket",
            false => "thicket",
        }
    }

    fn token(&self, jar: &CookieJar) -> Option<SessionToken> {
        // Before the prefix was used, the name was the same by https.
        let cookie = jar.get(self.cookie_name()).or_else(|| jar.get("thicket"));
        cookie.and_then(|cookie| cookie.value().parse().ok())
    }

    /// Whether the cookie that led to a session may do so. Behind https a member's cookie has always had the prefix, and one without
    /// it may have been set by a neighbouring host, to sign this browser in to another account. Guests of versions that did not use
    /// the prefix still have such a cookie.
    fn may_be_used(&self, session: &Session, jar: &CookieJar) -> bool {
        !session.player.member || jar.get(self.cookie_name()).is_some()
    }

    async fn find(&self, token: &SessionToken) -> Result<Option<Session>, StoreError> {
        let found = self.store.session(token.hash(), now_ms()).await;
        found.inspect_err(|error| warn!(%error, "a session could not be checked"))
    }

    /// Prolongs a session that is used, and replaces its token now and then. What cannot be written is tried
    /// again with the next request.
    async fn renew(&self, token: SessionToken, session: &Session, navigates: bool) -> SessionToken {
        let (now, hash) = (now_ms(), token.hash());
        let life = life(&session.player);
        let noted_late = session.seen_at < now - HOUR_MS || session.expires_at < now + life - DAY_MS;
        let written = if session.replaces.is_some() {
            self.store
                .confirm_session(hash, now + life, now + OVERLAP_MS)
                .await
                .map(drop)
        } else if navigates && session.created_at < now - ROTATION_MS {
            let fresh = SessionToken::fresh();
            match self
                .store
                .rotate_session(hash, fresh.hash(), now, now + OVERLAP_MS)
                .await
            {
                Ok(true) => return fresh,
                Ok(false) => Ok(()),
                Err(error) => Err(error),
            }
        } else if session.expires_at > now + OVERLAP_MS && noted_late {
            // One that ends sooner was replaced, or is so old that the next page that is opened replaces it.
            self.store.prolong_session(hash, now + life, now).await
        } else {
            return token;
        };
        if let Err(error) = written {
            warn!(%error, "a session could not be renewed");
        }
        token
    }

    /// Makes a guest with this name and their session; or renames the guest who asks. Who has an account plays under its
    /// name, whatever they typed.
    ///
    /// # Errors
    /// When the name belongs to an account, or it could not be stored.
    pub async fn name(&self, user: &CurrentUser, name: &PlayerName) -> Result<Named, NotNamed> {
        let now = now_ms();
        if let Some(player) = user.0.as_ref().filter(|player| player.member) {
            let player = player.clone();
            return Ok(Named { player, token: None });
        }
        self.check_free(name).await?;
        if let Some(player) = &user.0 {
            if player.name != name.as_str() {
                self.store.rename(player.id, name.as_str()).await?;
            }
            let player = Player {
                name: name.to_string(),
                ..player.clone()
            };
            return Ok(Named { player, token: None });
        }
        let (id, token) = (PlayerId::fresh(), SessionToken::fresh());
        self.store
            .create_guest(id, name.as_str(), token.hash(), now, now + LIFE_MS)
            .await?;
        let player = Player {
            id,
            name: name.to_string(),
            created_at: now,
            member: false,
        };
        Ok(Named {
            player,
            token: Some(token),
        })
    }

    /// Whether a guest may have this name.
    ///
    /// # Errors
    /// When it belongs to an account or looks like one, or the store does not answer.
    pub async fn check_free(&self, name: &PlayerName) -> Result<(), NotNamed> {
        match self.store.owner_of_name(name).await? {
            None => Ok(()),
            Some(_) => Err(NotNamed::Taken),
        }
    }

    /// A session to be stored for somebody who signs in, and its secret.
    pub(super) fn new_session(
        &self,
        agent: String,
        instead_of: Option<SessionId>,
    ) -> (SessionToken, NewSession) {
        let (token, now) = (SessionToken::fresh(), now_ms());
        let session = NewSession {
            hash: token.hash(),
            now,
            expires: now + MEMBER_LIFE_MS,
            ends: now + MEMBER_SESSION_MS,
            agent,
            instead_of,
        };
        (token, session)
    }

    /// Ends the session of a request, and has the browser forget the cookie.
    ///
    /// # Errors
    /// When it could not be stored; the session goes on.
    pub async fn end(&self, jar: &CookieJar, headers: &mut HeaderMap) -> Result<(), StoreError> {
        if let Some(token) = self.token(jar) {
            self.store.end_session(token.hash(), now_ms()).await?;
        }
        let mut cookie = self.cookie("");
        cookie.set_max_age(time::Duration::ZERO);
        headers.append(header::SET_COOKIE, value(&cookie));
        Ok(())
    }

    /// Puts the session's cookie into a response that sets none yet.
    pub fn set_cookie(&self, headers: &mut HeaderMap, token: &SessionToken) {
        if headers.contains_key(header::SET_COOKIE) {
            return;
        }
        let mut cookie = self.cookie(&token.cookie_text());
        cookie.set_max_age(time::Duration::milliseconds(LIFE_MS));
        headers.append(header::SET_COOKIE, value(&cookie));
    }

    /// By what a browser is known that was asked for a passkey, if it was asked.
    pub(super) fn ticket(&self, jar: &CookieJar) -> Option<SessionToken> {
        jar.get(self.ticket_name())?.value().parse().ok()
    }

    /// A cookie by which the browser is known for so many milliseconds.
    pub(super) fn ticket_cookie(&self, ticket: &SessionToken, life: i64) -> HeaderValue {
        let mut cookie = self.named_cookie(self.ticket_name(), &ticket.cookie_text());
        cookie.set_same_site(SameSite::Strict);
        cookie.set_max_age(time::Duration::milliseconds(life));
        value(&cookie)
    }

    fn ticket_name(&self) -> &'static str {
        match self.https {
            true => "__Host-thicket-passkey",
            false => "thicket-passkey",
        }
    }

    fn cookie(&self, text: &str) -> Cookie<'static> {
        self.named_cookie(self.cookie_name(), text)
    }

    fn named_cookie(&self, name: &'static str, text: &str) -> Cookie<'static> {
        Cookie::build((name, text.to_owned()))
            .path("/")
            .http_only(true)
            .same_site(SameSite::Lax)
            .secure(self.https)
            .build()
    }
}

fn value(cookie: &Cookie<'_>) -> HeaderValue {
    let mut value = HeaderValue::from_str(&cookie.to_string()).expect("cookie");
    value.set_sensitive(true);
    value
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn jar(text: &str) -> CookieJar {
        let mut headers = HeaderMap::new();
        headers.insert(header::COOKIE, text.parse().unwrap());
        CookieJar::from_headers(&headers)
    }

    #[tokio::test]
    async fn a_session_is_ended_with_those_that_replace_it() {
        let folder = tempfile::tempdir().unwrap();
        let url = format!("sqlite:{}", folder.path().join("thicket.db").display());
        let store = Store::open(&url).await.unwrap();
        let sessions = Sessions::new(store.clone(), false);
        let name = PlayerName::parse("Ann").unwrap();
        let named = sessions.name(&CurrentUser(None), &name).await.unwrap();
        let (old, new) = (named.token.unwrap(), SessionToken::fresh());
        let now = now_ms();
        let rotated = store.rotate_session(old.hash(), new.hash(), now, now + OVERLAP_MS);
        assert!(rotated.await.unwrap());
        for token in [&old, &new] {
            assert_eq!(sessions.find(token).await.unwrap().unwrap().player, named.player);
        }
        let mut headers = HeaderMap::new();
        let cookies = jar(&format!("thicket={}", new.cookie_text()));
        sessions.end(&cookies, &mut headers).await.unwrap();
        let set = headers[header::SET_COOKIE].to_str().unwrap();
        assert!(set.starts_with("thicket=;") && set.contains("Max-Age=0"), "{set}");
        for token in [&old, &new] {
            assert_eq!(sessions.find(token).await.unwrap(), None);
        }
        store.close().await;
        assert!(
            sessions.find(&old).await.is_err(),
            "a store that is closed knows of nobody"
        );
    }

    #[tokio::test]
    async fn by_https_the_cookie_of_this_host_comes_first() {
        let folder = tempfile::tempdir().unwrap();
        let url = format!("sqlite:{}", folder.path().join("thicket.db").display());
        let store = Store::open(&url).await.unwrap();
        let [own, other] = [SessionToken::fresh(), SessionToken::fresh()].map(|token| token.cookie_text());
        let cookies = jar(&format!("thicket={other}; __Host-thicket={own}"));
        for (https, wanted) in [(true, &own), (false, &other)] {
            let sessions = Sessions::new(store.clone(), https);
            assert_eq!(sessions.token(&cookies).unwrap().cookie_text(), *wanted);
        }
        store.close().await;
    }
}
