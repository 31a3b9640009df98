//! Turns a second when the server has all it can do, and how long a turn takes when it has not.

use std::time::Duration;

use anyhow::Result;

use super::{Bench, median, ms};
use crate::client::{SEATS, Server};
use crate::driver::Driver;
use crate::fixtures::Games;
use crate::flush;
use crate::played::{Latencies, Played};
use crate::server::Which;

/// The rate of the open loop, in turns a second.
const RATE: u32 = 500;
/// How often the bare server plays each game, so that its figures rest on seconds too.
const TIMES: usize = 4;
/// A generator that is busier than this is measured itself.
const BUSIEST: f64 = 0.9;

/// What one round of one server gives.
struct Round {
    open: Played,
    closed: Played,
    cpu_per_turn: Duration,
}

/// The rounds of both servers, and the flushes measured before and after those of Thicket.
#[derive(Default)]
struct Rounds {
    thicket: Vec<Round>,
    bare: Vec<Round>,
    least: Vec<Round>,
    flushes: Vec<Duration>,
}

pub(super) fn compare(bench: &Bench) -> Result<()> {
    println!(
        "{} tables of four play whole games in a closed loop",
        bench.options.tables
    );
    println!("round  Thicket turns/s  bare turns/s  ratio  sending least  ratio  generator busy");
    let mut rounds = Rounds::default();
    for number in 1..=bench.options.rounds {
        rounds.flushes.extend(flush::sample(bench.folder())?);
        let thicket = round(bench, &bench.thicket(&format!("turns-{number}")), 1)?;
        rounds.flushes.extend(flush::sample(bench.folder())?);
        let event_bytes = thicket.closed.mean_event() as usize;
        let bare = round(bench, &Which::Bare { event_bytes }, TIMES)?;
        let least = round(bench, &Which::Least, TIMES)?;
        print_round(number, &thicket.closed, &bare.closed, &least.closed);
        rounds.thicket.push(thicket);
        rounds.bare.push(bare);
        rounds.least.push(least);
    }
    rounds.print_ratios();
    rounds.print_latencies("done", |played| &played.done);
    rounds.print_latencies("seen by the others", |played| &played.seen);
    Ok(())
}

/// The open loop at the beginning of the games, the closed loop for the rest of them.
fn round(bench: &Bench, which: &Which, times: usize) -> Result<Round> {
    let process = bench.start(which)?;
    let opened = Server::at(process.address)?.open_tables(bench.options.tables)?;
    let mut driver = Driver::new(opened, Games::Whole.all())?;
    if matches!(which, Which::Least) {
        driver = driver.with_fewest_answers();
    }
    driver.closed_loop(SEATS)?;
    let open = driver.open_loop(RATE, Duration::from_secs(bench.options.seconds))?;
    let before = process.cpu()?;
    let closed = match times {
        1 => driver.closed_loop(usize::MAX)?,
        times => driver.closed_loop_again(times)?,
    };
    let cpu_per_turn = (process.cpu()? - before) / u32::try_from(closed.turns)?.max(1);
    drop(driver);
    process.stop()?;
    Ok(Round {
        open,
        closed,
        cpu_per_turn,
    })
}

fn print_round(number: usize, thicket: &Played, bare: &Played, least: &Played) {
    let busy = [thicket, bare, least].map(Played::generator_load);
    let busy = busy.into_iter().fold(0.0, f64::max);
    let (a, b, c) = (thicket.rate(), bare.rate(), least.rate());
    let (ratio, to_least) = (a / b, a / c);
    let warning = if busy > BUSIEST {
        "  too busy: the ratio flatters"
    } else {
        ""
    };
    println!(
        "{number:5}  {a:15.0}  {b:12.0}  {ratio:5.3}  {c:13.0}  {to_least:5.3}  {:13.0}%{warning}",
        busy * 100.0
    );
}

impl Rounds {
    fn ratio(&self, to: &[Round], of: impl Fn(&Round) -> f64) -> f64 {
        let pairs = self.thicket.iter().zip(to);
        median(pairs.map(|(thicket, bare)| of(thicket) / of(bare)))
    }

    fn print_ratios(&self) {
        let rate = |round: &Round| round.closed.rate();
        let cpu = |round: &Round| round.cpu_per_turn.as_secs_f64();
        let turns = self.ratio(&self.bare, rate);
        println!("turns a second, Thicket / bare, median of the rounds: {turns:.3} (goal: at least 0.5)");
        let turns = self.ratio(&self.least, rate);
        println!("the same to the server that sends least: {turns:.3} (goal: at least 0.45)");
        let [bare, least] = [&self.bare, &self.least].map(|to| self.ratio(to, cpu));
        println!(
            "the server's CPU time a turn, Thicket / bare: {bare:.2}; to the one that sends least: {least:.2}"
        );
    }

    fn print_latencies(&self, until: &str, latencies: impl Fn(&Played) -> &Latencies) {
        let at = |rounds: &[Round], quantile, of: fn(&Round) -> &Played| {
            let micros = rounds
                .iter()
                .map(|round| latencies(of(round)).value_at_quantile(quantile));
            Duration::from_micros(median(micros))
        };
        for (how, of) in [
            ("closed loop", (|round| &round.closed) as fn(&Round) -> &Played),
            ("500 turns/s", |round| &round.open),
        ] {
            let line = |rounds: &[Round]| {
                format!(
                    "p50 {}, p99 {}",
                    ms(at(rounds, 0.5, of)),
                    ms(at(rounds, 0.99, of))
                )
            };
            let [thicket, bare, least] = [&self.thicket, &self.bare, &self.least].map(|rounds| line(rounds));
            println!("{how}, sent to {until}: Thicket {thicket}; bare {bare}; sending least {least}");
        }
        let open = |rounds| at(rounds, 0.5, |round| &round.open);
        let flush = median(self.flushes.iter().copied());
        let limit = open(&self.bare) + 2 * flush;
        let ratio = open(&self.thicket).as_secs_f64() / limit.as_secs_f64();
        println!(
            "  {RATE} turns/s: p50 / (bare p50 + 2 flushes of {}): {ratio:.2} (goal: at most 1)",
            ms(flush)
        );
    }
}
