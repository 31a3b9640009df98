//! The page for errors.

use axum::extract::Request;
use axum::http::{StatusCode, header};
use axum::middleware::Next;
use axum::response::Response;

use crate::auth::CurrentUser;
use crate::error::{Problem, as_json};
use crate::pages::{PageContext, html};

#[derive(Clone, Debug, askama::Template)]
#[template(path = "error.html")]
pub(in crate::pages) struct ErrorPage {
    pub context: PageContext,
    pub title: String,
    pub sentence: String,
}

/// Turns the errors of addresses that people open into pages that say what went wrong, and lead home. Whoever sends JSON, or
/// is answered in JSON already, is a script.
pub async fn as_page(request: Request, next: Next) -> Response {
    let sent = request.headers().get(header::CONTENT_TYPE);
    let by_script = sent.is_some_and(|sent| sent.as_bytes().starts_with(b"application/json"));
    let response = next.run(request).await;
    if by_script {
        return as_json(response).await;
    }
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
    };
    html(&page, status)
}
