//! The page for errors.

use axum::extract::Request;
use axum::http::{Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::Response;
use axum_extra::extract::CookieJar;

use crate::auth::{CurrentUser, preferences_sent};
use crate::error::{as_json, in_form};
use crate::pages::parts::entry::came_from;
use crate::pages::{PageContext, html};

#[derive(Clone, Debug, askama::Template)]
#[template(path = "error.html")]
pub(in crate::pages) struct ErrorPage {
    pub context: PageContext,
    pub title: String,
    pub sentence: String,
    /// The page that led here, unless it is the home page, which the page leads to anyway.
    pub back: Option<String>,
}

/// Turns the errors of addresses that people open into pages that say what went wrong, and lead home. Whoever sends JSON, or
/// is answered in JSON already, is a script.
pub async fn as_page(request: Request, next: Next) -> Response {
    let sent = request.headers().get(header::CONTENT_TYPE);
    let by_script = sent.is_some_and(|sent| sent.as_bytes().starts_with(b"application/json"));
    let from = came_from(request.headers());
    let is_elsewhere = from != request.uri().path() || request.method() == Method::POST;
    let back = Some(from).filter(|page| is_elsewhere && page.len() > 1);
    let preferences = preferences_sent(&CookieJar::from_headers(request.headers()));
    let response = next.run(request).await;
    if by_script {
        return as_json(response).await;
    }
    let user = CurrentUser::of_response(&response).unwrap_or(CurrentUser {
        preferences,
        ..CurrentUser::default()
    });
    in_form(response, |status, problem| {
        page(&user, status, &problem.sentence, back)
    })
}

fn page(user: &CurrentUser, status: StatusCode, sentence: &str, back: Option<String>) -> Response {
    let title = match status {
        StatusCode::NOT_FOUND => "Nothing here",
        StatusCode::UNPROCESSABLE_ENTITY | StatusCode::METHOD_NOT_ALLOWED | StatusCode::FORBIDDEN => {
            "That did not work"
        }
        StatusCode::TOO_MANY_REQUESTS => "Just a moment",
        _ => "Something went wrong",
    };
    let page = ErrorPage {
        context: PageContext::of(user),
        title: title.to_owned(),
        sentence: sentence.to_owned(),
        back,
    };
    html(&page, status)
}
