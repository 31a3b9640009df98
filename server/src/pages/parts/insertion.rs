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
///
/// # Errors
/// What has no main part is returned as it was.
pub(super) async fn before_main(notice: &str, page: Response) -> Result<Response, Response> {
    let (mut head, body) = page.into_parts();
    let Some(page) = text(body).await else {
        return Err(PageError::panicked().into_response());
    };
    if !page.contains(MAIN) {
        return Err(Response::from_parts(head, Body::from(page)));
    }
    let page = page.replacen(MAIN, &format!("{notice}\n{MAIN}"), 1);
    head.headers.remove(header::CONTENT_LENGTH);
    // The edited page must not be cached as the original.
    head.headers.remove(header::ETAG);
    Ok(Response::from_parts(head, Body::from(page)))
}

async fn text(body: Body) -> Option<String> {
    String::from_utf8(to_bytes(body, MAX_BYTES).await.ok()?.into()).ok()
}
