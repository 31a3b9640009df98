//! Ratings: how they are computed, and the leaderboard of each game.

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use thicket_rules::GameKind;

use crate::app::App;
use crate::auth::CurrentUser;
use crate::backfill::Work;
use crate::error::PageError;
use crate::model::player::rating::{LISTED_WITH_OPPONENTS, Rating};
use crate::pages::parts::profile_address::address;
use crate::pages::{PageContext, html};
use crate::protocol::{LeaderView, LeaderboardView};
use crate::records::profile;
use crate::store::StoreError;

/// How many of them are on the page of all games.
const FIRST: i64 = 3;

#[derive(Clone, Debug, askama::Template)]
#[template(path = "ratings.html")]
pub struct RatingsPage {
    pub context: PageContext,
    pub boards: Vec<Leaderboard>,
    pub first: Rating,
    /// See [`Rating::BETA`].
    pub beta: f64,
    /// See [`Rating::LEAST_UNCERTAINTY`].
    pub least: f64,
    /// See [`Rating::SETTLED_GAMES`].
    pub settled_games: i64,
    /// See [`LISTED_WITH_OPPONENTS`].
    pub opponents: i64,
}

#[derive(Clone, Debug, askama::Template)]
#[template(path = "leaderboard.html")]
pub struct LeaderboardPage {
    pub context: PageContext,
    pub board: Leaderboard,
    /// See [`Rating::SETTLED_GAMES`].
    pub settled_games: i64,
    /// See [`LISTED_WITH_OPPONENTS`].
    pub opponents: i64,
}

#[derive(Clone, Debug)]
pub struct Leaderboard {
    pub kind: String,
    pub title: String,
    pub players: Vec<LeaderRow>,
}

#[derive(Clone, Debug)]
pub struct LeaderRow {
    /// From 1.
    pub place: usize,
    pub name: String,
    pub profile: String,
    /// The name of the owner, of a bot.
    pub owner: Option<String>,
    pub rating: i64,
    pub games: i64,
}

pub async fn show(State(app): State<App>, user: CurrentUser) -> Result<Response, PageError> {
    let mut boards = Vec::new();
    for &kind in GameKind::ALL {
        boards.push(leaderboard(&app, kind, FIRST).await?);
    }
    let page = RatingsPage {
        context: PageContext::of(&user).depending(&app.backfill, &[Work::Ratings]),
        boards,
        first: Rating::FIRST,
        beta: Rating::BETA,
        least: Rating::LEAST_UNCERTAINTY,
        settled_games: Rating::SETTLED_GAMES,
        opponents: LISTED_WITH_OPPONENTS,
    };
    Ok(html(&page, StatusCode::OK))
}

pub async fn one(
    State(app): State<App>,
    Path(name): Path<String>,
    user: CurrentUser,
) -> Result<Response, PageError> {
    let kind: GameKind = name.parse().map_err(|_| PageError::not_found())?;
    let page = LeaderboardPage {
        context: PageContext::of(&user).depending(&app.backfill, &[Work::Ratings]),
        board: leaderboard(&app, kind, profile::LISTED).await?,
        settled_games: Rating::SETTLED_GAMES,
        opponents: LISTED_WITH_OPPONENTS,
    };
    Ok(html(&page, StatusCode::OK))
}

async fn leaderboard(app: &App, kind: GameKind, limit: i64) -> Result<Leaderboard, StoreError> {
    let info = kind.info();
    let LeaderboardView { players, .. } = profile::leaderboard(&app.records, kind, limit).await?;
    Ok(Leaderboard {
        kind: info.name.to_owned(),
        title: info.title.to_owned(),
        players: players.into_iter().map(row).collect(),
    })
}

fn row(leader: LeaderView) -> LeaderRow {
    LeaderRow {
        place: leader.place,
        profile: address(&leader.name),
        name: leader.name,
        owner: leader.owner,
        rating: leader.rating.rating.round() as i64,
        games: leader.games,
    }
}
