//! Methods of the protocol: where a handler runs, its context, and the type of the table of methods.
//!
//! A handler of a notification changes the session, so it runs alone and in the order of the messages: on the loop that
//! receives them, or, if it reads files, on the blocking pool while the messages after it wait.
//!
//! A handler of a request changes no document. It gets a snapshot: the document as it was when the request arrived. So
//! it may take long: it runs on the blocking pool in parallel with others, and ends at its next checkpoint when the
//! request is cancelled.
//!
//! A request that may wait for something to happen is answered by a future, which needs no thread while it waits.

use std::collections::HashMap;
use std::sync::Arc;

use futures::future::BoxFuture;
use serde::de::DeserializeOwned;
use serde_json::Value;
use tower_lsp::lsp_types::notification::Notification;
use tower_lsp::lsp_types::request::Request;

use crate::capabilities::ClientCapabilities;
use crate::documents::{DocumentView, Refusal};
use crate::proto::Converter;
use crate::session::Connection;
use ishi_rpc::{Answer, Error, Result, failed};
use ishi_work::cancel::Cancellation;

/// The arguments of every handler of a request, besides its params.
#[derive(Debug)]
pub(crate) struct RequestContext {
    /// The document that the request is about, as it was when the request came.
    pub(crate) view: std::result::Result<DocumentView, Refusal>,
    /// The capabilities of the client.
    pub(crate) client: Arc<ClientCapabilities>,
    pub(crate) connection: Arc<Connection>,
    /// The cancellation of the work, set when the client cancels the request.
    pub(crate) cancellation: Cancellation,
}

impl RequestContext {
    /// Returns the document, and the converter for its positions.
    ///
    /// # Errors
    /// Returns an error if the document is not open, or out of sync with the client.
    pub(crate) fn document(&self) -> Result<(&DocumentView, Converter<'_>)> {
        let view = self.view.as_ref().map_err(|refusal| match refusal {
            Refusal::NotOpen => Error::invalid_params(refusal.to_string()),
            Refusal::OutOfSync | Refusal::Ambiguous | Refusal::TooLarge(_) => failed(refusal.to_string()),
        })?;
        Ok((view, Converter::new(view, self.client.unit)))
    }
}

/// Handles a notification. The params are passed as JSON, because the types of `lsp_types` would rewrite a URI.
pub(crate) type NotificationHandler = fn(&Arc<Connection>, Value);

/// Handles a request with params of type `P`.
type RequestHandler<P> = fn(&RequestContext, P) -> Result<Answer>;

/// The work of one request: its handler with its params.
pub(crate) type Job = Box<dyn FnOnce(&RequestContext) -> Result<Answer> + Send>;

/// Handles a request that may wait, with params of type `P`.
type WaitingHandler<P> = fn(&Arc<Connection>, P) -> BoxFuture<'static, Answer>;

/// Returns the future that answers a request which may wait.
pub(crate) type WaitingMethod =
    Box<dyn Fn(&Arc<Connection>, Option<Value>) -> Result<BoxFuture<'static, Answer>> + Send + Sync>;

/// Reads the params of a request.
type Parser = Box<dyn Fn(Option<Value>) -> Result<Job> + Send + Sync>;

/// A method with its handler, by the place where the handler runs.
pub(crate) enum Method {
    /// A notification that is handled on the loop, within microseconds.
    OnLoop(NotificationHandler),
    /// A notification whose handler reads files: it runs on the blocking pool, and later messages wait for it.
    WithFiles(NotificationHandler),
    /// A request that is answered from a snapshot, on the blocking pool.
    OnSnapshot(SnapshotMethod),
    /// A request that may wait for something to happen: it is answered by a task, which takes no turn of the requests.
    Waiting(WaitingMethod),
}

/// A request that is answered from a snapshot.
pub(crate) struct SnapshotMethod {
    /// Notes on the loop that the client has asked about a document, before the snapshot is taken.
    pub(crate) note: Option<fn(&Connection, &str)>,
    parser: Parser,
}

impl SnapshotMethod {
    /// Returns the work to do for a request with these params.
    ///
    /// # Errors
    /// Returns an error if the params do not have the type of the method.
    pub(crate) fn job(&self, params: Option<Value>) -> Result<Job> {
        (self.parser)(params)
    }
}

/// The methods that the server handles, by their names.
#[derive(Default)]
pub(super) struct Methods(HashMap<&'static str, Method>);

impl Methods {
    /// Returns the method with this name.
    pub(super) fn get(&self, name: &str) -> Option<&Method> {
        self.0.get(name)
    }

    /// Adds a notification that is handled on the loop.
    pub(super) fn on_loop<N: Notification>(mut self, handler: NotificationHandler) -> Self {
        self.0.insert(N::METHOD, Method::OnLoop(handler));
        self
    }

    /// Adds a notification whose handler reads files.
    pub(super) fn with_files<N: Notification>(mut self, handler: NotificationHandler) -> Self {
        self.0.insert(N::METHOD, Method::WithFiles(handler));
        self
    }

    /// Adds a request that is answered from a snapshot.
    pub(super) fn on_snapshot<R: Request>(self, handler: RequestHandler<R::Params>) -> Self
    where
        R::Params: Send + 'static,
    {
        self.custom(R::METHOD, handler)
    }

    /// Adds a request that may wait for something to happen.
    pub(super) fn waiting<R: Request, P: DeserializeOwned + 'static>(mut self, handler: WaitingHandler<P>) -> Self {
        let answer: WaitingMethod = Box::new(move |connection, params| Ok(handler(connection, parse(params)?)));
        self.0.insert(R::METHOD, Method::Waiting(answer));
        self
    }

    /// Adds a request that LSP does not have, which is answered from a snapshot.
    pub(super) fn custom<P: DeserializeOwned + Send + 'static>(
        self,
        name: &'static str,
        handler: RequestHandler<P>,
    ) -> Self {
        self.snapshot_method(name, None, handler)
    }

    /// Adds a request that is answered from a snapshot, after `note` has run on the loop.
    pub(super) fn noted_on_snapshot<R: Request>(
        self,
        note: fn(&Connection, &str),
        handler: RequestHandler<R::Params>,
    ) -> Self
    where
        R::Params: Send + 'static,
    {
        self.snapshot_method(R::METHOD, Some(note), handler)
    }

    fn snapshot_method<P: DeserializeOwned + Send + 'static>(
        mut self,
        name: &'static str,
        note: Option<fn(&Connection, &str)>,
        handler: RequestHandler<P>,
    ) -> Self {
        let parser: Parser = Box::new(move |params| {
            let params = parse::<P>(params)?;
            Ok(Box::new(move |cx: &RequestContext| handler(cx, params)))
        });
        self.0.insert(name, Method::OnSnapshot(SnapshotMethod { note, parser }));
        self
    }
}

/// Reads params. Missing params are read as null, which only a method without params accepts.
fn parse<P: DeserializeOwned>(params: Option<Value>) -> Result<P> {
    let is_missing = params.is_none();
    serde_json::from_value(params.unwrap_or_default()).map_err(|error| {
        Error::invalid_params(if is_missing { "Missing params field".to_owned() } else { error.to_string() })
    })
}

/// Returns the document that a message is about. A request that resolves an item (such as `codeAction/resolve`) names
/// the document in its `data` (see `proto::ResolveData`), and a command in its argument.
pub(crate) fn uri_of(params: &Value) -> Option<&str> {
    let about = params
        .get("textDocument")
        .or_else(|| params.get("data")?.get("textDocument"))
        .or_else(|| params.pointer("/arguments/0/textDocument"))?;
    about.get("uri")?.as_str()
}
