//! Ratings, as a browser sees them.

use serde::Serialize;

use crate::model::player::rating::{Rating, RatingChange};

/// A rating.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RatingView {
    /// How well somebody plays, as far as their results tell.
    pub rating: f64,
    /// How far off that may be.
    pub uncertainty: f64,
}

/// A rating before a game and after it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RatingChangeView {
    /// Before the game.
    pub before: RatingView,
    /// After it.
    pub after: RatingView,
}

impl From<Rating> for RatingView {
    fn from(Rating { rating, uncertainty }: Rating) -> RatingView {
        RatingView { rating, uncertainty }
    }
}

impl From<RatingChange> for RatingChangeView {
    fn from(RatingChange { before, after }: RatingChange) -> RatingChangeView {
        RatingChangeView {
            before: before.into(),
            after: after.into(),
        }
    }
}
