//! `POST /try`: what some steps do in a lesson. Nothing is kept.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use thicket_rules::GameKind;

use super::refusal::refused;
use crate::app::App;
use crate::auth::ClientAddress;
use crate::primer::Primer;
use crate::protocol::{RefusalCode, TriedView};
use crate::room::command::Refusal;

/// Steps to be tried.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Attempt {
    kind: String,
    /// Which of the game's lessons, from 0.
    lesson: usize,
    steps: Vec<String>,
}

/// Tries the steps.
pub async fn attempt(State(app): State<App>, from: ClientAddress, Json(attempt): Json<Attempt>) -> Response {
    if let Err(error) = app.limits.a_try(from) {
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
    let none = || Refusal::new(RefusalCode::Malformed, "There is no such lesson.");
    let kind: GameKind = attempt.kind.parse().map_err(|_| none())?;
    // A fragment that cannot be read has no lessons to try; its pages say what is wrong with it.
    let primer = Primer::of(kind).ok().flatten().ok_or_else(none)?;
    let lesson = primer.lessons.get(attempt.lesson).ok_or_else(none)?;
    lesson.attempt(&attempt.steps)
}
