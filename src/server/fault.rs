//! Requests for tests: some go wrong on purpose, to show how the server takes it, and one shows the text that the server
//! has. They exist only with [`Options::fault_injection`].

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use serde::Deserialize;
use serde_json::{Value, json};
use tower_lsp::LspServiceBuilder;
use tower_lsp::jsonrpc::Result;

use super::backend::Backend;
use super::{Options, service};

/// The next edit is to panic.
static NEXT_EDIT_PANICS: AtomicBool = AtomicBool::new(false);

/// How many milliseconds the next document takes to be opened.
static NEXT_OPEN_TAKES: AtomicU64 = AtomicU64::new(0);

/// Adds the requests, if they are wanted.
pub(super) fn install(options: &Options, builder: LspServiceBuilder<Backend>) -> LspServiceBuilder<Backend> {
    if !options.fault_injection {
        return builder;
    }
    builder
        .custom_method("ishi/fault/panic", panic)
        .custom_method("ishi/fault/panicInThread", Backend::panic)
        .custom_method("ishi/fault/panicOnEdit", panic_on_edit)
        .custom_method("ishi/fault/slowOpen", slow_open)
        .custom_method("ishi/fault/sleep", sleep)
        .custom_method("ishi/fault/text", text)
}

/// Called before every edit.
pub(super) fn on_edit() {
    assert!(!NEXT_EDIT_PANICS.swap(false, Ordering::Relaxed), "a fault was asked for");
}

/// Called when a document has been read, and before it is open.
pub(super) fn on_open() {
    let delay = NEXT_OPEN_TAKES.swap(0, Ordering::Relaxed);
    if delay > 0 {
        thread::sleep(Duration::from_millis(delay));
    }
}

async fn panic(_: &Backend, _: Value) -> Result<()> {
    panic!("a fault was asked for");
}

impl Backend {
    /// Panics where answers are worked out.
    async fn panic(&self, _: Value) -> Result<()> {
        self.answer(|_, _, _| panic!("a fault was asked for")).await
    }
}

async fn panic_on_edit(_: &Backend, _: Value) -> Result<()> {
    NEXT_EDIT_PANICS.store(true, Ordering::Relaxed);
    Ok(())
}

async fn slow_open(_: &Backend, Sleep { ms }: Sleep) -> Result<()> {
    NEXT_OPEN_TAKES.store(ms, Ordering::Relaxed);
    Ok(())
}

#[derive(Deserialize)]
struct Sleep {
    ms: u64,
}

async fn sleep(_: &Backend, Sleep { ms }: Sleep) -> Result<()> {
    tokio::time::sleep(Duration::from_millis(ms)).await;
    Ok(())
}

async fn text(_: &Backend, _: Value) -> Result<Value> {
    let view = service::view()?;
    Ok(json!({"text": view.snapshot().text().to_string(), "version": view.version}))
}
