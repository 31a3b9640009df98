//! The page that says why there is no page.

use axum::http::StatusCode;
use axum::response::Response;

use super::{Frame, assets, html};

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

/// A page that says what went wrong, and leads home.
pub fn error_page(status: StatusCode, sentence: &str) -> Response {
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
