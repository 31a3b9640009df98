//! A problem: what is said of an error, and the forms in which scripts and programs read it.

use axum::Json;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;

use crate::model::refusal::RefusalCode as Code;
use crate::protocol::ProblemView;

/// An error, as scripts read it. It is in the extensions of its response until it is known whether a page or a script
/// asked.
#[derive(Clone, Debug, Serialize)]
pub struct Problem {
    pub code: Code,
    pub sentence: String,
}

/// Turns the errors of addresses that scripts use into JSON.
pub async fn as_json(response: Response) -> Response {
    in_form(response, |_, problem| Json(problem).into_response())
}

/// Turns the errors of the API into those of RFC 9457.
pub async fn as_problem(response: Response) -> Response {
    in_form(response, |status, Problem { code, sentence }| {
        let problem = ProblemView {
            kind: "about:blank",
            title: status.canonical_reason().unwrap_or_default(),
            status: status.as_u16(),
            detail: sentence,
            code,
        };
        let mime = [(header::CONTENT_TYPE, "application/problem+json")];
        (mime, Json(problem)).into_response()
    })
}

/// The same answer, with its error, if it is one, in another form.
pub fn in_form(mut response: Response, write: impl FnOnce(StatusCode, Problem) -> Response) -> Response {
    let Some(problem) = response.extensions_mut().remove::<Problem>() else {
        return response;
    };
    let (mut parts, _) = response.into_parts();
    let (written, body) = write(parts.status, problem).into_parts();
    // The error may have been compressed already.
    parts.headers.remove(header::CONTENT_ENCODING);
    for about in [header::CONTENT_TYPE, header::CONTENT_LENGTH] {
        parts.headers.remove(&about);
        if let Some(value) = written.headers.get(&about) {
            parts.headers.insert(about, value.clone());
        }
    }
    Response::from_parts(parts, body)
}
