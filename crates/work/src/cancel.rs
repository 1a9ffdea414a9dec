//! Work that can be cancelled: it unwinds at its next checkpoint.
//!
//! The handler of a request may be deep in loops over a text when the client cancels the request. Each thread stores
//! the cancellation of its work, so that no function needs a parameter for it, and each loop over a text calls
//! [`checkpoint`]. For work that can't be cancelled, such as that of the command line, a checkpoint has no effect.

use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;
#[cfg(feature = "fault-injection")]
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::{AtomicBool, Ordering};

thread_local! {
    /// The cancellation of the work that the thread does.
    static CURRENT: RefCell<Option<Cancellation>> = const { RefCell::new(None) };
}

/// Whether some work is cancelled. Clones share it.
#[derive(Clone, Debug, Default)]
pub struct Cancellation {
    flag: Arc<AtomicBool>,
    #[cfg(feature = "fault-injection")]
    count: Arc<Count>,
}

/// The payload with which cancelled work unwinds.
struct Cancelled;

/// Ends the work of this thread if it is cancelled.
#[inline]
pub fn checkpoint() {
    let is_cancelled = CURRENT.with_borrow(|current| current.as_ref().is_some_and(Cancellation::at_checkpoint));
    // Where a panic ends the program, as in a browser, work can't be cancelled.
    if is_cancelled && cfg!(panic = "unwind") {
        // This calls no panic hook: nothing has failed.
        resume_unwind(Box::new(Cancelled));
    }
}

/// Returns the cancellation of the work that this thread does, for threads that help with it.
pub fn current() -> Option<Cancellation> {
    CURRENT.with_borrow(Clone::clone)
}

/// Runs `work` as a part of the work that another thread does.
pub fn within<R>(current: Option<Cancellation>, work: impl FnOnce() -> R) -> R {
    let _outer = Outer(CURRENT.replace(current));
    work()
}

/// The cancellation that a thread had before [`within`], which is restored when this value is dropped.
struct Outer(Option<Cancellation>);

impl Drop for Outer {
    fn drop(&mut self) {
        CURRENT.set(self.0.take());
    }
}

impl Cancellation {
    /// Cancels the work.
    pub fn cancel(&self) {
        self.flag.store(true, Ordering::Relaxed);
    }

    /// Whether the work is cancelled.
    pub fn is_cancelled(&self) -> bool {
        self.flag.load(Ordering::Relaxed)
    }

    /// Whether the work ends at a checkpoint.
    #[inline]
    fn at_checkpoint(&self) -> bool {
        #[cfg(feature = "fault-injection")]
        if self.count.is_last() {
            self.cancel();
        }
        self.is_cancelled()
    }

    /// Returns the result of `work`; none if it is cancelled before it has one.
    pub fn run<R>(&self, work: impl FnOnce() -> R) -> Option<R> {
        if self.is_cancelled() {
            return None;
        }
        match catch_unwind(AssertUnwindSafe(|| within(Some(self.clone()), work))) {
            Ok(result) => Some(result),
            Err(payload) if payload.is::<Cancelled>() => None,
            Err(panic) => resume_unwind(panic),
        }
    }
}

/// How many checkpoints some work has passed, and after how many it is cancelled.
#[cfg(feature = "fault-injection")]
#[derive(Debug, Default)]
struct Count {
    passed: AtomicUsize,
    last: Option<usize>,
}

#[cfg(feature = "fault-injection")]
impl Count {
    /// Counts a checkpoint, and returns whether the work ends at it.
    fn is_last(&self) -> bool {
        let before = self.passed.fetch_add(1, Ordering::Relaxed);
        self.last.is_some_and(|last| before >= last)
    }
}

#[cfg(feature = "fault-injection")]
impl Cancellation {
    /// A cancellation that happens by itself when the work has passed this many checkpoints; never if `None`.
    pub fn after(checkpoints: Option<usize>) -> Self {
        Self { count: Arc::new(Count { passed: AtomicUsize::new(0), last: checkpoints }), ..Self::default() }
    }

    /// The number of checkpoints that the work has passed.
    pub fn passed(&self) -> usize {
        self.count.passed.load(Ordering::Relaxed)
    }
}
