//! What the search thinks of positions, for people: hints during a game against bots, and reviews of games that are over.

mod clear_best;
mod evaluate;
mod hint;
mod making;
mod places;
mod practice;
mod progress;
mod reasons;
mod review;
mod reviews;
#[cfg(test)]
mod test_record;
mod turning_points;

pub use hint::Hints;
pub use practice::{ClearPosition, suggested_line};
pub use progress::progress_lines;
pub use reviews::Reviews;
