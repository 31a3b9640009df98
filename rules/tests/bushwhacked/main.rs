//! The rules of Bushwhacked, one small position for each. Sections are those of the original instructions.

#![allow(clippy::unwrap_used, clippy::panic, unreachable_pub)]

#[path = "../common/mod.rs"]
mod common;
#[path = "../common/drawn.rs"]
mod drawn;

mod bases;
mod capture;
mod drops;
mod end;
mod guide;
mod oracle;
mod place;
mod refusals;
mod sketch;
mod text;
mod trade;
