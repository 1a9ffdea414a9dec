//! The language server.
//!
//! The way of a message:
//!
//! ```text
//! stdin ── stdio ── dispatch ─┬─ notification: handlers, one after the other ── session::publisher ─┐
//!                             ├─ request: requests ── handlers, in parallel ────────────────────────┤
//!                             └─ initialize, shutdown, exit, unknown methods: lifecycle (tower-lsp) ┤
//! stdout ─ stdio ── outbox ─────────────────────────────────────────────────────────────────────────┘
//! ```
//!
//! Each module uses only modules before it in this table:
//!
//! | module | content |
//! |---|---|
//! | `jsonrpc` | messages, ids and errors |
//! | `transport` | the interface of a session to its client and the machine: an outbox, a clock, tasks, long work |
//! | `answer` | results as bytes |
//! | `capabilities` | the capabilities of the client |
//! | `lsp_3_18` | the parts of LSP 3.18 that `lsp_types` does not have |
//! | `documents` | the open documents, without any types of LSP |
//! | `proto` | conversion between ishi's values and those of LSP |
//! | `session` | one client: its documents, settings and folders, pushed diagnostics and requests to the client |
//! | `handlers` | the table of methods, which says where each runs, and the handlers, one file for each group |
//! | `requests` | requests without an answer: how many handlers work at once, cancelling, and panics |
//! | `lifecycle` | the methods that are left to tower-lsp |
//! | `dispatch` | the entry point for the messages of a transport, and their order |
//! | `stdio` | the transport of editors: frames on stdin and stdout, in tokio's runtime |

mod answer;
mod capabilities;
mod dispatch;
mod documents;
mod handlers;
mod jsonrpc;
mod lifecycle;
mod lsp_3_18;
mod panic;
mod proto;
mod requests;
mod session;
#[cfg(feature = "stdio")]
mod stdio;
mod transport;

pub use dispatch::Dispatcher;
pub use jsonrpc::{Malformed, Message};
#[cfg(feature = "stdio")]
pub use stdio::{ServerOptions, run, serve};
pub use transport::{FileSystem, Library, MAX_MESSAGE, Outbox, Outgoing, OutgoingMessage, Runtime};
