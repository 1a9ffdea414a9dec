//! The check of the client's folders: the problems of all files, besides those of open documents.
//!
//! # On request
//!
//! Nothing is read until the client asks for the reports (`workspace/diagnostic`), or the user for a check. A request
//! with a token for partial results stays unanswered: it gets what has changed, waits without a thread until something
//! changes again, and ends when the next request comes. So a client that asks again and again costs nothing.
//!
//! # Files and documents
//!
//! The report on an open document is made from its text in the editor, and only if the client does not pull it: such a
//! document is left to the client, and its edits change nothing here. When it is closed, the client gets the report on
//! its file again, whatever it shows for it.

mod findings;
mod pull;

use std::collections::{BTreeSet, HashMap};
use std::mem;
use std::path::{Path, PathBuf};
use std::pin::pin;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use futures::channel::oneshot;
use futures::future::{Either, select};
use serde_json::{Value, json};
use tokio::sync::{self, Notify};
use tower_lsp::lsp_types::MessageType;
use tower_lsp::lsp_types::request::WorkspaceDiagnosticRefresh;

use self::findings::Sizes;
use self::pull::Reports;
use super::client::Client;
use super::publisher::Publisher;
use super::report::DocumentReport;
use crate::capabilities::ClientCapabilities;
use crate::documents::{DocumentView, Documents};
use crate::file_system::FileSystem;
use ishi_rpc::{Answer, Runtime, finished};

pub(super) use self::findings::{AT_ONCE, Findings, Reader};
pub(crate) use self::pull::{Pull, PulledBefore};

/// How long changes are collected before files are read, because a checkout changes thousands of files at once.
const GATHER: Duration = Duration::from_millis(50);

/// The time after which all folders are listed again for a new request, because a client may lose reports of changes.
const MAX_AGE: Duration = Duration::from_secs(300);

/// The maximum number of changed paths that are kept. With more, listing the folders takes no longer.
const MAX_STALE: usize = 10_000;

/// The parts of a session that a check needs.
#[derive(Debug)]
pub(super) struct CheckSources {
    pub(super) client: Arc<Client>,
    pub(super) documents: Arc<Documents>,
    pub(super) publisher: Arc<Publisher>,
    pub(super) runtime: Arc<dyn Runtime>,
    pub(super) files: Arc<dyn FileSystem>,
}

/// Checks the files of the client's folders, and sends their reports.
#[derive(Debug)]
pub(crate) struct FolderCheck {
    sources: CheckSources,
    capabilities: OnceLock<Arc<ClientCapabilities>>,
    state: Mutex<CheckState>,
    /// Notified when a file, a setting or a document has changed.
    wake: Notify,
    /// The findings from which requests are answered. Locked while files are read for a request.
    findings: sync::Mutex<Findings>,
}

#[derive(Debug, Default)]
struct CheckState {
    /// The folders whose files are read.
    folders: Vec<PathBuf>,
    /// The folders that are read only if the user asks for it.
    unasked: Vec<PathBuf>,
    /// The files and folders that may have changed since they were listed.
    stale: BTreeSet<PathBuf>,
    /// The files whose documents were closed since the last reports.
    closed: BTreeSet<PathBuf>,
    /// When all folders were listed; `None` if they were not.
    listed: Option<Duration>,
    /// Whether the client reports changes of files.
    is_watched: bool,
    /// The last request, which ends when this is dropped, unless it has been answered.
    request: Option<oneshot::Sender<()>>,
    /// Whether the client has been asked for another request since the last one.
    is_asked: bool,
    /// The numbers of the findings after the last reports.
    sizes: Sizes,
}

impl CheckState {
    fn list_all(&mut self) {
        self.stale = self.folders.iter().cloned().collect();
    }

    /// Whether a request is waiting for reports.
    fn is_waiting(&self) -> bool {
        self.request.as_ref().is_some_and(|request| !request.is_canceled())
    }
}

/// The paths whose files are being listed. Unless all their files were read, they are stale again when this is dropped.
struct Taken<'c> {
    check: &'c FolderCheck,
    paths: BTreeSet<PathBuf>,
}

impl Drop for Taken<'_> {
    fn drop(&mut self) {
        self.check.state().stale.append(&mut self.paths);
    }
}

impl FolderCheck {
    pub(super) fn new(sources: CheckSources) -> Self {
        Self {
            sources,
            capabilities: OnceLock::new(),
            state: Mutex::default(),
            wake: Notify::new(),
            findings: sync::Mutex::default(),
        }
    }

    fn state(&self) -> MutexGuard<'_, CheckState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes the capabilities of the client.
    pub(super) fn on_initialize(&self, capabilities: Arc<ClientCapabilities>) {
        let _ = self.capabilities.set(capabilities);
    }

    fn client(&self) -> Arc<ClientCapabilities> {
        self.capabilities.get().map(Arc::clone).unwrap_or_default()
    }

    /// Notes that the client reports changes of files from now on.
    pub(super) fn on_watched(&self) {
        self.state().is_watched = true;
    }

    /// Sets the folders: those whose files are read, and those that are read only if the user asks for it.
    pub(super) fn change_folders(&self, folders: Vec<PathBuf>, unasked: Vec<PathBuf>) {
        let mut state = self.state();
        (state.folders, state.unasked) = (folders, unasked);
        state.list_all();
        self.wake.notify_one();
    }

    /// Notes files and folders in which something may have changed: a file, its settings, or whether it is ignored.
    pub(super) fn report(&self, paths: impl IntoIterator<Item = PathBuf>) {
        let is_changed = {
            let mut state = self.state();
            state.stale.extend(paths);
            if state.stale.len() > MAX_STALE {
                state.list_all();
            }
            !state.stale.is_empty()
        };
        if is_changed {
            self.wake.notify_one();
            self.ask_again();
        }
    }

    /// Notes that any file may have changed, or its settings.
    pub(super) fn report_all(&self) {
        self.state().list_all();
        self.wake.notify_one();
    }

    /// Brings the reports up to date that the client has pulled: those of a request that waits, or else by asking the
    /// client to pull again.
    pub(super) fn refresh(&self) {
        self.report_all();
        self.ask_again();
    }

    /// Asks a client that has pulled reports, and does not wait for others, to pull again.
    fn ask_again(&self) {
        let mut state = self.state();
        let has_answer = state.request.is_some() && !state.is_waiting();
        if has_answer && !mem::replace(&mut state.is_asked, true) && self.client().refreshes_diagnostics {
            self.sources.client.ask::<WorkspaceDiagnosticRefresh>((), drop);
        }
    }

    /// Notes that a document was opened. If the client does not pull it, the current request gets its report.
    pub(crate) fn document_opened(&self) {
        if self.state().is_waiting() {
            self.wake.notify_one();
        }
    }

    /// Notes that a document was edited. If the client does not pull it, the current request gets its report.
    pub(crate) fn document_changed(&self, uri: &str) {
        if self.sources.publisher.is_covered(uri) {
            self.wake.notify_one();
        }
    }

    /// Notes that the document of a file was closed.
    pub(crate) fn document_closed(&self, path: PathBuf) {
        let mut state = self.state();
        if state.closed.len() < MAX_STALE {
            state.closed.insert(path);
        }
        self.wake.notify_one();
    }

    /// Ends the current request, if there is one, with an empty answer.
    pub(crate) fn release(&self) {
        self.state().request = None;
    }

    /// Returns the numbers of the findings, for `ishi/status`.
    pub(super) fn sizes(&self) -> Value {
        let state = self.state();
        let Sizes { files, with_findings, bytes, left_out } = state.sizes;
        json!({
            "files": files, "withProblems": with_findings, "bytes": bytes, "leftOut": left_out,
            "changed": state.stale.len(), "isWaiting": state.is_waiting(),
        })
    }

    /// Returns the report on a file that is not open, if it belongs to a folder.
    pub(crate) fn file_report(&self, uri: &str) -> Option<DocumentReport> {
        let path = self.sources.files.path(uri)?;
        let folders = self.state().folders.clone();
        let reader = self.reader(false);
        let is_there = reader.has(&folders, &path);
        is_there.then(|| reader.read(&path).unwrap_or_else(DocumentReport::nothing))
    }

    /// Answers a request for the reports on all files: at once, or, if it takes partial results, when the next request
    /// comes. The earlier request is ended before this returns, so the order of the requests is that of the calls.
    pub(crate) fn pull(self: Arc<Self>, pull: Pull) -> impl Future<Output = Answer> + Send {
        let ended = self.begin();
        async move {
            match select(ended, pin!(self.answer(pull))).await {
                Either::Left(_) => pull::nothing(),
                Either::Right((answer, _)) => answer,
            }
        }
    }

    /// Begins a request, which ends the one before it. The returned future is ready when another request begins.
    fn begin(&self) -> oneshot::Receiver<()> {
        let (request, ended) = oneshot::channel();
        let now = self.sources.runtime.now();
        let mut state = self.state();
        if !state.is_watched || state.listed.is_none_or(|listed| now >= listed + MAX_AGE) {
            state.list_all();
            state.listed = Some(now);
        }
        (state.request, state.is_asked) = (Some(request), false);
        ended
    }

    async fn answer(&self, pull: Pull) -> Answer {
        let mut reports = Reports::new(pull, Arc::clone(&self.sources.files), self.client().repeats_reports);
        loop {
            self.add_reports(&mut reports).await;
            if let Some(answer) = reports.answer() {
                return answer;
            }
            self.wake.notified().await;
            self.sources.runtime.sleep(GATHER).await;
        }
    }

    /// Reads the files that have changed, and sends the reports that differ from those that the client has.
    async fn add_reports(&self, reports: &mut Reports) {
        let CheckSources { client, runtime, .. } = &self.sources;
        let mut findings = self.findings.lock().await;
        let (mut taken, folders) = {
            let mut state = self.state();
            for path in mem::take(&mut state.closed) {
                reports.forget(path);
            }
            let paths = mem::take(&mut state.stale);
            (Taken { check: self, paths }, state.folders.clone())
        };
        let reader = self.reader(false);
        let mut changed = findings.list(&**runtime, &reader, folders, taken.paths.clone()).await;
        let open = self.open();
        self.add_documents(&findings, &open, reports).await;
        changed.retain(|file| !open.contains_key(&file.path));
        for batch in changed.chunks(AT_ONCE) {
            findings.read(&**runtime, &reader, batch).await;
            for file in batch {
                if let Some(report) = findings.report(&file.path) {
                    reports.add_file(&file.path, report);
                }
            }
            reports.send(client, true).await;
        }
        taken.paths.clear();
        for (path, report) in findings.reports().filter(|(path, _)| !open.contains_key(*path)) {
            reports.add_file(path, report);
            reports.send(client, false).await;
        }
        let uris = self.sources.documents.uris();
        reports.clear(&findings, |path, uri| open.contains_key(path) || uris.iter().any(|open| open == uri));
        reports.send(client, true).await;
        let sizes = findings.sizes();
        let before = mem::replace(&mut self.state().sizes, sizes);
        if sizes.left_out > 0 && before.left_out == 0 {
            client.show_message(MessageType::INFO, format!("Problems are shown of {}.", sizes.in_words()));
        }
    }

    /// Adds the reports on the open documents that the client does not pull.
    async fn add_documents(
        &self,
        findings: &Findings,
        open: &HashMap<PathBuf, Option<DocumentView>>,
        reports: &mut Reports,
    ) {
        for (path, view) in open {
            let Some(view) = view.as_ref().filter(|_| findings.has(path)).cloned() else { continue };
            let (uri, version, unit) = (view.uri.clone(), view.version, self.client().unit);
            if self.sources.publisher.is_pulled(&uri) {
                continue;
            }
            // A panic has been logged, and the next edit gives another chance.
            let report = finished(&*self.sources.runtime, move || DocumentReport::new(&view, unit)).await;
            if let Ok(report) = report {
                self.sources.publisher.cover(&uri);
                reports.add_document(path, &uri, version, report);
            }
        }
        reports.send(&self.sources.client, true).await;
    }

    /// Returns the open documents by the paths of their files. A document that is out of sync has no view.
    pub(super) fn open(&self) -> HashMap<PathBuf, Option<DocumentView>> {
        let CheckSources { documents, files, .. } = &self.sources;
        let uris = documents.uris();
        uris.iter().filter_map(|uri| Some((files.path(uri)?, documents.view(uri).ok()))).collect()
    }

    pub(super) fn reader(&self, is_asked: bool) -> Arc<Reader> {
        let CheckSources { documents, files, .. } = &self.sources;
        Reader::new(Arc::clone(files), documents.settings(), self.client().unit, is_asked)
    }

    /// Returns all folders, for work that the user asks for.
    pub(super) fn all_folders(&self) -> Vec<PathBuf> {
        let state = self.state();
        state.folders.iter().chain(&state.unasked).cloned().collect()
    }

    /// Whether the client has pulled the report on a file.
    pub(super) fn is_pulled(&self, reader: &Reader, path: &Path) -> bool {
        let state = self.state();
        state.request.is_some() && state.folders.iter().any(|folder| path.starts_with(folder)) && reader.is_pulled(path)
    }
}
