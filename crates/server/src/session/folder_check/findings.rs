//! The findings of files in the client's folders: which files there are, and what a check of each has found.
//!
//! Of a file that was read, only its report is kept, and facts that differ after a change. So after a change on the
//! disk only the changed files are read again.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::documents::{DocumentView, Name};
use crate::file_system::FileSystem;
use crate::session::event_index;
use crate::session::files::{FileSettings, MAX_FILE, Purpose, guarded};
use crate::session::report::DocumentReport;
use ishi_archive::ArchiveText;
use ishi_config::{Config, WorkspaceDiagnostics};
use ishi_position::ColumnUnit;
use ishi_rpc::{Runtime, finished};
use ishi_text::{Encoding, counted};
use ishi_work::background;
use ishi_work::parallel::Pool;

/// The maximum number of files that are checked. An editor with the problems of more files is slow, and `ishi check`
/// has no limit.
const MAX_FILES: usize = 20_000;

/// The maximum length of all reports in bytes. Files whose reports would exceed it are left out.
const MAX_BYTES: usize = 64 << 20;

/// The number of files that are read before their reports are sent.
pub(in crate::session) const AT_ONCE: usize = 128;

/// Finds and reads files, with the settings of one moment.
pub(in crate::session) struct Reader {
    files: Arc<dyn FileSystem>,
    settings: FileSettings,
    purpose: Purpose,
    unit: ColumnUnit,
}

/// A file that was found, with facts that differ after a change of its findings.
#[derive(Clone, Debug)]
pub(in crate::session) struct FoundFile {
    pub(in crate::session) path: PathBuf,
    /// The stamp of its content; 0 if it has to be read in any case.
    stamp: u64,
    /// The number of its settings.
    settings: u64,
}

/// The files that were found at or below some paths, in order.
#[derive(Debug, Default)]
struct Listing {
    files: Vec<FoundFile>,
    /// The number of files beyond [`MAX_FILES`].
    left_out: usize,
}

impl Reader {
    pub(in crate::session) fn new(
        files: Arc<dyn FileSystem>,
        editors: Arc<Config>,
        unit: ColumnUnit,
        is_asked: bool,
    ) -> Arc<Self> {
        let settings = FileSettings::new(Arc::clone(&files), editors);
        Arc::new(Self { files, settings, purpose: Purpose::Check { is_asked }, unit })
    }

    /// Finds the files in the folders that are among these paths or below one of them.
    fn list(&self, folders: &[PathBuf], among: &BTreeSet<PathBuf>) -> Listing {
        let mut paths = BTreeSet::new();
        for folder in folders {
            // One folder may lie in another.
            let found = self.settings.find(self.purpose, folder, among).take(event_index::MAX_FILES);
            paths.extend(found.inspect(|_| background::give_way()));
        }
        let left_out = paths.len().saturating_sub(MAX_FILES);
        let paths: Vec<PathBuf> = paths.into_iter().take(MAX_FILES).collect();
        let facts = Pool::in_background().map(&paths, |path| (self.files.stamp(path), self.settings.number(path)));
        let file = |(path, (stamp, settings))| FoundFile { path, stamp, settings };
        Listing { files: paths.into_iter().zip(facts).map(file).collect(), left_out }
    }

    /// Checks a file. Returns `None` if nothing is found, or the file is no longer there.
    pub(in crate::session) fn read(&self, path: &Path) -> Option<DocumentReport> {
        let read = || {
            let mut report = None;
            let read = self.settings.read_games(path, &mut |text| {
                let (ArchiveText::Record(text) | ArchiveText::Sgf(text) | ArchiveText::Import(_, text)) = text;
                report = Some(match self.view(path, text) {
                    Ok(view) => DocumentReport::new(&view, self.unit),
                    Err(reason) => DocumentReport::unreadable(&reason),
                });
            });
            match read {
                Ok(()) => report,
                Err(error) if error.kind() == io::ErrorKind::NotFound => None,
                Err(error) => Some(DocumentReport::unreadable(&error.to_string())),
            }
        };
        let report = guarded(path.display(), "checked", read);
        let report = report.unwrap_or_else(|| Some(DocumentReport::unreadable("a bug in ishi")));
        report.filter(|report| !report.is_empty())
    }

    /// Returns the view of a text as that of the file at `path`; an error says why there is none.
    pub(in crate::session) fn view(&self, path: &Path, text: &str) -> Result<DocumentView, String> {
        let uri = self.files.uri(path).ok_or("its path has no URI")?;
        let name = Name::new(&uri, Some(path.to_path_buf()));
        DocumentView::of_closed(name, text, self.settings.config(path)).map_err(|refusal| refusal.to_string())
    }

    /// Returns the text of a file in UTF-8; `None` if it is no longer there.
    ///
    /// # Errors
    /// A file that can't be read, or has another encoding.
    pub(in crate::session) fn text(&self, path: &Path) -> io::Result<Option<String>> {
        if self.settings.encoding(path).is_some_and(|encoding| encoding != Encoding::UTF_8) {
            return Err(io::ErrorKind::InvalidData.into());
        }
        match self.files.read_text(path, MAX_FILE) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            read => read.map(Some),
        }
    }

    /// Returns whether the settings say that the problems of the file are shown without being asked for.
    pub(in crate::session) fn is_pulled(&self, path: &Path) -> bool {
        self.settings.config(path).diagnostics.workspace != WorkspaceDiagnostics::Off
    }

    /// Returns whether the file belongs to one of the folders.
    pub(in crate::session) fn has(&self, folders: &[PathBuf], path: &Path) -> bool {
        !self.list(folders, &BTreeSet::from([path.to_path_buf()])).files.is_empty()
    }
}

/// A file as it was checked last.
#[derive(Debug)]
struct CheckedFile {
    stamp: u64,
    settings: u64,
    /// The report; `None` if nothing was found, or the file was not read yet.
    report: Option<Arc<DocumentReport>>,
}

/// The findings of all files, by path.
#[derive(Debug, Default)]
pub(in crate::session) struct Findings {
    files: BTreeMap<PathBuf, CheckedFile>,
    /// The length of all reports in bytes.
    bytes: usize,
    /// The number of files that were found and are not checked, because there are too many.
    left_out: usize,
}

impl Findings {
    /// Finds the files that are among these paths or below one of them, forgets those that are gone, and returns those
    /// whose findings may have changed.
    pub(in crate::session) async fn list(
        &mut self,
        runtime: &dyn Runtime,
        reader: &Arc<Reader>,
        folders: Vec<PathBuf>,
        among: BTreeSet<PathBuf>,
    ) -> Vec<FoundFile> {
        if among.is_empty() {
            return Vec::new();
        }
        let is_whole = folders.iter().all(|folder| among.contains(folder));
        let targets = among.clone();
        let worker = Arc::clone(reader);
        // A panic has been logged, and the findings stay as they are.
        let Ok(mut listing) =
            finished(runtime, move || Pool::in_background().run(|| worker.list(&folders, &targets))).await
        else {
            return Vec::new();
        };
        let is_listed = |path: &Path| listing.files.binary_search_by(|file| file.path.as_path().cmp(path)).is_ok();
        // Files of a folder that was removed are not below any path, and are gone, too.
        let is_searched = |path: &Path| is_whole || path.ancestors().any(|above| among.contains(above));
        self.retain(|path| is_listed(path) || !is_searched(path));
        let room = MAX_FILES.saturating_sub(self.files.len());
        let (mut new, mut over) = (0, 0);
        listing.files.retain(|file| match self.files.get(&file.path) {
            Some(listed) => file.stamp == 0 || (listed.stamp, listed.settings) != (file.stamp, file.settings),
            None if new < room => {
                new += 1;
                true
            }
            None => {
                over += 1;
                false
            }
        });
        let left_out = listing.left_out + over;
        // The same file may be reported several times, and is counted once.
        self.left_out = if is_whole { left_out } else { self.left_out.max(left_out) };
        for file in &listing.files {
            let unread = || CheckedFile { stamp: 0, settings: 0, report: None };
            self.files.entry(file.path.clone()).or_insert_with(unread);
        }
        listing.files
    }

    fn retain(&mut self, keeps: impl Fn(&Path) -> bool) {
        let gone: Vec<PathBuf> = self.files.keys().filter(|path| !keeps(path)).cloned().collect();
        for path in gone {
            self.set(&path, None);
            self.files.remove(&path);
        }
    }

    /// Reads files, which [`Self::list`] has returned.
    pub(in crate::session) async fn read(&mut self, runtime: &dyn Runtime, reader: &Arc<Reader>, files: &[FoundFile]) {
        let (worker, batch) = (Arc::clone(reader), files.to_vec());
        let Ok(reports) =
            finished(runtime, move || Pool::in_background().map(&batch, |file| worker.read(&file.path))).await
        else {
            return;
        };
        for (file, report) in files.iter().zip(reports) {
            let length = report.as_ref().map_or(0, DocumentReport::length);
            self.set(&file.path, None);
            if self.bytes + length > MAX_BYTES {
                self.files.remove(&file.path);
                self.left_out += 1;
                continue;
            }
            if let Some(entry) = self.files.get_mut(&file.path) {
                (entry.stamp, entry.settings) = (file.stamp, file.settings);
            }
            self.set(&file.path, report);
        }
    }

    fn set(&mut self, path: &Path, report: Option<DocumentReport>) {
        let Some(entry) = self.files.get_mut(path) else { return };
        self.bytes -= entry.report.as_ref().map_or(0, |report| report.length());
        self.bytes += report.as_ref().map_or(0, DocumentReport::length);
        entry.report = report.map(Arc::new);
    }

    /// Returns whether the file belongs to the folders.
    pub(in crate::session) fn has(&self, path: &Path) -> bool {
        self.files.contains_key(path)
    }

    /// Returns the report on a file, if anything was found in it.
    pub(in crate::session) fn report(&self, path: &Path) -> Option<&Arc<DocumentReport>> {
        self.files.get(path)?.report.as_ref()
    }

    /// Returns the files in which anything was found.
    pub(in crate::session) fn reports(&self) -> impl Iterator<Item = (&Path, &Arc<DocumentReport>)> {
        self.files.iter().filter_map(|(path, file)| Some((path.as_path(), file.report.as_ref()?)))
    }

    /// Returns the numbers of the findings.
    pub(in crate::session) fn sizes(&self) -> Sizes {
        Sizes {
            files: self.files.len(),
            with_findings: self.reports().count(),
            bytes: self.bytes,
            left_out: self.left_out,
        }
    }
}

/// The numbers of some findings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::session) struct Sizes {
    /// The number of files that are checked.
    pub(in crate::session) files: usize,
    /// The number of files in which anything was found.
    pub(in crate::session) with_findings: usize,
    /// The length of all reports in bytes.
    pub(in crate::session) bytes: usize,
    /// The number of files that are not checked, because there are too many.
    pub(in crate::session) left_out: usize,
}

impl Sizes {
    /// Returns the number of checked files in words, with the limit if not all files are checked.
    pub(in crate::session) fn in_words(self) -> String {
        let Self { files, left_out, .. } = self;
        match left_out {
            0 => counted(files, "file"),
            _ => format!("{files} of {} files; `ishi check` checks all of them", files + left_out),
        }
    }
}
