//! The labels of a MARK line become labels of another kind.
//!
//! ```text
//! MARK a@D4 b@Q4    →     MARK 1@D4 2@Q4
//! ```

use super::{AssistKind, AssistRow, tried};
use ishi_check::rewrite::{self, Labels};

pub(super) static ROWS: &[AssistRow] = &[
    tried(
        "labels-lower-case",
        AssistKind::Rewrite,
        |site| site.labels("a, b, c, …"),
        |site, original| rewrite::convert_labels(original, site.line(), Labels::LowerCase),
    ),
    tried(
        "labels-upper-case",
        AssistKind::Rewrite,
        |site| site.labels("A, B, C, …"),
        |site, original| rewrite::convert_labels(original, site.line(), Labels::UpperCase),
    ),
    tried(
        "labels-digits",
        AssistKind::Rewrite,
        |site| site.labels("1, 2, 3, …"),
        |site, original| rewrite::convert_labels(original, site.line(), Labels::Digits),
    ),
    tried(
        "labels-triangles",
        AssistKind::Rewrite,
        |site| site.labels("triangles"),
        |site, original| rewrite::convert_labels(original, site.line(), Labels::Triangles),
    ),
    tried(
        "labels-squares",
        AssistKind::Rewrite,
        |site| site.labels("squares"),
        |site, original| rewrite::convert_labels(original, site.line(), Labels::Squares),
    ),
];
