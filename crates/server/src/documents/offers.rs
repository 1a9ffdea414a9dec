//! The texts that edits of the server would lead to, for a document whose lines can be counted in two ways.
//!
//! An editor that applies such an edit reports it with its own range, which is ambiguous. But only one meaning of the
//! range leads to an offered text.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hasher};
use std::sync::{Arc, Mutex, PoisonError};

use ropey::Rope;

/// The texts that edits of one version of a document would lead to. Clones share them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Offers(Arc<Mutex<HashSet<u64>>>);

impl Offers {
    /// Adds a text that is offered to the client.
    pub(crate) fn add(&self, text: &str) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(fingerprint([text]));
    }

    /// Returns whether a text was offered. Line ends are ignored, because the editor decides on them.
    pub(crate) fn contain(&self, text: &Rope) -> bool {
        let offers = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        !offers.is_empty() && offers.contains(&fingerprint(text.chunks()))
    }
}

/// Returns a hash of the text with LF as line end and without line ends at the end, because editors may add or remove a
/// last line end.
fn fingerprint<'t>(chunks: impl IntoIterator<Item = &'t str>) -> u64 {
    let mut hasher = DefaultHasher::new();
    let mut after_cr = false;
    let mut line_feeds = 0;
    for byte in chunks.into_iter().flat_map(str::bytes) {
        match byte {
            b'\n' if after_cr => {}
            b'\n' | b'\r' => line_feeds += 1,
            _ => {
                for _ in 0..std::mem::take(&mut line_feeds) {
                    hasher.write_u8(b'\n');
                }
                hasher.write_u8(byte);
            }
        }
        after_cr = byte == b'\r';
    }
    hasher.finish()
}
