//! The reports that answer one `workspace/diagnostic`: the difference between the findings and what the client has.

use std::collections::HashMap;
use std::mem;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::Serialize;
use serde_json::value::RawValue;
use tower_lsp::lsp_types::NumberOrString;

use super::findings::Findings;
use crate::file_system::FileSystem;
use crate::session::client::Client;
use crate::session::report::{DocumentReport, json_of};
use ishi_rpc::Answer;

/// The length in bytes from which reports are sent in a message of their own.
const MAX_PART: usize = 1 << 20;

/// A request for the reports on all files.
#[derive(Debug)]
pub(crate) struct Pull {
    /// The token for partial results. Without it the client expects one answer, without waiting for changes.
    pub(crate) token: Option<NumberOrString>,
    /// The reports that the client has.
    pub(crate) before: Vec<PulledBefore>,
}

/// A report that the client has.
#[derive(Debug)]
pub(crate) struct PulledBefore {
    pub(crate) uri: String,
    pub(crate) id: String,
}

/// A report that the client has, as far as it is known.
#[derive(Debug)]
struct Held {
    /// The client's URI of the file.
    uri: String,
    /// The result id; `None` if the client may show something else.
    id: Option<String>,
}

/// A report to send.
#[derive(Debug)]
struct FileReport {
    uri: String,
    version: Option<i32>,
    /// `None` for a file without findings, or one that is gone.
    report: Option<Arc<DocumentReport>>,
}

/// `WorkspaceFullDocumentDiagnosticReport` of LSP.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ItemAnswer<'i> {
    kind: &'static str,
    uri: &'i str,
    version: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    result_id: Option<&'i str>,
    items: &'i RawValue,
}

/// `WorkspaceDiagnosticReport` of LSP.
#[derive(Serialize)]
struct ReportAnswer<'i> {
    items: Vec<ItemAnswer<'i>>,
}

/// The report without any items.
pub(super) fn nothing() -> Answer {
    Answer::of(&ReportAnswer { items: Vec::new() })
}

fn report_of<'i>(items: &'i [FileReport], none: &'i RawValue) -> ReportAnswer<'i> {
    let answer = |item: &'i FileReport| ItemAnswer {
        kind: "full",
        uri: &item.uri,
        version: item.version,
        result_id: item.report.as_ref().map(|report| &*report.id),
        items: item.report.as_ref().map_or(none, |report| &report.json),
    };
    ReportAnswer { items: items.iter().map(answer).collect() }
}

/// The reports of one request.
pub(super) struct Reports {
    files: Arc<dyn FileSystem>,
    token: Option<NumberOrString>,
    /// Whether the response repeats all reports that were sent as partial results.
    repeats: bool,
    held: HashMap<PathBuf, Held>,
    /// The URIs of reports that the client has on documents without a file.
    held_elsewhere: Vec<String>,
    /// The reports that are not sent yet.
    items: Vec<FileReport>,
    /// The length of [`Self::items`] in bytes.
    length: usize,
    /// The reports that were sent, if the response repeats them.
    sent: Vec<FileReport>,
    /// A list without diagnostics.
    none: Box<RawValue>,
}

impl Reports {
    pub(super) fn new(pull: Pull, files: Arc<dyn FileSystem>, repeats: bool) -> Self {
        let mut held = HashMap::new();
        let mut held_elsewhere = Vec::new();
        for PulledBefore { uri, id } in pull.before {
            match files.path(&uri) {
                Some(path) => drop(held.insert(path, Held { uri, id: Some(id) })),
                None => held_elsewhere.push(uri),
            }
        }
        let none = json_of(&[(); 0]);
        Self {
            files,
            token: pull.token,
            repeats,
            held,
            held_elsewhere,
            items: Vec::new(),
            length: 0,
            sent: Vec::new(),
            none,
        }
    }

    /// Notes a file whose document was closed: whatever the client shows for it now, it has to get the report.
    pub(super) fn forget(&mut self, path: PathBuf) {
        if let Some(held) = self.held.get_mut(&path) {
            held.id = None;
        } else if let Some(uri) = self.files.uri(&path) {
            self.held.insert(path, Held { uri, id: None });
        }
    }

    /// Adds the report on an open document.
    pub(super) fn add_document(&mut self, path: &Path, uri: &str, version: Option<i32>, report: DocumentReport) {
        let is_held = self.held.get(path).is_some_and(|held| held.id.as_deref() == Some(&report.id));
        if is_held || report.is_empty() && !self.held.contains_key(path) {
            return;
        }
        self.held.insert(path.to_path_buf(), Held { uri: uri.to_owned(), id: Some(report.id.clone()) });
        self.add(FileReport { uri: uri.to_owned(), version, report: Some(Arc::new(report)) });
    }

    /// Adds the report on a file that is not open, if it differs from what the client has.
    pub(super) fn add_file(&mut self, path: &Path, report: &Arc<DocumentReport>) {
        let uri = match self.held.get(path) {
            Some(held) if held.id.as_deref() == Some(&report.id) => return,
            Some(held) => held.uri.clone(),
            None => match self.files.uri(path) {
                Some(uri) => uri,
                None => return,
            },
        };
        self.held.insert(path.to_path_buf(), Held { uri: uri.clone(), id: Some(report.id.clone()) });
        self.add(FileReport { uri, version: None, report: Some(Arc::clone(report)) });
    }

    /// Adds an empty report for each file of which the client has a report and that has no findings now.
    pub(super) fn clear(&mut self, findings: &Findings, is_open: impl Fn(&Path, &str) -> bool) {
        let is_over = |path: &Path, held: &Held| findings.report(path).is_none() && !is_open(path, &held.uri);
        let mut over: Vec<PathBuf> =
            self.held.iter().filter(|(path, held)| is_over(path, held)).map(|(path, _)| path.clone()).collect();
        over.sort_unstable();
        let files = over.into_iter().filter_map(|path| Some(self.held.remove(&path)?.uri)).collect::<Vec<_>>();
        let (open, closed): (Vec<_>, Vec<_>) =
            mem::take(&mut self.held_elsewhere).into_iter().partition(|uri| is_open(Path::new(""), uri));
        self.held_elsewhere = open;
        for uri in files.into_iter().chain(closed) {
            self.add(FileReport { uri, version: None, report: None });
        }
    }

    fn add(&mut self, item: FileReport) {
        self.length += item.uri.len() + item.report.as_ref().map_or(0, |report| report.length());
        self.items.push(item);
    }

    /// Sends what was added as a partial result, if the client takes partial results and `is_due` or much was added.
    pub(super) async fn send(&mut self, client: &Client, is_due: bool) {
        let Some(token) = &self.token else { return };
        if self.items.is_empty() || !is_due && self.length < MAX_PART {
            return;
        }
        client.progress(token, &report_of(&self.items, &self.none)).await;
        let items = mem::take(&mut self.items);
        self.length = 0;
        if self.repeats {
            self.sent.extend(items);
        }
    }

    /// Returns the answer if there is one now: without a token for partial results there always is, and with it only
    /// for a client that reads reports from the response.
    pub(super) fn answer(&self) -> Option<Answer> {
        match (&self.token, self.repeats) {
            (None, _) => Some(Answer::of(&report_of(&self.items, &self.none))),
            (Some(_), true) if !self.sent.is_empty() => Some(Answer::of(&report_of(&self.sent, &self.none))),
            (Some(_), _) => None,
        }
    }
}
