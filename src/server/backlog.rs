use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use tokio::sync::Notify;

/// What the client has sent and the service has not taken in yet: while there is any, what is found out about a document
/// may be out of date before the client reads it.
#[derive(Debug, Default)]
pub(super) struct Backlog {
    /// The messages that have been read and are on their way to the service.
    under_way: AtomicUsize,
    /// Whether more has arrived behind them.
    has_more: AtomicBool,
    taken_in: Notify,
}

impl Backlog {
    /// A message for the service was read; `more` says that something stands behind it in the input.
    pub(super) fn enter(&self, more: bool) {
        self.under_way.fetch_add(1, Ordering::SeqCst);
        self.arrived(more);
    }

    /// Whether something stands behind what was read.
    pub(super) fn arrived(&self, more: bool) {
        self.has_more.store(more, Ordering::SeqCst);
        if self.is_empty() {
            self.taken_in.notify_one();
        }
    }

    /// The service has taken a message in.
    pub(super) fn leave(&self) {
        // Nothing that is said here is worth an underflow.
        let _ = self.under_way.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |count| count.checked_sub(1));
        if self.is_empty() {
            self.taken_in.notify_one();
        }
    }

    fn is_empty(&self) -> bool {
        self.under_way.load(Ordering::SeqCst) == 0 && !self.has_more.load(Ordering::SeqCst)
    }

    /// Returns when all is taken in.
    pub(super) async fn emptied(&self) {
        while !self.is_empty() {
            self.taken_in.notified().await;
        }
    }
}
