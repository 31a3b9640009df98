//! The pieces on a board and their changes, as a browser sees them.

use std::collections::BTreeMap;

use serde::{Serialize, Serializer};
use thicket_rules::{BySeat, Change, Click, ClickTree, Diagram, Piece};
use utoipa::ToSchema;

/// A tree of clicks: the number of a cell or the name of a button leads to the text of a step or to further clicks.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(untagged)]
pub enum ClicksView {
    Step(String),
    Next(BTreeMap<String, ClicksView>),
}

/// What stands on the board and what the seats hold.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct DiagramView {
    /// Each cell with a piece on it, lower ones of a stack first.
    pub pieces: Vec<(u16, PieceView)>,
    /// Each cell under control, with the seat.
    pub control: Vec<(u16, u8)>,
    /// For each of the kind's tallies, a number for each seat.
    #[cfg_attr(test, ts(as = "Vec<Vec<u16>>"))]
    pub tallies: Vec<TallyView>,
}

/// A number for each seat. Stored as it is: tables have several of them for each turn.
#[derive(Clone, Copy, Debug, ToSchema)]
#[schema(value_type = Vec<u16>)]
pub struct TallyView(pub BySeat<u16>);

impl Serialize for TallyView {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.as_slice().serialize(serializer)
    }
}

/// A piece or another thing on a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PieceView {
    pub symbol: &'static str,
    /// `None` if it is nobody's.
    pub seat: Option<u8>,
    /// In degrees clockwise from the top.
    pub facing: Option<u16>,
}

/// A change on the board.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "c", rename_all = "snake_case")]
pub enum ChangeView {
    /// A piece is put on a cell.
    Put { cell: u16, piece: PieceView },
    /// A piece moves from one cell to another.
    Moved { piece: PieceView, from: u16, to: u16 },
    /// A piece becomes another one where it stands.
    Flipped {
        cell: u16,
        from: PieceView,
        to: PieceView,
    },
    /// A piece is captured and leaves the board.
    Taken { cell: u16, piece: PieceView, by: u8 },
    /// A piece leaves the board, and nobody captured it.
    Removed { cell: u16, piece: PieceView },
    /// A cell comes under a seat's control, or under nobody's.
    Control { cell: u16, seat: Option<u8> },
}

impl From<ClickTree> for ClicksView {
    fn from(tree: ClickTree) -> ClicksView {
        match tree {
            ClickTree::Step(step) => ClicksView::Step(step),
            ClickTree::Next(branches) => {
                let branch = |(click, tree): (Click, ClickTree)| (click_name(click), tree.into());
                ClicksView::Next(branches.into_iter().map(branch).collect())
            }
        }
    }
}

fn click_name(click: Click) -> String {
    match click {
        Click::Cell(cell) => cell.0.to_string(),
        Click::Button(name) => name.to_owned(),
    }
}

impl From<Diagram> for DiagramView {
    fn from(diagram: Diagram) -> DiagramView {
        DiagramView {
            pieces: diagram
                .pieces
                .iter()
                .map(|&(cell, piece)| (cell.0, piece.into()))
                .collect(),
            control: diagram
                .control
                .iter()
                .map(|&(cell, seat)| (cell.0, seat.number()))
                .collect(),
            tallies: tallies_view(diagram.tallies),
        }
    }
}

pub(super) fn tallies_view(tallies: Vec<BySeat<u16>>) -> Vec<TallyView> {
    tallies.into_iter().map(TallyView).collect()
}

impl From<Piece> for PieceView {
    fn from(piece: Piece) -> PieceView {
        let Piece { symbol, seat, facing } = piece;
        PieceView {
            symbol,
            seat: seat.map(|seat| seat.number()),
            facing,
        }
    }
}

impl From<Change> for ChangeView {
    fn from(change: Change) -> ChangeView {
        match change {
            Change::Put { cell, piece } => ChangeView::Put {
                cell: cell.0,
                piece: piece.into(),
            },
            Change::Moved { piece, from, to } => ChangeView::Moved {
                piece: piece.into(),
                from: from.0,
                to: to.0,
            },
            Change::Flipped { cell, from, to } => ChangeView::Flipped {
                cell: cell.0,
                from: from.into(),
                to: to.into(),
            },
            Change::Taken { cell, piece, by } => ChangeView::Taken {
                cell: cell.0,
                piece: piece.into(),
                by: by.number(),
            },
            Change::Removed { cell, piece } => ChangeView::Removed {
                cell: cell.0,
                piece: piece.into(),
            },
            Change::Control { cell, seat } => ChangeView::Control {
                cell: cell.0,
                seat: seat.map(|seat| seat.number()),
            },
        }
    }
}
