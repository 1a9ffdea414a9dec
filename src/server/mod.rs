//! The language server.
//!
//! A message takes this way:
//!
//! ```text
//! stdin ── pump ── service (edits, in order) ── tower-lsp ── backend (answers, in parallel) ─┐
//! stdout ─ pump ───────────────────────────────────────────────────────────── publish ────────┘
//! ```
//!
//! | file | what it knows |
//! |---|---|
//! | `pump` | frames and messages: the only reader of stdin and the only writer of stdout |
//! | `backlog` | whether all that was sent is taken in |
//! | `service` | the order of messages: which text a request sees |
//! | `documents` | the open texts |
//! | `answer` | large answers as bytes |
//! | `backend` | one short method for each request |
//! | `capabilities` | what is served |
//! | `publish` | when diagnostics are pushed |
//! | `connection` | one client: its documents, its settings, and what is asked of it |
//! | `client` | what the other side can do |
//! | `settings` | where settings come from |
//! | `workspace` | the folders of the client, and the events in their files |
//! | `convert` | our values as LSP's and back: the only room that knows both |
//! | `log` | stderr or a file, without ever waiting for it |
//! | `parent` | whether the client's process is there |
//! | `status` | how long messages take, and all that `ishi/status` tells |
//! | `fault` | requests for the tests, some of which go wrong on purpose |

mod answer;
mod backend;
mod backlog;
mod capabilities;
mod client;
mod connection;
mod convert;
mod documents;
mod fault;
mod log;
mod offers;
mod parent;
mod publish;
mod pump;
mod service;
mod settings;
mod status;
mod workspace;
mod wreck;

use std::io;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite};
use tokio::sync::Notify;
use tower_lsp::LspService;

use backend::Backend;
use backlog::Backlog;
use pump::{Outbox, Server};
use service::Ordered;

/// How long what is under way at the end of the input may take to finish.
const GRACE: Duration = Duration::from_millis(300);

/// How the server is started.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The file that the log is added to, in place of stderr.
    pub log_file: Option<PathBuf>,
    /// The process of the client: the server ends with it. The client may also say it in `initialize`.
    pub client_process: Option<i64>,
    /// Serves the requests under `ishi/fault/`, which panic or dawdle. Only our own tests want them.
    pub fault_injection: bool,
}

/// Serves one client on stdin and stdout until it is gone. The code is 0 where the client had asked for a shutdown
/// before, and 1 where it had not.
///
/// # Errors
/// A log file that can't be written.
pub fn run(options: &Options) -> io::Result<ExitCode> {
    let _log = log::start(options.log_file.as_deref())?;
    // mimalloc gives what is left over of reading a large document back to the system when the thread that has read it ends,
    // if it has not been needed for a second by then.
    let idle = Duration::from_secs(2);
    let runtime = match tokio::runtime::Builder::new_multi_thread().enable_all().thread_keep_alive(idle).build() {
        Ok(runtime) => runtime,
        Err(error) => {
            tracing::error!("the server can't start: {error}");
            return Ok(ExitCode::FAILURE);
        }
    };
    let code = runtime.block_on(serve(options, tokio::io::stdin(), tokio::io::stdout()));
    // A read of stdin may be under way in a thread of the runtime, and nothing can stop it. Nor need it be waited for.
    runtime.shutdown_background();
    Ok(code)
}

/// Serves one client on any two streams, in the tokio runtime of the caller, until `input` is at its end or the client
/// says `exit`. The code is that of [`run`].
pub async fn serve(
    options: &Options,
    input: impl AsyncRead + Send + Unpin + 'static,
    output: impl AsyncWrite + Send + Unpin + 'static,
) -> ExitCode {
    let shutdown = Arc::new(AtomicBool::new(false));
    let backlog = Arc::new(Backlog::default());
    let (outbox, outgoing) = Outbox::new();
    let builder = LspService::build(|client| Backend::new(client, outbox.clone(), Arc::clone(&backlog)))
        .custom_method("ishi/board", Backend::board)
        .custom_method("ishi/tree", Backend::tree)
        .custom_method("ishi/status", Backend::status);
    let (service, socket) = fault::install(options, builder).finish();
    let gone = Arc::new(Notify::new());
    if let Some(process) = options.client_process {
        parent::watch(process, &gone);
    }
    let service = Ordered::new(service, Arc::clone(&shutdown), Arc::clone(&gone));

    let (requests, answers) = socket.split();
    let mut writer = tokio::spawn(pump::write(outgoing, output));
    let asking = tokio::spawn(pump::ask(requests, outbox.clone()));
    let server = tokio::spawn(Server { service, answers, outbox: outbox.clone(), backlog }.serve(input));

    let alive = tokio::select! {
        // It also ends with a panic of tower-lsp itself, which must not leave a process that answers nothing.
        _ = server => true,
        _ = &mut writer => false,
        () = gone.notified() => false,
    };
    if alive {
        // What has been answered is still to be written, unless nobody reads it.
        asking.abort();
        outbox.end();
        let _ = tokio::time::timeout(GRACE, &mut writer).await;
    }
    if shutdown.load(Ordering::SeqCst) { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
