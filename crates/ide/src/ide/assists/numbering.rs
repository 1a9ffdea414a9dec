//! Changes of the numbers of moves.
//!
//! ```text
//! B 1 Q16           B 1 Q16
//! W 3 D4      →     W 2 D4
//! B 5 Q3            B 3 Q3
//! ```

use super::{AssistKind, AssistRow, row};
use ishi_check::rewrite::{self, VariationNumbering};

pub(super) static ROWS: &[AssistRow] = &[
    row(
        "renumber-from-here",
        AssistKind::Rewrite,
        |site| {
            let id = site.own_move()?;
            site.has_gap_after(id).then(|| format!("Renumber the moves after {}", site.name_of(id)))
        },
        |site, original| rewrite::renumber_from(original, site.line()),
    ),
    row(
        "renumber-going-on",
        AssistKind::Rewrite,
        |site| {
            (site.has_variations() && !site.are_numbered(VariationNumbering::GoingOn))
                .then(|| "Number each variation like the move it replaces".into())
        },
        |_, original| rewrite::renumber(original, VariationNumbering::GoingOn),
    ),
    row(
        "renumber-from-one",
        AssistKind::Rewrite,
        |site| {
            (site.has_variations() && !site.are_numbered(VariationNumbering::FromOne))
                .then(|| "Number each variation from 1".into())
        },
        |_, original| rewrite::renumber(original, VariationNumbering::FromOne),
    ),
    row(
        "insert-passes",
        AssistKind::Rewrite,
        |site| (site.is_head() && site.has_gaps()).then(|| "Insert PASS for all missing moves".into()),
        |_, original| rewrite::insert_passes(original),
    ),
];
