//! All integration tests in one binary, since every further one links the whole server again.
#![allow(clippy::unwrap_used, clippy::panic)]

mod away;
mod cli;
mod common;
mod connections;
mod containers;
mod durability;
mod hostile;
mod identity;
mod limits;
mod nodes;
mod offers;
mod pages;
mod play;
mod protocol;
mod reconnect;
mod rooms;
mod store;
mod tables;
mod transfer;
mod trouble;
mod tutorials;
mod upgrade;
