//! How long turns take at tables of people while bots think on every core of the server, next to how long they take without.

use std::time::Duration;

use anyhow::Result;

use super::{Bench, median, ms};
use crate::client::{SEATS, Server};
use crate::driver::Driver;
use crate::fixtures::Games;
use crate::played::Played;

/// Turns a second at the tables of people.
const RATE: u32 = 200;
/// Tables at which four bots play each other: more than the server has threads for them.
const BOT_TABLES: usize = 4;
/// The level that thinks longest.
const LEVEL: u8 = 10;
/// How long the bots play before anything is measured.
const WARM_UP: Duration = Duration::from_secs(3);

/// One round: without bots and with them.
struct Round {
    alone: Played,
    beside_bots: Played,
    /// The share of its CPU that the server used, without bots and with them.
    busy: [f64; 2],
}

pub(super) fn measure(bench: &Bench) -> Result<()> {
    println!(
        "{} tables of four play {RATE} turns a second, without bots and beside {BOT_TABLES} tables of bots of level {LEVEL}",
        bench.options.tables
    );
    println!("round  alone p50, p99 (CPU)  beside bots p50, p99 (CPU)  p99 ratio");
    let mut ratios = Vec::new();
    for number in 1..=bench.options.rounds {
        let round = round(bench, number)?;
        round.print(number);
        ratios.push(round.ratio());
    }
    let ratio = median(ratios);
    println!("p99 beside bots / p99 alone, median of the rounds: {ratio:.2} (goal: at most 2)");
    Ok(())
}

fn round(bench: &Bench, number: usize) -> Result<Round> {
    let process = bench.start(&bench.thicket(&format!("thinking-{number}")))?;
    let server = Server::at(process.address)?;
    let opened = server.open_tables(bench.options.tables)?;
    let mut driver = Driver::new(opened, Games::Whole.all())?;
    driver.closed_loop(SEATS)?;
    let play = |driver: &mut Driver| -> Result<(Played, f64)> {
        let before = process.cpu()?;
        let played = driver.open_loop(RATE, Duration::from_secs(bench.options.seconds))?;
        let used = process.cpu()? - before;
        let busy = used.as_secs_f64() / played.elapsed.as_secs_f64();
        Ok((played, busy))
    };
    let (alone, busy_alone) = play(&mut driver)?;
    server.open_bot_tables(BOT_TABLES, LEVEL)?;
    driver.idle(WARM_UP)?;
    let (beside_bots, busy_beside) = play(&mut driver)?;
    drop(driver);
    process.stop()?;
    Ok(Round {
        alone,
        beside_bots,
        busy: [busy_alone, busy_beside],
    })
}

impl Round {
    fn ratio(&self) -> f64 {
        self.beside_bots.done_within(0.99).as_secs_f64() / self.alone.done_within(0.99).as_secs_f64()
    }

    fn print(&self, number: usize) {
        let line = |played: &Played, busy: f64| {
            format!(
                "{}, {} ({:.0}%)",
                ms(played.done_within(0.5)),
                ms(played.done_within(0.99)),
                100.0 * busy
            )
        };
        let [alone, beside] = self.busy;
        println!(
            "{number:5}  {}  {}  {:.2}",
            line(&self.alone, alone),
            line(&self.beside_bots, beside),
            self.ratio()
        );
    }
}
