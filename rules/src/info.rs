//! What is the same in every game of a kind: names, seats, variants, and words for pages.

use std::ops::RangeInclusive;

/// What stays the same in every game of a kind.
#[derive(Debug)]
pub struct Info {
    /// The name in records, addresses and on the command line: `bushwhacked`.
    pub name: &'static str,
    /// The name on pages.
    pub title: &'static str,
    /// How many seats a table may have.
    pub seats: RangeInclusive<u8>,
    /// How many seats a table has unless told otherwise.
    pub default_seats: u8,
    /// The variants, the default first; empty if the game has none.
    pub variants: &'static [&'static str],
    /// The colour of each seat.
    pub colours: &'static [&'static str],
    /// The pieces: the symbol in [`Piece`](crate::Piece) and what the piece is called.
    pub pieces: &'static [(&'static str, &'static str)],
    /// The buttons in [`Click`](crate::Click): the button's name and its label.
    pub buttons: &'static [(&'static str, &'static str)],
    /// What is counted for each seat while the game goes on, in the order of
    /// [`Diagram::tallies`](crate::Diagram::tallies).
    pub tallies: &'static [&'static str],
    /// What the parts of a [`Score`](crate::Score) are, the most important first; empty if the game has only ranks.
    pub scores: &'static [&'static str],
    /// The version of the rules as implemented here; records say which version they were played by.
    pub rules_version: u16,
}
