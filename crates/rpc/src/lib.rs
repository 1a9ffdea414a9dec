//! JSON-RPC 2.0 between a language server and its client, over any transport.
//!
//! Of the methods it knows only which notifications edit a document, because a lost edit costs the document.

mod answer;
#[cfg(feature = "frames")]
pub mod frames;
mod message;
mod meter;
mod outbox;
mod panic;
mod requests;
mod runtime;
mod spelling;

pub use answer::{Answer, response};
pub use message::{
    Error, Id, Lost, Malformed, Message, Request, Result, content_modified, failed, internal, not_initialized,
    unknown_method,
};
pub use meter::{Measured, Meter};
pub use outbox::{MAX_MESSAGE, Outbox, Outgoing, OutgoingMessage};
pub use panic::message_of;
pub use requests::{PendingRequest, Requests};
pub use runtime::{Runtime, finished, spawned, with_timeout};
pub use spelling::Spelling;
