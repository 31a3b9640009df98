//! Reviews of games that are over.

use axum::Json;
use axum::extract::State;
use axum::response::Response;

use crate::analysis::progress_lines;
use crate::app::App;
use crate::error::PageError;
use crate::http::address::ClientAddress;
use crate::http::at_table::AtTable;
use crate::http::lines;
use crate::protocol::{ReviewProgress, ReviewView};

/// The review of a game
///
/// What the search thinks of each position: chances, better turns, and the turns that cost most.
#[utoipa::path(
    get,
    path = "/records/{code}/review",
    tag = "records",
    params(("code" = crate::ids::TableCode, Path, description = "The code of the table.")),
    responses(
        (status = 200, description = "The review.", body = ReviewView),
        (status = 404, description = "There is no table with this code, or no review of its game was made."),
        (status = 409, description = "The game is not over."),
    )
)]
pub(super) async fn review(
    State(app): State<App>,
    AtTable(row): AtTable,
) -> Result<Json<ReviewView>, PageError> {
    let review = app.reviews.find(row.id).await?;
    let none =
        || PageError::missing("No review of this game was made yet. It is made by a POST to this address.");
    review.map(Json).ok_or_else(none)
}

/// Has the review of a game made
///
/// Lines of JSON say how far it has come; after `t: "ready"` it can be read. Closing the connection stops waiting for it.
#[utoipa::path(
    post,
    path = "/records/{code}/review",
    tag = "records",
    params(("code" = crate::ids::TableCode, Path, description = "The code of the table.")),
    responses(
        (status = 200, description = "The progress, one step a line.", body = ReviewProgress, content_type = "application/x-ndjson"),
        (status = 404, description = "There is no table with this code."),
        (status = 409, description = "The game is not over."),
    )
)]
pub(super) async fn make_review(
    State(app): State<App>,
    AtTable(row): AtTable,
    from: ClientAddress,
) -> Result<Response, PageError> {
    let progress = app.reviews.follow(row.id, || app.limits.review(from)).await?;
    Ok(lines::answer(progress_lines(progress)))
}
