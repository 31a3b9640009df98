//! Making a review: a first pass over all positions, so that something is there soon, then longer searches of the turns that may
//! have cost much, for as long as it is not sure how much.

use std::sync::Arc;
use std::time::Duration;

use serde_json::value::{RawValue, to_raw_value};
use thicket_rules::{AnyGame, GameKind, Seat};
use thicket_search::{Budget, Stop};
use tokio::sync::watch;

use super::evaluate::{Evaluation, Line, evaluate, lengthen, speed};
use super::places::first_places;
use super::review::{Review, movers};
use super::turning_points::{candidates, is_unsure, turning_points};
use crate::model::record::Record;
use crate::pool::{Pool, StopOnDrop, Urgency};
use crate::protocol::ReviewProgress;
use crate::record;

/// How long all positions together are looked at, in seconds of one core, and the longest for one of them.
const FIRST_PASS: f64 = 2.0;
const MAX_FIRST_PASS: f64 = 0.1;
/// For the turns that may have cost much, and for the ones of which that is not sure then.
const SECOND_PASS: f64 = 3.0;
const THIRD_PASS: f64 = 2.5;
/// The longest for one of these turns.
const MAX_SEARCH: f64 = 0.5;
/// How many turns each pass has at most.
const SECOND: usize = 16;
const THIRD: usize = 6;
/// The best turns of turning points are shown with those that follow, each of which is looked for as long as this.
const LINE: usize = 3;
const LINE_SEARCH: f64 = 0.05;
/// Searches of one position: one for the best turn, and one that compares it with the turn that was played.
const SEARCHES: f64 = 2.0;
/// The fewest positions that one search looks at, however slow it is.
const LEAST_NODES: u64 = 100;

/// A review on its way.
pub(super) struct Making {
    pool: Pool,
    /// The longest that one search may take.
    think: Duration,
    record: Arc<Record>,
    kind: GameKind,
    seats: Vec<Option<Seat>>,
    /// Positions that the search looks at in a second.
    speed: f64,
    review: Review,
}

impl Making {
    /// None if this version cannot play the game.
    pub(super) async fn new(pool: Pool, think: Duration, record: Record) -> Option<Making> {
        let kind = record.head.kind.parse().ok()?;
        let seats = movers(&record).ok()?;
        let mut making = Making {
            pool,
            think,
            record: Arc::new(record),
            kind,
            seats,
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
        self.evaluate_all(progress).await?;
        let rough = self.rough().await?;
        let places = candidates(&self.review.0, &self.seats, SECOND);
        let of = 3 * places.len();
        let report = |done| {
            let review = Some(Arc::clone(&rough));
            progress.send_replace(ReviewProgress::Refining { done, of, review });
        };
        report(0);
        let unsure = self.evaluate_again(&places, SECOND_PASS, report).await?;
        let unsure = &unsure[..unsure.len().min(THIRD)];
        self.evaluate_again(unsure, THIRD_PASS, |done| report(places.len() + done))
            .await?;
        report(2 * places.len());
        self.lengthen_lines().await?;
        Some(self.review)
    }

    /// What there is after the first pass, as a browser sees it.
    async fn rough(&self) -> Option<Arc<RawValue>> {
        let (review, record) = (self.review.clone(), Arc::clone(&self.record));
        let view = move || to_raw_value(&review.view(&record).ok()?).ok();
        let view = self.pool.run(Urgency::Review, view).await.flatten()?;
        Some(view.into())
    }

    async fn evaluate_all(&mut self, progress: &watch::Sender<ReviewProgress>) -> Option<()> {
        let of = self.record.turns.len();
        let budget = self.budget((FIRST_PASS / of.max(1) as f64).min(MAX_FIRST_PASS) / SEARCHES);
        let mut game = record::start(&self.record.head).ok()?;
        for ply in 0..of {
            progress.send_replace(ReviewProgress::Looking { done: ply, of });
            let position = game.boxed_clone();
            let search = self.evaluation_of(ply, budget);
            let evaluation = self.run(move |stop| search(position.as_ref(), stop)).await?;
            self.review.0.push(evaluation);
            record::play(game.as_mut(), &self.record.turns[ply].text);
        }
        let ranks = record::ending(&self.record.head).ok()?.ranks;
        self.review.0.push(Evaluation {
            chances: first_places(&ranks),
            best: None,
            played: None,
        });
        Some(())
    }

    /// Looks at some turns for so many seconds together. Those of which it is still not sure what they cost.
    async fn evaluate_again(
        &mut self,
        plies: &[usize],
        seconds: f64,
        report: impl Fn(usize),
    ) -> Option<Vec<usize>> {
        let budget = self.budget((seconds / plies.len().max(1) as f64).min(MAX_SEARCH) / SEARCHES);
        let mut unsure = Vec::new();
        for (done, &ply) in plies.iter().enumerate() {
            let after = self.search(ply, self.evaluation_of(ply, budget)).await?;
            let before = std::mem::replace(&mut self.review.0[ply], after);
            let is_unsure = |seat| is_unsure(&before, &self.review.0[ply], seat);
            if self.seats[ply].is_some_and(is_unsure) {
                unsure.push(ply);
            }
            report(done + 1);
        }
        Some(unsure)
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
        budget: Budget,
    ) -> impl FnOnce(&dyn AnyGame, &Stop) -> Option<Evaluation> + Send + use<> {
        let (kind, record) = (self.kind, Arc::clone(&self.record));
        let is_turn = self.seats[ply].is_some();
        move |game, stop| {
            let played = record.turns.get(ply).filter(|_| is_turn);
            evaluate(kind, game, played.map(|turn| turn.text.as_str()), &budget, stop)
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

#[cfg(test)]
mod trust;
