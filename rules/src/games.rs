//! The games, one module each.

pub mod bushi;
pub mod bushka;
pub mod bushwhacked;
