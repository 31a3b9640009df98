//! A table in the words of the protocol.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use thicket_rules::Seat;

use super::before_start::KeptView;
use super::board::DiagramView;
use super::clock::{ClockTermsView, ClocksView};
use super::ending::EndingView;
use super::offer::{OfferView, TakenBackView};
use super::player::PlayerView;
use super::ply::PlyView;
use super::table::{FromView, LostView, PhaseName, RematchView, TableView};
use crate::clock_words;
use crate::ids::{PlayerId, TableCode};
use crate::model::before_start::waiting::Waiting;
use crate::model::game::playing::{Over, Playing, Rematch};
use crate::model::log::event::Event;
use crate::model::record::ending::Ending;
use crate::model::table::state::{Phase, State};
use crate::model::turn::play_text;
use crate::words::isolate;

/// A table whose views are made: its state, and what its events have left for them.
pub struct Shown<'a> {
    pub state: &'a State,
    pub start: &'a Arc<DiagramView>,
    pub taken_back: &'a [TakenBackView],
    pub lost: Option<LostView>,
    /// Those who have an account, of all who are named here.
    pub members: &'a HashSet<PlayerId>,
    /// The names of the owners of bots.
    pub owners: &'a HashMap<PlayerId, String>,
}

impl Shown<'_> {
    /// The whole table as a page sees it.
    pub fn table(&self) -> TableView {
        let state = self.state;
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
            starter: state.terms.starter,
            host: Some(state.host),
            held_by: waiting.and_then(|waiting| waiting.held_by),
            phase,
            chairs,
            start: Arc::clone(self.start),
            plies: self.plies(),
            taken_back: self.taken_back.to_vec(),
            turn: state.turn(),
            offer: self.offer(),
            shared_devices: self.shared_devices(),
            only_watch: !state.terms.explorable,
            keeps_lines: state.terms.keeps_lines,
            pie_rule: match waiting {
                Some(_) => state.terms.pie_rule,
                None => state.terms.has_pie_rule(),
            },
            sides_swapped: state.played().is_some_and(|playing| playing.swapped_in.is_some()),
            in_tournament: state.terms.tournament.is_some(),
            started_at: self.state.played().map(|playing| playing.started_at),
            from: state.terms.from.as_ref().map(FromView::from),
            ending,
            kept: waiting.and_then(|waiting| self.kept_view(waiting)),
            swaps: waiting.map_or_else(Vec::new, |waiting| waiting.swaps().to_vec()),
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

    /// The turns and drops so far. They are played once more, since a table keeps nothing of them but their texts and facts.
    pub fn plies(&self) -> Vec<Arc<PlyView>> {
        let (terms, played) = (&self.state.terms, self.state.played());
        let start = terms.kind.start(terms.seats, &terms.variant);
        let mut game = start.expect("a setup that was started before");
        let facts = played.map_or(&[][..], |played| &played.facts);
        let ply = |(at, text): (usize, String)| {
            let effect = play_text(game.as_mut(), &text).expect("a turn that was played before");
            let facts = facts.get(at).filter(|_| at >= terms.copied());
            Arc::new(PlyView::new(effect, game.as_ref(), facts.copied()))
        };
        self.state.plies().into_iter().enumerate().map(ply).collect()
    }

    pub(super) fn offer(&self) -> Option<OfferView> {
        match &self.state.phase {
            Phase::Playing(playing) => playing
                .offers
                .standing()
                .map(|offer| OfferView::new(offer, |player| self.player(player))),
            Phase::Waiting(_) | Phase::Over(_) => None,
        }
    }

    pub(super) fn ending_view(&self, ending: Option<&Ending>) -> Option<EndingView> {
        let game = self.state.game()?;
        Some(EndingView::new(ending?, game, game.last_seat().map(Seat::number)))
    }

    pub(super) fn rematch_view(&self, by: PlayerId, code: &TableCode) -> RematchView {
        RematchView {
            code: code.clone(),
            by: self.player(by).name,
        }
    }

    /// What an event changed before the start, in a sentence; `None` for other events.
    pub(super) fn change(&self, event: &Event) -> Option<String> {
        let name = |player: &PlayerId| isolate(&self.player(*player).name);
        Some(match event {
            Event::SeatsChanged { player, seats } => {
                format!("{} changed the table to {seats} players.", name(player))
            }
            Event::LinesKept { player, kept } => {
                let does = if *kept { "keeps" } else { "shows" };
                format!("{} {does} what watchers write.", name(player))
            }
            Event::PieRuleChanged { player, pie_rule } => {
                let does = if *pie_rule { "chose" } else { "took away" };
                format!("{} {does} the pie rule.", name(player))
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

    pub(super) fn chairs_view(&self, waiting: &Waiting) -> Vec<Option<PlayerView>> {
        let chairs = waiting.chairs.iter();
        chairs
            .map(|chair| chair.map(|player| self.player(player)))
            .collect()
    }

    pub(super) fn waiting(&self) -> Option<&Waiting> {
        match &self.state.phase {
            Phase::Waiting(waiting) => Some(waiting),
            Phase::Playing(_) | Phase::Over(_) => None,
        }
    }

    pub(super) fn kept_view(&self, waiting: &Waiting) -> Option<KeptView> {
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
            owner: self.owners.get(&id).cloned(),
            ..PlayerView::new(
                id,
                self.state.name(id).unwrap_or("Unknown player"),
                !self.members.contains(&id),
            )
        }
    }

    pub(super) fn shared_devices(&self) -> Vec<Vec<u8>> {
        self.state.played().map_or_else(Vec::new, Playing::shared_devices)
    }

    pub(super) fn clocks(&self) -> Option<ClocksView> {
        self.state.played()?.clocks.as_ref().map(ClocksView::from)
    }
}
