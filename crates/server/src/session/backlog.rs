//! The messages of the client that are not handled yet.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use tokio::sync::Notify;

/// The messages that the client has sent and the dispatcher has not handled yet. While there are such messages, a
/// result may be out of date before the client reads it.
#[derive(Debug, Default)]
pub(crate) struct Backlog {
    /// The number of messages that were received and not handled yet.
    under_way: AtomicUsize,
    /// Whether further input has arrived after them.
    has_more: AtomicBool,
    taken_in: Notify,
}

impl Backlog {
    /// Notes a received message; `more` is true if further input follows it.
    pub(crate) fn received(&self, more: bool) {
        self.under_way.fetch_add(1, Ordering::SeqCst);
        self.arrived(more);
    }

    /// Notes whether further input follows.
    pub(crate) fn arrived(&self, more: bool) {
        self.has_more.store(more, Ordering::SeqCst);
        if self.is_empty() {
            self.taken_in.notify_one();
        }
    }

    /// Notes that a message was handled.
    pub(crate) fn handled(&self) {
        // An underflow is not worth a panic here.
        let _ = self.under_way.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |count| count.checked_sub(1));
        if self.is_empty() {
            self.taken_in.notify_one();
        }
    }

    fn is_empty(&self) -> bool {
        self.under_way.load(Ordering::SeqCst) == 0 && !self.has_more.load(Ordering::SeqCst)
    }

    /// Waits until all messages are handled.
    pub(crate) async fn emptied(&self) {
        while !self.is_empty() {
            self.taken_in.notified().await;
        }
    }
}
