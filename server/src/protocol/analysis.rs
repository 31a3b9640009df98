//! What the search thinks of positions, as a browser sees it.

use std::sync::Arc;

use serde::Serialize;
use serde_json::value::RawValue;
use utoipa::ToSchema;

use super::ply::PlyView;

/// A turn that could be played in a position, and what it would do.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SuggestionView {
    pub ply: PlyView,
    /// Each seat's chance to come first if it is played, from 0 to 1 and all together 1.
    pub chances: Vec<f32>,
    /// The turns that would follow; empty where nobody asked for them.
    pub line: Vec<PlyView>,
    /// Why it is good, the weightiest first; empty where nobody asked, or nothing can be said.
    pub reasons: Vec<ReasonView>,
}

/// What a turn does for the seat that plays it. Cells have their names.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "r", rename_all = "snake_case")]
pub enum ReasonView {
    /// It wins the game.
    Wins,
    /// Another seat could have won with a turn, and no longer can.
    StopsWin { seat: u8 },
    /// It captures what stands there.
    Captures { cells: Vec<String> },
    /// They come under its seat's control.
    Controls { cells: Vec<String> },
    /// Own pieces become others.
    Promotes { cells: Vec<String> },
    /// Its seat wins with the next turn, if nobody stops it.
    ThreatensWin,
    /// Own pieces, where they stand then, can no longer be captured.
    Saves { cells: Vec<String> },
    /// Its seat can capture what stands there with the next turn.
    Threatens { cells: Vec<String> },
    /// Its seat holds so many of what it takes to control a cell.
    Builds { cell: String, have: u8 },
    /// It stands where another seat was about to build, or could have played for nothing.
    Blocks { seat: u8, cell: String },
    /// Its seat needs less to connect.
    Nearer,
    /// Another seat needs more to connect.
    Hinders { seat: u8 },
    /// Own pieces come so many rows forward.
    Advances { rows: u16 },
    /// A piece that stood alone stands beside another of its seat.
    Joins { cell: String },
    /// So many cells more where its seat plays for nothing.
    Opens { cells: u16 },
    /// A pass is saved: the next turn can have so many stones.
    SavesPass { stones: u8 },
}

#[derive(Clone, Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ReviewView {
    /// Each seat's chance to come first, from 0 to 1 and all together 1: at the start, and after each turn or drop. The last
    /// ones are the result.
    pub chances: Vec<Vec<f32>>,
    /// The place that each seat can expect in the same positions; none at a table for two.
    pub places: Option<Vec<Vec<f32>>>,
    /// What could be played in each of these positions; none where the game is over.
    pub turns: Vec<Option<ReviewedTurnView>>,
    /// The turns that cost most, in the order in which they were played.
    pub turning_points: Vec<TurningPointView>,
}

/// What could be played in a position, and what was.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ReviewedTurnView {
    pub best: SuggestionView,
    /// Each seat's chance to come first after the turn that was played, looked at like the best one; none where none was.
    pub played: Option<Vec<f32>>,
}

/// A turn that cost its player much.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TurningPointView {
    /// Its number in the list of turns, from 1.
    pub ply: u16,
    pub seat: u8,
}

/// How far the review of a game has come: a line of JSON each time.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "t", rename_all = "snake_case")]
pub enum ReviewProgress {
    /// So many of the positions have been looked at.
    Looking {
        done: usize,
        of: usize,
    },
    /// So many of the turns that may have cost much have been looked at again.
    Refining {
        done: usize,
        of: usize,
        /// The review as it is after the first look, with the first of these lines.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional, as = "Option<ReviewView>"))]
        #[schema(value_type = Option<ReviewView>)]
        review: Option<Arc<RawValue>>,
    },
    Ready,
    Failed {
        /// Why, for people.
        sentence: String,
    },
}
