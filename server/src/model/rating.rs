//! Ratings: how well somebody plays a game, as far as their results tell, after Weng and Lin.
//!
//! The page `/ratings` says the same in words, with these numbers.

use skillratings::MultiTeamOutcome;
use skillratings::weng_lin::{WengLinConfig, WengLinRating, weng_lin_multi_team};

/// How well somebody plays.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// The best guess.
    pub rating: f64,
    /// How far off the guess may be: one standard deviation.
    pub uncertainty: f64,
}

/// A rating before a game and after it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RatingChange {
    /// Before the game.
    pub before: Rating,
    /// After it.
    pub after: Rating,
}

/// How many games somebody has to have played to be on the leaderboard of a game.
pub const LISTED_FROM: i64 = 10;

impl Rating {
    /// Of somebody who has not played.
    pub const FIRST: Rating = Rating {
        rating: 1500.0,
        uncertainty: 500.0,
    };

    /// What chance has to do with results: of two players, one who is rated this much higher wins about two games of three.
    pub const BETA: f64 = 250.0;

    /// No uncertainty shrinks in a game to less than this share of its square.
    pub const LEAST_SHARE: f64 = 0.000_001;

    /// What somebody very probably plays at least as well as: what leaderboards are ordered by.
    pub fn estimate(self) -> f64 {
        self.rating - 3.0 * self.uncertainty
    }
}

/// The ratings after a game of players with these ratings and ranks, in the order of the seats. A seat is compared with each of
/// the others: the one with the smaller rank was better, and equal ranks are a draw.
pub fn after_game(seats: &[(Rating, i64)]) -> Vec<Rating> {
    let config = WengLinConfig {
        beta: Rating::BETA,
        uncertainty_tolerance: Rating::LEAST_SHARE,
    };
    let teams: Vec<([WengLinRating; 1], MultiTeamOutcome)> = seats
        .iter()
        .map(|&(Rating { rating, uncertainty }, rank)| {
            let rank = usize::try_from(rank).unwrap_or_default();
            (
                [WengLinRating { rating, uncertainty }],
                MultiTeamOutcome::new(rank),
            )
        })
        .collect();
    let teams: Vec<(&[WengLinRating], MultiTeamOutcome)> =
        teams.iter().map(|(team, rank)| (&team[..], *rank)).collect();
    let after = weng_lin_multi_team(&teams, &config).into_iter().flatten();
    after
        .map(|WengLinRating { rating, uncertainty }| Rating { rating, uncertainty })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_is_ahead_gains_and_everybody_is_better_known() {
        let after = after_game(&[(Rating::FIRST, 2), (Rating::FIRST, 1), (Rating::FIRST, 3)]);
        assert!(after[1].rating > after[0].rating && after[0].rating > after[2].rating);
        assert!(after.iter().all(|seat| seat.uncertainty < 500.0));
        assert!((after[0].rating - 1500.0).abs() < 1e-6, "second of three equals");
    }

    #[test]
    fn equal_ranks_are_rated_alike() {
        let after = after_game(&[(Rating::FIRST, 1), (Rating::FIRST, 1)]);
        assert_eq!(after[0], after[1]);
        assert!((after[0].rating - 1500.0).abs() < 1e-9);
    }

    #[test]
    fn a_surprise_counts_for_more() {
        let strong = Rating {
            rating: 1900.0,
            uncertainty: 100.0,
        };
        let weak = Rating {
            rating: 1200.0,
            ..strong
        };
        let expected = after_game(&[(strong, 1), (weak, 2)]);
        let surprise = after_game(&[(strong, 2), (weak, 1)]);
        assert!(surprise[1].rating - weak.rating > expected[0].rating - strong.rating);
    }

    #[test]
    fn a_newcomer_is_trusted_with_nothing_yet() {
        assert!(Rating::FIRST.estimate().abs() < f64::EPSILON);
    }
}
