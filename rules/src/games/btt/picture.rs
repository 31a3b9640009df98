//! How the game looks: pyramids lie on their sides and point at what they grow from.

use super::board::Content;
use super::pyramid::Size;
use super::{Btt, grid};
use crate::picture::{Diagram, Layout, Piece};
use crate::seat::BySeat;

pub(super) const PIECES: &[(&str, &str)] = &[
    ("small", "small pyramid"),
    ("medium", "medium pyramid"),
    ("large", "large pyramid"),
    (NULL, "hole"),
    (ROOT, "root"),
];
pub(super) const BUTTONS: &[(&str, &str)] = &[("S", "Small"), ("M", "Medium"), ("L", "Large")];
pub(super) const TALLIES: &[&str] = &["tokens", "small", "medium", "large"];

const NULL: &str = "null";
const ROOT: &str = "root";

/// The button that takes a pyramid from the stash.
pub(super) fn button(size: Size) -> &'static str {
    BUTTONS[size as usize].0
}

/// The piece that shows what is on a square, if anything is.
pub(super) fn piece(content: Content) -> Option<Piece> {
    let (symbol, pyramid) = match content {
        Content::Empty => return None,
        Content::Null => (NULL, None),
        Content::Root => (ROOT, None),
        Content::Pyramid(pyramid) => (PIECES[pyramid.size as usize].0, Some(pyramid)),
    };
    Some(Piece {
        symbol,
        seat: pyramid.map(|pyramid| pyramid.owner),
        facing: pyramid.map(|pyramid| pyramid.pointing.degrees()),
    })
}

/// Everybody sees the board in the same way: no side of it is anybody's.
pub(super) fn layout(seats: u8) -> Layout {
    grid(seats).layout(BySeat::all(seats, 0))
}

impl Btt {
    pub(super) fn draw(&self) -> Diagram {
        let pieces = self
            .board
            .iter()
            .filter_map(|(square, content)| Some((self.cell(square), piece(content)?)));
        let left = |size| BySeat::from_fn(self.table(), |seat| u16::from(self.stashes[seat][size]));
        let mut tallies = vec![self.tokens];
        tallies.extend(Size::ALL.map(left));
        Diagram {
            pieces: pieces.collect(),
            control: Vec::new(),
            tallies,
        }
    }
}
