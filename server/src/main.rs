//! The `thicket` command.

use std::process::ExitCode;

use mimalloc::MiMalloc;

// What a turn allocates on one thread is often freed on another, where the system's allocator takes longer.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> ExitCode {
    thicket_server::cli::run()
}
