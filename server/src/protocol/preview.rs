//! What some steps of a turn would do.

use serde::Serialize;
use thicket_rules::{AnyGame, Change};

use super::board::{ChangeView, ClicksView, tallies_view};
use crate::model::refusal::{Refusal, RefusalCode as Code};
use crate::model::turn::refused;

/// What some steps would do.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PreviewView {
    /// What the steps change on the board.
    pub changes: Vec<ChangeView>,
    /// What would change as well if the turn ended now; none if it cannot end now, or ends with these steps.
    pub end: Option<Vec<ChangeView>>,
    /// Whether the turn ends with these steps.
    pub complete: bool,
    /// What the seats would hold.
    pub tallies: Vec<Vec<u16>>,
    /// What can be touched next; empty when the turn is complete.
    pub clicks: ClicksView,
}

/// Tries some steps of the turn after ply `turn`, without playing them.
///
/// # Errors
/// When the game is at another turn, or a step is not legal.
pub fn preview(game: &dyn AnyGame, turn: u32, steps: &[String]) -> Result<PreviewView, Refusal> {
    if turn as usize != game.ply_count() {
        let sentence = "The game has gone on. Please look at the board again.";
        return Err(Refusal::new(Code::WrongTurn, sentence));
    }
    let preview = game.preview(steps).map_err(refused)?;
    let views = |changes: Vec<Change>| changes.into_iter().map(ChangeView::from).collect();
    Ok(PreviewView {
        changes: views(preview.changes),
        end: preview.end.map(views),
        complete: preview.complete,
        tallies: tallies_view(&preview.tallies),
        clicks: preview.clicks.into(),
    })
}
