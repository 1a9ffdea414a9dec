//! How long a test waits for what the program does.

use std::thread;
use std::time::Duration;

/// The longest time that a test waits. It only keeps a test from hanging, and does not measure speed.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

/// Calls `look` until it returns a value; `None` after a timeout.
pub(crate) fn with_timeout<T>(mut look: impl FnMut() -> Option<T>) -> Option<T> {
    let step = Duration::from_millis(5);
    for _ in 0..PATIENCE.as_millis() / step.as_millis() {
        if let Some(found) = look() {
            return Some(found);
        }
        thread::sleep(step);
    }
    None
}
