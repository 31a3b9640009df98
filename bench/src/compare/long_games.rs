//! What a turn costs early and late in a game, and how long it takes to load a long game from its log.

use std::time::{Duration, Instant};

use anyhow::Result;

use super::{Bench, median, ms};
use crate::client::{SEATS, Server, Table, until};
use crate::driver::Driver;
use crate::fixtures::{Games, LONG};
use crate::protocol::{Received, parse};
use crate::server::{Process, Which};

/// Turns at which the cost of one is measured.
const TURNS: [usize; 3] = [10, 100, 400];
/// Turns on which it is measured: three rounds, with the turn in question in the middle.
const WINDOW: usize = 3 * SEATS;
/// Tables that are loaded from their logs.
const LOADS: usize = 30;

pub(super) fn compare(bench: &Bench) -> Result<()> {
    let which = bench.thicket("long-games");
    let tables = costs(bench, &which)?;
    loads(bench, &which, &tables)
}

/// Plays long games up to their last turns; the tables that are left behind.
fn costs(bench: &Bench, which: &Which) -> Result<Vec<Table>> {
    let process = bench.start(which)?;
    let opened = Server::at(process.address)?.open_tables(bench.options.tables)?;
    let mut driver = Driver::new(opened, Games::Long.all())?;
    let mut first = None;
    for turn in TURNS {
        let micros = cost(&process, &mut driver, turn)?.as_secs_f64() * 1e6;
        let ratio = micros / *first.get_or_insert(micros);
        println!(
            "the server's CPU time near turn {turn}: {micros:.0} µs, {ratio:.2} times that near turn 10"
        );
    }
    driver.closed_loop(LONG)?;
    let tables = driver.tables();
    drop(driver);
    process.stop()?;
    Ok(tables)
}

/// The server's CPU time for each turn near this one, over all tables.
fn cost(process: &Process, driver: &mut Driver, turn: usize) -> Result<Duration> {
    let from = turn - WINDOW / 2;
    driver.closed_loop(from)?;
    let before = process.cpu()?;
    let played = driver.closed_loop(from + WINDOW)?;
    Ok((process.cpu()? - before) / u32::try_from(played.turns)?.max(1))
}

/// Loads the games into a server that was just started.
fn loads(bench: &Bench, which: &Which, tables: &[Table]) -> Result<()> {
    let process = bench.start(which)?;
    let server = Server::at(process.address)?;
    let took = tables.iter().take(LOADS).map(|table| load(server, table));
    let took = median(took.collect::<Result<Vec<_>>>()?);
    println!(
        "a game of {LONG} turns, from its request to its snapshot: median {} (goal: under 20 ms)",
        ms(took)
    );
    process.stop()
}

/// From the first byte of the request to the last one of the snapshot.
fn load(server: Server, table: &Table) -> Result<Duration> {
    let begun = Instant::now();
    let mut socket = server.connect(table, 0)?;
    until(&mut socket, |message| {
        matches!(parse(message), Received::Snapshot { .. })
    })?;
    Ok(begun.elapsed())
}
