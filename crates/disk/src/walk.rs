//! Finding the files below a folder.

use std::collections::{BTreeSet, VecDeque};
use std::fs::Metadata;
use std::path::{Path, PathBuf};

use walkdir::WalkDir;

use super::Unreadable;
use super::ignored::Ignored;

/// The files below a folder; see [`files`].
#[derive(Debug)]
pub struct FolderWalk {
    folder: PathBuf,
    /// The files and folders that are wanted and were not walked yet. None is below another one.
    targets: VecDeque<PathBuf>,
    /// The folders on the way to the last target, from `folder`, whose rules are in `ignored`.
    way: Vec<PathBuf>,
    ignored: Ignored,
    /// The walk of the last target.
    entries: Option<walkdir::IntoIter>,
    /// The ignore files that could not be read and were not reported yet.
    skipped: VecDeque<Unreadable>,
}

/// The regular files below `folder`, sorted by path. Left out are files that ignore files name (see `ignored.rs`),
/// hidden files, and links, which could lead in circles or out of the folder.
pub fn files(folder: &Path) -> FolderWalk {
    files_among(folder, &BTreeSet::from([folder.to_path_buf()]))
}

/// The files of [`files`] that are among `targets` or below one of them. Of the folders on the way to them only the
/// ignore files are read. A target that [`files`] leaves out is not found, for example one in a folder that
/// `.gitignore` names.
pub fn files_among(folder: &Path, targets: &BTreeSet<PathBuf>) -> FolderWalk {
    let mut starts: VecDeque<PathBuf> = VecDeque::new();
    // A path is sorted before those below it, with nothing else between them.
    for target in targets {
        if folder.starts_with(target) {
            starts = VecDeque::from([folder.to_path_buf()]);
        } else if target.starts_with(folder) && !starts.back().is_some_and(|last| target.starts_with(last)) {
            starts.push_back(target.clone());
        }
    }
    let mut skipped = VecDeque::new();
    let ignored = Ignored::above(folder, &mut skipped);
    let folder = folder.to_path_buf();
    FolderWalk { folder, targets: starts, way: Vec::new(), ignored, entries: None, skipped }
}

impl FolderWalk {
    /// Goes to a target, and returns whether it is wanted, as far as that is decided above it.
    fn approach(&mut self, target: &Path) -> bool {
        // It may have been removed. The folder itself may be a link.
        if target != self.folder && !target.symlink_metadata().is_ok_and(|of| !of.is_symlink()) {
            return false;
        }
        let mut way: Vec<&Path> =
            target.ancestors().skip(1).take_while(|above| above.starts_with(&self.folder)).collect();
        way.reverse();
        let common = self.way.iter().zip(&way).take_while(|(old, new)| old == *new).count();
        self.way.truncate(common);
        for (depth, folder) in way.into_iter().enumerate().skip(common) {
            self.ignored.leave(depth);
            if depth > 0 {
                let metadata = folder.symlink_metadata().ok();
                let is_real = metadata.as_ref().is_some_and(Metadata::is_dir);
                if !is_real || is_hidden(folder, || metadata) || self.is_ignored(folder, true) {
                    return false;
                }
            }
            self.enter(folder);
            self.way.push(folder.to_path_buf());
        }
        self.ignored.leave(self.way.len());
        true
    }

    fn inner<'p>(&self, path: &'p Path) -> &'p Path {
        path.strip_prefix(&self.folder).unwrap_or(path)
    }

    fn is_ignored(&self, path: &Path, is_folder: bool) -> bool {
        self.ignored.contains(self.inner(path), is_folder)
    }

    fn enter(&mut self, folder: &Path) {
        self.ignored.enter(self.inner(folder), folder, &mut self.skipped);
    }
}

impl Iterator for FolderWalk {
    type Item = Result<PathBuf, Unreadable>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(skipped) = self.skipped.pop_front() {
                return Some(Err(skipped));
            }
            let Some(next) = self.entries.as_mut().map(Iterator::next) else {
                let target = self.targets.pop_front()?;
                if self.approach(&target) {
                    self.entries = Some(WalkDir::new(target).sort_by_file_name().into_iter());
                }
                continue;
            };
            let entry = match next {
                None => {
                    self.entries = None;
                    continue;
                }
                Some(Ok(entry)) => entry,
                Some(Err(error)) => return Some(Err(unreadable(&error))),
            };
            let depth = self.way.len() + entry.depth();
            let kind = entry.file_type();
            let is_folder = kind.is_dir() || depth == 0 && kind.is_symlink();
            self.ignored.leave(depth);
            if depth > 0
                && (is_hidden(entry.path(), || entry.metadata().ok()) || self.is_ignored(entry.path(), kind.is_dir()))
            {
                if is_folder && let Some(entries) = &mut self.entries {
                    entries.skip_current_dir();
                }
            } else if is_folder {
                self.enter(entry.path());
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
fn is_hidden(path: &Path, _: impl FnOnce() -> Option<Metadata>) -> bool {
    begins_with_dot(path)
}

#[cfg(windows)]
fn is_hidden(path: &Path, metadata: impl FnOnce() -> Option<Metadata>) -> bool {
    use std::os::windows::fs::MetadataExt;

    const FILE_ATTRIBUTE_HIDDEN: u32 = 2;
    begins_with_dot(path) || metadata().is_some_and(|of| of.file_attributes() & FILE_ATTRIBUTE_HIDDEN != 0)
}

fn begins_with_dot(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"."))
}

#[cfg(all(test, unix))]
#[expect(clippy::disallowed_methods, reason = "the files are the tests' own")]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_walk_to_some_files_finds_what_a_whole_walk_finds_of_them() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        let tree = [
            ("a.ishi", ""),
            ("sub/.gitignore", "out/\nb.*\n"),
            ("sub/b.ishi", ""),
            ("sub/c.ishi", ""),
            ("sub/deep/d.ishi", ""),
            ("sub/deep/out/e.ishi", ""),
            ("sub/deeper/f.ishi", ""),
            (".hidden/g.ishi", ""),
            ("other/h.ishi", ""),
        ];
        for (name, text) in tree {
            let path = root.join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        std::os::unix::fs::symlink(root.join("other"), root.join("link")).unwrap();
        let targets = [
            "",
            "a.ishi",
            "sub",
            "sub/b.ishi",
            "sub/c.ishi",
            "sub/deep",
            "sub/deep/d.ishi",
            "sub/deep/out",
            "sub/deep/out/e.ishi",
            "sub/deeper",
            "sub/deep/missing.ishi",
            ".hidden/g.ishi",
            "link",
            "link/h.ishi",
            "other/h.ishi",
            "missing/i.ishi",
        ];
        let targets = targets.map(|name| if name.is_empty() { root.to_path_buf() } else { root.join(name) });
        let everything: Vec<PathBuf> = files(root).map(Result::unwrap).collect();
        assert_eq!(everything.len(), 5, "{everything:?}");
        for one in &targets {
            for other in &targets {
                let wanted = BTreeSet::from([one.clone(), other.clone()]);
                let visited: Vec<PathBuf> = files_among(root, &wanted).map(Result::unwrap).collect();
                let is_wanted = |path: &&PathBuf| wanted.iter().any(|target| path.starts_with(target));
                assert_eq!(visited, everything.iter().filter(is_wanted).cloned().collect::<Vec<_>>(), "{wanted:?}");
            }
        }
    }
}
