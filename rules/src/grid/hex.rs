//! A hexagon of hexagons, five to a side: the names of its spaces and the drawing of the board.

use std::fmt;
use std::str::FromStr;

use crate::picture::{Cell, Label, Layout, Line, Outline, Place};
use crate::seat::BySeat;

/// Spaces along a side of the board.
const SIDE: u8 = 5;
/// Rows, and the spaces of the longest one.
pub(crate) const SPAN: u8 = 2 * SIDE - 1;

/// How far it is from a space to the next one in its row, or to the same number in the next row: sideways and upwards.
const STRIDE: f32 = 0.866_025_4;
const RISE: f32 = 0.5;
/// How far the letters of rows and the numbers of diagonals stand from the spaces at their ends, in the same unit.
const LABEL: f32 = 0.8;
/// Half the board's width and height, with a rim for the labels.
const HALF_WIDTH: f32 = ((SIDE - 1) as f32 + LABEL) * STRIDE + 0.4;
const HALF_HEIGHT: f32 = (SIDE - 1) as f32 + 0.9;

/// A space, named by its row's letter and the number of the diagonal that it stands on.
///
/// Spaces are ordered as they are counted: a1, a2, … a5, b1, …
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hex {
    row: u8,
    number: u8,
}

impl Hex {
    /// The space on this row and diagonal, both counted from 0; none beyond the board.
    pub const fn new(row: u8, number: u8) -> Option<Hex> {
        if row < SPAN && number < SPAN && row.abs_diff(number) < SIDE {
            Some(Hex { row, number })
        } else {
            None
        }
    }

    /// The row, counted from 0.
    pub const fn row(self) -> u8 {
        self.row
    }

    /// The diagonal, counted from 0.
    pub const fn number(self) -> u8 {
        self.number
    }
}

impl fmt::Display for Hex {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}{}", row_letter(self.row), self.number + 1)
    }
}

impl fmt::Debug for Hex {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

fn row_letter(row: u8) -> char {
    char::from(b'a' + row)
}

/// The text is not the name of a space.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParseHex;

impl fmt::Display for ParseHex {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "a space is a letter from a to i and a number that its row has")
    }
}

impl std::error::Error for ParseHex {}

impl FromStr for Hex {
    type Err = ParseHex;

    fn from_str(name: &str) -> Result<Hex, ParseHex> {
        match *name.as_bytes() {
            [row @ b'a'..=b'i', number @ b'1'..=b'9'] => Hex::new(row - b'a', number - b'1').ok_or(ParseHex),
            _ => Err(ParseHex),
        }
    }
}

/// The spaces of a row, in order.
pub(crate) fn row(row: u8) -> impl Iterator<Item = Hex> {
    (0..SPAN).filter_map(move |number| Hex::new(row, number))
}

/// The rows of spaces, the top one first.
pub(crate) fn rows() -> Vec<Vec<Hex>> {
    (0..SPAN).rev().map(|index| row(index).collect()).collect()
}

/// All spaces, in order.
pub(crate) fn hexes() -> impl Iterator<Item = Hex> {
    (0..SPAN).flat_map(row)
}

/// The number in the layout that a row's space 1 has, or would have if the row began with it.
const STARTS: [u16; SPAN as usize] = {
    let mut starts = [0; SPAN as usize];
    let (mut row, mut before) = (0, 0);
    while row < SPAN {
        starts[row as usize] = before - row.saturating_sub(SIDE - 1) as u16;
        before += (SPAN - row.abs_diff(SIDE - 1)) as u16;
        row += 1;
    }
    starts
};

/// The number of a space in the layout.
pub(crate) fn cell(hex: Hex) -> Cell {
    Cell(STARTS[usize::from(hex.row)] + u16::from(hex.number))
}

/// The drawing: the board stands on its corner a1 and has i9 at the top. Rows rise to the right, diagonals to the left;
/// their letters and numbers stand round it, so that they can be read from either side.
pub(crate) fn layout(rotations: BySeat<u16>) -> Layout {
    let cells = hexes().map(|hex| {
        let (x, y) = point(f32::from(hex.row), f32::from(hex.number));
        Place {
            name: hex.to_string(),
            x,
            y,
            outline: Outline::Hexagon,
        }
    });
    Layout {
        width: 2.0 * HALF_WIDTH,
        height: 2.0 * HALF_HEIGHT,
        cells: cells.collect(),
        lines: diameters(),
        labels: labels(),
        rotations,
    }
}

fn point(row: f32, number: f32) -> (f32, f32) {
    let middle = f32::from(SIDE - 1);
    let (up_left, up_right) = (row - middle, number - middle);
    (
        HALF_WIDTH + STRIDE * (up_right - up_left),
        HALF_HEIGHT - RISE * (up_right + up_left),
    )
}

/// Lines between opposite corners.
fn diameters() -> Vec<Line> {
    let (middle, last) = (f32::from(SIDE - 1), f32::from(SPAN - 1));
    let ends = [
        ((0.0, 0.0), (last, last)),
        ((0.0, middle), (last, middle)),
        ((middle, 0.0), (middle, last)),
    ];
    ends.map(|((row, number), (to_row, to_number))| Line {
        from: point(row, number),
        to: point(to_row, to_number),
    })
    .to_vec()
}

/// Each row is named at its left end and each diagonal at its lower one; those beyond the middle at their other ends too,
/// where nothing else is named.
fn labels() -> Vec<Label> {
    let along = |index: u8| {
        let first = f32::from(index.saturating_sub(SIDE - 1));
        let last = f32::from((index + SIDE).min(SPAN) - 1);
        let other = (index >= SIDE).then_some(last + LABEL);
        [first - LABEL].into_iter().chain(other)
    };
    let label = |(x, y), text: String| Label { x, y, text };
    let of = |index: u8| {
        let at = f32::from(index);
        let row = along(index).map(move |number| label(point(at, number), row_letter(index).to_string()));
        let diagonal = along(index).map(move |row| label(point(row, at), (index + 1).to_string()));
        row.chain(diagonal)
    };
    (0..SPAN).flat_map(of).collect()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    fn named(name: &str) -> Hex {
        name.parse().unwrap()
    }

    #[test]
    fn every_space_has_one_spelling() {
        assert_eq!(hexes().count(), 61);
        for hex in hexes() {
            assert_eq!(hex.to_string().parse(), Ok(hex));
        }
        for name in [
            "", "a", "a0", "a6", "e0", "f1", "i4", "j5", "A1", "a01", "a1 ", "é1", "e10",
        ] {
            assert_eq!(name.parse::<Hex>(), Err(ParseHex), "{name:?}");
        }
    }

    #[test]
    fn rows_have_the_spaces_that_the_rules_give_them() {
        let ends = [
            "a1-a5", "b1-b6", "c1-c7", "d1-d8", "e1-e9", "f2-f9", "g3-g9", "h4-h9", "i5-i9",
        ];
        for (index, ends) in (0..SPAN).zip(ends) {
            let spaces: Vec<String> = row(index).map(|hex| hex.to_string()).collect();
            assert_eq!(format!("{}-{}", spaces[0], spaces[spaces.len() - 1]), ends);
        }
    }

    #[test]
    fn cells_lie_where_their_names_say() {
        let layout = layout(BySeat::all(2, 0));
        for (index, hex) in hexes().enumerate() {
            assert_eq!(cell(hex).index(), index);
            assert_eq!(layout.cells[index].name, hex.to_string());
        }
        let at = |name| {
            let place = &layout.cells[cell(named(name)).index()];
            (place.x, place.y)
        };
        let (x, y) = at("a1");
        assert!(x == at("e5").0 && x == at("i9").0 && y > at("e5").1 && at("e5").1 > at("i9").1);
        assert!(at("a5").0 > x && at("e9").0 > x && at("e1").0 < x && at("i5").0 < x);
        assert!(layout.cells.iter().all(|place| place.y <= y));
    }

    #[test]
    fn every_row_and_diagonal_is_named_and_no_name_is_near_another() {
        let labels = layout(BySeat::all(2, 0)).labels;
        for name in "abcdefghi123456789".chars() {
            assert!(
                labels.iter().any(|label| label.text == name.to_string()),
                "{name}"
            );
        }
        for (index, label) in labels.iter().enumerate() {
            for other in &labels[..index] {
                let far = (label.x - other.x).hypot(label.y - other.y);
                assert!(far > 0.7, "{} {}: {far}", label.text, other.text);
            }
        }
    }

    #[test]
    fn neighbours_are_one_unit_apart_and_no_space_is_nearer() {
        let cells = layout(BySeat::all(2, 0)).cells;
        for (hex, place) in hexes().zip(&cells) {
            for (other, there) in hexes().zip(&cells) {
                let far = (place.x - there.x).hypot(place.y - there.y);
                let (up, along) = (
                    i16::from(other.row) - i16::from(hex.row),
                    i16::from(other.number) - i16::from(hex.number),
                );
                let neighbour = [(0, 1), (0, -1), (1, 0), (1, 1), (-1, 0), (-1, -1)].contains(&(up, along));
                assert!(hex == other || neighbour == (far < 1.1), "{hex} {other}: {far}");
                assert!(hex == other || far > 0.99, "{hex} {other}: {far}");
            }
        }
    }
}
