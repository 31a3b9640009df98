//! What the search thinks of positions, for people: hints during a game against bots, and reviews of games that are over.

mod evaluate;
mod hint;
mod making;
mod places;
mod reasons;
mod review;
mod reviews;
mod turning_points;

pub use hint::Hints;
pub use reviews::Reviews;
