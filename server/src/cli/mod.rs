//! The command line. Each command has a module.

mod admin;
mod arena;
mod export;
mod healthz;
mod import;
mod ratings;
mod serve;
mod stderr;
mod trace;
mod verify;

use std::process::ExitCode;

use anyhow::bail;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Args, Parser, Subcommand};
use thicket_rules::GameKind;
use tokio::runtime::Runtime;
use tokio::signal::unix::{SignalKind, signal};

use crate::config::Config;
use crate::quote::excerpt;

/// A web server where friends play board games by link
#[derive(Parser, Debug)]
#[command(name = "thicket", version, about, args_conflicts_with_subcommands = true)]
#[command(after_help = "Without a command, the server runs: `thicket` is `thicket serve`.")]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,

    #[command(flatten)]
    serve: Config,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// Run the server
    Serve(Box<Config>),
    /// Play through a game read from standard input, and write each position as a line of JSON
    Trace(TraceArgs),
    /// Replay every game in the database, and list what disagrees with its record; or check files of records
    Verify(verify::VerifyArgs),
    /// Write all games, and the whole server, to two files; also while the server runs
    Export(export::ExportArgs),
    /// Fill an empty database with a server that was exported
    Import(import::ImportArgs),
    /// Manage players, games and chats, also while the server runs
    Admin(Box<admin::AdminArgs>),
    /// Compute the ratings of all players again from the records
    Ratings(ratings::RatingsArgs),
    /// Ask the server on this machine whether it answers: status 0, or 1 if it does not
    Healthz(healthz::HealthzArgs),
    /// Play a match between two bots, and say how much stronger the first is
    Arena(arena::ArenaArgs),
}

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

fn games() -> String {
    let names: Vec<String> = GameKind::ALL.iter().map(GameKind::to_string).collect();
    format!("The game: {}", names.join(", "))
}

fn unknown_game(name: &str) -> String {
    let names: Vec<String> = GameKind::ALL.iter().map(GameKind::to_string).collect();
    let name = excerpt(name);
    format!("there is no game {name:?}; there is {}", names.join(", "))
}

/// Reads the command line and does what it says: status 0, or 2 for a command line that makes no sense.
pub fn run() -> ExitCode {
    stderr::prepare();
    match Cli::try_parse() {
        Ok(cli) => cli.run(),
        Err(error) => usage(error),
    }
}

/// Help and the version as they are; any other error as one line.
fn usage(mut error: clap::Error) -> ExitCode {
    if !error.use_stderr() || error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        error.exit();
    }
    for kind in [
        ContextKind::InvalidArg,
        ContextKind::InvalidSubcommand,
        ContextKind::InvalidValue,
    ] {
        if let Some(ContextValue::String(text)) = error.get(kind) {
            let text = excerpt(&without_secrets(text));
            error.insert(kind, ContextValue::String(text));
        }
    }
    let text = error.render().to_string();
    // What follows the first empty line are tips and usage, which --help tells better.
    let lines = text.lines().take_while(|line| !line.trim().is_empty());
    let words: Vec<&str> = lines.flat_map(str::split_whitespace).collect();
    stderr::error(&format!("{} (see thicket --help)", words.join(" ")));
    ExitCode::from(2)
}

/// An address of a database or a bus may hold a password.
fn without_secrets(text: &str) -> String {
    match text.split_once("://") {
        Some((scheme, rest)) if rest.contains('@') => format!("{scheme}://…"),
        _ => text.to_owned(),
    }
}

impl Cli {
    fn run(self) -> ExitCode {
        match self.command.unwrap_or(Command::Serve(Box::new(self.serve))) {
            Command::Serve(config) => with_runtime(serve::run(*config)),
            Command::Trace(args) => trace::run(&args),
            Command::Verify(args) => with_runtime(until_signal(verify::run(args))),
            Command::Export(args) => with_runtime(until_signal(export::run(args))),
            Command::Import(args) => with_runtime(import::run(args)),
            Command::Admin(args) => with_runtime(until_signal(admin::run(*args))),
            Command::Ratings(args) => with_runtime(until_signal(ratings::run(args))),
            Command::Healthz(args) => with_runtime(healthz::run(args)),
            Command::Arena(args) => arena::run(&args),
        }
    }
}

/// Gives up a command when a signal comes; what it has put into a folder for temporary files is removed.
async fn until_signal(command: impl Future<Output = anyhow::Result<ExitCode>>) -> anyhow::Result<ExitCode> {
    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    tokio::select! {
        done = command => done,
        _ = terminate.recv() => bail!("stopped by a signal"),
        _ = interrupt.recv() => bail!("stopped by a signal"),
    }
}

/// Runs a command that talks to the network or the database; an error is one line, and status 1.
fn with_runtime(command: impl Future<Output = anyhow::Result<ExitCode>>) -> ExitCode {
    let done = Runtime::new().map_err(anyhow::Error::from).and_then(|runtime| {
        let done = runtime.block_on(command);
        // A look-up of a name that nobody answers would be waited for.
        runtime.shutdown_background();
        done
    });
    done.unwrap_or_else(|error| {
        stderr::error(&format!("thicket: {error}"));
        ExitCode::FAILURE
    })
}
