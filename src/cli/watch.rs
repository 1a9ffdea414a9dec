//! Runs a command again whenever a file that it reads has changed.

use std::fs::Metadata;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::{Duration, Instant, SystemTime};

use notify::{Event, EventKind, RecommendedWatcher, RecursiveMode, Watcher};

use super::Error;
use super::job::{Collected, Inputs};
use super::output::note;

/// How long there must be no change before the command runs again: a program writes a file in several steps.
const QUIET: Duration = Duration::from_millis(100);

/// How long changes that never pause can delay the next run.
const MAX_DELAY: Duration = Duration::from_secs(2);

/// The state of all files that a run depends on.
#[derive(PartialEq)]
struct WatchedState {
    collected: Result<Collected, Error>,
    /// When each file was modified, and its length; `None` if it can't be read.
    stamps: Vec<Option<(SystemTime, u64)>>,
}

impl WatchedState {
    fn new(collected: Result<Collected, Error>) -> Self {
        let stamp = |of: Metadata| Some((of.modified().ok()?, of.len()));
        let jobs = collected.as_ref().map(|collected| collected.jobs.as_slice()).unwrap_or_default();
        let stamps = jobs.iter().map(|job| job.source.path().metadata().ok().and_then(stamp)).collect();
        Self { collected, stamps }
    }
}

/// Calls `run` with what `collect` finds, and again after each change of it, until `run` returns true.
///
/// An event of the file system only means that something may have changed: whether it has is decided by what `collect`
/// finds, so files that are left out never cause a run. Only one event is kept, however many there are.
///
/// # Errors
/// Standard input, and a folder that can't be watched.
pub(super) fn watch(
    inputs: &Inputs,
    collect: impl Fn() -> Result<Collected, Error>,
    mut run: impl FnMut(&Result<Collected, Error>) -> bool,
) -> Result<(), Error> {
    let (sender, changes) = mpsc::sync_channel(1);
    let on_event = move |event: notify::Result<Event>| {
        // Reading a file is an event, too, and every run reads all files.
        let is_read = event.is_ok_and(|event| matches!(event.kind, EventKind::Access(_)) && !event.need_rescan());
        if !is_read {
            let _ = sender.try_send(());
        }
    };
    let config = notify::Config::default().with_follow_symlinks(false);
    let mut watcher = RecommendedWatcher::new(on_event, config).map_err(|error| error.to_string())?;
    for (folder, is_deep) in inputs.folders() {
        let mode = if is_deep { RecursiveMode::Recursive } else { RecursiveMode::NonRecursive };
        watcher.watch(&folder, mode).map_err(|mut error| {
            error.paths.clear();
            format!("{}: {error}", folder.display())
        })?;
    }

    let mut state = WatchedState::new(collect());
    if state.collected.as_ref().is_ok_and(|collected| collected.jobs.iter().any(|job| job.source.is_stdin())) {
        return Err("`--watch` needs files or folders; standard input can't be watched".into());
    }
    while !run(&state.collected) {
        if !inputs.quiet {
            note("Watching for changes; press Ctrl+C to stop.");
        }
        state = loop {
            wait(&changes);
            let now = WatchedState::new(collect());
            if now != state {
                break now;
            }
        };
    }
    Ok(())
}

/// Waits for a change and for the end of those that follow it closely.
#[expect(clippy::disallowed_methods, reason = "how long changes go on is a matter of the clock")]
fn wait(changes: &Receiver<()>) {
    // The watcher holds the sender, and outlives this.
    let _ = changes.recv();
    let begun = Instant::now();
    while begun.elapsed() < MAX_DELAY && changes.recv_timeout(QUIET) != Err(RecvTimeoutError::Timeout) {}
}
