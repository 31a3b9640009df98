//! Positions for practice: from a finished game the costliest mistake in a position where one turn is clearly the best.
//!
//! All of it is done in spare time, search by search: nobody waits for it.

use std::sync::Arc;
use std::time::Duration;

use thicket_rules::{AnyGame, GameKind, Seat};
use thicket_search::{Budget, Calibration, Stop};

use super::clear_best::{candidate, confirmed};
use super::evaluate::{Analyzer, Budgets, Evaluation, FIND, Line, lengthen, speed, steps_of, suggestion};
use super::reasons::reasons_for;
use super::review::movers;
use super::turning_points::candidates;
use crate::model::record::Record;
use crate::pool::Pool;
use crate::protocol::SuggestionView;
use crate::record;

/// How long all positions of a game are looked at for mistakes, in seconds of one core, and the longest for one of them.
const FIRST_LOOK: f64 = 2.0;
const MAX_FIRST_LOOK: f64 = 0.1;
/// How long it takes to look for the best turn of one position, before the confirming search, which takes much longer.
const LOOK: f64 = 0.1;
/// The fewest nodes of one search, however slow it is, and the longest that it takes, however busy the machine is: one that is cut
/// short says less than it should, and the longest one, of three seconds of a core, may get a tenth of it.
const LEAST_NODES: u64 = 300;
const LONGEST: Duration = Duration::from_secs(120);
/// How many mistakes of a game are looked at, the costliest first, and what one has to cost at the first look.
const MISTAKES: usize = 5;
const LEAST_COST: f32 = 0.1;
/// How many turns are shown, the best one first.
const LINE: usize = 3;

/// A position in which one turn is clearly the best.
#[derive(Clone, Debug, PartialEq)]
pub struct ClearPosition {
    /// How many turns come before it in its game.
    pub ply: usize,
    pub seat: Seat,
    pub position: String,
    /// The best turn and those that follow it, as records spell them.
    pub line: Vec<String>,
    /// How much smaller the chance of the seat is after any other turn.
    pub gap: f32,
}

/// A game that is searched.
#[derive(Clone, Debug)]
struct Searched {
    pool: Pool,
    record: Arc<Record>,
    kind: GameKind,
    seats: Vec<Option<Seat>>,
    /// Positions that the search looks at in a second.
    speed: f64,
}

/// The first of the costliest mistakes of a game that was made where one turn is clearly the best. `known` is what a review thinks of
/// its positions, if there is one.
pub(super) async fn find(
    pool: Pool,
    record: Record,
    known: Option<Vec<Evaluation>>,
) -> Option<ClearPosition> {
    let searched = Searched::new(pool, record).await?;
    let evaluations = match known {
        Some(known) => known,
        None => searched.look_at_all().await?,
    };
    for ply in searched.mistakes(&evaluations) {
        if let Some(found) = searched.position(ply).await {
            return Some(found);
        }
    }
    None
}

impl Searched {
    /// None if this version cannot play the game, or its chances say nothing.
    async fn new(pool: Pool, record: Record) -> Option<Searched> {
        let kind: GameKind = record.head.kind.parse().ok()?;
        let seats = movers(&record).ok()?;
        Calibration::of(kind, record::start(&record.head).ok()?.seats())?;
        let mut searched = Searched {
            pool,
            record: Arc::new(record),
            kind,
            seats,
            speed: 0.0,
        };
        let middle = searched.game_after(searched.seats.len() / 2)?;
        let probe = move |game: &dyn AnyGame, stop: &Stop| Some(speed(kind, game, stop));
        searched.speed = searched.search(middle, probe).await?;
        Some(searched)
    }

    /// What the search thinks of each position in which a turn was played, and of that turn.
    async fn look_at_all(&self) -> Option<Vec<Evaluation>> {
        let each = (FIRST_LOOK / self.seats.len().max(1) as f64).min(MAX_FIRST_LOOK);
        let budgets = Budgets::of(self.budget(each), FIND);
        let mut game = record::start(&self.record.head).ok()?;
        let analyzer = Analyzer::new(self.kind, game.seats());
        let mut evaluations = Vec::with_capacity(self.seats.len());
        for (turn, seat) in self.record.turns.iter().zip(&self.seats) {
            let (analyzer, played) = (Arc::clone(&analyzer), seat.is_some().then(|| turn.text.clone()));
            let search = move |game: &dyn AnyGame, stop: &Stop| {
                analyzer.evaluate(game, played.as_deref(), &budgets, stop)
            };
            evaluations.push(self.search(game.boxed_clone(), search).await?);
            record::play(game.as_mut(), &turn.text);
        }
        Some(evaluations)
    }

    /// The turns that may have cost much, the costliest first. Where a seat has left before, a position does not say so.
    fn mistakes(&self, evaluations: &[Evaluation]) -> Vec<usize> {
        let left = |ply: usize| {
            self.record.turns[..ply]
                .iter()
                .any(|turn| record::dropped(&turn.text).is_some())
        };
        let costs =
            |ply: usize| self.seats[ply].is_some_and(|seat| evaluations[ply].cost(seat) >= LEAST_COST);
        let mut plies = candidates(evaluations, &self.seats);
        plies.retain(|ply| costs(*ply) && !left(*ply));
        plies.truncate(MISTAKES);
        plies
    }

    /// The position after so many turns, if one turn is clearly the best there.
    async fn position(&self, ply: usize) -> Option<ClearPosition> {
        let kind = self.kind;
        // As it is shown: it does not know which positions came before it.
        let position = self.game_after(ply)?.position_text();
        let game = kind.at(&position).ok()?;
        let seat = game.status().to_move()?;
        let budget = self.budget(LOOK);
        let look = move |game: &dyn AnyGame, stop: &Stop| candidate(kind, game, &budget, stop);
        let candidate = self.search(game.clone(), look).await?;
        let best = candidate.best.join(",");
        let confirm = move |game: &dyn AnyGame, stop: &Stop| confirmed(kind, game, &candidate, &budget, stop);
        let gap = self.search(game.clone(), confirm).await?;
        let follow = move |game: &dyn AnyGame, stop: &Stop| {
            let mut line = Line {
                turns: vec![best.clone()],
                chances: Vec::new(),
            };
            lengthen(kind, game, &mut line, LINE, &budget, stop)?;
            Some(line.turns)
        };
        let line = self.search(game, follow).await?;
        Some(ClearPosition {
            ply,
            seat,
            position,
            line,
            gap,
        })
    }

    fn game_after(&self, ply: usize) -> Option<Box<dyn AnyGame>> {
        let mut game = record::start(&self.record.head).ok()?;
        for turn in &self.record.turns[..ply] {
            record::play(game.as_mut(), &turn.text);
        }
        Some(game)
    }

    async fn search<T: Send + 'static>(
        &self,
        game: Box<dyn AnyGame>,
        search: impl Fn(&dyn AnyGame, &Stop) -> Option<T> + Clone + Send + 'static,
    ) -> Option<T> {
        let search = move |stop: &Stop| search(game.as_ref(), stop);
        self.pool.run_in_spare_time(search).await.flatten()
    }

    /// What one search may spend that has so many seconds.
    fn budget(&self, seconds: f64) -> Budget {
        Budget {
            nodes: ((self.speed * seconds) as u64).max(LEAST_NODES),
            time: Some(LONGEST),
        }
    }
}

/// The first turn of a line with what would follow, and why it is good; none if it is not legal.
#[must_use]
pub fn suggested_line(kind: GameKind, game: &dyn AnyGame, line: &[String]) -> Option<SuggestionView> {
    let turns = line.to_vec();
    let chances = Vec::new();
    let shown = suggestion(game, &Line { turns, chances })?;
    let reasons = reasons_for(kind, game, &steps_of(line.first()?));
    Some(SuggestionView { reasons, ..shown })
}

#[cfg(test)]
mod tests {
    use super::super::test_record::record_of;
    use super::*;
    use crate::pool::SEARCHES;

    #[test]
    fn a_great_mistake_is_looked_at_however_many_turns_are_only_suspicious() {
        let turns: Vec<String> = (0..8).map(|turn| format!("a{turn}")).collect();
        let searched = Searched {
            pool: Pool::of(1, SEARCHES),
            record: Arc::new(record_of("bushi", "2", &turns, &[2, 1])),
            kind: GameKind::Bushi,
            seats: vec![Some(Seat::FIRST); 8],
            speed: 0.0,
        };
        // The chances fall from turn to turn, but all of them but one were the best.
        let evaluation = |turn: u8| {
            let chance = 1.0 - f32::from(turn) / 8.0;
            let chances = vec![chance, 1.0 - chance];
            let cost = if turn == 7 { LEAST_COST } else { 0.0 };
            let best = Line {
                turns: vec!["a1".into()],
                chances: chances.clone(),
            };
            Evaluation {
                played: Some(vec![chance - cost, 1.0 - chance + cost]),
                best: Some(best),
                chances,
            }
        };
        let evaluations: Vec<Evaluation> = (0..8).map(evaluation).collect();
        assert_eq!(searched.mistakes(&evaluations), [7]);
    }
}
