//! A game under way: turns, clocks, offers, plans, and players who are away.

pub(super) mod away;
pub mod clock;
pub(super) mod consent;
mod new_plan;
pub mod no_show;
pub mod offers;
pub mod overdue;
pub mod plan;
pub mod playing;
pub(super) mod seat_bots;
mod sides;
