//! The order of messages.
//!
//! tower-lsp calls a service strictly in the order of the messages, but what handlers do after that has no order. So all that
//! depends on it is done in `call` itself: edits are applied there, and a request is given its [`View`] of the document there.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, ready};

use futures::future::{self, BoxFuture};
use futures::{FutureExt, channel::oneshot};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::Notify;
use tower_lsp::jsonrpc::{Error, ErrorCode, Request, Response};
use tower_lsp::lsp_types::{MessageType, TextDocumentContentChangeEvent};
use tower_lsp::{ExitedError, LspService};
use tower_service::Service;
use tracing::{Instrument, Span, field};

use super::answer::Answer;
use super::backend::Backend;
use super::connection::Connection;
use super::documents::{Change, Refusal, View};
use super::pump::Reply;
use super::{convert, parent, pump, workspace};
use crate::config;

tokio::task_local! {
    static REQUEST: RequestContext;
}

/// What belongs to the request that is being answered.
struct RequestContext {
    /// The document, as it was when the request came.
    view: Result<View, Refusal>,
    answer: Slot,
}

/// Where a handler puts an answer that is written already.
type Slot = Arc<Mutex<Option<Answer>>>;

/// The document of the request that is being answered, as it was when the request came.
pub(super) fn view() -> Result<View, Error> {
    REQUEST.try_with(|request| request.view.clone()).unwrap_or(Err(Refusal::NotOpen)).map_err(Error::from)
}

/// Answers the request with `answer`, whatever its handler returns afterwards, unless that is an error.
pub(super) fn put(answer: Answer) {
    let _ = REQUEST.try_with(|request| *request.answer.lock().unwrap_or_else(PoisonError::into_inner) = Some(answer));
}

/// What is sent for a response: the answer that the handler has put into the slot, if there is one.
fn reply(response: Response, slot: &Slot) -> Reply {
    match slot.lock().unwrap_or_else(PoisonError::into_inner).take() {
        Some(answer) if response.is_ok() => Reply::Written(answer.into_response(response.id())),
        _ => Reply::Value(response),
    }
}

/// What a notification does.
type Handler = fn(&Arc<Connection>, Value);

/// The handler of a notification, if it is one that is handled here.
fn handler_of(method: &str) -> Option<Handler> {
    Some(match method {
        "textDocument/didOpen" => open,
        "textDocument/didChange" => change,
        "textDocument/didClose" => |connection, params| close(connection, &params),
        "textDocument/didSave" => |connection, params| save(connection, &params),
        "workspace/didChangeConfiguration" => |connection, params| configure(connection, &params),
        "workspace/didChangeWatchedFiles" => |connection, params| watched(connection, &params),
        "workspace/didChangeWorkspaceFolders" => |connection, params| change_folders(connection, &params),
        "window/workDoneProgress/cancel" => |connection, params| cancel_work(connection, &params),
        pump::UNREADABLE => |connection, params| unreadable(connection, &params),
        _ => return None,
    })
}

/// Whether a notification makes us read settings files, which may take a while.
fn reads_files(method: &str) -> bool {
    matches!(method, "textDocument/didOpen" | "textDocument/didSave" | "workspace/didChangeWatchedFiles")
}

/// Why there is no document for the request that is being answered, if so.
pub(super) fn refusal() -> Option<Refusal> {
    REQUEST.try_with(|request| request.view.as_ref().err().copied()).ok().flatten()
}

/// tower-lsp's service, with edits applied in order and panics caught.
pub(super) struct Ordered {
    inner: LspService<Backend>,
    connection: Arc<Connection>,
    /// The client has asked for a shutdown.
    shutdown: Arc<AtomicBool>,
    /// Closed when `initialize` or `shutdown` is answered, or settings files are read. Until then nothing else is taken, so
    /// that a client may send on without waiting: what follows is served as it should be, and `exit` does not cancel a shutdown.
    turning: Option<oneshot::Receiver<()>>,
    /// Told when the process of the client is gone.
    gone: Arc<Notify>,
}

impl Ordered {
    pub(super) fn new(inner: LspService<Backend>, shutdown: Arc<AtomicBool>, gone: Arc<Notify>) -> Self {
        let connection = Arc::clone(inner.inner().connection());
        let publishing = Arc::clone(&connection);
        tokio::spawn(async move { publishing.publisher.run(&publishing).await });
        tokio::spawn(workspace::run(Arc::clone(&connection)));
        Self { inner, connection, shutdown, turning: None, gone }
    }

    /// Whether a message that changes something is to be heeded.
    fn is_serving(&self) -> bool {
        self.connection.is_initialized() && !self.shutdown.load(Ordering::SeqCst)
    }

    /// Does what a notification asks for. What reads files does so in a thread of its own; nothing else is taken in until
    /// it is done, since what follows depends on it.
    fn handle(&mut self, handler: Handler, notification: Request, span: Span) -> <Self as Service<Request>>::Future {
        let (method, _, params) = notification.into_parts();
        if !self.is_serving() {
            span.in_scope(|| tracing::warn!("{method} was skipped: it came before initialize or after shutdown"));
            return future::ok(None).boxed();
        }
        let connection = Arc::clone(&self.connection);
        let is_slow = reads_files(&method);
        let handle = move || {
            let _inside = span.enter();
            let params = params.unwrap_or_default();
            let uri = uri_of(&params).map(str::to_owned);
            let _measured = connection.meter.begin(&method, None);
            if let Err(panic) = catch_unwind(AssertUnwindSafe(|| handler(&connection, params))) {
                tracing::error!("{method} failed: {}", message_of(&*panic));
                if let Some(uri) = uri {
                    give_up(&connection, &[uri]);
                }
            }
        };
        if !is_slow {
            handle();
            return future::ok(None).boxed();
        }
        let (done, turning) = oneshot::channel();
        self.turning = Some(turning);
        let handled = tokio::task::spawn_blocking(move || {
            handle();
            let _ = done.send(());
        });
        async move {
            let _ = handled.await;
            Ok(None)
        }
        .boxed()
    }
}

impl Service<Request> for Ordered {
    type Response = Option<Reply>;
    type Error = ExitedError;
    type Future = BoxFuture<'static, Result<Self::Response, Self::Error>>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), Self::Error>> {
        if let Some(turning) = &mut self.turning {
            let _ = ready!(turning.poll_unpin(context));
            self.turning = None;
        }
        self.inner.poll_ready(context)
    }

    fn call(&mut self, request: Request) -> Self::Future {
        let answer = self.take_in(request);
        self.connection.backlog.leave();
        answer
    }
}

impl Ordered {
    /// Does at once what depends on the order of the messages, and leaves the rest to a future.
    fn take_in(&mut self, request: Request) -> <Self as Service<Request>>::Future {
        let method = request.method().to_owned();
        let id = request.id().cloned();
        // What happens to a message is logged with its name.
        let document = uri_of(request.params().unwrap_or(&Value::Null));
        let span = tracing::error_span!("message", method, id = id.as_ref().map(field::display), document);
        if id.is_none()
            && let Some(handler) = handler_of(&method)
        {
            return self.handle(handler, request, span);
        }
        let params = request.params().unwrap_or(&Value::Null);
        let uri = uri_of(params);
        if matches!(&*method, "textDocument/didOpen" | "textDocument/didChange") {
            // Only a notification may edit. What this was meant to do is lost.
            unreadable(&self.connection, &json!({"uri": uri}));
        }
        let measured = self.connection.meter.begin(&method, id.as_ref().map(ToString::to_string));
        let view = uri.map_or(Err(Refusal::NotOpen), |uri| self.connection.documents.view(uri));
        let mut turned = None;
        if matches!(&*method, "initialize" | "shutdown") {
            let (sender, receiver) = oneshot::channel::<()>();
            turned = Some(sender);
            self.turning = Some(receiver);
        }
        match (&*method, uri) {
            ("initialize", _) if id.is_some() => {
                if let (false, Some(process)) = (self.connection.is_initialized(), params.get("processId")) {
                    process.as_i64().into_iter().for_each(|process| parent::watch(process, &self.gone));
                }
                self.connection.introduce(params);
            }
            ("shutdown", _) if id.is_some() && self.connection.is_initialized() => {
                self.shutdown.store(true, Ordering::SeqCst);
            }
            ("textDocument/diagnostic", Some(uri)) if self.connection.abilities().pulls_diagnostics => {
                self.connection.publisher.pulled(uri);
            }
            _ => {}
        }

        let request = with_tame_params(request);
        let slot = Slot::default();
        let context = RequestContext { view, answer: Arc::clone(&slot) };
        let answer = REQUEST.scope(context, AssertUnwindSafe(self.inner.call(request)).catch_unwind());
        let answer = async move {
            let _measured = measured;
            let answer = answer.await;
            drop(turned);
            let answer = answer.unwrap_or_else(|panic| {
                let message = format!("{method} failed: {}", message_of(&*panic));
                tracing::error!("{message}");
                let error = Error { code: ErrorCode::InternalError, message: message.into(), data: None };
                Ok(id.map(|id| Response::from_error(id, error)))
            });
            answer.map(|response| response.map(|response| reply(response, &slot)))
        };
        answer.instrument(span).boxed()
    }
}

/// The request with params that tower-lsp surely takes, where it would turn a client away for them: it insists that a method
/// without params has none, and several clients write null or `{}`; and it reads all of `initialize`, of which
/// [`Connection::introduce`] has taken what matters.
fn with_tame_params(request: Request) -> Request {
    let params = match request.method() {
        "initialize" => Some(json!({"capabilities": {}})),
        "shutdown" | "exit" | "ishi/status" => None,
        _ => return request,
    };
    let (method, id, _) = request.into_parts();
    let mut tame = Request::build(method);
    if let Some(params) = params {
        tame = tame.params(params);
    }
    if let Some(id) = id {
        tame = tame.id(id);
    }
    tame.finish()
}

/// The document that a message is about. What is to be resolved (`codeAction/resolve` and its like) has it in the `data` that
/// we gave it (see [`super::convert::Ticket`]), and a command in its argument.
fn uri_of(params: &Value) -> Option<&str> {
    let about = params
        .get("textDocument")
        .or_else(|| params.get("data")?.get("textDocument"))
        .or_else(|| params.pointer("/arguments/0/textDocument"))?;
    about.get("uri")?.as_str()
}

/// What a panic says.
pub(super) fn message_of(panic: &(dyn Any + Send)) -> &str {
    panic
        .downcast_ref::<String>()
        .map(String::as_str)
        .or(panic.downcast_ref::<&str>().copied())
        .unwrap_or("unknown panic")
}

// The types of `lsp_types` for these would rewrite the URI.

#[derive(Deserialize)]
struct Opened {
    #[serde(rename = "textDocument")]
    document: OpenedDocument,
}

#[derive(Deserialize)]
struct OpenedDocument {
    uri: String,
    version: Option<i32>,
    text: String,
}

#[derive(Deserialize)]
struct Changed {
    #[serde(rename = "textDocument")]
    document: ChangedDocument,
    #[serde(rename = "contentChanges")]
    changes: Vec<TextDocumentContentChangeEvent>,
}

#[derive(Deserialize)]
struct ChangedDocument {
    version: Option<i32>,
}

fn open(connection: &Arc<Connection>, params: Value) {
    let uri = uri_of(&params).map(str::to_owned);
    let document = match Opened::deserialize(params) {
        Ok(Opened { document }) => document,
        Err(error) => return lose(connection, uri.as_deref(), &error),
    };
    let uri = &document.uri;
    let config = connection.settings_of(uri);
    let opened = connection.documents.read(uri, document.version, &document.text, config);
    super::fault::on_open();
    if let Err(refusal) = connection.documents.open(opened) {
        connection.tell(MessageType::ERROR, format!("{uri}: {refusal}"));
    }
    connection.publisher.opened(uri, connection.abilities().pulls_diagnostics);
}

fn change(connection: &Arc<Connection>, params: Value) {
    super::fault::on_edit();
    let Some(uri) = uri_of(&params).map(str::to_owned) else {
        tracing::error!("an edit names no document");
        return give_up(connection, &connection.documents.uris());
    };
    let Changed { document, changes } = match Changed::deserialize(params) {
        Ok(changed) => changed,
        Err(error) => return lose(connection, Some(&uri), &error),
    };
    let client = connection.abilities();
    match connection.documents.change(&uri, document.version, client.unit, client.lines, &changes) {
        Ok(Change::Nothing) => {}
        Ok(Change::Edited) => connection.publisher.changed(&uri),
        Ok(Change::Found) => connection.publisher.opened(&uri, client.pulls_diagnostics),
        Err(refusal) => {
            connection.tell(MessageType::ERROR, format!("{uri}: {refusal}"));
            connection.publisher.gone(&uri);
        }
    }
}

/// Gives up the document of a notification that makes no sense: it may have been an edit.
fn lose(connection: &Arc<Connection>, uri: Option<&str>, error: &serde_json::Error) {
    tracing::error!("a message about a document was skipped: {error}");
    if let Some(uri) = uri {
        give_up(connection, &[uri.to_owned()]);
    }
}

/// Gives up documents of which an edit is lost, and tells the user once.
fn give_up(connection: &Arc<Connection>, uris: &[String]) {
    const MOST_NAMES: usize = 3;
    let lost: Vec<&str> = uris.iter().filter(|uri| connection.documents.give_up(uri)).map(String::as_str).collect();
    for uri in &lost {
        connection.publisher.gone(uri);
    }
    let names = lost.iter().take(MOST_NAMES).map(|uri| uri.rsplit('/').next().unwrap_or(uri));
    let names = names.collect::<Vec<_>>().join(", ");
    let them = match lost.len() {
        0 => return,
        1 => names,
        count if count <= MOST_NAMES => names,
        count => format!("{names} and {} more", count - MOST_NAMES),
    };
    let it = if lost.len() == 1 { "it" } else { "each" };
    let message = format!(
        "An edit of {them} could not be read, so nothing is answered there. Save {it}, or close {it} and open {it} again."
    );
    connection.tell(MessageType::ERROR, message);
}

fn close(connection: &Arc<Connection>, params: &Value) {
    let Some(uri) = uri_of(params) else { return tracing::error!("a closing that names no document was skipped") };
    connection.documents.close(uri);
    connection.publisher.gone(uri);
    // What was never saved is gone with it.
    connection.workspace.touch(convert::path(uri));
}

/// A client sends the text that it has saved: with that a document that was given up is in step again. By this, and by opening
/// one, a client that can't watch files also says that something on the disk may have changed.
fn save(connection: &Arc<Connection>, params: &Value) {
    if let (Some(uri), Some(text)) = (uri_of(params), params.get("text").and_then(Value::as_str))
        && connection.documents.find(uri, text)
    {
        tracing::info!("{uri} is in step again");
        connection.publisher.opened(uri, connection.abilities().pulls_diagnostics);
    }
    let settings = uri_of(params).and_then(convert::path).filter(|path| is_settings_file(path));
    if settings.is_some() || !connection.abilities().watches_files {
        connection.read_settings(settings.as_slice());
    }
}

fn configure(connection: &Arc<Connection>, params: &Value) {
    connection.reconfigure(params.get("settings").unwrap_or(&Value::Null));
}

fn watched(connection: &Arc<Connection>, params: &Value) {
    let changes = params.get("changes").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    let paths: Vec<PathBuf> = changes.iter().filter_map(|change| convert::path(change.get("uri")?.as_str()?)).collect();
    let (settings, others): (Vec<_>, Vec<_>) = paths.into_iter().partition(|path| is_settings_file(path));
    if !settings.is_empty() {
        connection.read_settings(&settings);
    }
    connection.workspace.touch(others);
}

fn is_settings_file(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name == config::FILE_NAME)
}

fn change_folders(connection: &Arc<Connection>, params: &Value) {
    let list = |name: &str| {
        let list = params.get("event").and_then(|event| event.get(name)?.as_array());
        convert::folders(list.map(Vec::as_slice).unwrap_or_default())
    };
    connection.workspace.change(&list("removed"), list("added"));
}

fn cancel_work(connection: &Arc<Connection>, params: &Value) {
    if let Some(token) = params.get("token").and_then(Value::as_str) {
        connection.workspace.cancel(token);
    }
}

/// Gives up the document of an edit that could not be read, or all of them where it is not known which it was.
fn unreadable(connection: &Arc<Connection>, params: &Value) {
    match params.get("uri").and_then(Value::as_str) {
        Some(uri) => give_up(connection, &[uri.to_owned()]),
        None => give_up(connection, &connection.documents.uris()),
    }
}
