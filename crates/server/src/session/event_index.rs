//! The events that were found in the files of the client's folders.

use std::collections::BTreeMap;
use std::ops::Bound;
use std::path::{Path, PathBuf};

use ishi_ide::ide::Entries;

/// The largest number of files, and of bytes for all their events. Both limits are far beyond any collection of
/// records: more means that a whole disk was opened as a folder.
pub(super) const MAX_FILES: usize = 200_000;
const MAX_BYTES: usize = 256 << 20;

/// The events of all files, by path.
#[derive(Debug, Default)]
pub(super) struct EventIndex {
    pub(super) files: BTreeMap<PathBuf, Entries>,
    /// The approximate memory that the entries take.
    pub(super) bytes: usize,
}

impl EventIndex {
    pub(super) fn insert(&mut self, path: PathBuf, entries: Entries) {
        self.remove(&path);
        self.bytes += cost(&path, &entries);
        self.files.insert(path, entries);
    }

    pub(super) fn remove(&mut self, path: &Path) {
        if let Some((path, entries)) = self.files.remove_entry(path) {
            self.bytes -= cost(&path, &entries);
        }
    }

    pub(super) fn remove_all(&mut self, paths: &[PathBuf]) {
        for path in paths {
            self.remove(path);
        }
    }

    /// The files of the index at or below a path.
    pub(super) fn below<'i>(&'i self, path: &'i Path) -> impl Iterator<Item = &'i PathBuf> {
        let from = (Bound::Included(path), Bound::Unbounded);
        self.files.range::<Path, _>(from).map(|(file, _)| file).take_while(move |file| file.starts_with(path))
    }

    pub(super) fn is_full(&self) -> bool {
        self.files.len() >= MAX_FILES || self.bytes >= MAX_BYTES
    }
}

/// Returns the memory that the entries of a file take in the map, in bytes.
fn cost(path: &Path, entries: &Entries) -> usize {
    const PLACE: usize = 64;
    path.as_os_str().len() + entries.size() + PLACE
}
