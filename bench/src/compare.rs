//! Everything at once: Thicket and the bare server in turn, several rounds, and the ratios of their figures.

mod api;
mod ends;
mod long_games;
mod many_tables;
mod memory;
mod slowest;
mod storm;
mod thinking;
mod turns;

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Result;
use clap::{Args, ValueEnum};
use tempfile::TempDir;

use crate::server::{Process, Which, bind_generator};
use crate::{durability, flush};

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
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Part {
    /// Turns a second in a closed loop, and latencies at a fixed rate
    Turns,
    /// The cost of a turn where players have many open tables
    ManyTables,
    /// The cost of a turn by HTTP, also of a bot with many tables, and the memory of streams
    Api,
    /// What the slowest turns at a fixed rate waited for
    Slowest,
    /// The turn that ends a game
    Ends,
    /// The cost of a turn early and late in a game, and opening a long game
    LongGames,
    /// The memory of idle tables
    Memory,
    /// All sockets of many tables coming back after a restart
    Storm,
    /// Latencies at a fixed rate while bots think on every core
    Thinking,
}

/// What all parts share.
struct Bench {
    options: Options,
    folder: TempDir,
}

/// Measures what the options ask for, and prints it.
///
/// # Errors
/// When a server fails, or the machine has only one CPU.
pub fn run(options: Options) -> Result<()> {
    bind_generator()?;
    let folder = tempfile::Builder::new()
        .prefix("thicket-bench-")
        .tempdir_in(&options.folder)?;
    let bench = Bench { options, folder };
    bench.print_durability()?;
    for (part, measure) in [
        (Part::Turns, turns::compare as fn(&Bench) -> Result<()>),
        (Part::ManyTables, many_tables::measure),
        (Part::Api, api::measure),
        (Part::Slowest, slowest::measure),
        (Part::Ends, ends::measure),
        (Part::LongGames, long_games::compare),
        (Part::Memory, memory::compare),
        (Part::Storm, storm::measure),
        (Part::Thinking, thinking::measure),
    ] {
        if bench.options.only.is_empty() || bench.options.only.contains(&part) {
            println!();
            measure(&bench)?;
        }
    }
    Ok(())
}

impl Bench {
    fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Thicket with a data folder of this name. A Postgres database is used as it is.
    fn thicket(&self, name: &str) -> Which {
        Which::Thicket {
            folder: self.folder().join(name),
            database: self.options.postgres.clone(),
        }
    }

    fn start(&self, which: &Which) -> Result<Process> {
        Process::start(which, self.folder())
    }

    fn print_durability(&self) -> Result<()> {
        let which = self.thicket("durability");
        let process = self.start(&which)?;
        println!("durability: {}", durability::of(&process, &which)?);
        process.stop()?;
        let flush = median(flush::sample(self.folder())?);
        println!("one flush of 20 KiB in the same folder: {}", ms(flush));
        Ok(())
    }
}

/// The middle value.
fn median<T: Copy + PartialOrd + Default>(values: impl IntoIterator<Item = T>) -> T {
    let mut sorted: Vec<T> = values.into_iter().collect();
    sorted.sort_by(|a, b| a.partial_cmp(b).unwrap_or(std::cmp::Ordering::Equal));
    sorted.get(sorted.len() / 2).copied().unwrap_or_default()
}

fn ms(time: Duration) -> String {
    format!("{:.2} ms", time.as_secs_f64() * 1000.0)
}
