//! The lessons of a game, on its real board.

pub mod explore;
pub mod practice;
pub mod rules;
pub(super) mod tutorial_pages;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::response::Response;
use serde::Deserialize;

use super::PageContext;
use crate::app::App;
use crate::auth::CurrentUser;
use crate::error::PageError;
use crate::explore::check_steps;
use crate::http::address::ClientAddress;
use crate::http::json::JsonBody;
use crate::pages::learn::tutorial_pages::{GameSummary, TutorialPages, cached_page};
use crate::protocol::EvaluationView;
use crate::tutorial::Lesson;

#[derive(Debug, askama::Template)]
#[template(path = "learn.html")]
struct LearnPage<'a> {
    context: PageContext,
    game: &'a GameSummary,
    lessons: &'a [Lesson],
    pieces: &'a str,
    /// The `LessonView`s as JSON for a `script` element.
    data: &'a str,
}

pub async fn show(
    Path(name): Path<String>,
    user: CurrentUser,
    headers: HeaderMap,
) -> Result<Response, PageError> {
    let pages = TutorialPages::find(&name)?;
    let page = |context| LearnPage {
        context,
        game: &pages.game,
        lessons: &pages.tutorial.lessons,
        pieces: &pages.pieces,
        data: &pages.lessons,
    };
    Ok(cached_page(&pages.learn_page, &headers, &user, page))
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Attempt {
    /// Counted from 0.
    lesson: usize,
    steps: Vec<String>,
}

/// `POST /learn/{kind}`: the effect of the steps, and whether it is the goal of the lesson. Nothing is stored.
pub async fn attempt(
    State(app): State<App>,
    Path(name): Path<String>,
    from: ClientAddress,
    JsonBody(attempt): JsonBody<Attempt>,
) -> Result<Json<EvaluationView>, PageError> {
    app.limits.attempt(from)?;
    check_steps(&attempt.steps)?;
    let pages = TutorialPages::find(&name)?;
    let lesson = pages.tutorial.lessons.get(attempt.lesson);
    let lesson = lesson.ok_or_else(PageError::not_found)?;
    Ok(Json(lesson.attempt(&attempt.steps)?))
}
