//! Load for a Thicket server: whole games over the real protocol, and the figures that come out of them.
//!
//! The generator runs in one thread and does as little as possible for each message, so that the server is what is
//! measured: every frame it sends is made beforehand, and of what it receives it reads the kind and the number only.

pub mod client;
pub mod compare;

pub mod driver;
pub mod durability;
pub mod endure;
pub mod fixtures;
pub mod flush;
pub mod http;
pub mod make_games;
pub mod played;
pub mod program;
pub mod protocol;
pub mod server;
pub mod wire;
