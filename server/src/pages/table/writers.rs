//! `GET /g/{code}/writers`: which watchers write in the chat, for the host.

use axum::Json;
use axum::extract::State;

use crate::app::App;
use crate::auth::CurrentUser;
use crate::error::PageError;
use crate::http::at_table::AtTable;
use crate::protocol::PlayerView;

/// Their names, without their lines.
pub async fn list(
    State(app): State<App>,
    AtTable(row): AtTable,
    user: CurrentUser,
) -> Result<Json<Vec<PlayerView>>, PageError> {
    Ok(Json(app.tables.watching_writers(&row, user.id()).await?))
}
