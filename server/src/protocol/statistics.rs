//! How the games of a kind go.

use serde::Serialize;
use utoipa::ToSchema;

use crate::model::record::ending::Reason;

/// Which seats win, how games end, and how long they are.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct StatisticsView {
    /// The name of the game.
    pub game: &'static str,
    pub games: i64,
    /// On average.
    pub mean_turns: i64,
    /// For each number of seats.
    pub seats: Vec<BalanceView>,
    pub endings: Vec<EndingCountView>,
    /// From the shortest to the longest.
    pub lengths: Vec<LengthCountView>,
}

/// The games with one number of seats.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct BalanceView {
    pub seats: i64,
    pub games: i64,
    /// On average.
    pub mean_turns: i64,
    /// How many games each seat won, in order of play.
    pub wins: Vec<i64>,
    /// In how many several seats shared the first place.
    pub shared: i64,
}

/// How many games ended so.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct EndingCountView {
    pub reason: Reason,
    pub games: i64,
}

/// How many games had so many turns.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct LengthCountView {
    pub least: i64,
    /// None for the longest ones.
    pub most: Option<i64>,
    pub games: i64,
}
