//! Players with an account, leaderboards and statistics.

use axum::Json;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use serde::Deserialize;
use utoipa::IntoParams;

use super::games::kind;
use super::in_path::InPath;
use crate::app::App;
use crate::error::PageError;
use crate::names::PlayerName;
use crate::protocol::{LeaderboardView, NamesView, ProfileView, StatisticsView};
use crate::records::profile;
use crate::records::statistics as statistics_of;

/// The most names in one answer.
const MAX_FOUND: i64 = 30;

/// Whose names are looked for.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct Named {
    /// How the names begin.
    #[serde(default)]
    #[param(example = "an")]
    name: String,
}

/// Players whose names begin so
///
/// Only those with an account, in alphabetical order, at most 30.
#[utoipa::path(
    get,
    path = "/players",
    tag = "players",
    params(Named),
    responses(
        (status = 200, description = "Their names; none for no beginning.", body = NamesView),
        (status = 422, description = "The query cannot be read."),
    )
)]
pub(super) async fn players(
    State(app): State<App>,
    query: Result<Query<Named>, QueryRejection>,
) -> Result<Json<NamesView>, PageError> {
    let Query(Named { name }) = query?;
    let found = match name.trim() {
        "" => Vec::new(),
        name => app.accounts.names_beginning(name, MAX_FOUND).await?,
    };
    let owned = |(name, owner): &(String, Option<String>)| Some((name.clone(), owner.clone()?));
    Ok(Json(NamesView {
        owners: found.iter().filter_map(owned).collect(),
        names: found.into_iter().map(|(name, _)| name).collect(),
    }))
}

/// How a player plays
///
/// Ratings with their history, and counts of their latest 1,000 public games. The games themselves are among the records: ask for
/// those with this `player`.
#[utoipa::path(
    get,
    path = "/players/{name}",
    tag = "players",
    params(("name" = String, Path, description = "The name of somebody with an account.", example = "Ann")),
    responses(
        (status = 200, description = "The profile.", body = ProfileView),
        (status = 404, description = "Nobody with an account has this name."),
    )
)]
pub(super) async fn player(
    State(app): State<App>,
    InPath(name): InPath,
) -> Result<Json<ProfileView>, PageError> {
    let nobody = || PageError::missing("Nobody with an account has this name.");
    let name = PlayerName::stored(&name).map_err(|_| nobody())?;
    let account = app.accounts.named(name.as_str()).await?.ok_or_else(nobody)?;
    let player = (account.player.id, account.player.name);
    Ok(Json(
        profile::profile(&app.records, player, account.created_at).await?,
    ))
}

/// The best players of a game
///
/// The first 100 of those with a settled rating and enough different opponents.
#[utoipa::path(
    get,
    path = "/leaderboards/{game}",
    tag = "players",
    params(("game" = String, Path, description = "The name of the game.", example = "bushi")),
    responses(
        (status = 200, description = "The leaderboard.", body = LeaderboardView),
        (status = 404, description = "There is no such game."),
    )
)]
pub(super) async fn leaderboard(
    State(app): State<App>,
    InPath(game): InPath,
) -> Result<Json<LeaderboardView>, PageError> {
    let kind = kind(&game)?;
    Ok(Json(
        profile::leaderboard(&app.records, kind, profile::LISTED).await?,
    ))
}

/// Whose games are counted.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct Counted {
    /// `people` leaves out games with bots.
    #[serde(default)]
    opponents: String,
}

/// How the games of a kind go
///
/// Which seats win, how games end, and how many turns they have.
#[utoipa::path(
    get,
    path = "/statistics/{game}",
    tag = "players",
    params(("game" = String, Path, description = "The name of the game.", example = "bushi"), Counted),
    responses(
        (status = 200, description = "The statistics.", body = StatisticsView),
        (status = 404, description = "There is no such game."),
        (status = 422, description = "The query cannot be read."),
    )
)]
pub(super) async fn statistics(
    State(app): State<App>,
    InPath(game): InPath,
    query: Result<Query<Counted>, QueryRejection>,
) -> Result<Json<StatisticsView>, PageError> {
    let kind = kind(&game)?;
    let Query(Counted { opponents }) = query?;
    let people = opponents == "people";
    Ok(Json(statistics_of::statistics(&app.records, kind, people).await?))
}
