//! A table being served: its state, the feed of its events, and its snapshot.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use axum::extract::ws::Utf8Bytes;
use parking_lot::Mutex;
use serde_json::value::{RawValue, to_raw_value};

use super::feed::Feed;
use super::people::People;
use super::plans::{Changed, Plans};
use crate::ids::{EventId, PlayerId, TableCode, TableId};
use crate::model::log::entry::LogEntry;
use crate::model::log::event::Event;
use crate::model::table::lost::Lost;
use crate::model::table::state::{BrokenLog, State};
use crate::model::terms::Terms;
use crate::model::turn::PlyEffect;
use crate::protocol::{Kind, LostView, PlyView, ServerMessage, Shown, TakenBackView};
use crate::seq::Seq;

#[derive(Debug)]
pub struct LiveTable {
    pub state: State,
    pub feed: Feed,
    pub kind: Arc<Kind>,
    /// What the players have planned. Not part of the log.
    pub plans: Plans,
    taken_back: Vec<TakenBackView>,
    last: EventId,
    lost: Option<LostView>,
    /// Which of all players who are named here have an account.
    members: HashSet<PlayerId>,
    /// The names of the owners of bots.
    owners: HashMap<PlayerId, String>,
    /// The JSON of the table after the last event, once it was requested.
    snapshot: Mutex<Option<Arc<RawValue>>>,
    /// That JSON as a message.
    message: Mutex<Option<Utf8Bytes>>,
}

impl LiveTable {
    /// Replays a log; `people` tells who has an account.
    pub fn replay(
        id: TableId,
        code: TableCode,
        log: &[LogEntry],
        members: HashSet<PlayerId>,
    ) -> Result<LiveTable, BrokenLog> {
        let [first, rest @ ..] = log else {
            let why = "there are no events".to_owned();
            return Err(BrokenLog { seq: Seq::FIRST, why });
        };
        let state = State::new(id, code, first)?;
        let kind = kind_of(&state).map_err(|why| BrokenLog { seq: Seq::FIRST, why })?;
        let mut table = LiveTable {
            kind,
            feed: Feed::default(),
            plans: Plans::default(),
            taken_back: Vec::new(),
            last: first.id,
            lost: None,
            members,
            owners: HashMap::new(),
            snapshot: Mutex::default(),
            message: Mutex::default(),
            state,
        };
        let end = Seq(log.len() as u64);
        table.publish(first, None, end);
        for entry in rest {
            table.apply_up_to(entry, end)?;
        }
        Ok(table)
    }

    /// Updates names and accounts. Returns whether anything has changed.
    pub fn set_people(&mut self, people: &People) -> bool {
        let mut news = people.members != self.members || people.owners != self.owners;
        self.members.clone_from(&people.members);
        self.owners.clone_from(&people.owners);
        for person in &people.players {
            news |= self.state.rename(person.player, &person.name);
        }
        if news {
            self.invalidate_snapshot();
        }
        news
    }

    fn invalidate_snapshot(&mut self) {
        *self.snapshot.get_mut() = None;
        *self.message.get_mut() = None;
    }

    /// Applies a stored event, and adds its message to the feed.
    pub fn apply(&mut self, entry: &LogEntry) -> Result<(), BrokenLog> {
        self.apply_up_to(entry, entry.seq)
    }

    /// `end` is the number that the feed is about to reach.
    fn apply_up_to(&mut self, entry: &LogEntry, end: Seq) -> Result<(), BrokenLog> {
        let taken = match entry.event {
            Event::TakenBack { turns, .. } => self.last_plies(turns as usize),
            _ => Vec::new(),
        };
        let effect = self.state.apply(entry)?;
        self.take_back(taken);
        if let Event::SeatsChanged { .. } = entry.event {
            let broken = |why| BrokenLog { seq: entry.seq, why };
            self.kind = kind_of(&self.state).map_err(broken)?;
        }
        self.publish(entry, effect, end);
        Ok(())
    }

    fn publish(&mut self, entry: &LogEntry, effect: Option<PlyEffect>, end: Seq) {
        self.invalidate_snapshot();
        self.last = entry.id;
        if let Event::EventsLost { turns, .. } = entry.event {
            let (seq, turn) = (entry.seq, self.state.turn());
            self.lost = Some(LostView { seq, turn, turns });
        }
        if !Feed::keeps(entry.seq, end) {
            self.feed = Feed::after(entry.seq);
            return;
        }
        let ply = effect.zip(self.state.played()).map(|(effect, playing)| {
            let facts = playing.facts.last().copied();
            Arc::new(PlyView::new(effect, playing.game.as_ref(), facts))
        });
        if let Some(event) = self.shown().event(&entry.event, ply) {
            let (seq, at) = (entry.seq, entry.at);
            let message = ServerMessage::Event { seq, at, event };
            self.feed.push(at, message.text());
        }
    }

    /// Brings the plans up to date; what is to be recorded of it. `last` is the event that has just been applied, if there is one.
    pub(super) fn settle_plans(&mut self, last: Option<&LogEntry>) -> Vec<Changed> {
        self.plans.settle(&self.state, last)
    }

    /// The table, for its views.
    pub fn shown(&self) -> Shown<'_> {
        Shown {
            state: &self.state,
            start: &self.kind.start,
            taken_back: &self.taken_back,
            lost: self.lost,
            members: &self.members,
            owners: &self.owners,
        }
    }

    pub fn last(&self) -> EventId {
        self.last
    }

    /// What is missing from a table that was read again from its log, if its events are the first of these.
    pub fn lost_by(&self, again: &LiveTable) -> Option<Lost> {
        let (had, has, at) = (self.state.seq, again.state.seq, again.state.changed_at());
        let is_beginning = has < had && self.feed.made_at(has).is_none_or(|made| made == at);
        let made = |table: &LiveTable| table.state.ply_count() + table.taken_back.len();
        is_beginning.then(|| Lost {
            events: had.0 - has.0,
            turns: made(self).saturating_sub(made(again)) as u32,
        })
    }

    fn last_plies(&self, count: usize) -> Vec<Arc<PlyView>> {
        let mut plies = self.shown().plies();
        plies.split_off(plies.len().saturating_sub(count))
    }

    /// Adds turns to those that were taken back.
    fn take_back(&mut self, taken: Vec<Arc<PlyView>>) {
        if taken.is_empty() {
            return;
        }
        let kept = self.state.ply_count();
        let mut made = (0..).filter(|at| self.taken_back.iter().all(|taken| taken.at != *at));
        let places: Vec<u32> = made.by_ref().skip(kept).take(taken.len()).collect();
        let numbers = (kept as u32 + 1..).zip(places).zip(taken);
        let views = numbers.map(|((number, at), ply)| TakenBackView { at, number, ply });
        self.taken_back.extend(views);
        self.taken_back.sort_by_key(|taken| taken.at);
    }

    /// The next who requests the table has it made anew. One where nothing happens would keep it for ever.
    pub fn release_snapshot(&self) {
        *self.snapshot.lock() = None;
        *self.message.lock() = None;
    }

    /// The JSON of the table. It is made once for each event, however many request it.
    pub fn snapshot(&self) -> Arc<RawValue> {
        let mut snapshot = self.snapshot.lock();
        let made = || to_raw_value(&self.shown().table()).expect("table").into();
        Arc::clone(snapshot.get_or_insert_with(made))
    }

    /// The message with the whole table. It is made once for each event, too, and its bytes are shared: after a
    /// restart everybody requests it at once.
    pub fn snapshot_message(&self) -> Utf8Bytes {
        let mut message = self.message.lock();
        let made = || {
            let table = to_raw_value(&self.shown().table()).expect("table").into();
            let seq = self.state.seq;
            ServerMessage::Snapshot { seq, table }.text()
        };
        message.get_or_insert_with(made).clone()
    }
}

fn kind_of(state: &State) -> Result<Arc<Kind>, String> {
    let Terms {
        kind, seats, variant, ..
    } = &state.terms;
    let game = kind.start(*seats, variant).map_err(|error| error.to_string())?;
    Ok(Kind::of(game.as_ref()))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use serde_json::Value;

    use super::*;
    use crate::model::tests::simulation::Simulation;

    /// A table with some events, and its log.
    fn simulated(seed: u64, steps: usize) -> Simulation {
        let mut simulation = Simulation::begin(seed).unwrap();
        for _ in 0..steps {
            // A refusal is as good as an event here.
            let _ = simulation.step();
        }
        simulation
    }

    fn replayed(simulation: &Simulation, events: usize) -> LiveTable {
        let State { id, code, .. } = &simulation.state;
        LiveTable::replay(*id, code.clone(), &simulation.log[..events], HashSet::new()).unwrap()
    }

    #[test]
    fn a_replayed_log_shows_the_same_as_the_table_that_lived_through_it() {
        for seed in 0..20 {
            let simulation = simulated(seed, 150);
            let mut live = replayed(&simulation, 1);
            for entry in &simulation.log[1..] {
                live.apply(entry).unwrap();
            }
            let again = replayed(&simulation, simulation.log.len());
            assert_eq!(again.snapshot().get(), live.snapshot().get(), "seed {seed}");
            assert_eq!(again.state.table_state(), live.state.table_state(), "seed {seed}");
            assert_eq!(again.feed.last(), live.feed.last(), "seed {seed}");
            let kept = Seq(live.feed.last().0.saturating_sub(8));
            let messages = |table: &LiveTable| -> Vec<String> {
                let entries = table.feed.since(kept).unwrap();
                entries.map(|entry| entry.message.to_string()).collect()
            };
            assert_eq!(messages(&again), messages(&live), "seed {seed}");
        }
    }

    /// The turns and drops of a table, also those that were taken back, in the order in which they were made.
    fn made(table: &LiveTable) -> Vec<Value> {
        let table: Value = serde_json::from_str(table.snapshot().get()).unwrap();
        let mut made = table["plies"].as_array().unwrap().clone();
        for taken in table["taken_back"].as_array().unwrap() {
            made.insert(taken["at"].as_u64().unwrap() as usize, taken["ply"].clone());
        }
        made
    }

    #[test]
    fn the_whole_table_has_the_turns_that_its_events_told() {
        let mut taken_back = 0;
        for seed in 0..20 {
            let simulation = simulated(seed, 150);
            let mut table = replayed(&simulation, 1);
            let mut told = made(&table);
            for entry in &simulation.log[1..] {
                table.apply(entry).unwrap();
                let message = table.feed.message(entry.seq).map_or("{}", Utf8Bytes::as_str);
                let message: Value = serde_json::from_str(message).unwrap();
                told.extend(message["event"].get("ply").cloned());
            }
            assert_eq!(made(&table), told, "seed {seed}");
            taken_back += table.taken_back.len();
        }
        assert!(taken_back > 0, "some games take turns back");
    }

    #[test]
    fn a_snapshot_is_made_once_for_each_event_unless_it_was_released() {
        let simulation = simulated(1, 30);
        let mut table = replayed(&simulation, simulation.log.len() - 1);
        let first = table.snapshot();
        assert!(Arc::ptr_eq(&first, &table.snapshot()));
        table.apply(&simulation.log[simulation.log.len() - 1]).unwrap();
        let second = table.snapshot();
        assert!(!Arc::ptr_eq(&first, &second));
        assert!(Arc::ptr_eq(&second, &table.snapshot()));
        let message = table.snapshot_message();
        assert_eq!(
            message.as_str().as_ptr(),
            table.snapshot_message().as_str().as_ptr()
        );
        assert!(message.contains(second.get()));
        table.release_snapshot();
        let third = table.snapshot();
        assert!(!Arc::ptr_eq(&second, &third));
        assert_eq!(second.get(), third.get());
        assert_eq!(message, table.snapshot_message());
    }
}
