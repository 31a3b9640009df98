//! What the pages to sign in and to sign up have in common: the browser that asks, and where it goes afterwards.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Redirect, Response};
use url::Url;

use crate::address::ClientAddress;
use crate::app::App;
use crate::auth::{Browser, CurrentSession, agent};
use crate::error::PageError;
use crate::ids::SessionToken;

/// The longest address that is gone back to, in bytes.
const LONGEST_NEXT: usize = 200;

impl FromRequestParts<App> for Browser {
    type Rejection = PageError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Browser, PageError> {
        let from = ClientAddress::from_request_parts(parts, app).await;
        let Ok(CurrentSession(session)) = CurrentSession::from_request_parts(parts, app).await;
        Ok(Browser {
            from: from.map_err(|_| PageError::Slow)?,
            agent: agent(&parts.headers),
            session: session.map(|session| session.id),
        })
    }
}

/// The page of this server that led here, to go back to; empty if it is not known.
pub(super) fn came_from(headers: &HeaderMap) -> String {
    let referer = headers
        .get(header::REFERER)
        .and_then(|referer| referer.to_str().ok());
    let path = referer
        .and_then(|referer| referer.parse::<Url>().ok())
        .map(|url| url.path().to_owned());
    // Browsers send this header to pages of the same server only, and only the path is used.
    path.filter(|path| is_page(path)).unwrap_or_default()
}

/// Whether somebody can be led to an address of this server after signing in.
fn is_page(path: &str) -> bool {
    let leaves = path.starts_with("//") || path.contains(['\\', '\r', '\n']);
    let is_entry = ["/sign-in", "/sign-up", "/session"]
        .iter()
        .any(|entry| path.starts_with(entry));
    path.starts_with('/') && path.len() <= LONGEST_NEXT && path.is_ascii() && !leaves && !is_entry
}

/// Leads a browser on, with the cookie of its new session.
pub(super) fn welcome(app: &App, next: &str, token: &SessionToken) -> Response {
    let next = if is_page(next) { next } else { "/" };
    with_session(app, Redirect::to(next).into_response(), token)
}

/// An answer with the cookie of a new session.
pub(super) fn with_session(app: &App, mut response: Response, token: &SessionToken) -> Response {
    app.sessions.set_cookie(response.headers_mut(), token);
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_is_led_to_another_site() {
        for page in ["/", "/g/0123456789ab", "/rules/bushka", "/my"] {
            assert!(is_page(page), "{page}");
        }
        for other in [
            "",
            "//evil.example",
            "https://evil.example/",
            "/\\evil.example",
            "/a\r\nset-cookie: x",
            "/sign-in",
            "/session/end",
            "/é",
            "javascript:alert(1)",
        ] {
            assert!(!is_page(other), "{other:?}");
        }
        assert!(!is_page(&format!("/{}", "a".repeat(LONGEST_NEXT))));
    }
}
