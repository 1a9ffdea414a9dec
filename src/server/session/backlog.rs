//! The messages of the client that are not taken in yet.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use tokio::sync::Notify;

/// The messages that the client has sent and the dispatcher has not taken in yet: while there are any, a result may be
/// out of date before the client reads it.
#[derive(Debug, Default)]
pub(in crate::server) struct Backlog {
    /// The messages that have been received and not taken in.
    under_way: AtomicUsize,
    /// Whether more has arrived after them.
    has_more: AtomicBool,
    taken_in: Notify,
}

impl Backlog {
    /// Takes note of a message that was received; `more` is true if something follows it in the input.
    pub(in crate::server) fn received(&self, more: bool) {
        self.under_way.fetch_add(1, Ordering::SeqCst);
        self.arrived(more);
    }

    /// Takes note of whether something follows what was received.
    pub(in crate::server) fn arrived(&self, more: bool) {
        self.has_more.store(more, Ordering::SeqCst);
        if self.is_empty() {
            self.taken_in.notify_one();
        }
    }

    /// Takes note that a message is taken in.
    pub(in crate::server) fn handled(&self) {
        // An underflow is not worth a panic here.
        let _ = self.under_way.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |count| count.checked_sub(1));
        if self.is_empty() {
            self.taken_in.notify_one();
        }
    }

    fn is_empty(&self) -> bool {
        self.under_way.load(Ordering::SeqCst) == 0 && !self.has_more.load(Ordering::SeqCst)
    }

    /// Waits until all messages are taken in.
    pub(in crate::server) async fn emptied(&self) {
        while !self.is_empty() {
            self.taken_in.notified().await;
        }
    }
}
