//! Finding the files below a folder.

use std::collections::{BTreeSet, VecDeque};
use std::ops::Bound;
use std::path::{Path, PathBuf};

use walkdir::{DirEntry, WalkDir};

use super::Unreadable;
use super::ignored::Ignored;

/// The files below a folder; see [`files`].
#[derive(Debug)]
pub struct FolderWalk {
    folder: PathBuf,
    entries: walkdir::IntoIter,
    ignored: Ignored,
    /// The files and folders that are wanted; `None` for all.
    targets: Option<BTreeSet<PathBuf>>,
    /// The ignore files that could not be read and were not reported yet.
    skipped: VecDeque<Unreadable>,
}

/// The regular files below `folder`, sorted by path. Left out are files that ignore files name (see `ignored.rs`),
/// hidden files, and links, which could lead in circles or out of the folder.
pub fn files(folder: &Path) -> FolderWalk {
    let entries = WalkDir::new(folder).sort_by_file_name().into_iter();
    let mut skipped = VecDeque::new();
    let ignored = Ignored::above(folder, &mut skipped);
    FolderWalk { folder: folder.to_path_buf(), entries, ignored, targets: None, skipped }
}

/// The files of [`files`] that are among `targets` or below one of them. Only the folders on the way to them are read.
/// A target that [`files`] leaves out is not found, for example one in a folder that `.gitignore` names.
pub fn files_among(folder: &Path, targets: BTreeSet<PathBuf>) -> FolderWalk {
    FolderWalk { targets: Some(targets), ..files(folder) }
}

impl FolderWalk {
    /// Whether an entry, or something below it, is wanted and not left out.
    fn is_wanted(&self, entry: &DirEntry) -> bool {
        let depth = entry.depth();
        if depth > 0 && is_hidden(entry) || !self.leads_to_target(entry.path()) {
            return false;
        }
        let inner = entry.path().strip_prefix(&self.folder).unwrap_or(entry.path());
        depth == 0 || !self.ignored.contains(inner, entry.file_type().is_dir())
    }

    fn leads_to_target(&self, path: &Path) -> bool {
        let Some(targets) = &self.targets else { return true };
        // A path is sorted before those below it, with nothing else between them.
        let next = targets.range::<Path, _>((Bound::Included(path), Bound::Unbounded)).next();
        next.is_some_and(|target| target.starts_with(path)) || path.ancestors().any(|above| targets.contains(above))
    }
}

impl Iterator for FolderWalk {
    type Item = Result<PathBuf, Unreadable>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(skipped) = self.skipped.pop_front() {
                return Some(Err(skipped));
            }
            let entry = match self.entries.next()? {
                Ok(entry) => entry,
                Err(error) => return Some(Err(unreadable(&error))),
            };
            let kind = entry.file_type();
            // The folder itself may be a link.
            let is_folder = kind.is_dir() || entry.depth() == 0 && kind.is_symlink();
            self.ignored.leave(entry.depth());
            if !self.is_wanted(&entry) {
                if is_folder {
                    self.entries.skip_current_dir();
                }
            } else if is_folder {
                let inner = entry.path().strip_prefix(&self.folder).unwrap_or(entry.path());
                self.ignored.enter(inner, entry.path(), &mut self.skipped);
            } else if kind.is_file() {
                return Some(Ok(entry.into_path()));
            }
        }
    }
}

/// The path and the bare reason of an error of the walk.
fn unreadable(error: &walkdir::Error) -> Unreadable {
    let reason = error.io_error().map_or_else(|| error.to_string(), ToString::to_string);
    Unreadable { path: error.path().map(Path::to_path_buf), reason, is_ignore_file: false }
}

#[cfg(not(windows))]
fn is_hidden(entry: &DirEntry) -> bool {
    begins_with_dot(entry)
}

#[cfg(windows)]
fn is_hidden(entry: &DirEntry) -> bool {
    use std::os::windows::fs::MetadataExt;

    const FILE_ATTRIBUTE_HIDDEN: u32 = 2;
    let has_attribute = entry.metadata().is_ok_and(|of| of.file_attributes() & FILE_ATTRIBUTE_HIDDEN != 0);
    has_attribute || begins_with_dot(entry)
}

fn begins_with_dot(entry: &DirEntry) -> bool {
    entry.file_name().as_encoded_bytes().starts_with(b".")
}
