//! The command line's door.

use std::process::ExitCode;

use clap::Parser;

fn main() -> ExitCode {
    ishi::cli::run(ishi::cli::Cli::parse())
}
