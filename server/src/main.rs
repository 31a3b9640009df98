//! The `thicket` command.

use std::process::ExitCode;

use mimalloc::MiMalloc;

/// Small messages are made and dropped all the time: an allocator made for servers takes a good part less of a turn.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> ExitCode {
    thicket_server::cli::run()
}
