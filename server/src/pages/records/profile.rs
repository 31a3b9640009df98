//! `/@name`: how somebody with an account plays, as far as their public games tell.

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use thicket_rules::GameKind;
use url::form_urlencoded;

use super::chart::{Line, share};
use crate::app::App;
use crate::auth::CurrentUser;
use crate::backfill::Work;
use crate::error::PageError;
use crate::ids::IdempotencyKey;
use crate::model::player::rating::{LISTED_WITH_OPPONENTS, Rating};
use crate::names::PlayerName;
use crate::pages::parts::profile_address::address;
use crate::pages::parts::tournament_row::TournamentRow;
use crate::pages::records::{RecordRow, row};
use crate::pages::{PageContext, html};
use crate::protocol::{OpponentView, PlayedView, SeatTallyView, StandingView};
use crate::records::profile::profile;
use crate::store::Relation;
use crate::time::page_date;

const RECENT: i64 = 10;
const RECENT_TOURNAMENTS: i64 = 5;

#[derive(Clone, Debug, askama::Template)]
#[template(path = "profile.html")]
pub struct ProfilePage {
    pub context: PageContext,
    pub name: String,
    pub own: bool,
    /// The profile and the name of the owner, of a bot.
    pub owner: Option<(String, String)>,
    /// What the reader has chosen about them; `None` for a reader without a name, and on one's own profile.
    pub relation: Option<Relation>,
    /// What tells the form of a challenge from any other: sent twice, it opens one table.
    pub form: IdempotencyKey,
    pub since: String,
    pub ratings: Vec<RatingRow>,
    pub games: i64,
    /// Whether only the latest games are counted.
    pub latest_only: bool,
    /// `97%`, and of how many games; `None` if that is not known of any.
    pub stayed: Option<(String, i64)>,
    /// By kind and number of seats.
    pub kinds: Vec<PlayedRow>,
    pub opponents: Vec<OpponentRow>,
    pub recent: Vec<RecordRow>,
    /// The addresses and the names of the clubs where they belong.
    pub clubs: Vec<(String, String)>,
    /// The latest ones.
    pub tournaments: Vec<TournamentRow>,
}

#[derive(Clone, Debug)]
pub struct RatingRow {
    pub kind: String,
    pub title: String,
    pub rating: i64,
    pub provisional: bool,
    pub games: i64,
    /// What is missing for a rating that is not provisional, or for a place on the leaderboard, if anything.
    pub missing: Option<String>,
    /// After each of the latest games.
    pub line: Option<Line>,
}

#[derive(Clone, Debug)]
pub struct PlayedRow {
    pub title: String,
    pub seats: i64,
    pub games: i64,
    pub won: i64,
    pub share: String,
    pub by_seat: Vec<SeatRow>,
}

#[derive(Clone, Debug)]
pub struct SeatRow {
    /// From 1.
    pub seat: i64,
    pub colour: String,
    pub games: i64,
    pub won: i64,
    pub share: String,
    /// As the length of a bar, of 100.
    pub length: i64,
}

#[derive(Clone, Debug)]
pub struct OpponentRow {
    pub name: String,
    /// `None` without an account.
    pub profile: Option<String>,
    pub games: i64,
    /// In how many of these the opponent was behind.
    pub ahead: i64,
    pub behind: i64,
    /// The address of the games that both played.
    pub records: String,
}

pub async fn show(
    State(app): State<App>,
    Path(name): Path<String>,
    user: CurrentUser,
) -> Result<Response, PageError> {
    let wanted = PlayerName::stored(&name).map_err(|_| PageError::not_found())?;
    let account = app.accounts.named(wanted.as_str()).await?;
    let account = account.ok_or_else(PageError::not_found)?;
    let player = account.player;
    // Another form of the name is redirected to the account's own.
    if player.name != name {
        return Ok(Redirect::to(&address(&player.name)).into_response());
    }
    let relation = match user.id().filter(|&id| id != player.id) {
        Some(reader) => Some(app.people.relation(reader, player.id).await?),
        None => None,
    };
    let profile = profile(&app.records, (player.id, player.name), account.created_at).await?;
    let recent = app.records.latest_games(player.id, RECENT).await?;
    let own = user.id() == Some(player.id);
    let tournaments = app.tournaments.of_player(player.id, own, RECENT_TOURNAMENTS);
    let tournaments = tournaments.await?;
    let clubs = app.clubs.of_player(player.id).await?.into_iter();
    let clubs = clubs.filter(|own| own.role.belongs());
    let ratings = profile.ratings.iter().map(rating_row).collect();
    let page = ProfilePage {
        context: PageContext::of(&user)
            .depending(&app.backfill, &[Work::Searches, Work::Ratings, Work::Statistics]),
        owner: profile.owner.map(|owner| (address(&owner), owner)),
        own,
        relation,
        form: IdempotencyKey::fresh(),
        since: page_date(profile.since),
        ratings,
        games: profile.games,
        latest_only: profile.latest_only,
        stayed: (profile.known > 0).then(|| (share(profile.stayed, profile.known), profile.known)),
        kinds: profile.played.iter().map(played_row).collect(),
        opponents: profile
            .opponents
            .iter()
            .map(|met| opponent(&profile.name, met))
            .collect(),
        recent: recent.iter().map(row).collect(),
        clubs: clubs
            .map(|own| (format!("/clubs/{}", own.club.id), own.club.name))
            .collect(),
        tournaments: tournaments.iter().map(TournamentRow::of).collect(),
        name: profile.name,
    };
    Ok(html(&page, StatusCode::OK))
}

fn rating_row(standing: &StandingView) -> RatingRow {
    RatingRow {
        kind: standing.game.clone(),
        title: title(&standing.game),
        rating: standing.rating.rating.round() as i64,
        provisional: standing.provisional,
        games: standing.games,
        missing: missing(standing),
        line: Line::of(&standing.history),
    }
}

fn missing(standing: &StandingView) -> Option<String> {
    if standing.games < Rating::SETTLED_GAMES {
        Some(format!("provisional until there are {}", Rating::SETTLED_GAMES))
    } else if standing.provisional {
        Some("still too uncertain, so provisional".to_owned())
    } else if standing.opponents < LISTED_WITH_OPPONENTS {
        Some("too few different opponents for the leaderboard yet".to_owned())
    } else {
        None
    }
}

fn title(kind: &str) -> String {
    let known: Option<GameKind> = kind.parse().ok();
    known.map_or(kind, |kind| kind.info().title).to_owned()
}

fn played_row(played: &PlayedView) -> PlayedRow {
    let info = played.game.parse().map(GameKind::info).ok();
    let colour = |seat: i64| info.and_then(|info| info.colours.get(usize::try_from(seat - 1).ok()?).copied());
    let seat = |tally: &SeatTallyView| SeatRow {
        seat: tally.seat,
        colour: colour(tally.seat).unwrap_or_default().to_owned(),
        games: tally.games,
        won: tally.won,
        share: share(tally.won, tally.games),
        length: tally.won * 100 / tally.games.max(1),
    };
    PlayedRow {
        title: title(&played.game),
        seats: played.seats,
        games: played.games,
        won: played.won,
        share: share(played.won, played.games),
        by_seat: played.by_seat.iter().map(seat).collect(),
    }
}

fn opponent(name: &str, met: &OpponentView) -> OpponentRow {
    let mut query = form_urlencoded::Serializer::new(String::new());
    query.append_pair("player", name).append_pair("player", &met.name);
    OpponentRow {
        name: met.name.clone(),
        profile: met.member.then(|| address(&met.name)),
        games: met.games,
        ahead: met.ahead,
        behind: met.behind,
        records: format!("/records?{}", query.finish()),
    }
}
