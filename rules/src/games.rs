//! The games, one module each.

pub mod antipode;
pub mod btt;
pub mod bushi;
pub mod bushka;
pub mod bushwhacked;
