//! Exploring a game, as a browser sees it.

use std::sync::Arc;

use serde::Serialize;
use serde_json::value::RawValue;
use utoipa::ToSchema;

use super::board::DiagramView;
use super::ending::EndingView;
#[cfg(test)]
use super::kind::KindView;
use super::ply::PlyView;
use super::preview::PreviewView;
use crate::ids::TableCode;
use crate::model::game::plan::Planned;

/// The data of the page for its script.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ExploreView {
    #[cfg_attr(test, ts(as = "KindView"))]
    pub kind: Arc<RawValue>,
    pub code: TableCode,
    /// By seat.
    pub names: Vec<String>,
    pub start: Arc<DiagramView>,
    /// The turns and drops of the game before the position that is explored.
    pub plies: Vec<Arc<PlyView>>,
    /// The seat to move in the position that is explored, where a turn is planned for another seat than the one to move in the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub to_move: Option<u8>,
    /// The turn that was played there, if any.
    pub played: Option<Arc<PlyView>>,
    /// Each after the one that it follows.
    pub variations: Vec<VariationView>,
    /// The number of the turn whose position is shown, from 1; 0 for the position that is explored.
    pub shown: usize,
    /// The whole address of this page without its query.
    pub link: String,
}

/// The data of the page where a player plans for its script.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PlanningView {
    /// The game, and what is planned as its variations. At a table for more than two it is the player's turn in it.
    pub explored: ExploreView,
    /// The turn that others think about: [`TableView::turn`](super::TableView::turn).
    pub turn: u32,
    /// Whose plan it is.
    pub seat: u8,
    /// What is planned. A turn that is not legal in this position is not among the variations.
    pub planned: Option<Planned>,
}

/// A turn that is tried.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct VariationView {
    /// The number of the turn before it, from 1; 0 if it is played in the position that is explored.
    pub after: usize,
    pub ply: PlyView,
    /// How the game would end with it, if it would.
    pub ending: Option<EndingView>,
}

/// The effect of some steps in a game that is explored.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ExploredView {
    pub preview: PreviewView,
    /// The turn, if the steps complete it; `after` means nothing then.
    pub turn: Option<VariationView>,
}
