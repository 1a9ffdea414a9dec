//! Effect of the last move of a walk on the groups beside it: ko and atari.

use super::{Cause, Walk};
use crate::record::MoveTarget;
use ishi_board::{Color, Point};

/// Effect of the last move on adjacent stones, available when the walk visits the move, but not at a diagram.
impl Walk<'_> {
    /// The point where the opponent could recapture, if the last move takes a ko: the move captures a single stone, and
    /// is a single stone whose only liberty is the captured point. A recapture there would restore the position. A move
    /// that recaptures a ko, immediately or later, also takes a ko.
    pub fn ko(&self) -> Option<Point> {
        let (point, _) = self.last_stone()?;
        let played = self.played()?;
        let [taken] = *played.captured else { return None };
        let group = self.board().group(point)?;
        (group.stones.len() == 1 && group.liberties == [taken.point]).then_some(taken.point)
    }

    /// The opponent's groups next to the last move that have a single liberty, each by one of its stones.
    pub fn in_atari(&self) -> Vec<Point> {
        let Some((point, color)) = self.last_stone() else { return Vec::new() };
        let board = self.board();
        let mut seen: Vec<Point> = Vec::new();
        let mut groups = Vec::new();
        for beside in point.neighbours() {
            if board.get(beside).is_none_or(|stone| stone.color == color) || seen.contains(&beside) {
                continue;
            }
            let Some(group) = board.group(beside) else { continue };
            if group.liberties.len() == 1 {
                groups.push(beside);
            }
            seen.extend(group.stones);
        }
        groups
    }

    /// The stone of the last move, if it is on the board.
    fn last_stone(&self) -> Option<(Point, Color)> {
        let id = self.played()?.id;
        let (color, MoveTarget::Point(point)) = self.played_as(id) else { return None };
        let stone = self.board().get(point)?;
        (Cause::of(stone) == Cause::Move(id)).then_some((point, color))
    }
}
