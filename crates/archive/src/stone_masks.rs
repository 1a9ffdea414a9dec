//! Sets of points as integers, with which an SQL engine excludes games that can't have a position.

use super::main_line::At;
use ishi_board::Color;

/// The points of black and of white stones: bit `p % 61` of number `p / 61` is for the point
/// `p = row * columns + column`. The highest bit is not used, so that no number is negative.
pub type StoneMasks = [[i64; 6]; 2];

const BITS: usize = 61;

/// Returns the masks of some stones; `None` if the board has more than 366 points.
pub(crate) fn stone_masks((columns, rows): (u8, u8), stones: impl Iterator<Item = (Color, At)>) -> Option<StoneMasks> {
    let mut masks = [[0; 6]; 2];
    if usize::from(columns) * usize::from(rows) > masks[0].len() * BITS {
        return None;
    }
    for (color, (column, row)) in stones {
        let point = usize::from(row) * usize::from(columns) + usize::from(column);
        masks[color as usize][point / BITS] |= 1 << (point % BITS);
    }
    Some(masks)
}
