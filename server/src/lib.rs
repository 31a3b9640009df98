//! Thicket: a web server where friends play abstract strategy games by link, and nothing is lost.
//!
//! [`serve`] is the whole server; the binary only reads its options and binds the socket.

mod address;
pub mod app;
mod at_table;
pub mod auth;
pub mod cli;
pub mod config;
pub mod error;
pub mod ids;
mod limits;
mod metrics;
pub mod model;
pub mod moment;
pub mod names;
pub mod pages;
pub mod primer;
pub mod protocol;
pub mod record;
mod records;
pub mod room;
mod router;
mod serve;
pub mod store;
pub mod tables;
pub mod ws;

pub use serve::serve;
