//! Inserting a notice into a page that was made without it.

use axum::body::{Body, to_bytes};
use axum::http::header;
use axum::response::{IntoResponse, Response};

use crate::error::PageError;

/// Pages are far smaller.
const MAX_BYTES: usize = 16 << 20;
/// What the notice stands before.
const MAIN: &str = "<main ";

/// The page with a notice before its main part. The page must not be compressed.
pub(super) async fn before_main(notice: &str, page: Response) -> Response {
    insert(notice, page)
        .await
        .unwrap_or_else(|| PageError::panicked().into_response())
}

async fn insert(notice: &str, response: Response) -> Option<Response> {
    let (mut head, body) = response.into_parts();
    let page = String::from_utf8(to_bytes(body, MAX_BYTES).await.ok()?.into()).ok()?;
    let page = page.replacen(MAIN, &format!("{notice}\n{MAIN}"), 1);
    head.headers.remove(header::CONTENT_LENGTH);
    // The edited page must not be cached as the original.
    head.headers.remove(header::ETAG);
    Some(Response::from_parts(head, Body::from(page)))
}
