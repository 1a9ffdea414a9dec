//! A game that was read.

use super::fault::ImportFault;
use crate::convert::Loss;
use crate::text::Span;

/// A game in another format, as a game in SGF.
#[derive(Clone, Debug)]
pub struct Import {
    /// The text in SGF.
    pub sgf: String,
    /// What can't be read, in the order of places.
    pub faults: Vec<ImportFault>,
    /// What can be read and is not in the text in SGF.
    pub losses: Vec<Loss>,
    /// Where parts of the text in SGF begin, in order, and what each comes from.
    pub(super) sources: Vec<(u32, Span)>,
}

impl Import {
    /// Where in the file that comes from which begins at a place of the text in SGF.
    pub fn source(&self, place: u32) -> Span {
        let after = self.sources.partition_point(|&(start, _)| start <= place);
        after.checked_sub(1).map_or(Span::empty(0), |index| self.sources[index].1)
    }
}
