//! The interactive first game: lessons on the real board.

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;

use super::refusal::refused;
use super::rules::{Taught, find};
use super::table::script_json;
use super::{Frame, assets, html};
use crate::app::App;
use crate::auth::{ClientAddress, CurrentUser};
use crate::error::PageError;
use crate::primer::Lesson;
use crate::protocol::{LessonView, RefusalCode};
use crate::room::command::Refusal;

/// A first game, lesson by lesson.
#[derive(Clone, Debug, askama::Template)]
#[template(path = "learn.html")]
pub struct LearnPage {
    /// What every page has.
    pub frame: Frame,
    /// The game.
    pub game: Taught,
    /// What each lesson says, as HTML.
    pub lessons: Vec<String>,
    /// The pictures of the pieces.
    pub pieces: String,
    /// The `LessonView`s as JSON, ready to stand in a `script` element.
    pub data: String,
}

/// `GET /learn/{kind}`
pub async fn show(
    State(_): State<App>,
    Path(name): Path<String>,
    user: CurrentUser,
) -> Result<Response, PageError> {
    let (kind, primer) = find(&name)?;
    let views: Vec<LessonView> = primer.lessons.iter().map(Lesson::view).collect();
    let page = LearnPage {
        frame: Frame::of(&user),
        game: Taught::new(kind, &primer),
        lessons: primer.lessons.into_iter().map(|lesson| lesson.words).collect(),
        pieces: assets::pieces(kind),
        data: script_json(&serde_json::to_string(&views).expect("lessons")),
    };
    Ok(html(&page, StatusCode::OK))
}

/// Steps to be tried in a lesson.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Attempt {
    /// Which lesson, from 0.
    lesson: usize,
    steps: Vec<String>,
}

/// `POST /learn/{kind}`: what the steps do, and whether they are what the lesson asks for. Nothing is kept.
pub async fn attempt(
    State(app): State<App>,
    Path(name): Path<String>,
    from: ClientAddress,
    Json(Attempt { lesson, steps }): Json<Attempt>,
) -> Result<Response, PageError> {
    if let Err(error) = app.limits.attempt(from) {
        let sentence = error.to_string();
        return Ok(refused(
            StatusCode::TOO_MANY_REQUESTS,
            RefusalCode::TooFast,
            &sentence,
        ));
    }
    let (_, primer) = find(&name)?;
    let lesson = primer.lessons.get(lesson).ok_or(PageError::NotFound)?;
    Ok(match lesson.attempt(&steps) {
        Ok(judged) => Json(judged).into_response(),
        Err(Refusal { code, sentence }) => refused(StatusCode::UNPROCESSABLE_ENTITY, code, &sentence),
    })
}
