//! Threads in the background, which give way to the user.
//!
//! On a machine with two cores, the client and the server need both while the user types. A low priority alone is not
//! enough: while a folder was read, the slowest keystrokes took up to twice as long.

#[cfg(feature = "parallel")]
use std::{
    cell::Cell,
    sync::LazyLock,
    sync::atomic::{AtomicU64, Ordering},
    time::{Duration, Instant},
};

/// How long the threads in the background begin nothing new after the user has typed. Fast typists need about as long
/// for a key.
#[cfg(feature = "parallel")]
const PAUSE: Duration = Duration::from_millis(100);

/// When the pause ends, as [`now`] counts.
#[cfg(feature = "parallel")]
static QUIET_FROM: AtomicU64 = AtomicU64::new(0);

#[cfg(feature = "parallel")]
thread_local! {
    static IS_IN_BACKGROUND: Cell<bool> = const { Cell::new(false) };
}

/// Notes that the user is typing.
pub fn pause() {
    #[cfg(feature = "parallel")]
    QUIET_FROM.store(now() + micros(PAUSE), Ordering::Relaxed);
}

/// Waits while the user types, if this is a thread in the background: once and for a moment, so that work goes on even
/// if typing never ends. Called before each part of the work.
pub fn give_way() {
    #[cfg(feature = "parallel")]
    if IS_IN_BACKGROUND.get() {
        let rest = QUIET_FROM.load(Ordering::Relaxed).saturating_sub(now());
        if rest > 0 {
            std::thread::sleep(Duration::from_micros(rest));
        }
    }
}

/// The microseconds since this was called for the first time.
#[cfg(feature = "parallel")]
fn now() -> u64 {
    #[expect(clippy::disallowed_methods, reason = "whether somebody types is a matter of the clock")]
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    micros(START.elapsed())
}

#[cfg(feature = "parallel")]
fn micros(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}

/// Puts the current thread into the background.
#[cfg(feature = "parallel")]
pub(crate) fn enter() {
    IS_IN_BACKGROUND.set(true);
    lower_priority();
}

/// Lowers the priority of the current thread. Elsewhere than on Linux, only the priority of the whole process can be
/// lowered without `unsafe` code.
#[cfg(feature = "parallel")]
fn lower_priority() {
    #[cfg(target_os = "linux")]
    {
        use rustix::process::{getpriority_process, setpriority_process};

        // Where that is refused, the work is done with the priority of the process.
        if getpriority_process(None).is_ok_and(|usual| usual < LOW_PRIORITY) {
            let _ = setpriority_process(None, LOW_PRIORITY);
        }
    }
}

/// The nice value of threads in the background. They get a tenth of the time of a busy thread with the usual value, 0.
#[cfg(all(feature = "parallel", target_os = "linux"))]
pub(crate) const LOW_PRIORITY: i32 = 10;

#[cfg(all(test, feature = "parallel"))]
mod tests {
    use super::*;

    #[test]
    fn only_threads_in_the_background_wait_until_the_user_no_longer_types() {
        let before = now();
        pause();
        let there = std::thread::spawn(|| {
            enter();
            give_way();
            now()
        });
        assert!(there.join().unwrap() >= before + micros(PAUSE));
        assert!(!IS_IN_BACKGROUND.get());
    }
}
