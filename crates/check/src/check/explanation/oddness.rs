//! A measure of how unusual a play is, to rank changes that explain as much.

use super::slips::distance;
use ishi_record::record::MoveTarget;
use ishi_record::replay::{Visit, Walk};

/// The costs, in hundredths of a natural logarithm, of filling an own eye, of leaving an own group with one liberty,
/// and of each step of distance from the previous moves.
const ODD_EYE: i32 = 200;
const ODD_SELF_ATARI: i32 = 130;
const ODD_DISTANCE: i32 = 22;

/// The distance, in steps, from which on a move costs no more.
const MAX_DISTANCE: i32 = 10;

/// Returns how unlikely the rest of a walk is, in hundredths of a natural logarithm.
pub(super) fn oddness(mut walk: Walk<'_>) -> i32 {
    let mut oddness = 0;
    while let Some(visit) = walk.next() {
        let Visit::Move(id) = visit else { continue };
        let (color, MoveTarget::Point(point)) = walk.played_as(id) else { continue };
        let before = walk.moves().skip(1).take(3).filter_map(|id| walk.played_as(id).1.point());
        let apart = before.map(|other| distance(point, other)).min();
        oddness += apart.map_or(0, |apart| ODD_DISTANCE * apart.min(MAX_DISTANCE));
        let board = walk.game_board();
        if !board.size().contains(point) || walk.played().is_some_and(|played| !played.captured.is_empty()) {
            continue;
        }
        let beside =
            || point.neighbours().filter(|&beside| board.size().contains(beside)).map(|beside| board.get(beside));
        let is_eye = beside().all(|stone| stone.is_some_and(|stone| stone.color == color));
        oddness += if is_eye { ODD_EYE } else { 0 };
        // Nearly all moves have two liberties beside them.
        let is_open = beside().filter(Option::is_none).nth(1).is_some();
        let is_self_atari = !is_open && board.group(point).is_some_and(|group| group.liberties.len() < 2);
        oddness += if is_self_atari { ODD_SELF_ATARI } else { 0 };
    }
    oddness
}
