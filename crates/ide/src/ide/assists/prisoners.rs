//! Writes PRISONER lines from the replay, or removes those that only repeat it.
//!
//! ```text
//! W 8 D5            W 8 D5
//!             →     PRISONER #7
//! ```

use super::{AssistKind, AssistRow, removal, row};
use ishi_check::rewrite::{self};
use ishi_record::record::{Datum, DatumKind};
use ishi_record::syntax::Keyword;

pub(super) static ROWS: &[AssistRow] = &[
    row(
        "insert-prisoners",
        AssistKind::Rewrite,
        |site| {
            let missing = site.is_about(Keyword::Prisoner).then(|| rewrite::count_missing(site.cursor.event))?;
            (missing > 0).then(|| format!("Insert all PRISONER lines ({missing})"))
        },
        |_, original| rewrite::insert_prisoners(original),
    ),
    removal(
        "remove-prisoners",
        AssistKind::Rewrite,
        |site| {
            let is_list = |datum: &Datum| matches!(datum.kind, DatumKind::Prisoner(_));
            (site.is_about(Keyword::Prisoner) && site.cursor.event.data.iter().any(is_list))
                .then(|| "Remove the PRISONER lines that agree with the board".into())
        },
        |_, original| rewrite::remove_prisoners(original),
    ),
];
