//! Requests for tests: some fail or take long on purpose, and one returns the text that the server has. Only the
//! feature `fault-injection` contains them, which no other feature turns on, so the released program does not.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::json;

use super::method::{Methods, RequestContext};
use ishi_rpc::{Answer, Result};
use ishi_work::cancel::checkpoint;

/// Whether the next edit panics.
static NEXT_EDIT_PANICS: AtomicBool = AtomicBool::new(false);

/// The time that the next document takes to be opened, in milliseconds.
static NEXT_OPEN_TAKES: AtomicU64 = AtomicU64::new(0);

/// Panics if a test has asked for that. Called before every edit.
pub(super) fn on_edit() {
    assert!(!NEXT_EDIT_PANICS.swap(false, Ordering::Relaxed), "a fault was asked for");
}

/// Waits as long as a test has asked for. Called when a document has been read, and before it is open.
pub(super) fn on_open() {
    let delay = NEXT_OPEN_TAKES.swap(0, Ordering::Relaxed);
    if delay > 0 {
        thread::sleep(Duration::from_millis(delay));
    }
}

/// The params of a request that takes long.
#[derive(Debug, Deserialize)]
struct Milliseconds {
    ms: u64,
}

/// Adds the requests for tests.
pub(super) fn requests(methods: Methods) -> Methods {
    methods
        .custom("ishi/fault/panic", |_, IgnoredAny| panic!("a fault was asked for"))
        .custom("ishi/fault/panicOnEdit", |_, IgnoredAny| {
            NEXT_EDIT_PANICS.store(true, Ordering::Relaxed);
            Ok(Answer::null())
        })
        .custom("ishi/fault/sleep", |_, Milliseconds { ms }| Ok(sleep(ms)))
        .custom("ishi/fault/slowOpen", |_, Milliseconds { ms }| {
            NEXT_OPEN_TAKES.store(ms, Ordering::Relaxed);
            Ok(Answer::null())
        })
        .custom("ishi/fault/text", |cx, IgnoredAny| text(cx))
}

/// Works as long as is asked for, with a checkpoint every millisecond.
fn sleep(ms: u64) -> Answer {
    for _ in 0..ms {
        checkpoint();
        thread::sleep(Duration::from_millis(1));
    }
    Answer::null()
}

/// Returns the text that the server has.
fn text(cx: &RequestContext) -> Result<Answer> {
    let (view, _) = cx.document()?;
    Ok(Answer::of(&json!({"text": view.snapshot().text().to_string(), "version": view.version})))
}
