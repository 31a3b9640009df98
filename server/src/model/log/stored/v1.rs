//! Event bodies of version 0.1.0: the terms stood beside the host, and a transferred seat was called `moved`.

use serde::Deserialize;
use thicket_rules::GameKind;

use crate::ids::PlayerId;
use crate::model::log::event;
use crate::model::record::ending::{DropReason, Ending};
use crate::model::terms::{ClockTerms, Starter, Terms, kind_from_text};

#[derive(Deserialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub(super) enum Event {
    Created {
        #[serde(deserialize_with = "kind_from_text")]
        kind: GameKind,
        seats: u8,
        variant: String,
        starter: Starter,
        public: bool,
        host: PlayerId,
    },
    Sat {
        player: PlayerId,
        chair: u8,
    },
    Stood {
        player: PlayerId,
        removed: bool,
    },
    Moved {
        from: PlayerId,
        to: PlayerId,
    },
    HostChanged {
        host: PlayerId,
    },
    Started {
        seats: Vec<PlayerId>,
    },
    Played {
        steps: Vec<String>,
        ending: Option<Ending>,
    },
    Dropped {
        seat: u8,
        ending: Option<Ending>,
    },
    DrawOffered {
        seat: u8,
        ending: Option<Ending>,
    },
}

impl From<Event> for event::Event {
    fn from(event: Event) -> event::Event {
        match event {
            Event::Created {
                kind,
                seats,
                variant,
                starter,
                public,
                host,
            } => event::Event::Created {
                kept: None,
                terms: Terms {
                    kind,
                    seats,
                    variant,
                    starter,
                    public,
                    clock: ClockTerms::Untimed,
                    explorable: true,
                    keeps_lines: false,
                    pie_rule: false,
                    rated: false,
                    from: None,
                    club: None,
                    tournament: None,
                },
                host,
            },
            Event::Sat { player, chair } => event::Event::Sat {
                player,
                chair,
                companion_of: None,
            },
            Event::Stood { player, removed } => event::Event::Stood { player, removed },
            Event::Moved { from, to } => event::Event::SeatTransferred {
                from,
                to,
                with_device: false,
            },
            Event::HostChanged { host } => event::Event::HostChanged { host },
            Event::Started { seats } => event::Event::Started { seats },
            Event::Played { steps, ending } => event::Event::Played { steps, ending },
            Event::Dropped { seat, ending } => event::Event::Dropped {
                seat,
                reason: DropReason::Resignation,
                ending,
            },
            Event::DrawOffered { seat, ending } => event::Event::DrawOffered { seat, ending },
        }
    }
}
