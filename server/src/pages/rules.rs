//! The rules of a game, and the list of all that there are.

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use thicket_rules::GameKind;

use super::home::players;
use super::table::script_json;
use super::{Frame, assets, html};
use crate::app::App;
use crate::auth::CurrentUser;
use crate::error::PageError;
use crate::primer::{Heading, Primer};
use crate::protocol::FigureView;

/// What the pages that teach say of a game.
#[derive(Clone, Debug)]
pub struct Taught {
    /// Its name in addresses: its style sheet is `kinds/<name>.css`.
    pub name: &'static str,
    /// Its name on pages.
    pub title: &'static str,
    /// One line about it, if there is one.
    pub line: Option<String>,
    /// Whether there is a picture of it, `kinds/<name>.picture.svg`.
    pub picture: bool,
    /// For how many it is, in words.
    pub seats: String,
    /// Who invented it.
    pub designer: String,
}

/// The games whose rules can be read here.
#[derive(Clone, Debug, askama::Template)]
#[template(path = "primers.html")]
pub struct PrimersPage {
    /// What every page has.
    pub frame: Frame,
    /// The games.
    pub games: Vec<Taught>,
}

/// The rules of a game.
#[derive(Clone, Debug, askama::Template)]
#[template(path = "rules.html")]
pub struct RulesPage {
    /// What every page has.
    pub frame: Frame,
    /// The game.
    pub game: Taught,
    /// The headings.
    pub contents: Vec<Heading>,
    /// The rules as HTML.
    pub rules: String,
    /// The pictures of the pieces.
    pub pieces: String,
    /// The `FigureView`s as JSON, ready to stand in a `script` element.
    pub data: String,
}

impl Taught {
    /// A game and its primer.
    pub(super) fn new(kind: GameKind, primer: &Primer) -> Taught {
        let info = kind.info();
        Taught {
            name: info.name,
            title: info.title,
            line: assets::line(kind),
            picture: assets::picture(kind),
            seats: players(kind),
            designer: primer.designer.clone(),
        }
    }
}

/// The game of this name, with what teaches it.
pub(super) fn find(name: &str) -> Result<(GameKind, Primer), PageError> {
    let kind: GameKind = name.parse().map_err(|_| PageError::NotFound)?;
    Ok((kind, Primer::of(kind)?.ok_or(PageError::NotFound)?))
}

/// `GET /rules`
pub async fn list(State(_): State<App>, user: CurrentUser) -> Result<Response, PageError> {
    let mut games = Vec::new();
    for &kind in GameKind::ALL {
        games.extend(Primer::of(kind)?.map(|primer| Taught::new(kind, &primer)));
    }
    let frame = Frame::of(&user);
    Ok(html(&PrimersPage { frame, games }, StatusCode::OK))
}

/// `GET /rules/{kind}`
pub async fn show(
    State(_): State<App>,
    Path(name): Path<String>,
    user: CurrentUser,
) -> Result<Response, PageError> {
    let (kind, primer) = find(&name)?;
    let figures: Vec<FigureView> = primer.figures.iter().map(|figure| figure.view()).collect();
    let page = RulesPage {
        frame: Frame::of(&user),
        game: Taught::new(kind, &primer),
        contents: primer.contents,
        rules: primer.rules,
        pieces: assets::pieces(kind),
        data: script_json(&serde_json::to_string(&figures).expect("figures")),
    };
    Ok(html(&page, StatusCode::OK))
}
