//! One sentence on the next page that says what was done on the one before.

use axum::extract::Request;
use axum::http::{HeaderMap, HeaderValue, Method, header};
use axum::middleware::Next;
use axum::response::Response;
use axum_extra::extract::CookieJar;

use super::insertion::before_main;

/// What was done when a form leads on to another page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::pages) enum Done {
    SignedUp,
    SignedOut,
    Deleted,
    PreferencesSaved,
    NoticesSaved,
    AddressAsked,
    AddressRemoved,
    PasswordChosen,
    NoteSaved,
    HolidayTaken,
    HolidayEnded,
}

const COOKIE: &str = "thicket-done";
const ALL: [Done; 11] = [
    Done::SignedUp,
    Done::SignedOut,
    Done::Deleted,
    Done::PreferencesSaved,
    Done::NoticesSaved,
    Done::AddressAsked,
    Done::AddressRemoved,
    Done::PasswordChosen,
    Done::NoteSaved,
    Done::HolidayTaken,
    Done::HolidayEnded,
];

impl Done {
    fn value(self) -> &'static str {
        match self {
            Done::SignedUp => "signed-up",
            Done::SignedOut => "signed-out",
            Done::Deleted => "deleted",
            Done::PreferencesSaved => "preferences-saved",
            Done::NoticesSaved => "notices-saved",
            Done::AddressAsked => "address-asked",
            Done::AddressRemoved => "address-removed",
            Done::PasswordChosen => "password-chosen",
            Done::NoteSaved => "note-saved",
            Done::HolidayTaken => "holiday-taken",
            Done::HolidayEnded => "holiday-ended",
        }
    }

    fn sentence(self) -> &'static str {
        match self {
            Done::SignedUp => {
                "You now have an account. Sign in with it in any browser to find your tables and games."
            }
            Done::SignedOut => "You are signed out.",
            Done::Deleted => {
                "Everything about you has been deleted. Games that you finished stay in the records, without your name."
            }
            Done::PreferencesSaved => "Your preferences are saved.",
            Done::NoticesSaved => "What you are told, and when, is saved.",
            Done::AddressAsked => "A mail is on its way. Open the link in it to confirm your address.",
            Done::AddressRemoved => "Your address is deleted.",
            Done::PasswordChosen => "Your new password is saved. Sign in with it.",
            Done::NoteSaved => "Your note is saved.",
            Done::HolidayTaken => "Your holiday is noted.",
            Done::HolidayEnded => "Your clocks run again.",
        }
    }

    /// Has the page that the browser opens next say it.
    pub(in crate::pages) fn announce(self, headers: &mut HeaderMap) {
        set(headers, self.value(), 60);
    }
}

/// Has a page say what was done on the one before, once.
pub async fn say_done(jar: CookieJar, mut request: Request, next: Next) -> Response {
    let value = jar.get(COOKIE).map(|cookie| cookie.value().to_owned());
    let done = ALL
        .into_iter()
        .find(|done| Some(done.value()) == value.as_deref());
    let Some(done) = done.filter(|_| request.method() == Method::GET) else {
        return next.run(request).await;
    };
    // Compressed pages cannot be edited.
    request.headers_mut().remove(header::ACCEPT_ENCODING);
    let response = next.run(request).await;
    let kind = response.headers().get(header::CONTENT_TYPE);
    if !kind.is_some_and(|kind| kind.as_bytes().starts_with(b"text/html")) {
        return response;
    }
    let notice = format!(
        "<p class=\"notice above\" role=\"status\">{}</p>",
        done.sentence()
    );
    // Another tab may ask for a part of a page meanwhile: the sentence waits for a whole one.
    match before_main(&notice, response).await {
        Ok(mut page) => {
            set(page.headers_mut(), "", 0);
            page
        }
        Err(part) => part,
    }
}

fn set(headers: &mut HeaderMap, value: &str, seconds: u32) {
    let cookie = format!("{COOKIE}={value}; Path=/; Max-Age={seconds}; HttpOnly; SameSite=Lax");
    headers.append(
        header::SET_COOKIE,
        HeaderValue::from_str(&cookie).expect("cookie"),
    );
}
