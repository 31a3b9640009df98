//! A game under way: turns, clocks, offers, and players who are away.

pub mod away;
pub mod clock;
pub(super) mod consent;
pub(super) mod explore;
pub(super) mod hint;
pub mod offers;
pub mod overdue;
pub mod playing;
pub(super) mod refused_offers;
pub(super) mod seat_bots;
pub mod turn;
