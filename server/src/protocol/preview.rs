//! The effect of some steps of a turn.

use std::collections::BTreeMap;

use serde::Serialize;
use thicket_rules::{AnyGame, Change, Click, Guide};

use super::board::{ChangeView, ClicksView, PieceView, TallyView, tallies_view};
use crate::model::refusal::{Refusal, RefusalCode as Code};
use crate::model::turn::refused;

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PreviewView {
    pub changes: Vec<ChangeView>,
    /// What would change as well if the turn ended now; `None` if it cannot end now, or ends with these steps.
    pub end: Option<Vec<ChangeView>>,
    pub complete: bool,
    #[cfg_attr(test, ts(as = "Vec<Vec<u16>>"))]
    pub tallies: Vec<TallyView>,
    /// Empty when the turn is complete.
    pub clicks: ClicksView,
    pub guide: GuideView,
    /// In sentences; empty if they cost nothing.
    pub cost: String,
}

/// Guides a player who composes a turn.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct GuideView {
    /// Sentences that say what to choose: before the first click of a step, after one click, and so on. The last one
    /// stands for all clicks that follow. `{}` stands for the cell that was clicked last. Empty when the turn is
    /// complete.
    pub asks: Vec<String>,
    /// The button that ends the turn here, and its label.
    pub finish: Option<(&'static str, String)>,
    /// The piece that a click on a cell puts down or moves there, by the button that was pressed before; "" for none.
    pub ghosts: BTreeMap<&'static str, PieceView>,
    /// Cells that the steps have named, and that change only when the turn ends.
    pub named: Vec<u16>,
}

/// Tries some steps of the present turn, without playing them.
pub fn preview(game: &dyn AnyGame, steps: &[String]) -> Result<PreviewView, Refusal> {
    let preview = game.preview(steps).map_err(refused)?;
    let views = |changes: Vec<Change>| changes.into_iter().map(ChangeView::from).collect();
    Ok(PreviewView {
        changes: views(preview.changes),
        end: preview.end.map(views),
        complete: preview.complete,
        tallies: tallies_view(preview.tallies),
        clicks: preview.clicks.into(),
        guide: preview.guide.into(),
        cost: preview.cost,
    })
}

pub fn why_not(game: &dyn AnyGame, steps: &[String], clicks: &[String]) -> Refusal {
    let otherwise = || Refusal::new(Code::IllegalStep, "Not a legal move.");
    let buttons = game.info().buttons;
    let clicks: Option<Vec<Click>> = clicks.iter().map(|click| Click::parse(click, buttons)).collect();
    match game.why_not(steps, &clicks.unwrap_or_default()) {
        Ok(reason) => reason.map_or_else(otherwise, refused),
        Err(illegal) => refused(illegal),
    }
}

impl From<Guide> for GuideView {
    fn from(guide: Guide) -> GuideView {
        let ghosts = guide.ghosts.into_iter();
        GuideView {
            asks: guide.asks,
            finish: guide.finish,
            ghosts: ghosts
                .map(|(button, piece)| (button.unwrap_or_default(), piece.into()))
                .collect(),
            named: guide.named.iter().map(|cell| cell.0).collect(),
        }
    }
}
