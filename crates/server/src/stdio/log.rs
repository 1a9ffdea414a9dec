//! The log, on stderr or in a file. A client may not read stderr, and a full pipe blocks the writer. So a separate
//! thread writes, and lines that it is too slow for are dropped and counted.

use std::backtrace::{Backtrace, BacktraceStatus};
use std::fs::File;
use std::io::{self, Write};
use std::panic::{self, PanicHookInfo};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;
use std::time::Duration;

use tracing_subscriber::EnvFilter;
use tracing_subscriber::filter::LevelFilter;
use tracing_subscriber::fmt::MakeWriter;

use ishi_rpc::message_of;
use ishi_text::{clipped, printable};

/// How many lines wait for the thread at most.
const LINES: usize = 1024;

/// How many characters of a line are written at most.
const MAX_LINE: usize = 4000;

/// How long writing the last lines may take at the end of the process.
const FLUSH: Duration = Duration::from_millis(200);

enum LogEntry {
    Line(Vec<u8>),
    Flush(SyncSender<()>),
}

/// Sends lines to the thread.
#[derive(Clone)]
struct LogLines {
    entries: SyncSender<LogEntry>,
    /// How many lines were dropped since the last that was not.
    dropped: Arc<AtomicUsize>,
}

/// Keeps the log; when it goes, the last lines are written.
pub(super) struct Log(LogLines);

/// Starts the log: warnings and errors, or what `RUST_LOG` asks for, on stderr or at the end of a file. Panics go there
/// as well, with their place and the request during which they happened.
///
/// # Errors
/// A file that can't be written.
pub(super) fn start(file: Option<&Path>) -> io::Result<Log> {
    let out: Box<dyn Write + Send> = match file {
        Some(path) => Box::new(File::options().append(true).create(true).open(path)?),
        None => Box::new(io::stderr()),
    };
    let (entries, receiver) = sync_channel(LINES);
    thread::Builder::new().name("log".to_owned()).spawn(move || write(&receiver, out))?;
    let lines = LogLines { entries, dropped: Arc::default() };
    let filter = EnvFilter::builder().with_default_directive(LevelFilter::WARN.into()).from_env_lossy();
    let subscriber = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(lines.clone())
        .with_ansi(false)
        .log_internal_errors(false)
        .finish();
    // There is a subscriber already only where a test set one; then that one is to be used.
    let _ = tracing::subscriber::set_global_default(subscriber);
    panic::set_hook(Box::new(log_panic));
    Ok(Log(lines))
}

/// Logs a panic. The span in which that happens names the request that the thread works at.
fn log_panic(info: &PanicHookInfo<'_>) {
    let message = message_of(info.payload());
    let thread = thread::current();
    let thread = thread.name().unwrap_or("without a name");
    let place = info.location().map_or_else(|| "an unknown place".to_owned(), ToString::to_string);
    // There is one only where `RUST_BACKTRACE` asks for it.
    let backtrace = Backtrace::capture();
    let trace = match backtrace.status() {
        BacktraceStatus::Captured => backtrace.to_string(),
        _ => String::new(),
    };
    tracing::error!("panic at {place} in the thread {thread}, which is a bug in ishi: {message}");
    for line in trace.lines() {
        tracing::error!("{line}");
    }
}

fn write(entries: &Receiver<LogEntry>, mut out: impl Write) {
    for entry in entries {
        match entry {
            // A closed stderr is not an error: the log is not read then.
            LogEntry::Line(line) => {
                let _ = out.write_all(&line);
            }
            LogEntry::Flush(done) => {
                let _ = done.send(());
            }
        }
    }
}

impl Drop for Log {
    fn drop(&mut self) {
        let (done, wait) = sync_channel(1);
        if self.0.entries.try_send(LogEntry::Flush(done)).is_ok() {
            let _ = wait.recv_timeout(FLUSH);
        }
    }
}

impl Write for LogLines {
    /// Takes what is logged of one event, which becomes one line: what a client or a file has made up of it may have
    /// others.
    fn write(&mut self, event: &[u8]) -> io::Result<usize> {
        let length = event.len();
        let dropped = self.dropped.swap(0, Ordering::Relaxed);
        let event = String::from_utf8_lossy(event.strip_suffix(b"\n").unwrap_or(event));
        let event = clipped(&event, MAX_LINE);
        let mut line = printable(&event).into_owned();
        line.push('\n');
        if dropped > 0 {
            line.insert_str(0, &format!("({dropped} lines of the log are missing here)\n"));
        }
        let line = line.into_bytes();
        if self.entries.try_send(LogEntry::Line(line)).is_err() {
            self.dropped.fetch_add(dropped + 1, Ordering::Relaxed);
        }
        Ok(length)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl<'a> MakeWriter<'a> for LogLines {
    type Writer = Self;

    fn make_writer(&'a self) -> Self {
        self.clone()
    }
}
