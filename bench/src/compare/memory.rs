//! The memory of tables where nothing happens, with a socket for each seat.

use std::time::Duration;

use anyhow::Result;

use super::Bench;
use crate::client::Server;
use crate::driver::Driver;
use crate::fixtures::{Games, LONG};
use crate::server::Which;

/// Tables that a server has before it is measured for the first time: what it needs once is not counted. They play long games
/// so that it has filled SQLite's cache.
const FIRST_TABLES: usize = 120;
/// How long a server rests before it is measured: allocators give pages back after about ten seconds.
const REST: Duration = Duration::from_secs(15);
/// Turns that are played between the second and the third measurement.
const TURNS: usize = 60;
/// Bytes of the message of a turn: about as many as Thicket's.
const EVENT_BYTES: usize = 340;

pub(super) fn compare(bench: &Bench) -> Result<()> {
    measure(bench, "Thicket", &bench.thicket("memory"))?;
    let event_bytes = EVENT_BYTES;
    measure(bench, "bare", &Which::Bare { event_bytes })
}

fn measure(bench: &Bench, name: &str, which: &Which) -> Result<()> {
    let process = bench.start(which)?;
    let server = Server::at(process.address)?;
    let mut driver = Driver::new(server.open_tables(FIRST_TABLES)?, Games::Long.all())?;
    driver.closed_loop(LONG)?;
    let rested = |driver: &mut Driver| driver.idle(REST).and_then(|()| process.memory());
    let before = rested(&mut driver)?;
    driver.open(server.open_tables(bench.options.tables)?, Games::Whole.all())?;
    let started = rested(&mut driver)?;
    driver.closed_loop(TURNS)?;
    let played = rested(&mut driver)?;
    let each = |more: u64| more as f64 / bench.options.tables as f64;
    let idle = each(started.saturating_sub(before));
    let grown = each(played.saturating_sub(started));
    println!(
        "{name}: {idle:.1} KiB for an idle table with four sockets, {grown:.1} more after {TURNS} turns"
    );
    drop(driver);
    process.stop()
}
