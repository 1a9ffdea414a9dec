//! Where the next move belongs, from any place of an event.

use super::event::{Event, MoveId, Owner, SequenceId, Step};
use crate::board::Color;

/// Where a move belongs that is played at some place of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Continuation {
    /// The sequence that goes on.
    pub sequence: SequenceId,
    /// The last move before it; none at the beginning of the sequence.
    pub current: Option<MoveId>,
    /// The move with which the sequence goes on in the record, if it does.
    pub following: Option<MoveId>,
    /// The number of the move that is played.
    pub number: u32,
    /// Who plays it.
    pub color: Color,
}

impl Event {
    /// Where a move belongs that is played at `owner`: after a move or beside a diagram, in a variation that has no
    /// moves yet, and otherwise before the move that the variation replaces. None where the move before has no number.
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

    /// The sequence in which an item stands, and the last move of it there.
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

    /// The move of a sequence after `current`; without it the first one.
    pub fn move_after(&self, sequence: SequenceId, current: Option<MoveId>) -> Option<MoveId> {
        self.moves_of(sequence).find(|&id| current.is_none_or(|current| id > current))
    }

    /// The moves that the record has after a place: that with which the sequence goes on, and its alternatives.
    pub fn alternatives(&self, following: MoveId) -> impl Iterator<Item = MoveId> + '_ {
        std::iter::once(following).chain(self.variations(following).filter_map(|id| self.moves_of(id).next()))
    }
}
