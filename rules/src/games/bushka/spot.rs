//! The dark squares that the game is played on: their names, and the lines that they lie on.

use std::fmt;
use std::str::FromStr;

use crate::picture::Cell;
use crate::position::ParseStep;

/// Letter lines, and number lines, of the board.
const LINES: u8 = 10;
/// The width of the board in squares, dark and light.
pub(super) const WIDTH: u8 = 11;
/// Its height.
pub(super) const HEIGHT: u8 = 9;

/// A dark square, named by its letter line and its number line: `e1` is the left corner as seat 1 sees it. The tenth
/// number line is written `0`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Spot {
    /// From 0: the line that runs up to the right.
    letter: u8,
    /// From 0: the line that runs up to the left.
    number: u8,
}

impl Spot {
    /// The square in this column and row, both counted from 0, if it is a dark one.
    pub(super) fn at(x: u8, y: u8) -> Option<Spot> {
        let dark = x < WIDTH && y < HEIGHT && (x + y).is_multiple_of(2);
        dark.then(|| Spot {
            letter: (x + HEIGHT - 1 - y) / 2,
            number: (x + y) / 2,
        })
    }

    fn on_lines(letter: u8, number: u8) -> Option<Spot> {
        let x = (letter + number).checked_sub((HEIGHT - 1) / 2)?;
        let y = (number + (HEIGHT - 1) / 2).checked_sub(letter)?;
        let known = letter < LINES && number < LINES && x < WIDTH && y < HEIGHT;
        known.then_some(Spot { letter, number })
    }

    /// The column, counted from 0 at the left as seat 1 sees it.
    pub fn x(self) -> u8 {
        self.letter + self.number - (HEIGHT - 1) / 2
    }

    /// The row, counted from 0 at the bottom as seat 1 sees it.
    pub fn y(self) -> u8 {
        self.number + (HEIGHT - 1) / 2 - self.letter
    }

    /// All squares, row by row from the bottom.
    pub(super) fn all() -> impl Iterator<Item = Spot> {
        (0..HEIGHT).flat_map(Spot::row)
    }

    /// The squares of a row.
    pub(super) fn row(y: u8) -> impl Iterator<Item = Spot> {
        (0..WIDTH).filter_map(move |x| Spot::at(x, y))
    }

    /// The number of a square in the layout.
    pub(super) fn cell(self) -> Cell {
        Cell((u16::from(self.y()) * u16::from(WIDTH) + u16::from(self.x())) / 2)
    }

    pub(super) fn letter(self) -> char {
        char::from(b'a' + self.letter)
    }

    pub(super) fn number(self) -> char {
        char::from(b'0' + (self.number + 1) % LINES)
    }

    /// Whether both lie on one letter line.
    pub(super) fn shares_letter(self, other: Spot) -> bool {
        self.letter == other.letter
    }

    /// Whether both lie on one number line.
    pub(super) fn shares_number(self, other: Spot) -> bool {
        self.number == other.number
    }
}

impl fmt::Display for Spot {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}{}", self.letter(), self.number())
    }
}

impl fmt::Debug for Spot {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Spot {
    type Err = ParseStep;

    fn from_str(name: &str) -> Result<Spot, ParseStep> {
        match *name.as_bytes() {
            [letter @ b'a'..=b'j', number @ b'0'..=b'9'] => {
                let number = (number - b'0' + LINES - 1) % LINES;
                Spot::on_lines(letter - b'a', number).ok_or(ParseStep)
            }
            _ => Err(ParseStep),
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn every_dark_square_has_a_name_and_a_cell() {
        let spots: Vec<Spot> = Spot::all().collect();
        assert_eq!(spots.len(), 50);
        for (index, spot) in spots.iter().enumerate() {
            assert_eq!(spot.to_string().parse(), Ok(*spot));
            assert_eq!(spot.cell().index(), index, "{spot}");
            assert_eq!(Spot::at(spot.x(), spot.y()), Some(*spot));
        }
        let row = |y| {
            Spot::row(y)
                .map(|spot| spot.to_string())
                .collect::<Vec<_>>()
                .join(" ")
        };
        assert_eq!(row(0), "e1 f2 g3 h4 i5 j6");
        assert_eq!(row(1), "e2 f3 g4 h5 i6");
        assert_eq!(row(8), "a5 b6 c7 d8 e9 f0");
    }

    #[test]
    fn other_names_are_no_squares() {
        let names = [
            "", "e", "1", "e10", "E1", "a1", "a4", "a6", "j5", "k5", "b2", "f1", "é1", "e1 ",
        ];
        for name in names {
            assert_eq!(name.parse::<Spot>(), Err(ParseStep), "{name:?}");
        }
        let all = ('a'..='j').flat_map(|letter| ('0'..='9').map(move |number| format!("{letter}{number}")));
        assert_eq!(all.filter(|name| name.parse::<Spot>().is_ok()).count(), 50);
    }
}
