//! `ishi lsp`: the language server on standard input and output.

use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;

use super::Exit;
use super::index::Store;
use super::output::{note, print_error, printable};
use ishi::server;

/// Run the language server on standard input and output.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct LspArguments {
    /// Has no effect: the server always uses standard input and output. Accepted because many clients pass this option
    #[arg(long)]
    stdio: bool,

    /// Exit when the process with this id ends, usually the editor
    #[arg(long = "clientProcessId", value_name = "PID")]
    client_process: Option<i64>,

    /// Append the log to a file instead of writing it to standard error
    #[arg(long, value_name = "FILE")]
    log_file: Option<PathBuf>,

    /// Find positions also in this index of `ishi index`; without a folder, in that in your folder for caches
    #[expect(clippy::option_option, reason = "the option may be given without a folder")]
    #[arg(long, value_name = "DIR")]
    library_index: Option<Option<PathBuf>>,
}

const EXAMPLES: &str = "\
Examples:
  ishi lsp                                            what an editor starts
  RUST_LOG=debug ishi lsp                             with a log of every message
  RUST_LOG=ishi=debug ishi lsp --log-file ishi.log    the same in a file";

pub(super) fn run(arguments: &LspArguments) -> ExitCode {
    let _ = arguments.stdio;
    let library = arguments.library_index.as_ref().map(|folder| Store::new(folder.as_deref()));
    let library_index = match library.transpose() {
        Ok(store) => store.map(|store| store.folder().to_path_buf()),
        Err(error) => {
            print_error(&error);
            return ExitCode::from(Exit::Failed as u8);
        }
    };
    let options = server::ServerOptions {
        log_file: arguments.log_file.clone(),
        client_process: arguments.client_process,
        library_index,
    };
    if io::stdin().is_terminal() {
        note(
            "waiting for the messages of an editor on standard input. An editor starts `ishi lsp` itself; `ishi check` \
             checks files. Ctrl+C ends it.",
        );
    }
    server::run(&options).unwrap_or_else(|error| {
        let file = arguments.log_file.as_ref().map_or("the log".into(), |file| file.to_string_lossy());
        print_error(&format!("{}: cannot write the log: {error}", printable(&file)));
        ExitCode::from(Exit::Failed as u8)
    })
}
