//! The `thicket` command.

use std::process::ExitCode;

use clap::Parser;
use thicket_server::cli::Cli;

fn main() -> ExitCode {
    Cli::parse().run()
}
