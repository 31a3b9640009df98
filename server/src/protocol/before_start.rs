//! What players change about a table before the start, as a browser sees it.

use serde::Serialize;
use utoipa::ToSchema;

use super::clock::ClockTermsView;
use super::player::PlayerView;
use crate::ids::PlayerId;
use crate::model::log::swap::Swap;
use crate::time::UnixMs;

/// Chairs that are kept for a while.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct KeptView {
    /// For whom each chair is kept; nobody once they have sat down somewhere.
    pub chairs: Vec<Option<PlayerView>>,
    pub until: UnixMs,
}

/// What can be changed about a table that has not started, as it is after such a change.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct BeforeStartView {
    pub chairs: Vec<Option<PlayerView>>,
    pub held_by: Option<PlayerId>,
    /// The chairs that are kept for those who played before.
    pub kept: Option<KeptView>,
    pub swaps: Vec<Swap>,
    /// How much time the seats have, if there are clocks.
    pub clock: Option<ClockTermsView>,
    /// Whether what those who watch write is kept until the end.
    pub keeps_lines: bool,
    /// Whether the other player may take the side that has played the first turn, if two play.
    pub pie_rule: bool,
    /// What was changed, and by whom, in a sentence.
    pub change: Option<String>,
}
