//! The transport of browsers: messages of a Web Worker, its one thread, its clock, and no files.
//!
//! A panic ends a WebAssembly module. The page then starts another worker, and opens the text there again.

mod files;
mod runtime;

use std::sync::Arc;

use futures::channel::mpsc::{UnboundedSender, unbounded};
use futures::{FutureExt, StreamExt};
use ishi::server::{Dispatcher, Message, Outbox, Outgoing};
use js_sys::Function;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen_futures::spawn_local;

use self::files::NoFiles;
use self::runtime::Worker;

/// The language server. A message is the JSON of one message of LSP, without a header.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Server {
    messages: UnboundedSender<String>,
}

#[wasm_bindgen]
impl Server {
    /// Starts a server, which calls `send` with each of its messages.
    #[wasm_bindgen(constructor)]
    pub fn new(send: Function) -> Self {
        let (messages, mut incoming) = unbounded::<String>();
        let (outbox, outgoing) = Outbox::new();
        let mut dispatcher = Dispatcher::new(outbox, Arc::new(Worker), Arc::new(NoFiles), false);
        spawn_local(forward(outgoing, send));
        spawn_local(async move {
            let mut next = incoming.next().await;
            while let Some(body) = next {
                // Whether there is more is known only when it has arrived.
                let following = incoming.next().now_or_never().flatten();
                match Message::parse(body.as_bytes()) {
                    Ok(message) => {
                        if !dispatcher.receive(message, following.is_some()).await {
                            break;
                        }
                    }
                    Err(malformed) => dispatcher.refuse(malformed).await,
                }
                next = match following {
                    Some(body) => Some(body),
                    None => incoming.next().await,
                };
            }
        });
        Self { messages }
    }

    /// Takes in a message of the client. After `exit` nothing more is taken in.
    pub fn receive(&self, message: String) {
        let _ = self.messages.unbounded_send(message);
    }
}

/// Sends the messages of the server to the client, which are JSON, and so UTF-8.
async fn forward(mut outgoing: Outgoing, send: Function) {
    while let Some(message) = outgoing.next().await {
        let body = String::from_utf8_lossy(&message.body);
        let _ = send.call1(&JsValue::UNDEFINED, &JsValue::from_str(&body));
    }
}
