//! A table, its players and what happens there, as a browser sees them.

use std::sync::Arc;

use serde::Serialize;
use serde_json::value::RawValue;

use super::before_start::{BeforeStartView, SwapView};
use super::board::DiagramView;
use super::chat::ChatView;
use super::clock::{ClockTermsView, ClocksView};
use super::ending::EndingView;
#[cfg(test)]
use super::kind::KindView;
use super::offer::{OfferView, ProposalView, TakenBackView};
use super::player::PlayerView;
use super::ply::PlyView;
use super::rating::RatingChangeView;
use crate::ids::{PlayerId, TableCode};
use crate::model::record;
use crate::model::record::ending;
use crate::model::terms;
use crate::seq::Seq;

/// A table, whole.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TableView {
    /// Its code in the address.
    pub code: TableCode,
    /// Whether it is shown in lists, or known by its link only.
    pub public: bool,
    /// How the first seat is chosen.
    pub starter: Starter,
    /// The player who may remove others before the start.
    pub host: Option<PlayerId>,
    /// The player who has stopped the start of the game.
    pub held_by: Option<PlayerId>,
    /// How far it has come.
    pub phase: PhaseName,
    /// Before the start: who sits on each chair. Afterwards: the seats, in order of play.
    pub chairs: Vec<Option<PlayerView>>,
    /// What stands on the board before the first turn.
    pub start: Arc<DiagramView>,
    /// The turns and drops so far.
    pub plies: Vec<Arc<PlyView>>,
    /// The turns that were taken back, in the order in which they were made.
    pub taken_back: Vec<TakenBackView>,
    /// What messages about this position name: each turn, drop and takeback raises it by one.
    pub turn: u32,
    /// The offer that stands.
    pub offer: Option<OfferView>,
    /// The seats that were on one device when the game began, device by device.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(optional, as = "Option<Vec<Vec<u8>>>"))]
    pub shared_devices: Vec<Vec<u8>>,
    /// Whether those who watch may not explore the game while it is on.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(test, ts(optional, as = "Option<bool>"))]
    pub only_watch: bool,
    /// Whether what those who watch write is kept until the end: before that each of them reads their own lines alone.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(test, ts(optional, as = "Option<bool>"))]
    pub keeps_lines: bool,
    /// The position of another game from which this one goes on.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub from: Option<FromView>,
    /// When the game began, in unix milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub started_at: Option<i64>,
    /// How it ended.
    pub ending: Option<EndingView>,
    /// Before the start of a rematch: the chairs that are kept for those who played.
    pub kept: Option<KeptView>,
    /// Before the start: the swaps of chairs that are asked for.
    pub swaps: Vec<SwapView>,
    /// Before the start: what was changed last about the table or its chairs, in a sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub change: Option<String>,
    /// The table where the same people may play again.
    pub rematch: Option<RematchView>,
    /// How much time the seats have, if there are clocks.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub clock: Option<ClockTermsView>,
    /// The clocks, once the game has begun.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub clocks: Option<ClocksView>,
    /// What the database lost of this table last, if it ever lost anything.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub lost: Option<LostView>,
    /// When the last event was made, in unix milliseconds; none in a record.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub changed_at: Option<i64>,
    /// Whether the game changes ratings.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(test, ts(optional, as = "Option<bool>"))]
    pub rated: bool,
    /// The record of a rated game: the ratings of the seats before it and after it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(optional, as = "Option<Vec<Option<RatingChangeView>>>"))]
    pub ratings: Vec<Option<RatingChangeView>>,
    /// The record of a rated game: that some results changed ratings less than in full, or not at all.
    pub rating_note: Option<&'static str>,
}

/// A position of another game, from which a game goes on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct FromView {
    /// The code of the other game's table.
    pub code: TableCode,
    /// After how many turns and drops the position is.
    pub turn: usize,
}

/// Chairs that are kept for a while.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct KeptView {
    /// For whom each chair is kept; nobody once they have sat down somewhere.
    pub chairs: Vec<Option<PlayerView>>,
    /// Until when, in unix milliseconds.
    pub until: i64,
}

/// What the database has lost: the table went on from the events that were left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LostView {
    /// The number of the event that tells of it.
    pub seq: Seq,
    /// [`TableView::turn`] at that time.
    pub turn: u32,
    /// How many turns were lost.
    pub turns: u32,
}

/// A rematch that was proposed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RematchView {
    /// The code of its table.
    pub code: TableCode,
    /// Who proposed it.
    pub by: String,
}

/// Who takes the first seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Starter {
    /// The player who has finished the most games of this kind here; ties are broken at random.
    Experienced,
    /// Any player, at random.
    Random,
    /// The player on the first chair.
    Seated,
}

/// How far a table has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum PhaseName {
    /// Chairs are free, or the countdown runs.
    Waiting,
    /// The game is on.
    Playing,
    /// The game is over.
    Over,
}

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
        swap: SwapView,
        /// The player who has stopped the start of the game.
        held_by: Option<PlayerId>,
    },
    /// A swap was declined, or withdrawn by the player who asked for it.
    SwapDeclined {
        /// Which.
        swap: SwapView,
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
        proposal: ProposalView,
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

/// Why a seat dropped out of its game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum DropReason {
    /// Its player resigned.
    Resignation,
    /// Its time ran out.
    Time,
    /// Its player was away, and the others agreed to go on.
    Away,
}

/// The data that the page of a table or a record carries for its script (`<script type="application/json" id="table">`).
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PageView {
    /// The game.
    #[cfg_attr(test, ts(as = "KindView"))]
    pub kind: Arc<RawValue>,
    /// The number of the last event in `table`.
    pub seq: Seq,
    /// The table as it was when the page was made.
    #[cfg_attr(test, ts(as = "TableView"))]
    pub table: Arc<RawValue>,
    /// Who the cookie says you are.
    pub you: Option<PlayerView>,
    /// The name to offer to a newcomer who takes a chair.
    pub suggested_name: String,
    /// Whether there is a socket to open: not for a finished game whose rematch is known, or that ended long ago.
    pub live: bool,
    /// What was written at the table, once its game is over.
    pub chat: Option<ChatView>,
    /// The server's time when the page was made, which is that of deadlines; none once the game is over.
    pub now: Option<i64>,
    /// For how many milliseconds a player has to be away before they can be nudged, or their seat asked for.
    pub nudge_after: i64,
    /// The whole address of this page, to be shared.
    pub link: String,
    /// The other tables where it is your turn, where it has been for longest first.
    pub turns: Vec<TableCode>,
    /// The rematch, if the game is over and one was proposed.
    pub rematch: Option<RematchView>,
}

impl From<&terms::Origin> for FromView {
    fn from(origin: &terms::Origin) -> FromView {
        FromView {
            code: origin.code.clone(),
            turn: origin.turns.len(),
        }
    }
}

impl From<&record::RecordOrigin> for FromView {
    fn from(origin: &record::RecordOrigin) -> FromView {
        FromView {
            code: origin.code.clone(),
            turn: origin.turn.try_into().unwrap_or_default(),
        }
    }
}

impl From<ending::DropReason> for DropReason {
    fn from(reason: ending::DropReason) -> DropReason {
        match reason {
            ending::DropReason::Resignation => DropReason::Resignation,
            ending::DropReason::Time => DropReason::Time,
            ending::DropReason::Away => DropReason::Away,
        }
    }
}

impl From<terms::Starter> for Starter {
    fn from(starter: terms::Starter) -> Starter {
        match starter {
            terms::Starter::Experienced => Starter::Experienced,
            terms::Starter::Random => Starter::Random,
            terms::Starter::Seated => Starter::Seated,
        }
    }
}
