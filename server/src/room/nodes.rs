//! What this node knows of the others: which there are, who is connected to them, and whether that may be out of
//! date; and what it has yet to announce to them.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use parking_lot::{Mutex, MutexGuard};
use tokio::sync::Notify;
use tokio::time::Instant;

use crate::bus::{Bus, NodeId, Visitors};
use crate::ids::{PlayerId, TableId};
use crate::pauses;

/// How long an announcement of a node is valid: it repeats it every ten seconds.
pub(super) const VALID_FOR: Duration = Duration::from_secs(25);
/// How long after the node has announced that it stops: its players arrive elsewhere meanwhile.
pub(super) const VALID_AFTER_LEAVING: Duration = Duration::from_secs(5);

#[derive(Debug)]
pub(super) struct Nodes {
    pub(super) bus: Bus,
    others: Mutex<HashMap<NodeId, Other>>,
    elsewhere: Mutex<HashMap<TableId, HashMap<NodeId, Announcement>>>,
    /// Tables whose visitors have changed since they were announced.
    changed: Mutex<HashSet<TableId>>,
    wake: Notify,
    connected: AtomicBool,
    /// Wakes the task that checks logs.
    resync: Notify,
    /// The number of pauses of this process after which the rooms were compared with their logs.
    caught_up: AtomicU64,
    /// Wakes the tasks that wait for that, and the one that does it.
    caught_up_now: Notify,
    pause_noticed: Notify,
}

#[derive(Debug)]
struct Other {
    /// Until when it counts as running, unless it sends another message.
    until: Instant,
    /// It has announced that it stops: further messages do not mean that it runs.
    leaving: bool,
}

/// The last announcement of a node about a table.
#[derive(Debug)]
struct Announcement {
    visitors: Visitors,
    until: Instant,
}

#[derive(Debug, Default)]
pub(super) struct Elsewhere {
    pub(super) players: HashSet<PlayerId>,
    pub(super) anonymous: u32,
}

impl Nodes {
    pub(super) fn new(bus: Bus) -> Nodes {
        Nodes {
            bus,
            others: Mutex::default(),
            elsewhere: Mutex::default(),
            changed: Mutex::default(),
            wake: Notify::new(),
            connected: AtomicBool::new(false),
            resync: Notify::new(),
            caught_up: AtomicU64::new(pauses::count()),
            caught_up_now: Notify::new(),
            pause_noticed: Notify::new(),
        }
    }

    /// Another node has announced its visitors. A command line beside the servers announces none.
    pub(super) fn record_node(&self, node: NodeId, now: Instant) {
        let until = now + VALID_FOR;
        let mut others = self.others();
        let other = others.entry(node).or_insert(Other {
            until,
            leaving: false,
        });
        if !other.leaving {
            other.until = until;
        }
    }

    pub(super) fn has_others(&self, now: Instant) -> bool {
        self.others().values().any(|other| other.until > now)
    }

    pub(super) fn at(&self, table: TableId) -> Elsewhere {
        let mut found = Elsewhere::default();
        let elsewhere = self.elsewhere();
        for Announcement { visitors, .. } in elsewhere.get(&table).into_iter().flat_map(HashMap::values) {
            found.players.extend(&visitors.seated);
            found.players.extend(&visitors.watching);
            found.anonymous += visitors.anonymous;
        }
        found
    }

    /// Whether a player has a table in sight at another node.
    pub(super) fn is_in_sight(&self, table: TableId, player: PlayerId) -> bool {
        let elsewhere = self.elsewhere();
        let announcements = elsewhere.get(&table).into_iter().flat_map(HashMap::values);
        announcements
            .into_iter()
            .any(|announcement| announcement.visitors.in_sight.contains(&player))
    }

    /// Those of the players who are connected to some table at another node.
    pub(super) fn connected(&self, players: &HashSet<PlayerId>) -> HashSet<PlayerId> {
        let elsewhere = self.elsewhere();
        let announcements = elsewhere.values().flat_map(HashMap::values);
        let visitors = announcements.map(|announcement| &announcement.visitors);
        let named = visitors.flat_map(|visitors| visitors.seated.iter().chain(&visitors.watching));
        named.filter(|player| players.contains(player)).copied().collect()
    }

    /// Tables that the lobby may list since somebody who sits there is connected to another node; those whose game
    /// has begun come last.
    pub(super) fn listed(&self) -> Vec<(bool, TableId)> {
        let elsewhere = self.elsewhere();
        let announcements = elsewhere.values().flat_map(HashMap::values);
        let visitors = announcements.map(|announcement| &announcement.visitors);
        visitors
            .filter(|visitors| !visitors.seated.is_empty())
            .filter_map(|visitors| Some((visitors.listed?, visitors.table)))
            .collect()
    }

    pub(super) fn record_visitors(&self, node: NodeId, visitors: Visitors, now: Instant) {
        let table = visitors.table;
        let mut elsewhere = self.elsewhere();
        let announcements = elsewhere.entry(table).or_default();
        if visitors.is_empty() {
            announcements.remove(&node);
        } else {
            let until = now + VALID_FOR;
            announcements.insert(node, Announcement { visitors, until });
        }
        if announcements.is_empty() {
            elsewhere.remove(&table);
        }
    }

    /// A node stops: its announcements are valid for a moment only.
    pub(super) fn record_leaving(&self, node: NodeId, now: Instant) {
        let (until, leaving) = (now + VALID_AFTER_LEAVING, true);
        self.others().insert(node, Other { until, leaving });
        for announcements in self.elsewhere().values_mut() {
            if let Some(announcement) = announcements.get_mut(&node) {
                announcement.until = announcement.until.min(now + VALID_AFTER_LEAVING);
            }
        }
    }

    /// No messages arrived for a while: earlier announcements are valid for longer.
    pub(super) fn extend(&self, now: Instant) {
        for other in self.others().values_mut().filter(|other| !other.leaving) {
            other.until = other.until.max(now + VALID_FOR);
        }
        for announcement in self.elsewhere().values_mut().flat_map(HashMap::values_mut) {
            announcement.until = announcement.until.max(now + VALID_FOR);
        }
    }

    /// Removes what was not repeated in time. Returns the tables that this changes.
    pub(super) fn remove_expired(&self, now: Instant) -> Vec<TableId> {
        let mut changed = Vec::new();
        self.others().retain(|_, other| other.until > now);
        self.elsewhere().retain(|&table, announcements| {
            let before = announcements.len();
            announcements.retain(|_, announcement| announcement.until > now);
            if announcements.len() < before {
                changed.push(table);
            }
            !announcements.is_empty()
        });
        changed
    }

    /// The visitors of a table at this node have changed, to be announced soon.
    pub(super) fn announce(&self, table: TableId) {
        if !self.bus.is_none() {
            self.changed().insert(table);
            self.wake.notify_one();
        }
    }

    /// Announces soon that this node is there, whoever is connected to it.
    pub(super) fn announce_self(&self) {
        self.wake.notify_one();
    }

    pub(super) async fn announcement_pending(&self) {
        self.wake.notified().await;
    }

    /// The tables to be announced, which are announced by that.
    pub(super) fn take_changed(&self) -> HashSet<TableId> {
        std::mem::take(&mut self.changed())
    }

    pub(super) fn is_connected(&self) -> bool {
        self.connected.load(Ordering::Acquire)
    }

    pub(super) fn set_connected(&self, connected: bool) {
        self.connected.store(connected, Ordering::Release);
    }

    /// Has the logs of all open rooms checked.
    pub(super) fn request_resync(&self) {
        self.resync.notify_one();
    }

    pub(super) async fn resync_requested(&self) {
        self.resync.notified().await;
    }

    /// Whether this process has paused and the rooms were not compared with their logs since: others may have written
    /// to them.
    pub(super) fn may_have_missed(&self) -> bool {
        !self.bus.is_none() && pauses::count() != self.caught_up.load(Ordering::Acquire)
    }

    /// Waits until the rooms were compared with their logs after a pause.
    pub(super) async fn until_caught_up(&self) {
        loop {
            let caught_up = self.caught_up_now.notified();
            if !self.may_have_missed() {
                return;
            }
            self.pause_noticed.notify_one();
            caught_up.await;
        }
    }

    /// Waits until somebody notices a pause.
    pub(super) async fn pause_noticed(&self) {
        self.pause_noticed.notified().await;
    }

    /// The rooms were compared with their logs after so many pauses.
    pub(super) fn record_caught_up(&self, pauses: u64) {
        self.caught_up.store(pauses, Ordering::Release);
        self.caught_up_now.notify_waiters();
    }

    fn others(&self) -> MutexGuard<'_, HashMap<NodeId, Other>> {
        self.others.lock()
    }

    fn elsewhere(&self) -> MutexGuard<'_, HashMap<TableId, HashMap<NodeId, Announcement>>> {
        self.elsewhere.lock()
    }

    fn changed(&self) -> MutexGuard<'_, HashSet<TableId>> {
        self.changed.lock()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn visitors(table: TableId, seated: &[PlayerId], anonymous: u32) -> Visitors {
        Visitors {
            seated: seated.to_vec(),
            anonymous,
            listed: Some(true),
            ..Visitors::none(table)
        }
    }

    #[test]
    fn a_player_at_two_nodes_is_one_and_leaves_with_the_last() {
        let nodes = Nodes::new(Bus::None);
        let (table, ann) = (TableId::fresh(), PlayerId::fresh());
        let (a, b, now) = (NodeId::fresh(), NodeId::fresh(), Instant::now());
        nodes.record_visitors(a, visitors(table, &[ann], 2), now);
        nodes.record_visitors(b, visitors(table, &[ann], 3), now);
        let found = nodes.at(table);
        assert_eq!((found.players.len(), found.anonymous), (1, 5));
        nodes.record_visitors(a, Visitors::none(table), now);
        assert!(nodes.at(table).players.contains(&ann));
        nodes.record_visitors(b, visitors(table, &[], 1), now);
        let found = nodes.at(table);
        assert!(found.players.is_empty() && nodes.listed().is_empty());
        assert_eq!(found.anonymous, 1);
    }

    #[test]
    fn a_node_counts_until_it_should_have_been_heard_again_or_has_left() {
        let nodes = Nodes::new(Bus::None);
        let (node, now) = (NodeId::fresh(), Instant::now());
        assert!(!nodes.has_others(now));
        nodes.record_node(node, now);
        assert!(nodes.has_others(now + VALID_FOR / 2));
        assert!(!nodes.has_others(now + VALID_FOR));
        nodes.extend(now + VALID_FOR);
        assert!(nodes.has_others(now + VALID_FOR), "nothing could be heard");
        nodes.record_leaving(node, now);
        nodes.record_node(node, now + VALID_AFTER_LEAVING / 2);
        nodes.extend(now + VALID_AFTER_LEAVING / 2);
        assert!(nodes.has_others(now + VALID_AFTER_LEAVING / 2));
        assert!(
            !nodes.has_others(now + VALID_AFTER_LEAVING),
            "its last announcements count for nothing"
        );
    }

    #[test]
    fn the_word_of_a_node_is_good_until_it_should_have_been_repeated() {
        let nodes = Nodes::new(Bus::None);
        let (table, ann, now) = (TableId::fresh(), PlayerId::fresh(), Instant::now());
        let node = NodeId::fresh();
        nodes.record_visitors(node, visitors(table, &[ann], 0), now);
        assert!(nodes.remove_expired(now + VALID_FOR / 2).is_empty());
        assert_eq!(nodes.remove_expired(now + VALID_FOR), [table]);
        assert!(nodes.at(table).players.is_empty());

        nodes.record_visitors(node, visitors(table, &[ann], 0), now);
        nodes.record_leaving(node, now);
        assert!(nodes.remove_expired(now + VALID_AFTER_LEAVING / 2).is_empty());
        assert_eq!(nodes.remove_expired(now + VALID_AFTER_LEAVING), [table]);

        nodes.record_visitors(node, visitors(table, &[ann], 0), now);
        nodes.extend(now + VALID_FOR);
        assert!(
            nodes.remove_expired(now + VALID_FOR + VALID_FOR / 2).is_empty(),
            "nothing could be heard"
        );
    }
}
