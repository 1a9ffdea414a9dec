//! The page as it is now, which all of its readers wait for.

use std::collections::HashSet;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde::Serialize;
use serde_json::json;

use ishi_ide::ide::{Analysis, Page, PageUpdate};
use ishi_position::ColumnUnit;

/// The place of an editor's cursor, counted from 0; the character in UTF-16.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(super) struct Cursor {
    pub(super) line: u32,
    pub(super) character: u32,
}

/// A page that changes.
pub(super) struct LivePage {
    /// The title of a page whose record has none.
    name: String,
    now: Mutex<Now>,
    changed: Condvar,
}

/// The page at one moment.
#[derive(Clone, Default)]
struct Now {
    content: Option<Arc<(Page, Analysis)>>,
    problem: Option<String>,
    cursor: Option<Cursor>,
    /// Whether an editor has sent its text.
    has_text: bool,
    /// How often the content and the cursor have changed.
    content_version: u64,
    cursor_version: u64,
}

/// What a reader of the page has.
#[derive(Debug, Default)]
pub(super) struct Reader {
    known: HashSet<String>,
    content_version: u64,
    cursor_version: u64,
}

impl LivePage {
    pub(super) fn new(name: String) -> Self {
        Self { name, now: Mutex::default(), changed: Condvar::new() }
    }

    fn now(&self) -> MutexGuard<'_, Now> {
        self.now.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn set(&self, change: impl FnOnce(&mut Now)) {
        change(&mut self.now());
        self.changed.notify_all();
    }

    /// Shows a document.
    pub(super) fn show(&self, analysis: Analysis) {
        self.set_content(analysis, |_| true);
    }

    /// Shows a text of an editor, which counts from now on in place of the file.
    pub(super) fn show_text(&self, analysis: Analysis) {
        self.now().has_text = true;
        self.set_content(analysis, |_| true);
    }

    /// Shows the content of the file, unless an editor has sent its text.
    pub(super) fn show_file(&self, analysis: Analysis) {
        self.set_content(analysis, |now| !now.has_text);
    }

    fn set_content(&self, analysis: Analysis, is_wanted: impl Fn(&Now) -> bool) {
        let content = Arc::new((analysis.page(), analysis));
        self.set(|now| {
            if is_wanted(now) {
                now.content = Some(content);
                now.problem = None;
                now.content_version += 1;
            }
        });
    }

    /// Shows why the file can't be read.
    pub(super) fn fail(&self, problem: String) {
        self.set(|now| {
            now.problem = Some(problem);
            now.content_version += 1;
        });
    }

    /// Shows where the cursor is.
    pub(super) fn move_to(&self, cursor: Cursor) {
        self.set(|now| {
            now.cursor = Some(cursor);
            now.cursor_version += 1;
        });
    }

    /// Whether an editor has sent its text.
    pub(super) fn has_text(&self) -> bool {
        self.now().has_text
    }

    /// Waits until there is something that a reader does not have, and returns it as JSON; `None` after `patience`.
    pub(super) fn next(&self, reader: &mut Reader, patience: Duration) -> Option<String> {
        let is_same = |now: &mut Now| {
            (now.content_version, now.cursor_version) == (reader.content_version, reader.cursor_version)
        };
        let waited = self.changed.wait_timeout_while(self.now(), patience, is_same);
        let now = waited.unwrap_or_else(PoisonError::into_inner).0.clone();
        if (now.content_version, now.cursor_version) == (reader.content_version, reader.cursor_version) {
            return None;
        }
        let mut message = json!({"name": self.name, "cursor": now.cursor});
        if now.content_version != reader.content_version {
            message["problem"] = json!(now.problem);
            if let Some((page, analysis)) = now.content.as_deref() {
                let update = PageUpdate::new(page, &reader.known, analysis, ColumnUnit::Utf16);
                message["content"] = json!(update);
                reader.known = update.keys().map(str::to_owned).collect();
            }
        }
        (reader.content_version, reader.cursor_version) = (now.content_version, now.cursor_version);
        Some(message.to_string())
    }
}
