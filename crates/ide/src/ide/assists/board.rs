//! The whole event on a board that is rotated or mirrored, or with the colors swapped.
//!
//! ```text
//! B 1 Q16     →     B 1 Q4
//! ```

use super::{AssistRow, of_event};
use ishi_board::Symmetry;
use ishi_check::rewrite;

pub(super) static ROWS: &[AssistRow] = &[
    of_event("rotate-right", "Rotate the board clockwise", |_, original| {
        rewrite::transform(original, Symmetry::RotateRight)
    }),
    of_event("rotate-left", "Rotate the board counterclockwise", |_, original| {
        rewrite::transform(original, Symmetry::RotateLeft)
    }),
    of_event("rotate-180", "Rotate the board by 180°", |_, original| {
        rewrite::transform(original, Symmetry::Rotate180)
    }),
    of_event("mirror-left-right", "Mirror the board left to right", |_, original| {
        rewrite::transform(original, Symmetry::MirrorLeftRight)
    }),
    of_event("mirror-top-bottom", "Mirror the board top to bottom", |_, original| {
        rewrite::transform(original, Symmetry::MirrorTopBottom)
    }),
    of_event("swap-colors", "Swap the colors of the players", |_, original| rewrite::swap_colors(original)),
];
