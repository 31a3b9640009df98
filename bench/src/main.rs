//! The `thicket-bench` command.

use std::net::SocketAddr;
use std::process::ExitCode;

use anyhow::Result;
use clap::{Parser, Subcommand};
use thicket_bench::client::Server;
use thicket_bench::compare;
use thicket_bench::driver::Driver;
use thicket_bench::endure;
use thicket_bench::fixtures::Games;
use thicket_bench::make_games::{self, Style};

/// Measures a Thicket server against a bare one
#[derive(Parser)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Run Thicket and the bare server in turn, and print the ratios
    Compare(compare::Options),
    /// Play whole games in a closed loop on a server that is running, for a profile
    Closed {
        /// Where it listens
        server: SocketAddr,
        /// Tables of four
        #[arg(long, default_value_t = 250)]
        tables: usize,
        /// Play long games, up to this turn
        #[arg(long, value_name = "TURN")]
        long: Option<usize>,
    },
    /// Play on through whatever happens to a server. For each line on standard input, every table plays on, and what
    /// happened since the last one is printed; the end of input ends it
    Endure {
        /// Where it listens
        server: SocketAddr,
        /// Tables of four
        #[arg(long, default_value_t = 4)]
        tables: usize,
    },
    /// Make the fixture games anew: the text of bench/games/whole.txt (brisk) or long.txt (slow)
    Games {
        /// How they are played
        #[arg(value_enum)]
        style: Style,
    },
}

fn main() -> ExitCode {
    match run(Cli::parse().command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(command: Command) -> Result<()> {
    match command {
        Command::Compare(options) => compare::run(options),
        Command::Closed { server, tables, long } => closed(server, tables, long),
        Command::Endure { server, tables } => endure::run(Server::at(server)?, tables),
        Command::Games { style } => {
            print!("{}", make_games::text(style));
            Ok(())
        }
    }
}

fn closed(server: SocketAddr, tables: usize, long: Option<usize>) -> Result<()> {
    let games = if long.is_some() { Games::Long } else { Games::Whole };
    let opened = Server::at(server)?.open_tables(tables)?;
    let mut driver = Driver::new(opened, games.all())?;
    println!("{tables} games have started");
    let played = driver.closed_loop(long.unwrap_or(usize::MAX))?;
    println!(
        "{} turns, {:.0} a second, {:.0} bytes each",
        played.turns,
        played.rate(),
        played.mean_event()
    );
    Ok(())
}
