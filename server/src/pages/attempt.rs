//! `POST /try`: what some steps do in a position that a page shows. Nothing is kept.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use thicket_rules::{AnyGame, GameKind, UnknownGame};

use super::refusal::refused;
use crate::app::App;
use crate::auth::ClientAddress;
use crate::protocol::{DiagramView, KindView, PreviewView, RefusalCode};
use crate::room::command::Refusal;
use crate::room::table::preview;

/// A position, and steps to be tried in it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Attempt {
    kind: String,
    /// The text of the position.
    position: String,
    #[serde(default)]
    steps: Vec<String>,
}

/// What comes of it.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TriedView {
    /// The game and its board.
    pub kind: KindView,
    /// The position before the steps.
    pub start: DiagramView,
    /// The seat to move in it.
    pub to_move: Option<u8>,
    /// What the steps do.
    pub preview: PreviewView,
}

/// Tries the steps.
pub async fn attempt(State(app): State<App>, from: ClientAddress, Json(attempt): Json<Attempt>) -> Response {
    if let Err(error) = app.limits.attempt(from) {
        return refused(
            StatusCode::TOO_MANY_REQUESTS,
            RefusalCode::TooFast,
            &error.to_string(),
        );
    }
    match tried(&attempt) {
        Ok(view) => Json(view).into_response(),
        Err(Refusal { code, sentence }) => refused(StatusCode::UNPROCESSABLE_ENTITY, code, &sentence),
    }
}

fn tried(attempt: &Attempt) -> Result<TriedView, Refusal> {
    let game = game(attempt).map_err(|error| Refusal::new(RefusalCode::Malformed, format!("{error}.")))?;
    let (kind, start) = (game.as_ref().into(), game.diagram().into());
    let to_move = game.status().to_move().map(|seat| seat.number());
    let preview = preview(game, 0, &attempt.steps)?;
    Ok(TriedView {
        kind,
        start,
        to_move,
        preview,
    })
}

fn game(attempt: &Attempt) -> Result<Box<dyn AnyGame>, String> {
    let kind: GameKind = attempt
        .kind
        .parse()
        .map_err(|error: UnknownGame| error.to_string())?;
    kind.at(&attempt.position).map_err(|error| error.to_string())
}
