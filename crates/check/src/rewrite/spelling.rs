//! The letters in which new lines of a record are written: those of its first move.

use ishi_board::Color;
use ishi_record::record::{Event, MoveTarget};
use ishi_record::syntax::Source;

/// Upper or lower case.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spelling {
    is_lower: bool,
}

impl Spelling {
    /// The spelling of an event; upper case for one without moves.
    pub(super) fn of(source: &Source<'_>, event: &Event) -> Self {
        let first = event.moves.first().map(|first| &source.lines[first.line as usize]);
        let is_lower =
            first.is_some_and(|line| line.keyword().is_some() && source.str(line.word).starts_with(['b', 'w']));
        Self { is_lower }
    }

    /// Spells keywords, locations and numbers, which are given in upper case.
    pub(super) fn spell(self, text: impl Into<String>) -> String {
        let text = text.into();
        if self.is_lower { text.to_ascii_lowercase() } else { text }
    }

    /// Returns the line of a move.
    pub(super) fn spell_move(self, color: Color, number: u32, target: MoveTarget) -> String {
        let place = match target {
            MoveTarget::Point(point) => point.to_string(),
            MoveTarget::Pass | MoveTarget::Unknown => "PASS".to_owned(),
        };
        self.spell(format!("{} {number} {place}", color.letter()))
    }
}
