//! A table as its events made it: what a command leads to there, and what an event changes.

mod answered;
mod apply;
mod chat;
mod deadlines;
mod decide;
mod devices;
mod explore;
mod hint;
pub mod lost;
mod plans;
mod programs;
mod rated;
mod record;
mod seat_bots;
mod sides;
pub mod state;
pub mod tournament;
