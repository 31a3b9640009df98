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
    /// The game and the part of its board that is shown.
    pub kind: KindView,
    /// What stands there.
    pub start: DiagramView,
    /// What is played.
    pub plies: Vec<PlyView>,
}

/// A position in which something is to be done.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LessonView {
    /// The game and the part of its board that is shown.
    pub kind: KindView,
    /// What stands there.
    pub start: DiagramView,
    /// The seat of the learner.
    pub seat: u8,
    /// The steps of one turn that solves it.
    pub solution: Vec<String>,
}

/// What comes of some steps in a lesson.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct EvaluationView {
    /// What they do.
    pub preview: PreviewView,
    /// Whether they are a whole turn that does what the lesson asks for.
    pub reached: bool,
}

/// The position, and what the steps do.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TriedView {
    /// The game and its board.
    pub kind: KindView,
    /// The position before the steps.
    pub start: DiagramView,
    /// The seat to move in it.
    pub to_move: Option<u8>,
    /// What the steps do.
    pub preview: PreviewView,
}
