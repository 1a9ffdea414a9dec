//! Whether the position after a move has been on the board before: ko and repeated positions.

use super::path::{Trace, What};
use super::played::{Earlier, Repetitions};
use super::positions::{BoardState, Positions};
use super::walk::Walk;
use crate::record::{MoveId, MoveTarget};

impl Walk<'_> {
    /// Enters the position of a place of the path, if positions are wanted.
    pub(super) fn remember(&mut self, place: usize) {
        if self.positions.is_some()
            && let Some(position) = self.position_at(place)
            && let Some(positions) = &mut self.positions
        {
            self.path[place].same_position = positions.enter(position, place as u32);
        }
    }

    /// The position that a move on the path has left.
    pub(super) fn position_at(&self, place: usize) -> Option<BoardState> {
        let trace = self.path.get(place)?;
        match trace.what {
            What::Move(id) => Some(BoardState::after(self.played_as(id).0, trace.hash)),
            What::Setup(_) | What::Lost(_) | What::Missing(_) => None,
        }
    }

    /// The move just before, if both it and this one took a single stone and the position is as it was before them.
    pub(super) fn retaken(&self, now: usize) -> Option<MoveId> {
        let before = now.checked_sub(1)?;
        let What::Move(taking) = self.path[before].what else { return None };
        let start = before.checked_sub(1).map_or(0, |start| self.path[start].hash);
        let single = self.path[now].captured == 1 && self.path[before].captured == 1;
        (single && start == self.path[now].hash).then_some(taking)
    }

    /// Returns the earlier positions that the position after a move repeats.
    pub(super) fn repetitions(&mut self, now: usize) -> Repetitions {
        if self.positions.is_none() {
            self.positions = Some(Positions::with_room_for(self.event.moves.len()));
            for place in 0..self.path.len() {
                self.remember(place);
            }
        }
        let Trace { same_position, start, hash, .. } = self.path[now];
        let Some(position) = self.position_at(now) else { return Repetitions::default() };
        let after = |place: u32| self.path[place as usize].what.r#move().map(Earlier::After);
        let is_start = |position: BoardState| start == Some(position);
        let other = self.positions.as_ref().and_then(|positions| positions.last(position.with_other_turn()));
        // A pass leaves the position that a stone has left before it.
        let mut left_by_stone = same_position;
        while let Some(place) = left_by_stone {
            let trace = self.path[place as usize];
            if trace.what.r#move().is_some_and(|id| matches!(self.played_as(id).1, MoveTarget::Point(_))) {
                break;
            }
            left_by_stone = trace.same_position;
        }
        debug_assert_eq!(hash, self.board.hash(), "the move is the last one");
        Repetitions {
            same_turn: match same_position {
                Some(place) => after(place),
                None => is_start(position).then_some(Earlier::Start),
            },
            any_turn: match same_position.max(other) {
                Some(place) => after(place),
                None => (is_start(position) || is_start(position.with_other_turn())).then_some(Earlier::Start),
            },
            own_stone: left_by_stone.and_then(after),
        }
    }
}
