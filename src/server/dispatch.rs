//! Entry point of the server for a transport: accepts whole JSON messages, and sends the answers to the outbox.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use futures::FutureExt;
use serde_json::json;
use tokio::sync::Semaphore;

use super::jsonrpc::{Malformed, Message, MessageKind};
use super::service::Ordered;
use super::session::Connection;
use super::transport::{FileSystem, Outbox, Runtime, with_timeout};

/// How many requests may wait for their answers at once. At that many, nothing more is taken in until one of them is
/// answered, and a cancellation would have to wait as well; so there are more of them than any editor sends.
const MAX_PENDING_REQUESTS: u32 = 64;

/// Takes in the messages of one client, and sends the answers.
#[derive(Debug)]
pub struct Dispatcher {
    service: Ordered,
    connection: Arc<Connection>,
    outbox: Outbox,
    runtime: Arc<dyn Runtime>,
    is_shut_down: Arc<AtomicBool>,
    pending: Arc<Semaphore>,
}

impl Dispatcher {
    /// Returns the dispatcher for a new client.
    pub fn new(outbox: Outbox, runtime: Arc<dyn Runtime>, files: Arc<dyn FileSystem>) -> Self {
        let is_shut_down = Arc::new(AtomicBool::new(false));
        let connection = Arc::new(Connection::new(outbox.clone(), &runtime, files));
        let publisher = Arc::clone(&connection.publisher);
        runtime.spawn(Box::pin(async move { publisher.run().await }));
        runtime.spawn(Box::pin(Arc::clone(&connection.workspace).run()));
        let service = Ordered::new(Arc::clone(&connection), Arc::clone(&runtime), Arc::clone(&is_shut_down));
        let pending = Arc::new(Semaphore::new(MAX_PENDING_REQUESTS as usize));
        Self { service, connection, outbox, runtime, is_shut_down, pending }
    }

    /// Returns what becomes true when the client asks for a shutdown.
    pub fn is_shut_down(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.is_shut_down)
    }

    /// Takes note of whether more of the client's messages have arrived.
    pub fn arrived(&self, has_more: bool) {
        self.connection.backlog.arrived(has_more);
    }

    /// Takes in a message. Returns false after `exit`, which is the last.
    pub async fn receive(&mut self, message: Message, has_more: bool) -> bool {
        let request = match message.0 {
            MessageKind::Request(request) => request,
            MessageKind::Answer(id, answer) => {
                self.connection.client.answered(&id, answer);
                return true;
            }
        };
        self.connection.backlog.received(has_more);
        let is_notification = request.id().is_none();
        let is_last = is_notification && request.method() == "exit";
        // Notifications are handled in a moment, and one of them may be what a request waits for.
        let place = if is_notification { None } else { Arc::clone(&self.pending).acquire_owned().await.ok() };
        if !self.service.is_ready().await {
            return false;
        }
        let mut response = self.service.call(request);
        self.connection.backlog.handled();
        // Work that completes at once needs no task, and the tasks that it wakes continue in this thread, which is
        // awake.
        if !is_notification || response.as_mut().now_or_never().is_none() {
            let outbox = self.outbox.clone();
            self.runtime.spawn(Box::pin(async move {
                if let Some(response) = response.await {
                    outbox.send_bytes(response).await;
                }
                drop(place);
            }));
        }
        !is_last
    }

    /// Answers input that is not a message, if an answer may be expected. It may have been an edit of any document, so
    /// all documents are given up.
    pub async fn refuse(&mut self, malformed: Malformed) {
        let Malformed { error, to, may_be_edit } = malformed;
        tracing::warn!("refused a message: {}", error.message);
        if may_be_edit && self.service.is_ready().await {
            self.service.give_up(None);
        }
        if let Some(id) = to {
            self.outbox.send(&json!({"jsonrpc": "2.0", "id": id, "error": error})).await;
        }
    }

    /// Waits until all requests are answered, but no longer than `grace`: a handler that hangs must not keep the
    /// process alive.
    pub async fn finish(&mut self, grace: Duration) {
        with_timeout(&*self.runtime, grace, self.pending.acquire_many(MAX_PENDING_REQUESTS)).await;
    }
}
