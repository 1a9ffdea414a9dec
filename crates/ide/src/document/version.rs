//! A version of a document that is read when its snapshot is first requested.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use ropey::Rope;

use super::changes::Changes;
use super::content::{Content, Format};
use super::snapshot::Snapshot;
use ishi_check::check::Severities;
use ishi_position as position;

/// A document at one moment: its text, which is read on demand. Cloning is cheap; clones share the result of the
/// reading.
#[derive(Clone, Debug)]
pub struct Version(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    text: Rope,
    /// How many CR are not followed by LF.
    lone_crs: usize,
    format: Format,
    severities: Arc<Severities>,
    content: OnceLock<Content>,
    /// The earlier version that can be reused to read it; `None` if there is none, or if it was read already.
    origin: Mutex<Option<Baseline>>,
    /// Held while it is read.
    reading: Mutex<()>,
    /// Whether the document has a newer version.
    is_superseded: AtomicBool,
}

/// An earlier version that was read, and the changes up to a later version.
#[derive(Clone, Debug)]
pub(super) struct Baseline {
    pub(super) before: Content,
    pub(super) changes: Changes,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // Nothing is half done under these locks when a panic ends it.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Version {
    /// Creates a version of a text that was not read yet.
    pub(super) fn new(text: Rope, lone_crs: usize, format: Format, severities: Arc<Severities>) -> Self {
        Self::read_from(text, lone_crs, format, severities, None)
    }

    /// Creates a version of a text that was edited from this version, or from the version of `origin`.
    pub(super) fn changed(&self, text: Rope, lone_crs: usize, origin: Option<Baseline>) -> Self {
        Self::read_from(text, lone_crs, self.0.format, Arc::clone(&self.0.severities), origin)
    }

    fn read_from(
        text: Rope,
        lone_crs: usize,
        format: Format,
        severities: Arc<Severities>,
        origin: Option<Baseline>,
    ) -> Self {
        Self(Arc::new(Shared {
            text,
            lone_crs,
            format,
            severities,
            content: OnceLock::new(),
            origin: Mutex::new(origin),
            reading: Mutex::new(()),
            is_superseded: AtomicBool::new(false),
        }))
    }

    /// The text of this version, without waiting until it is read.
    pub fn text(&self) -> &Rope {
        &self.0.text
    }

    /// How many CR are not followed by LF.
    pub(super) fn lone_crs(&self) -> usize {
        self.0.lone_crs
    }

    /// Returns the byte of the first CR that is not followed by LF.
    pub fn lone_cr(&self) -> Option<usize> {
        let Shared { text, lone_crs, .. } = &*self.0;
        // The search may go through the whole text, and few texts have one.
        (*lone_crs > 0).then(|| position::lone_crs(text, 0..text.len_bytes()).next()).flatten()
    }

    /// The format of its text.
    pub fn format(&self) -> Format {
        self.0.format
    }

    /// The baseline for the next version, without the edits of that version: this version if it was read, and otherwise
    /// the baseline of this version. Never waits for a reading in progress.
    pub(super) fn origin(&self) -> Option<Baseline> {
        let as_read =
            || self.0.content.get().map(|before| Baseline { before: before.clone(), changes: Changes::default() });
        // It may become known between two looks, and then it has no origin any more.
        as_read().or_else(|| lock(&self.0.origin).clone()).or_else(as_read)
    }

    /// Records that the document has a newer version, or is closed.
    pub(super) fn supersede(&self) {
        self.0.is_superseded.store(true, Ordering::Relaxed);
    }

    /// Whether the document has a newer version, so that this version is probably no longer needed.
    pub fn is_superseded(&self) -> bool {
        self.0.is_superseded.load(Ordering::Relaxed)
    }

    /// The content, read and checked. The first call reads the changes, which may take a while.
    pub fn content(&self) -> &Content {
        // Nothing stops this reading, so there is no second round.
        loop {
            if let Some(content) = self.content_unless(&|| false) {
                return content;
            }
        }
    }

    /// The record, or the record that the text is converted to; see [`Self::content`].
    pub fn snapshot(&self) -> &Snapshot {
        self.content().record()
    }

    /// Returns [`Self::content`], unless `stop` returns true while it is being read.
    pub fn content_unless(&self, stop: &(dyn Fn() -> bool + Sync)) -> Option<&Content> {
        let Shared { text, format, severities, content, origin, reading, .. } = &*self.0;
        if content.get().is_none() {
            let _reading = lock(reading);
            if content.get().is_none() {
                let from = lock(origin).clone();
                let from = from.as_ref().map(|from| (&from.before, &from.changes));
                let read = Content::read(text, *format, from, severities, stop)?;
                let _ = content.set(read);
                *lock(origin) = None;
            }
        }
        content.get()
    }
}
