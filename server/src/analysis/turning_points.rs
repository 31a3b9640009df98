//! Turning points: the turns of a game that changed most.

use crate::protocol::TurningPointView;

const MAX_POINTS: usize = 6;
/// A turn that moves less than this from some seats to others changes little.
const LEAST: f32 = 0.07;

/// The turning points of a game, in order, from what each seat could expect at the start and after each ply, and from whose
/// plies these were.
pub(super) fn turning_points(chances: &[Vec<f32>], seats: &[u8]) -> Vec<TurningPointView> {
    let points = (1..).zip(seats).zip(chances.windows(2));
    let mut points: Vec<TurningPointView> = points
        .map(|((ply, &seat), pair)| TurningPointView {
            ply,
            seat,
            gains: pair[1]
                .iter()
                .zip(&pair[0])
                .map(|(after, before)| after - before)
                .collect(),
        })
        .filter(|point| moved(point) >= LEAST)
        .collect();
    points.sort_by(|a, b| moved(b).total_cmp(&moved(a)));
    points.truncate(MAX_POINTS);
    points.sort_by_key(|point| point.ply);
    points
}

/// How much went from some seats to others.
fn moved(point: &TurningPointView) -> f32 {
    point.gains.iter().filter(|gain| **gain > 0.0).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_turns_that_changed_most_are_named_in_order_with_who_profited() {
        let chances = vec![
            vec![0.25, 0.25, 0.25, 0.25],
            vec![0.26, 0.25, 0.25, 0.24],
            vec![0.26, 0.05, 0.45, 0.24],
            vec![0.26, 0.05, 0.45, 0.24],
            vec![0.4, 0.05, 0.35, 0.2],
        ];
        let points = turning_points(&chances, &[1, 2, 3, 4]);
        let plies: Vec<(u16, u8)> = points.iter().map(|point| (point.ply, point.seat)).collect();
        assert_eq!(plies, [(2, 2), (4, 4)]);
        let gains: Vec<i32> = points[0]
            .gains
            .iter()
            .map(|gain| (gain * 100.0).round() as i32)
            .collect();
        assert_eq!(gains, [0, -20, 20, 0]);
    }

    #[test]
    fn only_the_greatest_are_named() {
        let swing = |ply: usize| {
            if ply.is_multiple_of(2) {
                0.5
            } else {
                0.6 + ply as f32 / 1000.0
            }
        };
        let chances: Vec<Vec<f32>> = (0..40).map(|ply| vec![swing(ply), 1.0 - swing(ply)]).collect();
        let points = turning_points(&chances, &[1; 39]);
        assert_eq!(points.len(), MAX_POINTS);
        assert!(points.iter().all(|point| point.ply > 30));
        assert!(points.is_sorted_by_key(|point| point.ply));
    }

    #[test]
    fn a_game_without_turns_has_none() {
        assert_eq!(turning_points(&[vec![0.5, 0.5]], &[]), []);
        assert_eq!(turning_points(&[], &[]), []);
    }
}
