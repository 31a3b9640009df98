//! A position for practice, as its page sees it.

use serde::Serialize;

use super::analysis::SuggestionView;
use super::lesson::LessonView;
use crate::ids::TableCode;

/// The data of the page for its script.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PracticeView {
    /// Its name in addresses: the day and the game.
    pub id: String,
    /// The game that it is from, and how many turns and drops come before it there.
    pub code: TableCode,
    #[cfg_attr(test, ts(type = "number"))]
    pub ply: i64,
    pub lesson: LessonView,
    /// The best turn, with those that follow. Its chances are not known.
    pub best: SuggestionView,
}
