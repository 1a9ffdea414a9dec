//! The interface between a session and its client and machine.
//!
//! A transport passes whole messages to a `Dispatcher`, sends the messages of an [`Outbox`], and provides a [`Runtime`]
//! and a [`FileSystem`]. The rest of the server does not use streams, threads, clocks or the disk.

use std::any::Any;
use std::fmt;
use std::future::Future;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use futures::FutureExt;
use futures::channel::oneshot;
use futures::future::{self, BoxFuture, Either};

/// The machine that a session runs on: a clock, timers, tasks, and a pool for long work.
pub trait Runtime: fmt::Debug + Send + Sync {
    /// Returns the time since some fixed moment.
    fn now(&self) -> Duration;

    /// Returns a future that is ready after this time.
    fn sleep(&self, time: Duration) -> BoxFuture<'static, ()>;

    /// Runs a task concurrently with all others.
    fn spawn(&self, task: BoxFuture<'static, ()>);

    /// Runs work that takes so long that no task should wait for it.
    fn run_blocking(&self, work: Box<dyn FnOnce() + Send>);

    /// Ends the server when the client's process ends, if processes can be watched here.
    fn watch_client(&self, _process: i64) {}

    /// Returns the memory that the server has in use, in bytes, if that is known here.
    fn memory(&self) -> Option<u64> {
        None
    }
}

/// Runs `work` with [`Runtime::run_blocking`] and returns its result.
///
/// # Errors
/// Its panic.
pub async fn finished<T: Send + 'static>(
    runtime: &dyn Runtime,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Box<dyn Any + Send>> {
    let (sender, result) = oneshot::channel();
    runtime.run_blocking(Box::new(move || {
        let _ = sender.send(catch_unwind(AssertUnwindSafe(work)));
    }));
    match result.await {
        Ok(result) => result,
        // The runtime is ending, and the result is not needed.
        Err(oneshot::Canceled) => future::pending().await,
    }
}

/// Returns the output of a future, unless it takes longer than `time`.
pub async fn with_timeout<T>(runtime: &dyn Runtime, time: Duration, future: impl Future<Output = T>) -> Option<T> {
    match future::select(pin!(future), runtime.sleep(time)).await {
        Either::Left((output, _)) => Some(output),
        Either::Right(_) => None,
    }
}

/// Runs a future as a task of its own and returns its output. Dropping the receiver does not end the task.
pub fn spawned<T: Send + 'static>(
    runtime: &Arc<dyn Runtime>,
    future: impl Future<Output = T> + Send + 'static,
) -> oneshot::Receiver<T> {
    let (sender, output) = oneshot::channel();
    runtime.spawn(future.map(|output| drop(sender.send(output))).boxed());
    output
}
