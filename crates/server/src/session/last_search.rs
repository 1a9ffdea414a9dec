//! The last search for a position whose results are shown on boards and in hovers.

use std::sync::{Arc, Mutex, PoisonError};

use ishi_archive::find::{BoardContinuations, Following};
use ishi_ide::ide::Analysis;

/// The moves that followed the position of the last search, if the client has requested to show them.
#[derive(Debug, Default)]
pub(crate) struct LastSearch {
    following: Mutex<Option<Arc<Following>>>,
    list: Mutex<Option<String>>,
}

impl LastSearch {
    /// Replaces the result of an earlier search.
    pub(crate) fn set(&self, following: Following) {
        *self.following.lock().unwrap_or_else(PoisonError::into_inner) = Some(Arc::new(following));
    }

    /// Replaces the list of the games that were found.
    pub(crate) fn set_list(&self, list: String) {
        *self.list.lock().unwrap_or_else(PoisonError::into_inner) = Some(list);
    }

    /// Returns the list of the games that the last search has found.
    pub(crate) fn list(&self) -> Option<String> {
        self.list.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Returns the moves that followed the position of the item at `offset`, if it is the position that was searched.
    pub(crate) fn at(&self, analysis: &Analysis, offset: usize) -> Option<BoardContinuations> {
        let last = self.following.lock().unwrap_or_else(PoisonError::into_inner).clone()?;
        let (board, player) = analysis.position(offset)?;
        last.on(&board, player)
    }
}
