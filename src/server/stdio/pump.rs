//! From the input to the dispatcher: the messages in frames, and what may be lost between them.

use std::time::Duration;

use serde_json::json;
use tokio::io::AsyncRead;

use super::frames::{Frame, Frames};
use super::wreck::Losses;
use crate::server::dispatch::Dispatcher;
use crate::server::jsonrpc::{Malformed, Message};
use crate::server::transport::{MAX_MESSAGE, Outbox};

/// Hands what the client sends to the dispatcher, to the end of the input or `exit`, which is the same thing; and
/// returns when all requests are answered, but `grace` later at the latest.
pub(super) async fn pump(input: impl AsyncRead + Unpin, mut dispatcher: Dispatcher, outbox: Outbox, grace: Duration) {
    let mut frames = Frames::new(input, MAX_MESSAGE);
    loop {
        let frame = frames.next().await;
        dispatcher.arrived(frames.has_more());
        let message = match frame {
            Ok(Frame::Body(body)) => match Message::parse(&body) {
                Ok(message) => Some(message),
                Err(malformed) => {
                    dispatcher.refuse(malformed).await;
                    frames.wreck.add_body(body);
                    None
                }
            },
            Ok(Frame::Bad(why)) => {
                dispatcher.refuse(Malformed::unaddressed(why)).await;
                None
            }
            Ok(Frame::TooLong(length)) => {
                let message = format!("a message of {length} bytes is longer than the limit of {MAX_MESSAGE}");
                // It is a huge file, most likely, and its user should know why nothing happens.
                let params = json!({"type": 1, "message": format!("ishi can't read this: {message}")});
                outbox.send(&json!({"jsonrpc": "2.0", "method": "window/showMessage", "params": params})).await;
                dispatcher.refuse(Malformed::unaddressed(message)).await;
                None
            }
            Ok(Frame::End) => break,
            Err(error) => {
                tracing::error!("can't read from the client: {error}");
                break;
            }
        };
        // What is lost is known before anything is answered.
        if !frames.wreck.is_empty() {
            let Losses { any, uris } = frames.wreck.take_losses();
            if any {
                dispatcher.lost_edit(None).await;
            }
            for uri in uris {
                dispatcher.lost_edit(Some(&uri)).await;
            }
        }
        if let Some(message) = message {
            frames.wreck.clear();
            if !dispatcher.receive(message, frames.has_more()).await {
                break;
            }
        }
    }
    dispatcher.finish(grace).await;
}
