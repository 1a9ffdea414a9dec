//! The language server.
//!
//! A message takes this way:
//!
//! ```text
//! stdin ── stdio ── dispatch ── service ─┬─ notification: handlers, one after the other ── session::publisher ─┐
//!                                        ├─ request: requests ── handlers, beside each other ──────────────────┤
//!                                        └─ initialize, shutdown, exit, unknown methods: lifecycle (tower-lsp) ┤
//! stdout ─ stdio ── outbox ────────────────────────────────────────────────────────────────────────────────────┘
//! ```
//!
//! Each module knows only those before it in this table:
//!
//! | module | what it is for |
//! |---|---|
//! | `jsonrpc` | messages, ids and errors |
//! | `transport` | how a session reaches its client and the machine: an outbox, a clock, tasks, long work |
//! | `answer` | results as bytes |
//! | `capabilities` | the capabilities of the client |
//! | `documents` | the open documents, without any types of LSP |
//! | `convert` | our values as LSP's and back |
//! | `session` | one client: its documents, settings and folders, pushed diagnostics and requests to the client |
//! | `handlers` | the table of methods with where each runs, and the handlers, one file for each group |
//! | `requests` | requests without an answer: how many handlers work at once, cancelling, and panics |
//! | `lifecycle` | what is left to tower-lsp |
//! | `service` | the order of messages: which text a request sees |
//! | `dispatch` | the entry point for the messages of a transport |
//! | `stdio` | the transport of editors: frames on stdin and stdout, in tokio's runtime |

mod answer;
mod capabilities;
mod convert;
mod dispatch;
mod documents;
mod handlers;
mod jsonrpc;
mod lifecycle;
mod panic;
mod requests;
mod session;
#[cfg(feature = "stdio")]
mod stdio;
mod transport;

pub use dispatch::Dispatcher;
pub use jsonrpc::{Malformed, Message};
#[cfg(feature = "stdio")]
pub use stdio::{ServerOptions, run, serve};
pub use transport::{FileSystem, MAX_MESSAGE, Outbox, Outgoing, OutgoingMessage, Runtime};
