//! The entry point of the program.

use std::process::ExitCode;

use clap::Parser;
use mimalloc::MiMalloc;

/// What one thread makes another frees, and most of it lives short. The system's allocator keeps memory for each thread
/// then, gives little of it back, and takes longer.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> ExitCode {
    ishi::cli::run(ishi::cli::Cli::parse())
}
