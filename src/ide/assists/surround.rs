//! Something is put around the selected lines.
//!
//! ```text
//!                   COM
//! A good move. →    A good move.
//!                   ENDCOM
//! ```

use super::{AssistId, AssistKind, AssistRow, tried};
use crate::rewrite::{self};

pub(super) const ROWS: &[AssistRow] = &[
    tried(
        AssistId::Comment,
        AssistKind::Surround,
        |site| site.is_selection.then(|| "Wrap the lines in a comment".into()),
        |site, original| rewrite::wrap_in_comment(original, site.lines.clone()),
    ),
    tried(
        AssistId::UserData,
        AssistKind::Surround,
        |site| site.is_selection.then(|| "Wrap the lines in a USER block".into()),
        |site, original| rewrite::wrap_in_user(original, site.lines.clone()),
    ),
    tried(
        AssistId::Variation,
        AssistKind::Surround,
        |site| site.is_selection.then(|| "Wrap the moves in a variation".into()),
        |site, original| rewrite::wrap_in_variation(original, site.lines.clone()),
    ),
];
