//! Why a turn is good, as a browser sees it.

use thicket_rules::{AnyGame, GameKind};
use thicket_search::{Reason, reasons};

use crate::protocol::ReasonView;

/// Why a whole turn is good, the weightiest first.
pub(super) fn reasons_for(kind: GameKind, game: &dyn AnyGame, turn: &[String]) -> Vec<ReasonView> {
    reasons(kind, game, turn).into_iter().map(view).collect()
}

fn view(reason: Reason) -> ReasonView {
    match reason {
        Reason::Wins => ReasonView::Wins,
        Reason::StopsWin(seat) => ReasonView::StopsWin { seat: seat.number() },
        Reason::Captures(cells) => ReasonView::Captures { cells },
        Reason::Controls(cells) => ReasonView::Controls { cells },
        Reason::Promotes(cells) => ReasonView::Promotes { cells },
        Reason::ThreatensWin => ReasonView::ThreatensWin,
        Reason::Saves(cells) => ReasonView::Saves { cells },
        Reason::Threatens(cells) => ReasonView::Threatens { cells },
        Reason::Builds { cell, have } => ReasonView::Builds { cell, have },
        Reason::Blocks { seat, cell } => {
            let seat = seat.number();
            ReasonView::Blocks { seat, cell }
        }
        Reason::Nearer => ReasonView::Nearer,
        Reason::Hinders(seat) => ReasonView::Hinders { seat: seat.number() },
        Reason::Advances(rows) => ReasonView::Advances { rows },
        Reason::Joins(cell) => ReasonView::Joins { cell },
        Reason::Opens(cells) => ReasonView::Opens { cells },
        Reason::SavesPass(stones) => ReasonView::SavesPass { stones },
    }
}
