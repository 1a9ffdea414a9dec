//! The order of messages.
//!
//! tower-lsp calls a service strictly in the order of the messages, but what handlers do after that has no order. So
//! all that depends on it is done in `call` itself: edits are applied there, and a request is given the document as it
//! is at that moment.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, PoisonError};
use std::task::{Context, Poll, ready};

use futures::FutureExt;
use futures::channel::oneshot;
use futures::future::{self, BoxFuture};
use serde_json::{Value, json};
use tower_lsp::{ExitedError, LspService};
use tower_service::Service;
use tracing::{Instrument, Span, field};

use super::backend::{Backend, ResultSlot, with_context};
use super::documents::Refusal;
use super::handlers::{self, NotificationHandler, uri_of};
use super::jsonrpc::{Request, Response, internal};
use super::panic::message_of;
use super::session::{Connection, RequestContext};
use super::transport::Runtime;
use crate::cancel::Cancellation;

/// tower-lsp's service, with edits applied in order and panics caught. A response is the bytes to send.
#[derive(Debug)]
pub(super) struct Ordered {
    inner: LspService<Backend>,
    connection: Arc<Connection>,
    runtime: Arc<dyn Runtime>,
    /// Whether the client has asked for a shutdown.
    is_shut_down: Arc<AtomicBool>,
    /// Closed when `initialize` or `shutdown` is answered, or settings files are read. Until then nothing else is taken
    /// in, so that a client may send on without waiting: what follows is served as it should be, and `exit` does not
    /// cancel a shutdown.
    lifecycle_barrier: Option<oneshot::Receiver<()>>,
}

impl Ordered {
    pub(super) fn new(
        inner: LspService<Backend>,
        connection: Arc<Connection>,
        runtime: Arc<dyn Runtime>,
        is_shut_down: Arc<AtomicBool>,
    ) -> Self {
        Self { inner, connection, runtime, is_shut_down, lifecycle_barrier: None }
    }

    /// Whether a message that changes something counts.
    fn is_serving(&self) -> bool {
        self.connection.is_initialized() && !self.is_shut_down.load(Ordering::SeqCst)
    }

    /// Gives up the document of an edit that could not be read, or all documents if it is not known which it was.
    pub(super) fn give_up(&self, uri: Option<&str>) {
        if self.is_serving() {
            let uris = uri.map_or_else(|| self.connection.documents.uris(), |uri| vec![uri.to_owned()]);
            handlers::give_up(&self.connection, &uris);
        }
    }

    /// Handles a notification. What reads files does so where it holds up no task.
    fn notify(&mut self, handler: NotificationHandler, reads_files: bool, notification: Request, span: Span) {
        let (method, _, params) = notification.into_parts();
        if !self.is_serving() {
            return span
                .in_scope(|| tracing::warn!("{method} was skipped: it came before initialize or after shutdown"));
        }
        let connection = Arc::clone(&self.connection);
        let handle = move || span.in_scope(|| handle(&connection, &method, handler, params.unwrap_or_default()));
        if reads_files {
            let (done, barrier) = oneshot::channel();
            self.lifecycle_barrier = Some(barrier);
            self.runtime.run_blocking(Box::new(move || {
                handle();
                let _ = done.send(());
            }));
        } else {
            handle();
        }
    }
}

impl Service<Request> for Ordered {
    type Response = Option<Vec<u8>>;
    type Error = ExitedError;
    type Future = BoxFuture<'static, Result<Self::Response, Self::Error>>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), Self::Error>> {
        if let Some(barrier) = &mut self.lifecycle_barrier {
            let _ = ready!(barrier.poll_unpin(context));
            self.lifecycle_barrier = None;
        }
        self.inner.poll_ready(context)
    }

    /// Does at once what depends on the order of the messages, and leaves the rest to a future.
    fn call(&mut self, request: Request) -> Self::Future {
        let method = request.method().to_owned();
        let id = request.id().cloned();
        let params = request.params().unwrap_or(&Value::Null);
        let uri = uri_of(params).map(str::to_owned);
        // What happens to a message is logged with its name.
        let span = tracing::error_span!("message", method, id = id.as_ref().map(field::display), document = uri);
        if id.is_none()
            && let Some((handler, reads_files)) = handlers::of_notification(&method)
        {
            self.notify(handler, reads_files, request, span);
            return future::ok(None).boxed();
        }
        if matches!(&*method, "textDocument/didOpen" | "textDocument/didChange") {
            // Only a notification may edit. What this was meant to do is lost.
            span.in_scope(|| self.give_up(uri.as_deref()));
        }
        let measured = self.connection.meter.begin(&method, id.as_ref().map(ToString::to_string));
        let mut answered = None;
        if matches!(&*method, "initialize" | "shutdown") && id.is_some() {
            let (sender, barrier) = oneshot::channel::<()>();
            answered = Some(sender);
            self.lifecycle_barrier = Some(barrier);
            if method == "shutdown" {
                self.is_shut_down.fetch_or(self.connection.is_initialized(), Ordering::SeqCst);
            } else if !self.connection.is_initialized() {
                if let Some(process) = params.get("processId").and_then(Value::as_i64) {
                    self.runtime.watch_client(process);
                }
                span.in_scope(|| self.connection.on_initialize(params));
            }
        }
        let client = self.connection.capabilities();
        if let (true, "textDocument/diagnostic", Some(uri)) = (client.pulls_diagnostics, &*method, &uri) {
            self.connection.publisher.pulled(uri);
        }
        let view = uri.map_or(Err(Refusal::NotOpen), |uri| self.connection.documents.view(&uri));
        let (connection, cancellation) = (Arc::clone(&self.connection), Cancellation::default());
        let context = RequestContext { view, client, connection, cancellation };
        let slot = ResultSlot::default();
        let task = AssertUnwindSafe(self.inner.call(normalize_params(request))).catch_unwind();
        let task = with_context(context, Arc::clone(&slot), task);
        let answer = async move {
            let _measured = measured;
            let answer = task.await;
            drop(answered);
            let answer = answer.unwrap_or_else(|panic| {
                let message = format!("{method} failed: {}", message_of(&*panic));
                tracing::error!("{message}");
                Ok(id.map(|id| Response::from_error(id, internal(message))))
            });
            answer.map(|response| response.map(|response| written(&response, &slot)))
        };
        answer.instrument(span).boxed()
    }
}

/// The bytes of a response, with the result that the handler has put aside, if there is one.
fn written(response: &Response, slot: &ResultSlot) -> Vec<u8> {
    match slot.lock().unwrap_or_else(PoisonError::into_inner).take() {
        Some(answer) if response.is_ok() => answer.into_response(response.id()),
        _ => serde_json::to_vec(response).unwrap_or_default(),
    }
}

/// The request with params that tower-lsp surely takes, where it would turn a client away for them: it insists that a
/// method without params has none, and several clients write null or `{}`; and it reads all of `initialize`, of which
/// [`Connection::on_initialize`] has taken what matters.
fn normalize_params(request: Request) -> Request {
    let params = match request.method() {
        "initialize" => Some(json!({"capabilities": {}})),
        "shutdown" | "exit" | "ishi/status" => None,
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

/// Handles a notification. After a panic its document is given up.
fn handle(connection: &Arc<Connection>, method: &str, handler: NotificationHandler, params: Value) {
    let uri = uri_of(&params).map(str::to_owned);
    let _measured = connection.meter.begin(method, None);
    if let Err(panic) = catch_unwind(AssertUnwindSafe(|| handler(connection, params))) {
        tracing::error!("{method} failed: {}", message_of(&*panic));
        if let Some(uri) = uri {
            handlers::give_up(connection, &[uri]);
        }
    }
}
