//! Thicket: a web server where friends play abstract strategy games by link, and nothing is lost.
//!
//! [`serve`] is the whole server; the binary only reads its options and binds the socket.

pub mod analysis;
pub mod api;
pub mod app;
pub mod archive;
pub mod auth;
pub mod backfill;
mod bots;
pub mod bus;
pub mod cli;
pub mod clock_skew;
pub mod clock_words;
pub mod clubs;
pub mod config;
pub mod delivery;
pub mod error;
pub mod explore;
pub mod http;
mod idempotency;
pub mod ids;
pub mod lobby;
pub mod model;
pub mod names;
pub mod open_data;
pub mod pages;
mod pauses;
pub mod people;
pub mod picture;
mod pictures;
pub mod pool;
pub mod practice;
pub mod protocol;
mod pulse;
mod quote;
pub mod record;
mod records;
pub mod room;
pub mod seq;
mod serve;
pub mod store;
mod stored_as;
mod story;
pub mod tables;
pub mod time;
pub mod tournaments;
pub mod tutorial;
mod wake_filter;
mod words;
pub mod ws;

pub use serve::serve;
