//! What the tests share.

#[allow(dead_code, reason = "the unit tests of the server use all of it")]
pub(crate) mod authenticator;
pub(crate) mod balancer;
pub(crate) mod base;
pub(crate) mod client;
pub(crate) mod cluster;
pub(crate) mod failover;
pub(crate) mod http;
pub(crate) mod insistent;
pub(crate) mod lists;
pub(crate) mod log;
pub(crate) mod many_records;
pub(crate) mod nats;
pub(crate) mod outline;
pub(crate) mod party;
pub(crate) mod postgres;
pub(crate) mod process;
pub(crate) mod proxy;
pub(crate) mod server;
pub(crate) mod socket;
