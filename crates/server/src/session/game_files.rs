//! The files with games in the client's folders whose current content the library does not have.
//!
//! The first search walks the folders. While the client reports changes of files, later searches check only the
//! reported files, until [`MAX_AGE`] has passed.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

use super::event_index::MAX_FILES;
use super::files::{FileSettings, Purpose};
use crate::file_system::{FileSystem, Library};
use ishi_archive::index::FileEntry;
use ishi_work::cancel::checkpoint;
use ishi_work::parallel;

/// The time after which the folders are walked again, because a client may lose reports.
const MAX_AGE: Duration = Duration::from_secs(300);

/// The maximum number of reports that are kept. After more reports, walking all folders takes no longer.
const MAX_REPORTS: usize = 10_000;

/// Files that a search reads, because the library does not have their current content.
#[derive(Clone, Debug)]
pub(super) struct Unindexed {
    /// The paths of the files.
    pub(super) paths: BTreeSet<PathBuf>,
    /// Whether these are all files; if not, the folders have too many files.
    pub(super) is_complete: bool,
}

/// The folders of the client, with the settings and the library that decide which files are searched and how they are
/// read.
#[derive(Clone, Copy, Debug)]
pub(super) struct Folders<'s> {
    pub(super) roots: &'s [PathBuf],
    pub(super) files: &'s dyn FileSystem,
    pub(super) settings: &'s FileSettings,
    pub(super) library: Option<&'s Arc<dyn Library>>,
}

/// The files of [`Unindexed`], which are kept between searches.
#[derive(Debug, Default)]
pub(super) struct GameFiles {
    state: Mutex<GameFilesState>,
}

#[derive(Debug, Default)]
struct GameFilesState {
    /// Whether the client reports changes of files.
    is_watched: bool,
    kept: Option<Kept>,
    /// The paths that were reported since the files were found.
    reported: BTreeSet<PathBuf>,
    /// The number of times that all files were forgotten.
    forgotten: u64,
}

/// Files that were found.
#[derive(Debug)]
struct Kept {
    files: Arc<Unindexed>,
    /// The library whose files were left out.
    library: Option<Weak<dyn Library>>,
    /// The time at which the folders were walked, since some fixed moment.
    walked: Duration,
}

impl GameFiles {
    fn state(&self) -> MutexGuard<'_, GameFilesState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes that the client reports changes of files from now on.
    pub(super) fn on_watched(&self) {
        self.state().is_watched = true;
    }

    /// Notes files and folders that may have changed.
    pub(super) fn report(&self, paths: impl IntoIterator<Item = PathBuf>) {
        let mut state = self.state();
        state.reported.extend(paths);
        if state.reported.len() > MAX_REPORTS {
            state.forget();
        }
    }

    /// Notes that anything may have changed.
    pub(super) fn forget(&self) {
        self.state().forget();
    }

    /// Finds the files. `now` is the time since some fixed moment.
    pub(super) fn unindexed(&self, folders: Folders<'_>, now: Duration) -> Arc<Unindexed> {
        let library = folders.library.map(Arc::downgrade);
        // Reports that come in the meantime are kept for the next search.
        let (kept, reported, forgotten) = {
            let mut state = self.state();
            (state.kept.take(), std::mem::take(&mut state.reported), state.forgotten)
        };
        let is_current = |kept: &Kept| {
            let is_same = match (&kept.library, &library) {
                (Some(kept), Some(library)) => kept.ptr_eq(library),
                (kept, library) => kept.is_none() && library.is_none(),
            };
            is_same && now < kept.walked + MAX_AGE
        };
        let kept = kept.filter(is_current).map_or_else(
            || Kept { files: Arc::new(folders.all()), library, walked: now },
            |mut kept| {
                if !reported.is_empty() {
                    folders.update(Arc::make_mut(&mut kept.files), &reported);
                }
                kept
            },
        );
        let files = Arc::clone(&kept.files);
        let mut state = self.state();
        if state.is_watched && state.forgotten == forgotten && files.is_complete {
            state.kept = Some(kept);
        }
        files
    }
}

impl GameFilesState {
    fn forget(&mut self) {
        self.kept = None;
        self.reported.clear();
        self.forgotten += 1;
    }
}

impl Folders<'_> {
    /// Finds all files.
    fn all(self) -> Unindexed {
        let mut files = Unindexed { paths: BTreeSet::new(), is_complete: true };
        self.update(&mut files, &self.roots.iter().cloned().collect());
        files
    }

    /// Replaces the files at or below some paths with the files that are there now.
    fn update(self, files: &mut Unindexed, among: &BTreeSet<PathBuf>) {
        let is_among = |path: &Path| path.ancestors().any(|above| among.contains(above));
        files.paths.retain(|path| !is_among(path));
        let mut listed = BTreeSet::new();
        for folder in self.roots {
            for path in self.settings.find(Purpose::Search, folder, among) {
                if listed.len() >= MAX_FILES {
                    files.is_complete = false;
                    break;
                }
                listed.insert(path);
            }
        }
        let listed: Vec<_> = listed.into_iter().collect();
        let are_indexed = parallel::map(&listed, |path| {
            checkpoint();
            self.is_indexed(path)
        });
        let unindexed =
            listed.into_iter().zip(are_indexed).filter_map(|(path, is_indexed)| (!is_indexed).then_some(path));
        files.paths.extend(unindexed);
    }

    /// Whether the library has the current content of a file.
    fn is_indexed(self, path: &Path) -> bool {
        self.library.and_then(|library| library.file(path)).is_some_and(|file| {
            file.stamp != 0
                && file.stamp == self.files.stamp(path)
                && file.settings == FileEntry::settings_of(self.settings.encoding(path))
        })
    }
}
