//! The rules of Branches and Twigs and Thorns, one small position for each. Sections are the headings of the original.

#![allow(clippy::unwrap_used, clippy::panic, unreachable_pub)]

#[path = "../common/drawn.rs"]
mod drawn;

mod end;
mod guide;
mod playing;
mod refusals;
mod scoring;
mod set_up;
mod sketch;
mod text;
