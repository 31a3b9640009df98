//! Making a review: a first look at all positions, so that something is there soon, a longer one at all or most of them, and still
//! longer ones at the turns that may have cost much, for as long as it is not sure how much.

use std::sync::Arc;
use std::time::Duration;

use serde_json::value::{RawValue, to_raw_value};
use thicket_rules::{AnyGame, GameKind, Seat};
use thicket_search::{Budget, Stop};
use tokio::sync::watch;

use super::evaluate::{Analyzer, Budgets, Evaluation, FIND, Line, lengthen, speed};
use super::places::first_places;
use super::review::{Review, movers};
use super::turning_points::{candidates, doubt, most_doubtful, most_suspicious, turning_points};
use crate::model::record::Record;
use crate::pool::{Pool, StopOnDrop, Urgency};
use crate::protocol::ReviewProgress;
use crate::record;

/// One look at many positions.
struct Look {
    /// How long it takes at all of them together, in seconds of one core.
    seconds: f64,
    /// Of what it spends at a position, so much is for finding the best turn.
    find: f64,
    /// Whether late positions get more of it than early ones, at a table for more than two.
    favours_late: bool,
}

/// A look at turns that may have cost much. It rather compares them than looks for better ones.
const fn closer(seconds: f64) -> Look {
    Look {
        seconds,
        find: 0.4,
        favours_late: false,
    }
}

/// The looks: at all positions, at most turns again, at those that may have cost much, and at those of which that is least sure then.
const FIRST_LOOK: Look = Look {
    seconds: 2.0,
    find: FIND,
    favours_late: true,
};
const SECOND_LOOK: Look = Look {
    seconds: 3.5,
    ..FIRST_LOOK
};
const THIRD_LOOK: Look = closer(1.5);
const LAST_LOOK: Look = closer(1.0);
/// How many turns each look has at most; the second one fewer of a table for more than two.
const SECOND: usize = 80;
const SECOND_OF_MORE: usize = 50;
const THIRD: usize = 12;
const LAST: usize = 4;
/// Where late positions get more time, the first one gets so much of what the last one gets.
const FIRST_POSITION: f64 = 0.1;
/// The longest that a look takes at one position.
const LONGEST: f64 = 0.5;
/// The best turns of turning points are shown with those that follow, each of which is looked for as long as this.
const LINE: usize = 3;
const LINE_SEARCH: f64 = 0.05;
/// The fewest positions that one search looks at, however slow it is.
const LEAST_NODES: u64 = 100;

/// A review on its way.
pub(super) struct Making {
    pool: Pool,
    /// The longest that one search may take.
    think: Duration,
    record: Arc<Record>,
    kind: GameKind,
    analyzer: Arc<Analyzer>,
    seats: Vec<Option<Seat>>,
    is_for_two: bool,
    /// Positions that the search looks at in a second.
    speed: f64,
    review: Review,
}

impl Making {
    /// None if this version cannot play the game.
    pub(super) async fn new(pool: Pool, think: Duration, record: Record) -> Option<Making> {
        let kind = record.head.kind.parse().ok()?;
        let seats = movers(&record).ok()?;
        let seats_at_table = record::start(&record.head).ok()?.seats();
        let mut making = Making {
            pool,
            think,
            record: Arc::new(record),
            kind,
            analyzer: Analyzer::new(kind, seats_at_table),
            seats,
            is_for_two: seats_at_table == 2,
            speed: 0.0,
            review: Review(Vec::new()),
        };
        let middle = making.seats.len() / 2;
        let probe = move |game: &dyn AnyGame, stop: &Stop| Some(speed(kind, game, stop));
        making.speed = making.search(middle, probe).await?;
        Some(making)
    }

    /// Makes it, and tells how far it has come. None if a search fails.
    pub(super) async fn make(mut self, progress: &watch::Sender<ReviewProgress>) -> Option<Review> {
        self.look_at_all(progress).await?;
        let rough = self.rough().await?;
        let second = if self.is_for_two { SECOND } else { SECOND_OF_MORE };
        let places = most_suspicious(&self.review.0, &self.seats, second);
        let (third, last) = (places.len(), places.len() + THIRD);
        let of = last + LAST;
        let report = |done| {
            let review = Some(Arc::clone(&rough));
            progress.send_replace(ReviewProgress::Refining { done, of, review });
        };
        self.look(&places, &SECOND_LOOK, report).await?;
        let mut places = candidates(&self.review.0, &self.seats);
        places.truncate(THIRD);
        places.sort_unstable();
        let doubts = self
            .look(&places, &THIRD_LOOK, |done| report(third + done))
            .await?;
        let places = most_doubtful(doubts, LAST);
        self.look(&places, &LAST_LOOK, |done| report(last + done)).await?;
        report(of);
        self.lengthen_lines().await?;
        Some(self.review)
    }

    /// What there is after the first look, as a browser sees it.
    async fn rough(&self) -> Option<Arc<RawValue>> {
        let (review, record) = (self.review.clone(), Arc::clone(&self.record));
        let view = move || to_raw_value(&review.view(&record).ok()?).ok();
        let view = self.pool.run(Urgency::Review, view).await.flatten()?;
        Some(view.into())
    }

    async fn look_at_all(&mut self, progress: &watch::Sender<ReviewProgress>) -> Option<()> {
        let of = self.record.turns.len();
        let report = |done| drop(progress.send_replace(ReviewProgress::Looking { done, of }));
        let places: Vec<usize> = (0..of).collect();
        self.look(&places, &FIRST_LOOK, report).await?;
        let ranks = record::ending(&self.record.head).ok()?.ranks;
        self.review.0.push(Evaluation {
            chances: first_places(&ranks),
            best: None,
            played: None,
        });
        Some(())
    }

    /// Looks at the positions before some turns, which are in order: for the first time or again. Those of which it is not sure,
    /// after two looks, what they cost, and by how much the second look has changed that.
    async fn look(
        &mut self,
        plies: &[usize],
        look: &Look,
        report: impl Fn(usize),
    ) -> Option<Vec<(usize, f32)>> {
        let favours_late = look.favours_late && !self.is_for_two;
        let seconds = share_out(look.seconds, plies, self.record.turns.len(), favours_late);
        let mut doubts = Vec::new();
        let mut game = record::start(&self.record.head).ok()?;
        let mut played = 0;
        for (done, (&ply, seconds)) in plies.iter().zip(seconds).enumerate() {
            report(done);
            let between = played..ply;
            let budgets = Budgets::of(self.budget(seconds), look.find);
            let (record, search) = (Arc::clone(&self.record), self.evaluation_of(ply, budgets));
            let evaluate = move |stop: &Stop| {
                for turn in &record.turns[between] {
                    record::play(game.as_mut(), &turn.text);
                }
                search(game.as_ref(), stop).map(|evaluation| (game, evaluation))
            };
            let evaluation;
            (game, evaluation) = self.run(evaluate).await?;
            played = ply;
            match self.review.0.get_mut(ply) {
                None => self.review.0.push(evaluation),
                Some(before) => {
                    let doubt = self.seats[ply].and_then(|seat| doubt(before, &evaluation, seat));
                    doubts.extend(doubt.map(|doubt| (ply, doubt)));
                    *before = evaluation;
                }
            }
        }
        Some(doubts)
    }

    /// Finds what would follow the best turns of the turning points.
    async fn lengthen_lines(&mut self) -> Option<()> {
        let (kind, budget) = (self.kind, self.budget(LINE_SEARCH));
        for ply in turning_points(&self.review.0, &self.seats) {
            let Some(mut line) = self.review.0[ply].best.clone() else {
                continue;
            };
            let search = move |game: &dyn AnyGame, stop: &Stop| {
                lengthen(kind, game, &mut line, LINE, &budget, stop)?;
                Some(line)
            };
            let line: Line = self.search(ply, search).await?;
            self.review.0[ply].best = Some(line);
        }
        Some(())
    }

    /// The search of the position after so many plies.
    fn evaluation_of(
        &self,
        ply: usize,
        budgets: Budgets,
    ) -> impl FnOnce(&dyn AnyGame, &Stop) -> Option<Evaluation> + Send + use<> {
        let (analyzer, record) = (Arc::clone(&self.analyzer), Arc::clone(&self.record));
        let is_turn = self.seats[ply].is_some();
        move |game, stop| {
            let played = record.turns.get(ply).filter(|_| is_turn);
            analyzer.evaluate(game, played.map(|turn| turn.text.as_str()), &budgets, stop)
        }
    }

    /// Runs a search in the position after so many plies.
    async fn search<T: Send + 'static>(
        &self,
        ply: usize,
        search: impl FnOnce(&dyn AnyGame, &Stop) -> Option<T> + Send + 'static,
    ) -> Option<T> {
        let record = Arc::clone(&self.record);
        self.run(move |stop| {
            let mut game = record::start(&record.head).ok()?;
            for turn in &record.turns[..ply] {
                record::play(game.as_mut(), &turn.text);
            }
            search(game.as_ref(), stop)
        })
        .await
    }

    async fn run<T: Send + 'static>(
        &self,
        search: impl FnOnce(&Stop) -> Option<T> + Send + 'static,
    ) -> Option<T> {
        let stop = StopOnDrop::default();
        let stopped = stop.0.clone();
        self.pool
            .run(Urgency::Review, move || search(&stopped))
            .await
            .flatten()
    }

    /// What one search may spend that has so many seconds.
    fn budget(&self, seconds: f64) -> Budget {
        Budget {
            nodes: ((self.speed * seconds) as u64).max(LEAST_NODES),
            time: Some(self.think),
        }
    }
}

/// How many of some seconds each of these positions gets, in a game of so many turns: each as many, or the later ones more. At a table for
/// more than two, most turns that cost much are late: of those that cost 15 of 100 in twelve games of Bushwhacked for four, 24 of 27 were in
/// the last third.
fn share_out(seconds: f64, plies: &[usize], turns: usize, favours_late: bool) -> Vec<f64> {
    let weight = |ply: &usize| {
        let progress = if favours_late {
            *ply as f64 / turns as f64
        } else {
            1.0
        };
        FIRST_POSITION + (1.0 - FIRST_POSITION) * progress * progress
    };
    let weights: Vec<f64> = plies.iter().map(weight).collect();
    let all: f64 = weights.iter().sum();
    let share = |weight: f64| (seconds * weight / all).min(LONGEST);
    weights.into_iter().map(share).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_seconds_are_shared_out_and_late_positions_get_more_where_they_should() {
        let plies: Vec<usize> = (0..100).collect();
        for (favours_late, ratios) in [(false, 1.0..=1.0), (true, 9.0..=10.0)] {
            let shares = share_out(2.0, &plies, 100, favours_late);
            assert!((shares.iter().sum::<f64>() - 2.0).abs() < 1e-9);
            assert!(shares.is_sorted());
            assert!(ratios.contains(&(shares[99] / shares[0])));
        }
    }

    #[test]
    fn one_position_gets_no_more_than_the_longest_look() {
        assert_eq!(share_out(2.0, &[3], 4, true), [LONGEST]);
        assert!(share_out(2.0, &[], 0, true).is_empty());
    }
}

#[cfg(test)]
mod trust;
