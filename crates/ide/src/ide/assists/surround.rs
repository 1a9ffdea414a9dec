//! Something is put around the selected lines.
//!
//! ```text
//!                   COM
//! A good move. →    A good move.
//!                   ENDCOM
//! ```

use super::{AssistKind, AssistRow, tried};
use ishi_check::rewrite::{self};

pub(super) static ROWS: &[AssistRow] = &[
    tried(
        "comment",
        AssistKind::Surround,
        |site| site.is_selection.then(|| "Wrap the lines in a comment".into()),
        |site, original| rewrite::wrap_in_comment(original, site.lines.clone()),
    ),
    tried(
        "user-data",
        AssistKind::Surround,
        |site| site.is_selection.then(|| "Wrap the lines in a USER block".into()),
        |site, original| rewrite::wrap_in_user(original, site.lines.clone()),
    ),
    tried(
        "variation",
        AssistKind::Surround,
        |site| site.is_selection.then(|| "Wrap the moves in a variation".into()),
        |site, original| rewrite::wrap_in_variation(original, site.lines.clone()),
    ),
];
