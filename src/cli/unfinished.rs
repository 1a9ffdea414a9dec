//! Files that do not have their final names yet. If a signal ends the program, they are removed.

use std::collections::BTreeMap;
use std::io;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The prefix and suffix of the name of an unfinished file. Such a file is hidden, so that it is not taken for a
/// record.
pub(super) const NAME: (&str, &str) = (".ishi-", ".tmp");

/// Removes a file.
type Remove = Box<dyn FnOnce() + Send>;

/// The unfinished files, each by a number. While it is locked, no signal ends the program.
static FILES: Mutex<BTreeMap<u64, Remove>> = Mutex::new(BTreeMap::new());

/// An unfinished file, which is removed if a signal ends the program while this value exists.
#[derive(Debug)]
pub(super) struct Unfinished(u64);

impl Unfinished {
    /// Creates a file. `remove` returns the function that removes it.
    pub(super) fn create<F, R: FnOnce() + Send + 'static>(
        create: impl FnOnce() -> io::Result<F>,
        remove: impl FnOnce(&F) -> R,
    ) -> io::Result<(F, Self)> {
        signals::watch();
        let mut files = files();
        let file = create()?;
        let number = files.last_key_value().map_or(0, |(&last, _)| last + 1);
        files.insert(number, Box::new(remove(&file)));
        Ok((file, Self(number)))
    }
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        files().remove(&self.0);
    }
}

fn files() -> MutexGuard<'static, BTreeMap<u64, Remove>> {
    // A panic can't leave the map half changed.
    FILES.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The signals that end the program.
#[cfg(unix)]
mod signals {
    use std::ffi::c_int;
    use std::sync::{Once, mpsc};
    use std::{fs, thread};

    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::emulate_default_handler;

    /// Begins to wait for signals, in a thread of its own. After the first signal the unfinished files are removed, and
    /// then the program ends by the signal, as it would have without this.
    pub(super) fn watch() {
        static BEGUN: Once = Once::new();
        BEGUN.call_once(|| {
            let (ready, is_ready) = mpsc::channel();
            let wait = move || {
                let Ok(mut signals) = Signals::new(ending()) else { return };
                let _ = ready.send(());
                if let Some(signal) = signals.forever().next() {
                    let mut files = super::files();
                    while let Some((_, remove)) = files.pop_first() {
                        remove();
                    }
                    // The lock is kept, so that no other file is created.
                    let _ = emulate_default_handler(signal);
                }
            };
            // Without a thread, the signals end the program at once.
            if thread::Builder::new().name("signals".to_owned()).spawn(wait).is_ok() {
                let _ = is_ready.recv();
            }
        });
    }

    /// The signals that would end the program: those of them that it was not started to ignore, by `nohup` or in the
    /// background of a script.
    fn ending() -> Vec<c_int> {
        let is_ignored = |signal: c_int| ignored().map_or(signal == SIGHUP, |ignored| ignored >> (signal - 1) & 1 == 1);
        [SIGHUP, SIGINT, SIGTERM].into_iter().filter(|&signal| !is_ignored(signal)).collect()
    }

    /// The signals that the program ignores, one bit each; `None` if the system does not say it.
    fn ignored() -> Option<u64> {
        #[expect(clippy::disallowed_methods, reason = "it describes this process")]
        let status = fs::read_to_string("/proc/self/status").ok()?;
        let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"))?;
        u64::from_str_radix(ignored.trim(), 16).ok()
    }
}

/// Here Ctrl-C ends the program at once, and unfinished files stay.
#[cfg(not(unix))]
mod signals {
    pub(super) fn watch() {}
}
