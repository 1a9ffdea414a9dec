//! `ishi completions`: scripts that complete commands in a shell.

use clap::{Args, CommandFactory};
use clap_complete::Shell;

use super::{Cli, Exit, Output};

/// Print a script that completes `ishi` commands in a shell.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct CompletionsArguments {
    /// The shell
    shell: Shell,
}

const EXAMPLES: &str = "\
Examples:
  ishi completions bash > ~/.local/share/bash-completion/completions/ishi
  ishi completions fish > ~/.config/fish/completions/ishi.fish
  ishi completions zsh  > ~/.zfunc/_ishi                  (with ~/.zfunc in fpath)";

pub(super) fn run(arguments: &CompletionsArguments, output: &mut Output) -> Exit {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut Cli::command(), "ishi", &mut script);
    output.raw(&script);
    Exit::Clean
}
