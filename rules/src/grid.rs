//! Boards: their spaces and names, sets of spaces, and how a row is written.

pub(crate) mod bits;
pub(crate) mod bitset;
pub(crate) mod hex;
pub(crate) mod rows;
pub(crate) mod square;
