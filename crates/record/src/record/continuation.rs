//! The number, color and sequence of a move that would be played at a place of an event.

use super::event::{Event, MoveId, Owner, SequenceId, Step};
use ishi_board::Color;

/// The sequence, number and color of a move that would be played at a place of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Continuation {
    /// The sequence that the move continues.
    pub sequence: SequenceId,
    /// The last move before it; none at the beginning of the sequence.
    pub current: Option<MoveId>,
    /// The next move of the sequence in the record, if any.
    pub following: Option<MoveId>,
    /// The number of the move that is played.
    pub number: u32,
    /// The player to move.
    pub color: Color,
}

impl Event {
    /// Returns the continuation for a move that would be played at `owner`: after a move or next to a diagram, or at
    /// the beginning of a variation without moves. At a variation with moves, the move is an alternative to the move
    /// that the variation replaces. Returns `None` if the previous move has no number.
    pub fn continuation(&self, owner: Owner) -> Option<Continuation> {
        let (mut sequence, mut current) = self.sequence_at(owner);
        // The beginning of a variation is the position before the move that it replaces.
        while let (None, Some(replaced), Some(_)) =
            (current, self.sequence(sequence).replaces, self.moves_of(sequence).next())
        {
            sequence = self[replaced].sequence;
            current = self.moves_of(sequence).take_while(|&id| id != replaced).last();
        }
        let following = self.move_after(sequence, current);
        let numbered = following.and_then(|id| Some((self.number(id)?, self[id].color)));
        let (number, color) = numbered.or_else(|| self.next_move(sequence, current))?;
        Some(Continuation { sequence, current, following, number, color })
    }

    /// The sequence of an item, and the last move of this sequence before the item.
    pub fn sequence_at(&self, owner: Owner) -> (SequenceId, Option<MoveId>) {
        let sequence = self.sequence_of(owner);
        let last = match owner {
            Owner::Event | Owner::Variation(_) => None,
            Owner::Move(id) => Some(id),
            Owner::Diagram(id) => {
                let steps = self.steps(sequence).iter();
                let before = steps.take_while(|step| **step != Step::Diagram(id)).filter_map(|step| match *step {
                    Step::Move(id) => Some(id),
                    Step::Diagram(_) => None,
                });
                before.last()
            }
        };
        (sequence, last)
    }

    /// The move of a sequence after `current`, or the first move of the sequence if `current` is `None`.
    pub fn move_after(&self, sequence: SequenceId, current: Option<MoveId>) -> Option<MoveId> {
        self.moves_of(sequence).find(|&id| current.is_none_or(|current| id > current))
    }

    /// The moves that may follow a place in the record: the next move of the sequence, and its alternatives.
    pub fn alternatives(&self, following: MoveId) -> impl Iterator<Item = MoveId> + '_ {
        std::iter::once(following).chain(self.variations(following).filter_map(|id| self.moves_of(id).next()))
    }
}
