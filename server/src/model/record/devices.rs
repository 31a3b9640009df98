//! Which seats of a game were on one device.

use crate::ids::PlayerId;

/// The seats, from 1, that share a device, device by device. `owners` has the owner of each seat's device, if known.
pub(in crate::model) fn shared(owners: &[Option<PlayerId>]) -> Vec<Vec<u8>> {
    let is_first = |&at: &usize| !owners[..at].contains(&owners[at]);
    let firsts = (0..owners.len()).filter(is_first);
    let groups = firsts.filter_map(|first| Some(seats_of(owners, owners[first]?)));
    groups.filter(|seats| seats.len() > 1).collect()
}

fn seats_of(owners: &[Option<PlayerId>], owner: PlayerId) -> Vec<u8> {
    let seats = (1..).zip(owners);
    let own = seats.filter(|(_, other)| **other == Some(owner));
    own.map(|(seat, _)| seat).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seats_of_one_device_stand_together() {
        let [ann, ben] = [PlayerId::fresh(), PlayerId::fresh()].map(Some);
        assert!(shared(&[ann, ben, None, None]).is_empty());
        assert_eq!(shared(&[ann, ben, ann, None, ben]), [[1, 3], [2, 5]]);
    }
}
