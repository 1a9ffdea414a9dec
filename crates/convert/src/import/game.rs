//! A game that was read.

use super::fault::ImportFault;
use crate::convert::{self, Loss};
use ishi_sgf as sgf;
use ishi_text::Span;

/// A game in another format, as a game in SGF.
#[derive(Clone, Debug)]
pub struct Import {
    /// The text in SGF.
    pub sgf: String,
    /// Parts of the text that can't be read, in the order of places.
    pub faults: Vec<ImportFault>,
    /// Parts that can be read and are not in the text in SGF.
    pub losses: Vec<Loss>,
    /// Whether any stone, move or mark could be read.
    pub has_game: bool,
    /// The starts of the parts of the text in SGF, in order, each with its origin in the file.
    pub(super) sources: Vec<(u32, Span)>,
}

impl Import {
    /// The origin in the file of the part that begins at a place of the text in SGF.
    pub fn source(&self, place: u32) -> Span {
        let after = self.sources.partition_point(|&(start, _)| start <= place);
        after.checked_sub(1).map_or(Span::empty(0), |index| self.sources[index].1)
    }

    /// Returns all that differs between the file and the text in SGF, in the order of places: losses and faults.
    pub fn losses_and_faults(&self) -> Vec<Loss> {
        let faults = self.faults.iter();
        let faults =
            faults.map(|fault| Loss { span: fault.span, what: fault.kind.to_string(), why: "it was left out" });
        let mut losses: Vec<Loss> = self.losses.iter().cloned().chain(faults).collect();
        losses.sort_by_cached_key(|loss| loss.span);
        losses
    }

    /// Converts the game to a record, whose losses have the places of the file; `None` if no game could be read.
    pub fn to_ishi(&self) -> Option<convert::Ishi> {
        let games = sgf::parse(&self.sgf);
        let mut record = convert::to_ishi(&games, None);
        if !self.has_game || record.readable == 0 {
            return None;
        }
        record.losses.iter_mut().for_each(|loss| loss.span = self.source(loss.span.start));
        record.losses.splice(..0, self.losses_and_faults());
        record.losses.sort_by_cached_key(|loss| loss.span);
        Some(record)
    }
}
