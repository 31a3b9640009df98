//! Clubs: those there are, and who belongs to one and plays there.

use axum::Json;
use axum::extract::State;

use super::in_path::InPath;
use crate::app::App;
use crate::clubs::{ClubError, ClubStanding};
use crate::error::PageError;
use crate::ids::ClubId;
use crate::model::club::Role;
use crate::protocol::{ClubPlayerView, ClubStandingView, ClubView, ClubsView, ListedClubView};
use crate::store::{Club, ClubPlayer};

/// The most clubs in one answer.
const MOST_LISTED: i64 = 100;
/// How many tables, tournaments and finished games are told of a club.
const TABLES: i64 = 24;
const TOURNAMENTS: i64 = 12;
const GAMES: i64 = 30;

/// Clubs
///
/// At most 100, those with the most members first.
#[utoipa::path(
    get,
    path = "/clubs",
    tag = "clubs",
    responses((status = 200, description = "The clubs.", body = ClubsView))
)]
pub(super) async fn clubs(State(app): State<App>) -> Result<Json<ClubsView>, PageError> {
    let clubs = app.clubs.list(MOST_LISTED).await?;
    Ok(Json(ClubsView {
        clubs: clubs.into_iter().map(Into::into).collect(),
    }))
}

/// A club
///
/// Who belongs to it, its leaderboard, and its tables, tournaments and latest games. A table or a record is read by its `code`.
#[utoipa::path(
    get,
    path = "/clubs/{id}",
    tag = "clubs",
    params(("id" = ClubId, Path, description = "The id in the address of the club.")),
    responses(
        (status = 200, description = "The club.", body = ClubView),
        (status = 404, description = "There is no such club."),
    )
)]
pub(super) async fn club(State(app): State<App>, InPath(id): InPath) -> Result<Json<ClubView>, PageError> {
    let id: ClubId = id.parse().map_err(|_| ClubError::NotFound)?;
    let club = app.clubs.find(id).await?;
    let players = app.clubs.members(id).await?;
    let leaderboard = app.clubs.leaderboard(id, &players).await?;
    let tables = app.clubs.tables(id, TABLES).await?;
    let tournaments = app.tournaments.of_club(id, false, TOURNAMENTS).await?;
    let games = app.records.of_club(id, None, GAMES).await?;
    Ok(Json(ClubView {
        club: club.into(),
        players: players.into_iter().map(Into::into).collect(),
        leaderboard: leaderboard.into_iter().map(Into::into).collect(),
        tables: tables.into_iter().map(|listed| listed.table.code).collect(),
        tournaments: tournaments.into_iter().map(Into::into).collect(),
        games: games.iter().map(Into::into).collect(),
    }))
}

impl From<Club> for ListedClubView {
    fn from(club: Club) -> ListedClubView {
        ListedClubView {
            id: club.id,
            name: club.name,
            text: club.text,
            joining: club.joining.name(),
            created_at: club.created_at,
            members: club.members,
        }
    }
}

impl From<ClubPlayer> for ClubPlayerView {
    fn from(player: ClubPlayer) -> ClubPlayerView {
        ClubPlayerView {
            id: player.player,
            name: player.name,
            officer: player.role == Role::Officer,
        }
    }
}

impl From<ClubStanding> for ClubStandingView {
    fn from(standing: ClubStanding) -> ClubStandingView {
        ClubStandingView {
            rank: standing.rank,
            player: standing.player.player,
            points: standing.points.into(),
            firsts: standing.firsts,
            games: standing.games,
        }
    }
}
