//! `GET /apple-touch-icon.png`: the icon in pixels, for the home screens of phones.

use std::sync::LazyLock;

use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};

use crate::picture::icon;

/// Drawn once.
static ICON: LazyLock<Option<Vec<u8>>> = LazyLock::new(|| {
    icon()
        .inspect_err(|error| tracing::error!(%error, "the icon cannot be drawn"))
        .ok()
});

pub async fn show() -> Response {
    let headers = [
        (header::CONTENT_TYPE, "image/png"),
        (header::CACHE_CONTROL, "public, max-age=86400"),
    ];
    match ICON.as_deref() {
        Some(png) => (headers, png).into_response(),
        None => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}
