//! Remarks become comments, and comments remarks.
//!
//! ```text
//! REMARK joseki     COM
//!             →     joseki
//!                   ENDCOM
//! ```

use super::{AssistKind, AssistRow, AssistSite, tried};
use ishi_check::rewrite;
use ishi_record::record::{Datum, DatumKind};
use ishi_record::syntax::Keyword;

pub(super) static ROWS: &[AssistRow] = &[
    tried(
        "remark-to-comment",
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
        "comment-to-remark",
        AssistKind::Rewrite,
        |site| is_in_comment(site).then(|| "Convert the comment to remarks".into()),
        |site, original| rewrite::comment_to_remark(original, site.line()),
    ),
];

fn is_in_comment(site: &AssistSite<'_>) -> bool {
    let line = site.line();
    let is_around = |datum: &Datum| datum.kind == DatumKind::Comment && (datum.line..datum.end).contains(&line);
    site.cursor.event.data.iter().any(is_around)
}
