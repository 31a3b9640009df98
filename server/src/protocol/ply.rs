//! A turn, played or only thought of, as a browser sees it.

use serde::Serialize;

use super::board::{ChangeView, ClicksView};

/// One turn or drop, with all that a screen needs to show it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PlyView {
    /// Whose turn or drop it was.
    pub seat: u8,
    /// Its text in the record: `e5,f6`, `drop:3`.
    pub text: String,
    /// What happened on the board, in order.
    pub changes: Vec<ChangeView>,
    /// What the seats hold afterwards: for each of the kind's tallies, a number for each seat.
    pub tallies: Vec<Vec<u16>>,
    /// Whose turn it is afterwards.
    pub to_move: Option<u8>,
    /// When it was made; none where the record does not know.
    pub at: Option<i64>,
}

/// What some steps would do.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PreviewView {
    /// What the steps change on the board.
    pub changes: Vec<ChangeView>,
    /// What would change besides if the turn ended now; none if it cannot end now, or has ended with these steps.
    pub end: Option<Vec<ChangeView>>,
    /// Whether the turn ends with these steps.
    pub complete: bool,
    /// What the seats would hold.
    pub tallies: Vec<Vec<u16>>,
    /// What can be touched next; empty when the turn is complete.
    pub clicks: ClicksView,
}
