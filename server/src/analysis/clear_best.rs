//! Whether one turn of a position is clearly better than all others.

use std::collections::BTreeMap;

use thicket_rules::{AnyGame, GameKind};
use thicket_search::{Budget, Stop};

use super::evaluate::strongest;
use crate::http::limits::{PRACTICE_STEPS, PRACTICE_TURNS};
use crate::model::turn;

/// By so much the chance to come first has to be smaller after any other turn.
const GAP: f32 = 0.15;
/// For a first look all turns are compared with the best one, so many at a time, with so many nodes for each.
const TOGETHER: usize = 12;
const NODES_EACH: u64 = 150;
/// How many of the others are then compared with as many nodes as the best one.
const RIVALS: usize = 5;
/// With how many times the budget the confirming search is made.
const TIMES: u64 = 10;

/// A turn, and those that come closest to it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Candidate {
    pub(super) best: Vec<String>,
    rivals: Vec<Vec<String>>,
}

/// The best turn of a position, if no other turn is nearly as good at a first look. None also if the search was stopped.
pub(super) fn candidate(
    kind: GameKind,
    game: &dyn AnyGame,
    budget: &Budget,
    stop: &Stop,
) -> Option<Candidate> {
    let turns = turns(game)?;
    if turns.len() < *PRACTICE_TURNS.start() {
        return None;
    }
    let best = strongest(kind, game.seats()).think(game, budget, stop)?.steps;
    let leads_to = after(game, &best)?;
    let others = turns.into_iter().filter(|(position, _)| *position != leads_to);
    let others: Vec<Vec<String>> = others.map(|(_, turn)| turn).collect();
    let rivals = closest(kind, game, (&best, others), stop)?;
    let candidate = Candidate { best, rivals };
    is_clear(gap(kind, game, &candidate, budget, stop)?).then_some(candidate)
}

/// How much less all other turns promise, if a search with many times the budget finds the same turn and that it is clearly the
/// best.
pub(super) fn confirmed(
    kind: GameKind,
    game: &dyn AnyGame,
    candidate: &Candidate,
    budget: &Budget,
    stop: &Stop,
) -> Option<f32> {
    let budget = Budget {
        nodes: budget.nodes.saturating_mul(TIMES),
        ..*budget
    };
    let best = strongest(kind, game.seats()).think(game, &budget, stop)?.steps;
    if after(game, &best)? != after(game, &candidate.best)? {
        return None;
    }
    gap(kind, game, candidate, &budget, stop).filter(|gap| is_clear(*gap))
}

fn is_clear(gap: f32) -> bool {
    gap >= GAP
}

/// What the best of the rivals costs against the best turn, all searched alike.
fn gap(
    kind: GameKind,
    game: &dyn AnyGame,
    candidate: &Candidate,
    budget: &Budget,
    stop: &Stop,
) -> Option<f32> {
    // As many nodes for each turn as a review has, which compares two with a budget.
    let count = candidate.rivals.len() as u64 + 1;
    let budget = Budget {
        nodes: budget.nodes.saturating_mul(count) / 2,
        ..*budget
    };
    let costs = costs(kind, game, (&candidate.best, &candidate.rivals), &budget, stop)?;
    costs.into_iter().min_by(f32::total_cmp)
}

/// The turns that cost least against the best one at a short look.
fn closest(
    kind: GameKind,
    game: &dyn AnyGame,
    (best, others): (&[String], Vec<Vec<String>>),
    stop: &Stop,
) -> Option<Vec<Vec<String>>> {
    let mut ranked = Vec::with_capacity(others.len());
    for some in others.chunks(TOGETHER) {
        let budget = Budget::nodes(NODES_EACH * (some.len() as u64 + 1));
        let costs = costs(kind, game, (best, some), &budget, stop)?;
        ranked.extend(costs.into_iter().zip(some.iter().cloned()));
    }
    ranked.sort_by(|(one, _), (other, _)| one.total_cmp(other));
    ranked.truncate(RIVALS);
    Some(ranked.into_iter().map(|(_, turn)| turn).collect())
}

/// What each of these turns costs against the best one.
fn costs(
    kind: GameKind,
    game: &dyn AnyGame,
    (best, others): (&[String], &[Vec<String>]),
    budget: &Budget,
    stop: &Stop,
) -> Option<Vec<f32>> {
    let seat = game.status().to_move()?;
    let turns: Vec<&[String]> = std::iter::once(best)
        .chain(others.iter().map(Vec::as_slice))
        .collect();
    let chances = strongest(kind, game.seats()).compare(game, &turns, budget, stop)?;
    if stop.is_stopped() {
        return None;
    }
    let (best, others) = chances.split_first()?;
    Some(others.iter().map(|chances| best[seat] - chances[seat]).collect())
}

/// The position that a turn leads to.
fn after(game: &dyn AnyGame, steps: &[String]) -> Option<String> {
    let mut after = game.boxed_clone();
    turn::play(after.as_mut(), steps).ok()?;
    Some(after.position_text())
}

/// A turn for each position that one can lead to, with these positions. None if there are too many.
fn turns(game: &dyn AnyGame) -> Option<BTreeMap<String, Vec<String>>> {
    let plies = game.ply_count();
    let mut turns = BTreeMap::new();
    let mut begun = vec![(game.boxed_clone(), Vec::new())];
    let mut played = 0;
    while let Some((at, steps)) = begun.pop() {
        for step in at.legal() {
            let mut next = at.clone();
            next.play(&step).ok()?;
            played += 1;
            let mut steps: Vec<String> = steps.clone();
            steps.push(step);
            match next.ply_count() > plies {
                true => drop(turns.entry(next.position_text()).or_insert(steps)),
                false => begun.push((next, steps)),
            }
            if turns.len() > *PRACTICE_TURNS.end() || played > PRACTICE_STEPS {
                return None;
            }
        }
    }
    Some(turns)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use thicket_search::first_places;

    use super::*;

    fn found(kind: GameKind, position: &str) -> Option<(Candidate, f32)> {
        let (game, stop) = (kind.at(position).unwrap(), Stop::default());
        let budget = Budget::nodes(20_000);
        let candidate = candidate(kind, game.as_ref(), &budget, &stop)?;
        let gap = confirmed(kind, game.as_ref(), &candidate, &budget, &stop)?;
        Some((candidate, gap))
    }

    #[test]
    fn one_turn_that_wins_is_found() {
        let kind = GameKind::Antipode;
        let won = "r2bb/r3br/1b2r2/r3rr1r/rr2r1brr/rr3bbb/rrbbrbb/rrbbbr/rbbbb 2 12 c7,c1 -";
        let (found, gap) = found(kind, won).unwrap();
        assert_eq!(found.best, ["e6", "c1-c5"]);
        assert!(gap > 0.3, "{gap}");
        let blunder = "b3b/2rbbr/4r1r/1b1r3b/r3r1b1b/4bbrb/1rb2bb/1r1rb1/r1rrr 1 12 i5,a4 -";
        assert_eq!(self::found(kind, blunder).unwrap().0.best, ["b6", "i5-i9"]);
    }

    /// All its turns with which the game is won.
    fn wins(kind: GameKind, position: &str) -> usize {
        let game = kind.at(position).unwrap();
        let seat = game.status().to_move().unwrap();
        let is_won = |turn: &Vec<String>| {
            let mut after = game.clone();
            turn::play(after.as_mut(), turn).unwrap();
            let outcome = after.status().outcome();
            outcome.is_some_and(|outcome| first_places(&outcome)[seat] == 1.0)
        };
        turns(game.as_ref())
            .unwrap()
            .values()
            .filter(|turn| is_won(turn))
            .count()
    }

    #[test]
    fn where_two_turns_are_equally_good_there_is_none() {
        let antipode = "bbbbb/rrrbrr/rbrrbrr/2brbrrr/bb2bbrrr/2b3bb/rbrrrrb/brrrbb/rrrrb 1 12 e6,c6 -";
        assert!(wins(GameKind::Antipode, antipode) > 1);
        assert_eq!(found(GameKind::Antipode, antipode), None);
        assert_eq!(found(GameKind::Bushwhacked, &start(GameKind::Bushwhacked)), None);
    }

    fn start(kind: GameKind) -> String {
        kind.start(2, "").unwrap().position_text()
    }

    #[test]
    fn where_there_is_little_to_choose_from_there_is_none() {
        let kind = GameKind::Bushi;
        let position = "#7g#/10/10/10/10/10/10/10/10/#2KM4# 1 12 11,10 - 140";
        let all = turns(kind.at(position).unwrap().as_ref()).unwrap();
        assert!(all.len() < *PRACTICE_TURNS.start());
        assert_eq!(found(kind, position), None);
    }

    #[test]
    fn there_is_a_turn_for_each_position_that_one_can_lead_to() {
        for kind in GameKind::ALL {
            let game = kind.start(kind.info().default_seats, "").unwrap();
            let all = turns(game.as_ref()).unwrap();
            assert!(all.len() > 1, "{kind}");
            for (position, turn) in &all {
                assert_eq!(
                    after(game.as_ref(), turn).as_ref(),
                    Some(position),
                    "{kind}: {turn:?}"
                );
            }
        }
    }
}
