//! The rules of Antipode, one small position for each. Sections are the headings of the original text.

#![allow(clippy::unwrap_used, clippy::panic, unreachable_pub)]

#[path = "../common/drawn.rs"]
mod drawn;

mod end;
mod moves;
mod refusals;
mod sketch;
mod text;
mod token;
mod turn;
