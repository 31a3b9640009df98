//! The goal of a lesson, in terms of steps and changes, so that it is written in the same way for all games.

use thicket_rules::Layout;

use crate::protocol::ChangeView;

/// What a turn has to do: all of the terms, which are written with spaces between them.
///
/// `step:pass` asks for that step, `taken:f6` for a capture on f6, `control:i9` for control of i9; likewise `put`,
/// `moved` (to a cell), `flipped` and `removed`. Without a cell, as in `put`, any cell will do. Captures and control
/// count only for the seat that takes the turn.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Goal(Vec<Term>);

#[derive(Debug, PartialEq, Eq)]
enum Term {
    Step(String),
    Change(&'static str, Option<u16>),
}

const CHANGES: &[&str] = &["put", "moved", "flipped", "taken", "removed", "control"];

impl Goal {
    /// Reads the terms; `None` if they are not understood.
    pub(super) fn read(text: &str, layout: &Layout) -> Option<Goal> {
        let terms: Option<Vec<Term>> = text
            .split_whitespace()
            .map(|term| Term::read(term, layout))
            .collect();
        terms.filter(|terms| !terms.is_empty()).map(Goal)
    }

    /// Whether a turn of `seat` fulfils all terms.
    pub(super) fn reached(&self, seat: u8, steps: &[String], changes: &[ChangeView]) -> bool {
        self.0.iter().all(|term| match term {
            Term::Step(wanted) => steps.contains(wanted),
            Term::Change(name, cell) => changes
                .iter()
                .filter_map(|change| done_by(change, seat))
                .any(|(done, place)| done == *name && cell.is_none_or(|cell| cell == place)),
        })
    }
}

impl Term {
    fn read(text: &str, layout: &Layout) -> Option<Term> {
        let (name, what) = text.split_once(':').unwrap_or((text, ""));
        if name == "step" {
            return (!what.is_empty()).then(|| Term::Step(what.to_owned()));
        }
        let name = CHANGES.iter().copied().find(|&change| change == name)?;
        let place = || layout.cells.iter().position(|place| place.name == what);
        match text.contains(':') {
            true => Some(Term::Change(name, Some(place()?.try_into().ok()?))),
            false => Some(Term::Change(name, None)),
        }
    }
}

fn done_by(change: &ChangeView, seat: u8) -> Option<(&'static str, u16)> {
    match *change {
        ChangeView::Put { cell, .. } => Some(("put", cell)),
        ChangeView::Moved { to, .. } => Some(("moved", to)),
        ChangeView::Flipped { cell, .. } => Some(("flipped", cell)),
        ChangeView::Taken { cell, by, .. } => (by == seat).then_some(("taken", cell)),
        ChangeView::Removed { cell, .. } => Some(("removed", cell)),
        ChangeView::Control { cell, seat: owner } => (owner == Some(seat)).then_some(("control", cell)),
    }
}
