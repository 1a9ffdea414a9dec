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
#[cfg(feature = "stdio")]
mod stdio;
mod transport;

pub use dispatch::Dispatcher;
pub use jsonrpc::{Malformed, Message};
#[cfg(feature = "stdio")]
pub use stdio::{ServerOptions, run, serve};
pub use transport::{FileSystem, MAX_MESSAGE, Outbox, Outgoing, OutgoingMessage, Runtime};
