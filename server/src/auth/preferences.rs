//! The cookie with what was chosen in a browser, so that pages come as they are wanted, also without scripts.
//!
//! What a member has chosen is in their account, and counts wherever they are signed in. The cookie has what was chosen last in
//! this browser: for guests, and for pages that do not ask who somebody is.

use axum::http::{HeaderMap, HeaderValue, header};
use axum_extra::extract::CookieJar;
use axum_extra::extract::cookie::{Cookie, SameSite};

use crate::model::player::preferences::Preferences;

const COOKIE: &str = "thicket-preferences";
/// Browsers keep no cookie for longer.
const LIFE: time::Duration = time::Duration::days(400);

/// What was chosen in the browser of a request.
pub fn preferences_sent(jar: &CookieJar) -> Preferences {
    let sent = jar.get(COOKIE).map(Cookie::value);
    Preferences::stored(sent.unwrap_or_default())
}

pub(super) fn set_preferences(headers: &mut HeaderMap, chosen: Preferences, https: bool) {
    let cookie = Cookie::build((COOKIE, chosen.to_string()))
        .path("/")
        .http_only(true)
        .same_site(SameSite::Lax)
        .secure(https)
        .max_age(LIFE)
        .build();
    let value = HeaderValue::from_str(&cookie.to_string()).expect("cookie");
    headers.append(header::SET_COOKIE, value);
}
