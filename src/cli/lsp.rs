//! `ishi lsp`: the language server on standard input and output.

use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;

use super::Exit;
use super::index::Store;
use super::output::{note, print_error, printable};

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

/// What a language server is to do.
#[derive(Debug)]
pub struct Session {
    /// The file that the log is added to, in place of standard error.
    pub log_file: Option<PathBuf>,
    /// The process of the client: the server ends with it.
    pub client_process: Option<i64>,
    /// The folder of the index of games in which positions are found, besides the client's folders.
    pub library_index: Option<PathBuf>,
}

pub(super) fn run(arguments: LspArguments, serve: impl FnOnce(Session) -> io::Result<ExitCode>) -> ExitCode {
    let LspArguments { stdio: _, client_process, log_file, library_index } = arguments;
    let library = library_index.map(|folder| Store::new(folder.as_deref()));
    let library_index = match library.transpose() {
        Ok(store) => store.map(|store| store.folder().to_path_buf()),
        Err(error) => {
            print_error(&error);
            return ExitCode::from(Exit::Failed as u8);
        }
    };
    if io::stdin().is_terminal() {
        note(
            "waiting for the messages of an editor on standard input. An editor starts `ishi lsp` itself; `ishi check` \
             checks files. Ctrl+C ends it.",
        );
    }
    let name = log_file.as_ref().map_or("the log".into(), |file| file.to_string_lossy().into_owned());
    serve(Session { log_file, client_process, library_index }).unwrap_or_else(|error| {
        print_error(&format!("{}: cannot write the log: {error}", printable(&name)));
        ExitCode::from(Exit::Failed as u8)
    })
}
