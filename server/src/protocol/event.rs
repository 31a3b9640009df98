//! What happened at a table, as a browser is told of it.

use std::sync::Arc;

use serde::Serialize;
use utoipa::ToSchema;

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
use crate::time::UnixMs;

/// Something that happened at a table.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "e", rename_all = "snake_case")]
pub enum EventView {
    /// The table was created, and the host took the first chair.
    Created {
        host: PlayerView,
    },
    Sat {
        player: PlayerView,
        chair: u8,
    },
    Stood {
        player: PlayerId,
        /// Whether the host removed them.
        removed: bool,
    },
    /// A chair or seat passed from one player to another.
    SeatTransferred {
        from: PlayerId,
        to: PlayerView,
        /// Whether all who sat on the device of the one sit on that of the other now.
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        #[cfg_attr(test, ts(optional, as = "Option<bool>"))]
        with_device: bool,
    },
    HostChanged {
        host: PlayerId,
    },
    /// The start of the game was stopped, or goes on.
    StartHeld {
        player: PlayerId,
        held: bool,
    },
    /// The table was changed before the start, or who sits where.
    TableChanged {
        table: BeforeStartView,
    },
    /// A player asked another one to swap chairs.
    SwapOffered {
        swap: Swap,
        held_by: Option<PlayerId>,
    },
    /// A swap was declined, or withdrawn by the player who asked for it.
    SwapDeclined {
        swap: Swap,
        by: PlayerId,
    },
    Started {
        /// Who sits where, in order of play; seat 1 takes the first turn.
        seats: Vec<PlayerView>,
        /// The seats that are on one device, device by device.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        #[cfg_attr(test, ts(optional, as = "Option<Vec<Vec<u8>>>"))]
        shared_devices: Vec<Vec<u8>>,
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        clocks: Option<ClocksView>,
    },
    Played {
        ply: Arc<PlyView>,
        ending: Option<EndingView>,
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        clocks: Option<ClocksView>,
    },
    Dropped {
        ply: Arc<PlyView>,
        ending: Option<EndingView>,
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        clocks: Option<ClocksView>,
    },
    /// The servers were down during a turn: that time does not count, and the seat to move is given some more.
    OutageCredited {
        seat: u8,
        /// What it is given, in milliseconds.
        credit: i64,
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        clocks: Option<ClocksView>,
    },
    /// A player is on holiday, or is back: the clock of their seat rests until then.
    OnHoliday {
        seat: u8,
        until: UnixMs,
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        clocks: Option<ClocksView>,
    },
    /// The database has lost what happened after the event before this.
    EventsLost {
        lost: LostView,
        /// The clocks afterwards, if there are any: the time since then does not count.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        clocks: Option<ClocksView>,
    },
    /// A seat offered something. The number of this event is the offer's id.
    Offered {
        seat: u8,
        proposal: Proposal,
        asked: Vec<u8>,
    },
    /// Somebody who watches asked for the seat of a player who is away. The number of this event is the offer's id.
    SeatAsked {
        player: PlayerView,
        seat: u8,
        asked: Vec<u8>,
    },
    /// By the pie rule a player took the side that had played the first turn: both have the other's seat now, and who opened is to move.
    SidesSwapped {
        /// Who took it.
        player: PlayerId,
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        clocks: Option<ClocksView>,
    },
    /// Nobody had played for so long that the game ended.
    Abandoned {
        ending: Option<EndingView>,
    },
    /// A seat agreed to the offer that stands.
    Agreed {
        seat: u8,
        /// How the game ended, if all have agreed to end it.
        ending: Option<EndingView>,
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        clocks: Option<ClocksView>,
    },
    /// A seat declined the offer that stood, or withdrew its own.
    Declined {
        seat: u8,
    },
    /// The last seat agreed to take back the last turns.
    TakenBack {
        seat: u8,
        turns: u32,
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        clocks: Option<ClocksView>,
    },
    Rematch {
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
            | Event::PieRuleChanged { .. }
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
            Event::OnHoliday { seat, until, .. } => EventView::OnHoliday {
                seat: *seat,
                until: *until,
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
            Event::SidesSwapped { player } => EventView::SidesSwapped {
                player: *player,
                clocks: self.clocks(),
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
            pie_rule: self.state.terms.pie_rule,
            change: self.change(event),
        })
    }
}
