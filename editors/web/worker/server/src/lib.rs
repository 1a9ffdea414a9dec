//! The transport of browsers: messages of a Web Worker, its one thread, its clock, and no files but settings.
//!
//! A panic ends a WebAssembly module. The page then starts another worker, and opens the text there again.

mod runtime;
mod settings;

use std::sync::Arc;

use futures::channel::mpsc::{UnboundedSender, unbounded};
use futures::{FutureExt, StreamExt};
use ishi_server::{Dispatcher, FileSystem, Message, Outbox, Outgoing};
use js_sys::Function;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen_futures::spawn_local;

use self::runtime::Worker;
use self::settings::SettingsFiles;

/// The language server. A message is the JSON of one message of LSP, without a header.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Server {
    messages: UnboundedSender<String>,
    settings: Arc<SettingsFiles>,
}

#[wasm_bindgen]
impl Server {
    /// Starts a server, which calls `send` with each of its messages.
    #[wasm_bindgen(constructor)]
    pub fn new(send: Function) -> Self {
        let (messages, mut incoming) = unbounded::<String>();
        let (outbox, outgoing) = Outbox::new();
        let settings = Arc::<SettingsFiles>::default();
        let files: Arc<dyn FileSystem> = Arc::<SettingsFiles>::clone(&settings);
        let mut dispatcher = Dispatcher::new(outbox, Arc::new(Worker), files);
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
        Self { messages, settings }
    }

    /// Takes in a message of the client. After `exit` nothing more is taken in.
    pub fn receive(&self, message: String) {
        let _ = self.messages.unbounded_send(message);
    }

    /// Takes the text of an `ishi.toml`, and its values as JSON. The server reads it when a message gives it a reason.
    ///
    /// # Errors
    /// A key or value that does not exist, after its path in the JSON. The file is as before then.
    #[wasm_bindgen(js_name = setSettings)]
    pub fn set_settings(&self, uri: String, text: String, values: String) -> Result<(), String> {
        self.settings.set(uri, text, values)
    }

    /// Takes an `ishi.toml` that has a mistake, in these bytes of its text.
    #[wasm_bindgen(js_name = refuseSettings)]
    pub fn refuse_settings(&self, uri: String, text: String, message: String, start: usize, end: usize) {
        self.settings.refuse(uri, text, message, start, end);
    }

    /// Takes note that there is no such `ishi.toml`.
    #[wasm_bindgen(js_name = removeSettings)]
    pub fn remove_settings(&self, uri: String) {
        self.settings.remove(uri);
    }
}

/// Sends the messages of the server to the client, which are JSON, and so UTF-8.
async fn forward(mut outgoing: Outgoing, send: Function) {
    while let Some(message) = outgoing.next().await {
        let body = String::from_utf8_lossy(&message.body);
        let _ = send.call1(&JsValue::UNDEFINED, &JsValue::from_str(&body));
    }
}
