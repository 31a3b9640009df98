//! Ratings, as a browser sees them.

use serde::Serialize;
use utoipa::ToSchema;

use crate::model::player::rating::{Rating, RatingChange};

#[derive(Clone, Copy, Debug, PartialEq, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RatingView {
    pub rating: f64,
    pub uncertainty: f64,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RatingChangeView {
    pub before: RatingView,
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
