//! The folders of the client, and the events in the files below them.
//!
//! One task keeps the index. Paths wait in a set until the task takes all of them at once: a folder when it is new,
//! files as the client reports them. The task walks the folders exactly as `ishi check` does, but only to these paths,
//! and reads in threads that leave a core to the user. A query is answered from the index as it is at that moment.
//!
//! The events of open documents are read from their text on demand.

use std::collections::{BTreeSet, HashSet};
use std::io;
use std::mem;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};
use std::time::Duration;

use serde_json::{Value, json};
use tokio::sync::Notify;
use tokio::sync::mpsc::{self, UnboundedSender};

use super::client::Client;
use super::event_index::{EventIndex, MAX_FILES};
use super::files::{FileSettings, Purpose, entries_of};
use super::folder_check::FolderCheck;
use super::game_files::GameFiles;
use super::progress::{Progress, Runs};
use super::scope::Scope;
use crate::documents::{DocumentView, Documents};
use crate::file_system::FileSystem;
use crate::proto::{self, ProgressReport};
use ishi_archive::ArchiveText;
use ishi_config::{self as config, Config};
use ishi_ide::document::Format;
use ishi_ide::ide::{self, Entries};
use ishi_record::syntax::Keyword;
use ishi_rpc::{Answer, Runtime, finished, spawned};
use ishi_work::background;
use ishi_work::parallel::Pool;

/// How long paths are collected before they are read, because a checkout changes thousands of files at once.
const GATHER: Duration = Duration::from_millis(50);

/// How many files are read before their events are put into the index and progress is reported.
const AT_ONCE: usize = 128;

/// How many events the answer to a query has at most. VS Code sends only the first typed word, and filters the answer
/// by all words. So an event that is missing in the answer can't be found in VS Code, whatever else is typed.
const MAX_FOUND: usize = 50_000;

/// How many values of a header are listed at most.
const MAX_VALUES: usize = 1000;

#[derive(Debug, Default)]
struct WorkspaceState {
    /// The folders of the client whose files are read, by their absolute paths.
    folders: Vec<PathBuf>,
    /// The folders of the client whose files are read only if the user asks for it: a home folder, or one that is on
    /// another machine.
    unasked: Vec<PathBuf>,
    /// Whether the client has no folders, and [`Self::folders`] are those of the `ishi.toml` of open documents.
    is_adopted: bool,
    /// The client is ready.
    has_begun: bool,
    /// The paths to read: files, and folders with all their content.
    stale: BTreeSet<PathBuf>,
    /// The folders to list: of the files below them, only those are read that are not in the index.
    unlisted: BTreeSet<PathBuf>,
}

impl WorkspaceState {
    /// Returns the part of a path that is in the folders of the client: the path itself, or the folders that are below
    /// it.
    fn in_folders(&self, path: &Path) -> Vec<PathBuf> {
        if self.folders.iter().any(|folder| path.starts_with(folder)) {
            return vec![path.to_path_buf()];
        }
        self.folders.iter().filter(|folder| folder.starts_with(path)).cloned().collect()
    }
}

/// The folders of the client, with the index of the events in their files.
#[derive(Debug)]
pub(crate) struct Workspace {
    client: Arc<Client>,
    documents: Arc<Documents>,
    runtime: Arc<dyn Runtime>,
    files: Arc<dyn FileSystem>,
    /// Whether the client shows the progress of long work.
    shows_progress: AtomicBool,
    state: Mutex<WorkspaceState>,
    index: RwLock<EventIndex>,
    /// The files that searches for a position read.
    pub(super) games: GameFiles,
    check: Arc<FolderCheck>,
    wake: Notify,
    runs: Runs,
}

impl Workspace {
    pub(super) fn new(
        client: Arc<Client>,
        documents: Arc<Documents>,
        runtime: Arc<dyn Runtime>,
        files: Arc<dyn FileSystem>,
        check: Arc<FolderCheck>,
    ) -> Self {
        Self {
            client,
            documents,
            runtime,
            files,
            shows_progress: AtomicBool::new(false),
            state: Mutex::default(),
            index: RwLock::default(),
            games: GameFiles::default(),
            check,
            wake: Notify::new(),
            runs: Runs::new("ishi/index/"),
        }
    }

    fn state(&self) -> MutexGuard<'_, WorkspaceState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn read(&self) -> RwLockReadGuard<'_, EventIndex> {
        self.index.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self) -> RwLockWriteGuard<'_, EventIndex> {
        self.index.write().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins to read files, after the client was initialized.
    pub(super) fn on_initialized(&self, shows_progress: bool) {
        self.shows_progress.store(shows_progress, Ordering::Relaxed);
        self.state().has_begun = true;
        self.wake.notify_one();
    }

    /// Removes and adds folders (`workspace/didChangeWorkspaceFolders`). A home folder, or one on another machine, is
    /// read only if it has an `ishi.toml`.
    pub(crate) fn change_folders(&self, removed: &[PathBuf], added: Vec<PathBuf>) {
        let mut removed = removed.to_vec();
        let mut state = self.state();
        if !added.is_empty() && mem::take(&mut state.is_adopted) {
            removed.append(&mut state.folders);
        }
        let WorkspaceState { folders, unasked, .. } = &mut *state;
        for folders in [folders, unasked] {
            folders.retain(|folder| !removed.contains(folder));
        }
        for folder in added {
            if state.folders.contains(&folder) || state.unasked.contains(&folder) {
                continue;
            }
            if self.files.may_walk(&folder) || self.files.exists(&folder.join(config::FILE_NAME)) {
                state.stale.insert(folder.clone());
                state.folders.push(folder);
            } else {
                tracing::info!("{} is read only if that is asked for", folder.display());
                state.unasked.push(folder);
            }
        }
        drop(state);
        self.follow_folders(&removed);
    }

    /// Takes the folder of the `ishi.toml` for a document as a folder of a client that has none.
    pub(crate) fn adopt(&self, path: &Path) {
        let mut state = self.state();
        if !state.unasked.is_empty() || !state.is_adopted && !state.folders.is_empty() {
            return;
        }
        let file = self.files.find_settings(path).file;
        let Some(folder) = file.as_deref().and_then(Path::parent).filter(|folder| self.files.may_walk(folder)) else {
            return;
        };
        if !state.folders.iter().any(|workspace_folder| folder.starts_with(workspace_folder)) {
            state.is_adopted = true;
            state.stale.insert(folder.to_path_buf());
            state.folders.push(folder.to_path_buf());
            drop(state);
            self.follow_folders(&[]);
        }
    }

    /// Forgets what was found in `removed` folders, and lets all work use the folders that there are now.
    fn follow_folders(&self, removed: &[PathBuf]) {
        let (folders, unasked) = {
            let state = self.state();
            (state.folders.clone(), state.unasked.clone())
        };
        self.games.forget();
        self.check.change_folders(folders.clone(), unasked);
        if !removed.is_empty() {
            let mut index = self.write();
            let is_left = |path: &Path| folders.iter().any(|folder| path.starts_with(folder));
            let removed: Vec<PathBuf> = index.files.keys().filter(|path| !is_left(path)).cloned().collect();
            index.remove_all(&removed);
        }
        self.wake.notify_one();
    }

    /// Returns all folders of the client, for work that the user asks for.
    pub(super) fn folders(&self) -> Vec<PathBuf> {
        let state = self.state();
        state.folders.iter().chain(&state.unasked).cloned().collect()
    }

    /// Reads the games of a file as its settings say.
    ///
    /// # Errors
    /// A file that can't be read, is too large, or is not a text.
    pub(crate) fn read_games(&self, path: &Path, take: &mut dyn FnMut(ArchiveText<'_>)) -> io::Result<()> {
        FileSettings::new(Arc::clone(&self.files), self.documents.settings()).read_games(path, take)
    }

    /// Notes files or folders that have changed on the disk, to read them again. After a change of an ignore file, the
    /// folder that it applies to is listed again.
    pub(crate) fn touch(&self, paths: impl IntoIterator<Item = PathBuf>) {
        let mut state = self.state();
        for path in paths {
            let governed = self.governed_folder(&path);
            let among = state.in_folders(governed.unwrap_or(&path));
            self.games.report(among.iter().cloned());
            self.check.report(among.iter().cloned());
            if governed.is_some() {
                state.unlisted.extend(among);
            } else {
                state.stale.extend(among);
            }
        }
        if !state.stale.is_empty() || !state.unlisted.is_empty() {
            self.wake.notify_one();
        }
    }

    /// Returns the folder whose files an ignore file names; `None` for any other file.
    fn governed_folder<'p>(&self, path: &'p Path) -> Option<&'p Path> {
        let name = self.files.ignore_files().iter().find(|name| path.ends_with(name))?;
        path.ancestors().nth(Path::new(name).components().count())
    }

    /// Lists all folders again, because ignore files may have changed.
    pub(crate) fn list_again(&self) {
        let mut state = self.state();
        let WorkspaceState { folders, unlisted, .. } = &mut *state;
        unlisted.extend(folders.iter().cloned());
        self.check.report(folders.iter().cloned());
        self.wake.notify_one();
    }

    /// Notes that all files have to be read again, because the settings about files have changed.
    pub(crate) fn touch_all(&self) {
        let mut state = self.state();
        let WorkspaceState { folders, stale, .. } = &mut *state;
        stale.extend(folders.iter().cloned());
        self.games.forget();
        self.check.report(folders.iter().cloned());
        self.wake.notify_one();
    }

    /// Stops the work of a progress. The events that were found are kept.
    pub(crate) fn cancel(&self, token: &str) {
        self.runs.stop(token);
    }

    /// Answers `workspace/symbol` with the events that match a query. Open documents are searched in their current
    /// text.
    pub(crate) fn symbols(&self, query: &str) -> Answer {
        #[derive(Clone, Copy)]
        enum At<'a> {
            Document(&'a DocumentView),
            Disk(&'a Path),
        }
        let mut open = self.documents.views();
        // The lines of its record are not those of a text in SGF.
        open.retain(|view| view.document.format() == Format::Record);
        let folders = self.state().folders.clone();
        let paths: Vec<Option<PathBuf>> = open.iter().map(|view| self.files.path(&view.uri)).collect();
        let is_open: HashSet<&Path> = paths.iter().flatten().map(PathBuf::as_path).collect();
        let documents: Vec<Entries> = open.iter().map(|view| Entries::of(view.snapshot())).collect();
        let name = |at: At<'_>| match at {
            At::Document(view) => self.files.path(&view.uri).map_or(view.uri.clone(), |path| name_of(&path, &folders)),
            At::Disk(path) => name_of(path, &folders),
        };
        let index = self.read();
        let documents = open.iter().zip(&documents).map(|(view, entries)| (At::Document(view), entries));
        let files = index.files.iter().filter(|(path, _)| !is_open.contains(path.as_path()));
        let files = files.map(|(path, entries)| (At::Disk(path), entries));
        let searched = documents.chain(files).map(|(at, entries)| (at, name(at), entries));
        let symbols = ide::search(searched, query, MAX_FOUND).into_iter().filter_map(|event| {
            let uri = match event.file {
                At::Document(view) => view.uri.clone(),
                // Clients do not report files that are removed with their folder.
                At::Disk(path) => self.files.uri(path).filter(|_| self.files.exists(path))?,
            };
            let file = name(event.file);
            Some(proto::found(event, uri, &file))
        });
        Answer::list(symbols)
    }

    /// Returns the values of the headers with this keyword, the most frequent first, in all files and documents except
    /// the document with the URI `own`.
    pub(crate) fn values(&self, keyword: Keyword, except: &str) -> Vec<String> {
        let open = self.documents.views();
        let others = open.iter().filter(|view| view.uri != except);
        let documents: Vec<Entries> = others.map(|view| Entries::of(view.snapshot())).collect();
        let paths: HashSet<PathBuf> = open.iter().filter_map(|view| self.files.path(&view.uri)).collect();
        let index = self.read();
        let files = index.files.iter().filter(|(path, _)| !paths.contains(*path)).map(|(_, entries)| entries);
        ide::values(documents.iter().chain(files), keyword, MAX_VALUES)
    }

    /// Returns the size of the index, for `ishi/status`.
    pub(crate) fn sizes(&self) -> Value {
        let (folders, waiting) = {
            let state = self.state();
            (state.folders.len() + state.unasked.len(), state.stale.len() + state.unlisted.len())
        };
        let scope = self.scope().to_string();
        let index = self.read();
        let events: usize = index.files.values().map(Entries::len).sum();
        json!({
            "folders": folders, "files": index.files.len(), "events": events, "bytes": index.bytes, "waiting": waiting,
            "scope": scope, "check": self.check.sizes(),
        })
    }

    /// Returns the files whose events are found.
    fn scope(&self) -> Scope {
        let (folders, unasked) = {
            let state = self.state();
            (state.folders.clone(), state.unasked.len())
        };
        let documents = self.documents.uris();
        let open: HashSet<PathBuf> = documents.iter().filter_map(|uri| self.files.path(uri)).collect();
        let documents = documents.len();
        let files = self.read().files.keys().filter(|path| !open.contains(*path)).count();
        Scope { documents, files, folders, unasked, has_library: false }
    }

    /// Takes all paths that wait to be read, as one job.
    fn take(&self) -> Option<Work> {
        let mut state = self.state();
        if !state.has_begun || state.stale.is_empty() && state.unlisted.is_empty() {
            return None;
        }
        let stale = mem::take(&mut state.stale);
        let mut paths = mem::take(&mut state.unlisted);
        paths.extend(stale.iter().cloned());
        let is_whole = state.folders.iter().any(|folder| stale.contains(folder));
        let targets = state.folders.iter().map(|folder| {
            let below = paths.iter().filter(|path| path.starts_with(folder));
            (folder.clone(), below.cloned().collect())
        });
        Some(Work { targets: targets.collect(), stale, is_whole })
    }

    /// Reads the files of one job into the index, and reports progress and the result.
    fn work(&self, work: &Work, editors: Arc<Config>, number: u64, notes: &UnboundedSender<ProgressReport>) {
        // If the receiver is closed there is no progress to show.
        let report = |note| drop(notes.send(note));
        let settings = FileSettings::new(Arc::clone(&self.files), editors);
        let mut paths = Pool::in_background().run(|| self.find(work, &settings, number, &report));
        if !self.runs.is_stopped(number) {
            let mut index = self.write();
            for target in work.targets.iter().flat_map(|(_, targets)| targets) {
                let is_missing = |path: &&PathBuf| paths.binary_search(path).is_err();
                let removed: Vec<PathBuf> = index.below(target).filter(is_missing).cloned().collect();
                index.remove_all(&removed);
            }
        }
        {
            let index = self.read();
            paths.retain(|path| work.is_stale(path) || !index.files.contains_key(path));
        }
        let pool = Pool::in_background();
        let mut done = 0;
        for batch in paths.chunks(AT_ONCE) {
            if self.runs.is_stopped(number) {
                break;
            }
            let read = pool.map(batch, |path| entries_of(path, &settings));
            if !self.put(batch, read) {
                tracing::warn!("there is more in the folders than the index of events can hold");
                break;
            }
            done += batch.len();
            report(ProgressReport::Report(
                Some((done * 100 / paths.len()) as u32),
                format!("{done} of {} files", paths.len()),
            ));
        }
        let stopped = if done < paths.len() || self.runs.is_stopped(number) { "stopped; " } else { "" };
        let index = self.read();
        let events: usize = index.files.values().map(Entries::len).sum();
        report(ProgressReport::End(format!("{stopped}{events} events in {} files", index.files.len())));
    }

    /// The records to read, sorted by path.
    fn find(
        &self,
        work: &Work,
        settings: &FileSettings,
        number: u64,
        report: &impl Fn(ProgressReport),
    ) -> Vec<PathBuf> {
        const STEP: usize = 1000;
        let mut paths = Vec::new();
        for (folder, targets) in work.targets.iter().filter(|(_, targets)| !targets.is_empty()) {
            for path in self.files.files_among(folder, targets.clone()) {
                if self.runs.is_stopped(number) || paths.len() >= MAX_FILES {
                    break;
                }
                background::give_way();
                if !settings.is_read_for(Purpose::Events, &path, folder) {
                    continue;
                }
                paths.push(path);
                if paths.len() % STEP == 0 {
                    report(ProgressReport::Report(None, format!("{} files found", paths.len())));
                }
            }
        }
        // One folder may lie in another.
        paths.sort_unstable();
        paths.dedup();
        paths
    }

    /// Adds entries to the index, and returns whether there is room for more. Files of a folder that was removed in the
    /// meantime are left out.
    fn put(&self, paths: &[PathBuf], read: Vec<Entries>) -> bool {
        let mut index = self.write();
        let folders = self.state().folders.clone();
        for (path, entries) in paths.iter().zip(read) {
            if entries.is_empty() || !folders.iter().any(|folder| path.starts_with(folder)) {
                index.remove(path);
            } else {
                index.insert(path.clone(), entries);
            }
        }
        !index.is_full()
    }
}

/// One job of the task that keeps the index.
#[derive(Debug)]
struct Work {
    /// The folders, with the paths in each whose files are found.
    targets: Vec<(PathBuf, BTreeSet<PathBuf>)>,
    /// The paths whose files are read even if they are in the index.
    stale: BTreeSet<PathBuf>,
    /// Whether one of the paths is a folder of the client, which may take a while.
    is_whole: bool,
}

impl Work {
    fn is_stale(&self, path: &Path) -> bool {
        path.ancestors().any(|above| self.stale.contains(above))
    }
}

impl Workspace {
    /// Keeps the index up to date; never returns.
    pub(crate) async fn run(self: Arc<Self>) {
        loop {
            self.wake.notified().await;
            self.runtime.sleep(GATHER).await;
            let Some(work) = self.take() else { continue };
            let number = self.runs.next();
            let token = self.runs.token(number);
            let may_show = work.is_whole && self.shows_progress.load(Ordering::Relaxed);
            let progress = Progress::begin(&self.client, token, "Looking for Go records", may_show).await;
            let (sender, mut notes) = mpsc::unbounded_channel();
            let worker = Arc::clone(&self);
            let editors = self.documents.settings();
            let runtime = Arc::clone(&self.runtime);
            let worked = spawned(&self.runtime, async move {
                finished(&*runtime, move || worker.work(&work, editors, number, &sender)).await
            });
            while let Some(note) = notes.recv().await {
                progress.report(note).await;
            }
            // A panic has been logged, and all that was found before it is there.
            if !matches!(worked.await, Ok(Ok(()))) {
                progress.report(ProgressReport::End(String::new())).await;
            }
        }
    }
}

/// Returns the name of a file for the user: its path in its folder, with the name of the folder if there are several.
fn name_of(path: &Path, folders: &[PathBuf]) -> String {
    let inner = folders.iter().find_map(|folder| {
        let above = if folders.len() > 1 { folder.parent()? } else { folder.as_path() };
        path.starts_with(folder).then(|| path.strip_prefix(above).ok()).flatten()
    });
    inner.unwrap_or(path).display().to_string()
}
