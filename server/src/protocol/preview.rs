//! What some steps of a turn would do.

use serde::Serialize;
use thicket_rules::{AnyGame, Change, ClickTree};

use super::board::{ChangeView, ClicksView, tallies_view};
use crate::model::refusal::{Refusal, RefusalCode as Code};
use crate::model::turn::play_step;

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

/// Tries some steps of the turn after ply `turn` on a copy of the game.
///
/// # Errors
/// When the game is at another turn, or a step is not legal.
pub fn preview(mut game: Box<dyn AnyGame>, turn: u32, steps: &[String]) -> Result<PreviewView, Refusal> {
    let plies = game.ply_count();
    if turn as usize != plies {
        let sentence = "The game has gone on. Please look at the board again.";
        return Err(Refusal::new(Code::WrongTurn, sentence));
    }
    let mut changes = Vec::new();
    for step in steps {
        if game.ply_count() != plies {
            let sentence = "Your turn is over before its last step.";
            return Err(Refusal::new(Code::IllegalStep, sentence));
        }
        changes.extend(play_step(game.as_mut(), step)?);
    }
    let complete = game.ply_count() != plies;
    let clicks = match complete {
        true => ClickTree::empty(),
        false => game.click_tree(),
    };
    let tallies = tallies_view(&game.diagram().tallies);
    let end = if complete { None } else { game.play("end").ok() };
    let views = |changes: Vec<Change>| changes.into_iter().map(ChangeView::from).collect();
    Ok(PreviewView {
        changes: views(changes),
        end: end.map(views),
        complete,
        tallies,
        clicks: clicks.into(),
    })
}
