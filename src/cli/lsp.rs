use std::process::ExitCode;

use clap::Args;

use crate::server;

/// Serve an editor on standard input and output.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Arguments {
    /// Use standard input and output; many clients say so, and it is what happens anyway
    #[arg(long)]
    stdio: bool,

    /// Let requests with a certain content fail, for tests of what happens then
    #[arg(long, hide = true)]
    fault_injection: bool,
}

const EXAMPLES: &str = "\
Examples:
  ishi lsp                       what an editor starts; there is nothing to type here
  RUST_LOG=debug ishi lsp        with a log on standard error";

pub(super) fn run(arguments: &Arguments) -> ExitCode {
    let _ = arguments.stdio;
    server::run(server::Options { fault_injection: arguments.fault_injection })
}
