//! Ratings: how well somebody plays a game, estimated from results after Weng and Lin.
//!
//! The page `/ratings` explains this in words, with these numbers; `docs/ratings.md` has why they are these. Another model or
//! other numbers need a migration that has all games rated anew.

use serde::Serialize;
use skillratings::MultiTeamOutcome;
use skillratings::weng_lin::{WengLinConfig, WengLinRating, weng_lin_multi_team};

use crate::time::UnixMs;

#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Rating {
    pub rating: f64,
    /// One standard deviation.
    pub uncertainty: f64,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct RatingChange {
    pub before: Rating,
    pub after: Rating,
}

impl Rating {
    /// The rating of a player without games.
    pub const FIRST: Rating = Rating {
        rating: 1500.0,
        uncertainty: 200.0,
    };

    /// The influence of chance. With this one a rating that is 200 higher wins about three games of four, and 400
    /// higher about nine of ten.
    pub const BETA: f64 = 110.0;

    /// The least uncertainty, so that a rating never stops following its player.
    pub const LEAST_UNCERTAINTY: f64 = 40.0;

    /// How many games a player needs for a rating that is no longer provisional.
    pub const SETTLED_GAMES: i64 = 20;

    /// How certain it has to be for that: those who always meet the same players need more games.
    pub const SETTLED_UNCERTAINTY: f64 = 130.0;

    /// In a game, the square of an uncertainty shrinks at most to this share.
    pub const LEAST_SHARE: f64 = 0.000_001;

    fn at_least_uncertain(self) -> Rating {
        Rating {
            uncertainty: self.uncertainty.max(Rating::LEAST_UNCERTAINTY),
            ..self
        }
    }
}

/// How many opponents in rated games a player needs to be on the leaderboard of a game.
pub const LISTED_WITH_OPPONENTS: i64 = 10;

/// The rated games of one kind in which two players have met.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Meetings {
    /// When the first game of the present window ended.
    pub since: UnixMs,
    pub games: i64,
    pub total: i64,
}

impl Meetings {
    /// How long games between the same players count less and less, in milliseconds: 30 days.
    pub const WINDOW_MS: i64 = 30 * 24 * 60 * 60 * 1000;
    /// The weight of each game of a window relative to the one before it. All games of a window count like ten at
    /// most.
    pub const SHARE: f64 = 0.9;
    /// From this game on the weight is negligible.
    const LEAST: i64 = 400;

    /// Adds a game, which ended at this time.
    #[must_use]
    pub fn and(self, at: UnixMs) -> Meetings {
        let total = self.total + 1;
        match self.games > 0 && at - self.since < Meetings::WINDOW_MS {
            true => Meetings {
                games: self.games + 1,
                total,
                ..self
            },
            false => Meetings {
                since: at,
                games: 1,
                total,
            },
        }
    }

    /// The weight of the last of these games, from 0 to 1.
    pub fn weight(self) -> f64 {
        (1..self.games.min(Meetings::LEAST)).fold(1.0, |weight, _| weight * Meetings::SHARE)
    }
}

/// The pairs of seats, from 0, in the order of [`after_game`]'s weights: (0, 1), (0, 2), …, (1, 2), …
pub fn pairs(seats: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..seats).flat_map(move |one| (one + 1..seats).map(move |other| (one, other)))
}

/// The ratings after a game of players with these ratings and ranks, in the order of the seats. Each seat is compared
/// with each of the others: the smaller rank was better, and equal ranks are a draw. The weights, from 0 to 1, say
/// how much each of the [`pairs`] counts.
pub fn after_game(seats: &[(Rating, i64)], weights: &[f64]) -> Vec<Rating> {
    if weights.iter().all(|&weight| weight >= 1.0) {
        let after = compare_all(seats).into_iter();
        return after.map(Rating::at_least_uncertain).collect();
    }
    let mut gains = vec![(0.0, 0.0); seats.len()];
    for ((one, other), weight) in pairs(seats.len()).zip(weights) {
        let after = compare_all(&[seats[one], seats[other]]);
        for (seat, after) in [one, other].into_iter().zip(after) {
            let (before, _) = seats[seat];
            let share = (after.uncertainty / before.uncertainty).powi(2);
            gains[seat].0 += weight * (after.rating - before.rating);
            gains[seat].1 += weight * (1.0 - share);
        }
    }
    let gained = |(&(before, _), (gain, known)): (&(Rating, i64), (f64, f64))| {
        let after = Rating {
            rating: before.rating + gain,
            uncertainty: before.uncertainty * (1.0 - known).max(Rating::LEAST_SHARE).sqrt(),
        };
        after.at_least_uncertain()
    };
    seats.iter().zip(gains).map(gained).collect()
}

fn compare_all(seats: &[(Rating, i64)]) -> Vec<Rating> {
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
mod simulation;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_is_ahead_gains_and_everybody_is_better_known() {
        let after = after_game(
            &[(Rating::FIRST, 2), (Rating::FIRST, 1), (Rating::FIRST, 3)],
            &[1.0; 3],
        );
        assert!(after[1].rating > after[0].rating && after[0].rating > after[2].rating);
        assert!(
            after
                .iter()
                .all(|seat| seat.uncertainty < Rating::FIRST.uncertainty)
        );
        assert!((after[0].rating - 1500.0).abs() < 1e-6, "second of three equals");
    }

    #[test]
    fn equal_ranks_are_rated_alike() {
        let after = after_game(&[(Rating::FIRST, 1), (Rating::FIRST, 1)], &[1.0]);
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
        let expected = after_game(&[(strong, 1), (weak, 2)], &[1.0]);
        let surprise = after_game(&[(strong, 2), (weak, 1)], &[1.0]);
        assert!(surprise[1].rating - weak.rating > expected[0].rating - strong.rating);
    }

    #[test]
    fn a_rating_never_stops_to_follow_its_player() {
        let mut seats = [(Rating::FIRST, 1), (Rating::FIRST, 2)];
        for game in 0..2_000 {
            let weights = if game % 2 == 0 { [1.0] } else { [0.9] };
            let after = after_game(&seats, &weights);
            let upset = if game % 3 == 0 { [2, 1] } else { [1, 2] };
            seats = [(after[0], upset[0]), (after[1], upset[1])];
        }
        assert!(
            seats
                .iter()
                .all(|(rating, _)| rating.uncertainty == Rating::LEAST_UNCERTAINTY)
        );
    }

    /// Ratings that differ by rounding alone.
    fn close(one: &[Rating], other: &[Rating]) -> bool {
        let near = |one: f64, other: f64| (one - other).abs() < 1e-9;
        one.iter()
            .zip(other)
            .all(|(one, other)| near(one.rating, other.rating) && near(one.uncertainty, other.uncertainty))
    }

    #[test]
    fn pairs_that_count_in_part_gain_in_part() {
        let seats = [(Rating::FIRST, 1), (Rating::FIRST, 2), (Rating::FIRST, 3)];
        let full = after_game(&seats, &[1.0; 3]);
        assert!(
            close(&full, &after_game(&seats, &[1.0, 1.0, 1.0 - 1e-13])),
            "pair by pair it is the same"
        );
        let less = after_game(&seats, &[0.5, 1.0, 1.0]);
        assert!(less[0].rating < full[0].rating && less[0].rating > 1500.0);
        assert!(less[0].uncertainty > full[0].uncertainty);
        assert!(
            (less[2].rating - full[2].rating).abs() < 1e-9,
            "the third seat is in no such pair"
        );
        let before = [Rating::FIRST; 3];
        assert!(close(&after_game(&seats, &[0.0; 3]), &before));
        let alone = after_game(&[seats[0], seats[2]], &[1.0]);
        let among = after_game(&seats, &[0.0, 1.0, 0.0]);
        assert!(close(&[among[0], among[2]], &alone) && among[1] == Rating::FIRST);
    }

    #[test]
    fn games_between_the_same_players_count_less_and_less_for_a_month() {
        let day = Meetings::WINDOW_MS / 30;
        let mut meetings = Meetings::default();
        let mut sum = 0.0;
        for game in 0..1_000 {
            meetings = meetings.and(UnixMs(5 * day + game));
            sum += meetings.weight();
        }
        assert!((sum - 10.0).abs() < 0.001, "{sum}");
        assert!(meetings.weight() > 0.0);
        meetings = meetings.and(UnixMs(35 * day - 1));
        assert!(meetings.weight() < 0.001);
        let next_month = meetings.and(UnixMs(35 * day));
        assert_eq!(
            (next_month.weight(), next_month.games, next_month.total),
            (1.0, 1, 1_002)
        );
        assert_eq!(next_month.and(UnixMs(35 * day + 1)).weight(), 0.9);
    }
}
