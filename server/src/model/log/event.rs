//! What has happened at a table: the entries of its log.

use serde::{Deserialize, Serialize};

use super::proposal::Proposal;
use super::swap::Swap;
use crate::ids::{PlayerId, TableCode, TableId};
use crate::model::record::ending::{DropReason, Ending};
use crate::model::terms::{ClockTerms, Terms};

/// One fact about a table. Serialized, it is an event body of the newest format: see [`stored`](super::stored).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Event {
    /// The table was created, and the host took the first chair. Always the first event.
    Created {
        terms: Terms,
        host: PlayerId,
        /// The chairs that are kept for those who played before, if it is a rematch. The host is one of them.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        kept: Option<KeptChairs>,
    },
    Sat {
        player: PlayerId,
        /// Which chair, from 0.
        chair: u8,
        /// The player on whose device they sit, if it is not their own.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        companion_of: Option<PlayerId>,
    },
    /// The host put a bot on a chair. Which bot it is says how well it plays: see [`Bot`](crate::model::player::bot::Bot).
    BotSeated {
        host: PlayerId,
        bot: PlayerId,
        /// Which chair, from 0.
        chair: u8,
    },
    Stood {
        player: PlayerId,
        removed: bool,
    },
    /// A chair or seat passed from one player to another: usually the same person on another device.
    SeatTransferred {
        from: PlayerId,
        to: PlayerId,
        /// Whether all who sat on the device of the one sit on that of the other now.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        with_device: bool,
    },
    HostChanged {
        host: PlayerId,
    },
    /// The start of the game was stopped, or is no longer. It also goes on when somebody takes or leaves a chair.
    StartHeld {
        player: PlayerId,
        held: bool,
    },
    Started {
        /// The players in order of play.
        seats: Vec<PlayerId>,
    },
    Played {
        steps: Vec<String>,
        /// How the game ended, if it did.
        ending: Option<Ending>,
    },
    Dropped {
        /// Which, from 1.
        seat: u8,
        #[serde(default, skip_serializing_if = "DropReason::is_resignation")]
        reason: DropReason,
        /// How the game ended, if it did.
        ending: Option<Ending>,
    },
    /// The servers were down during a turn at a table with clocks: that time does not count, and the seat to move is
    /// given some more.
    OutageCredited {
        /// The seat to move, from 1.
        seat: u8,
        /// When a server was last known to be running, in unix milliseconds.
        since: i64,
        /// When one was running again, in unix milliseconds.
        until: i64,
        /// What the seat is given, in milliseconds.
        credit: i64,
    },
    /// The database has lost the events after the one before this, and the table goes on from there. At a table with clocks the
    /// time since then does not count, and the seat to move is given some more.
    EventsLost {
        /// How many events were lost, as far as is known.
        events: u64,
        /// How many of these were turns or drops.
        turns: u32,
        /// When the last event was made that is left, in unix milliseconds.
        since: i64,
        /// What the seat to move is given, in milliseconds.
        credit: i64,
    },
    /// A seat offered something. The offer stands until the next turn or drop, or until it is declined.
    Offered {
        /// Which, from 1.
        seat: u8,
        proposal: Proposal,
        asked: Vec<u8>,
    },
    /// A seat agreed to the offer that stands.
    Agreed {
        /// Which, from 1.
        seat: u8,
        /// How the game ended, if all have agreed to end it.
        ending: Option<Ending>,
    },
    /// A seat declined the offer that stands, or withdrew its own.
    Declined {
        /// Which, from 1.
        seat: u8,
    },
    /// Somebody who watches asked for the seat of a player who is away: an offer that this seat is taken to have made.
    SeatAsked {
        player: PlayerId,
        /// Which seat, from 1.
        seat: u8,
        asked: Vec<u8>,
    },
    /// The last seat agreed to take back the last turns: they are no longer part of the game.
    TakenBack {
        /// Which seat, from 1.
        seat: u8,
        turns: u32,
    },
    /// Nobody had played for so long that the game ended: the board counts as it stands.
    Abandoned {
        ending: Ending,
    },
    /// As earlier versions stored it: a seat offered a draw, or agreed to the one that was offered.
    DrawOffered {
        /// Which, from 1.
        seat: u8,
        /// How the game ended, if this was the last offer needed.
        ending: Option<Ending>,
    },
    /// As earlier versions stored it: a seat declined the draw that was offered.
    DrawDeclined {
        /// Which, from 1.
        seat: u8,
    },
    /// A player of a finished game proposed a rematch.
    RematchProposed {
        player: PlayerId,
        /// The table where it is played. Whoever goes there first creates it.
        table: TableId,
        code: TableCode,
    },
    /// The host changed the number of seats before the start. Free chairs come or go, at the end first; those that are kept
    /// for somebody go last.
    SeatsChanged {
        player: PlayerId,
        seats: u8,
    },
    /// The host changed the clock before the start.
    ClockChanged {
        player: PlayerId,
        clock: ClockTerms,
    },
    /// The host changed before the start whether what those who watch write is kept until the end.
    LinesKept {
        player: PlayerId,
        kept: bool,
    },
    /// The host changed the order of the chairs before the start.
    ChairsArranged {
        player: PlayerId,
        chairs: Vec<Option<PlayerId>>,
        /// Whether chance decided the order.
        shuffled: bool,
    },
    /// A seated player took another chair before the start.
    ChairChanged {
        player: PlayerId,
        /// Which chair, from 0.
        chair: u8,
    },
    /// A player asked another one to swap chairs before the start. It stands until one of them answers it or moves.
    SwapOffered {
        swap: Swap,
    },
    /// The player who was asked agreed: they have swapped.
    SwapAgreed {
        swap: Swap,
    },
    /// A swap that was asked for was declined, or withdrawn by the player who asked.
    SwapDeclined {
        swap: Swap,
        by: PlayerId,
    },
}

/// Chairs that are kept for a while.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeptChairs {
    /// For whom each chair is kept, in order of the chairs.
    pub players: Vec<PlayerId>,
    /// Until when, in unix milliseconds.
    pub until: i64,
    /// The player on whose device the host sits, if it is not their own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub companion_of: Option<PlayerId>,
    /// The names of these players, which the log does not hold.
    #[serde(skip)]
    pub names: Vec<String>,
}

impl Event {
    /// How the game ended by this event, if it did.
    pub fn ending(&self) -> Option<&Ending> {
        match self {
            Event::Played { ending, .. }
            | Event::Dropped { ending, .. }
            | Event::Agreed { ending, .. }
            | Event::DrawOffered { ending, .. } => ending.as_ref(),
            Event::Abandoned { ending } => Some(ending),
            _ => None,
        }
    }

    /// The chairs that the event keeps.
    pub fn kept(&self) -> Option<&KeptChairs> {
        match self {
            Event::Created { kept, .. } => kept.as_ref(),
            _ => None,
        }
    }

    /// The player whose name belongs to the event: who gets a chair or a seat by it, or asks for one.
    pub fn named(&self) -> Option<PlayerId> {
        match self {
            Event::Created { host: player, .. }
            | Event::Sat { player, .. }
            | Event::BotSeated { bot: player, .. }
            | Event::SeatTransferred { to: player, .. }
            | Event::SeatAsked { player, .. } => Some(*player),
            _ => None,
        }
    }
}
