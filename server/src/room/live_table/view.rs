//! A table and its events as messages of the protocol.

use std::sync::Arc;

use super::LiveTable;
use crate::clock_words;
use crate::ids::{PlayerId, TableCode};
use crate::model::before_start::waiting::Waiting;
use crate::model::game::playing::{Over, Playing, Rematch};
use crate::model::log::event::Event;
use crate::model::record::ending::Ending;
use crate::model::table::state::Phase;
use crate::protocol::{
    BeforeStartView, ClockTermsView, ClocksView, EndingView, EventView, FromView, KeptView, OfferView,
    PhaseName, PlayerView, PlyView, RematchView, SwapView, TableView,
};
use crate::words::isolate;

impl LiveTable {
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
            keeps_lines: state.terms.keeps_lines,
            started_at: self.playing().map(|playing| playing.started_at),
            from: state.terms.from.as_ref().map(FromView::from),
            ending,
            kept: waiting.and_then(|waiting| self.kept_view(waiting)),
            swaps: waiting.map_or_else(Vec::new, swaps_view),
            change: waiting.and_then(|waiting| self.change(waiting.last_change.as_ref()?)),
            rematch: match &state.phase {
                Phase::Over(Over {
                    rematch: Some(Rematch { by, code, .. }),
                    ..
                }) => Some(self.rematch_view(*by, code)),
                _ => None,
            },
            clock: ClockTermsView::new(state.terms.clock),
            clocks: self.clocks(),
            lost: self.lost,
            changed_at: Some(state.changed_at()),
            rated: state.terms.rated,
            ratings: Vec::new(),
            rating_note: None,
        }
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

    /// An event as pages receive it; `None` if they do not.
    pub(super) fn event_view(&self, event: &Event, ply: Option<Arc<PlyView>>) -> Option<EventView> {
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
            | Event::LinesKept { .. }
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
            Event::EventsLost { .. } => EventView::EventsLost {
                lost: self.lost?,
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
        let last = self.plies.last().map(|ply| ply.seat);
        Some(EndingView::new(ending?, self.state.game()?, last))
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
            keeps_lines: self.state.terms.keeps_lines,
            change: self.change(event),
        })
    }

    /// What an event changed before the start, in a sentence; `None` for other events.
    fn change(&self, event: &Event) -> Option<String> {
        let name = |player: &PlayerId| isolate(&self.player(*player).name);
        Some(match event {
            Event::SeatsChanged { player, seats } => {
                format!("{} changed the table to {seats} seats.", name(player))
            }
            Event::LinesKept { player, kept } => {
                let does = if *kept { "keeps" } else { "shows" };
                format!("{} {does} what watchers write.", name(player))
            }
            Event::ClockChanged { player, clock } => match clock_words::short(*clock) {
                Some(clock) => format!("{} changed the clock to {clock}.", name(player)),
                None => format!("{} took the clock away.", name(player)),
            },
            Event::ChairsArranged { player, shuffled, .. } => {
                let did = if *shuffled {
                    "shuffled"
                } else {
                    "changed the order of"
                };
                format!("{} {did} the seats.", name(player))
            }
            Event::ChairChanged { player, chair } => {
                format!("{} moved to seat {}.", name(player), chair + 1)
            }
            Event::SwapAgreed { swap } => {
                format!("{} and {} swapped seats.", name(&swap.from), name(&swap.to))
            }
            _ => return None,
        })
    }

    fn chairs_view(&self, waiting: &Waiting) -> Vec<Option<PlayerView>> {
        let chairs = waiting.chairs.iter();
        chairs
            .map(|chair| chair.map(|player| self.player(player)))
            .collect()
    }

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

    /// The game with its players and clocks, under way or over.
    pub(super) fn playing(&self) -> Option<&Playing> {
        match &self.state.phase {
            Phase::Waiting(_) => None,
            Phase::Playing(playing) => Some(playing),
            Phase::Over(over) => Some(&over.played),
        }
    }

    fn clocks(&self) -> Option<ClocksView> {
        self.playing()?.clocks.as_ref().map(ClocksView::from)
    }
}

fn swaps_view(waiting: &Waiting) -> Vec<SwapView> {
    waiting.swaps().iter().copied().map(SwapView::from).collect()
}
