//! Work on the client's folders that the user asks for: a check whose findings are pushed, and safe fixes of all
//! records.
//!
//! A check is for clients that do not pull the problems of their folders. The findings of a file stay until the next
//! check, also while its document is open, when the client shows those of the document instead.

use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde_json::{Map, Value, json};
use tokio::sync::Mutex;
use tower_lsp::lsp_types::MessageType;

use super::client::Client;
use super::folder_check::{AT_ONCE, Findings, FolderCheck};
use super::progress::{Progress, Runs};
use super::publisher::Publisher;
use crate::capabilities::ClientCapabilities;
use crate::documents::DocumentView;
use crate::file_system::FileSystem;
use crate::proto::{Converter, ProgressReport};
use ishi_check::check::{self, Fixed};
use ishi_ide::document::Format;
use ishi_position::ColumnUnit;
use ishi_rpc::{Runtime, finished};
use ishi_text::counted;
use ishi_work::parallel::Pool;

/// The maximum length in bytes of the edits that are offered at once.
const MAX_EDITS: usize = 16 << 20;

/// The id of the annotation of all edits.
const ANNOTATION: &str = "ishi.fixFolder";

/// The work that a user may ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FolderCommand {
    /// Check all records, and push the findings.
    Check,
    /// Offer the safe fixes of all records as one edit.
    Fix,
}

/// The parts of a session that the work needs.
#[derive(Debug)]
pub(super) struct CommandSources {
    pub(super) client: Arc<Client>,
    pub(super) publisher: Arc<Publisher>,
    pub(super) runtime: Arc<dyn Runtime>,
    pub(super) files: Arc<dyn FileSystem>,
    pub(super) check: Arc<FolderCheck>,
}

/// Does the work, one after the other.
#[derive(Debug)]
pub(crate) struct FolderCommands {
    sources: CommandSources,
    /// The findings of the last check. Locked while anything is done.
    pushed: Mutex<Pushed>,
    runs: Runs,
}

/// The findings of the last check.
#[derive(Debug, Default)]
struct Pushed {
    findings: Findings,
    /// The files for which the client shows findings.
    shown: BTreeSet<PathBuf>,
}

impl FolderCommands {
    pub(super) fn new(sources: CommandSources) -> Self {
        Self { sources, pushed: Mutex::default(), runs: Runs::new("ishi/folder/") }
    }

    /// Stops the work of a progress.
    pub(crate) fn cancel(&self, token: &str) {
        self.runs.stop(token);
    }

    /// Begins some work, whose result is a message to the user. Returns without waiting for it.
    pub(crate) fn run(self: &Arc<Self>, command: FolderCommand, client: Arc<ClientCapabilities>) {
        let work = Arc::clone(self);
        self.sources.runtime.spawn(Box::pin(async move {
            let number = work.runs.next();
            let title = match command {
                FolderCommand::Check => "Checking records",
                FolderCommand::Fix => "Fixing records",
            };
            let token = work.runs.token(number);
            let progress = Progress::begin(&work.sources.client, token, title, client.shows_progress).await;
            let mut pushed = work.pushed.lock().await;
            let result = match command {
                FolderCommand::Check => work.check(&mut pushed, number, &progress).await,
                FolderCommand::Fix => work.fix(number, &progress, &client).await,
            };
            progress.report(ProgressReport::End(result.clone())).await;
            work.sources.client.show_message(MessageType::INFO, result);
        }));
    }

    /// Checks all records, pushes their findings, and returns the result in words.
    async fn check(&self, pushed: &mut Pushed, number: u64, progress: &Progress) -> String {
        let CommandSources { runtime, check, .. } = &self.sources;
        let (reader, folders, open) = (check.reader(true), check.all_folders(), check.open());
        if folders.is_empty() {
            return NO_FOLDER.to_owned();
        }
        let among = folders.iter().cloned().collect();
        let mut changed = pushed.findings.list(&**runtime, &reader, folders, among).await;
        changed.retain(|file| !open.contains_key(&file.path));
        let mut done = 0;
        for batch in changed.chunks(AT_ONCE) {
            if self.runs.is_stopped(number) {
                break;
            }
            pushed.findings.read(&**runtime, &reader, batch).await;
            done += batch.len();
            progress.report(part_of(done, changed.len())).await;
        }
        // What was pushed before and is not found again is removed.
        let mut over = std::mem::take(&mut pushed.shown);
        for (path, report) in pushed.findings.reports() {
            if !open.contains_key(path) && !check.is_pulled(&reader, path) && self.push(path, &report.json) {
                over.remove(path);
                pushed.shown.insert(path.to_path_buf());
            }
        }
        for path in over.iter().filter(|path| !open.contains_key(*path)) {
            self.push(path, &[(); 0]);
        }
        check.refresh();
        let sizes = pushed.findings.sizes();
        let problems = match sizes.with_findings {
            0 => "No problems".to_owned(),
            files => format!("Problems in {}", counted(files, "file")),
        };
        if done < changed.len() {
            return format!("Stopped after {done} of {} files.", changed.len());
        }
        format!("{problems}; checked {}.", sizes.in_words())
    }

    /// Pushes the findings of a file whose document was closed, if the last check has pushed them.
    pub(crate) fn document_closed(self: &Arc<Self>, path: PathBuf) {
        let work = Arc::clone(self);
        self.sources.runtime.spawn(Box::pin(async move {
            let mut pushed = work.pushed.lock().await;
            let Pushed { findings, shown } = &mut *pushed;
            if !findings.has(&path) {
                return;
            }
            let CommandSources { runtime, check, .. } = &work.sources;
            let reader = check.reader(true);
            let among = BTreeSet::from([path.clone()]);
            let changed = findings.list(&**runtime, &reader, check.all_folders(), among).await;
            findings.read(&**runtime, &reader, &changed).await;
            if check.open().contains_key(&path) || check.is_pulled(&reader, &path) {
                return;
            }
            if let Some(report) = findings.report(&path)
                && work.push(&path, &report.json)
            {
                shown.insert(path);
            } else {
                shown.remove(&path);
            }
        }));
    }

    /// Pushes the diagnostics of a file. Returns false if it has no URI.
    fn push(&self, path: &Path, diagnostics: &(impl serde::Serialize + ?Sized)) -> bool {
        let uri = self.sources.files.uri(path);
        uri.map(|uri| self.sources.publisher.file(uri, diagnostics)).is_some()
    }

    /// Offers the safe fixes of all records, and returns the result in words.
    async fn fix(&self, number: u64, progress: &Progress, client: &Arc<ClientCapabilities>) -> String {
        let CommandSources { runtime, check, .. } = &self.sources;
        let (reader, folders, open) = (check.reader(true), check.all_folders(), Arc::new(check.open()));
        if folders.is_empty() {
            return NO_FOLDER.to_owned();
        }
        let mut findings = Findings::default();
        let among = folders.iter().cloned().collect();
        let files = findings.list(&**runtime, &reader, folders, among).await;
        let mut fixes = Fixes::default();
        let mut done = 0;
        for batch in files.chunks(AT_ONCE) {
            if self.runs.is_stopped(number) || fixes.length > MAX_EDITS {
                break;
            }
            let (worker, open, unit) = (Arc::clone(&reader), Arc::clone(&open), client.unit);
            let paths: Vec<PathBuf> = batch.iter().map(|file| file.path.clone()).collect();
            let fix = move |path: &PathBuf| match open.get(path) {
                Some(view) => view.as_ref().map_or(FileFix::Skipped, |view| FileFix::of_view(view, unit)),
                None => match worker.text(path) {
                    Ok(Some(text)) => {
                        worker.view(path, &text).map_or(FileFix::Skipped, |view| FileFix::of_view(&view, unit))
                    }
                    Ok(None) => FileFix::Nothing,
                    Err(_) => FileFix::Skipped,
                },
            };
            // A panic has been logged.
            if let Ok(batch) = finished(&**runtime, move || Pool::in_background().map(&paths, fix)).await {
                for fix in batch {
                    fixes.add(fix);
                }
            }
            done += batch.len();
            progress.report(part_of(done, files.len())).await;
        }
        if done < files.len() && self.runs.is_stopped(number) {
            return "Stopped; nothing was changed.".to_owned();
        }
        let result = fixes.in_words(done < files.len());
        if !fixes.documents.is_empty() {
            self.sources.client.apply_workspace_edit(&fixes.into_edit(client));
        }
        result
    }
}

const NO_FOLDER: &str = "There is no folder to work on: open one, or put an ishi.toml into it.";

fn part_of(done: usize, total: usize) -> ProgressReport {
    ProgressReport::Report(Some((done * 100 / total.max(1)) as u32), format!("{done} of {total} files"))
}

/// The fixes of one file.
enum FileFix {
    /// There is nothing to fix.
    Nothing,
    /// The file can't be fixed here, but perhaps by `ishi check --fix`: it is not UTF-8, not a record, or has a CR
    /// without LF.
    Skipped,
    /// The edits, and the number of fixes.
    Edits { uri: String, version: Option<i32>, edits: Vec<Value>, count: usize },
}

impl FileFix {
    /// Returns the fixes that `ishi check --fix` would apply.
    fn of_view(view: &DocumentView, unit: ColumnUnit) -> Self {
        let converter = Converter::new(view, unit);
        if view.document.format() != Format::Record || view.is_misnamed || !converter.is_certain() {
            return Self::Skipped;
        }
        let text = view.document.text().to_string();
        let severities = view.config.check.severities_in(view.path.as_deref());
        let Fixed { edits, applied, .. } = check::fix(&text, &severities, false);
        if edits.is_empty() {
            return Self::Nothing;
        }
        let edits = converter.text_edits(edits).into_iter().map(|edit| json!(edit)).collect();
        Self::Edits { uri: view.uri.clone(), version: view.version, edits, count: applied.values().sum() }
    }
}

/// The fixes of all files.
#[derive(Default)]
struct Fixes {
    /// The edits of each document: its URI and version, and the edits.
    documents: Vec<(String, Option<i32>, Vec<Value>)>,
    count: usize,
    skipped: usize,
    /// The length of the edits in bytes.
    length: usize,
}

impl Fixes {
    fn add(&mut self, fix: FileFix) {
        match fix {
            FileFix::Nothing => {}
            FileFix::Skipped => self.skipped += 1,
            FileFix::Edits { uri, version, edits, count } => {
                // A range takes about a hundred bytes.
                let length = |edit: &Value| 100 + edit["newText"].as_str().map_or(0, str::len);
                self.length += edits.iter().map(length).sum::<usize>();
                self.count += count;
                self.documents.push((uri, version, edits));
            }
        }
    }

    fn fixes(&self) -> String {
        format!("{} {}", self.count, if self.count == 1 { "fix" } else { "fixes" })
    }

    fn in_words(&self, is_cut: bool) -> String {
        let mut words = match self.count {
            0 => "Nothing can be fixed with certainty.".to_owned(),
            _ => format!("{} in {}.", self.fixes(), counted(self.documents.len(), "file")),
        };
        if self.skipped > 0 {
            let (files, are) = (counted(self.skipped, "file"), if self.skipped == 1 { "is" } else { "are" });
            words = format!("{words} {files} {are} left to `ishi check --fix`: not UTF-8, or not a record alone.");
        }
        if is_cut {
            words.push_str(" Further files have to wait for the next run.");
        }
        words
    }

    /// Returns the `WorkspaceEdit`, in which the user has to confirm each change if the client can ask for that.
    fn into_edit(self, client: &ClientCapabilities) -> Value {
        if !client.versioned_edits {
            let changes: Map<String, Value> =
                self.documents.into_iter().map(|(uri, _, edits)| (uri, Value::Array(edits))).collect();
            return json!({ "changes": changes });
        }
        let is_annotated = client.annotates_changes;
        let document = |(uri, version, mut edits): (String, Option<i32>, Vec<Value>)| {
            for edit in edits.iter_mut().filter(|_| is_annotated) {
                edit["annotationId"] = json!(ANNOTATION);
            }
            json!({"textDocument": {"uri": uri, "version": version}, "edits": edits})
        };
        let description = format!("{} with certainty", self.fixes());
        let changes: Vec<Value> = self.documents.into_iter().map(document).collect();
        if !is_annotated {
            return json!({ "documentChanges": changes });
        }
        let annotation = json!({"label": "Fix records", "description": description, "needsConfirmation": true});
        let annotations = HashMap::from([(ANNOTATION, annotation)]);
        json!({"documentChanges": changes, "changeAnnotations": annotations})
    }
}
