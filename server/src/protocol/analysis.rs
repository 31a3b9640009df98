//! What the search thinks of positions, as a browser sees it.

use serde::Serialize;

use super::ply::PlyView;

/// A turn that could be played in a position, and what it would do.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SuggestionView {
    /// The turn as it would be played.
    pub ply: PlyView,
    /// What each seat can expect if it is played, from 0 to 1 and all together 1.
    pub chances: Vec<f32>,
}

/// The review of a game that is over.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ReviewView {
    /// What each seat can expect, from 0 to 1 and all together 1: at the start, and after each turn or drop.
    pub chances: Vec<Vec<f32>>,
    /// The best turns in each of these positions, the best first; none where nothing is to be played.
    pub best: Vec<Vec<SuggestionView>>,
    /// The turns that changed most, in the order in which they were played.
    pub turning_points: Vec<TurningPointView>,
}

/// A turn that changed much.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TurningPointView {
    /// Its number in the list of turns, from 1.
    pub ply: u16,
    /// Whose turn it was.
    pub seat: u8,
    /// How much more each seat could expect after it than before.
    pub gains: Vec<f32>,
}

/// How far the review of a game has come: a line of JSON each time.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "t", rename_all = "snake_case")]
pub enum ReviewProgress {
    /// So many of the positions have been looked at.
    Looking {
        /// Those.
        done: usize,
        /// All of them.
        of: usize,
    },
    /// The review is there.
    Ready,
    /// It could not be made.
    Failed {
        /// Why, for people.
        sentence: String,
    },
}
