//! The rules of Bushi, one small position for each. Headings are those of the original.

#![allow(clippy::unwrap_used, clippy::panic, unreachable_pub)]

#[path = "../common/drawn.rs"]
mod drawn;

mod end;
mod jumps;
mod moves;
mod refusals;
mod repetition;
mod sketch;
mod text;
