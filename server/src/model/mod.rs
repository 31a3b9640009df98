//! What is stored and decided, without any I/O, clock or randomness.
//!
//! [`State::decide`](table::state::State::decide) turns a [`Command`](log::action::Command) into a
//! [`Decision`](log::decision::Decision) or a [`Refusal`](refusal::Refusal) and changes nothing;
//! [`State::apply`](table::state::State::apply) applies what was decided and stored, and refuses nothing.

pub mod before_start;
pub mod chained_record;
pub mod clock_terms;
pub mod club;
pub mod game;
pub mod log;
pub mod notice_settings;
pub mod player;
pub mod record;
pub mod refusal;
pub mod table;
pub mod terms;
pub mod tournament;
pub mod turn;

pub use before_start::create::{Creation, create};
#[cfg(test)]
pub(crate) mod tests;
