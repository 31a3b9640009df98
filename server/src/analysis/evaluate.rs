//! What the search thinks of a single position: each seat's chance to come first, the best turn, and what the turn that was
//! played costs against it.

use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use rustix::time::{ClockId, clock_gettime};
use serde::{Deserialize, Serialize};
use thicket_rules::{AnyGame, BySeat, GameKind, Seat};
use thicket_search::{Bot, Budget, Skill, Stop, first_places};

use super::reasons::reasons_for;
use crate::model::turn;
use crate::protocol::{PlyView, SuggestionView};

/// A fixed seed, so that a position is always evaluated alike.
const SEED: u64 = 1;
/// Of what the evaluation of a position may spend, so much is usually for finding the best turn: a better one than was played is seldom
/// seen at once.
pub(super) const FIND: f64 = 0.7;
/// Enough for any comparison, however little the budget is.
const LEAST_NODES: u64 = 300;
/// How many positions a search looks at to find out how fast it is, and how often: whatever else the machine does makes some
/// of them slower.
const PROBED: u64 = 400;
const PROBES: u32 = 3;

/// A turn, the turns that follow it, and each seat's chance to come first if it is played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Line {
    /// As records spell them.
    pub(super) turns: Vec<String>,
    pub(super) chances: Vec<f32>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Evaluation {
    /// Each seat's chance to come first, from 0 to 1 and all together 1.
    pub(super) chances: Vec<f32>,
    /// The best turn; none where the game is over.
    pub(super) best: Option<Line>,
    /// The chances after the turn that was played, looked at like the best one; none where none was.
    pub(super) played: Option<Vec<f32>>,
}

impl Evaluation {
    /// How much less each seat can expect after the turn that was played than after the best one, or more.
    pub(super) fn gains(&self) -> Option<Vec<f32>> {
        let (best, played) = (self.best.as_ref()?, self.played.as_ref()?);
        let gains = played
            .iter()
            .zip(&best.chances)
            .map(|(played, best)| played - best);
        Some(gains.collect())
    }

    /// What the turn that was played costs the seat that played it.
    pub(super) fn cost(&self, seat: Seat) -> f32 {
        let gains = self.gains().unwrap_or_default();
        gains.get(seat.index()).map_or(0.0, |gain| -gain)
    }
}

pub(super) fn strongest(kind: GameKind, seats: u8) -> Bot {
    Bot::new(kind, seats, Skill::Strongest, SEED)
}

/// What the evaluation of a position may spend.
#[derive(Clone, Copy, Debug)]
pub(super) struct Budgets {
    /// On finding the best turn.
    find: Budget,
    /// On each of the turns that are compared.
    compare: Budget,
}

impl Budgets {
    /// Divides a budget: so much of it is for finding the best turn, the rest for comparing it with the one that was played.
    pub(super) fn of(budget: Budget, find: f64) -> Budgets {
        let part = |part: f64| Budget {
            nodes: (budget.nodes as f64 * part) as u64,
            ..budget
        };
        Budgets {
            find: part(find),
            compare: part((1.0 - find) / 2.0),
        }
    }
}

/// Evaluates positions of one game. It looks for the best turn with what it learnt of the positions before, and so sees farther.
pub(super) struct Analyzer {
    kind: GameKind,
    bot: Mutex<Bot>,
}

impl Analyzer {
    pub(super) fn new(kind: GameKind, seats: u8) -> Arc<Analyzer> {
        let bot = Mutex::new(strongest(kind, seats));
        Arc::new(Analyzer { kind, bot })
    }

    /// Judges a position in which a turn begins, or the game is over, and the turn that was played there. Both turns are looked
    /// at alike. None if the search was stopped.
    pub(super) fn evaluate(
        &self,
        game: &dyn AnyGame,
        played: Option<&str>,
        budgets: &Budgets,
        stop: &Stop,
    ) -> Option<Evaluation> {
        let Some(seat) = game.status().to_move() else {
            let outcome = game.status().outcome()?;
            return Some(Evaluation {
                chances: rounded(&first_places(&outcome)),
                best: None,
                played: None,
            });
        };
        let best = self.bot.lock().think(game, &budgets.find, stop)?.steps;
        let played = played.map(steps_of);
        let mut turns: Vec<&[String]> = vec![&best];
        turns.extend(played.as_deref().filter(|played| *played != best));
        let budget = Budget {
            nodes: budgets.compare.nodes * turns.len() as u64,
            ..budgets.compare
        };
        let chances = compare(self.kind, game, &turns, &budget, stop)?;
        let of_played = played.as_ref().and_then(|_| chances.last());
        // The longer look may find the turn that was played to be the better one.
        let is_better = |played: &&BySeat<f32>| played[seat] > chances[0][seat];
        let (best, of_best) = match (&played, of_played.filter(is_better)) {
            (Some(played), Some(better)) => (played, better),
            _ => (&best, &chances[0]),
        };
        Some(Evaluation {
            chances: rounded(of_best),
            played: of_played.map(rounded),
            best: Some(Line {
                turns: vec![best.join(",")],
                chances: rounded(of_best),
            }),
        })
    }
}

/// By a search of its own, which has learnt nothing of either turn.
pub(super) fn compare(
    kind: GameKind,
    game: &dyn AnyGame,
    turns: &[&[String]],
    budget: &Budget,
    stop: &Stop,
) -> Option<Vec<BySeat<f32>>> {
    let compare = |budget: &Budget| strongest(kind, game.seats()).compare(game, turns, budget, stop);
    compare(budget).or_else(|| compare(&Budget::nodes(LEAST_NODES)))
}

pub(super) fn steps_of(turn: &str) -> Vec<String> {
    turn.split(',').map(str::to_owned).collect()
}

/// How many positions the search looks at in a second.
pub(super) fn speed(kind: GameKind, game: &dyn AnyGame, stop: &Stop) -> f64 {
    let probe = |_| {
        let (mut bot, since) = (strongest(kind, game.seats()), computed());
        let thought = bot.think(game, &Budget::nodes(PROBED), stop)?;
        let took = computed().saturating_sub(since);
        Some(thought.nodes as f64 / took.as_secs_f64().max(1e-6))
    };
    (0..PROBES).filter_map(probe).fold(0.0, f64::max)
}

/// For how long this thread has computed. What else a busy machine does meanwhile makes a search late, and not slow.
fn computed() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec.unsigned_abs() as u32)
}

/// Adds the turns that would follow the last one of a line, so that there are so many.
pub(super) fn lengthen(
    kind: GameKind,
    game: &dyn AnyGame,
    line: &mut Line,
    length: usize,
    budget: &Budget,
    stop: &Stop,
) -> Option<()> {
    let mut at = game.boxed_clone();
    for turn in &line.turns {
        turn::play_text(at.as_mut(), turn).ok()?;
    }
    let mut bot = strongest(kind, game.seats());
    while line.turns.len() < length && at.status().to_move().is_some() {
        let steps = bot.think(at.as_ref(), budget, stop)?.steps;
        turn::play(at.as_mut(), &steps).ok()?;
        line.turns.push(steps.join(","));
    }
    Some(())
}

/// Chances with four digits: more would mean nothing, and take room in the database.
fn rounded(chances: &BySeat<f32>) -> Vec<f32> {
    let round = |chance: &f32| (chance * 1e4).round() / 1e4;
    chances.as_slice().iter().map(round).collect()
}

/// A line that could be played in a game, as a browser sees it; none if its first turn is not legal there.
pub(super) fn suggestion(game: &dyn AnyGame, line: &Line) -> Option<SuggestionView> {
    let mut after = game.boxed_clone();
    let mut plies = line.turns.iter().map_while(|turn| {
        let effect = turn::play_text(after.as_mut(), turn).ok()?;
        Some(PlyView::new(effect, after.as_ref(), None))
    });
    let ply = plies.next()?;
    Some(SuggestionView {
        ply,
        chances: line.chances.clone(),
        line: plies.collect(),
        reasons: Vec::new(),
    })
}

/// The best turn and why it is good, for as long as the budget lasts.
pub(super) fn best_turn(
    kind: GameKind,
    game: &dyn AnyGame,
    budget: &Budget,
    stop: &Stop,
) -> Option<SuggestionView> {
    let thought = strongest(kind, game.seats()).think(game, budget, stop)?;
    let line = Line {
        chances: rounded(&thought.chances),
        turns: vec![thought.steps.join(",")],
    };
    let reasons = reasons_for(kind, game, &thought.steps);
    let suggestion = suggestion(game, &line)?;
    Some(SuggestionView {
        reasons,
        ..suggestion
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    const FEW: u64 = 60;

    #[test]
    fn every_kind_is_judged_with_chances_that_are_one_together_and_turns_that_are_legal() {
        for kind in GameKind::ALL {
            let seats = kind.info().seats.clone();
            for seats in [*seats.start(), *seats.end()] {
                let game = kind.start(seats, kind.info().variants.first().copied().unwrap_or_default());
                let game = game.unwrap();
                let mut random = Bot::new(*kind, seats, Skill::Random, 3);
                let turn = random.think(game.as_ref(), &Budget::nodes(FEW), &Stop::default());
                let turn = turn.unwrap().steps.join(",");
                let budget = Budget::nodes(FEW);
                let (analyzer, budgets) = (Analyzer::new(*kind, seats), Budgets::of(budget, FIND));
                let evaluation = analyzer.evaluate(game.as_ref(), Some(&turn), &budgets, &Stop::default());
                let mut evaluation = evaluation.unwrap();
                let best = evaluation.best.as_mut().unwrap();
                lengthen(*kind, game.as_ref(), best, 3, &budget, &Stop::default()).unwrap();
                for chances in [&evaluation.chances, evaluation.played.as_ref().unwrap()] {
                    assert!((chances.iter().sum::<f32>() - 1.0).abs() < 1e-3, "{kind}");
                }
                let shown = suggestion(game.as_ref(), evaluation.best.as_ref().unwrap()).unwrap();
                assert_eq!(shown.line.len(), 2, "{kind}");
                assert!(
                    evaluation.cost(Seat::FIRST) >= 0.0,
                    "{kind}: nothing is better than the best"
                );
            }
        }
    }

    #[test]
    fn a_game_that_is_over_is_judged_by_its_outcome() {
        let mut game = GameKind::Bushwhacked.start(4, "").unwrap();
        for seat in [1, 3, 4] {
            game.drop_seat(Seat::new(seat).unwrap()).unwrap();
        }
        let over = Evaluation {
            chances: vec![0.0, 1.0, 0.0, 0.0],
            best: None,
            played: None,
        };
        let analyzer = Analyzer::new(GameKind::Bushwhacked, 4);
        let budgets = Budgets::of(Budget::nodes(1), FIND);
        let judged = analyzer.evaluate(game.as_ref(), None, &budgets, &Stop::default());
        assert_eq!(judged, Some(over));
    }

    /// Blue joins two corners by a token on e5.
    #[test]
    fn the_turn_that_ends_a_game_is_judged_by_what_that_pays() {
        let kind = GameKind::Antipode;
        let game = kind
            .at("b3r/1b4/2b4/3r4/r7b/4r3/4b2/4b1/b3b 1 12 a1,i9 -")
            .unwrap();
        let judge = |played: &str| {
            let (analyzer, budgets) = (Analyzer::new(kind, 2), Budgets::of(Budget::nodes(6_000), FIND));
            let judged = analyzer.evaluate(game.as_ref(), Some(played), &budgets, &Stop::default());
            judged.unwrap()
        };
        let mut random = Bot::new(kind, 2, Skill::Random, 7);
        let turn = random
            .think(game.as_ref(), &Budget::nodes(1), &Stop::default())
            .unwrap();
        let missed = judge(&turn.steps.join(","));
        assert_eq!(missed.chances, [1.0, 0.0], "the best turn wins");
        assert!(missed.cost(Seat::FIRST) > 0.0, "{missed:?}");
        let win = judge(&missed.best.unwrap().turns[0]);
        assert_eq!(win.played.as_deref(), Some(&[1.0, 0.0][..]));
        assert_eq!(win.cost(Seat::FIRST), 0.0);
    }
}
