//! What the pages to sign in and to sign up have in common: the browser that asks, and where it goes afterwards.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Redirect, Response};
use axum_extra::extract::CookieJar;
use url::{Position, Url};

use crate::app::App;
use crate::auth::{Browser, CurrentSession, Entered, agent};
use crate::error::PageError;
use crate::http::address::ClientAddress;

/// The longest address that is gone back to, in bytes.
const MAX_NEXT_BYTES: usize = 200;

impl FromRequestParts<App> for Browser {
    type Rejection = PageError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Browser, PageError> {
        let from = ClientAddress::from_request_parts(parts, app).await;
        let Ok(CurrentSession(session)) = CurrentSession::from_request_parts(parts, app).await;
        Ok(Browser {
            from: from.map_err(|status| PageError::slow(status.to_string()))?,
            agent: agent(&parts.headers),
            session: session.map(|session| session.id),
            secret: app.sessions.browser(&CookieJar::from_headers(&parts.headers)),
        })
    }
}

/// The page of this server that led here, to go back to; empty if it is not known.
pub(in crate::pages) fn came_from(headers: &HeaderMap) -> String {
    let referer = headers
        .get(header::REFERER)
        .and_then(|referer| referer.to_str().ok());
    let path = referer
        .and_then(|referer| referer.parse::<Url>().ok())
        .map(|url| url[Position::BeforePath..Position::AfterQuery].to_owned());
    // Browsers send this header to pages of the same server only, and the host is not used.
    path.and_then(|path| page(&path)).unwrap_or_default()
}

/// The page of this server that an address means, in the way of a browser: somebody can be led there after signing in.
pub(in crate::pages) fn page(next: &str) -> Option<String> {
    // A browser leaves out tabs and line breaks, and takes a backslash for a slash.
    let is_plain =
        next.len() <= MAX_NEXT_BYTES && next.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'\\');
    if !is_plain || !next.starts_with('/') {
        return None;
    }
    // Where the site is does not matter here, only whether the address leads away from it.
    let site: Url = "https://thicket.invalid".parse().expect("address");
    let url = site.join(next).ok().filter(|url| url.origin() == site.origin())?;
    let is_entry = ["/sign-in", "/sign-up", "/session"]
        .iter()
        .any(|entry| url.path().starts_with(entry));
    let page = &url[Position::BeforePath..];
    (!is_entry && !page.starts_with("//")).then(|| page.to_owned())
}

/// Leads a browser on, with the cookies of somebody who has signed in.
pub(in crate::pages) fn welcome(app: &App, next: &str, cookies: &Entered) -> Response {
    let next = page(next).unwrap_or_else(|| "/".to_owned());
    with_session(app, Redirect::to(&next).into_response(), cookies)
}

/// An answer with the cookies of somebody who has signed in.
pub(in crate::pages) fn with_session(app: &App, mut response: Response, cookies: &Entered) -> Response {
    app.sessions.set_cookies(response.headers_mut(), cookies);
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_is_led_to_another_site() {
        for fine in [
            "/",
            "/g/0123456789ab",
            "/rules/bushka",
            "/my",
            "/records?player=Ann&rated=yes#top",
            "/a//b",
        ] {
            assert_eq!(page(fine).as_deref(), Some(fine));
        }
        assert_eq!(page("/rules/../my").as_deref(), Some("/my"));
        for other in [
            "",
            "//evil.example",
            "https://evil.example/",
            "/\\evil.example",
            "/a\r\nset-cookie: x",
            "/\t/evil.example",
            "/\n/evil.example",
            "/a\tb",
            "/a\0b",
            "/a\u{7f}b",
            "/a b",
            "/\\/evil.example",
            "/.//evil.example",
            "/a/..//evil.example",
            "/%2e//evil.example",
            "https:/evil.example",
            "http:evil.example",
            "evil.example",
            "?next",
            "/sign-in",
            "/rules/../session/end",
            "/%2e/sign-in",
            "/session/end",
            "/é",
            "javascript:alert(1)",
        ] {
            assert_eq!(page(other), None, "{other:?}");
        }
        assert_eq!(page(&format!("/{}", "a".repeat(MAX_NEXT_BYTES))), None);
    }
}
