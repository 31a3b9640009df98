//! A table before its game: its terms, its chairs, and what may still change.

pub(super) mod changes;
pub mod clock_terms;
pub(super) mod create;
pub mod devices;
pub(super) mod names_here;
pub mod swap;
pub mod terms;
pub mod waiting;
