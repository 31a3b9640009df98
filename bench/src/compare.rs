//! Everything at once: Thicket and the bare server in turn, several rounds, and the ratios of their figures.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Result;
use clap::Args;

use crate::client::{SEATS, Server};
use crate::driver::Played;
use crate::fixtures::{Games, LONG};
use crate::measure::{self, median};
use crate::server::{Process, Which, bind_generator};
use crate::{durability, flush};

/// The rate of the open loop, in turns a second.
const RATE: u32 = 500;
/// How often the bare server plays each game, so that its figures rest on seconds too.
const TIMES: usize = 4;
/// Turns at which the cost of one is measured.
const TURNS: [usize; 3] = [10, 100, 400];
/// Tables that are loaded from their logs.
const LOADS: usize = 30;
/// Tables that a server has before its memory is measured for the first time.
const SOME_TABLES: usize = 50;
/// How long a server rests before its memory is measured.
const REST: Duration = Duration::from_secs(15);

/// Options of the comparison.
#[derive(Args, Clone, Debug)]
pub struct Options {
    /// Tables of four
    #[arg(long, default_value_t = 250)]
    pub tables: usize,
    /// Rounds of the closed and the open loop
    #[arg(long, default_value_t = 5)]
    pub rounds: usize,
    /// Seconds of the open loop in each round
    #[arg(long, default_value_t = 6)]
    pub seconds: u64,
    /// A folder on the disk to be measured; a temporary one is made in it
    #[arg(long, default_value = ".")]
    pub folder: PathBuf,
    /// An empty Postgres database instead of SQLite
    #[arg(long, value_name = "URL")]
    pub postgres: Option<String>,
    /// What to measure; everything where nothing is named
    #[arg(value_enum)]
    pub only: Vec<Part>,
}

/// A part of the comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Part {
    /// Turns a second in a closed loop, and latencies at a fixed rate
    Turns,
    /// The cost of a turn, early and late in a game
    Cost,
    /// The memory of idle tables
    Memory,
    /// Loading a long game
    Load,
}

struct Comparison {
    options: Options,
    logs: tempfile::TempDir,
}

/// Measures what the options ask for, and prints it.
///
/// # Errors
/// When a server fails, or the machine has only one CPU.
pub fn run(options: Options) -> Result<()> {
    bind_generator()?;
    let logs = tempfile::Builder::new()
        .prefix("thicket-bench-")
        .tempdir_in(&options.folder)?;
    let comparison = Comparison { options, logs };
    comparison.durability()?;
    let wanted = |part| comparison.options.only.is_empty() || comparison.options.only.contains(&part);
    if wanted(Part::Turns) {
        comparison.turns()?;
    }
    if wanted(Part::Cost) || wanted(Part::Load) {
        comparison.long_games()?;
    }
    if wanted(Part::Memory) {
        comparison.memory()?;
    }
    Ok(())
}

/// What one round of one server gives.
struct Round {
    open: Played,
    closed: Played,
    cpu_per_turn: Duration,
}

impl Comparison {
    fn folder(&self) -> &Path {
        self.logs.path()
    }

    /// Thicket on a database of its own for each start; Postgres is used as it is.
    fn thicket(&self, name: &str) -> Which {
        Which::Thicket {
            folder: self.folder().join(name),
            database: self.options.postgres.clone(),
        }
    }

    fn durability(&self) -> Result<()> {
        let which = self.thicket("durability");
        let process = Process::start(&which, self.folder())?;
        println!("durability: {}", durability::of(&process, &which)?);
        process.stop()?;
        let flush = flush::median(self.folder())?;
        println!("one flush of 8 KiB in the same folder: {}", ms(flush));
        Ok(())
    }

    fn turns(&self) -> Result<()> {
        let (mut real, mut bare) = (Vec::new(), Vec::new());
        let mut flushes = Vec::new();
        println!(
            "\n{} tables of four, whole games, closed loop; then {RATE} turns/s",
            self.options.tables
        );
        println!("round  Thicket turns/s  bare turns/s  ratio  generator busy");
        for round in 1..=self.options.rounds {
            let first = self.round(&self.thicket(&format!("turns-{round}")), 1)?;
            let event_bytes = first.closed.mean_event() as usize;
            flushes.push(flush::median(self.folder())?);
            let second = self.round(&Which::Bare { event_bytes }, TIMES)?;
            let (a, b) = (first.closed.rate, second.closed.rate);
            let load = second.closed.generator_load().max(first.closed.generator_load());
            println!(
                "{round:5}  {a:15.0}  {b:12.0}  {:5.3}  {:13.0} %",
                a / b,
                load * 100.0
            );
            real.push(first);
            bare.push(second);
        }
        let pairs = || real.iter().zip(&bare);
        let ratios: Vec<f64> = pairs().map(|(a, b)| a.closed.rate / b.closed.rate).collect();
        println!(
            "ratio of turns a second, median of the rounds: {:.3} (goal: 0.5)",
            some(&ratios)
        );
        let cpu: Vec<f64> = pairs()
            .map(|(a, b)| a.cpu_per_turn.as_secs_f64() / b.cpu_per_turn.as_secs_f64())
            .collect();
        println!("server CPU a turn, Thicket / bare: {:.2}", some(&cpu));
        self.latencies(&real, &bare, some(&flushes));
        Ok(())
    }

    fn latencies(&self, real: &[Round], bare: &[Round], flush: Duration) {
        for (name, of) in [
            ("closed loop", (|round| &round.closed) as fn(&Round) -> &Played),
            ("500 turns/s", |round| &round.open),
        ] {
            for (what, to) in [
                (
                    "done",
                    (|played| &played.done) as fn(&Played) -> &crate::driver::Latencies,
                ),
                ("seen", |played| &played.seen),
            ] {
                let at = |rounds: &[Round], quantile| {
                    let values: Vec<u64> = rounds
                        .iter()
                        .map(|round| to(of(round)).value_at_quantile(quantile))
                        .collect();
                    Duration::from_micros(some(&values))
                };
                let [p50, p99, bare50, bare99] =
                    [at(real, 0.5), at(real, 0.99), at(bare, 0.5), at(bare, 0.99)];
                println!(
                    "{name}, sent to {what}: Thicket p50 {} p99 {}, bare p50 {} p99 {}",
                    ms(p50),
                    ms(p99),
                    ms(bare50),
                    ms(bare99)
                );
                if name == "500 turns/s" {
                    let limit = bare50 + 2 * flush;
                    let ratio = p50.as_secs_f64() / limit.as_secs_f64();
                    println!(
                        "  p50 / (bare p50 + 2 flushes of {}): {ratio:.2} (goal: at most 1)",
                        ms(flush)
                    );
                }
            }
        }
    }

    fn round(&self, which: &Which, times: usize) -> Result<Round> {
        let process = Process::start(which, self.folder())?;
        let mut driver = measure::open(process.address, self.options.tables, Games::Whole)?;
        driver.closed_loop(SEATS)?;
        let open = driver.open_loop(RATE, Duration::from_secs(self.options.seconds))?;
        let cpu = process.cpu()?;
        let closed = match times {
            1 => driver.closed_loop(usize::MAX)?,
            times => driver.closed_loop_again(times)?,
        };
        let cpu_per_turn = (process.cpu()? - cpu) / u32::try_from(closed.turns)?.max(1);
        drop(driver);
        process.stop()?;
        Ok(Round {
            open,
            closed,
            cpu_per_turn,
        })
    }

    fn long_games(&self) -> Result<()> {
        let which = self.thicket("long");
        let process = Process::start(&which, self.folder())?;
        let mut driver = measure::open(process.address, self.options.tables, Games::Long)?;
        let mut costs = Vec::new();
        println!();
        for turn in TURNS {
            let cost = measure::cost(&process, &mut driver, turn)?;
            costs.push(cost);
            println!("server CPU near turn {turn}: {:.0} µs", cost.as_secs_f64() * 1e6);
        }
        let ratio = |cost: Duration| cost.as_secs_f64() / costs[0].as_secs_f64();
        println!(
            "turn 100 / turn 10: {:.2}, turn 400 / turn 10: {:.2} (goal: flat)",
            ratio(costs[1]),
            ratio(costs[2])
        );
        let tables = measure::leave_long_games(driver)?;
        process.stop()?;
        let process = Process::start(&which, self.folder())?;
        let server = Server::at(process.address)?;
        let took = tables
            .iter()
            .take(LOADS)
            .map(|table| measure::load(server, table));
        let took: Vec<Duration> = took.collect::<Result<_>>()?;
        println!(
            "a game of {LONG} turns, from its request to its snapshot: first {}, median {} (goal: under 20 ms)",
            ms(took[0]),
            ms(some(&took))
        );
        process.stop()
    }

    fn memory(&self) -> Result<()> {
        println!();
        for (name, which) in [
            ("Thicket", self.thicket("memory")),
            ("bare", Which::Bare { event_bytes: 300 }),
        ] {
            let process = Process::start(&which, self.folder())?;
            let mut driver = measure::open(process.address, SOME_TABLES, Games::Whole)?;
            driver.idle(REST)?;
            let before = process.memory()?;
            let more = Server::at(process.address)?.open_tables(self.options.tables)?;
            driver.open(more, Games::Whole.all())?;
            driver.idle(REST)?;
            let started = process.memory()?;
            driver.closed_loop(60)?;
            driver.idle(REST)?;
            let played = process.memory()?;
            let per_table = |after: u64| after.saturating_sub(before) as f64 / self.options.tables as f64;
            println!(
                "{name}: {:.1} KiB for an idle table whose game has started, {:.1} after 60 turns",
                per_table(started),
                per_table(played)
            );
            drop(driver);
            process.stop()?;
        }
        Ok(())
    }
}

fn some<T: Copy + PartialOrd + Default>(values: &[T]) -> T {
    median(values).unwrap_or_default()
}

fn ms(time: Duration) -> String {
    format!("{:.2} ms", time.as_secs_f64() * 1000.0)
}
