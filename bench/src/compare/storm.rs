//! A restart under many tables in the middle of their games: how soon all sockets are back, and what memory that takes.

use std::thread;
use std::time::{Duration, Instant};

use anyhow::Result;

use super::{Bench, ms};
use crate::client::{SEATS, Server, Table, until};
use crate::driver::Driver;
use crate::fixtures::Games;
use crate::protocol::{Received, parse};
use crate::server::Process;

/// Tables in the middle of a game.
const TABLES: usize = 500;
/// Turns that each of them has.
const TURNS: usize = 60;
/// Sockets that come back at the same time; each is followed by the next as soon as its table is there.
const AT_ONCE: usize = 128;
/// How long the server rests before its memory is taken for its steady state.
const REST: Duration = Duration::from_secs(15);

pub(super) fn measure(bench: &Bench) -> Result<()> {
    let which = bench.thicket("storm");
    let process = bench.start(&which)?;
    let mut driver = Driver::new(
        Server::at(process.address)?.open_tables(TABLES)?,
        Games::Whole.all(),
    )?;
    driver.closed_loop(TURNS)?;
    let tables = driver.tables();
    drop(driver);
    process.stop()?;

    let process = bench.start(&which)?;
    let server = Server::at(process.address)?;
    let before = process.cpu()?;
    let mut back = come_back(&process, server, &tables)?;
    let cpu = process.cpu()? - before;
    back.sort();
    let at = |share: usize| ms(back[(back.len() - 1) * share / 100]);
    println!(
        "{} sockets at {TABLES} tables after a restart: half are back after {}, 99% after {}, all after {} (goal: 2 s); \
         the server's CPU time: {}",
        back.len(),
        at(50),
        at(99),
        at(100),
        ms(cpu)
    );
    process.stop()
}

/// Connects every socket; how long after the first of them each has its table.
fn come_back(process: &Process, server: Server, tables: &[Table]) -> Result<Vec<Duration>> {
    let visits: Vec<(&Table, usize)> = tables
        .iter()
        .flat_map(|table| (0..SEATS).map(move |chair| (table, chair)))
        .collect();
    let begun = Instant::now();
    let visit = |&(table, chair): &(&Table, usize)| {
        let mut socket = server.connect(table, chair)?;
        until(&mut socket, |message| {
            matches!(parse(message), Received::Snapshot { .. })
        })?;
        Ok((socket, begun.elapsed()))
    };
    let arrived = thread::scope(|scope| {
        let hands: Vec<_> = (0..AT_ONCE)
            .map(|hand| {
                let own = visits.iter().skip(hand).step_by(AT_ONCE);
                scope.spawn(move || own.map(visit).collect::<Result<Vec<_>>>())
            })
            .collect();
        let mut arrived = Vec::new();
        for hand in hands {
            arrived.extend(hand.join().expect("a thread that ends")?);
        }
        anyhow::Ok(arrived)
    })?;
    let peak = process.peak_memory()?;
    thread::sleep(REST);
    let steady = process.memory()?;
    println!(
        "memory: {} MiB at most, {} MiB when all are back, {:.2} times (goal: 1.2)",
        peak / 1024,
        steady / 1024,
        peak as f64 / steady as f64
    );
    Ok(arrived.into_iter().map(|(_, time)| time).collect())
}
