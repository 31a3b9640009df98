//! Who sends a request: the cookie that is made when somebody gives a name.

mod address;
mod origin;

use std::convert::Infallible;

use axum::extract::{FromRequestParts, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::middleware::Next;
use axum::response::Response;
use axum_extra::extract::CookieJar;
use axum_extra::extract::cookie::{Cookie, SameSite};
use tracing::warn;

pub use address::ClientAddress;
pub use origin::same_origin;

use crate::app::App;
use crate::ids::{PlayerId, SessionToken};
use crate::moment::now_ms;
use crate::names::PlayerName;
use crate::protocol::PlayerView;
use crate::store::{Player, SESSION_LIFE_MS, StoreError};

const COOKIE: &str = "thicket";

/// Who sends this request, if the cookie says so.
#[derive(Clone, Debug)]
pub struct CurrentUser(pub Option<Player>);

impl CurrentUser {
    /// Their id.
    pub fn id(&self) -> Option<PlayerId> {
        self.0.as_ref().map(|player| player.id)
    }

    /// As others see them.
    pub fn view(&self) -> Option<PlayerView> {
        let view = |player: &Player| PlayerView {
            id: player.id,
            name: player.name.clone(),
            guest: true,
        };
        self.0.as_ref().map(view)
    }
}

impl<S: Sync> FromRequestParts<S> for CurrentUser {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<CurrentUser, Infallible> {
        Ok(parts.extensions.get().cloned().unwrap_or(CurrentUser(None)))
    }
}

/// Finds out who sends the request, once, for all that follows; and lets the cookie live on.
pub async fn remember(State(app): State<App>, jar: CookieJar, mut request: Request, next: Next) -> Response {
    let token = jar
        .get(COOKIE)
        .and_then(|cookie| cookie.value().parse::<SessionToken>().ok());
    let player = match &token {
        Some(token) => app
            .store
            .session(token.hash(), now_ms())
            .await
            .map(|session| session.map(|session| session.player))
            .unwrap_or_else(|error| {
                warn!(%error, "a session could not be read");
                None
            }),
        None => None,
    };
    let known = player.is_some();
    request.extensions_mut().insert(CurrentUser(player));
    let mut response = next.run(request).await;
    if let (Some(token), true) = (token, known) {
        set_cookie(response.headers_mut(), &app, &token);
    }
    response
}

/// Makes a guest with this name, and the cookie that says so; or gives the one who asks another name.
pub async fn name_guest(
    app: &App,
    user: &CurrentUser,
    name: &PlayerName,
) -> Result<(Player, Option<SessionToken>), StoreError> {
    let now = now_ms();
    if let Some(player) = &user.0 {
        if player.name != name.as_str() {
            app.store.rename(player.id, name.as_str()).await?;
        }
        return Ok((
            Player {
                name: name.to_string(),
                ..player.clone()
            },
            None,
        ));
    }
    let (id, token) = (PlayerId::fresh(), SessionToken::fresh());
    app.store
        .create_guest(id, name.as_str(), token.hash(), now, now + SESSION_LIFE_MS)
        .await?;
    Ok((
        Player {
            id,
            name: name.to_string(),
            created_at: now,
        },
        Some(token),
    ))
}

/// Puts the session's cookie into a response: 400 days from now.
pub fn set_cookie(headers: &mut HeaderMap, app: &App, token: &SessionToken) {
    if headers.contains_key(header::SET_COOKIE) {
        return;
    }
    let cookie = Cookie::build((COOKIE, token.cookie_text()))
        .path("/")
        .http_only(true)
        .same_site(SameSite::Lax)
        .secure(app.is_https())
        .max_age(::time::Duration::milliseconds(SESSION_LIFE_MS));
    let mut value = HeaderValue::from_str(&cookie.build().to_string()).expect("cookie");
    value.set_sensitive(true);
    headers.append(header::SET_COOKIE, value);
}
