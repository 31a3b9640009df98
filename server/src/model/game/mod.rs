//! A game under way: turns, clocks, offers, and players who are away.

pub(super) mod away;
pub mod clock;
pub(super) mod consent;
pub mod offers;
pub mod overdue;
pub mod playing;
pub(super) mod seat_bots;
