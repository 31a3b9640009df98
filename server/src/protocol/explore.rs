//! A game that is explored, as a browser sees it.

use std::sync::Arc;

use serde::Serialize;
use serde_json::value::RawValue;

use super::board::DiagramView;
use super::ending::EndingView;
#[cfg(test)]
use super::kind::KindView;
use super::ply::PlyView;
use super::preview::PreviewView;
use crate::ids::TableCode;

/// The data that the page of a game that is explored carries for its script.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ExploreView {
    /// The game.
    #[cfg_attr(test, ts(as = "KindView"))]
    pub kind: Arc<RawValue>,
    /// The code of its table.
    pub code: TableCode,
    /// The name of each seat's player.
    pub names: Vec<String>,
    /// What stood on the board before the first turn.
    pub start: Arc<DiagramView>,
    /// The turns and drops of the game before the position that is explored.
    pub plies: Vec<Arc<PlyView>>,
    /// The turn that was played there, if one was.
    pub played: Option<Arc<PlyView>>,
    /// The turns that are tried, each after the one that it follows.
    pub variations: Vec<VariationView>,
    /// The number of the turn whose position is shown, from 1; 0 for the position that is explored.
    pub shown: usize,
    /// The whole address of this page without its query.
    pub link: String,
}

/// A turn that is tried.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct VariationView {
    /// The number of the turn before it, from 1; 0 if it is played in the position that is explored.
    pub after: usize,
    /// The turn.
    pub ply: PlyView,
    /// How the game would end with it, if it would.
    pub ending: Option<EndingView>,
}

/// What some steps would do in a game that is explored.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ExploredView {
    /// What the steps do, and what can follow them.
    pub preview: PreviewView,
    /// The turn, if the steps complete it. `after` means nothing then.
    pub turn: Option<VariationView>,
}
