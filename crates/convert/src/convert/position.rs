//! Positions of stones that nodes put on a board.

use super::content::{NodePlace, StoneChanges};
use super::property::Prop;
use ishi_board::{Board, BoardSize, Color, Origin, Point, Stone};
use ishi_record::record::SetupStone;

/// The beginning of the remark before an event in which a game continues from a position.
pub(super) const REMARK: &str = "The game goes on from a position that was set up";

/// The position for the stones that several nodes put on an empty board.
pub(super) fn position<'n>(nodes: impl Iterator<Item = &'n [Prop<'n>]>, place: NodePlace) -> Vec<SetupStone> {
    let mut stones = Vec::new();
    nodes.for_each(|properties| change(&mut stones, &StoneChanges::of(properties, place)));
    stones
}

/// Adds stones to a position and removes stones.
pub(super) fn change(position: &mut Vec<SetupStone>, stones: &StoneChanges) {
    let mut is_changed = [false; 361];
    let mut change = |point: Point| !std::mem::replace(&mut is_changed[point.index()], true);
    // What is taken off counts last, and of several stones on a point the last.
    for &point in &stones.removed {
        change(point);
    }
    let added: Vec<SetupStone> = stones.added.iter().rev().copied().filter(|stone| change(stone.point)).collect();
    position.retain(|stone| !is_changed[stone.point.index()]);
    position.extend(added);
    sort(position);
}

/// The board with these stones.
pub(super) fn board_with(size: u8, stones: &[SetupStone]) -> Board {
    let mut board = Board::new(BoardSize::new(u32::from(size)).unwrap_or_default());
    for &SetupStone { point, color } in stones {
        board.add(Stone { point, color, origin: Origin(0) });
    }
    board
}

/// The stones on a board.
pub(super) fn stones_on(board: &Board) -> Vec<SetupStone> {
    let mut stones: Vec<_> =
        board.stones().map(|stone| SetupStone { color: stone.color, point: stone.point }).collect();
    sort(&mut stones);
    stones
}

/// Black stones before White stones, row by row from the top.
fn sort(stones: &mut [SetupStone]) {
    let from_top = |point: Point| u32::from(u8::MAX - point.row()) << 8 | u32::from(point.column());
    stones.sort_by_cached_key(|stone| u32::from(stone.color == Color::White) << 16 | from_top(stone.point));
}
