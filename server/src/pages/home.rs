//! The first page: open a table, or find one.

use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::http::StatusCode;
use axum::response::Response;
use serde::Deserialize;
use thicket_rules::GameKind;

use super::{Frame, assets, html, titled};
use crate::app::App;
use crate::auth::CurrentUser;
use crate::error::PageError;
use crate::ids::PlayerId;
use crate::names::PlayerName;
use crate::room::rooms::{LoadError, OpenTable, load};
use crate::room::state::Phase;
use crate::store;

/// The home page, also after a form that could not be followed.
#[derive(Clone, Debug, askama::Template)]
#[template(path = "home.html")]
pub struct HomePage {
    /// What every page has.
    pub frame: Frame,
    /// The games that can be played.
    pub kinds: Vec<KindForm>,
    /// The name in the form: one's own, what was typed, or a suggestion.
    pub name: String,
    /// Why the form could not be followed.
    pub problem: Option<String>,
    /// Public tables with free chairs where somebody is present.
    pub lobby: Vec<TableRow>,
    /// The tables where one sits, and the games that one plays.
    pub yours: Vec<TableRow>,
}

/// A game as the form offers it. The form posts `kind`, `seats`, `variant` (may be empty), `starter` (`experienced`,
/// `random`, `seated`), `public` (`true`, `false`) and `name` to `/tables`.
#[derive(Clone, Debug)]
pub struct KindForm {
    /// Its name in addresses and records.
    pub name: String,
    /// Its name on pages.
    pub title: String,
    /// One line about it, if there is one.
    pub line: Option<String>,
    /// Whether there is a picture of it: `kinds/<name>.picture.svg`.
    pub picture: bool,
    /// How many can play.
    pub seats: Vec<u8>,
    /// The same in words.
    pub players: String,
    /// The number of seats that is chosen at first.
    pub chosen_seats: u8,
    /// The variants, the default one first; none where the game has none.
    pub variants: Vec<String>,
    /// Whether its form is unfolded.
    pub open: bool,
}

/// A table in a list.
#[derive(Clone, Debug)]
pub struct TableRow {
    /// Its code in the address.
    pub code: String,
    /// The game.
    pub title: String,
    /// The names of those who sit there.
    pub people: Vec<String>,
    /// How far it has come: "2 of 4 chairs taken", "your turn".
    pub state: String,
    /// Whether one's own turn is awaited.
    pub your_turn: bool,
}

/// The state of a table before the start, in words.
pub fn chairs_taken(taken: usize, chairs: usize) -> String {
    format!("{taken} of {chairs} chairs taken")
}

/// How many tables of one's own are listed.
const MOST_TABLES: i64 = 20;

/// What a link to this page may ask for.
#[derive(Debug, Deserialize)]
pub struct Asked {
    /// The name of the game whose form is to be unfolded.
    game: Option<String>,
}

/// `GET /`
pub async fn show(
    State(app): State<App>,
    user: CurrentUser,
    asked: Result<Query<Asked>, QueryRejection>,
) -> Result<Response, PageError> {
    let Query(Asked { game }) = asked?;
    page(&app, &user, game.as_deref(), None, StatusCode::OK).await
}

/// A form that could not be followed.
#[derive(Clone, Copy, Debug)]
pub struct Again<'a> {
    /// The game's name in it.
    pub kind: &'a str,
    /// The name that was typed.
    pub name: &'a str,
    /// Why not.
    pub problem: &'a str,
}

/// The page after a form that could not be followed: with what was typed, and why.
pub async fn again(app: &App, user: &CurrentUser, form: Again<'_>) -> Result<Response, PageError> {
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
    again: Option<Again<'_>>,
    status: StatusCode,
) -> Result<Response, PageError> {
    let own_name = user.0.as_ref().map(|player| player.name.clone());
    let name = again.map(|form| form.name.to_owned()).or(own_name);
    let page = HomePage {
        frame: Frame::of(user),
        kinds: GameKind::ALL.iter().map(|&kind| form(kind, open)).collect(),
        name: name.unwrap_or_else(|| PlayerName::suggested().to_string()),
        problem: again.map(|form| form.problem.to_owned()),
        lobby: app.rooms.public_tables().into_iter().map(lobby_row).collect(),
        yours: yours(app, user).await?,
    };
    Ok(html(&page, status))
}

/// The form of a game; `open` names the one that is unfolded. A game that is the only one has nothing to be folded for.
fn form(kind: GameKind, open: Option<&str>) -> KindForm {
    let info = kind.info();
    KindForm {
        name: info.name.to_owned(),
        title: info.title.to_owned(),
        line: assets::line(kind),
        picture: assets::picture(kind),
        seats: info.seats.clone().collect(),
        players: players(kind),
        chosen_seats: info.default_seats,
        variants: info.variants.iter().map(|&variant| variant.to_owned()).collect(),
        open: open == Some(info.name) || GameKind::ALL.len() == 1,
    }
}

/// For how many a game is: "2 to 4 players".
pub fn players(kind: GameKind) -> String {
    let seats = &kind.info().seats;
    if seats.start() == seats.end() {
        return format!("{} players", seats.end());
    }
    format!("{} to {} players", seats.start(), seats.end())
}

fn lobby_row(table: OpenTable) -> TableRow {
    let state = if table.playing {
        "being played".to_owned()
    } else {
        chairs_taken(table.names.len(), table.chairs)
    };
    TableRow {
        code: table.code.to_string(),
        title: titled(table.title, &table.variant),
        people: table.names,
        state,
        your_turn: false,
    }
}

async fn yours(app: &App, user: &CurrentUser) -> Result<Vec<TableRow>, PageError> {
    let Some(player) = user.id() else {
        return Ok(Vec::new());
    };
    let mut rows = Vec::new();
    for listed in app.store.tables_of(player, MOST_TABLES).await? {
        let row = listed.table;
        match own_row(app, &row, player).await {
            Ok(found) => rows.push(found),
            // One table that cannot be read does not hide the others.
            Err(error) => tracing::warn!(table = %row.id, %error, "a table could not be listed"),
        }
    }
    Ok(rows)
}

async fn own_row(app: &App, row: &store::TableRow, player: PlayerId) -> Result<TableRow, LoadError> {
    let table = load(&app.store, row).await?;
    let seated = table.state.seated();
    let to_move = table.state.game().and_then(|game| game.status().to_move());
    let mover = to_move.and_then(|seat| seated.get(seat.index()).copied());
    let state = match (&table.state.phase, mover) {
        (Phase::Waiting { chairs, .. }, _) => chairs_taken(seated.len(), chairs.len()),
        (_, Some(mover)) if mover == player => "your turn".to_owned(),
        (_, Some(mover)) => format!("{} is to move", table.player(mover).name),
        (_, None) => "over".to_owned(),
    };
    Ok(TableRow {
        code: row.code.to_string(),
        title: titled(table.kind().title, table.kind().variant),
        people: seated.iter().map(|&id| table.player(id).name).collect(),
        state,
        your_turn: mover == Some(player),
    })
}
