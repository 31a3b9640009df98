//! What a turn costs, and how long it takes, where each player has many open tables with a page for each.

use std::time::Duration;

use anyhow::Result;

use super::{Bench, median, ms};
use crate::client::{SEATS, Server};
use crate::driver::Driver;
use crate::fixtures::Games;

/// How many tables each player has: one, as many as people have, and as many as a bot has.
const EACH: [usize; 3] = [1, 20, TABLES];
/// Tables in all.
const TABLES: usize = 1000;
/// The rate of the open loop, in turns a second.
const RATE: u32 = 500;

/// What a turn costs the server, and how long it takes.
#[derive(Clone, Copy)]
struct Cost {
    cpu: Duration,
    p50: Duration,
    p99: Duration,
}

pub(super) fn measure(bench: &Bench) -> Result<()> {
    println!("{TABLES} tables of four, {RATE} turns/s");
    println!("round  tables of each player  CPU time a turn  sent to done: p50, p99");
    let mut costs = EACH.map(|_| Vec::new());
    for round in 1..=bench.options.rounds {
        for (each, costs) in EACH.into_iter().zip(&mut costs) {
            let cost = cost(bench, round, each)?;
            let Cost { cpu, p50, p99 } = cost;
            println!(
                "{round:5}  {each:21}  {:>12} us  {}, {}",
                cpu.as_micros(),
                ms(p50),
                ms(p99)
            );
            costs.push(cost);
        }
    }
    let [one, others @ ..] = &costs;
    for (each, costs) in EACH[1..].iter().zip(others) {
        let ratio = |of: fn(&Cost) -> Duration| {
            let pairs = costs.iter().zip(one);
            median(pairs.map(|(many, one)| of(many).as_secs_f64() / of(one).as_secs_f64()))
        };
        println!(
            "{each} tables each / one table each, medians of the rounds: CPU time {:.2} (goal: 1), p50 {:.2}, p99 {:.2}",
            ratio(|cost| cost.cpu),
            ratio(|cost| cost.p50),
            ratio(|cost| cost.p99)
        );
    }
    Ok(())
}

fn cost(bench: &Bench, round: usize, each: usize) -> Result<Cost> {
    let process = bench.start(&bench.thicket(&format!("many-tables-{round}-{each}")))?;
    let opened = Server::at(process.address)?.open_tables_of(TABLES, each)?;
    let mut driver = Driver::new(opened, Games::Whole.all())?;
    driver.closed_loop(SEATS)?;
    let before = process.cpu()?;
    let played = driver.open_loop(RATE, Duration::from_secs(bench.options.seconds))?;
    let cpu = (process.cpu()? - before) / u32::try_from(played.turns)?.max(1);
    drop(driver);
    process.stop()?;
    Ok(Cost {
        cpu,
        p50: played.done_within(0.5),
        p99: played.done_within(0.99),
    })
}
