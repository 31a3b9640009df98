//! Turning points: the turns of a game that cost most, and turns that are worth another look.

use thicket_rules::Seat;

use super::evaluate::Evaluation;

/// How many are named at most.
const MAX_POINTS: usize = 8;
/// A turn that costs its player less than this is no turning point.
const LEAST: f32 = 0.07;
/// From this cost on a turn is looked at again, since the first look may be wrong by as much.
const CANDIDATE_COST: f32 = 0.03;
/// What a turn costs is sure once a longer look changes it by less than this.
const SURE: f32 = 0.04;

/// The places of the turning points in a game, in order, from what was thought of each position and from who was to move.
pub(super) fn turning_points(evaluations: &[Evaluation], seats: &[Option<Seat>]) -> Vec<usize> {
    let costs = costs(evaluations, seats).collect();
    let mut points = costliest(costs, LEAST);
    points.truncate(MAX_POINTS);
    points.sort_unstable();
    points
}

/// The places of the turns that may be turning points, the most likely ones first.
pub(super) fn candidates(evaluations: &[Evaluation], seats: &[Option<Seat>]) -> Vec<usize> {
    costliest(suspicions(evaluations, seats), CANDIDATE_COST)
}

/// The places of all turns, or of the most suspicious ones: so many at most. In order.
pub(super) fn most_suspicious(evaluations: &[Evaluation], seats: &[Option<Seat>], most: usize) -> Vec<usize> {
    let mut places = costliest(suspicions(evaluations, seats), f32::MIN);
    places.retain(|place| seats[*place].is_some());
    places.truncate(most);
    places.sort_unstable();
    places
}

/// What each turn seems to have cost who played it. A look that saw nothing wrong with a turn may have been too short for what it
/// leads to, which the look at the position after it shows: then the chances of who played it are less there than before.
fn suspicions(evaluations: &[Evaluation], seats: &[Option<Seat>]) -> Vec<f32> {
    let losses = evaluations
        .windows(2)
        .zip(seats)
        .map(|(positions, seat)| match (seat, positions) {
            (Some(seat), [before, after]) => before.chances[seat.index()] - after.chances[seat.index()],
            _ => 0.0,
        });
    let losses = losses.chain(std::iter::repeat(0.0));
    let costs = costs(evaluations, seats).zip(losses);
    costs.map(|(cost, loss)| cost.max(loss)).collect()
}

/// By how much a longer look at a turn has changed what it costs, if it is still open how much that is.
pub(super) fn doubt(before: &Evaluation, after: &Evaluation, seat: Seat) -> Option<f32> {
    let (before, after) = (before.cost(seat), after.cost(seat));
    let change = (after - before).abs();
    (change >= SURE || (after - LEAST).abs() < SURE / 2.0).then_some(change)
}

/// The places of the greatest doubts, so many at most. In order.
pub(super) fn most_doubtful(mut doubts: Vec<(usize, f32)>, most: usize) -> Vec<usize> {
    doubts.sort_by(|(_, a), (_, b)| b.total_cmp(a));
    let mut places: Vec<usize> = doubts.into_iter().map(|(place, _)| place).take(most).collect();
    places.sort_unstable();
    places
}

/// What each turn cost who played it.
fn costs(evaluations: &[Evaluation], seats: &[Option<Seat>]) -> impl Iterator<Item = f32> {
    let costs = evaluations.iter().zip(seats);
    costs.map(|(evaluation, seat)| seat.map_or(0.0, |seat| evaluation.cost(seat)))
}

/// The places of the costs of at least so much, the greatest first.
fn costliest(costs: Vec<f32>, least: f32) -> Vec<usize> {
    let costs = costs.into_iter().enumerate();
    let mut costs: Vec<(usize, f32)> = costs.filter(|(_, cost)| *cost >= least).collect();
    costs.sort_by(|(_, a), (_, b)| b.total_cmp(a));
    costs.into_iter().map(|(place, _)| place).collect()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::super::evaluate::Line;
    use super::*;

    /// A position in which the first of two seats had a turn that costs so much.
    fn costing(cost: f32) -> Evaluation {
        let best = Line {
            turns: vec!["a1".into()],
            chances: vec![0.6, 0.4],
        };
        Evaluation {
            chances: best.chances.clone(),
            best: Some(best),
            played: Some(vec![0.6 - cost, 0.4 + cost]),
        }
    }

    #[test]
    fn the_turns_that_cost_most_are_named_in_order() {
        let evaluations: Vec<Evaluation> = [0.01, 0.2, 0.0, 0.08, 0.05].map(costing).into();
        let seats = [Some(Seat::FIRST); 5];
        assert_eq!(turning_points(&evaluations, &seats), [1, 3]);
        assert_eq!(candidates(&evaluations, &seats), [1, 3, 4]);
    }

    #[test]
    fn a_turn_is_looked_at_again_if_the_position_after_it_is_worse_for_who_played_it() {
        let mut evaluations: Vec<Evaluation> = [0.0, 0.0, 0.05, 0.0].map(costing).into();
        evaluations[1].chances = vec![0.5, 0.5];
        let [first, second] = [Seat::FIRST, Seat::new(2).unwrap()];
        let seats = [Some(first), Some(second), Some(first), Some(first)];
        assert_eq!(candidates(&evaluations, &seats), [0, 1, 2]);
        assert_eq!(candidates(&evaluations, &[None; 4]), [0; 0]);
        assert!(turning_points(&evaluations, &seats).is_empty());
        assert_eq!(most_suspicious(&evaluations, &seats, 2), [0, 1]);
        assert_eq!(most_suspicious(&evaluations, &seats, 9), [0, 1, 2, 3]);
        let one = [None, Some(second), None, None];
        assert_eq!(most_suspicious(&evaluations, &one, 9), [1]);
    }

    #[test]
    fn a_seat_that_leaves_makes_no_turning_point_and_only_the_greatest_are_named() {
        let mut evaluations: Vec<Evaluation> =
            (0..20u8).map(|at| costing(0.1 + f32::from(at) / 100.0)).collect();
        evaluations[19].played = None;
        let seats = [Some(Seat::FIRST); 20];
        assert_eq!(
            turning_points(&evaluations, &seats),
            (11..19).collect::<Vec<usize>>()
        );
        assert!(turning_points(&evaluations, &[None; 20]).is_empty());
        assert!(turning_points(&[], &[]).is_empty());
    }

    #[test]
    fn a_turn_is_looked_at_once_more_while_its_cost_changes_or_decides() {
        let doubt = |before, after| doubt(&costing(before), &costing(after), Seat::FIRST);
        let (changes, decides) = (doubt(0.3, 0.2).unwrap(), doubt(0.08, 0.075).unwrap());
        assert_eq!(doubt(0.3, 0.29), None);
        let doubts = vec![(3, decides), (7, changes), (11, 0.0), (19, changes / 2.0)];
        assert_eq!(most_doubtful(doubts, 2), [7, 19]);
    }
}
