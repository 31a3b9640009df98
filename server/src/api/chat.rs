//! The chat of a table.

use axum::Json;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use serde::Deserialize;
use utoipa::IntoParams;

use crate::app::App;
use crate::auth::CurrentUser;
use crate::error::PageError;
use crate::http::at_table::AtTable;
use crate::model::player::scopes::Scope;
use crate::protocol::ChatView;

/// Where a chat is read from.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct After {
    /// `n` of the chat as it was read before: only later lines are sent.
    #[serde(default)]
    #[param(value_type = Option<u64>)]
    after: u64,
}

/// The chat of a table
///
/// Before and after the game everybody reads all lines. During the game those who play read what players write, and all others what
/// those write who watch, or only their own lines where the table withholds these until the end. So a token that is sent needs the scope
/// `read`. To go on from what was read, send `n` as `after`; where `reads` is another one than before, read all anew. The latest 500 lines
/// are kept, and nothing thirty days after the game.
#[utoipa::path(
    get,
    path = "/tables/{code}/chat",
    tag = "tables",
    params(("code" = crate::ids::TableCode, Path, description = "The code of the table."), After),
    responses(
        (status = 200, description = "The lines that you may read, oldest first.", body = ChatView),
        (status = 403, description = "The token that was sent has not the scope `read`."),
        (status = 404, description = "There is no table with this code."),
        (status = 422, description = "The number is none."),
    )
)]
pub(super) async fn chat(
    State(app): State<App>,
    AtTable(row): AtTable,
    user: CurrentUser,
    query: Result<Query<After>, QueryRejection>,
) -> Result<Json<ChatView>, PageError> {
    let Query(After { after }) = query?;
    let own = match user.id() {
        Some(_) => Some(user.allowed(Scope::Read)?.id),
        None => None,
    };
    let room = app.tables.open(&row).await?;
    let (reads, reader) = {
        let state = &room.table().state;
        let reader = own.map(|own| state.speaker(own));
        (state.readable_audience(reader), reader)
    };
    Ok(Json(room.chat.view_after(after, reads, reader).await?))
}
