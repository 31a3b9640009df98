//! `POST /g/{code}/hint`: the best turn, for the player to move in a game against bots.

use axum::Json;
use axum::extract::State;
use serde::Deserialize;

use crate::app::App;
use crate::auth::CurrentUser;
use crate::error::PageError;
use crate::http::at_table::AtTable;
use crate::http::json::JsonBody;
use crate::model::refusal::{Refusal, RefusalCode as Code};
use crate::protocol::SuggestionView;

/// Which turn it is about: see [`Playing::turn`](crate::model::game::playing::Playing::turn).
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HintRequest {
    turn: u32,
}

/// Finds the turn. It is not played.
pub async fn find(
    State(app): State<App>,
    AtTable(row): AtTable,
    user: CurrentUser,
    JsonBody(asked): JsonBody<HintRequest>,
) -> Result<Json<SuggestionView>, PageError> {
    let not_seated = || Refusal::new(Code::NotSeated, "You do not have a seat at this table.");
    let player = user.id().ok_or_else(not_seated)?;
    app.limits.hint(player)?;
    Ok(Json(app.hints.find(&row, player, asked.turn).await?))
}
