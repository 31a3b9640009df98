//! The cookies of those who sign in, or are about to.

use axum::http::{HeaderMap, HeaderValue, header};
use axum_extra::extract::CookieJar;

use super::{CHOICE_MS, Entered, LIFE_MS, Sessions};
use crate::auth::cookies::Secret;
use crate::ids::SessionToken;
use crate::store::KNOWN_MS;

impl Sessions {
    pub fn set_cookie(&self, headers: &mut HeaderMap, token: &SessionToken) {
        if headers.contains_key(header::SET_COOKIE) {
            return;
        }
        headers.append(
            header::SET_COOKIE,
            Secret::Session.cookie(token, self.https, LIFE_MS),
        );
    }

    pub fn set_cookies(&self, headers: &mut HeaderMap, entered: &Entered) {
        let browser = Secret::Browser.cookie(&entered.browser, self.https, KNOWN_MS);
        self.set_cookie(headers, &entered.session);
        headers.append(header::SET_COOKIE, browser);
    }

    pub fn browser(&self, jar: &CookieJar) -> SessionToken {
        let sent = Secret::Browser.sent(jar, self.https);
        sent.unwrap_or_else(SessionToken::fresh)
    }

    /// Identifies a browser that was asked for a passkey.
    pub(in crate::auth) fn ticket(&self, jar: &CookieJar) -> Option<SessionToken> {
        Secret::Passkey.sent(jar, self.https)
    }

    pub(in crate::auth) fn ticket_cookie(&self, ticket: &SessionToken, life: i64) -> HeaderValue {
        Secret::Passkey.cookie(ticket, self.https, life)
    }

    /// The secret by which a browser may choose a password, if it has one.
    pub fn choice(&self, jar: &CookieJar) -> Option<SessionToken> {
        Secret::Choice.sent(jar, self.https)
    }

    pub fn set_choice(&self, headers: &mut HeaderMap, choice: &SessionToken) {
        headers.append(
            header::SET_COOKIE,
            Secret::Choice.cookie(choice, self.https, CHOICE_MS),
        );
    }

    pub fn clear_choice(&self, headers: &mut HeaderMap) {
        headers.append(header::SET_COOKIE, Secret::Choice.forgotten(self.https));
    }
}
