//! Whether the position after a move has been on the board before: ko and repeated positions.

use super::path::{Trace, What};
use super::played::Earlier;
use super::positions::{BoardState, Positions};
use super::walk::Walk;
use crate::record::MoveId;

impl Walk<'_> {
    /// Enters the position of a place of the path, if positions are wanted.
    pub(super) fn remember(&mut self, place: usize) {
        if let Some(position) = self.position_at(place)
            && let Some(positions) = &mut self.positions
        {
            self.path[place].twin = positions.enter(position, place as u32);
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

    pub(super) fn earlier(&mut self, now: usize) -> Option<Earlier> {
        if self.positions.is_none() {
            self.positions = Some(Positions::with_room_for(self.event.moves.len()));
            for place in 0..self.path.len() {
                self.remember(place);
            }
        }
        let Trace { twin, start, .. } = self.path[now];
        match twin.map(|twin| self.path[twin as usize].what) {
            Some(What::Move(id)) => Some(Earlier::After(id)),
            Some(What::Setup(_) | What::Lost(_) | What::Missing(_)) => None,
            None => (start == self.position_at(now)).then_some(Earlier::Start),
        }
    }
}
