//! The language server.
//!
//! A message takes this way:
//!
//! ```text
//! stdin ─ pump ─ tower-lsp's Server ─ service (edits, in order) ─ backend (answers, in parallel) ─┐
//! stdout ── pump's writer ──────────────────────────────────────────────────────────── publish ───┘
//! ```
//!
//! | file | what it knows |
//! |---|---|
//! | `pump` | frames: the only reader of stdin and the only writer of stdout |
//! | `backlog` | whether all that was sent is taken in |
//! | `service` | the order of messages: which text a request sees |
//! | `documents` | the open texts |
//! | `backend` | one short method for each request |
//! | `capabilities` | what is served |
//! | `publish` | when diagnostics are pushed |
//! | `connection` | one client: its documents, its settings, and what is asked of it |
//! | `client` | what the other side can do |
//! | `settings` | where settings come from |
//! | `workspace` | the folders of the client, and the events in their files |
//! | `convert` | our values as LSP's and back: the only room that knows both |
//! | `log` | stderr, without ever waiting for it |
//! | `fault` | requests for the tests, some of which go wrong on purpose |

mod backend;
mod backlog;
mod capabilities;
mod client;
mod connection;
mod convert;
mod documents;
mod fault;
mod log;
mod publish;
mod pump;
mod service;
mod settings;
mod workspace;

use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite};
use tokio::sync::mpsc;
use tower_lsp::{LspService, Server};

use backend::Backend;
use backlog::Backlog;
use service::Ordered;

/// How many requests may be under way at once. At that many, tower-lsp reads on only when one of them is done, and a
/// cancellation would have to wait as well; so there are more of them than any editor sends.
const CONCURRENCY: usize = 64;

/// What lies in a pipe between two tasks at most, in bytes. Nearly every message fits into it, so that the two tasks hand it over
/// once and do not wait for each other in between.
const PIPE: usize = 1 << 20;

/// How long what is under way at the end of the input may take to finish.
const GRACE: Duration = Duration::from_millis(300);

/// How the server is started.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// Serves the requests under `ishi/fault/`, which panic or dawdle. Only our own tests want them.
    pub fault_injection: bool,
}

/// Serves one client on stdin and stdout until it is gone. The code is 0 where the client had asked for a shutdown
/// before, and 1 where it had not.
pub fn run(options: Options) -> ExitCode {
    let _log = log::start();
    let runtime = match tokio::runtime::Builder::new_multi_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => {
            tracing::error!("the server can't start: {error}");
            return ExitCode::FAILURE;
        }
    };
    let code = runtime.block_on(serve(options, tokio::io::stdin(), tokio::io::stdout()));
    // A read of stdin may be under way in a thread of the runtime, and nothing can stop it. Nor need it be waited for.
    runtime.shutdown_background();
    code
}

/// Serves one client on any two streams, in the tokio runtime of the caller, until `input` is at its end or the client
/// says `exit`. The code is that of [`run`].
pub async fn serve(
    options: Options,
    input: impl AsyncRead + Send + Unpin + 'static,
    output: impl AsyncWrite + Send + Unpin + 'static,
) -> ExitCode {
    let shutdown = Arc::new(AtomicBool::new(false));
    let backlog = Arc::new(Backlog::default());
    let builder = LspService::build(|client| Backend::new(client, Arc::clone(&backlog)))
        .custom_method("ishi/board", Backend::board)
        .custom_method("ishi/tree", Backend::tree);
    let (service, socket) = fault::install(options, builder).finish();
    let service = Ordered::new(service, Arc::clone(&shutdown));

    let (to_stdout, frames) = mpsc::unbounded_channel();
    let (to_server, server_stdin) = tokio::io::duplex(PIPE);
    let (server_stdout, from_server) = tokio::io::duplex(PIPE);
    let reader = tokio::spawn(pump::pump_in(input, to_server, to_stdout.clone(), Arc::clone(&backlog)));
    let collector = tokio::spawn(pump::pump_out(from_server, to_stdout));
    let mut writer = tokio::spawn(pump::write(frames, output));

    // The end of the input (or `exit`) ends the reader, that ends the server's stdin, and with the last answer
    // the server returns. A handler that hangs must not keep the process alive, so all this has a time limit.
    let late = async {
        let _ = reader.await;
        tokio::time::sleep(GRACE).await;
    };
    let alive = tokio::select! {
        () = Server::new(server_stdin, server_stdout, socket).concurrency_level(CONCURRENCY).serve(service) => true,
        () = late => true,
        _ = &mut writer => false,
    };
    if alive {
        // What has been answered is still to be written, unless nobody reads it.
        let _ = tokio::time::timeout(GRACE, async { tokio::join!(collector, &mut writer) }).await;
    }
    if shutdown.load(Ordering::SeqCst) { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
