//! What a player is told while composing a turn.

use super::spot::Spot;
use super::{Bushka, Path, Step};
use crate::clicks::Click;
use crate::guide::{EndReason, Guide};
use crate::picture::Cell;

impl Bushka {
    pub(super) fn ask(&self) -> Guide {
        let first = match self.captures().is_empty() {
            true => "Choose a piece to move.",
            false => "You must capture. Choose a piece.",
        };
        Guide::asking([first, "Where should {} move?", "Where does it go on to from {}?"])
    }

    pub(super) fn step_by(&self, clicks: &[Click]) -> Option<Step> {
        let spots: Vec<Spot> = clicks.iter().map(spot).collect::<Option<_>>()?;
        let capturing = !self.captures().is_empty();
        match spots[..] {
            // Whatever stands there is refused for its own sake, wherever it goes.
            [from] if capturing || !self.pieces().has(from) => {
                let to = self.vacant().iter().next()?;
                Some(Step::Move { from, to })
            }
            [from, to] if !capturing => Some(Step::Move { from, to }),
            [from, ref stops @ ..] if !stops.is_empty() => {
                let path = stops
                    .iter()
                    .try_fold(Path::from(from), |path, &stop| path.and(stop));
                path.map(Step::Capture)
            }
            _ => None,
        }
    }

    fn captures(&self) -> Vec<Step> {
        let mut captures = Vec::new();
        self.captures_into(&mut captures);
        captures
    }

    pub(super) fn why_over(&self) -> Option<EndReason> {
        if !self.over || self.in_play.count() == 1 {
            return None;
        }
        Some(match self.can_move() {
            false => EndReason::of(self.active(), "had no move left"),
            true => EndReason::all("500 turns have been played"),
        })
    }
}

fn spot(click: &Click) -> Option<Spot> {
    match click {
        Click::Cell(Cell(number)) => Spot::all().find(|spot| spot.cell() == Cell(*number)),
        Click::Button(_) => None,
    }
}
