//! How somebody goes through an arena, from table to table.

use thicket_pairings::{MAX_SEATS, Player};

use crate::time::UnixMs;

/// Where a player of an arena is, and has been.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Course {
    /// Since when they wait, unless they play.
    pub(super) since: UnixMs,
    pub(super) plays: bool,
    /// The others at their last tables, the newest first.
    pub(super) met: Vec<Vec<Player>>,
    /// How often they have had each seat.
    pub(super) seats: [u16; MAX_SEATS],
}
