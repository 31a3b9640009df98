//! The command line: `thicket`, `thicket serve`, `thicket trace`, `thicket verify`.

mod serve;
mod trace;
mod verify;

use std::process::ExitCode;

use clap::{Args, Parser, Subcommand};
use thicket_rules::GameKind;
use tokio::runtime::Runtime;

use crate::config::{Config, DataConfig};

/// A web server where friends play board games by link
#[derive(Parser, Debug)]
#[command(name = "thicket", version, about, args_conflicts_with_subcommands = true)]
#[command(after_help = "Without a command, the server runs: `thicket` is `thicket serve`.")]
pub struct Cli {
    #[command(subcommand)]
    command: Option<Command>,

    #[command(flatten)]
    serve: Config,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// Run the server
    Serve(Config),
    /// Play through a game read from standard input, and write each position as a line of JSON
    Trace(TraceArgs),
    /// Replay every game in the database, and list what disagrees with its record
    Verify(DataConfig),
}

/// What `thicket trace` is told.
#[derive(Args, Debug)]
struct TraceArgs {
    #[arg(help = games())]
    game: String,

    /// How many seats; else the text's tag decides, else the game's default
    #[arg(long, value_name = "N")]
    seats: Option<u8>,

    /// The variant; else the text's tag decides, else the game's default
    #[arg(long, value_name = "V")]
    variant: Option<String>,
}

/// What can be traced.
fn games() -> String {
    let names: Vec<String> = GameKind::ALL.iter().map(GameKind::to_string).collect();
    format!("The game: {}", names.join(", "))
}

impl Cli {
    /// Does what was asked for.
    pub fn run(self) -> ExitCode {
        match self.command.unwrap_or(Command::Serve(self.serve)) {
            Command::Serve(config) => with_runtime(serve::run(config)),
            Command::Trace(args) => trace::run(&args),
            Command::Verify(data) => with_runtime(verify::run(data)),
        }
    }
}

/// Runs a command that talks to the network or the database; an error is one line, and status 1.
fn with_runtime(command: impl Future<Output = anyhow::Result<ExitCode>>) -> ExitCode {
    let done = Runtime::new()
        .map_err(anyhow::Error::from)
        .and_then(|runtime| runtime.block_on(command));
    done.unwrap_or_else(|error| {
        eprintln!("thicket: {error}");
        ExitCode::FAILURE
    })
}
