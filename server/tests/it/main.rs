//! All integration tests in one binary, since every further one links the whole server again.
#![allow(clippy::unwrap_used, clippy::panic)]

mod chat;
mod cli;
mod clocks;
mod common;
mod connections;
mod containers;
mod draw;
mod durability;
mod hostile;
mod identity;
mod limits;
mod lobby;
mod nodes;
mod pages;
mod play;
mod protocol;
mod reconnect;
mod rematch;
mod rooms;
mod store;
mod tables;
mod transfer;
mod trouble;
mod tutorials;
mod upgrade;
