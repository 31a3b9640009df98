//! A refusal as scripts read it.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Serialize;

use crate::protocol::RefusalCode;

#[derive(Serialize)]
struct Refused<'a> {
    code: RefusalCode,
    sentence: &'a str,
}

/// Why a script's request was not followed.
pub(super) fn refused(status: StatusCode, code: RefusalCode, sentence: &str) -> Response {
    (status, Json(Refused { code, sentence })).into_response()
}
