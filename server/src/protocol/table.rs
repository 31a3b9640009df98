//! A table, its people and what happens there, as a browser sees them.

use serde::{Deserialize, Serialize};

use super::board::DiagramView;
use super::kind::KindView;
use super::ply::PlyView;
use crate::ids::{PlayerId, TableCode};

/// Somebody, as the others see them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PlayerView {
    /// Who.
    pub id: PlayerId,
    /// The name: at this table, if they sit here.
    pub name: String,
    /// Whether they play without an account.
    pub guest: bool,
}

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
    /// Who may remove others before the start.
    pub host: Option<PlayerId>,
    /// How far it has come.
    pub phase: PhaseName,
    /// Before the start: who sits on each chair. Afterwards: the seats, in order of play.
    pub chairs: Vec<Option<PlayerView>>,
    /// What stands on the board before the first turn.
    pub start: DiagramView,
    /// The turns and drops so far.
    pub plies: Vec<PlyView>,
    /// The seats whose offers of a draw stand.
    pub offers: Vec<u8>,
    /// How it ended.
    pub ending: Option<EndingView>,
}

/// Who takes the first seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Starter {
    /// Who has finished the most games of this kind here; ties at random.
    Experienced,
    /// Anybody.
    Random,
    /// Whoever sits on the first chair.
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
    /// The table was made, and the host took the first chair.
    Created {
        /// The host.
        host: PlayerView,
    },
    /// Somebody took a chair.
    Sat {
        /// Who.
        player: PlayerView,
        /// Which.
        chair: u8,
    },
    /// Somebody left a chair.
    Stood {
        /// Who.
        player: PlayerId,
        /// Whether the host asked for it.
        removed: bool,
    },
    /// A chair or seat moved to another device.
    Moved {
        /// Who sat there.
        from: PlayerId,
        /// Who sits there now.
        to: PlayerView,
    },
    /// Somebody else is the host now.
    HostChanged {
        /// Who.
        host: PlayerId,
    },
    /// The game began.
    Started {
        /// Who sits where, in order of play; seat 1 takes the first turn.
        seats: Vec<PlayerView>,
    },
    /// A seat took its turn.
    Played {
        /// The turn.
        ply: PlyView,
        /// How the game ended, if it did.
        ending: Option<EndingView>,
    },
    /// A seat left the game.
    Dropped {
        /// The drop.
        ply: PlyView,
        /// How the game ended, if it did.
        ending: Option<EndingView>,
    },
    /// A seat offered a draw, or agreed to one.
    DrawOffered {
        /// Which.
        seat: u8,
        /// How the game ended, if all have agreed.
        ending: Option<EndingView>,
    },
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct EndingView {
    /// Why.
    pub reason: Reason,
    /// The rank of each seat; shared ranks are equal.
    pub ranks: Vec<u8>,
    /// The score of each seat: for each of the kind's scores, a number.
    pub scores: Vec<Vec<u16>>,
}

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// By the rules of the game.
    Rules,
    /// All others have left.
    Resignation,
    /// All who were in play agreed on a draw.
    Agreement,
}

/// What the page of a table or a record carries for its script (`<script type="application/json" id="table">`).
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PageView {
    /// The game.
    pub kind: KindView,
    /// The number of the last event in `table`.
    pub seq: u64,
    /// The table as it was when the page was made.
    pub table: TableView,
    /// Who the cookie says you are.
    pub you: Option<PlayerView>,
    /// The name to offer to somebody who takes a chair.
    pub suggested_name: String,
    /// Whether there is a socket to open: not for a finished game.
    pub live: bool,
    /// The whole address of this page, to be shared.
    pub link: String,
}

impl Reason {
    /// The word for it in record text.
    pub fn name(self) -> &'static str {
        match self {
            Reason::Rules => "rules",
            Reason::Resignation => "resignation",
            Reason::Agreement => "agreement",
        }
    }
}
