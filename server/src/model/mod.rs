//! What is stored and decided, without any I/O, clock or randomness.
//!
//! [`State::decide`](state::State::decide) turns a [`Command`](action::Command) into a
//! [`Decision`](decision::Decision) or a [`Refusal`](refusal::Refusal) and changes nothing;
//! [`State::apply`](state::State::apply) applies what was decided and stored, and refuses nothing.

pub mod action;
pub mod audience;
pub mod away;
mod before_start;
pub mod bot;
pub mod chain;
pub mod chained_record;
pub mod chat;
pub mod clock;
pub mod clock_terms;
mod consent;
mod create;
pub mod day_list;
mod decide;
pub mod decision;
pub mod devices;
pub mod ending;
pub mod event;
mod explore;
mod hint;
pub mod lost;
mod names_here;
pub mod offers;
pub mod outage;
pub mod overdue;
pub mod player;
pub mod playing;
pub mod projection;
mod rated;
pub mod rating;
pub mod record;
pub mod record_filter;
pub mod refusal;
mod refused_offers;
mod seat_bots;
pub mod state;
pub mod stored;
pub mod swap;
pub mod terms;
pub mod turn;
pub mod waiting;

pub use create::{Creation, create};
#[cfg(test)]
pub(crate) mod tests;
