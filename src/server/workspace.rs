//! The folders of the client, and the events in the files below them.
//!
//! One task keeps the index. What is to be read, again or for the first time, is put down as a path, and the task takes all
//! paths that there are by then at once: a folder as a whole when it is new, files as the client tells of them. It
//! walks the folders exactly as `ishi check` does, only to the paths that are wanted, and reads in threads that leave a core
//! to the user. A query is answered from what is there at that moment.
//!
//! What a document that is open says comes from its text, when somebody asks.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::mem;
use std::ops::Bound;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};
use std::time::Duration;

use serde_json::{Value, json};
use tokio::sync::Notify;
use tokio::sync::mpsc::{self, UnboundedSender};
use tokio::time::sleep;
use tower_lsp::lsp_types::notification;
use tower_lsp::lsp_types::request::WorkDoneProgressCreate;
use tower_lsp::lsp_types::{NumberOrString, SymbolInformation, Url, WorkDoneProgressCreateParams};

use super::connection::{Connection, patiently};
use super::convert::{self, Progress};
use super::documents::View;
use crate::config::{self, Config};
use crate::disk;
use crate::ide::{self, Entries};
use crate::parallel::Pool;
use crate::syntax::Keyword;
use crate::text::{self, Encoding};

/// How long paths are gathered before they are read: a checkout changes thousands of files at once.
const GATHER: Duration = Duration::from_millis(50);

/// How many files are read before what was found is put into the index and progress is told.
const AT_ONCE: usize = 128;

/// The largest file that is read for the index, in bytes.
const LARGEST_FILE: usize = 16 << 20;

/// How many files are kept at most, and how many bytes for all their events. Both are far beyond any collection of records;
/// somebody has opened the whole disk as a folder.
const MOST_FILES: usize = 200_000;
const MOST_BYTES: usize = 256 << 20;

/// How many events a query is answered with at most.
const MOST_FOUND: usize = 500;

/// How many values of a header are listed at most.
const MOST_VALUES: usize = 1000;

/// What the token of a progress begins with; a number follows.
const TOKEN: &str = "ishi/index/";

/// A folder of the client.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Folder {
    path: PathBuf,
}

impl Folder {
    /// The folder with this absolute path.
    pub(super) fn new(path: PathBuf) -> Self {
        Self { path }
    }
}

#[derive(Debug, Default)]
struct State {
    folders: Vec<Folder>,
    /// The client is ready.
    has_begun: bool,
    /// What is to be read: files, and folders with all that is in them.
    stale: BTreeSet<PathBuf>,
}

/// What is known of the files.
#[derive(Debug, Default)]
struct Index {
    files: BTreeMap<PathBuf, Entries>,
    /// The memory that they take, about.
    bytes: usize,
}

impl Index {
    fn insert(&mut self, path: PathBuf, entries: Entries) {
        self.remove(&path);
        self.bytes += cost(&path, &entries);
        self.files.insert(path, entries);
    }

    fn remove(&mut self, path: &Path) {
        if let Some((path, entries)) = self.files.remove_entry(path) {
            self.bytes -= cost(&path, &entries);
        }
    }

    fn remove_all(&mut self, paths: &[PathBuf]) {
        for path in paths {
            self.remove(path);
        }
    }

    /// The files at or below a path.
    fn below<'i>(&'i self, path: &'i Path) -> impl Iterator<Item = &'i PathBuf> {
        let from = (Bound::Included(path), Bound::Unbounded);
        self.files.range::<Path, _>(from).map(|(file, _)| file).take_while(move |file| file.starts_with(path))
    }

    fn is_full(&self) -> bool {
        self.files.len() >= MOST_FILES || self.bytes >= MOST_BYTES
    }
}

/// What a file costs in memory, with its place in the map.
fn cost(path: &Path, entries: &Entries) -> usize {
    const PLACE: usize = 64;
    path.as_os_str().len() + entries.size() + PLACE
}

/// The folders and what is known of them.
#[derive(Debug, Default)]
pub(super) struct Workspace {
    state: Mutex<State>,
    index: RwLock<Index>,
    wake: Notify,
    /// The number of the work that is not wanted any more.
    cancelled: AtomicU64,
}

impl Workspace {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn read(&self) -> RwLockReadGuard<'_, Index> {
        self.index.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self) -> RwLockWriteGuard<'_, Index> {
        self.index.write().unwrap_or_else(PoisonError::into_inner)
    }

    /// The client is ready: from now on files are read.
    pub(super) fn begin(&self) {
        self.state().has_begun = true;
        self.wake.notify_one();
    }

    /// Folders have gone from the client's and come to them (`workspace/didChangeWorkspaceFolders`).
    pub(super) fn change(&self, removed: &[Folder], added: Vec<Folder>) {
        let mut state = self.state();
        state.folders.retain(|folder| !removed.contains(folder));
        for folder in added {
            if !state.folders.contains(&folder) {
                state.stale.insert(folder.path.clone());
                state.folders.push(folder);
            }
        }
        let folders = state.folders.clone();
        drop(state);
        if !removed.is_empty() {
            let mut index = self.write();
            let is_left = |path: &Path| folders.iter().any(|folder| path.starts_with(&folder.path));
            let gone: Vec<PathBuf> = index.files.keys().filter(|path| !is_left(path)).cloned().collect();
            index.remove_all(&gone);
        }
        self.wake.notify_one();
    }

    /// Something has happened to files or folders on the disk.
    pub(super) fn touch(&self, paths: impl IntoIterator<Item = PathBuf>) {
        let mut state = self.state();
        let State { folders, stale, .. } = &mut *state;
        stale.extend(paths.into_iter().filter(|path| folders.iter().any(|folder| path.starts_with(&folder.path))));
        if !stale.is_empty() {
            self.wake.notify_one();
        }
    }

    /// All files are read again, since the settings say something else about how to read them.
    pub(super) fn touch_all(&self) {
        let mut state = self.state();
        let State { folders, stale, .. } = &mut *state;
        stale.extend(folders.iter().map(|folder| folder.path.clone()));
        self.wake.notify_one();
    }

    /// Stops the work that a progress is about. What was found by then is kept.
    pub(super) fn cancel(&self, token: &str) {
        if let Some(number) = token.strip_prefix(TOKEN).and_then(|number| number.parse().ok()) {
            self.cancelled.store(number, Ordering::Relaxed);
        }
    }

    /// The events that fit a query (`workspace/symbol`), those of the documents that are open as they are there.
    pub(super) fn symbols(&self, open: &[View], query: &str) -> Vec<SymbolInformation> {
        #[derive(Clone, Copy)]
        enum At<'a> {
            Document(&'a View),
            Disk(&'a Path),
        }
        let folders = self.state().folders.clone();
        let paths: Vec<Option<PathBuf>> = open.iter().map(|view| convert::path(&view.uri)).collect();
        let is_open: HashSet<&Path> = paths.iter().flatten().map(PathBuf::as_path).collect();
        let documents: Vec<Entries> = open.iter().map(|view| Entries::of(view.snapshot())).collect();
        let name = |at: At<'_>| match at {
            At::Document(view) => convert::path(&view.uri).map_or(view.uri.clone(), |path| name_of(&path, &folders)),
            At::Disk(path) => name_of(path, &folders),
        };
        let index = self.read();
        let documents = open.iter().zip(&documents).map(|(view, entries)| (At::Document(view), entries));
        let files = index.files.iter().filter(|(path, _)| !is_open.contains(path.as_path()));
        let files = files.map(|(path, entries)| (At::Disk(path), entries));
        let all = documents.chain(files).map(|(at, entries)| (at, name(at), entries));
        let symbols = ide::search(all, query, MOST_FOUND).into_iter().filter_map(|found| {
            let uri = match found.file {
                At::Document(view) => Url::parse(&view.uri).ok()?,
                // Nobody tells of files that go with their folder.
                At::Disk(path) => Url::from_file_path(path).ok().filter(|_| path.exists())?,
            };
            let file = name(found.file);
            Some(convert::found(found, uri, &file))
        });
        symbols.collect()
    }

    /// What the headers with this keyword say in all files and documents, the most frequent first.
    pub(super) fn values(&self, open: &[View], keyword: Keyword) -> Vec<String> {
        let documents: Vec<Entries> = open.iter().map(|view| Entries::of(view.snapshot())).collect();
        let paths: HashSet<PathBuf> = open.iter().filter_map(|view| convert::path(&view.uri)).collect();
        let index = self.read();
        let files = index.files.iter().filter(|(path, _)| !paths.contains(*path)).map(|(_, entries)| entries);
        ide::values(documents.iter().chain(files), keyword, MOST_VALUES)
    }

    /// How much is known, for `ishi/status`.
    pub(super) fn sizes(&self) -> Value {
        let (folders, waiting) = {
            let state = self.state();
            (state.folders.len(), state.stale.len())
        };
        let index = self.read();
        let events: usize = index.files.values().map(Entries::len).sum();
        json!({
            "folders": folders, "files": index.files.len(), "events": events, "bytes": index.bytes, "waiting": waiting,
        })
    }

    /// Takes all that is to be read.
    fn take(&self) -> Option<Work> {
        let mut state = self.state();
        if !state.has_begun || state.stale.is_empty() {
            return None;
        }
        let stale = mem::take(&mut state.stale);
        let is_whole = state.folders.iter().any(|folder| stale.contains(&folder.path));
        let targets = state.folders.iter().map(|folder| {
            let below = stale.iter().filter(|path| path.starts_with(&folder.path));
            (folder.path.clone(), below.cloned().collect())
        });
        Some(Work { targets: targets.collect(), is_whole })
    }

    fn is_cancelled(&self, number: u64) -> bool {
        self.cancelled.load(Ordering::Relaxed) == number
    }

    /// Does the work with this number, and tells how far it has come and what has come of it.
    fn work(&self, work: &Work, editors: Arc<Config>, number: u64, notes: &UnboundedSender<Progress>) {
        // Where nobody listens there is no progress to show.
        let tell = |note| drop(notes.send(note));
        let settings = FileSettings { editors, by_folder: Mutex::default() };
        let paths = self.find(work, &settings, number, &tell);
        if !self.is_cancelled(number) {
            let mut index = self.write();
            for target in work.targets.iter().flat_map(|(_, targets)| targets) {
                let is_gone = |path: &&PathBuf| paths.binary_search(path).is_err();
                let gone: Vec<PathBuf> = index.below(target).filter(is_gone).cloned().collect();
                index.remove_all(&gone);
            }
        }
        let pool = Pool::leaving_one_core();
        let mut done = 0;
        for batch in paths.chunks(AT_ONCE) {
            if self.is_cancelled(number) {
                break;
            }
            let read = pool.map(batch, |path| entries_of(path, &settings));
            if !self.put(batch, read) {
                tracing::warn!("there is more in the folders than the index of events can hold");
                break;
            }
            done += batch.len();
            tell(Progress::Report(Some((done * 100 / paths.len()) as u32), format!("{done} of {} files", paths.len())));
        }
        let stopped = if done < paths.len() || self.is_cancelled(number) { "stopped; " } else { "" };
        let index = self.read();
        let events: usize = index.files.values().map(Entries::len).sum();
        tell(Progress::End(format!("{stopped}{events} events in {} files", index.files.len())));
    }

    /// The records among what is to be read, sorted.
    fn find(&self, work: &Work, settings: &FileSettings, number: u64, tell: &impl Fn(Progress)) -> Vec<PathBuf> {
        const STEP: usize = 1000;
        let mut paths = Vec::new();
        for (folder, targets) in work.targets.iter().filter(|(_, targets)| !targets.is_empty()) {
            for file in disk::files_among(folder, targets.clone()) {
                if self.is_cancelled(number) || paths.len() >= MOST_FILES {
                    break;
                }
                match file {
                    Ok(path) if disk::is_record(&path) && !settings.exclude(&path, folder) => paths.push(path),
                    Ok(_) => continue,
                    Err(disk::Unreadable { path, reason, is_ignore_file }) => {
                        let path = path.as_ref().unwrap_or(folder).display();
                        if is_ignore_file {
                            tracing::warn!("{path} is not used: {reason}");
                        } else {
                            tracing::debug!("{path} can't be read: {reason}");
                        }
                        continue;
                    }
                }
                if paths.len() % STEP == 0 {
                    tell(Progress::Report(None, format!("{} files found", paths.len())));
                }
            }
        }
        // One folder may lie in another.
        paths.sort_unstable();
        paths.dedup();
        paths
    }

    /// Puts into the index what was read, and says whether there is room for more. A folder that has gone in the meantime has
    /// taken its files with it.
    fn put(&self, paths: &[PathBuf], read: Vec<Entries>) -> bool {
        let mut index = self.write();
        let folders = self.state().folders.clone();
        for (path, entries) in paths.iter().zip(read) {
            if entries.is_empty() || !folders.iter().any(|folder| path.starts_with(&folder.path)) {
                index.remove(path);
            } else {
                index.insert(path.clone(), entries);
            }
        }
        !index.is_full()
    }
}

/// What is to be read.
#[derive(Debug)]
struct Work {
    /// The folders, and what of them.
    targets: Vec<(PathBuf, BTreeSet<PathBuf>)>,
    /// Whether a folder is among it as a whole, which may take a while.
    is_whole: bool,
}

/// Keeps the index, for ever.
pub(super) async fn run(connection: Arc<Connection>) {
    let mut number = 0;
    loop {
        connection.workspace.wake.notified().await;
        sleep(GATHER).await;
        let Some(work) = connection.workspace.take() else { continue };
        number += 1;
        let token = format!("{TOKEN}{number}");
        let is_shown = work.is_whole && connection.abilities().shows_progress && announce(&connection, &token).await;
        if is_shown {
            show(&connection, &token, Progress::Begin("Looking for Go records")).await;
        }
        let (sender, mut notes) = mpsc::unbounded_channel();
        let worker = Arc::clone(&connection);
        let editors = connection.documents.settings();
        let worked = tokio::task::spawn_blocking(move || worker.workspace.work(&work, editors, number, &sender));
        while let Some(note) = notes.recv().await {
            if is_shown {
                show(&connection, &token, note).await;
            }
        }
        // A panic has been logged, and all that was found before it is there.
        if worked.await.is_err() && is_shown {
            show(&connection, &token, Progress::End(String::new())).await;
        }
    }
}

/// Asks the client to show a progress (`window/workDoneProgress/create`).
async fn announce(connection: &Connection, token: &str) -> bool {
    let params = WorkDoneProgressCreateParams { token: NumberOrString::String(token.to_owned()) };
    let client = connection.client.clone();
    matches!(patiently(async move { client.send_request::<WorkDoneProgressCreate>(params).await }).await, Some(Ok(())))
}

async fn show(connection: &Connection, token: &str, note: Progress) {
    connection.client.send_notification::<notification::Progress>(convert::progress(token, note)).await;
}

/// What the settings say of files: those of the nearest `ishi.toml`, or else the editor's.
#[derive(Debug)]
struct FileSettings {
    editors: Arc<Config>,
    /// The `ishi.toml` for the files in a folder, with the folder that its patterns count from; none where there is none or
    /// it makes no sense.
    by_folder: Mutex<HashMap<PathBuf, Option<(PathBuf, Arc<Config>)>>>,
}

impl FileSettings {
    /// The settings of the `ishi.toml` for a file.
    fn nearest(&self, path: &Path) -> Option<(PathBuf, Arc<Config>)> {
        let folder = path.parent().unwrap_or(path);
        let mut by_folder = self.by_folder.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = by_folder.get(folder) {
            return known.clone();
        }
        let read = || {
            let file = config::find(path).file?;
            let config = config::read(&file).ok()?;
            Some((file.parent().unwrap_or(&file).to_path_buf(), Arc::new(config)))
        };
        let nearest = read();
        by_folder.insert(folder.to_path_buf(), nearest.clone());
        nearest
    }

    /// Returns whether a file is left out. The patterns of the editor count from the client's `folder`.
    fn exclude(&self, path: &Path, folder: &Path) -> bool {
        let matches =
            |config: &Config, folder: &Path| config.files.exclude.iter().any(|pattern| pattern.matches(folder, path));
        match self.nearest(path) {
            Some((base, config)) => matches(&config, &base),
            None => matches(&self.editors, folder),
        }
    }

    /// The encoding of a file; none if it is to be detected.
    fn encoding(&self, path: &Path) -> Option<Encoding> {
        self.nearest(path).map_or(self.editors.files.encoding, |(_, config)| config.files.encoding).0
    }
}

/// The events of a file; none where it can't be read.
fn entries_of(path: &Path, settings: &FileSettings) -> Entries {
    let read = || -> Result<Entries, String> {
        let bytes = disk::read_regular(path, LARGEST_FILE).map_err(|error| error.to_string())?;
        // ASCII is the same in every encoding.
        let encoding = if bytes.is_ascii() { None } else { settings.encoding(path) };
        let decoded = text::decode(&bytes, encoding).map_err(|reason| reason.to_string())?;
        Ok(Entries::read(&decoded.text))
    };
    match catch_unwind(AssertUnwindSafe(read)) {
        Ok(Ok(entries)) => entries,
        Ok(Err(error)) => {
            tracing::debug!("{} is not looked at: {error}", path.display());
            Entries::default()
        }
        Err(_) => {
            tracing::error!("{} could not be read, which is a mistake in ishi", path.display());
            Entries::default()
        }
    }
}

/// What a file is called: its path in its folder, with the name of that where there are several.
fn name_of(path: &Path, folders: &[Folder]) -> String {
    let inner = folders.iter().find_map(|folder| {
        let above = if folders.len() > 1 { folder.path.parent()? } else { &folder.path };
        path.starts_with(&folder.path).then(|| path.strip_prefix(above).ok()).flatten()
    });
    inner.unwrap_or(path).display().to_string()
}
