//! `POST /try`: the effect of some steps in any position. Nothing is stored.

use axum::Json;
use axum::extract::State;
use serde::Deserialize;
use thicket_rules::{AnyGame, GameKind};

use super::json::JsonBody;
use crate::app::App;
use crate::error::PageError;
use crate::http::address::ClientAddress;
use crate::http::limits::{POSITION_BYTES, STEP_BYTES, STEPS};
use crate::model::refusal::{Refusal, RefusalCode as Code};
use crate::protocol::{TriedView, preview};
use crate::quote::quoted;

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
    let game = game(&attempt)?;
    Ok(Json(TriedView {
        kind: game.as_ref().into(),
        start: game.diagram().into(),
        to_move: game.status().to_move().map(|seat| seat.number()),
        preview: preview(game.as_ref(), &attempt.steps)?,
    }))
}

fn game(attempt: &Attempt) -> Result<Box<dyn AnyGame>, Refusal> {
    let kind: GameKind = attempt.kind.parse().map_err(|_| {
        let sentence = format!("There is no game {}.", quoted(&attempt.kind));
        Refusal::new(Code::Malformed, sentence)
    })?;
    if attempt.position.len() > POSITION_BYTES {
        return Err(Refusal::new(Code::TooLarge, "No position is that long."));
    }
    kind.at(&attempt.position)
        .map_err(|error| Refusal::new(Code::Malformed, format!("{error}.")))
}

/// Refuses steps that are more or longer than those of any game.
pub(in crate::pages) fn check_steps(steps: &[String]) -> Result<(), Refusal> {
    if steps.len() > STEPS {
        return Err(Refusal::new(Code::TooLarge, "No turn has that many steps."));
    }
    if steps.iter().any(|step| step.len() > STEP_BYTES) {
        return Err(Refusal::new(Code::TooLarge, "No step is that long."));
    }
    Ok(())
}
