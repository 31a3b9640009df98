//! Tournaments: the log of each, and what lists and nodes read of it.

pub(super) mod append;
pub(super) mod due;
pub(super) mod leaving;
pub(super) mod notices;
pub(super) mod read;
pub(super) mod tables;
