//! A table being served: its state, the feed of its events, and its snapshot.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError};

use axum::extract::ws::Utf8Bytes;
use serde_json::value::{RawValue, to_raw_value};

use super::feed::Feed;
use crate::ids::{PlayerId, TableCode, TableId};
use crate::model::audience::Audience;
use crate::model::ending::Ending;
use crate::model::event::{Event, Logged};
use crate::model::playing::{Over, Playing, Rematch};
use crate::model::state::{BrokenLog, Phase, State};
use crate::model::terms::Terms;
use crate::model::turn::{PlyEffect, play_text};
use crate::model::waiting::Waiting;
use crate::protocol::{
    BeforeStartView, ChangeOfTableView, ChangedView, ClockTermsView, ClocksView, DiagramView, EndingView,
    EventView, FromView, KeptView, Kind, OfferView, PhaseName, PlayerView, PlyView, RematchView,
    ServerMessage, SwapView, TableView, TakenBackView,
};
use crate::store::PersonAt;

/// A table as it is served.
#[derive(Debug)]
pub struct LiveTable {
    /// What its events add up to.
    pub state: State,
    /// The messages of its events.
    pub feed: Feed,
    /// The game and its board.
    pub kind: Arc<Kind>,
    start: Arc<DiagramView>,
    plies: Vec<Arc<PlyView>>,
    taken_back: Vec<TakenBackView>,
    /// Those who have an account, of all who sit or sat here.
    members: HashSet<PlayerId>,
    /// The JSON of the table after the last event, if somebody has asked for it.
    snapshot: Mutex<Option<Arc<RawValue>>>,
    /// The same as a message.
    message: Mutex<Option<Utf8Bytes>>,
}

impl LiveTable {
    /// The table that a log tells of.
    ///
    /// # Errors
    /// When the log is empty, or is not one that decisions could have made.
    pub fn replay(id: TableId, code: TableCode, log: &[Logged]) -> Result<LiveTable, BrokenLog> {
        let [first, rest @ ..] = log else {
            let why = "there are no events".to_owned();
            return Err(BrokenLog { seq: 1, why });
        };
        let state = State::new(id, code, first)?;
        let (kind, start) = set_up(&state).map_err(|why| BrokenLog { seq: 1, why })?;
        let mut table = LiveTable {
            kind,
            start,
            feed: Feed::default(),
            plies: copied(&state).map_err(|why| BrokenLog { seq: 1, why })?,
            taken_back: Vec::new(),
            members: HashSet::new(),
            snapshot: Mutex::default(),
            message: Mutex::default(),
            state,
        };
        let end = log.len() as u64;
        table.publish(first, None, end);
        for logged in rest {
            table.apply_up_to(logged, end)?;
        }
        Ok(table)
    }

    /// Takes over what the store says of those who sit or sat here. Tells whether that is news.
    pub fn learn(&mut self, people: &[PersonAt]) -> bool {
        let members: HashSet<PlayerId> = people
            .iter()
            .filter(|person| person.member)
            .map(|person| person.player)
            .collect();
        let mut news = members != self.members;
        self.members = members;
        for person in people {
            news |= self.state.rename(person.player, &person.name);
        }
        if news {
            self.forget_snapshot();
        }
        news
    }

    fn forget_snapshot(&mut self) {
        *self.snapshot.get_mut().unwrap_or_else(PoisonError::into_inner) = None;
        *self.message.get_mut().unwrap_or_else(PoisonError::into_inner) = None;
    }

    /// Applies an event that is stored, and adds its message to the feed.
    ///
    /// # Errors
    /// When the event does not fit the table: the log is broken.
    pub fn apply(&mut self, logged: &Logged) -> Result<(), BrokenLog> {
        self.apply_up_to(logged, logged.seq)
    }

    /// The same while the feed is about to come to `end`.
    fn apply_up_to(&mut self, logged: &Logged, end: u64) -> Result<(), BrokenLog> {
        let effect = self.state.apply(logged)?;
        if let Event::SeatsChanged { .. } = logged.event {
            let broken = |why| BrokenLog { seq: logged.seq, why };
            (self.kind, self.start) = set_up(&self.state).map_err(broken)?;
        }
        self.publish(logged, effect, end);
        Ok(())
    }

    /// Adds the message of an applied event to the feed, which is about to come to `end`.
    fn publish(&mut self, logged: &Logged, effect: Option<PlyEffect>, end: u64) {
        self.forget_snapshot();
        let facts = self.playing().and_then(|playing| playing.facts.last().copied());
        let ply = effect.zip(self.state.game()).map(|(effect, game)| {
            let ply = PlyView::new(effect, game, facts);
            Arc::new(ply)
        });
        self.plies.extend(ply.clone());
        if let Event::TakenBack { turns, .. } = logged.event {
            self.take_back(turns);
        }
        if !Feed::keeps(logged.seq, end) {
            self.feed = Feed::after(logged.seq);
            return;
        }
        if let Some(event) = self.event_view(&logged.event, ply) {
            let (seq, at) = (logged.seq, logged.at);
            let message = ServerMessage::Event { seq, at, event };
            self.feed.push(Audience::All, message.text());
        }
    }

    /// The texts of the turns and drops so far.
    pub fn turns(&self) -> impl Iterator<Item = &str> {
        self.plies.iter().map(|ply| ply.text.as_str())
    }

    /// The game with its players and clocks, under way or over.
    fn playing(&self) -> Option<&Playing> {
        match &self.state.phase {
            Phase::Waiting(_) => None,
            Phase::Playing(playing) => Some(playing),
            Phase::Over(over) => Some(&over.played),
        }
    }

    fn clocks(&self) -> Option<ClocksView> {
        self.playing()?.clocks.as_ref().map(ClocksView::from)
    }

    /// Moves the last turns to those that were taken back.
    fn take_back(&mut self, turns: u32) {
        let kept = self.plies.len().saturating_sub(turns as usize);
        let taken = self.plies.split_off(kept);
        let mut made = (0..).filter(|at| self.taken_back.iter().all(|taken| taken.at != *at));
        let places: Vec<u32> = made.by_ref().skip(kept).take(taken.len()).collect();
        let numbers = (kept as u32 + 1..).zip(places).zip(taken);
        let views = numbers.map(|((number, at), ply)| TakenBackView { at, number, ply });
        self.taken_back.extend(views);
        self.taken_back.sort_by_key(|taken| taken.at);
    }

    fn offer(&self) -> Option<OfferView> {
        match &self.state.phase {
            Phase::Playing(playing) => playing
                .offers
                .standing()
                .map(|offer| OfferView::new(offer, |player| self.player(player))),
            Phase::Waiting(_) | Phase::Over(_) => None,
        }
    }

    fn event_view(&self, event: &Event, ply: Option<Arc<PlyView>>) -> Option<EventView> {
        Some(match event {
            Event::Created { host, .. } => EventView::Created {
                host: self.player(*host),
            },
            Event::Sat { player, chair, .. } => EventView::Sat {
                player: self.player(*player),
                chair: *chair,
            },
            Event::BotSeated { bot, chair, .. } => EventView::Sat {
                player: self.player(*bot),
                chair: *chair,
            },
            Event::Stood { player, removed } => EventView::Stood {
                player: *player,
                removed: *removed,
            },
            Event::SeatTransferred {
                from,
                to,
                with_device,
            } => EventView::SeatTransferred {
                from: *from,
                to: self.player(*to),
                with_device: *with_device,
            },
            Event::HostChanged { host } => EventView::HostChanged { host: *host },
            Event::StartHeld { player, held } => EventView::StartHeld {
                player: *player,
                held: *held,
            },
            Event::SeatsChanged { .. }
            | Event::ClockChanged { .. }
            | Event::ChairsArranged { .. }
            | Event::ChairChanged { .. }
            | Event::SwapAgreed { .. } => EventView::TableChanged {
                table: self.before_start_view(event)?,
            },
            Event::SwapOffered { swap } => EventView::SwapOffered {
                swap: (*swap).into(),
                held_by: self.waiting()?.held_by,
            },
            Event::SwapDeclined { swap, by } => EventView::SwapDeclined {
                swap: (*swap).into(),
                by: *by,
            },
            Event::Started { seats } => EventView::Started {
                seats: seats.iter().map(|&player| self.player(player)).collect(),
                shared_devices: self.shared_devices(),
                clocks: self.clocks(),
            },
            Event::Played { ending, .. } => EventView::Played {
                ply: ply?,
                ending: self.ending_view(ending.as_ref()),
                clocks: self.clocks(),
            },
            Event::Dropped { ending, .. } => EventView::Dropped {
                ply: ply?,
                ending: self.ending_view(ending.as_ref()),
                clocks: self.clocks(),
            },
            Event::OutageCredited { seat, credit, .. } => EventView::OutageCredited {
                seat: *seat,
                credit: *credit,
                clocks: self.clocks(),
            },
            Event::Offered {
                seat,
                proposal,
                asked,
            } => EventView::Offered {
                seat: *seat,
                proposal: (*proposal).into(),
                asked: asked.clone(),
            },
            Event::SeatAsked { player, seat, asked } => EventView::SeatAsked {
                player: self.player(*player),
                seat: *seat,
                asked: asked.clone(),
            },
            Event::Abandoned { ending } => EventView::Abandoned {
                ending: self.ending_view(Some(ending)),
            },
            Event::DrawOffered { seat, ending: None }
                if self.offer().is_some_and(|offer| offer.agreed.is_empty()) =>
            {
                let OfferView { proposal, asked, .. } = self.offer()?;
                let seat = *seat;
                EventView::Offered {
                    seat,
                    proposal,
                    asked,
                }
            }
            Event::Agreed { seat, ending } | Event::DrawOffered { seat, ending } => EventView::Agreed {
                seat: *seat,
                ending: self.ending_view(ending.as_ref()),
                clocks: self.clocks(),
            },
            Event::Declined { seat } | Event::DrawDeclined { seat } => EventView::Declined { seat: *seat },
            Event::TakenBack { seat, turns } => EventView::TakenBack {
                seat: *seat,
                turns: *turns,
                clocks: self.clocks(),
            },
            Event::RematchProposed { player, code, .. } => EventView::Rematch {
                rematch: self.rematch_view(*player, code),
            },
        })
    }

    fn ending_view(&self, ending: Option<&Ending>) -> Option<EndingView> {
        Some(EndingView::new(ending?, self.state.game()?))
    }

    fn rematch_view(&self, by: PlayerId, code: &TableCode) -> RematchView {
        RematchView {
            code: code.clone(),
            by: self.player(by).name,
        }
    }

    fn before_start_view(&self, event: &Event) -> Option<BeforeStartView> {
        let waiting = self.waiting()?;
        Some(BeforeStartView {
            chairs: self.chairs_view(waiting),
            held_by: waiting.held_by,
            kept: self.kept_view(waiting),
            swaps: swaps_view(waiting),
            clock: ClockTermsView::new(self.state.terms.clock),
            change: self.change_view(event),
        })
    }

    /// What an event changed before the start; none for all others.
    fn change_view(&self, event: &Event) -> Option<ChangeOfTableView> {
        let (by, what) = match event {
            Event::SeatsChanged { player, seats } => (player, ChangedView::Seats(*seats)),
            Event::ClockChanged { player, clock } => {
                (player, ChangedView::Clock(ClockTermsView::new(*clock)))
            }
            Event::ChairsArranged { player, shuffled, .. } => {
                let shuffled = *shuffled;
                (player, ChangedView::Order { shuffled })
            }
            Event::ChairChanged { player, chair } => (player, ChangedView::Chair(*chair)),
            Event::SwapAgreed { swap } => (&swap.from, ChangedView::Swap(self.player(swap.to).name)),
            _ => return None,
        };
        let by = self.player(*by).name;
        Some(ChangeOfTableView { by, what })
    }

    fn chairs_view(&self, waiting: &Waiting) -> Vec<Option<PlayerView>> {
        let chairs = waiting.chairs.iter();
        chairs
            .map(|chair| chair.map(|player| self.player(player)))
            .collect()
    }

    /// The table before the start.
    fn waiting(&self) -> Option<&Waiting> {
        match &self.state.phase {
            Phase::Waiting(waiting) => Some(waiting),
            Phase::Playing(_) | Phase::Over(_) => None,
        }
    }

    fn kept_view(&self, waiting: &Waiting) -> Option<KeptView> {
        let chairs = waiting.kept.iter();
        waiting.kept.iter().any(Option::is_some).then(|| KeptView {
            chairs: chairs
                .map(|kept| kept.map(|player| self.player(player)))
                .collect(),
            until: waiting.kept_until,
        })
    }

    /// A player as everybody at this table sees them.
    pub fn player(&self, id: PlayerId) -> PlayerView {
        PlayerView {
            companion_of: self.state.companion_of(id),
            ..PlayerView::new(
                id,
                self.state.name(id).unwrap_or("Unknown player"),
                !self.members.contains(&id),
            )
        }
    }

    fn shared_devices(&self) -> Vec<Vec<u8>> {
        self.playing().map_or_else(Vec::new, Playing::shared_devices)
    }

    /// The whole table as a page sees it.
    pub fn view(&self) -> TableView {
        let state = &self.state;
        let seated = |seats: &[PlayerId]| seats.iter().map(|&player| Some(self.player(player))).collect();
        let (phase, chairs) = match &state.phase {
            Phase::Waiting(waiting) => (PhaseName::Waiting, self.chairs_view(waiting)),
            Phase::Playing(playing) => (PhaseName::Playing, seated(&playing.seats)),
            Phase::Over(over) => (PhaseName::Over, seated(&over.played.seats)),
        };
        let waiting = self.waiting();
        let ending = match &state.phase {
            Phase::Over(over) => self.ending_view(Some(&over.ending)),
            Phase::Waiting(_) | Phase::Playing(_) => None,
        };
        TableView {
            code: state.code.clone(),
            public: state.terms.public,
            starter: state.terms.starter.into(),
            host: Some(state.host),
            held_by: waiting.and_then(|waiting| waiting.held_by),
            phase,
            chairs,
            start: Arc::clone(&self.start),
            plies: self.plies.clone(),
            taken_back: self.taken_back.clone(),
            turn: state.turn(),
            offer: self.offer(),
            shared_devices: self.shared_devices(),
            only_watch: !state.terms.explorable,
            started_at: self.playing().map(|playing| playing.started_at),
            from: state.terms.from.as_ref().map(FromView::from),
            ending,
            kept: waiting.and_then(|waiting| self.kept_view(waiting)),
            swaps: waiting.map_or_else(Vec::new, swaps_view),
            change: waiting.and_then(|waiting| self.change_view(waiting.last_change.as_ref()?)),
            rematch: match &state.phase {
                Phase::Over(Over {
                    rematch: Some(Rematch { by, code, .. }),
                    ..
                }) => Some(self.rematch_view(*by, code)),
                _ => None,
            },
            clock: ClockTermsView::new(state.terms.clock),
            clocks: self.clocks(),
            rated: state.terms.rated,
            ratings: Vec::new(),
        }
    }

    /// The same as JSON. It is made once for each event, however many ask for it.
    pub fn snapshot(&self) -> Arc<RawValue> {
        let mut snapshot = self.snapshot.lock().unwrap_or_else(PoisonError::into_inner);
        let made = || to_raw_value(&self.view()).expect("table").into();
        Arc::clone(snapshot.get_or_insert_with(made))
    }

    /// The message with the whole table. It is made once for each event, too, and its bytes are shared: after a restart
    /// everybody asks for it at once.
    pub fn snapshot_message(&self) -> Utf8Bytes {
        let mut message = self.message.lock().unwrap_or_else(PoisonError::into_inner);
        let made = || {
            let table = to_raw_value(&self.view()).expect("table").into();
            let seq = self.state.seq;
            ServerMessage::Snapshot { seq, table }.text()
        };
        message.get_or_insert_with(made).clone()
    }
}

/// The board of a table before its first turn.
fn set_up(state: &State) -> Result<(Arc<Kind>, Arc<DiagramView>), String> {
    let Terms {
        kind, seats, variant, ..
    } = &state.terms;
    let game = kind.start(*seats, variant).map_err(|error| error.to_string())?;
    Ok((Kind::of(game.as_ref()), Arc::new(game.diagram().into())))
}

/// The turns of the game that this one goes on from.
fn copied(state: &State) -> Result<Vec<Arc<PlyView>>, String> {
    let Terms {
        kind,
        seats,
        variant,
        from,
        ..
    } = &state.terms;
    let mut game = kind.start(*seats, variant).map_err(|error| error.to_string())?;
    let turns = from.iter().flat_map(|origin| &origin.turns);
    let ply = |turn: &String| {
        let effect = play_text(game.as_mut(), turn).map_err(|refusal| refusal.sentence)?;
        Ok(Arc::new(PlyView::new(effect, game.as_ref(), None)))
    };
    turns.map(ply).collect()
}

fn swaps_view(waiting: &Waiting) -> Vec<SwapView> {
    waiting.swaps().iter().copied().map(SwapView::from).collect()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::model::tests::simulation::Simulation;

    /// A table with some events, and its log.
    fn simulated(seed: u64, steps: usize) -> Simulation {
        let mut simulation = Simulation::begin(seed);
        for _ in 0..steps {
            // A refusal is as good as an event here.
            let _ = simulation.step();
        }
        simulation
    }

    fn replayed(simulation: &Simulation, events: usize) -> LiveTable {
        let State { id, code, .. } = &simulation.state;
        LiveTable::replay(*id, code.clone(), &simulation.log[..events]).unwrap()
    }

    #[test]
    fn a_replayed_log_shows_the_same_as_the_table_that_lived_through_it() {
        for seed in 0..20 {
            let simulation = simulated(seed, 150);
            let mut live = replayed(&simulation, 1);
            for logged in &simulation.log[1..] {
                live.apply(logged).unwrap();
            }
            let again = replayed(&simulation, simulation.log.len());
            assert_eq!(again.snapshot().get(), live.snapshot().get(), "seed {seed}");
            assert_eq!(again.state.table_state(), live.state.table_state(), "seed {seed}");
            assert_eq!(again.feed.last(), live.feed.last(), "seed {seed}");
            let kept = live.feed.last().saturating_sub(100);
            let messages = |table: &LiveTable| -> Vec<String> {
                let entries = table.feed.since(kept).unwrap();
                entries.map(|entry| entry.message.to_string()).collect()
            };
            assert_eq!(messages(&again), messages(&live), "seed {seed}");
        }
    }

    #[test]
    fn a_snapshot_is_made_once_for_each_event() {
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
    }
}
