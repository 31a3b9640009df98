//! Practice: positions in which one turn is clearly the best, as a list and each on a page of its own.

use axum::Json;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::response::Response;
use serde::Deserialize;
use thicket_rules::GameKind;
use url::form_urlencoded;

use crate::app::App;
use crate::auth::CurrentUser;
use crate::error::PageError;
use crate::explore::check_steps;
use crate::http::address::ClientAddress;
use crate::http::assets;
use crate::http::json::JsonBody;
use crate::pages::table::script_json;
use crate::pages::{PageContext, html, titled};
use crate::practice::{self, Day, ListedPosition, PracticeId, ShownPosition};
use crate::protocol::{EvaluationView, PlyView, PracticeView};
use crate::time::now_ms;
use crate::words::capitalized;

#[derive(Clone, Debug, askama::Template)]
#[template(path = "practice_list.html")]
pub struct PracticeList {
    pub context: PageContext,
    /// The position of the day of each game that has one; none on further pages.
    pub today: Vec<PracticeRow>,
    /// Those of the days before.
    pub rows: Vec<PracticeRow>,
    /// The games that the list can be limited to, and which of them it is limited to.
    pub games: Vec<(GameKind, bool)>,
    pub limited: bool,
    /// The addresses of the first page, and of the next one.
    pub newest: Option<String>,
    pub older: Option<String>,
}

/// A position in a list.
#[derive(Clone, Debug)]
pub struct PracticeRow {
    pub id: String,
    pub title: &'static str,
    /// "Red to move".
    pub to_move: String,
    pub picture: String,
    /// For programs and for people.
    pub day: String,
    pub date: String,
}

impl From<ListedPosition> for PracticeRow {
    fn from(position: ListedPosition) -> PracticeRow {
        let PracticeId { day, kind } = position.id;
        PracticeRow {
            id: position.id.to_string(),
            title: kind.info().title,
            to_move: to_move(kind, position.seat),
            picture: picture(&position),
            day: day.to_string(),
            date: day.words(),
        }
    }
}

/// The board of the game that a position is from, before the turn.
fn picture(position: &ListedPosition) -> String {
    format!("/g/{}/{}.svg", position.code, position.ply)
}

/// "Red to move".
fn to_move(kind: GameKind, seat: u8) -> String {
    let index = usize::from(seat).checked_sub(1);
    let colour = index.and_then(|index| kind.info().colours.get(index).copied());
    let colour = colour.map_or_else(|| format!("seat {seat}"), str::to_owned);
    format!("{} to move", capitalized(&colour))
}

/// A page of the list.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct Wanted {
    /// The last position of the page before.
    before: Option<String>,
    /// Of one game alone.
    game: Option<String>,
}

/// `GET /practice`
pub async fn list(
    State(app): State<App>,
    user: CurrentUser,
    query: Result<Query<Wanted>, QueryRejection>,
) -> Result<Response, PageError> {
    let Query(wanted) = query?;
    let before: Option<PracticeId> = wanted.before.as_deref().map(id).transpose()?;
    let only = wanted.game.as_deref().filter(|game| !game.is_empty());
    let only: Option<GameKind> = only
        .map(|game| game.parse().map_err(|_| PageError::not_found()))
        .transpose()?;
    let today = Day::of(now_ms());
    let (rows, next) = practice::page(&app.records, only, before, today).await?;
    let page = PracticeList {
        context: PageContext::of(&user),
        today: match before {
            None => of_today(&app, only, today).await?,
            Some(_) => Vec::new(),
        },
        rows: rows.into_iter().map(PracticeRow::from).collect(),
        games: GameKind::ALL
            .iter()
            .map(|&kind| (kind, only == Some(kind)))
            .collect(),
        limited: only.is_some(),
        newest: before.map(|_| address(only, None)),
        older: next.map(|next| address(only, Some(next))),
    };
    Ok(html(&page, StatusCode::OK))
}

/// The positions of the day, of one game or of all.
async fn of_today(app: &App, only: Option<GameKind>, today: Day) -> Result<Vec<PracticeRow>, PageError> {
    let mut rows = Vec::new();
    let kinds = GameKind::ALL
        .iter()
        .filter(|kind| only.is_none_or(|only| only == **kind));
    for &kind in kinds {
        let found = practice::of_the_day(&app.records, kind, today).await?;
        rows.extend(found.map(PracticeRow::from));
    }
    Ok(rows)
}

fn address(only: Option<GameKind>, before: Option<PracticeId>) -> String {
    let mut query = form_urlencoded::Serializer::new(String::new());
    query.extend_pairs(only.map(|kind| ("game", kind.to_string())));
    query.extend_pairs(before.map(|before| ("before", before.to_string())));
    match query.finish() {
        query if query.is_empty() => "/practice".to_owned(),
        query => format!("/practice?{query}"),
    }
}

fn id(text: &str) -> Result<PracticeId, PageError> {
    text.parse().map_err(|_| PageError::not_found())
}

#[derive(Clone, Debug, askama::Template)]
#[template(path = "practice.html")]
pub struct PracticePage {
    pub context: PageContext,
    pub id: String,
    pub kind: &'static str,
    pub title: String,
    pub date: String,
    pub to_move: String,
    /// The board, with the answer if that is shown.
    pub picture: String,
    /// The best turn, and those that follow it, if the answer is shown.
    pub answer: Option<(String, Vec<String>)>,
    /// The addresses of the game at this position, and of its page where other turns are tried.
    pub game: String,
    pub explore: String,
    pub pieces: String,
    /// The `PracticeView` as JSON for a `script` element.
    pub data: String,
}

/// How a position is shown.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct Shown {
    /// Whether with the answer.
    answer: Option<String>,
}

/// `GET /practice/{id}`
pub async fn show(
    State(app): State<App>,
    Path(name): Path<String>,
    (user, from): (CurrentUser, ClientAddress),
    query: Result<Query<Shown>, QueryRejection>,
) -> Result<Response, PageError> {
    let Query(shown) = query?;
    let position = find(&app, &name).await?;
    let viewed = move || {
        position
            .view()
            .map(|view| (position.listed.clone(), position.game.variant(), view))
    };
    let (listed, variant, view) = app
        .pool
        .run_request(from, viewed)
        .await?
        .ok_or_else(PageError::not_found)?;
    Ok(html(
        &page(&user, &listed, variant, &view, shown.answer.is_some()),
        StatusCode::OK,
    ))
}

async fn find(app: &App, name: &str) -> Result<ShownPosition, PageError> {
    let found = ShownPosition::find(&app.records, id(name)?, Day::of(now_ms())).await?;
    found.ok_or_else(PageError::not_found)
}

fn page(
    user: &CurrentUser,
    listed: &ListedPosition,
    variant: &str,
    view: &PracticeView,
    is_answered: bool,
) -> PracticePage {
    let PracticeId { day, kind } = listed.id;
    let written = |ply: &PlyView| ply.short.clone().unwrap_or_else(|| ply.text.clone());
    let answer = (
        written(&view.best.ply),
        view.best.line.iter().map(written).collect(),
    );
    let explored = |path: &str| {
        let mut query = form_urlencoded::Serializer::new(String::new());
        query.append_pair("at", &listed.ply.to_string());
        query.append_pair("moves", &view.best.ply.text);
        query.append_pair("shown", "1");
        format!("/g/{}/{path}?{}", listed.code, query.finish())
    };
    PracticePage {
        context: PageContext::of(user),
        id: view.id.clone(),
        kind: kind.info().name,
        title: titled(kind.info().title, variant),
        date: day.words(),
        to_move: to_move(kind, listed.seat),
        picture: match is_answered {
            true => explored("explore.svg"),
            false => picture(listed),
        },
        answer: is_answered.then_some(answer),
        game: format!("/g/{0}?turn={1}#{1}", listed.code, listed.ply),
        explore: explored("explore"),
        pieces: assets::pieces(kind),
        data: script_json(&serde_json::to_string(view).expect("view")),
    }
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Attempt {
    steps: Vec<String>,
}

/// `POST /practice/{id}`: what steps do, and whether they are the turn that is looked for. Nothing is stored.
pub async fn attempt(
    State(app): State<App>,
    Path(name): Path<String>,
    from: ClientAddress,
    JsonBody(attempt): JsonBody<Attempt>,
) -> Result<Json<EvaluationView>, PageError> {
    app.limits.attempt(from)?;
    check_steps(&attempt.steps)?;
    Ok(Json(find(&app, &name).await?.attempt(&attempt.steps)?))
}
