//! What the turn that ends a game costs, and how long it takes, next to the turn before it.

use std::time::Duration;

use anyhow::Result;

use super::{Bench, ms};
use crate::client::Server;
use crate::driver::Driver;
use crate::fixtures::Games;
use crate::played::Played;
use crate::server::Process;

/// Turns a second: so few that hardly two games end in one transaction.
const RATE: u32 = 100;
/// The turns of each game that are measured, the last one among them.
const LAST: usize = 2;

pub(super) fn measure(bench: &Bench) -> Result<()> {
    println!("{} games of four end, {RATE} a second", bench.options.tables);
    for public in [false, true] {
        let name = if public { "public" } else { "private" };
        let process = bench.start(&bench.thicket(&format!("ends-{name}")))?;
        let server = Server {
            public,
            ..Server::at(process.address)?
        };
        let opened = server.open_tables(bench.options.tables)?;
        let mut driver = Driver::new(opened, Games::Whole.all())?;
        driver.closed_loop_before_end(LAST)?;
        let before = turns(bench, &process, &mut driver)?;
        let ends = turns(bench, &process, &mut driver)?;
        print(name, "the turn before the last", before);
        print(name, "the turn that ends a game (goal: 300 us)", ends);
        drop(driver);
        process.stop()?;
    }
    Ok(())
}

/// A turn at every table, with the server's CPU time for each. The sockets of the others say that they are alive meanwhile.
fn turns(bench: &Bench, process: &Process, driver: &mut Driver) -> Result<(Duration, Played)> {
    let time = Duration::from_secs_f64(bench.options.tables as f64 / f64::from(RATE));
    let before = process.cpu()?;
    let played = driver.open_loop(RATE, time)?;
    let cpu = (process.cpu()? - before) / u32::try_from(played.turns)?.max(1);
    Ok((cpu, played))
}

fn print(name: &str, turn: &str, (cpu, played): (Duration, Played)) {
    println!(
        "{name} tables, {turn}: {} us of CPU time; p50 {}, p99 {}",
        cpu.as_micros(),
        ms(played.done_within(0.5)),
        ms(played.done_within(0.99))
    );
}
