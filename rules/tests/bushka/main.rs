//! The rules of Bushka, one small position for each. Headings are those of the original.

#![allow(clippy::unwrap_used, clippy::panic, unreachable_pub)]

#[path = "../common/drawn.rs"]
mod drawn;

mod captures;
mod end;
mod moves;
mod original;
mod phalanxes;
mod refusals;
mod sketch;
mod text;
