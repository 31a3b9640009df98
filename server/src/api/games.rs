//! Games, their boards, and positions.

use axum::Json;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::http::HeaderMap;
use axum::response::Response;
use serde::Deserialize;
use thicket_rules::GameKind;
use utoipa::IntoParams;

use super::in_path::InPath;
use crate::app::App;
use crate::error::PageError;
use crate::http::address::ClientAddress;
use crate::http::etag::unless_same_json;
use crate::http::json::JsonBody;
use crate::model::refusal::{Refusal, RefusalCode as Code};
use crate::protocol::{GameView, PositionQuestion, PositionView, SetupView};

/// All games
///
/// Each with how many can play it, and on which boards.
#[utoipa::path(
    get,
    path = "/games",
    tag = "games",
    responses(
        (status = 200, description = "The games.", body = Vec<GameView>),
        (status = 304, description = "It is the one that `If-None-Match` names."),
    )
)]
pub(super) async fn games(headers: HeaderMap) -> Response {
    let games: Vec<GameView> = GameKind::ALL.iter().map(|&kind| kind.into()).collect();
    unless_same_json(&headers, &games)
}

/// How a game is set up.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct Setup {
    /// How many seats; as many as usual if there is none.
    seats: Option<u8>,
    /// The board; the usual one if there is none.
    #[param(example = "9x9")]
    variant: Option<String>,
}

/// A game and its board
///
/// The layout has a place for each cell; all other answers name cells by their index there. Pieces, colours and what is counted
/// have their names here, too.
#[utoipa::path(
    get,
    path = "/games/{game}",
    tag = "games",
    params(("game" = String, Path, description = "The name of the game.", example = "bushi"), Setup),
    responses(
        (status = 200, description = "The board, and what stands on it before the first turn.", body = SetupView),
        (status = 304, description = "It is the one that `If-None-Match` names."),
        (status = 404, description = "There is no such game."),
        (status = 422, description = "The game is not played by so many, or not on that board."),
    )
)]
pub(super) async fn game(
    InPath(name): InPath,
    query: Result<Query<Setup>, QueryRejection>,
    headers: HeaderMap,
) -> Result<Response, PageError> {
    let kind = kind(&name)?;
    let Query(Setup { seats, variant }) = query?;
    let seats = seats.unwrap_or(kind.info().default_seats);
    let start = kind.start(seats, &variant.unwrap_or_default());
    let start = start.map_err(|error| Refusal::new(Code::NoSuchSetup, format!("{error}.")))?;
    Ok(unless_same_json(&headers, &SetupView::from(start.as_ref())))
}

/// What can be played in a position
///
/// The position is given as a setup and the turns since, or as its text. Steps of one more turn can be tried there. Nothing is
/// stored. What is not legal is refused with a sentence that says why.
#[utoipa::path(
    post,
    path = "/positions",
    tag = "games",
    request_body = PositionQuestion,
    responses(
        (status = 200, description = "The position after all turns and steps.", body = PositionView),
        (status = 409, description = "The game is over before the last turn or step."),
        (status = 413, description = "The question is longer than 64 KiB."),
        (status = 415, description = "The question is not sent as JSON."),
        (status = 422, description = "There is no such game or setup, or a turn or step is not legal."),
    )
)]
pub(super) async fn position(
    State(app): State<App>,
    from: ClientAddress,
    JsonBody(question): JsonBody<PositionQuestion>,
) -> Result<Json<PositionView>, PageError> {
    app.limits.attempt(from)?;
    question.check()?;
    Ok(Json(
        app.pool.run_request(from, move || question.answer()).await??,
    ))
}

/// The game with this name.
pub(super) fn kind(name: &str) -> Result<GameKind, PageError> {
    name.parse()
        .map_err(|_| PageError::missing("There is no game with this name."))
}
