//! A table before its game: its chairs, and what may still change.

pub(super) mod changes;
pub(super) mod create;
pub(super) mod swaps;
pub mod waiting;
