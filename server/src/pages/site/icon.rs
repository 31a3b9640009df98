//! The icon of the site in pixels: on home screens, beside notices, and for phones that ask for it by themselves.

use std::collections::HashMap;
use std::sync::LazyLock;

use axum::extract::Path;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};

use crate::picture::icon;

/// The icons by their names in addresses: the drawing, and the side in pixels.
const ICONS: [(&str, &str, u32); 5] = [
    (TOUCH, "icon.svg", 180),
    ("192.png", "icon.svg", 192),
    ("512.png", "icon.svg", 512),
    // Home screens cut it into a shape of their own.
    ("maskable.png", "icon-maskable.svg", 512),
    // White on nothing: phones show it in one colour.
    ("badge.png", "badge.svg", 96),
];
const TOUCH: &str = "apple-touch-icon.png";

/// Drawn once.
static DRAWN: LazyLock<HashMap<&str, Vec<u8>>> = LazyLock::new(|| {
    let drawn = ICONS.iter().filter_map(|&(name, drawing, side)| {
        let png =
            icon(drawing, side).inspect_err(|error| tracing::error!(%error, name, "an icon cannot be drawn"));
        Some((name, png.ok()?))
    });
    drawn.collect()
});

/// `GET /apple-touch-icon.png`
pub async fn touch() -> Result<Response, StatusCode> {
    show(Path(TOUCH.to_owned())).await
}

/// `GET /icons/{name}`
pub async fn show(Path(name): Path<String>) -> Result<Response, StatusCode> {
    let png = DRAWN.get(name.as_str()).ok_or(StatusCode::NOT_FOUND)?;
    let headers = [
        (header::CONTENT_TYPE, "image/png"),
        (header::CACHE_CONTROL, "public, max-age=86400"),
    ];
    Ok((headers, png.as_slice()).into_response())
}
