//! What happened at a table, as a browser is told of it.

use std::sync::Arc;

use serde::Serialize;

use super::before_start::BeforeStartView;
use super::clock::{ClockTermsView, ClocksView};
use super::ending::EndingView;
use super::offer::OfferView;
use super::player::PlayerView;
use super::ply::PlyView;
use super::shown::Shown;
use super::table::{LostView, RematchView};
use crate::ids::PlayerId;
use crate::model::log::event::Event;
use crate::model::log::proposal::Proposal;
use crate::model::log::swap::Swap;

/// Something that happened at a table.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "e", rename_all = "snake_case")]
pub enum EventView {
    /// The table was created, and the host took the first chair.
    Created {
        /// The host.
        host: PlayerView,
    },
    /// A player took a chair.
    Sat {
        /// Who.
        player: PlayerView,
        /// Which.
        chair: u8,
    },
    /// A player left their chair.
    Stood {
        /// Who.
        player: PlayerId,
        /// Whether the host removed them.
        removed: bool,
    },
    /// A chair or seat passed from one player to another.
    SeatTransferred {
        /// Who held it.
        from: PlayerId,
        /// Who holds it now.
        to: PlayerView,
        /// Whether all who sat on the device of the one sit on that of the other now.
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        #[cfg_attr(test, ts(optional, as = "Option<bool>"))]
        with_device: bool,
    },
    /// Another player became the host.
    HostChanged {
        /// Who.
        host: PlayerId,
    },
    /// The start of the game was stopped, or goes on.
    StartHeld {
        /// Who did it.
        player: PlayerId,
        /// Whether it is stopped now.
        held: bool,
    },
    /// The table was changed before the start, or who sits where.
    TableChanged {
        /// The table afterwards.
        table: BeforeStartView,
    },
    /// A player asked another one to swap chairs.
    SwapOffered {
        /// Who would swap which chairs.
        swap: Swap,
        /// The player who has stopped the start of the game.
        held_by: Option<PlayerId>,
    },
    /// A swap was declined, or withdrawn by the player who asked for it.
    SwapDeclined {
        /// Which.
        swap: Swap,
        /// Who declined or withdrew it.
        by: PlayerId,
    },
    /// The game began.
    Started {
        /// Who sits where, in order of play; seat 1 takes the first turn.
        seats: Vec<PlayerView>,
        /// The seats that are on one device, device by device.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        #[cfg_attr(test, ts(optional, as = "Option<Vec<Vec<u8>>>"))]
        shared_devices: Vec<Vec<u8>>,
        /// The clocks afterwards, if there are any.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        clocks: Option<ClocksView>,
    },
    /// A seat took its turn.
    Played {
        /// The turn.
        ply: Arc<PlyView>,
        /// How the game ended, if it did.
        ending: Option<EndingView>,
        /// The clocks afterwards, if there are any.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        clocks: Option<ClocksView>,
    },
    /// A seat dropped out of the game.
    Dropped {
        /// The drop.
        ply: Arc<PlyView>,
        /// How the game ended, if it did.
        ending: Option<EndingView>,
        /// The clocks afterwards, if there are any.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        clocks: Option<ClocksView>,
    },
    /// The servers were down during a turn: that time does not count, and the seat to move is given some more.
    OutageCredited {
        /// The seat to move.
        seat: u8,
        /// What it is given, in milliseconds.
        credit: i64,
        /// The clocks afterwards, if there are any.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        clocks: Option<ClocksView>,
    },
    /// The database has lost what happened after the event before this.
    EventsLost {
        /// What.
        lost: LostView,
        /// The clocks afterwards, if there are any: the time since then does not count.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        clocks: Option<ClocksView>,
    },
    /// A seat offered something. The number of this event is the offer's id.
    Offered {
        /// Which.
        seat: u8,
        /// What it offered.
        proposal: Proposal,
        /// The seats that have to agree.
        asked: Vec<u8>,
    },
    /// Somebody who watches asked for the seat of a player who is away. The number of this event is the offer's id.
    SeatAsked {
        /// Who.
        player: PlayerView,
        /// Which seat.
        seat: u8,
        /// The seats that have to agree.
        asked: Vec<u8>,
    },
    /// Nobody had played for so long that the game ended.
    Abandoned {
        /// How.
        ending: Option<EndingView>,
    },
    /// A seat agreed to the offer that stands.
    Agreed {
        /// Which.
        seat: u8,
        /// How the game ended, if all have agreed to end it.
        ending: Option<EndingView>,
        /// The clocks afterwards, if there are any.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        clocks: Option<ClocksView>,
    },
    /// A seat declined the offer that stood, or withdrew its own.
    Declined {
        /// Which.
        seat: u8,
    },
    /// The last seat agreed to take back the last turns.
    TakenBack {
        /// Which.
        seat: u8,
        /// How many turns.
        turns: u32,
        /// The clocks afterwards, if there are any.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        clocks: Option<ClocksView>,
    },
    /// A player proposed a rematch.
    Rematch {
        /// Where, and who.
        rematch: RematchView,
    },
}

impl Shown<'_> {
    /// An event as pages are told of it; none if they are not.
    pub fn event(&self, event: &Event, ply: Option<Arc<PlyView>>) -> Option<EventView> {
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
                swap: *swap,
                held_by: self.waiting()?.held_by,
            },
            Event::SwapDeclined { swap, by } => EventView::SwapDeclined { swap: *swap, by: *by },
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
                proposal: *proposal,
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

    fn before_start_view(&self, event: &Event) -> Option<BeforeStartView> {
        let waiting = self.waiting()?;
        Some(BeforeStartView {
            chairs: self.chairs_view(waiting),
            held_by: waiting.held_by,
            kept: self.kept_view(waiting),
            swaps: waiting.swaps().to_vec(),
            clock: ClockTermsView::new(self.state.terms.clock),
            keeps_lines: self.state.terms.keeps_lines,
            change: self.change(event),
        })
    }
}
