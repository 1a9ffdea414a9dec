//! The entry point of the program.

mod cli;

use std::process::ExitCode;

use clap::Parser;
use mimalloc::MiMalloc;

/// The allocator of the program. Memory is often freed by another thread than the one that allocated it, and most of it
/// is short-lived: the allocator of the system then keeps memory for each thread, returns little, and takes longer.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> ExitCode {
    cli::run(cli::Cli::parse())
}
