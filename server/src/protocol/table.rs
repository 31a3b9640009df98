//! A table, as a browser sees it.

use std::sync::Arc;

use serde::Serialize;
use utoipa::ToSchema;

use super::before_start::KeptView;
use super::board::DiagramView;
use super::clock::{ClockTermsView, ClocksView};
use super::ending::EndingView;
use super::offer::{OfferView, TakenBackView};
use super::player::PlayerView;
use super::ply::PlyView;
use super::rating::RatingChangeView;
use crate::ids::{PlayerId, TableCode};
use crate::model::log::projection::TablePhase;
use crate::model::log::swap::Swap;
use crate::model::record::RecordOrigin;
use crate::model::terms::{Origin, Starter};
use crate::seq::Seq;
use crate::time::UnixMs;

#[derive(Clone, Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TableView {
    pub code: TableCode,
    /// Whether lists show it.
    pub public: bool,
    pub starter: Starter,
    /// May remove others before the start.
    pub host: Option<PlayerId>,
    pub held_by: Option<PlayerId>,
    pub phase: PhaseName,
    /// Before the start by chair, afterwards in order of play.
    pub chairs: Vec<Option<PlayerView>>,
    pub start: Arc<DiagramView>,
    pub plies: Vec<Arc<PlyView>>,
    /// In the order in which they were made.
    pub taken_back: Vec<TakenBackView>,
    /// Named by messages about this position: each turn, drop, takeback and swap of sides raises it by one.
    pub turn: u32,
    pub offer: Option<OfferView>,
    /// The seats that were on one device when the game began, device by device.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(optional, as = "Option<Vec<Vec<u8>>>"))]
    pub shared_devices: Vec<Vec<u8>>,
    /// Whether watchers may not explore the game while it is on.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(test, ts(optional, as = "Option<bool>"))]
    pub only_watch: bool,
    /// Whether the lines of watchers are withheld until the end: before that each of them reads only their own.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(test, ts(optional, as = "Option<bool>"))]
    pub keeps_lines: bool,
    /// Whether the other player may take the side that has played the first turn; before the start, whether they may if two play.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(test, ts(optional, as = "Option<bool>"))]
    pub pie_rule: bool,
    /// Whether they have done so.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(test, ts(optional, as = "Option<bool>"))]
    pub sides_swapped: bool,
    /// Whether it is a table of a tournament, where nothing is taken back and no bot plays on for anybody.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(test, ts(optional, as = "Option<bool>"))]
    pub in_tournament: bool,
    /// The position of another game that this one goes on from.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub from: Option<FromView>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub started_at: Option<UnixMs>,
    pub ending: Option<EndingView>,
    pub kept: Option<KeptView>,
    /// Before the start: the swaps of chairs that are asked for.
    pub swaps: Vec<Swap>,
    /// Before the start: what was changed last about the table or its chairs, in a sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub change: Option<String>,
    /// The table where the same people may play again.
    pub rematch: Option<RematchView>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub clock: Option<ClockTermsView>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub clocks: Option<ClocksView>,
    /// What the database last lost of this table, if anything.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub lost: Option<LostView>,
    /// When the last event was made; none in a record.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub changed_at: Option<UnixMs>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(test, ts(optional, as = "Option<bool>"))]
    pub rated: bool,
    /// In the record of a rated game, by seat.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(optional, as = "Option<Vec<Option<RatingChangeView>>>"))]
    pub ratings: Vec<Option<RatingChangeView>>,
    /// In the record of a rated game: that some results changed ratings less than in full, or not at all.
    pub rating_note: Option<&'static str>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct FromView {
    pub code: TableCode,
    /// After how many turns and drops the position is.
    pub turn: usize,
}

/// What the database has lost: the table went on from the events that were left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LostView {
    /// The number of the event that records it.
    pub seq: Seq,
    /// [`TableView::turn`] at that time.
    pub turn: u32,
    pub turns: u32,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RematchView {
    pub code: TableCode,
    /// The name of the player who proposed it.
    pub by: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum PhaseName {
    /// Chairs are free, or the countdown runs.
    Waiting,
    Playing,
    Over,
}

impl From<TablePhase> for PhaseName {
    fn from(phase: TablePhase) -> PhaseName {
        match phase {
            TablePhase::Waiting => PhaseName::Waiting,
            TablePhase::Playing => PhaseName::Playing,
            TablePhase::Over => PhaseName::Over,
        }
    }
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
