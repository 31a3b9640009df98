//! Since when the players of a game have been away. Pure.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use crate::ids::PlayerId;

/// Players without a connection at any node, and since when, in unix milliseconds.
#[derive(Clone, Debug, Default)]
pub(super) struct Away {
    since: HashMap<PlayerId, i64>,
}

impl Away {
    /// As it was stored when the table was last open.
    pub(super) fn stored(since: Vec<(PlayerId, i64)>) -> Away {
        let since = since.into_iter().collect();
        Away { since }
    }

    /// Updates the list. Returns the changes: since when somebody is away, or `None` for who is back.
    pub(super) fn update(
        &mut self,
        players: &[PlayerId],
        present: impl Fn(PlayerId) -> bool,
        now: i64,
    ) -> Vec<(PlayerId, Option<i64>)> {
        self.since.retain(|player, _| players.contains(player));
        let mut changed = Vec::new();
        for &player in players {
            if present(player) {
                let back = self.since.remove(&player);
                changed.extend(back.map(|_| (player, None)));
            } else if let Entry::Vacant(place) = self.since.entry(player) {
                place.insert(now);
                changed.push((player, Some(now)));
            }
        }
        changed
    }

    pub(super) fn list(&self, players: &[PlayerId]) -> Vec<(PlayerId, i64)> {
        let since = |&player: &PlayerId| Some((player, *self.since.get(&player)?));
        players.iter().filter_map(since).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_goes_is_away_from_then_on_until_they_are_back() {
        let (ann, ben) = (PlayerId::fresh(), PlayerId::fresh());
        let players = [ann, ben];
        let mut away = Away::stored(vec![(ben, 5)]);
        assert_eq!(away.update(&players, |player| player == ann, 100), []);
        assert_eq!(away.list(&players), [(ben, 5)], "a restart changes no time");
        assert_eq!(away.update(&players, |_| false, 200), [(ann, Some(200))]);
        assert_eq!(away.update(&players, |_| false, 300), []);
        assert_eq!(away.list(&players), [(ann, 200), (ben, 5)]);
        assert_eq!(away.update(&players, |player| player == ben, 400), [(ben, None)]);
        assert_eq!(
            away.update(&[ann], |_| false, 500),
            [],
            "Ben has no seat any more"
        );
        assert_eq!(away.list(&players), [(ann, 200)]);
    }
}
