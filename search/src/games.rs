//! What is known of each game.

mod antipode;
mod btt;
mod bushi;
mod bushka;
mod bushwhacked;
