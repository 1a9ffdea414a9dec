//! Notifications and requests to the client.

use ishi_rpc::{Error, Id, Outbox, Result, Runtime, Spelling, internal, spawned, with_timeout};
use std::collections::HashMap;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use futures::channel::oneshot;
use serde::Serialize;
use serde_json::{Value, json};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tower_lsp::lsp_types as lsp;
use tower_lsp::lsp_types::notification::{self, Notification};
use tower_lsp::lsp_types::request::{self, Request};

/// How long the server waits for an answer of the client.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(10);

/// How many messages and requests of the server wait for the client at most.
const MAX_WAITING: usize = 64;

/// `workspace/applyEdit`, with params in which a URI is as the client writes it.
enum ApplyEdit {}

impl Request for ApplyEdit {
    type Params = Value;
    type Result = lsp::ApplyWorkspaceEditResponse;

    const METHOD: &'static str = request::ApplyWorkspaceEdit::METHOD;
}

/// Sends notifications and requests to the client, and receives its answers.
#[derive(Debug)]
pub(crate) struct Client {
    outbox: Outbox,
    runtime: Arc<dyn Runtime>,
    /// The receivers of answers, by the id of the request.
    pending: Mutex<HashMap<i64, oneshot::Sender<Result<Value>>>>,
    last_id: AtomicI64,
    /// A permit for each message or request that may wait for the client.
    places: Arc<Semaphore>,
}

impl Client {
    pub(crate) fn new(outbox: Outbox, runtime: Arc<dyn Runtime>) -> Self {
        let places = Arc::new(Semaphore::new(MAX_WAITING));
        Self { outbox, runtime, pending: Mutex::default(), last_id: AtomicI64::new(0), places }
    }

    fn pending(&self) -> MutexGuard<'_, HashMap<i64, oneshot::Sender<Result<Value>>>> {
        self.pending.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sends a notification.
    pub(crate) async fn notify<N: Notification>(&self, params: N::Params) {
        self.outbox.send(&json!({"jsonrpc": "2.0", "method": N::METHOD, "params": params})).await;
    }

    /// Sends a value with the token of a request (`$/progress`), unless too much waits for the client already. Returns
    /// whether it was sent.
    pub(crate) fn try_progress(&self, token: &lsp::NumberOrString, value: &Value) -> bool {
        let params = json!({"token": token, "value": value});
        self.outbox.try_send(&json!({"jsonrpc": "2.0", "method": notification::Progress::METHOD, "params": params}))
    }

    /// Sends a value with the token of a request (`$/progress`), as soon as there is room for it.
    pub(crate) async fn progress(&self, token: &lsp::NumberOrString, value: &impl Serialize) {
        #[derive(Serialize)]
        struct Params<'p, T> {
            token: &'p lsp::NumberOrString,
            value: &'p T,
        }
        #[derive(Serialize)]
        struct Message<'p, T> {
            jsonrpc: &'static str,
            method: &'static str,
            params: Params<'p, T>,
        }
        let params = Params { token, value };
        self.outbox.send(&Message { jsonrpc: "2.0", method: notification::Progress::METHOD, params }).await;
    }

    /// Sends a request and returns the answer, however long that takes.
    pub(crate) async fn request<R: Request>(&self, params: R::Params) -> Result<R::Result> {
        let id = self.last_id.fetch_add(1, Ordering::Relaxed);
        let (sender, answer) = oneshot::channel();
        self.pending().insert(id, sender);
        let mut message = json!({"jsonrpc": "2.0", "method": R::METHOD, "id": id});
        // A request without params has none, not null.
        match serde_json::to_value(params) {
            Ok(Value::Null) | Err(_) => {}
            Ok(params) => message["params"] = params,
        }
        self.outbox.send(&message).await;
        let answer = answer.await.unwrap_or_else(|_| Err(Error::request_cancelled()))?;
        serde_json::from_value(answer).map_err(|error| internal(error.to_string()))
    }

    /// Sends a request and returns the answer; `None` if that takes longer than [`ANSWER_TIMEOUT`]. An answer after
    /// that is ignored.
    pub(crate) async fn request_in_time<R: Request>(self: &Arc<Self>, params: R::Params) -> Option<Result<R::Result>>
    where
        R::Params: Send + 'static,
        R::Result: Send + 'static,
    {
        let client = Arc::clone(self);
        let answer = spawned(&self.runtime, async move { client.request::<R>(params).await });
        with_timeout(&*self.runtime, ANSWER_TIMEOUT, answer).await?.ok()
    }

    /// Takes the answer to a request.
    pub(crate) fn answered(&self, id: &Id, answer: Result<Value>) {
        let waiting = match id {
            Id::Number(id) => self.pending().remove(id),
            Id::String(_) | Id::Null => None,
        };
        if waiting.is_none_or(|waiting| waiting.send(answer).is_err()) {
            tracing::warn!("the client has answered request {id}, which is not waiting for an answer");
        }
    }

    /// Shows a message to the user, without waiting until it is sent.
    pub(crate) fn show_message(self: &Arc<Self>, kind: lsp::MessageType, message: String) {
        tracing::warn!("{message}");
        let Some(place) = self.place() else { return };
        let client = Arc::clone(self);
        self.runtime.spawn(Box::pin(async move {
            client.notify::<notification::ShowMessage>(lsp::ShowMessageParams { typ: kind, message }).await;
            drop(place);
        }));
    }

    /// Sends a request and passes its result to `then`, whenever it arrives. Returns false if too many messages already
    /// wait for the client.
    pub(crate) fn ask<R: Request>(
        self: &Arc<Self>,
        params: R::Params,
        then: impl FnOnce(R::Result) + Send + 'static,
    ) -> bool
    where
        R::Params: Send + 'static,
    {
        let Some(place) = self.place() else { return false };
        let client = Arc::clone(self);
        let answer = spawned(&self.runtime, async move { client.request::<R>(params).await.map(then) });
        let runtime = Arc::clone(&self.runtime);
        self.runtime.spawn(Box::pin(async move {
            match with_timeout(&*runtime, ANSWER_TIMEOUT, answer).await {
                Some(Ok(Err(error))) => tracing::warn!("the client has refused {}: {error}", R::METHOD),
                Some(_) => {}
                None => {
                    tracing::warn!(
                        "the client has not answered {} for {} seconds",
                        R::METHOD,
                        ANSWER_TIMEOUT.as_secs()
                    );
                }
            }
            drop(place);
        }));
        true
    }

    /// A permit for a message that waits to be sent or answered. If a client has stopped reading, there are no permits
    /// left, and further messages are dropped, because they would not say anything new.
    fn place(&self) -> Option<OwnedSemaphorePermit> {
        let place = Arc::clone(&self.places).try_acquire_owned().ok();
        if place.is_none() {
            tracing::warn!("a message to the client was dropped: it has {MAX_WAITING} others to read or answer");
        }
        place
    }

    /// Asks the client to make an edit of the document `uri`, and shows the user a message if it does not. Returns
    /// without waiting for the answer.
    pub(crate) fn apply_edit(self: &Arc<Self>, edit: &lsp::WorkspaceEdit, uri: &str) {
        let mut edit = json!(edit);
        if let Some(spelling) = Spelling::of(uri) {
            spelling.restore(&mut edit);
        }
        self.apply_workspace_edit(&edit);
    }

    /// Asks the client to make an edit of any documents and files, as [`Self::apply_edit`] does.
    pub(crate) fn apply_workspace_edit(self: &Arc<Self>, edit: &Value) {
        let params = json!({"edit": edit});
        let client = Arc::clone(self);
        self.runtime.spawn(Box::pin(async move {
            // A user may first have to agree to the edit, so there is no limit to the time that this may take.
            let reason = match client.request::<ApplyEdit>(params).await {
                Ok(lsp::ApplyWorkspaceEditResponse { applied: true, .. }) => return,
                Ok(refusal) => refusal.failure_reason.unwrap_or_default(),
                Err(error) => error.message.into_owned(),
            };
            client.show_message(lsp::MessageType::WARNING, format!("The editor did not make the change. {reason}"));
        }));
    }
}
