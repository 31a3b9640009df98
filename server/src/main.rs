//! The `thicket` command.

use std::process::ExitCode;

fn main() -> ExitCode {
    thicket_server::cli::run()
}
