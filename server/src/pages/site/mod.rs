//! What a site says of itself: about it, what is stored of its visitors, and what search engines may read.

pub mod api;
pub mod data;
pub mod icon;
pub mod worker;

use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};

use super::{PageContext, html};
use crate::app::App;
use crate::auth::CurrentUser;

/// What may be indexed: games are found by their links, and what depends on the reader is nobody else's.
const ROBOTS: &str = "User-agent: *\n\
    Disallow: /g/\nDisallow: /embed/\nDisallow: /lists/\nDisallow: /my\nDisallow: /session\nDisallow: /sign-\nDisallow: /mail/\n\
    Disallow: /records?\nDisallow: /records.ndjson\nDisallow: /api/\nDisallow: /players?\n";

/// What this site is, and who runs it.
#[derive(Clone, Debug, askama::Template)]
#[template(path = "about.html")]
struct AboutPage {
    context: PageContext,
    /// Where the operator can be reached: a link.
    contact: Option<String>,
}

/// What is stored of visitors, and for how long.
#[derive(Clone, Debug, askama::Template)]
#[template(path = "privacy.html")]
struct PrivacyPage {
    context: PageContext,
    contact: Option<String>,
}

/// What browsers show in the place of a page that cannot be reached.
#[derive(Clone, Debug, askama::Template)]
#[template(path = "offline.html")]
struct OfflinePage {
    context: PageContext,
}

/// `GET /about`
pub async fn about(State(app): State<App>, user: CurrentUser) -> Response {
    let page = AboutPage {
        context: PageContext::of(&user),
        contact: app.config.contact.as_ref().map(ToString::to_string),
    };
    html(&page, StatusCode::OK)
}

/// `GET /privacy`
pub async fn privacy(State(app): State<App>, user: CurrentUser) -> Response {
    let page = PrivacyPage {
        context: PageContext::of(&user),
        contact: app.config.contact.as_ref().map(ToString::to_string),
    };
    html(&page, StatusCode::OK)
}

/// `GET /offline`
pub async fn offline(user: CurrentUser) -> Response {
    let page = OfflinePage {
        context: PageContext::of(&user),
    };
    html(&page, StatusCode::OK)
}

/// `GET /robots.txt`
pub async fn robots() -> Response {
    ([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], ROBOTS).into_response()
}
