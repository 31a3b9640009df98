//! The interactive first game: lessons on the real board.

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;

use super::rules::{Taught, find};
use super::table::script_json;
use super::{Frame, assets, html};
use crate::app::App;
use crate::auth::CurrentUser;
use crate::error::PageError;
use crate::primer::Lesson;
use crate::protocol::LessonView;

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
