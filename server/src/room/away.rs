//! Since when the players of a game have been away. Pure.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use crate::ids::PlayerId;
use crate::time::UnixMs;

/// Players without a connection at any node, and since when.
#[derive(Clone, Debug, Default)]
pub(super) struct Away {
    since: HashMap<PlayerId, UnixMs>,
}

impl Away {
    /// As it was stored when the table was last open.
    pub(super) fn stored(since: Vec<(PlayerId, UnixMs)>) -> Away {
        let since = since.into_iter().collect();
        Away { since }
    }

    /// Updates the list. Returns the changes: since when somebody is away, or `None` for who is back.
    pub(super) fn update(
        &mut self,
        players: &[PlayerId],
        present: impl Fn(PlayerId) -> bool,
        now: UnixMs,
    ) -> Vec<(PlayerId, Option<UnixMs>)> {
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

    /// `None` for who is there.
    pub(super) fn since(&self, player: PlayerId) -> Option<UnixMs> {
        self.since.get(&player).copied()
    }

    pub(super) fn list(&self, players: &[PlayerId]) -> Vec<(PlayerId, UnixMs)> {
        let since = |&player: &PlayerId| Some((player, self.since(player)?));
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
        let mut away = Away::stored(vec![(ben, UnixMs(5))]);
        assert_eq!(away.update(&players, |player| player == ann, UnixMs(100)), []);
        assert_eq!(
            away.list(&players),
            [(ben, UnixMs(5))],
            "a restart changes no time"
        );
        assert_eq!(
            away.update(&players, |_| false, UnixMs(200)),
            [(ann, Some(UnixMs(200)))]
        );
        assert_eq!(away.update(&players, |_| false, UnixMs(300)), []);
        assert_eq!(away.list(&players), [(ann, UnixMs(200)), (ben, UnixMs(5))]);
        assert_eq!(
            away.update(&players, |player| player == ben, UnixMs(400)),
            [(ben, None)]
        );
        assert_eq!(
            away.update(&[ann], |_| false, UnixMs(500)),
            [],
            "Ben has no seat any more"
        );
        assert_eq!(away.list(&players), [(ann, UnixMs(200))]);
    }
}
