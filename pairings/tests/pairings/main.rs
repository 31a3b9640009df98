//! Tournaments as functions, against known tables and over thousands of random tournaments.

#![allow(clippy::unwrap_used)]

mod arena;
mod common;
mod league;
mod round_robin;
mod schedule;
mod standings;
mod swiss;
mod table_size;
