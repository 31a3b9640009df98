//! What can be done from a position of a game: the part of the page that leads on from the turn that is shown.

use serde::Deserialize;

use super::Shown;
use crate::ids::PlayerId;
use crate::protocol::{PhaseName, PlayerView};

#[derive(Clone, Copy, Debug, Default, Deserialize)]
pub struct ShownTurn {
    turn: Option<usize>,
}

/// The links from the position that is shown. Scripts keep them up to date.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FromHere {
    /// After how many turns and drops the position is.
    pub turn: usize,
    pub explore: bool,
    pub over: bool,
    /// Whether watchers may not explore the game while it is on.
    pub only_watch: bool,
}

impl FromHere {
    pub(super) fn of(shown: &Shown, wanted: ShownTurn, reader: Option<PlayerId>) -> FromHere {
        let table = &shown.table;
        let is_here = |player: &PlayerView| reader == Some(player.companion_of.unwrap_or(player.id));
        let plays = table.chairs.iter().flatten().any(is_here);
        let turns = table.plies.len();
        FromHere {
            turn: wanted.turn.map_or(turns, |turn| turn.min(turns)),
            explore: match table.phase {
                PhaseName::Waiting => false,
                PhaseName::Playing => !plays && !table.only_watch,
                PhaseName::Over => true,
            },
            over: table.phase == PhaseName::Over,
            only_watch: table.only_watch && table.phase != PhaseName::Over,
        }
    }
}
