//! The first page: open a table, or find one.

pub mod bots;
pub mod companions;
pub mod create;
mod game_form;
pub mod my;
pub mod next_table;
pub mod quick;

use std::sync::Arc;

use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use serde::Deserialize;
use sha2::{Digest, Sha256};
use thicket_rules::GameKind;

pub(in crate::pages) use game_form::GameForm;

use super::{PageContext, html, players};
use crate::app::App;
use crate::auth::CurrentUser;
use crate::backfill::Work;
use crate::clock_words::CLOCKS;
use crate::error::PageError;
use crate::http::assets;
use crate::http::etag::unless_known;
use crate::ids::{ClubId, IdempotencyKey};
use crate::lobby::Listed;
use crate::model::player::bot::BotLevel;
use crate::model::terms::Starter;
use crate::model::tournament::state::Status;
use crate::names::PlayerName;
use crate::pages::home::create::{CreateForm, LinesShown};
use crate::pages::home::my::{AgainRow, OwnTables, tables_at_home};
use crate::pages::parts::tournament_row::TournamentRow;
use crate::protocol::ClockForm;
use crate::store::ListedTournament;
use crate::time::now_ms;

/// At most so many tournaments are shown, if they begin within this time (milliseconds).
const SOON: i64 = 2;
const SOON_MS: i64 = 7 * 24 * 60 * 60 * 1000;

/// The home page, also after a form that was refused.
#[derive(Clone, Debug, askama::Template)]
#[template(path = "home.html")]
pub struct HomePage {
    pub context: PageContext,
    /// The games in their usual order.
    pub kinds: Vec<KindChoice>,
    /// What else is chosen for a table.
    pub terms: FormValues,
    /// Whether a table was refused: then all choices are unfolded.
    pub again: bool,
    /// What tells this form from any other: sent twice, it opens one table.
    pub form: IdempotencyKey,
    /// The viewer's own name, what was typed, or a suggestion.
    pub name: String,
    pub problem: Option<String>,
    /// Public tables that can be joined, and games that can be watched.
    pub lobby: Arc<Listed>,
    /// The unfinished tables where the viewer sits.
    pub own: OwnTables,
    /// With whom the viewer played last.
    pub groups: Vec<AgainRow>,
    /// The club for which the table is opened, with its name.
    pub club: Option<(ClubId, String)>,
    /// Tournaments that begin soon.
    pub tournaments: Vec<TournamentRow>,
}

impl HomePage {
    /// The levels of bots, by number and in words. A script leaves out those that the chosen game does not have.
    fn levels(&self) -> [(u8, String); BotLevel::ALL.len()] {
        BotLevel::ALL.map(|level| (level.number(), level.in_words()))
    }
}

/// A game as the form offers it. The one form of the page posts `kind`, `seats-<kind>` and `variant-<kind>` (where the game has
/// them), `name` and everything else that is chosen to `/tables`, `/quick` or `/bots`: see [`GameForm`].
#[derive(Clone, Debug)]
pub struct KindChoice {
    pub name: String,
    pub title: String,
    pub line: Option<String>,
    /// Whether there is a picture of it: `kinds/<name>.picture.svg`.
    pub picture: bool,
    /// How many can play it; nothing to choose if there is one.
    pub seats: Vec<u8>,
    pub chosen_seats: u8,
    pub players: String,
    /// The variants, the default one first; none where the game has none.
    pub variants: &'static [&'static str],
    pub chosen_variant: String,
    /// The last level of bots.
    pub levels: u8,
    pub chosen: bool,
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
    /// Whether the sides can be swapped after the first turn, at a table for two.
    pub pie_rule: bool,
    pub clock: ClockForm,
}

#[derive(Debug, Deserialize)]
pub struct HomeQuery {
    /// The game whose form is to be unfolded.
    game: Option<String>,
    /// The club for which a table is to be opened.
    club: Option<ClubId>,
}

pub async fn show(
    State(app): State<App>,
    user: CurrentUser,
    asked: Result<Query<HomeQuery>, QueryRejection>,
) -> Result<Response, PageError> {
    let Query(HomeQuery { game, club }) = asked?;
    page(&app, &user, (game.as_deref(), club), None, StatusCode::OK).await
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
        (Some(form.kind), form.wanted.and_then(CreateForm::club)),
        Some(form),
        StatusCode::UNPROCESSABLE_ENTITY,
    )
    .await
}

async fn page(
    app: &App,
    user: &CurrentUser,
    (open, club): (Option<&str>, Option<ClubId>),
    again: Option<RejectedForm<'_>>,
    status: StatusCode,
) -> Result<Response, PageError> {
    let own_name = user.name().map(str::to_owned);
    let name = again.map(|form| form.name.to_owned()).or(own_name);
    let wanted = again.and_then(|form| form.wanted);
    let club = own_club(app, user, club).await?;
    let terms = wanted.map_or_else(
        || FormValues {
            // A club lists the public ones.
            public: club.is_some(),
            ..FormValues::default()
        },
        CreateForm::chosen,
    );
    let kind = open.and_then(|name| name.parse().ok());
    let page = HomePage {
        context: PageContext::of(user).depending(&app.backfill, &[Work::Lists]),
        kinds: kinds(kind, wanted.is_some().then_some(&terms)),
        terms,
        again: wanted.is_some(),
        form: IdempotencyKey::fresh(),
        name: name.unwrap_or_else(|| PlayerName::suggested().to_string()),
        problem: again.map(|form| form.problem.to_owned()),
        lobby: Arc::new(app.lobby.read().await?),
        own: tables_at_home(app, user).await?,
        groups: my::again_at_home(app, user).await,
        tournaments: soon(app).await?,
        club,
    };
    Ok(html(&page, status))
}

/// The name of a club, if the reader belongs to it.
async fn own_club(
    app: &App,
    user: &CurrentUser,
    club: Option<ClubId>,
) -> Result<Option<(ClubId, String)>, PageError> {
    let Some(club) = club else { return Ok(None) };
    match app.clubs.role_of(club, user.id()).await? {
        Some(role) if role.belongs() => Ok(Some((club, app.clubs.find(club).await?.name))),
        _ => Ok(None),
    }
}

async fn soon(app: &App) -> Result<Vec<TournamentRow>, PageError> {
    let next = app.tournaments.list(Status::Open, SOON).await?;
    let is_soon = |listed: &&ListedTournament| listed.starts_at - now_ms() < SOON_MS;
    Ok(next.iter().filter(is_soon).map(TournamentRow::of).collect())
}

/// The games in their usual order; one is chosen, the first one if none is named, with the seats and the variant that were filled in before.
pub(in crate::pages) fn kinds(chosen: Option<GameKind>, before: Option<&FormValues>) -> Vec<KindChoice> {
    let chosen = chosen.unwrap_or(GameKind::ALL[0]);
    let choice = |&kind: &GameKind| {
        let info = kind.info();
        let before = before.filter(|_| kind == chosen);
        let usual = || info.variants.first().copied().unwrap_or_default().to_owned();
        KindChoice {
            name: info.name.to_owned(),
            title: info.title.to_owned(),
            line: assets::line(kind),
            picture: assets::picture(kind),
            seats: info.seats.clone().collect(),
            chosen_seats: before.map_or(info.default_seats, |before| before.seats),
            players: players(kind),
            variants: info.variants,
            levels: BotLevel::strongest(info).number(),
            chosen_variant: before.map_or_else(usual, |before| before.variant.clone()),
            chosen: kind == chosen,
        }
    };
    GameKind::ALL.iter().map(choice).collect()
}
