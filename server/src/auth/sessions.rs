//! Sessions: made when somebody gives a name, carried by a cookie, renewed while they are used.
//!
//! The cookie's secret is replaced once in a while. The response that carries the new one may be lost, so the new
//! session is provisional and the old one stays valid until the new one is first used.

mod cookies;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, Method, header};
use axum::middleware::Next;
use axum::response::Response;
use axum_extra::extract::CookieJar;
use tracing::warn;

use super::cookies::Secret;
use super::current_user::{CurrentSession, CurrentUser, Identity, Unchecked};
use super::open_sessions::Credential;
use super::preferences::{preferences_sent, set_preferences};
use crate::http::address::ClientAddress;
use crate::ids::{PlayerId, SessionId, SessionToken};
use crate::model::player::preferences::Preferences;
use crate::model::player::scopes::Scopes;
use crate::names::PlayerName;
use crate::store::{ListedSession, NewSession, Player, Session, Store, StoreError};
use crate::time::{UnixMs, now_ms};

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
/// A provisional session that is never used, and one that was replaced, ends after this time,
const OVERLAP_MS: i64 = 2 * DAY_MS;
/// and a member's that was replaced after this time: other tabs may just be asking for something.
pub(crate) const MEMBER_OVERLAP_MS: i64 = 60 * 1000;
/// For how long a password can be chosen in place of one that was good once.
pub(crate) const CHOICE_MS: i64 = HOUR_MS;

#[derive(Clone, Debug)]
pub struct Sessions {
    store: Store,
    /// Whether people reach the server by https.
    https: bool,
}

/// A browser that signs somebody up or in.
#[derive(Clone, Debug)]
pub struct Browser {
    pub from: ClientAddress,
    pub agent: String,
    pub session: Option<SessionId>,
    /// The secret by which accounts recognise it: its own, or a new one.
    pub secret: SessionToken,
}

/// A player who has given a name, and the secret of their session if it is new.
#[derive(Debug)]
pub struct Named {
    pub player: Player,
    pub token: Option<SessionToken>,
}

#[derive(Clone, Debug)]
pub struct Entered {
    pub session: SessionToken,
    /// The secret by which the account recognises the browser.
    pub browser: SessionToken,
}

/// In the extensions of the response to somebody who has typed their password again: the secret of their session is
/// replaced.
#[derive(Clone, Copy, Debug)]
pub struct Confirmed;

#[derive(Debug, thiserror::Error)]
pub enum NotNamed {
    #[error("That is the name of an account, or looks like one. Please choose another name, or sign in.")]
    Taken,
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// How long an unused session lasts.
fn life(player: &Player) -> i64 {
    match player.member {
        true => MEMBER_LIFE_MS,
        false => LIFE_MS,
    }
}

/// How long a secret lasts that was replaced by one that is used.
fn overlap(player: &Player) -> i64 {
    match player.member {
        true => MEMBER_OVERLAP_MS,
        false => OVERLAP_MS,
    }
}

/// Tells the browser's service worker to whom a page is shown: what it has kept for anybody else goes.
const READER: HeaderName = HeaderName::from_static("thicket-reader");

/// Finds out who sends a request, and renews their session.
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
    let sent = preferences_sent(&jar);
    let user = |session: Option<&Session>| CurrentUser {
        player: session.map(|session| session.player.clone()),
        preferences: session.and_then(|session| session.preferences).unwrap_or(sent),
        scopes: Scopes::all(),
        credential: session.map(Credential::from),
    };
    let identity: Identity = found
        .as_ref()
        .map(|found| user(found.as_ref()))
        .map_err(|_| Unchecked);
    request.extensions_mut().insert(identity.clone());
    let session = found.as_ref().ok().cloned().flatten();
    request.extensions_mut().insert(CurrentSession(session));
    let navigates = navigates(&request);
    let mut response = next.run(request).await;
    if let Ok(user) = &identity {
        response.headers_mut().insert(READER, user.reader());
    }
    // The page of an error names its reader, too.
    response.extensions_mut().insert(identity);
    if let (Some(token), Ok(Some(session))) = (token, found) {
        let confirmed = response.extensions().get::<Confirmed>().is_some();
        let is_old = session.created_at < now_ms() - ROTATION_MS;
        let fresh = sessions
            .renew(&token, &session, confirmed || navigates && is_old)
            .await;
        // A member's cookie outlives the session, so it need not be set again, and no answer that comes late brings back a
        // secret that was replaced.
        if fresh.is_some() || !session.player.member {
            sessions.set_cookie(response.headers_mut(), &fresh.unwrap_or(token));
        }
    }
    response
}

/// Whether a browser opens a page, rather than a script requesting something.
fn navigates(request: &Request) -> bool {
    let mode = request.headers().get("sec-fetch-mode");
    request.method() == Method::GET && mode.is_some_and(|mode| mode == "navigate")
}

impl Sessions {
    pub fn new(store: Store, https: bool) -> Sessions {
        Sessions { store, https }
    }

    fn token(&self, jar: &CookieJar) -> Option<SessionToken> {
        // Before the prefix was used, the name was the same by https.
        let has_own = jar.get(Secret::Session.name(self.https)).is_some();
        Secret::Session.sent(jar, self.https && has_own)
    }

    /// Whether the cookie that led to a session may do so. Behind https a member's cookie has always had the prefix;
    /// one without it may have been set by a neighbouring host, to sign this browser in to another account. Guests of
    /// versions that did not use the prefix still have such a cookie.
    fn may_be_used(&self, session: &Session, jar: &CookieJar) -> bool {
        !session.player.member || jar.get(Secret::Session.name(self.https)).is_some()
    }

    async fn find(&self, token: &SessionToken) -> Result<Option<Session>, StoreError> {
        let found = self.store.session(token.hash(), now_ms()).await;
        found.inspect_err(|error| warn!(%error, "a session could not be checked"))
    }

    /// Prolongs a session that is used, and returns its new secret if that is due. If writing fails, the next request
    /// tries again.
    async fn renew(&self, token: &SessionToken, session: &Session, is_due: bool) -> Option<SessionToken> {
        let renewed = async {
            let (now, hash) = (now_ms(), token.hash());
            let life = life(&session.player);
            if session.replaces.is_some() {
                let replaced = now + overlap(&session.player);
                self.store.confirm_session(hash, now + life, replaced).await?;
            }
            if is_due {
                return self.rotate(hash, now).await;
            }
            let noted_late = session.seen_at < now - HOUR_MS || session.expires_at < now + life - DAY_MS;
            // One that ends sooner was replaced, or is so old that the next page replaces it.
            if session.replaces.is_none() && session.expires_at > now + OVERLAP_MS && noted_late {
                self.store.prolong_session(hash, now + life, now).await?;
            }
            Ok(None)
        };
        let renewed: Result<_, StoreError> = renewed.await;
        renewed.unwrap_or_else(|error| {
            warn!(%error, "a session could not be renewed");
            None
        })
    }

    async fn rotate(&self, hash: [u8; 32], now: UnixMs) -> Result<Option<SessionToken>, StoreError> {
        let fresh = SessionToken::fresh();
        let rotated = self
            .store
            .rotate_session(hash, fresh.hash(), now, now + OVERLAP_MS);
        Ok(rotated.await?.then_some(fresh))
    }

    /// Makes a guest with this name and their session, or renames the guest who asks. Members play under the name of
    /// their account, whatever they typed.
    pub async fn name(&self, user: &CurrentUser, name: &PlayerName) -> Result<Named, NotNamed> {
        let now = now_ms();
        if let Some(player) = user.player.as_ref().filter(|player| player.member) {
            let player = player.clone();
            return Ok(Named { player, token: None });
        }
        self.check_free(name).await?;
        if let Some(player) = &user.player {
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

    /// Refuses a name that belongs to an account or looks like one.
    pub async fn check_free(&self, name: &PlayerName) -> Result<(), NotNamed> {
        match self.store.owner_of_name(name).await? {
            None => Ok(()),
            Some(_) => Err(NotNamed::Taken),
        }
    }

    /// A session to be stored for somebody who signs in, and the secrets for the browser.
    pub(super) fn new_session(&self, browser: Browser) -> (Entered, NewSession) {
        let (token, now) = (SessionToken::fresh(), now_ms());
        let session = NewSession {
            hash: token.hash(),
            now,
            expires: now + MEMBER_LIFE_MS,
            ends: now + MEMBER_SESSION_MS,
            agent: browser.agent,
            instead_of: browser.session,
            browser: browser.secret.hash(),
        };
        let entered = Entered {
            session: token,
            browser: browser.secret,
        };
        (entered, session)
    }

    pub fn set_preferences(&self, headers: &mut HeaderMap, chosen: Preferences) {
        set_preferences(headers, chosen, self.https);
    }

    /// Ends the session of a request, and deletes its cookie.
    pub async fn end(&self, jar: &CookieJar, headers: &mut HeaderMap) -> Result<(), StoreError> {
        if let Some(token) = self.token(jar) {
            self.store.end_session(token.hash(), now_ms()).await?;
        }
        headers.append(header::SET_COOKIE, Secret::Session.forgotten(self.https));
        Ok(())
    }

    pub async fn of(&self, player: PlayerId) -> Result<Vec<ListedSession>, StoreError> {
        self.store.sessions_of(player, now_ms()).await
    }

    /// Ends one of a player's sessions, unless it has ended before.
    pub async fn end_one(&self, player: PlayerId, session: SessionId) -> Result<(), StoreError> {
        let ended = self.store.end_session_of(player, session, now_ms());
        ended.await.map(drop)
    }

    pub async fn end_others(&self, player: PlayerId, session: SessionId) -> Result<(), StoreError> {
        let ended = self.store.end_other_sessions(player, session, now_ms());
        ended.await.map(drop)
    }

    pub async fn end_all(&self, player: PlayerId) -> Result<(), StoreError> {
        self.store.end_sessions(player, now_ms()).await
    }
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
        let named = sessions.name(&CurrentUser::default(), &name).await.unwrap();
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
