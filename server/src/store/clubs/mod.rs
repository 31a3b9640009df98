//! Clubs: who belongs to them, and what is played there.

pub(super) mod changes;
pub(super) mod games;
pub(super) mod read;
