//! Clubs, as programs read them.

use serde::Serialize;
use utoipa::ToSchema;

use super::record::RecordRowView;
use super::tournament::ListedTournamentView;
use crate::ids::{ClubId, PlayerId, TableCode};
use crate::time::UnixMs;

/// Some clubs.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ClubsView {
    pub clubs: Vec<ListedClubView>,
}

/// A club in a list.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ListedClubView {
    pub id: ClubId,
    pub name: String,
    /// What the officers say of it: several lines, or none.
    pub text: String,
    /// `open`, `on_request` or `invited`: how somebody becomes a member.
    pub joining: &'static str,
    pub created_at: UnixMs,
    /// How many members and officers there are.
    pub members: i64,
}

/// Everything about a club that everybody may read.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ClubView {
    #[serde(flatten)]
    pub club: ListedClubView,
    /// The officers, then the other members, in the order in which they came.
    pub players: Vec<ClubPlayerView>,
    /// What members have reached in the club's latest 1,000 public games, the best first.
    pub leaderboard: Vec<ClubStandingView>,
    /// Public tables whose games are not over, at most 24.
    pub tables: Vec<TableCode>,
    /// The latest that lists show, at most 12.
    pub tournaments: Vec<ListedTournamentView>,
    /// The latest public games, at most 30.
    pub games: Vec<RecordRowView>,
}

/// Somebody who belongs to a club.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ClubPlayerView {
    pub id: PlayerId,
    pub name: String,
    pub officer: bool,
}

/// A row of a club's leaderboard.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ClubStandingView {
    /// From 1; who has as many points and first places shares it.
    pub rank: usize,
    pub player: PlayerId,
    /// 1 for a first place and 0 for a last one, whatever the number of seats.
    pub points: f64,
    /// How often they came first alone.
    pub firsts: usize,
    pub games: usize,
}
