//! Positions that differ from the position of a walk only in some earlier moves.
//!
//! A move on another point usually changes nothing but these two points: until something is captured, stones only
//! accumulate, and their order does not matter. Then the position under other assumptions follows from the one that
//! was played, without playing again.

use std::collections::HashMap;

use super::assumptions::{Assumed, Assumptions, UnknownMove};
use super::path::What;
use super::walk::Walk;
use crate::record::MoveId;
use ishi_board::{Board, Point, Stone};

/// A walk at one place, from which positions after other moves are derived.
#[derive(Clone, Debug)]
pub struct Rearranged<'e> {
    walk: Walk<'e>,
    /// The place of each move on the path.
    places: HashMap<MoveId, usize>,
    /// For each point, how many steps of the path it takes until no stone leaves the point any more.
    settled: Box<[usize; 361]>,
    /// How many steps of the path it takes until only moves follow.
    only_moves: usize,
}

impl<'e> Rearranged<'e> {
    /// Reads the path of a walk.
    pub fn new(walk: Walk<'e>) -> Self {
        let mut settled = Box::new([0; 361]);
        let mut only_moves = 0;
        let mut places = HashMap::new();
        for (place, trace) in walk.path.iter().enumerate() {
            if matches!(trace.what, What::Setup(_)) {
                only_moves = place + 1;
            }
            places.extend(trace.what.r#move().map(|id| (id, place)));
            let end = walk.path.get(place + 1).map_or(walk.board.steps(), |next| next.steps);
            for step in trace.steps..end {
                let outcome = walk.board.outcome_of(step);
                let gone = outcome.captured.iter().chain(outcome.self_captured).chain(&outcome.overwritten);
                gone.for_each(|stone| settled[stone.point.index()] = place + 1);
            }
        }
        Self { walk, places, settled, only_moves }
    }

    /// Returns the walk as it stands here under other assumptions, which differ only in the moves `changed`. `None` if
    /// that is not certain without playing, because a capture may depend on these moves. The walk can go on, but not
    /// back.
    pub fn under<'f>(&self, assumptions: &'f Assumptions, changed: &[UnknownMove]) -> Option<Walk<'f>>
    where
        'e: 'f,
    {
        let Walk { event, board, path, .. } = &self.walk;
        let assumed = Assumed::of(assumptions);
        let (mut removed, mut placed): (Vec<Stone>, Vec<Stone>) = (Vec::new(), Vec::new());
        let mut first = path.len();
        for &unknown in changed {
            let find = |what: What| path.iter().rposition(|trace| trace.what == what);
            let (what, place) = match unknown {
                UnknownMove::Move(id) => (What::Move(id), self.places.get(&id).copied()),
                UnknownMove::Missing(index) => (What::Missing(index), find(What::Missing(index))),
                UnknownMove::Lost(index) => (What::Lost(index), find(What::Lost(index))),
            };
            // A move that does not lead here has no bearing on the position.
            let Some(place) = place else { continue };
            first = first.min(place);
            removed.extend(self.walk.assumed.stone_of(event, what));
            placed.extend(assumed.stone_of(event, what));
        }
        let touched = || removed.iter().chain(&placed).map(|stone| stone.point);
        let is_near_capture =
            |point: Point| !point.neighbours().chain([point]).all(|point| self.is_settled(point, first));
        // A stone that is gone was captured, or replaced.
        if first < self.only_moves
            || removed.iter().any(|stone| board.get(stone.point) != Some(*stone))
            || touched().any(is_near_capture)
        {
            return None;
        }
        let mut walk = self.walk.fork(assumptions);
        for stone in &removed {
            walk.board.clear(stone.point);
        }
        for &stone in &placed {
            if !board.size().contains(stone.point) || walk.board.get(stone.point).is_some() {
                return None;
            }
            walk.board.place(stone);
        }
        self.keeps_captures(&walk.board, first, touched()).then_some(walk)
    }

    /// Returns whether no stone has left a point since a place on the path.
    fn is_settled(&self, point: Point, first: usize) -> bool {
        !self.walk.board.size().contains(point) || self.settled[point.index()] <= first
    }

    /// Returns whether the captures since a place on the path are the same if the content of some points differs since
    /// then: none happened beside these points, and none would have happened. The latter shows at the end, because a
    /// group without liberties would still be there unless a neighbour was captured since.
    fn keeps_captures(&self, board: &Board, first: usize, touched: impl Iterator<Item = Point>) -> bool {
        let size = board.size();
        let is_settled = |point: Point| self.is_settled(point, first);
        let mut seen = [false; 361];
        for point in touched {
            for beside in point.neighbours().chain([point]) {
                if !size.contains(beside) || seen[beside.index()] {
                    continue;
                }
                let Some(group) = board.group(beside) else { continue };
                if group.liberties.is_empty() {
                    return false;
                }
                for stone in group.stones {
                    seen[stone.index()] = true;
                    if !stone.neighbours().chain([stone]).all(is_settled) {
                        return false;
                    }
                }
            }
        }
        true
    }
}
