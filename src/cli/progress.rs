//! Work on many files, with a progress bar where it takes a while.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use ishi_work::parallel;

/// How many files are worked on before their results are handed over: enough to keep every core busy, and few
/// enough that results of a large collection appear early and need not all be kept.
const AT_ONCE: usize = 256;

/// Work shorter than this shows no progress bar.
const PATIENCE: Duration = Duration::from_millis(500);

/// Does `work` on the items in parallel and `take`s the results one by one in the order of the items, until `take`
/// has had enough. Meanwhile the work on the next items goes on. A progress bar is shown where standard error is a
/// terminal, unless it is to be quiet.
pub(super) fn in_order<T: Sync, R: Send>(
    items: &[T],
    is_quiet: bool,
    work: impl Fn(&T) -> R + Sync,
    mut take: impl FnMut(R) -> ControlFlow<()>,
) {
    let progress = FileProgress::new(items.len(), is_quiet);
    let work_on = |some: Option<&[T]>| {
        some.map(|some| {
            parallel::map(some, |item| {
                let result = work(item);
                progress.one_more();
                result
            })
        })
    };
    let mut chunks = items.chunks(AT_ONCE);
    let mut done = work_on(chunks.next());
    while let Some(results) = done {
        let next = chunks.next();
        let take_all = || progress.suspend(|| results.into_iter().try_for_each(&mut take));
        let (worked, flow) = parallel::beside(|| work_on(next), take_all);
        done = worked.filter(|_| flow.is_continue());
    }
    progress.bar.finish_and_clear();
}

/// A progress bar that shows itself once the work takes a while.
struct FileProgress {
    bar: ProgressBar,
    begun: Instant,
    shown: AtomicBool,
}

impl FileProgress {
    #[expect(clippy::disallowed_methods, reason = "how long a user has waited is a matter of the clock")]
    fn new(files: usize, is_quiet: bool) -> Self {
        let bar = ProgressBar::with_draw_target(Some(files as u64), ProgressDrawTarget::hidden());
        if let Ok(style) = ProgressStyle::with_template("{bar:40} {pos}/{len} files, {eta} to go") {
            bar.set_style(style);
        }
        Self { bar, begun: Instant::now(), shown: AtomicBool::new(is_quiet) }
    }

    /// Runs something that may print. A bar that is shown keeps the threads that move it waiting meanwhile.
    fn suspend<R>(&self, work: impl FnOnce() -> R) -> R {
        if self.bar.is_hidden() { work() } else { self.bar.suspend(work) }
    }

    fn one_more(&self) {
        if self.begun.elapsed() >= PATIENCE && !self.shown.swap(true, Ordering::Relaxed) {
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
        }
        self.bar.inc(1);
    }
}
