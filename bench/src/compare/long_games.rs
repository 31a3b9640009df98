//! What a turn costs early and late in a game, and what it costs to open the page of a long one.

use std::ops::Range;
use std::time::{Duration, Instant};

use anyhow::Result;

use super::{Bench, median, ms};
use crate::client::{Server, Table, until};
use crate::driver::Driver;
use crate::fixtures::{Games, LONG};
use crate::protocol::{Received, parse};
use crate::server::{Process, Which};

/// Turns whose cost is compared: early ones and late ones.
const EARLY: Range<usize> = 0..100;
const LATE: Range<usize> = 300..490;
/// The turn after which games are opened that are being served.
const OPENED: usize = 400;
/// Tables that are opened.
const LOADS: usize = 30;

pub(super) fn compare(bench: &Bench) -> Result<()> {
    let which = bench.thicket("long-games");
    let tables = costs(bench, &which)?;
    let process = bench.start(&which)?;
    let loaded = opened(&process, &tables)?;
    print_opened(
        &format!("a game of {LONG} turns from its log (goal: 20 ms)"),
        loaded,
    );
    process.stop()
}

/// Plays long games up to their last turns; the tables that are left behind.
fn costs(bench: &Bench, which: &Which) -> Result<Vec<Table>> {
    let process = bench.start(which)?;
    let opened_tables = Server::at(process.address)?.open_tables(bench.options.tables)?;
    let mut driver = Driver::new(opened_tables, Games::Long.all())?;
    let early = cost(&process, &mut driver, EARLY)?;
    let first = cost(&process, &mut driver, LATE.start..OPENED)?;
    let tables = driver.tables();
    let served = opened(&process, &tables)?;
    let second = cost(&process, &mut driver, OPENED..LATE.end)?;
    let late = (first + second) / LATE.len() as f64;
    let early = early / EARLY.len() as f64;
    println!(
        "the server's CPU time for a turn: {early:.1} us of turns {EARLY:?}, {late:.1} us of turns {LATE:?}, {:.2} times as much \
         (goal: 1.1)",
        late / early
    );
    print_opened(
        &format!("a game that is being served, after turn {OPENED}"),
        served,
    );
    driver.closed_loop(LONG)?;
    drop(driver);
    process.stop()?;
    Ok(tables)
}

/// The server's CPU time for these turns of a table, in microseconds.
fn cost(process: &Process, driver: &mut Driver, turns: Range<usize>) -> Result<f64> {
    driver.closed_loop(turns.start)?;
    let before = process.cpu()?;
    driver.closed_loop(turns.end)?;
    let tables = driver.tables().len();
    Ok((process.cpu()? - before).as_secs_f64() * 1e6 / tables as f64)
}

/// What opening a game takes: the median time, and the server's CPU time for each.
fn opened(process: &Process, tables: &[Table]) -> Result<(Duration, Duration)> {
    let server = Server::at(process.address)?;
    let before = process.cpu()?;
    let took = tables.iter().take(LOADS).map(|table| open(server, table));
    let took = took.collect::<Result<Vec<_>>>()?;
    let cpu = (process.cpu()? - before) / u32::try_from(took.len())?.max(1);
    Ok((median(took), cpu))
}

fn print_opened(game: &str, (took, cpu): (Duration, Duration)) {
    println!(
        "{game}, from its request to its snapshot: median {}; {} of CPU time",
        ms(took),
        ms(cpu)
    );
}

/// From the first byte of the request to the last one of the snapshot.
fn open(server: Server, table: &Table) -> Result<Duration> {
    let begun = Instant::now();
    let mut socket = server.connect(table, 0)?;
    until(&mut socket, |message| {
        matches!(parse(message), Received::Snapshot { .. })
    })?;
    Ok(begun.elapsed())
}
