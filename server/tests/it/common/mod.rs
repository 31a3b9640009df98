//! What the tests share.

pub(crate) mod base;
pub(crate) mod client;
pub(crate) mod cluster;
pub(crate) mod nats;
pub(crate) mod party;
pub(crate) mod postgres;
pub(crate) mod process;
pub(crate) mod server;
