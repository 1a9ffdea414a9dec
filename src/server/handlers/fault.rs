//! Requests for tests: some go wrong on purpose, to show how the server takes it, and one shows the text that the
//! server has. They are served only with `Options::fault_injection`.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use serde::Deserialize;
use serde_json::json;

use crate::server::answer::Answer;
use crate::server::jsonrpc::Result;
use crate::server::session::RequestContext;

/// The next edit is to panic.
static NEXT_EDIT_PANICS: AtomicBool = AtomicBool::new(false);

/// How many milliseconds the next document takes to be opened.
static NEXT_OPEN_TAKES: AtomicU64 = AtomicU64::new(0);

/// Called before every edit.
pub(in crate::server) fn on_edit() {
    assert!(!NEXT_EDIT_PANICS.swap(false, Ordering::Relaxed), "a fault was asked for");
}

/// Called when a document has been read, and before it is open.
pub(in crate::server) fn on_open() {
    let delay = NEXT_OPEN_TAKES.swap(0, Ordering::Relaxed);
    if delay > 0 {
        thread::sleep(Duration::from_millis(delay));
    }
}

/// How long something is to take.
#[derive(Debug, Deserialize)]
pub(in crate::server) struct Sleep {
    pub(in crate::server) ms: u64,
}

/// Panics.
pub(in crate::server) fn panic() -> Result<Answer> {
    panic!("a fault was asked for");
}

/// Lets the next edit panic.
pub(in crate::server) fn panic_on_edit() {
    NEXT_EDIT_PANICS.store(true, Ordering::Relaxed);
}

/// Lets the next document take this long to be opened.
pub(in crate::server) fn slow_open(Sleep { ms }: &Sleep) {
    NEXT_OPEN_TAKES.store(*ms, Ordering::Relaxed);
}

/// The text that the server has.
pub(in crate::server) fn text(cx: &RequestContext) -> Result<Answer> {
    let (view, _) = cx.document()?;
    Ok(Answer::of(&json!({"text": view.snapshot().text().to_string(), "version": view.version})))
}
