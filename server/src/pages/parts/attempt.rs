//! `POST /try`: the effect of some steps in any position. Nothing is stored.

use axum::Json;
use axum::extract::State;
use serde::Deserialize;

use crate::app::App;
use crate::error::PageError;
use crate::explore::{at_text, check_steps};
use crate::http::address::ClientAddress;
use crate::http::json::JsonBody;
use crate::protocol::{TriedView, preview};

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Attempt {
    kind: String,
    position: String,
    #[serde(default)]
    steps: Vec<String>,
}

pub async fn attempt(
    State(app): State<App>,
    from: ClientAddress,
    JsonBody(attempt): JsonBody<Attempt>,
) -> Result<Json<TriedView>, PageError> {
    app.limits.attempt(from)?;
    check_steps(&attempt.steps)?;
    let game = at_text(&attempt.kind, &attempt.position)?;
    Ok(Json(TriedView {
        kind: game.as_ref().into(),
        start: game.diagram().into(),
        to_move: game.status().to_move().map(|seat| seat.number()),
        preview: preview(game.as_ref(), &attempt.steps)?,
    }))
}
