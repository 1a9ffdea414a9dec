//! The language server.
//!
//! A message takes this way:
//!
//! ```text
//! stdin ── stdio ── dispatch ── service (edits, in order) ── tower-lsp ── backend ── handlers ─┐
//! stdout ─ stdio ── outbox ──────────────────────────────────────── session::publisher ────────┘
//! ```
//!
//! Each module knows only those above it here:
//!
//! | module | what it is for |
//! |---|---|
//! | `jsonrpc` | messages, ids and errors |
//! | `transport` | how a session reaches its client and the machine: an outbox, a clock, tasks, long work |
//! | `answer` | results as bytes |
//! | `capabilities` | what the client can do |
//! | `documents` | the open documents, without any types of LSP |
//! | `convert` | our values as LSP's and back |
//! | `session` | one client: its documents, its settings, its folders, and what is pushed and asked |
//! | `handlers` | what each method does, one file for each group |
//! | `backend` | what tower-lsp calls: each request goes to its handler with its context |
//! | `service` | the order of messages: which text a request sees, and panics |
//! | `dispatch` | what a transport hands messages to |
//! | `stdio` | the transport of editors: frames on stdin and stdout, in tokio's runtime |

mod answer;
mod backend;
mod capabilities;
mod convert;
mod dispatch;
mod documents;
mod handlers;
mod jsonrpc;
mod panic;
mod service;
mod session;
mod stdio;
mod transport;

use std::path::PathBuf;

pub use stdio::{run, serve};

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
