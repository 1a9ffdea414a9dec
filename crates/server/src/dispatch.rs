//! Entry point of the server for a transport: accepts whole JSON messages, and sends the answers to the outbox.
//!
//! Messages are received one after the other. Work that depends on their order is done before the next message: an edit
//! is applied, and a request gets the document as it is at that moment. Answers have no order.

use std::future::poll_fn;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use futures::FutureExt;
use futures::channel::oneshot;
use futures::future::{self, BoxFuture};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::Semaphore;
use tower_lsp::LspService;
use tower_service::Service;
use tracing::{Instrument, Span, field};

use super::documents::Refusal;
use super::handlers::{self, Method, NotificationHandler, RequestContext, SnapshotMethod, WaitingMethod, uri_of};
use super::lifecycle::{self, Lifecycle};
use super::lsp_3_18;
use super::session::Connection;
use crate::file_system::FileSystem;
use ishi_rpc::{
    Error, Id, Lost, Malformed, Message, Outbox, Request, Requests, Result, Runtime, message_of, not_initialized,
    response, unknown_method, with_timeout,
};

/// How many requests may wait for their answers at once. At this limit no message is received until a request is
/// answered, not even a cancellation. So the limit is higher than the number of requests that any editor sends.
const MAX_PENDING_REQUESTS: u32 = 64;

/// The bytes of the response to a message, if it gets one.
type PendingResponse = BoxFuture<'static, Option<Vec<u8>>>;

/// Receives the messages of one client in their order, and sends the answers.
#[derive(Debug)]
pub struct Dispatcher {
    connection: Arc<Connection>,
    outbox: Outbox,
    runtime: Arc<dyn Runtime>,
    lifecycle: LspService<Lifecycle>,
    requests: Requests,
    /// A permit for each request that may wait for its answer.
    pending: Arc<Semaphore>,
    /// Whether the client has asked for a shutdown.
    is_shut_down: Arc<AtomicBool>,
    /// Closed when `initialize` or `shutdown` is answered, or files are read. Until then no other message is received.
    /// So a client may send further messages without waiting: they are served correctly, and `exit` does not cancel a
    /// shutdown.
    barrier: Option<oneshot::Receiver<()>>,
}

impl Dispatcher {
    /// Returns the dispatcher for a new client.
    pub fn new(outbox: Outbox, runtime: Arc<dyn Runtime>, files: Arc<dyn FileSystem>) -> Self {
        let connection = Arc::new(Connection::new(outbox.clone(), &runtime, files));
        let publisher = Arc::clone(&connection.publisher);
        runtime.spawn(Box::pin(async move { publisher.run().await }));
        runtime.spawn(Box::pin(Arc::clone(&connection.workspace).run()));
        let lifecycle = lifecycle::service(Arc::clone(&connection));
        let requests = Requests::new(Arc::clone(&runtime));
        let pending = Arc::new(Semaphore::new(MAX_PENDING_REQUESTS as usize));
        let is_shut_down = Arc::default();
        Self { connection, outbox, runtime, lifecycle, requests, pending, is_shut_down, barrier: None }
    }

    /// Returns a flag that becomes true when the client requests a shutdown.
    pub fn is_shut_down(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.is_shut_down)
    }

    /// Notes whether further messages of the client have arrived.
    pub fn arrived(&self, has_more: bool) {
        self.connection.backlog.arrived(has_more);
    }

    /// Receives a message. Returns false after `exit`, which is the last message.
    pub async fn receive(&mut self, message: Message, has_more: bool) -> bool {
        let request = match message {
            Message::Request(request) => request,
            Message::Answer(id, answer) => {
                self.connection.client.answered(&id, answer);
                return true;
            }
        };
        self.connection.backlog.received(has_more);
        let is_notification = request.id().is_none();
        let is_last = is_notification && request.method() == "exit";
        // Notifications are handled in a moment, and one of them may be what a request waits for.
        let place = if is_notification { None } else { Arc::clone(&self.pending).acquire_owned().await.ok() };
        if !self.is_ready().await {
            return false;
        }
        let mut response = self.call(request);
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

    /// Answers input that is not a message, if an answer may be expected, and gives up the documents that it may have
    /// edited.
    pub async fn refuse(&mut self, malformed: Malformed) {
        let Malformed { error, to, lost } = malformed;
        tracing::warn!("refused a message: {}", error.message);
        if lost != Lost::Nothing && self.is_ready().await {
            self.give_up(lost, &error.message);
        }
        if let Some(id) = to {
            self.outbox.send(&json!({"jsonrpc": "2.0", "id": id, "error": error})).await;
        }
    }

    /// Waits until all requests are answered, but no longer than `grace`: a handler that hangs must not keep the
    /// process alive.
    pub async fn finish(&mut self, grace: Duration) {
        self.connection.check.release();
        with_timeout(&*self.runtime, grace, self.pending.acquire_many(MAX_PENDING_REQUESTS)).await;
    }

    /// Waits until the next message can be received. Returns false after `exit`.
    async fn is_ready(&mut self) -> bool {
        if let Some(barrier) = &mut self.barrier {
            let _ = barrier.await;
            self.barrier = None;
        }
        poll_fn(|context| self.lifecycle.poll_ready(context)).await.is_ok()
    }

    /// Does the work that depends on the order of messages, and returns a future for the rest.
    fn call(&mut self, request: Request) -> PendingResponse {
        let uri = request.params().and_then(uri_of).map(str::to_owned);
        let (method, id) = (request.method(), request.id().cloned());
        // What happens to a message is logged with its name.
        let span = tracing::error_span!("message", method, id = id.as_ref().map(field::display), document = uri);
        let response = match (handlers::method(method), id) {
            (Some(&Method::OnLoop(handler)), None) => {
                self.notify(handler, request, &span)();
                future::ready(None).boxed()
            }
            (Some(&Method::WithFiles(handler)), None) => {
                let (handle, done) = (self.notify(handler, request, &span), self.hold_messages());
                self.runtime.run_blocking(Box::new(move || {
                    handle();
                    drop(done);
                }));
                future::ready(None).boxed()
            }
            (Some(Method::OnSnapshot(method)), Some(id)) => self.answer(method, id, request, uri).boxed(),
            (Some(Method::Waiting(method)), Some(id)) => self.answer_later(method, id, request).boxed(),
            _ => span.in_scope(|| self.control(request, uri)),
        };
        response.instrument(span).boxed()
    }

    /// Gives up the documents of a lost edit.
    fn give_up(&self, lost: Lost, reason: &str) {
        if self.check_serving().is_ok() {
            let uris = match lost {
                Lost::Nothing => return,
                Lost::Document(uri) => vec![uri],
                Lost::Any => self.connection.documents.uris(),
            };
            handlers::give_up(&self.connection, &uris, reason);
        }
    }

    /// Returns an error before `initialize` and after `shutdown`, when nothing is served.
    fn check_serving(&self) -> Result<()> {
        match self.connection.is_initialized() {
            false => Err(not_initialized()),
            true if self.is_shut_down.load(Ordering::SeqCst) => Err(Error::invalid_request()),
            true => Ok(()),
        }
    }

    /// Receives no more messages until the returned sender is dropped.
    fn hold_messages(&mut self) -> oneshot::Sender<()> {
        let (done, barrier) = oneshot::channel();
        self.barrier = Some(barrier);
        done
    }

    /// Returns the work for a notification. After a panic its document is given up.
    fn notify(&self, handler: NotificationHandler, notification: Request, span: &Span) -> impl FnOnce() + use<> {
        let (connection, span, is_serving) = (Arc::clone(&self.connection), span.clone(), self.check_serving().is_ok());
        let (method, _, params) = notification.into_parts();
        move || {
            let _entered = span.entered();
            if !is_serving {
                return tracing::warn!("{method} was skipped: it came before initialize or after shutdown");
            }
            let _measured = connection.meter.begin(&method, None);
            let params = params.unwrap_or_default();
            let uri = uri_of(&params).map(str::to_owned);
            if let Err(panic) = catch_unwind(AssertUnwindSafe(|| handler(&connection, params))) {
                tracing::error!("{method} failed: {}", message_of(&*panic));
                handlers::give_up(&connection, uri.as_slice(), "a bug in ishi");
            }
        }
    }

    /// Answers a request with the document as it is now.
    fn answer(
        &self,
        handler: &SnapshotMethod,
        id: Id,
        request: Request,
        uri: Option<String>,
    ) -> impl Future<Output = Option<Vec<u8>>> + Send + use<> {
        let (method, _, params) = request.into_parts();
        let measured = self.connection.meter.begin(&method, Some(id.to_string()));
        let begun = self.check_serving().and_then(|()| {
            let request = self.requests.register(id.clone(), method.into_owned())?;
            let job = handler.job(params)?;
            if let (Some(note), Some(uri)) = (handler.note, &uri) {
                note(&self.connection, uri);
            }
            let connection = Arc::clone(&self.connection);
            let context = RequestContext {
                view: uri.as_ref().map_or(Err(Refusal::NotOpen), |uri| connection.documents.view(uri)),
                client: connection.capabilities(),
                connection,
                cancellation: request.cancellation(),
            };
            Ok(self.requests.run(request, move || job(&context)))
        });
        async move {
            let _measured = measured;
            let answer = match begun {
                Ok(answer) => answer.await,
                Err(error) => Err(error),
            };
            let answer = match &uri {
                Some(uri) => answer.map(|answer| answer.with_spelling_of(uri)),
                None => answer,
            };
            Some(response(&id, answer))
        }
    }

    /// Answers a request that may wait for something to happen.
    fn answer_later(
        &self,
        handler: &WaitingMethod,
        id: Id,
        request: Request,
    ) -> impl Future<Output = Option<Vec<u8>>> + Send + use<> {
        let (method, _, params) = request.into_parts();
        let begun = self.check_serving().and_then(|()| {
            let request = self.requests.register(id.clone(), method.into_owned())?;
            Ok(request.answered_by(handler(&self.connection, params)?))
        });
        async move {
            let answer = match begun {
                Ok(answer) => answer.await,
                Err(error) => Err(error),
            };
            Some(response(&id, answer))
        }
    }

    /// Handles messages that control the session, for which tower-lsp keeps the lifecycle, and refuses all other
    /// requests.
    fn control(&mut self, request: Request, uri: Option<String>) -> PendingResponse {
        let method = request.method().to_owned();
        let measured = self.connection.meter.begin(&method, request.id().map(ToString::to_string));
        let params = request.params().unwrap_or(&Value::Null);
        let done = match (&*method, request.id()) {
            ("initialize", Some(_)) => {
                self.initialize(params);
                Some(self.hold_messages())
            }
            ("shutdown", Some(_)) => {
                self.is_shut_down.fetch_or(self.connection.is_initialized(), Ordering::SeqCst);
                Some(self.hold_messages())
            }
            ("exit", _) => {
                self.requests.cancel_all();
                None
            }
            ("$/cancelRequest", None) => {
                if let Some(id) = params.get("id").and_then(|id| Id::deserialize(id).ok()) {
                    self.requests.cancel(&id);
                }
                return future::ready(None).boxed();
            }
            ("textDocument/didOpen" | "textDocument/didChange", Some(_)) => {
                // Only a notification may edit. What this was meant to do is lost.
                self.give_up(uri.map_or(Lost::Any, Lost::Document), "it came as a request");
                None
            }
            _ => None,
        };
        // tower-lsp would not answer a request whose method begins with `$/`.
        if let Some(id) = request.id()
            && !matches!(&*method, "initialize" | "shutdown" | "exit")
        {
            let refused = self.check_serving().and_then(|()| Err(unknown_method(&method)));
            return future::ready(Some(response(id, refused))).boxed();
        }
        let client = (method == "initialize").then(|| self.connection.capabilities());
        // After `exit` there is no response.
        let response = self.lifecycle.call(normalize_params(request)).map(|response| response.ok().flatten());
        let response = response.map(move |response| {
            let mut response = serde_json::to_value(response?).ok()?;
            if let (Some(client), Some(result)) = (client, response.get_mut("result")) {
                lsp_3_18::add_capabilities(result, &client);
            }
            serde_json::to_vec(&response).ok()
        });
        let guarded = move |response| {
            drop((measured, done));
            response
        };
        response.map(guarded).boxed()
    }

    /// Notes the capabilities and information of the client, the first time.
    fn initialize(&self, params: &Value) {
        if self.connection.is_initialized() {
            return;
        }
        if let Some(process) = params.get("processId").and_then(Value::as_i64) {
            self.runtime.watch_client(process);
        }
        self.connection.on_initialize(params);
    }
}

/// Returns the request with params that tower-lsp accepts. Without this, tower-lsp would refuse some clients: it
/// requires that a method without params has none, but several clients write null or `{}`; and it deserializes all
/// params of `initialize`, from which [`Connection::on_initialize`] has already read the relevant ones.
fn normalize_params(request: Request) -> Request {
    let params = match request.method() {
        "initialize" => Some(json!({"capabilities": {}})),
        "shutdown" | "exit" => None,
        _ => return request,
    };
    let (method, id, _) = request.into_parts();
    let mut normal = Request::build(method);
    if let Some(params) = params {
        normal = normal.params(params);
    }
    if let Some(id) = id {
        normal = normal.id(id);
    }
    normal.finish()
}
