//! The page that says why there is no page.

use axum::http::StatusCode;
use axum::response::Response;

use super::{Frame, assets, html};
use crate::error::Problem;

/// A sentence and a way home.
#[derive(Clone, Debug, askama::Template)]
#[template(path = "error.html")]
pub(super) struct ErrorPage {
    /// What every page has.
    pub frame: Frame,
    /// A few words: "There is no such table".
    pub title: String,
    /// What happened and what can be done, for people.
    pub sentence: String,
}

/// Turns the errors of addresses that people open into pages that say what went wrong, and lead home.
pub async fn as_page(response: Response) -> Response {
    match response.extensions().get::<Problem>() {
        Some(problem) => page(response.status(), &problem.sentence),
        None => response,
    }
}

fn page(status: StatusCode, sentence: &str) -> Response {
    let title = match status {
        StatusCode::NOT_FOUND => "Nothing here",
        StatusCode::UNPROCESSABLE_ENTITY | StatusCode::METHOD_NOT_ALLOWED => "That did not work",
        _ => "Something went wrong",
    };
    let frame = Frame {
        assets: assets::ROOT.clone(),
        you: None,
    };
    let page = ErrorPage {
        frame,
        title: title.to_owned(),
        sentence: sentence.to_owned(),
    };
    html(&page, status)
}
