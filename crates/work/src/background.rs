//! Threads in the background, which give way to the user.
//!
//! On a machine with two cores, the client and the server need both while the user types. A low priority alone is not
//! enough: while a folder was read, the slowest keystrokes took more than twice as long.

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

/// The moment from which times are counted.
#[cfg(feature = "parallel")]
static START: LazyLock<Instant> = LazyLock::new(Instant::now);

/// When the pause ends, in microseconds after [`START`].
#[cfg(feature = "parallel")]
static QUIET_FROM: AtomicU64 = AtomicU64::new(0);

#[cfg(feature = "parallel")]
thread_local! {
    static IS_IN_BACKGROUND: Cell<bool> = const { Cell::new(false) };
}

/// Notes that the user is typing.
pub fn pause() {
    #[cfg(feature = "parallel")]
    QUIET_FROM.store(micros(START.elapsed() + PAUSE), Ordering::Relaxed);
}

/// Waits while the user types, if this is a thread in the background: once and for a moment, so that work goes on even
/// if typing never ends. Called before each part of the work.
pub fn give_way() {
    #[cfg(feature = "parallel")]
    if IS_IN_BACKGROUND.get() {
        let rest = QUIET_FROM.load(Ordering::Relaxed).saturating_sub(micros(START.elapsed()));
        if rest > 0 {
            std::thread::sleep(Duration::from_micros(rest));
        }
    }
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
const LOW_PRIORITY: i32 = 10;

#[cfg(all(test, feature = "parallel"))]
mod tests {
    use super::*;
    use crate::parallel::Pool;

    #[test]
    fn work_in_the_background_begins_when_the_user_no_longer_types() {
        let before = Instant::now();
        pause();
        let begun = Pool::in_background().map(&[(), ()], |()| Instant::now());
        // A clock of microseconds may be one behind.
        assert!(begun.iter().all(|begun| *begun + Duration::from_micros(1) >= before + PAUSE));
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn only_threads_in_the_background_have_a_low_priority() {
        let priority = |(): &()| rustix::process::getpriority_process(None).unwrap();
        let usual = priority(&());
        assert_eq!(Pool::leaving_one_core().map(&[()], priority), [usual]);
        assert_eq!(Pool::in_background().map(&[()], priority), [usual.max(LOW_PRIORITY)]);
        assert_eq!(priority(&()), usual);
    }
}
