//! A tournament: what is decided in it, and what its log makes of it.
//!
//! [`State::decide`](state::State::decide) and [`decide_due`](state::State::decide_due) turn what somebody wants, and what is due by
//! itself, into an event or a [`Refusal`](refusal::Refusal) and change nothing; [`State::apply`](state::State::apply) applies what
//! was decided and stored, and refuses nothing. Rounds and standings come from the crate `pairings`.

mod apply;
pub mod arena;
pub mod context;
mod course;
pub mod decide;
mod due;
pub mod entry;
pub mod event;
pub mod form;
pub mod league;
pub mod notices;
mod pairing;
pub mod refusal;
pub mod standings;
pub mod state;
pub mod stored;
pub mod table;
pub mod terms;
#[cfg(test)]
pub(crate) mod tests;
pub mod words;
