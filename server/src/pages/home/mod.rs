//! The first page: open a table, or find one.

pub mod bots;
pub mod companions;
pub mod create;
pub mod my;
pub mod quick;

use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use serde::Deserialize;
use sha2::{Digest, Sha256};
use thicket_rules::GameKind;

use super::{PageContext, html, players};
use crate::app::App;
use crate::auth::CurrentUser;
use crate::backfill::Work;
use crate::clock_words::CLOCKS;
use crate::error::PageError;
use crate::http::assets;
use crate::ids::IdempotencyKey;
use crate::model::terms::Starter;
use crate::names::PlayerName;
use crate::pages::home::create::{CreateForm, LinesShown};
use crate::pages::home::my::{OwnTables, tables_at_home};
use crate::pages::parts::etag::unless_known;
use crate::protocol::ClockForm;

/// The home page, also after a form that was refused.
#[derive(Clone, Debug, askama::Template)]
#[template(path = "home.html")]
pub struct HomePage {
    pub context: PageContext,
    pub kinds: Vec<KindForm>,
    /// What tells this form from any other: sent twice, it opens one table.
    pub form: IdempotencyKey,
    /// The viewer's own name, what was typed, or a suggestion.
    pub name: String,
    pub problem: Option<String>,
    /// Public tables that can be joined, and games that can be watched: an element of the page.
    pub lobby: String,
    /// The unfinished tables where the viewer sits.
    pub own: OwnTables,
    /// The games in their usual order, for a quick game.
    pub quick: Vec<KindForm>,
}

/// A game as the form offers it. The form posts `kind`, `seats`, `variant` (may be empty), `starter` (`experienced`,
/// `random`, `seated`), `public` (`true`, `false`), `rated` (the same; `false` if it is missing), `name`, and the clock as [`CreateForm`] has it to `/tables`.
#[derive(Clone, Debug)]
pub struct KindForm {
    pub name: String,
    pub title: String,
    pub line: Option<String>,
    /// Whether there is a picture of it: `kinds/<name>.picture.svg`.
    pub picture: bool,
    pub seats: Vec<u8>,
    pub players: String,
    pub chosen: FormValues,
    /// The variants, the default one first; none where the game has none.
    pub variants: Vec<String>,
    pub open: bool,
    /// Whether it was refused: then all of its choices are unfolded.
    pub again: bool,
}

/// The values of a form: those sent before, if it was refused.
#[derive(Clone, Debug, Default)]
pub struct FormValues {
    pub seats: u8,
    pub variant: String,
    pub starter: Starter,
    pub public: bool,
    pub rated: bool,
    /// Whether watchers may not explore the game while it is on.
    pub only_watch: bool,
    pub lines: LinesShown,
    pub clock: ClockForm,
}

#[derive(Debug, Deserialize)]
pub struct HomeQuery {
    /// The game whose form is to be unfolded.
    game: Option<String>,
}

pub async fn show(
    State(app): State<App>,
    user: CurrentUser,
    asked: Result<Query<HomeQuery>, QueryRejection>,
) -> Result<Response, PageError> {
    let Query(HomeQuery { game }) = asked?;
    page(&app, &user, game.as_deref(), None, StatusCode::OK).await
}

/// `GET /lists/lobby`: equal for everybody, and rendered once for each change.
pub async fn list_lobby(State(app): State<App>, headers: HeaderMap) -> Result<Response, PageError> {
    let list = app.lobby.listed().await.ok_or_else(PageError::not_found)?;
    let digest = Sha256::digest(&list.html);
    Ok(unless_known(&headers, list.html.clone().into(), &digest))
}

#[derive(Clone, Copy, Debug)]
pub struct RejectedForm<'a> {
    pub kind: &'a str,
    pub name: &'a str,
    /// `None` in the form of a quick game.
    pub wanted: Option<&'a CreateForm>,
    pub problem: &'a str,
}

impl<'a> RejectedForm<'a> {
    pub fn of(kind: &'a str, name: &'a str, problem: &'a str) -> RejectedForm<'a> {
        RejectedForm {
            kind,
            name,
            wanted: None,
            problem,
        }
    }
}

/// The page after a refused form: with what was typed, and why.
pub async fn again(app: &App, user: &CurrentUser, form: RejectedForm<'_>) -> Result<Response, PageError> {
    page(
        app,
        user,
        Some(form.kind),
        Some(form),
        StatusCode::UNPROCESSABLE_ENTITY,
    )
    .await
}

async fn page(
    app: &App,
    user: &CurrentUser,
    open: Option<&str>,
    again: Option<RejectedForm<'_>>,
    status: StatusCode,
) -> Result<Response, PageError> {
    let own_name = user.name().map(str::to_owned);
    let name = again.map(|form| form.name.to_owned()).or(own_name);
    let page = HomePage {
        context: PageContext::of(user).depending(&app.backfill, &[Work::Lists]),
        kinds: forms(open, again.and_then(|form| form.wanted)),
        form: IdempotencyKey::fresh(),
        name: name.unwrap_or_else(|| PlayerName::suggested().to_string()),
        problem: again.map(|form| form.problem.to_owned()),
        lobby: app.lobby.read().await?.html,
        own: tables_at_home(app, user).await?,
        quick: quick(),
    };
    Ok(html(&page, status))
}

/// The forms of all games. The unfolded one comes first, as it is shown, so that nothing moves while the page arrives.
fn forms(open: Option<&str>, again: Option<&CreateForm>) -> Vec<KindForm> {
    // One is always unfolded, so that a table is opened with one press.
    let open = open
        .and_then(|name| name.parse().ok())
        .unwrap_or(GameKind::ALL[0]);
    let mut forms: Vec<KindForm> = GameKind::ALL
        .iter()
        .map(|&kind| form(kind, open, again))
        .collect();
    forms.sort_by_key(|form| !form.open);
    forms
}

/// The games in their usual order.
fn quick() -> Vec<KindForm> {
    let first = GameKind::ALL[0];
    GameKind::ALL
        .iter()
        .map(|&kind| form(kind, first, None))
        .collect()
}

/// The form of a game; `open` is the one that is unfolded, with what was filled in before.
fn form(kind: GameKind, open: GameKind, again: Option<&CreateForm>) -> KindForm {
    let info = kind.info();
    let usual = || FormValues {
        seats: info.default_seats,
        variant: info.variants.first().copied().unwrap_or_default().to_owned(),
        ..FormValues::default()
    };
    let again = again.filter(|_| kind == open);
    KindForm {
        name: info.name.to_owned(),
        title: info.title.to_owned(),
        line: assets::line(kind),
        picture: assets::picture(kind),
        seats: info.seats.clone().collect(),
        players: players(kind),
        chosen: again.map_or_else(usual, CreateForm::chosen),
        variants: info.variants.iter().map(|&variant| variant.to_owned()).collect(),
        open: kind == open,
        again: again.is_some(),
    }
}
