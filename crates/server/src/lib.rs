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
//! Messages, the outbox and the requests that are being answered are in `ishi_rpc`. Each module uses only modules
//! before it in this table:
//!
//! | module | content |
//! |---|---|
//! | `file_system` | the files that a session reads |
//! | `capabilities` | the capabilities of the client |
//! | `lsp_3_18` | the parts of LSP 3.18 that `lsp_types` does not have |
//! | `documents` | the open documents, without any types of LSP |
//! | `proto` | conversion between ishi's values and those of LSP |
//! | `session` | one client: its documents, settings and folders, pushed diagnostics and requests to the client |
//! | `handlers` | the table of methods, which says where each runs, and the handlers, one file for each group |
//! | `lifecycle` | the methods that are left to tower-lsp |
//! | `dispatch` | the entry point for the messages of a transport, and their order |
//! | `stdio` | the transport of editors: frames on stdin and stdout, in tokio's runtime |

mod capabilities;
mod dispatch;
mod documents;
mod file_system;
mod handlers;
mod lifecycle;
mod lsp_3_18;
mod proto;
mod session;
#[cfg(feature = "stdio")]
mod stdio;

pub use dispatch::Dispatcher;
pub use file_system::{FileSystem, Library};
pub use ishi_rpc::{MAX_MESSAGE, Malformed, Message, Outbox, Outgoing, OutgoingMessage, Runtime};
#[cfg(feature = "stdio")]
pub use stdio::{ServerOptions, run, serve};
