//! Boards: the cells of the grids that games are played on, their names, and how a row of them is written.

pub(crate) mod hex;
pub(crate) mod rows;
pub(crate) mod square;
