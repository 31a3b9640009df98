//! The cookies of browsers. Each has a secret of 256 bits, of which only the hash is stored.

use axum::http::HeaderValue;
use axum_extra::extract::CookieJar;
use axum_extra::extract::cookie::{Cookie, SameSite};

use crate::ids::SessionToken;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Secret {
    Session,
    /// Recognises a browser that was asked for a passkey.
    Passkey,
    /// Recognises a browser where somebody has signed in, after the session is over.
    Browser,
    /// Allows to choose a password in place of one that is good once.
    Choice,
}

impl Secret {
    /// The name of the cookie. Browsers accept the `__Host-` prefix only from this very host, by https.
    pub(super) fn name(self, https: bool) -> &'static str {
        match (self, https) {
            (Secret::Session, true) => "__Host-thicket",
            (Secret::Session, false) => "thicket",
            (Secret::Passkey, true) => "__Host-thicket-passkey",
            (Secret::Passkey, false) => "thicket-passkey",
            (Secret::Browser, true) => "__Host-thicket-browser",
            (Secret::Browser, false) => "thicket-browser",
            (Secret::Choice, true) => "__Host-thicket-choice",
            (Secret::Choice, false) => "thicket-choice",
        }
    }

    pub(super) fn sent(self, jar: &CookieJar, https: bool) -> Option<SessionToken> {
        jar.get(self.name(https))?.value().parse().ok()
    }

    /// `life` is in milliseconds.
    pub(super) fn cookie(self, secret: &SessionToken, https: bool, life: i64) -> HeaderValue {
        self.written(&secret.cookie_text(), https, time::Duration::milliseconds(life))
    }

    pub(super) fn forgotten(self, https: bool) -> HeaderValue {
        self.written("", https, time::Duration::ZERO)
    }

    fn written(self, text: &str, https: bool, life: time::Duration) -> HeaderValue {
        // This is enough for staying signed in after following a link from another site.
        let same_site = match self {
            Secret::Session => SameSite::Lax,
            _ => SameSite::Strict,
        };
        let cookie = Cookie::build((self.name(https), text))
            .path("/")
            .http_only(true)
            .same_site(same_site)
            .secure(https)
            .max_age(life)
            .build();
        let mut value = HeaderValue::from_str(&cookie.to_string()).expect("cookie");
        value.set_sensitive(true);
        value
    }
}
