//! What the search thinks of a single position: what each seat can expect, and the best turns.

use serde::{Deserialize, Serialize};
use thicket_rules::{AnyGame, BySeat, GameKind};
use thicket_search::{Bot, Budget, Level, Skill, Stop, payoffs};

use crate::model::turn;
use crate::protocol::{PlyView, SuggestionView};

/// A fixed seed, so that a position is always evaluated alike.
const SEED: u64 = 1;
const LINES: usize = 3;
/// The part of the budget that each of the best turns gets.
const LINE_PART: u64 = 4;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Line {
    pub(super) steps: Vec<String>,
    pub(super) chances: Vec<f32>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Evaluation {
    /// From 0 to 1, all together 1.
    pub(super) chances: Vec<f32>,
    /// The best first; empty where the game is over.
    pub(super) best: Vec<Line>,
}

pub(super) fn strongest(kind: GameKind, seats: u8) -> Bot {
    Bot::new(kind, seats, Skill::Level(Level::ALL[4], None), SEED)
}

/// Evaluates a position in which a turn begins or the game is over. `None` if the search was stopped before it found
/// anything.
pub(super) fn evaluate(
    kind: GameKind,
    game: &dyn AnyGame,
    budget: &Budget,
    stop: &Stop,
) -> Option<Evaluation> {
    let Some(seat) = game.status().to_move() else {
        return Some(Evaluation {
            chances: rounded(&outcome(game)?),
            best: Vec::new(),
        });
    };
    let mut bot = strongest(kind, game.seats());
    let thought = bot.think(game, budget, stop)?;
    let part = Budget {
        nodes: budget.nodes / LINE_PART,
        ..*budget
    };
    let firsts = first_steps(&bot, game, &thought.steps);
    let mut best: Vec<Line> = firsts
        .iter()
        .filter_map(|first| line(&mut bot, game, first, &part, stop))
        .collect();
    // All of these were looked at alike, so they can be compared.
    let worth = |line: &Line| line.chances.get(seat.index()).copied().unwrap_or_default();
    best.sort_by(|a, b| worth(b).total_cmp(&worth(a)));
    Some(Evaluation {
        chances: rounded(&thought.chances),
        best,
    })
}

/// What the seats have got, if the game is over.
fn outcome(game: &dyn AnyGame) -> Option<BySeat<f32>> {
    game.status().outcome().map(|outcome| payoffs(&outcome))
}

fn first_steps(bot: &Bot, game: &dyn AnyGame, best: &[String]) -> Vec<String> {
    let mut steps: Vec<String> = best.first().cloned().into_iter().collect();
    for step in bot.likely_steps(game, LINES) {
        if !steps.contains(&step) {
            steps.push(step);
        }
    }
    steps.truncate(LINES);
    steps
}

fn line(bot: &mut Bot, game: &dyn AnyGame, first: &str, budget: &Budget, stop: &Stop) -> Option<Line> {
    let mut after = game.boxed_clone();
    after.play(first).ok()?;
    let mut steps = vec![first.to_owned()];
    if let Some(chances) = outcome(after.as_ref()) {
        let chances = rounded(&chances);
        return Some(Line { steps, chances });
    }
    let thought = bot.think(after.as_ref(), budget, stop)?;
    if after.mid_turn() {
        steps.extend(thought.steps);
    }
    let chances = rounded(&thought.chances);
    Some(Line { steps, chances })
}

/// Chances with four digits: more would mean nothing, and take room in the database.
fn rounded(chances: &BySeat<f32>) -> Vec<f32> {
    let round = |chance: &f32| (chance * 1e4).round() / 1e4;
    chances.as_slice().iter().map(round).collect()
}

/// A turn as a browser sees it; `None` if it is not legal.
pub(super) fn suggestion(game: &dyn AnyGame, line: &Line) -> Option<SuggestionView> {
    let mut after = game.boxed_clone();
    let effect = turn::play(after.as_mut(), &line.steps).ok()?;
    Some(SuggestionView {
        ply: PlyView::new(effect, after.as_ref(), None),
        chances: line.chances.clone(),
    })
}

/// The best turn, for as long as the budget lasts.
pub(super) fn best_turn(
    kind: GameKind,
    game: &dyn AnyGame,
    budget: &Budget,
    stop: &Stop,
) -> Option<SuggestionView> {
    let thought = strongest(kind, game.seats()).think(game, budget, stop)?;
    let line = Line {
        chances: rounded(&thought.chances),
        steps: thought.steps,
    };
    suggestion(game, &line)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use thicket_rules::Seat;

    use super::*;

    #[test]
    fn every_kind_is_judged_with_chances_that_are_one_together_and_turns_that_are_legal() {
        for kind in GameKind::ALL {
            let seats = kind.info().seats.clone();
            for seats in [*seats.start(), *seats.end()] {
                let game = kind.start(seats, kind.info().variants.first().copied().unwrap_or_default());
                let game = game.unwrap();
                let evaluation =
                    evaluate(*kind, game.as_ref(), &Budget::nodes(60), &Stop::default()).unwrap();
                assert!(
                    (evaluation.chances.iter().sum::<f32>() - 1.0).abs() < 1e-3,
                    "{kind}"
                );
                assert!(!evaluation.best.is_empty(), "{kind}");
                for line in &evaluation.best {
                    assert!((line.chances.iter().sum::<f32>() - 1.0).abs() < 1e-3, "{kind}");
                    let shown = suggestion(game.as_ref(), line).unwrap();
                    assert_eq!(shown.ply.text, line.steps.join(","));
                }
                let first = |line: &Line| line.chances[0];
                assert!(
                    evaluation
                        .best
                        .windows(2)
                        .all(|pair| first(&pair[0]) >= first(&pair[1]))
                );
            }
        }
    }

    #[test]
    fn a_game_that_is_over_is_judged_by_its_outcome() {
        let mut game = GameKind::Bushi.start(2, "").unwrap();
        game.drop_seat(Seat::FIRST).unwrap();
        let evaluation = evaluate(
            GameKind::Bushi,
            game.as_ref(),
            &Budget::nodes(1),
            &Stop::default(),
        );
        let over = Evaluation {
            chances: vec![0.0, 1.0],
            best: Vec::new(),
        };
        assert_eq!(evaluation, Some(over));
    }
}
