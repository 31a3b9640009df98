//! What a turn costs, and how long it takes, where each player has many open tables with a page for each.

use std::time::Duration;

use anyhow::Result;

use super::{Bench, ms};
use crate::client::{SEATS, Server};
use crate::driver::Driver;
use crate::fixtures::Games;
use crate::played::Latencies;

/// How many tables each player has.
const EACH: [usize; 2] = [1, 20];
/// The rate of the open loop, in turns a second.
const RATE: u32 = 500;

pub(super) fn measure(bench: &Bench) -> Result<()> {
    println!("{} tables of four, {RATE} turns/s", bench.options.tables);
    println!("tables of each player  CPU time a turn  sent to done: p50, p99");
    for each in EACH {
        let process = bench.start(&bench.thicket(&format!("many-tables-{each}")))?;
        let opened = Server::at(process.address)?.open_tables_of(bench.options.tables, each)?;
        let mut driver = Driver::new(opened, Games::Whole.all())?;
        driver.closed_loop(SEATS)?;
        let before = process.cpu()?;
        let played = driver.open_loop(RATE, Duration::from_secs(bench.options.seconds))?;
        let cpu = (process.cpu()? - before) / u32::try_from(played.turns)?.max(1);
        let at = |latencies: &Latencies, quantile| {
            ms(Duration::from_micros(latencies.value_at_quantile(quantile)))
        };
        let (p50, p99) = (at(&played.done, 0.5), at(&played.done, 0.99));
        println!("{each:21}  {:>12} us  {p50}, {p99}", cpu.as_micros());
        drop(driver);
        process.stop()?;
    }
    Ok(())
}
