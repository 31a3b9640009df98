//! How a game looks: the board, what stands on it, and what changes, for whoever draws it.

use crate::seat::{BySeat, Seat};

/// A place on the board where something can stand: its number in [`Layout::cells`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Cell(pub u16);

impl Cell {
    /// The place in [`Layout::cells`].
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// A board without what stands on it. Lengths are in units of one square's side; y grows downwards.
#[derive(Clone, PartialEq, Debug)]
pub struct Layout {
    /// The width of the whole drawing.
    pub width: f32,
    /// Its height.
    pub height: f32,
    /// The places, each at its [`Cell`]'s number.
    pub cells: Vec<Place>,
    /// Lines drawn on the board.
    pub lines: Vec<Line>,
    /// Text on the board, such as the names of the files.
    pub labels: Vec<Label>,
    /// For each seat, by how many degrees clockwise the board is rotated to bring this seat's side to the bottom.
    pub rotations: BySeat<u16>,
}

/// One place of a board.
#[derive(Clone, PartialEq, Debug)]
pub struct Place {
    /// Its name in the notation: `e5`.
    pub name: String,
    /// The middle, from the left.
    pub x: f32,
    /// The middle, from the top.
    pub y: f32,
    /// What it looks like.
    pub outline: Outline,
}

/// The form of a place; each is one unit across.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outline {
    /// A square.
    Square,
    /// A disc.
    Round,
    /// A hexagon with a side at the top; opposite sides are one unit apart.
    Hexagon,
}

/// A straight line on the board.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Line {
    /// One end, from the left and the top.
    pub from: (f32, f32),
    /// The other end.
    pub to: (f32, f32),
}

/// A piece of text on the board.
#[derive(Clone, PartialEq, Debug)]
pub struct Label {
    /// Its middle, from the left.
    pub x: f32,
    /// Its middle, from the top.
    pub y: f32,
    /// What it says.
    pub text: String,
}

/// Something that stands on a cell.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Piece {
    /// Which picture it has: one of [`Info::pieces`](crate::Info::pieces).
    pub symbol: &'static str,
    /// Its owner, if it has one.
    pub seat: Option<Seat>,
    /// Where it points, in degrees clockwise from the top, if it points anywhere.
    pub facing: Option<u16>,
}

impl Piece {
    /// A seat's piece that points nowhere.
    pub(crate) fn of(seat: Seat, symbol: &'static str) -> Piece {
        Piece {
            symbol,
            seat: Some(seat),
            facing: None,
        }
    }
}

/// What stands on the board and what the seats hold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagram {
    /// The pieces with their cells, lower ones of a stack first, ordered by cell.
    pub pieces: Vec<(Cell, Piece)>,
    /// Cells under a seat's control, ordered by cell.
    pub control: Vec<(Cell, Seat)>,
    /// Numbers for each seat, in the order of [`Info::tallies`](crate::Info::tallies).
    pub tallies: Vec<BySeat<u16>>,
}

/// One change on the board. A step makes any number of them, in order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Change {
    /// A piece comes to stand on a cell, on top of what is there.
    Put {
        /// Where.
        cell: Cell,
        /// What.
        piece: Piece,
    },
    /// A piece goes from one cell to another.
    Moved {
        /// What.
        piece: Piece,
        /// Where it stood.
        from: Cell,
        /// Where it stands now.
        to: Cell,
    },
    /// A piece becomes another one where it stands.
    Flipped {
        /// Where.
        cell: Cell,
        /// What it was.
        from: Piece,
        /// What it is now.
        to: Piece,
    },
    /// A piece is captured and leaves the board.
    Taken {
        /// Where it stood.
        cell: Cell,
        /// What.
        piece: Piece,
        /// Who captured it.
        by: Seat,
    },
    /// A piece leaves the board, and nobody captured it.
    Removed {
        /// Where it stood.
        cell: Cell,
        /// What.
        piece: Piece,
    },
    /// A cell comes under a seat's control, or under nobody's.
    Control {
        /// Which.
        cell: Cell,
        /// Whose it is now.
        seat: Option<Seat>,
    },
}

impl Diagram {
    /// Applies a change to the pieces or the control; tallies are not part of changes. If a piece that the change names is
    /// not there, nothing is taken away.
    pub fn apply(&mut self, change: Change) {
        match change {
            Change::Put { cell, piece } => self.put(cell, piece),
            Change::Taken { cell, piece, .. } | Change::Removed { cell, piece } => self.take(cell, piece),
            Change::Moved { piece, from, to } => {
                self.take(from, piece);
                self.put(to, piece);
            }
            Change::Flipped { cell, from, to } => {
                if let Some(found) = self.pieces.iter_mut().find(|found| **found == (cell, from)) {
                    found.1 = to;
                }
            }
            Change::Control { cell, seat } => {
                self.control.retain(|&(held, _)| held != cell);
                let at = self.control.partition_point(|&(held, _)| held < cell);
                seat.into_iter()
                    .for_each(|seat| self.control.insert(at, (cell, seat)));
            }
        }
    }

    fn put(&mut self, cell: Cell, piece: Piece) {
        let at = self.pieces.partition_point(|&(held, _)| held <= cell);
        self.pieces.insert(at, (cell, piece));
    }

    fn take(&mut self, cell: Cell, piece: Piece) {
        if let Some(at) = self.pieces.iter().rposition(|&found| found == (cell, piece)) {
            self.pieces.remove(at);
        }
    }
}
