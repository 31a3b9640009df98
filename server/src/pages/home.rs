//! The first page: open a table, or find one.

use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::http::StatusCode;
use axum::response::Response;
use serde::Deserialize;
use thicket_rules::GameKind;

use super::clock::timed;
use super::clock_form::ClockForm;
use super::create::Wanted;
use super::{Frame, html, titled};
use crate::app::App;
use crate::assets;
use crate::auth::CurrentUser;
use crate::error::PageError;
use crate::ids::{FormId, PlayerId};
use crate::model::projection::TablePhase;
use crate::model::terms::Starter;
use crate::names::PlayerName;
use crate::store::ListedTable;

/// The home page, also after a form that was refused.
#[derive(Clone, Debug, askama::Template)]
#[template(path = "home.html")]
pub struct HomePage {
    /// What every page has.
    pub frame: Frame,
    /// The games that can be played.
    pub kinds: Vec<KindForm>,
    /// What tells this form from any other: sent twice, it opens one table.
    pub form: FormId,
    /// The name in the form: the viewer's own, what was typed, or a suggestion.
    pub name: String,
    /// Why the form was refused.
    pub problem: Option<String>,
    /// Public tables with free chairs where somebody is present.
    pub lobby: Vec<TableRow>,
    /// The unfinished tables where the viewer sits.
    pub yours: Vec<TableRow>,
}

/// The clocks to choose from with one press, with their names. Others are filled in.
pub const CLOCKS: [(&str, &str); 4] = [
    ("untimed", "No clock"),
    ("300+5", "5+5"),
    ("600+10", "10+10"),
    ("1200+20", "20+20"),
];

/// A game as the form offers it. The form posts `kind`, `seats`, `variant` (may be empty), `starter` (`experienced`,
/// `random`, `seated`), `public` (`true`, `false`), `name`, and the clock as [`Wanted`] has it to `/tables`.
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
    /// What is chosen at first.
    pub chosen: Chosen,
    /// The variants, the default one first; none where the game has none.
    pub variants: Vec<String>,
    /// Whether its form is unfolded.
    pub open: bool,
    /// Whether it was refused: then all of its choices are unfolded.
    pub again: bool,
}

/// What is chosen in a form: what was chosen before, if it was refused.
#[derive(Clone, Debug, Default)]
pub struct Chosen {
    /// How many seats.
    pub seats: u8,
    /// The variant; empty where the game has none.
    pub variant: String,
    /// How the first seat is chosen.
    pub starter: Starter,
    /// Whether lists show the table.
    pub public: bool,
    /// The clock.
    pub clock: ClockForm,
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
    /// How it stands: "2 of 4 players", "your turn".
    pub state: String,
    /// Whether it is the viewer's turn.
    pub your_turn: bool,
}

/// The state of a table before the start, in words.
pub fn players_here(here: usize, seats: usize) -> String {
    format!("{here} of {seats} players")
}

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

/// A form that was refused.
#[derive(Clone, Copy, Debug)]
pub struct Again<'a> {
    /// What was filled in.
    pub wanted: &'a Wanted,
    /// Why not.
    pub problem: &'a str,
}

/// The page after a form that was refused: with what was typed, and why.
pub async fn again(app: &App, user: &CurrentUser, form: Again<'_>) -> Result<Response, PageError> {
    page(
        app,
        user,
        Some(&form.wanted.kind),
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
    let own_name = user.name().map(str::to_owned);
    let name = again.map(|form| form.wanted.name.clone()).or(own_name);
    let page = HomePage {
        frame: Frame::of(user),
        kinds: forms(open, again.map(|form| form.wanted)),
        form: FormId::fresh(),
        name: name.unwrap_or_else(|| PlayerName::suggested().to_string()),
        problem: again.map(|form| form.problem.to_owned()),
        lobby: lobby(app).await?,
        yours: own_tables(app, user).await?,
    };
    Ok(html(&page, status))
}

/// The forms of all games. The unfolded one comes first, as it is shown, so that nothing moves while the page arrives.
fn forms(open: Option<&str>, again: Option<&Wanted>) -> Vec<KindForm> {
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

/// The form of a game; `open` is the one that is unfolded, with what was filled in before.
fn form(kind: GameKind, open: GameKind, again: Option<&Wanted>) -> KindForm {
    let info = kind.info();
    let usual = || Chosen {
        seats: info.default_seats,
        variant: info.variants.first().copied().unwrap_or_default().to_owned(),
        ..Chosen::default()
    };
    let again = again.filter(|_| kind == open);
    KindForm {
        name: info.name.to_owned(),
        title: info.title.to_owned(),
        line: assets::line(kind),
        picture: assets::picture(kind),
        seats: info.seats.clone().collect(),
        players: players(kind),
        chosen: again.map_or_else(usual, Wanted::chosen),
        variants: info.variants.iter().map(|&variant| variant.to_owned()).collect(),
        open: kind == open,
        again: again.is_some(),
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

/// A table as the lists show it to a player; none for a game that this version does not know.
fn row(listed: &ListedTable, viewer: Option<PlayerId>) -> Option<TableRow> {
    let kind: GameKind = listed.table.kind.parse().ok()?;
    let to_move = listed.state.to_move;
    let name = |player| listed.people.iter().find(|listed| listed.player == player);
    let state = match (listed.state.phase, to_move.and_then(name)) {
        (TablePhase::Waiting, _) => players_here(listed.people.len(), listed.state.seats.into()),
        (TablePhase::Playing, Some(_)) if to_move == viewer => "your turn".to_owned(),
        (TablePhase::Playing, Some(player)) => format!("{} to move", player.name),
        (TablePhase::Playing, None) => "in progress".to_owned(),
        (TablePhase::Over, _) => "finished".to_owned(),
    };
    Some(TableRow {
        code: listed.table.code.to_string(),
        title: timed(
            titled(kind.info().title, &listed.state.variant),
            listed.state.clock.as_deref(),
        ),
        people: listed.people.iter().map(|player| player.name.clone()).collect(),
        state,
        your_turn: to_move.is_some() && to_move == viewer,
    })
}

async fn own_tables(app: &App, user: &CurrentUser) -> Result<Vec<TableRow>, PageError> {
    let Some(player) = user.id() else {
        return Ok(Vec::new());
    };
    let tables = app.tables.of_player(player).await?;
    Ok(tables
        .iter()
        .filter_map(|table| row(table, Some(player)))
        .collect())
}

async fn lobby(app: &App) -> Result<Vec<TableRow>, PageError> {
    let tables = app.tables.lobby().await?;
    Ok(tables.iter().filter_map(|table| row(table, None)).collect())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::ids::{TableCode, TableId};
    use crate::model::projection::TableState;
    use crate::store::{self, ListedPlayer};

    fn listed(kind: &str, phase: TablePhase, people: &[PlayerId], to_move: Option<PlayerId>) -> ListedTable {
        let names = ["Ann", "Ben", "Cem"].iter().zip(0..).zip(people);
        ListedTable {
            table: store::TableRow {
                id: TableId::fresh(),
                code: TableCode::fresh(),
                kind: kind.to_owned(),
                public: true,
                created_at: 0,
            },
            state: TableState {
                seq: 1,
                phase,
                variant: "9x9".to_owned(),
                seats: 3,
                public: true,
                to_move,
                clock: None,
                deadline: None,
                changed_at: 0,
            },
            people: names
                .map(|((&name, seat), &player)| ListedPlayer {
                    seat,
                    player,
                    name: name.to_owned(),
                })
                .collect(),
        }
    }

    #[test]
    fn a_row_says_how_the_table_stands_for_its_viewer() {
        let [ann, ben, eve] = [PlayerId::fresh(), PlayerId::fresh(), PlayerId::fresh()];
        let (waiting, playing, over) = (TablePhase::Waiting, TablePhase::Playing, TablePhase::Over);
        for (phase, to_move, viewer, state, your_turn) in [
            (waiting, None, Some(ann), "2 of 3 players", false),
            (playing, Some(ben), Some(ben), "your turn", true),
            (playing, Some(ben), Some(ann), "Ben to move", false),
            (playing, Some(ben), None, "Ben to move", false),
            (playing, Some(eve), Some(ann), "in progress", false),
            (over, None, Some(ann), "finished", false),
        ] {
            let row = row(&listed("bushi", phase, &[ann, ben], to_move), viewer).unwrap();
            assert_eq!((row.state.as_str(), row.your_turn), (state, your_turn));
            assert_eq!((row.title.as_str(), row.people.len()), ("Bushi 9x9", 2));
        }
        assert!(row(&listed("tomorrow", waiting, &[ann], None), None).is_none());
    }
}
