//! The picture of a finished game's last position.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};

use super::tutorial_pages::has_already;
use crate::app::App;
use crate::at_table::AtTable;
use crate::error::PageError;

/// Nothing may be loaded or run: the picture has its own styles and nothing else.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'";

/// `GET /g/{code}/board.svg`: the board at the end of the game.
pub async fn show(
    State(app): State<App>,
    AtTable(table): AtTable,
    headers: HeaderMap,
) -> Result<Response, PageError> {
    let picture = app.records.picture(table.id).await?.ok_or(PageError::NotFound)?;
    let about = [
        (header::ETAG, picture.tag.clone()),
        // A later version may draw it differently.
        (header::CACHE_CONTROL, "private, max-age=86400".to_owned()),
        (header::CONTENT_SECURITY_POLICY, POLICY.to_owned()),
    ];
    if has_already(&headers, &picture.tag) {
        return Ok((StatusCode::NOT_MODIFIED, about).into_response());
    }
    let kind = [(header::CONTENT_TYPE, "image/svg+xml")];
    Ok((about, kind, picture.svg.clone()).into_response())
}
