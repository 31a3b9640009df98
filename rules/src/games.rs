//! The games, one module each.

pub mod bushi;
pub mod bushwhacked;
