//! Work shared among the cores: by rayon with the feature `parallel`, and in a plain loop without it.
//!
//! The results are the same either way, and in the same order.

use std::sync::LazyLock;

#[cfg(feature = "parallel")]
use crate::background;
#[cfg(feature = "parallel")]
use crate::cancel::{self, within};

/// The length from which work on a text is shared, in bytes. A shorter text takes less time than waking the other
/// threads.
pub const THRESHOLD: usize = 1 << 17;

/// Runs two functions, in parallel if possible.
pub fn join<A: Send, B: Send>(a: impl FnOnce() -> A + Send, b: impl FnOnce() -> B + Send) -> (A, B) {
    #[cfg(feature = "parallel")]
    {
        let (one, other) = (cancel::current(), cancel::current());
        rayon::join(|| within(one, a), || within(other, b))
    }
    #[cfg(not(feature = "parallel"))]
    (a(), b())
}

/// Runs a function on another thread, if possible, and meanwhile another function on this one.
pub fn beside<A: Send, B>(there: impl FnOnce() -> A + Send, here: impl FnOnce() -> B) -> (A, B) {
    #[cfg(feature = "parallel")]
    {
        let current = cancel::current();
        std::thread::scope(|scope| {
            let there = scope.spawn(|| within(current, there));
            let here = here();
            (there.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)), here)
        })
    }
    #[cfg(not(feature = "parallel"))]
    (there(), here())
}

/// Calls `work` on each item and returns the results in the order of the items.
pub fn map<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    #[cfg(feature = "parallel")]
    {
        use rayon::prelude::*;

        let current = cancel::current();
        items.par_iter().map(|item| within(current.clone(), || work(item))).collect()
    }
    #[cfg(not(feature = "parallel"))]
    items.iter().map(work).collect()
}

/// Calls `work` on each item of an iterator, and returns the results in the order of the items, or `None` if one of
/// them is `None`. The iterator itself runs in order.
pub fn try_map_iter<T: Send, R: Send>(
    items: impl Iterator<Item = T> + Send,
    work: impl Fn(T) -> Option<R> + Sync,
) -> Option<Vec<R>> {
    #[cfg(feature = "parallel")]
    {
        use rayon::prelude::*;

        let current = cancel::current();
        let work = |item| within(current.clone(), || work(item));
        // The iterator runs in any of the threads, too, and one of them may be in the middle of other work.
        let mut items = items.enumerate();
        let items = std::iter::from_fn(|| within(current.clone(), || items.next()));
        let results = items.par_bridge().map(|(index, item)| Some((index, work(item)?)));
        let mut results = results.collect::<Option<Vec<_>>>()?;
        results.sort_unstable_by_key(|&(index, _)| index);
        Some(results.into_iter().map(|(_, result)| result).collect())
    }
    #[cfg(not(feature = "parallel"))]
    items.map(work).collect()
}

/// Threads that leave one core to other work.
pub struct Pool {
    /// `None` if no thread could be started.
    #[cfg(feature = "parallel")]
    threads: Option<rayon::ThreadPool>,
}

impl Pool {
    /// Starts threads for work that the user waits for.
    pub fn leaving_one_core() -> Self {
        Self::start(|| ())
    }

    /// Returns the threads for all work that the user does not wait for, so that all of it together leaves one core.
    /// Where the system knows priorities of threads, theirs is low, and they [give way](crate::background) to typing.
    pub fn in_background() -> &'static Self {
        #[cfg(feature = "parallel")]
        static BACKGROUND: LazyLock<Pool> = LazyLock::new(|| Pool::start(background::enter));
        #[cfg(not(feature = "parallel"))]
        static BACKGROUND: LazyLock<Pool> = LazyLock::new(|| Pool::start(|| ()));
        &BACKGROUND
    }

    #[cfg(feature = "parallel")]
    fn start(begin: fn()) -> Self {
        let cores = std::thread::available_parallelism().map_or(1, std::num::NonZeroUsize::get);
        let threads = rayon::ThreadPoolBuilder::new().num_threads(cores.saturating_sub(1).max(1));
        Self { threads: threads.start_handler(move |_| begin()).build().ok() }
    }

    #[cfg(not(feature = "parallel"))]
    fn start(_: fn()) -> Self {
        Self {}
    }

    /// Runs a function in a thread of this pool.
    pub fn run<R: Send>(&self, work: impl FnOnce() -> R + Send) -> R {
        #[cfg(feature = "parallel")]
        if let Some(threads) = &self.threads {
            let current = cancel::current();
            return threads.install(|| within(current, work));
        }
        #[cfg(not(feature = "parallel"))]
        let Self {} = self;
        work()
    }

    /// Calls `work` on each item in the threads of this pool, as [`map`] does.
    pub fn map<T: Sync, R: Send>(&self, items: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
        #[cfg(feature = "parallel")]
        if let Some(threads) = &self.threads {
            let current = cancel::current();
            let work = |item: &T| {
                background::give_way();
                work(item)
            };
            return threads.install(|| within(current, || map(items, work)));
        }
        #[cfg(not(feature = "parallel"))]
        let Self {} = self;
        items.iter().map(work).collect()
    }
}

#[cfg(all(test, feature = "parallel"))]
mod tests {
    use super::*;

    #[test]
    fn an_iterator_runs_as_a_part_of_the_work_that_asks_for_it() {
        let is_part = || cancel::current().is_some();
        let map = || try_map_iter((0..100).map(|_| is_part()), |was_part| Some(was_part && is_part()));
        assert_eq!(cancel::Cancellation::default().run(map), Some(Some(vec![true; 100])));
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn only_threads_in_the_background_have_a_low_priority() {
        let priority = |(): &()| rustix::process::getpriority_process(None).unwrap();
        let usual = priority(&());
        assert_eq!(Pool::leaving_one_core().map(&[()], priority), [usual]);
        assert_eq!(Pool::in_background().map(&[()], priority), [usual.max(background::LOW_PRIORITY)]);
        assert_eq!(priority(&()), usual);
    }
}
