//! The games, one module each.

pub mod antipode;
pub mod btt;
pub mod bushwhacked;
