//! Events: the entries of a table's log.

use serde::{Deserialize, Serialize};

use super::proposal::Proposal;
use super::swap::Swap;
use crate::ids::{PlayerId, TableCode, TableId};
use crate::model::record::ending::{DropReason, Ending};
use crate::model::terms::{ClockTerms, Terms};
use crate::time::UnixMs;

/// One fact about a table. Serialized, it is an event body of the newest format: see [`stored`](super::stored).
/// Chairs are numbered from 0, seats from 1. `ending` is there if the event ended the game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Event {
    /// The table was created, and the host took the first chair. Always the first event.
    Created {
        terms: Terms,
        host: PlayerId,
        /// For a rematch. The host is one of the players.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        kept: Option<KeptChairs>,
    },
    Sat {
        player: PlayerId,
        chair: u8,
        /// The player on whose device they sit, if it is not their own.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        companion_of: Option<PlayerId>,
    },
    /// The host put a bot on a chair. Its id tells its level: see [`Bot`](crate::model::player::bot::Bot).
    BotSeated {
        host: PlayerId,
        bot: PlayerId,
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
        /// Whether everybody on the device of the one is on that of the other now.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        with_device: bool,
    },
    HostChanged {
        host: PlayerId,
    },
    /// The start of the game was stopped, or goes on. It also goes on when somebody takes or leaves a chair.
    StartHeld {
        player: PlayerId,
        held: bool,
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
        #[serde(default, skip_serializing_if = "DropReason::is_resignation")]
        reason: DropReason,
        ending: Option<Ending>,
    },
    /// The servers were down during a turn at a table with clocks: that time does not count, and the seat to move is
    /// given some more.
    OutageCredited {
        seat: u8,
        /// When a server was last known to be running.
        since: UnixMs,
        /// When one was running again.
        until: UnixMs,
        /// What the seat is given, in milliseconds.
        credit: i64,
    },
    /// At a table where a turn may take days, the clock of a seat rests: its player is on holiday, or was. Later ones replace earlier ones: who
    /// is back sooner is so by one that has ended.
    OnHoliday {
        seat: u8,
        since: UnixMs,
        until: UnixMs,
    },
    /// The database has lost the events after the one before this, and the table goes on from there. At a table with clocks the
    /// time since then does not count, and the seat to move is given some more.
    EventsLost {
        /// How many events were lost, as far as is known.
        events: u64,
        /// How many of them were turns or drops.
        turns: u32,
        /// When the last event was made that is left.
        since: UnixMs,
        /// What the seat to move is given, in milliseconds.
        credit: i64,
    },
    /// A seat offered something. The offer stands until the next turn or drop, or until it is declined.
    Offered {
        seat: u8,
        proposal: Proposal,
        asked: Vec<u8>,
    },
    /// A seat agreed to the offer that stands.
    Agreed {
        seat: u8,
        ending: Option<Ending>,
    },
    /// A seat declined the offer that stands, or withdrew its own.
    Declined {
        seat: u8,
    },
    /// A watcher asked for the seat of a player who is away: an offer that counts as this seat's.
    SeatAsked {
        player: PlayerId,
        seat: u8,
        asked: Vec<u8>,
    },
    /// The last seat agreed to take back the last turns: they are no longer part of the game.
    TakenBack {
        seat: u8,
        turns: u32,
    },
    /// The pie rule: after the first turn the other player took the side that had played it. Both have the other's seat now, and who
    /// opened is to move.
    SidesSwapped {
        /// Who took it.
        player: PlayerId,
    },
    /// Nobody had played for so long that the game ended with the board as it stands.
    Abandoned {
        ending: Ending,
    },
    /// Stored by earlier versions: a seat offered a draw, or agreed to the one that was offered.
    DrawOffered {
        seat: u8,
        ending: Option<Ending>,
    },
    /// Stored by earlier versions: a seat declined the draw that was offered.
    DrawDeclined {
        seat: u8,
    },
    /// A player of a finished game proposed a rematch.
    RematchProposed {
        player: PlayerId,
        /// The first player to go there creates it.
        table: TableId,
        code: TableCode,
    },
    /// The host changed the number of seats before the start. Free chairs are added or removed at the end; those that
    /// are kept go last.
    SeatsChanged {
        player: PlayerId,
        seats: u8,
    },
    ClockChanged {
        player: PlayerId,
        clock: ClockTerms,
    },
    /// The host changed before the start whether the lines of watchers are withheld until the end.
    LinesKept {
        player: PlayerId,
        kept: bool,
    },
    /// The host changed before the start whether the other player may take the side that has played the first turn.
    PieRuleChanged {
        player: PlayerId,
        pie_rule: bool,
    },
    /// The order of the chairs was changed before the start, by the host or by chance.
    ChairsArranged {
        player: PlayerId,
        chairs: Vec<Option<PlayerId>>,
        shuffled: bool,
    },
    ChairChanged {
        player: PlayerId,
        chair: u8,
    },
    /// A player asked another one to swap chairs before the start. The request stands until it is answered or one of
    /// them moves.
    SwapOffered {
        swap: Swap,
    },
    /// The player who was asked agreed: they have swapped.
    SwapAgreed {
        swap: Swap,
    },
    /// A swap was declined, or withdrawn by the player who asked.
    SwapDeclined {
        swap: Swap,
        by: PlayerId,
    },
}

/// Chairs that are kept for a while.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeptChairs {
    /// In order of the chairs.
    pub players: Vec<PlayerId>,
    pub until: UnixMs,
    /// The player on whose device the host sits, if it is not their own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub companion_of: Option<PlayerId>,
    /// Not part of the log.
    #[serde(skip)]
    pub names: Vec<String>,
}

impl Event {
    /// The ending of the game, if this event ended it.
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
