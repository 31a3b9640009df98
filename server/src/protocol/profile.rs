//! How people play, as profiles and leaderboards have it.

use std::collections::BTreeMap;

use serde::Serialize;
use utoipa::ToSchema;

use super::rating::RatingView;
use crate::time::UnixMs;

/// How somebody with an account plays, as far as their public games tell.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ProfileView {
    pub name: String,
    /// The name of the member whose program it is, for a bot.
    pub owner: Option<String>,
    /// Since when they have an account.
    pub since: UnixMs,
    /// A rating for each game in which they have rated games.
    pub ratings: Vec<StandingView>,
    /// How many games the following counts.
    pub games: i64,
    /// Whether there are more games, of which only the latest are counted.
    pub latest_only: bool,
    /// In how many games it is known whether they stayed to the end.
    pub known: i64,
    /// In how many of these they did.
    pub stayed: i64,
    /// For each game and number of seats, those with the most games first.
    pub played: Vec<PlayedView>,
    /// Whom they met most often.
    pub opponents: Vec<OpponentView>,
}

/// The rating of a player in one game.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct StandingView {
    /// The name of the game.
    pub game: String,
    pub rating: RatingView,
    /// Whether it does not yet say how well the player plays.
    pub provisional: bool,
    /// How many rated games there are.
    pub games: i64,
    /// How many different opponents they were against.
    pub opponents: i64,
    /// The rating after each of the latest games, the oldest of these first.
    pub history: Vec<f64>,
}

/// The games of a player with one number of seats.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PlayedView {
    /// The name of the game.
    pub game: String,
    pub seats: i64,
    pub games: i64,
    /// How many of them the player won alone.
    pub won: i64,
    pub by_seat: Vec<SeatTallyView>,
}

/// The games of a player on one seat.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SeatTallyView {
    /// From 1.
    pub seat: i64,
    pub games: i64,
    pub won: i64,
}

/// Somebody whom a player has met.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct OpponentView {
    pub name: String,
    /// Whether they have an account, and a profile.
    pub member: bool,
    pub games: i64,
    /// In how many the player was placed before them.
    pub ahead: i64,
    /// In how many behind them.
    pub behind: i64,
}

/// The best players of a game, among those with a settled rating and enough opponents.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct LeaderboardView {
    /// The name of the game.
    pub game: &'static str,
    pub players: Vec<LeaderView>,
}

/// A player on a leaderboard.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct LeaderView {
    /// From 1.
    pub place: usize,
    pub name: String,
    /// The name of the member whose program it is, for a bot.
    pub owner: Option<String>,
    pub rating: RatingView,
    /// How many rated games there are.
    pub games: i64,
}

/// The names of players with an account.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct NamesView {
    pub names: Vec<String>,
    /// For each of them that is the bot of a member, the name of its owner.
    pub owners: BTreeMap<String, String>,
}
