//! A part of a board, shown like a whole one: cells are renumbered, and the coordinates move to its edge.

use std::collections::BTreeMap;

use thicket_rules::Layout;

use crate::protocol::{ChangeView, ClicksView, DiagramView, GuideView, LayoutView};

#[derive(Debug)]
pub(super) struct Crop {
    /// The new number of each cell that is shown.
    numbers: Vec<Option<u16>>,
    across: Span,
    down: Span,
}

/// One direction of the drawing: the extent of all cells, and of those that are shown.
#[derive(Clone, Copy, Debug)]
struct Span {
    all: (f32, f32),
    shown: (f32, f32),
}

impl Span {
    fn of(cells: impl Iterator<Item = f32>, corners: Option<(f32, f32)>) -> Span {
        let wider = |(low, high): (f32, f32), at: f32| (low.min(at - 0.5), high.max(at + 0.5));
        let all = cells.fold((f32::MAX, f32::MIN), wider);
        let shown = corners.map_or(all, |(one, other)| (one.min(other) - 0.5, one.max(other) + 0.5));
        Span { all, shown }
    }

    fn shows(self, at: f32) -> bool {
        self.shown.0 <= at && at <= self.shown.1
    }

    /// Where something is drawn: outside all cells it stays outside, and in a part that is not shown it is nowhere.
    fn place(self, at: f32) -> Option<f32> {
        match at {
            at if at < self.all.0 => Some(at),
            at if at > self.all.1 => Some(self.shrunk(at)),
            at => self.shows(at).then_some(at - self.shown.0 + self.all.0),
        }
    }

    /// Moves what lies beyond the last cell closer, by the size of the part that is left out.
    fn shrunk(self, at: f32) -> f32 {
        at - (self.all.1 - self.all.0) + (self.shown.1 - self.shown.0)
    }
}

impl Crop {
    /// The part between two cells, given by name, or the whole board. None if there are no such cells.
    pub(super) fn of(layout: &Layout, corners: Option<(&str, &str)>) -> Option<Crop> {
        let find = |name: &str| layout.cells.iter().find(|place| place.name == name);
        let corners = match corners {
            Some((from, to)) => Some((find(from)?, find(to)?)),
            None => None,
        };
        let cells = layout.cells.iter();
        let across = Span::of(
            cells.clone().map(|place| place.x),
            corners.map(|(a, b)| (a.x, b.x)),
        );
        let down = Span::of(
            cells.clone().map(|place| place.y),
            corners.map(|(a, b)| (a.y, b.y)),
        );
        let mut count = 0;
        let numbers = cells.map(|place| {
            let shown = across.shows(place.x) && down.shows(place.y);
            count += u16::from(shown);
            shown.then(|| count - 1)
        });
        Some(Crop {
            numbers: numbers.collect(),
            across,
            down,
        })
    }

    fn number(&self, cell: u16) -> Option<u16> {
        self.numbers.get(usize::from(cell)).copied().flatten()
    }

    /// The layout of the part. Lines that lead out of it are left out.
    pub(super) fn layout(&self, layout: LayoutView) -> LayoutView {
        let place = |x, y| self.across.place(x).zip(self.down.place(y));
        let mut cells = layout.cells;
        let mut numbers = self.numbers.iter();
        cells.retain(|_| numbers.next().is_some_and(Option::is_some));
        for cell in &mut cells {
            (cell.x, cell.y) = place(cell.x, cell.y).unwrap_or((cell.x, cell.y));
        }
        let line = |&(x1, y1, x2, y2): &_| {
            let ((x1, y1), (x2, y2)) = place(x1, y1).zip(place(x2, y2))?;
            Some((x1, y1, x2, y2))
        };
        let label = |(x, y, text)| place(x, y).map(|(x, y)| (x, y, text));
        LayoutView {
            width: self.across.shrunk(layout.width),
            height: self.down.shrunk(layout.height),
            lines: layout.lines.iter().filter_map(line).collect(),
            labels: layout.labels.into_iter().filter_map(label).collect(),
            rotations: layout.rotations,
            cells,
        }
    }

    pub(super) fn diagram(&self, diagram: DiagramView) -> DiagramView {
        let pieces = diagram.pieces.into_iter();
        let control = diagram.control.into_iter();
        DiagramView {
            pieces: pieces
                .filter_map(|(cell, piece)| Some((self.number(cell)?, piece)))
                .collect(),
            control: control
                .filter_map(|(cell, seat)| Some((self.number(cell)?, seat)))
                .collect(),
            tallies: diagram.tallies,
        }
    }

    pub(super) fn changes(&self, changes: &[ChangeView]) -> Vec<ChangeView> {
        changes.iter().filter_map(|change| self.change(*change)).collect()
    }

    fn change(&self, mut change: ChangeView) -> Option<ChangeView> {
        match &mut change {
            ChangeView::Moved { from, to, .. } => {
                (*from, *to) = self.number(*from).zip(self.number(*to))?;
            }
            ChangeView::Put { cell, .. }
            | ChangeView::Flipped { cell, .. }
            | ChangeView::Taken { cell, .. }
            | ChangeView::Removed { cell, .. }
            | ChangeView::Control { cell, .. } => *cell = self.number(*cell)?,
        }
        Some(change)
    }

    pub(super) fn guide(&self, mut guide: GuideView) -> GuideView {
        guide.named = guide.named.iter().filter_map(|&cell| self.number(cell)).collect();
        guide
    }

    pub(super) fn clicks(&self, clicks: ClicksView) -> ClicksView {
        let branches = match clicks {
            ClicksView::Step(_) => return clicks,
            ClicksView::Next(branches) => branches,
        };
        let kept = branches.into_iter().filter_map(|(click, tree)| {
            let click = match click.parse() {
                Ok(cell) => self.number(cell)?.to_string(),
                Err(_) => click,
            };
            Some((click, self.clicks(tree)))
        });
        let kept = kept.filter(|(_, tree)| !matches!(tree, ClicksView::Next(next) if next.is_empty()));
        ClicksView::Next(kept.collect::<BTreeMap<_, _>>())
    }
}
