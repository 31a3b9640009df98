//! What every search can do.

use thicket_rules::{BySeat, Game};

use crate::budget::Meter;
use crate::knowledge::Knowledge;

/// The best step that a search found.
#[derive(Clone, Debug)]
pub(crate) struct Found<P: Knowledge> {
    pub(crate) step: P::Step,
    /// Each seat's chance to come first, all together 1.
    pub(crate) chances: BySeat<f32>,
}

/// A way to find the best step.
pub(crate) trait Engine<P: Knowledge>: Send {
    /// The best step in a position that follows the game's own within the same turn, or is it. It answers also when the
    /// meter allows nothing, and has no answer only if there is no legal step.
    fn search(&mut self, game: &Game<P>, position: &P, meter: &mut Meter) -> Option<Found<P>>;

    /// Whether it may find a better step when it looks at the same position again, with what it has learnt.
    fn improves(&self) -> bool {
        true
    }

    /// Each seat's chance to come first in these positions, which are all looked at alike: as deep, or with as many
    /// playouts. In each a turn begins or the game is over. None if the meter allows too little, and from players that only
    /// look at their own turn.
    fn compare(&mut self, _games: &[Game<P>], _meter: &mut Meter) -> Option<Vec<BySeat<f32>>> {
        None
    }

    /// The memory that it takes to remember what it has learnt, in bytes.
    fn memory(&self) -> usize {
        0
    }
}
