//! The rules of Bushi, one small position for each. Headings are those of the original.

#![allow(clippy::unwrap_used, clippy::panic, unreachable_pub)]

mod end;
mod jumps;
mod moves;
mod refusals;
mod repetition;
mod sketch;
mod text;
