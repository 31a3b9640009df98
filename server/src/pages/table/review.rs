//! The review of a game that is over: `GET /g/{code}/review` if it was made, and `POST` to have it made.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};

use crate::analysis::progress_lines;
use crate::app::App;
use crate::error::PageError;
use crate::http::address::ClientAddress;
use crate::http::at_table::AtTable;
use crate::http::lines;

/// The review; nothing (204) if it was not made.
pub async fn show(State(app): State<App>, AtTable(row): AtTable) -> Result<Response, PageError> {
    Ok(match app.reviews.find(row.id).await? {
        Some(review) => Json(review).into_response(),
        None => StatusCode::NO_CONTENT.into_response(),
    })
}

/// Has it made, and streams its progress: a [`ReviewProgress`](crate::protocol::ReviewProgress) on each line, until it is ready or failed. Closing the
/// connection stops waiting for it.
pub async fn make(
    State(app): State<App>,
    AtTable(row): AtTable,
    from: ClientAddress,
) -> Result<Response, PageError> {
    let progress = app.reviews.follow(row.id, || app.limits.review(from)).await?;
    Ok(lines::answer(progress_lines(progress)))
}
