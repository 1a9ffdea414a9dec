//! Diagnostics: made on request, and pushed by one task.
//!
//! # Push and pull
//!
//! Both are served, and no diagnostic should be shown twice. Current clients show pushed diagnostics in addition to
//! pulled ones, and pull from every server that supports it. But not every client that announces pulling does pull. So
//! its behaviour decides:
//!
//! - A client that pulls does so right after it opened or changed a document. So for a client that announces pulling,
//!   the first push of a document waits a moment longer. A pull before the push shows that this client pulls by itself.
//! - From then on the server does not push a document that the client has pulled, and clears earlier pushes of this
//!   document.
//! - A pull after the push, from a client that has not pulled by itself before, is only a query; such a client gets
//!   both.
//!
//! A client that could pull but can't be asked to pull again, such as Neovim 0.11, is not offered pulling, because
//! after a change of settings it would still show the diagnostics under the old settings.
//!
//! # Bursts
//!
//! A push waits until all messages of the client are handled (see [`Backlog`]). So a burst of edits causes one push, of
//! its last version, and a single keystroke does not wait. If a document changes while it is read for a push, the
//! reading stops. If the burst does not end, there is still a push every [`MAX_WAIT`], because a user who types without
//! a pause wants to see mistakes, too. Only this task pushes, so the pushes of a document are in the order of its
//! versions, and the clearing is the last push.
//!
//! # Typing
//!
//! A word that is being typed, alone on its line, is usually incomplete: `C` may become `COM`, and `B` lacks its move.
//! Diagnostics on such a word are held back until the user types something else, or types nothing for [`REST`].

use std::collections::{BTreeMap, HashMap};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::pin;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use futures::future;
use serde::Serialize;
use serde_json::value::RawValue;
use tokio::sync::Notify;
use tower_lsp::lsp_types::notification::{Notification, PublishDiagnostics};
use tower_lsp::lsp_types::request::WorkspaceDiagnosticRefresh;

use super::backlog::Backlog;
use super::client::Client;
use super::report::{DocumentReport, json_of};
use crate::documents::Documents;
use ishi_position::ColumnUnit;
use ishi_rpc::{Meter, Outbox, Runtime, finished, with_timeout};

/// The time from an edit to the diagnostics that are pushed for it.
const EDIT_TO_DIAGNOSTICS: &str = "edit to diagnostics";

/// The length in bytes below which a document is read at once, because waking another thread takes longer.
const READ_AT_ONCE: usize = 1 << 15;

/// How long a push waits at most until all messages of the client are handled.
const MAX_WAIT: Duration = Duration::from_millis(300);

/// The time without typing after which a word counts as finished.
const REST: Duration = Duration::from_secs(1);

/// How long the first push of a document waits for a pull, if the client announces pulling.
const WAIT_FOR_PULL: Duration = Duration::from_millis(250);

/// The pushes of one document. A closed document stays until its diagnostics are cleared.
#[derive(Debug, Default)]
struct PushState {
    /// The time of the next push, if anything has changed.
    due: Option<Duration>,
    /// The time of the first change that no push has shown yet.
    since: Option<Duration>,
    /// The time when the word that was typed last counts as finished.
    rest: Option<Duration>,
    /// The result id of the last push since the document was opened.
    pushed: Option<String>,
    /// Whether the client shows diagnostics of the document, which have to be cleared in the end.
    shown: bool,
    /// Whether the client has pulled since the document was opened.
    pulled: bool,
    /// Whether the client has got the diagnostics with those of its folder since the document was opened.
    is_covered: bool,
}

impl PushState {
    fn change(&mut self, now: Duration) {
        // The first push keeps its later time.
        self.due.get_or_insert(now);
        self.since.get_or_insert(now);
    }
}

#[derive(Debug, Default)]
struct PublisherState {
    documents: HashMap<String, PushState>,
    /// Whether the client pulls by itself.
    client_pulls: bool,
    /// Diagnostics to push for files that are not open, by URI.
    for_files: BTreeMap<String, Box<RawValue>>,
}

/// Decides which diagnostics are pushed and when, and pushes them.
#[derive(Debug)]
pub(crate) struct Publisher {
    sources: Sources,
    /// The unit of the client's columns; set by `initialize`.
    unit: OnceLock<ColumnUnit>,
    state: Mutex<PublisherState>,
    wake: Notify,
}

/// The parts of a session that a push needs.
#[derive(Debug)]
pub(super) struct Sources {
    pub(super) documents: Arc<Documents>,
    pub(super) backlog: Arc<Backlog>,
    pub(super) client: Arc<Client>,
    pub(super) outbox: Outbox,
    pub(super) meter: Arc<Meter>,
    pub(super) runtime: Arc<dyn Runtime>,
}

impl Publisher {
    pub(super) fn new(sources: Sources) -> Self {
        Self { sources, unit: OnceLock::new(), state: Mutex::default(), wake: Notify::new() }
    }

    /// Sets the unit of the client's columns.
    pub(super) fn on_initialize(&self, unit: ColumnUnit) {
        let _ = self.unit.set(unit);
    }

    fn unit(&self) -> ColumnUnit {
        self.unit.get().copied().unwrap_or_default()
    }

    fn now(&self) -> Duration {
        self.sources.runtime.now()
    }

    fn lock(&self) -> MutexGuard<'_, PublisherState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes that a document was opened, perhaps again.
    pub(crate) fn opened(&self, uri: &str, may_pull: bool) {
        let mut state = self.lock();
        let push = state.documents.entry(uri.to_owned()).or_default();
        let wait = if may_pull { WAIT_FOR_PULL } else { Duration::ZERO };
        let now = self.now();
        *push = PushState { due: Some(now + wait), since: Some(now), shown: push.shown, ..PushState::default() };
        self.wake.notify_one();
    }

    /// Notes that a document, or its settings, has changed.
    pub(crate) fn changed(&self, uri: &str) {
        let mut state = self.lock();
        state.documents.entry(uri.to_owned()).or_default().change(self.now());
        self.wake.notify_one();
    }

    /// Notes that a document has changed by a word that is still being typed.
    pub(crate) fn typed(&self, uri: &str) {
        let now = self.now();
        let mut state = self.lock();
        let push = state.documents.entry(uri.to_owned()).or_default();
        push.change(now);
        push.rest = Some(now + REST);
        self.wake.notify_one();
    }

    /// Shows the diagnostics on words that the user has stopped typing.
    fn take_rests(&self) {
        let now = self.now();
        let mut state = self.lock();
        let PublisherState { documents, client_pulls, .. } = &mut *state;
        for (uri, push) in documents.iter_mut().filter(|(_, push)| push.rest.is_some_and(|rest| rest <= now)) {
            push.rest = None;
            if !self.sources.documents.rest(uri) {
                continue;
            }
            push.change(now);
            if *client_pulls && push.pulled {
                self.sources.client.ask::<WorkspaceDiagnosticRefresh>((), drop);
            }
        }
    }

    /// Notes that a document was closed or given up.
    pub(crate) fn closed(&self, uri: &str) {
        if let Some(push) = self.lock().documents.get_mut(uri) {
            push.due = Some(self.now());
            self.wake.notify_one();
        }
    }

    /// Notes that the client has pulled the diagnostics of a document.
    pub(crate) fn pulled(&self, uri: &str) {
        let mut state = self.lock();
        let PublisherState { documents, client_pulls, .. } = &mut *state;
        let Some(push) = documents.get_mut(uri) else { return };
        push.pulled = true;
        *client_pulls |= push.due.is_some();
        if *client_pulls {
            let now = self.now();
            for push in documents.values_mut().filter(|push| push.pulled && push.shown) {
                push.due = Some(now);
            }
            self.wake.notify_one();
        }
    }

    /// Returns whether the client pulls the diagnostics of this document.
    pub(super) fn is_pulled(&self, uri: &str) -> bool {
        self.lock().is_pulled(uri)
    }

    /// Notes that the client gets the diagnostics of a document with those of its folder, so that they are not pushed,
    /// too.
    pub(super) fn cover(&self, uri: &str) {
        let now = self.now();
        if let Some(push) = self.lock().documents.get_mut(uri) {
            push.is_covered = true;
            if push.shown {
                push.due = Some(now);
                self.wake.notify_one();
            }
        }
    }

    /// Returns whether the client gets the diagnostics of a document only with those of its folder.
    pub(super) fn is_covered(&self, uri: &str) -> bool {
        let state = self.lock();
        state.is_covered(uri) && !state.is_pulled(uri)
    }

    /// Pushes the diagnostics of a file that is not open; an empty list removes earlier ones.
    pub(super) fn file(&self, uri: String, diagnostics: &(impl Serialize + ?Sized)) {
        // A client that has stopped reading is to find only the last of a file.
        self.lock().for_files.insert(uri, json_of(diagnostics));
        self.wake.notify_one();
    }

    fn next_for_file(&self) -> Option<PublishParams> {
        let mut state = self.lock();
        // The diagnostics of a closed document are cleared before those of its file come.
        let is_due = |uri: &str| state.documents.get(uri).is_some_and(|push| push.due.is_some());
        let uri = state.for_files.keys().find(|uri| !is_due(uri)).cloned()?;
        let diagnostics = state.for_files.remove(&uri)?;
        Some(PublishParams { uri, diagnostics, version: None })
    }

    /// Pushes diagnostics; never returns.
    pub(crate) async fn run(&self) {
        loop {
            while let Some(message) = self.next_for_file() {
                self.sources.outbox.send(&message.notification()).await;
            }
            let next = self.lock().documents.values().flat_map(|push| [push.due, push.rest]).flatten().min();
            match next {
                None => self.wake.notified().await,
                Some(due) => match due.checked_sub(self.now()).filter(|wait| !wait.is_zero()) {
                    // A timer is exact to a millisecond only, so what is due is not left to one.
                    Some(wait) => {
                        future::select(self.sources.runtime.sleep(wait), pin!(self.wake.notified())).await;
                    }
                    None => {
                        self.take_rests();
                        let Sources { runtime, backlog, .. } = &self.sources;
                        with_timeout(&**runtime, MAX_WAIT, backlog.emptied()).await;
                        for uri in self.take_due() {
                            self.push(uri).await;
                        }
                    }
                },
            }
        }
    }

    fn take_due(&self) -> Vec<String> {
        let now = self.now();
        let mut state = self.lock();
        let due = state.documents.iter_mut().filter(|(_, push)| push.due.is_some_and(|due| due <= now));
        due.map(|(uri, push)| {
            push.due = None;
            uri.clone()
        })
        .collect()
    }

    async fn push(&self, uri: String) {
        let Some((message, since)) = self.message(&uri).await else { return };
        self.sources.outbox.send(&message.notification()).await;
        if let Some(since) = since {
            self.sources.meter.add(EDIT_TO_DIAGNOSTICS, self.now().saturating_sub(since));
        }
    }

    /// Returns the diagnostics to send for a document, and the time of the first change that they show.
    async fn message(&self, uri: &str) -> Option<(PublishParams, Option<Duration>)> {
        let view = self.sources.documents.view(uri);
        let report = match &view {
            Ok(view) if !self.lock().is_left_to_client(uri) => {
                let (view, unit) = (view.clone(), self.unit());
                let length = view.document.text().len_bytes();
                let since = self.lock().documents.get(uri)?.since.unwrap_or_else(|| self.now());
                let runtime = Arc::clone(&self.sources.runtime);
                // What is typed over is not read to its end, unless nothing was pushed for too long.
                let work = move || {
                    let stop = || view.document.is_superseded() && runtime.now().saturating_sub(since) < MAX_WAIT;
                    DocumentReport::unless(&view, unit, &stop)
                };
                // A panic has been logged, and the next edit gives another chance. If the document has changed, its
                // next version is due.
                Some(if length < READ_AT_ONCE {
                    catch_unwind(AssertUnwindSafe(work)).ok()??
                } else {
                    finished(&*self.sources.runtime, work).await.ok()??
                })
            }
            _ => None,
        };
        let mut state = self.lock();
        let push = state.documents.get_mut(uri)?;
        if push.due.is_some() && push.since.is_none_or(|since| self.now().saturating_sub(since) < MAX_WAIT) {
            // It has changed in the meantime, and this is not the newest version any more.
            return None;
        }
        let since = std::mem::replace(&mut push.since, push.due);
        let Some(DocumentReport { json, id }) = report else {
            let clear = push.shown;
            push.shown = false;
            if view.is_err() {
                state.documents.remove(uri);
            }
            return clear
                .then(|| (PublishParams { uri: uri.to_owned(), diagnostics: json_of(&[(); 0]), version: None }, None));
        };
        if push.pushed.as_ref() == Some(&id) {
            return None;
        }
        push.pushed = Some(id);
        push.shown = true;
        Some((PublishParams { uri: uri.to_owned(), diagnostics: json, version: view.ok()?.version }, since))
    }
}

impl PublisherState {
    fn is_pulled(&self, uri: &str) -> bool {
        self.client_pulls && self.documents.get(uri).is_some_and(|push| push.pulled)
    }

    fn is_covered(&self, uri: &str) -> bool {
        self.documents.get(uri).is_some_and(|push| push.is_covered)
    }

    /// Whether a document is left to the client's pulls, or to the reports on its folder.
    fn is_left_to_client(&self, uri: &str) -> bool {
        self.is_covered(uri) || self.is_pulled(uri)
    }
}

/// The parameters of `textDocument/publishDiagnostics`, with the URI as the client wrote it; `lsp_types` would
/// normalize the URI.
#[derive(Debug, Serialize)]
struct PublishParams {
    uri: String,
    diagnostics: Box<RawValue>,
    #[serde(skip_serializing_if = "Option::is_none")]
    version: Option<i32>,
}

impl PublishParams {
    fn notification(&self) -> impl Serialize {
        #[derive(Serialize)]
        struct Notification<'m> {
            jsonrpc: &'static str,
            method: &'static str,
            params: &'m PublishParams,
        }
        Notification { jsonrpc: "2.0", method: PublishDiagnostics::METHOD, params: self }
    }
}
