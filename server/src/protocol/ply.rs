//! A turn, played or tried, as a browser sees it.

use serde::Serialize;
use thicket_rules::{AnyGame, Seat};
use utoipa::ToSchema;

use super::board::{ChangeView, TallyView, tallies_view};
use crate::model::game::playing::PlyFacts;
use crate::model::record::ending::DropReason;
use crate::model::turn::{PlyEffect, drop_of};
use crate::time::UnixMs;

/// One turn or drop, with all that a screen needs to show it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PlyView {
    pub seat: u8,
    /// As in the record: `e5,f6`, `drop:3`.
    pub text: String,
    /// How lists write it, where that is another way: as the game's own people do, and a drop in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub short: Option<String>,
    /// The turn in words that follow the player's name, where its changes do not say it all.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub words: Option<String>,
    pub changes: Vec<ChangeView>,
    /// What the seats hold afterwards: for each of the kind's tallies, a number for each seat.
    #[cfg_attr(test, ts(as = "Vec<Vec<u16>>"))]
    pub tallies: Vec<TallyView>,
    pub to_move: Option<u8>,
    /// When it was made; none where the record does not know.
    pub at: Option<UnixMs>,
    /// How much of its time the seat used, in milliseconds, if its clock ran.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub spent: Option<i64>,
    /// `None` for a turn, and for a seat that resigned.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub reason: Option<DropReason>,
}

impl PlyView {
    /// A turn or drop that was just applied to `game`.
    pub fn new(effect: PlyEffect, game: &dyn AnyGame, facts: Option<PlyFacts>) -> PlyView {
        let reason = facts.and_then(|facts| facts.reason);
        PlyView {
            seat: effect.seat.number(),
            short: match drop_of(&effect.text) {
                Some(_) => Some(drop_in_short(reason).to_owned()),
                None => effect.shorthand,
            },
            text: effect.text,
            words: effect.words,
            changes: effect.changes.into_iter().map(ChangeView::from).collect(),
            tallies: tallies_view(game.tallies()),
            to_move: game.status().to_move().map(Seat::number),
            at: facts.map(|facts| facts.at),
            spent: facts.and_then(|facts| facts.spent),
            reason,
        }
    }
}

fn drop_in_short(reason: Option<DropReason>) -> &'static str {
    match reason {
        Some(DropReason::Time) => "out of time",
        Some(DropReason::Away) => "away for too long",
        Some(DropReason::Resignation) | None => "leaves",
    }
}
