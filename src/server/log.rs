//! The log on stderr. A client need not read it, and a full pipe blocks whoever writes: so a thread of its own
//! writes, and what it can't keep up with is dropped.

use std::io::{self, Write};
use std::panic;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;
use std::time::Duration;

use tracing_subscriber::EnvFilter;
use tracing_subscriber::filter::LevelFilter;
use tracing_subscriber::fmt::MakeWriter;

/// How many lines wait for the thread at most.
const LINES: usize = 1024;

/// How long the last lines may take at the end of the process.
const FLUSH: Duration = Duration::from_millis(200);

enum Entry {
    Line(Vec<u8>),
    Flush(SyncSender<()>),
}

/// Sends lines to the thread.
#[derive(Clone)]
struct Lines(SyncSender<Entry>);

/// Keeps the log; when it goes, the last lines are written.
pub(super) struct Log(Lines);

/// Starts the log: warnings and errors, or what `RUST_LOG` asks for. Panics go there as well, with their place.
pub(super) fn start() -> Log {
    let (sender, receiver) = sync_channel(LINES);
    thread::spawn(move || write(&receiver));
    let lines = Lines(sender);
    let filter = EnvFilter::builder().with_default_directive(LevelFilter::WARN.into()).from_env_lossy();
    let subscriber = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(lines.clone())
        .with_ansi(false)
        .log_internal_errors(false)
        .finish();
    // There is a subscriber already only where a test set one; then that one is to be used.
    let _ = tracing::subscriber::set_global_default(subscriber);
    panic::set_hook(Box::new(|info| tracing::error!("{info}")));
    Log(lines)
}

fn write(entries: &Receiver<Entry>) {
    let mut stderr = io::stderr();
    for entry in entries {
        match entry {
            // Where stderr is closed there is nobody to tell.
            Entry::Line(line) => {
                let _ = stderr.write_all(&line);
            }
            Entry::Flush(done) => {
                let _ = done.send(());
            }
        }
    }
}

impl Drop for Log {
    fn drop(&mut self) {
        let (done, wait) = sync_channel(1);
        if self.0.0.try_send(Entry::Flush(done)).is_ok() {
            let _ = wait.recv_timeout(FLUSH);
        }
    }
}

impl Write for Lines {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        let _ = self.0.try_send(Entry::Line(line.to_vec()));
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl<'a> MakeWriter<'a> for Lines {
    type Writer = Self;

    fn make_writer(&'a self) -> Self {
        self.clone()
    }
}
