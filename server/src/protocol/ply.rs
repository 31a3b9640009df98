//! A turn, played or only thought of, as a browser sees it.

use serde::Serialize;
use thicket_rules::AnyGame;

use super::board::{ChangeView, ClicksView};

/// One turn or drop, with all that a screen needs to show it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PlyView {
    /// Whose turn or drop it was.
    pub seat: u8,
    /// Its text in the record: `e5,f6`, `drop:3`.
    pub text: String,
    /// How the game's own people write it, where that is another way.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub short: Option<String>,
    /// What happened on the board, in order.
    pub changes: Vec<ChangeView>,
    /// What the seats hold afterwards: for each of the kind's tallies, a number for each seat.
    pub tallies: Vec<Vec<u16>>,
    /// Whose turn it is afterwards.
    pub to_move: Option<u8>,
    /// When it was made; none where the record does not know.
    pub at: Option<i64>,
}

/// The shorthand of a turn that is about to be played, if it says more than the turn's own text.
pub fn short(game: &dyn AnyGame, turn: &str) -> Option<String> {
    Some(game.shorthand(turn)).filter(|short| short != turn)
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

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use thicket_rules::GameKind;

    use super::short;

    #[test]
    fn only_what_is_written_otherwise_has_a_shorthand() {
        for (kind, turn, written) in [
            (GameKind::Bushka, "f2-f5", Some("f25")),
            (GameKind::Bushka, "e3-d3", Some("ed3")),
            (GameKind::Bushi, "c2-c3", None),
            (GameKind::Bushwhacked, "e5", None),
        ] {
            let game = kind.start(2, "").unwrap();
            assert_eq!(short(game.as_ref(), turn).as_deref(), written, "{kind} {turn}");
        }
    }
}
