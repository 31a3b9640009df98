//! The page for errors.

use axum::http::StatusCode;
use axum::response::Response;

use super::{Frame, html};
use crate::auth::CurrentUser;
use crate::error::Problem;

/// An error, with a link home.
#[derive(Clone, Debug, askama::Template)]
#[template(path = "error.html")]
pub(super) struct ErrorPage {
    /// What all pages have in common.
    pub frame: Frame,
    /// A few words: "Nothing here".
    pub title: String,
    /// What happened and what can be done, for people.
    pub sentence: String,
}

/// Turns the errors of addresses that people open into pages that say what went wrong, and lead home.
pub async fn as_page(response: Response) -> Response {
    match response.extensions().get::<Problem>() {
        Some(problem) => page(
            &CurrentUser::of_response(&response),
            response.status(),
            &problem.sentence,
        ),
        None => response,
    }
}

fn page(user: &CurrentUser, status: StatusCode, sentence: &str) -> Response {
    let title = match status {
        StatusCode::NOT_FOUND => "Nothing here",
        StatusCode::UNPROCESSABLE_ENTITY | StatusCode::METHOD_NOT_ALLOWED => "That did not work",
        StatusCode::TOO_MANY_REQUESTS => "Just a moment",
        _ => "Something went wrong",
    };
    let page = ErrorPage {
        frame: Frame::of(user),
        title: title.to_owned(),
        sentence: sentence.to_owned(),
    };
    html(&page, status)
}
