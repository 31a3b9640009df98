//! The single measurements, each on a server that is running.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use anyhow::Result;

use crate::client::{SEATS, Server, Table, until};
use crate::driver::Driver;
use crate::fixtures::{Games, LONG};
use crate::protocol::{Heard, heard};
use crate::server::Process;

/// Turns on which the cost of a turn is measured: three rounds, the first of them ending before the turn in question.
const WINDOW: usize = 3 * SEATS;

/// Tables with four sockets each, whose games have started.
///
/// # Errors
/// When the server refuses anything.
pub fn open(address: SocketAddr, tables: usize, games: Games) -> Result<Driver> {
    let opened = Server::at(address)?.open_tables(tables)?;
    Driver::new(opened, games.all())
}

/// The server's CPU time for each turn near turn `at`, on all tables at once.
///
/// # Errors
/// When the server refuses a turn.
pub fn cost(process: &Process, driver: &mut Driver, at: usize) -> Result<Duration> {
    let from = at - WINDOW / 2;
    driver.closed_loop(from)?;
    let before = process.cpu()?;
    let played = driver.closed_loop(from + WINDOW)?;
    let turns = u32::try_from(played.turns)?;
    Ok((process.cpu()? - before) / turns.max(1))
}

/// Plays long games up to their last turns and goes away; the tables that are left behind.
///
/// # Errors
/// When the server refuses a turn.
pub fn leave_long_games(mut driver: Driver) -> Result<Vec<Table>> {
    driver.closed_loop(LONG)?;
    Ok(driver.table_list())
}

/// From the first byte of the request to the last one of the snapshot, for a table that no longer is in memory.
///
/// # Errors
/// When the server does not welcome.
pub fn load(server: Server, table: &Table) -> Result<Duration> {
    let begun = Instant::now();
    let mut socket = server.connect(table, 0)?;
    until(&mut socket, |message| {
        matches!(heard(message), Heard::Snapshot { .. })
    })?;
    Ok(begun.elapsed())
}

/// The middle value.
pub fn median<T: Copy + PartialOrd>(values: &[T]) -> Option<T> {
    let mut sorted = values.to_vec();
    sorted.sort_by(|a, b| a.partial_cmp(b).unwrap_or(std::cmp::Ordering::Equal));
    sorted.get(sorted.len() / 2).copied()
}
