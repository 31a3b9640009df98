//! The place that a seat can expect: how many others come before it, by their chances to come first.

/// The expected place of each seat. Of two seats the one comes before the other as often as its chance is of both together, so
/// that who has no chance comes behind all others.
pub(super) fn expected_places(chances: &[f32]) -> Vec<f32> {
    let before = |own: f32, other: f32| {
        if own + other > 0.0 {
            other / (own + other)
        } else {
            0.5
        }
    };
    let place = |seat: usize| {
        let others = chances.iter().enumerate().filter(|(other, _)| *other != seat);
        1.0 + others
            .map(|(_, &other)| before(chances[seat], other))
            .sum::<f32>()
    };
    (0..chances.len()).map(place).collect()
}

/// The places of a game that is over: who shares a rank is in the middle of its places.
pub(super) fn final_places(ranks: &[u8]) -> Vec<f32> {
    let sharing = |rank: u8| ranks.iter().filter(|&&other| other == rank).count();
    let place = |&rank: &u8| f32::from(rank) + (sharing(rank) as f32 - 1.0) / 2.0;
    ranks.iter().map(place).collect()
}

/// Each seat's part of the first place in a game that is over.
pub(super) fn first_places(ranks: &[u8]) -> Vec<f32> {
    let first = ranks.iter().filter(|&&rank| rank == 1).count().max(1) as f32;
    ranks
        .iter()
        .map(|&rank| if rank == 1 { 1.0 / first } else { 0.0 })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_those_of_all_seats_together() {
        assert_eq!(expected_places(&[0.25; 4]), [2.5; 4]);
        for chances in [&[0.7, 0.2, 0.1][..], &[1.0, 0.0, 0.0, 0.0], &[0.5, 0.5, 0.0]] {
            let places = expected_places(chances);
            let count = chances.len() as f32;
            assert!(
                (places.iter().sum::<f32>() - count * (count + 1.0) / 2.0).abs() < 1e-4,
                "{places:?}"
            );
            assert!(places.is_sorted(), "{places:?}");
        }
    }

    #[test]
    fn the_end_is_its_result() {
        assert_eq!(final_places(&[3, 1, 2, 4]), [3.0, 1.0, 2.0, 4.0]);
        assert_eq!(final_places(&[1, 1, 3]), [1.5, 1.5, 3.0]);
        assert_eq!(first_places(&[3, 1, 2, 4]), [0.0, 1.0, 0.0, 0.0]);
        assert_eq!(first_places(&[1, 1, 3]), [0.5, 0.5, 0.0]);
    }
}
