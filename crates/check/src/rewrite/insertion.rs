//! Moves between others of a sequence.

use super::draft::Draft;
use super::numbers::renumbered_with;
use super::original::{Error, OriginalEvent};
use super::spelling::Spelling;
use ishi_board::Color;
use ishi_record::record::{MoveId, MoveTarget};

/// Moves that are inserted into a sequence.
#[derive(Clone, Copy, Debug)]
pub(super) struct Insertion<'i> {
    /// The white space before them.
    pub(super) indent: &'i str,
    /// The number and color of the first of them.
    pub(super) first: (u32, Color),
    pub(super) targets: &'i [MoveTarget],
    /// The move that follows in the sequence.
    pub(super) next: Option<MoveId>,
}

impl Insertion<'_> {
    /// The lines of the moves.
    pub(super) fn lines(self, spelling: Spelling) -> impl Iterator<Item = String> {
        let (number, color) = self.first;
        let colors = [color, color.opponent()].into_iter().cycle();
        let moves = (number..=u32::MAX).zip(colors).zip(self.targets);
        moves.map(move |((number, color), &target)| {
            format!("{}{}", self.indent, spelling.spell_move(color, number, target))
        })
    }

    /// Appends the moves to a draft, and gives those that follow higher numbers, as far as that is needed.
    ///
    /// # Errors
    /// A number that no move can have.
    pub(super) fn push(self, draft: &mut Draft<'_, '_>, part: &OriginalEvent<'_>) -> Result<(), Error> {
        for line in self.lines(Spelling::of(&part.source, &part.event)) {
            draft.push(line);
        }
        let last = i64::from(self.first.0) + i64::from(self.targets.len() as u32) - 1;
        let next = self.next.and_then(|next| Some((next, i64::from(part.event.number(next)?))));
        if let Some((next, number)) = next.filter(|&(_, number)| number <= last) {
            for id in renumbered_with(part, next, false) {
                draft.renumber(part, id, last + 1 - number)?;
            }
        }
        Ok(())
    }
}
