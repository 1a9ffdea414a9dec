//! The board at the start of an event: its size and its handicap stones.
//!
//! ```text
//! HANDICAP 2        HANDICAP 2
//!             →     SETUP B D4 B Q16
//! ```

use super::{AssistKind, AssistRow, row};
use ishi_board::BoardSize;
use ishi_check::rewrite::{self, Original};
use ishi_text::Edit;

pub(super) static ROWS: &[AssistRow] = &[
    row(
        "add-handicap",
        AssistKind::Rewrite,
        |site| Some(format!("Set up the {} handicap stones", site.handicap()?)),
        |site, original| rewrite::add_handicap(original, site.handicap().unwrap_or_default()),
    ),
    row("board-size-9", AssistKind::Rewrite, |site| site.other_size(9), |_, original| set_board_size(original, 9)),
    row("board-size-13", AssistKind::Rewrite, |site| site.other_size(13), |_, original| set_board_size(original, 13)),
    row("board-size-19", AssistKind::Rewrite, |site| site.other_size(19), |_, original| set_board_size(original, 19)),
];

fn set_board_size(original: &Original<'_>, size: u32) -> Result<Vec<Edit>, rewrite::Error> {
    rewrite::set_board_size(original, BoardSize::new(size).unwrap_or_default())
}
