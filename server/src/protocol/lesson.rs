//! Figures and lessons, as the pages that teach a game see them.

use serde::Serialize;

use super::board::DiagramView;
use super::kind::KindView;
use super::ply::PlyView;
use super::preview::PreviewView;

/// A picture of the rules: a position, and the turns that are played from it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct FigureView {
    /// The game and the shown part of its board.
    pub kind: KindView,
    pub start: DiagramView,
    pub plies: Vec<PlyView>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LessonView {
    /// The game and the shown part of its board.
    pub kind: KindView,
    pub start: DiagramView,
    pub seat: u8,
    /// The steps of one turn that solves it.
    pub solution: Vec<String>,
}

/// The effect of some steps in a lesson.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct EvaluationView {
    pub preview: PreviewView,
    /// Whether they are a whole turn that reaches the goal.
    pub reached: bool,
}

/// A position, and the effect of some steps.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TriedView {
    pub kind: KindView,
    pub start: DiagramView,
    pub to_move: Option<u8>,
    pub preview: PreviewView,
}
