//! A table, as a browser sees it.

use std::sync::Arc;

use serde::Serialize;

use super::before_start::KeptView;
use super::board::DiagramView;
use super::clock::{ClockTermsView, ClocksView};
use super::ending::EndingView;
use super::offer::{OfferView, TakenBackView};
use super::player::PlayerView;
use super::ply::PlyView;
use super::rating::RatingChangeView;
use crate::ids::{PlayerId, TableCode};
use crate::model::log::swap::Swap;
use crate::model::record::RecordOrigin;
use crate::model::terms::{Origin, Starter};
use crate::seq::Seq;
use crate::time::UnixMs;

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
    /// When the game began.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub started_at: Option<UnixMs>,
    /// How it ended.
    pub ending: Option<EndingView>,
    /// Before the start of a rematch: the chairs that are kept for those who played.
    pub kept: Option<KeptView>,
    /// Before the start: the swaps of chairs that are asked for.
    pub swaps: Vec<Swap>,
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
    /// When the last event was made; none in a record.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub changed_at: Option<UnixMs>,
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

impl From<&Origin> for FromView {
    fn from(origin: &Origin) -> FromView {
        FromView {
            code: origin.code.clone(),
            turn: origin.turns.len(),
        }
    }
}

impl From<&RecordOrigin> for FromView {
    fn from(origin: &RecordOrigin) -> FromView {
        FromView {
            code: origin.code.clone(),
            turn: origin.turn.try_into().unwrap_or_default(),
        }
    }
}
