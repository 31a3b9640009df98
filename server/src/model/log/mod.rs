//! What is stored of a table, and how it is decided: events, the state that they make, and what is refused.

pub mod action;
pub(super) mod decide;
pub mod decision;
pub mod event;
pub mod lost;
pub mod outage;
pub mod projection;
pub mod refusal;
pub mod state;
pub mod stored;
