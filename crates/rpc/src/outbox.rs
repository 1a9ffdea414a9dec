//! The queue of messages to the client, with a limit of bytes.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};

/// The longest message that is read from the client or sent to it, in bytes.
pub const MAX_MESSAGE: u64 = 256 << 20;

/// The maximum number of bytes that wait for the client to read them, unless a single message is longer. A client may
/// write much before it reads anything, and this must not block both sides. But if this many bytes wait, the client
/// does not read at all, and nothing more is read from it until it reads.
const MAX_WAITING_BYTES: usize = 32 << 20;

/// Takes messages for the client. Clones lead to the same client.
#[derive(Clone, Debug)]
pub struct Outbox {
    messages: UnboundedSender<Option<OutgoingMessage>>,
    /// A permit for each byte that may wait.
    room: Arc<Semaphore>,
    /// Whether there was no room for the last message.
    is_full: Arc<watch::Sender<bool>>,
    /// The number of messages that the transport has taken.
    taken: Arc<AtomicUsize>,
}

/// The messages that wait for the client to read them.
#[derive(Debug)]
pub struct Outgoing {
    messages: UnboundedReceiver<Option<OutgoingMessage>>,
    /// The number of messages that were taken.
    taken: Arc<AtomicUsize>,
}

/// A message for the client. It takes room in the [`Outbox`] until it is dropped.
#[derive(Debug)]
pub struct OutgoingMessage {
    /// The JSON to send.
    pub body: Vec<u8>,
    /// A permit for each byte.
    _room: OwnedSemaphorePermit,
}

impl Outgoing {
    /// Returns the next message, as soon as there is one; `None` after the end.
    pub async fn next(&mut self) -> Option<OutgoingMessage> {
        let message = self.messages.recv().await?;
        self.taken.fetch_add(1, Ordering::Relaxed);
        message
    }

    /// Returns whether no message is waiting at the moment.
    pub fn is_empty(&self) -> bool {
        self.messages.is_empty()
    }
}

impl Outbox {
    /// Returns an outbox, and the queue from which a transport takes its messages.
    pub fn new() -> (Self, Outgoing) {
        let (messages, outgoing) = unbounded_channel();
        let room = Arc::new(Semaphore::new(MAX_WAITING_BYTES));
        let taken = Arc::<AtomicUsize>::default();
        let outgoing = Outgoing { messages: outgoing, taken: Arc::clone(&taken) };
        (Self { messages, room, is_full: Arc::default(), taken }, outgoing)
    }

    /// Sends a message as soon as there is room for it. If the transport has ended, the message is dropped.
    pub fn send<M: Serialize>(&self, message: &M) -> impl Future<Output = ()> + Send + use<'_, M> {
        // Written at once, so that the code that waits is the same for all kinds of messages.
        let written = serde_json::to_vec(message);
        async move {
            match written {
                Ok(body) => self.send_bytes(body).await,
                Err(error) => tracing::error!("a message can't be written: {error}"),
            }
        }
    }

    /// Sends a message that is written already.
    pub async fn send_bytes(&self, body: Vec<u8>) {
        let body = enforce_frame_limit(body, MAX_MESSAGE);
        let needed = body.len().min(MAX_WAITING_BYTES);
        let has_room = self.room.available_permits() >= needed;
        let has_changed = self.is_full.send_if_modified(|is_full| std::mem::replace(is_full, !has_room) == has_room);
        if has_changed {
            if has_room {
                tracing::info!("the client reads again");
            } else {
                let waiting = MAX_WAITING_BYTES - self.room.available_permits();
                tracing::warn!("{waiting} bytes wait for the client: it is not read from until it reads");
            }
        }
        if let Ok(room) = Arc::clone(&self.room).acquire_many_owned(needed as u32).await {
            let _ = self.messages.send(Some(OutgoingMessage { body, _room: room }));
        }
    }

    /// Sends a message if there is room for it now, before all messages that are sent later. Returns whether it was
    /// sent.
    pub fn try_send(&self, message: &impl Serialize) -> bool {
        let Ok(body) = serde_json::to_vec(message) else { return false };
        let Ok(bytes) = u32::try_from(body.len()) else { return false };
        match Arc::clone(&self.room).try_acquire_many_owned(bytes) {
            Ok(room) => self.messages.send(Some(OutgoingMessage { body, _room: room })).is_ok(),
            Err(_) => false,
        }
    }

    /// Returns whether there was no room for the last message.
    pub fn is_full(&self) -> bool {
        *self.is_full.borrow()
    }

    /// Returns the number of messages that the transport has taken.
    pub fn taken(&self) -> usize {
        self.taken.load(Ordering::Relaxed)
    }

    /// Waits until there is no room for a message.
    pub async fn filled(&self) {
        // The sender is in `self`, so it can't be closed.
        let _ = self.is_full.subscribe().wait_for(|is_full| *is_full).await;
    }

    /// Lets the transport send all messages until now, and no others.
    pub fn end(&self) {
        let _ = self.messages.send(None);
    }
}

/// Returns the message, or an error response instead of an answer that is longer than `most` bytes, because a client
/// can't read such an answer and would wait for another one.
fn enforce_frame_limit(body: Vec<u8>, most: u64) -> Vec<u8> {
    #[derive(Deserialize)]
    struct RefusedAnswer {
        id: Value,
        /// There is none in an answer.
        method: Option<IgnoredAny>,
    }
    if body.len() as u64 <= most {
        return body;
    }
    let message = format!("the answer has {} bytes, which is more than the limit of {most}", body.len());
    tracing::error!("{message}");
    match serde_json::from_slice(&body) {
        Ok(RefusedAnswer { id, method: None }) => {
            let error = json!({"code": -32803, "message": message});
            json!({"jsonrpc": "2.0", "id": id, "error": error}).to_string().into_bytes()
        }
        // A message that is not an answer is not waited for.
        _ => json!({"jsonrpc": "2.0", "method": "$/ishi/tooLong"}).to_string().into_bytes(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Nothing that waits for room comes after what was sent before it, and what has no room is not lost unnoticed.
    #[tokio::test]
    async fn what_has_no_room_now_is_not_sent() {
        let (outbox, mut outgoing) = Outbox::new();
        assert!(outbox.try_send(&json!("a")));
        let room = outbox.room.try_acquire_many(outbox.room.available_permits() as u32).unwrap();
        assert!(!outbox.try_send(&json!("b")));
        drop(room);
        outbox.send(&json!("c")).await;
        assert_eq!(outgoing.next().await.unwrap().body, b"\"a\"");
        assert_eq!(outgoing.next().await.unwrap().body, b"\"c\"");
    }

    #[test]
    fn an_answer_that_no_client_could_take_is_an_error() {
        let answer = br#"{"jsonrpc":"2.0","result":["xxxxxxxx",{"id":1}],"id":"a"}"#;
        assert_eq!(enforce_frame_limit(answer.to_vec(), 100), answer);
        let error: Value = serde_json::from_slice(&enforce_frame_limit(answer.to_vec(), 20)).unwrap();
        assert_eq!((&error["id"], &error["error"]["code"]), (&json!("a"), &json!(-32803)));
    }
}
