//! Remarks become comments, and comments remarks.
//!
//! ```text
//! REMARK joseki     COM
//!             →     joseki
//!                   ENDCOM
//! ```

use super::{AssistId, AssistKind, AssistRow, tried};
use crate::record::{Datum, DatumKind};
use crate::rewrite::{self};
use crate::syntax::Keyword;

pub(super) const ROWS: &[AssistRow] = &[
    tried(
        AssistId::RemarkToComment,
        AssistKind::Rewrite,
        |site| {
            // A remark that the checker heeds would lose its effect.
            let text = site.cursor.source.free_text(site.cursor.line()?).trim_start();
            (site.is_on(Keyword::Remark) && !text.starts_with("ishi:"))
                .then(|| "Convert the remark to a comment".into())
        },
        |site, original| rewrite::remark_to_comment(original, site.line()),
    ),
    tried(
        AssistId::CommentToRemark,
        AssistKind::Rewrite,
        |site| {
            let line = site.line();
            let is_around = |datum: &Datum| datum.kind == DatumKind::Comment && (datum.line..datum.end).contains(&line);
            site.cursor.event.data.iter().any(is_around).then(|| "Convert the comment to remarks".into())
        },
        |site, original| rewrite::comment_to_remark(original, site.line()),
    ),
];
