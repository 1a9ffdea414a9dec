//! The whole event on a board that is rotated or mirrored, or with the colors swapped.
//!
//! ```text
//! B 1 Q16     →     B 1 Q4
//! ```

use super::{AssistId, AssistRow, of_event};
use crate::rewrite::{self, Symmetry};

pub(super) const ROWS: &[AssistRow] = &[
    of_event(AssistId::RotateRight, "Rotate the board clockwise", |_, original| {
        rewrite::transform(original, Symmetry::RotateRight)
    }),
    of_event(AssistId::RotateLeft, "Rotate the board counterclockwise", |_, original| {
        rewrite::transform(original, Symmetry::RotateLeft)
    }),
    of_event(AssistId::Rotate180, "Rotate the board by 180°", |_, original| {
        rewrite::transform(original, Symmetry::Rotate180)
    }),
    of_event(AssistId::MirrorLeftRight, "Mirror the board left to right", |_, original| {
        rewrite::transform(original, Symmetry::MirrorLeftRight)
    }),
    of_event(AssistId::MirrorTopBottom, "Mirror the board top to bottom", |_, original| {
        rewrite::transform(original, Symmetry::MirrorTopBottom)
    }),
    of_event(AssistId::SwapColors, "Swap the colors of the players", |_, original| rewrite::swap_colors(original)),
];
