//! What is stored and decided, without any I/O, clock or randomness.
//!
//! [`State::decide`](log::state::State::decide) turns a [`Command`](log::action::Command) into a
//! [`Decision`](log::decision::Decision) or a [`Refusal`](log::refusal::Refusal) and changes nothing;
//! [`State::apply`](log::state::State::apply) applies what was decided and stored, and refuses nothing.

pub mod before_start;
pub mod game;
pub mod log;
pub mod player;
pub mod record;

pub use before_start::create::{Creation, create};
#[cfg(test)]
pub(crate) mod tests;
