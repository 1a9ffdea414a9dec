//! The labels of a MARK line become labels of another kind.
//!
//! ```text
//! MARK a@D4 b@Q4    →     MARK 1@D4 2@Q4
//! ```

use super::{AssistId, AssistKind, AssistRow, tried};
use crate::rewrite::{self, Labels};

pub(super) const ROWS: &[AssistRow] = &[
    tried(
        AssistId::LabelsLowerCase,
        AssistKind::Rewrite,
        |site| site.labels("a, b, c, …"),
        |site, original| rewrite::convert_labels(original, site.line(), Labels::LowerCase),
    ),
    tried(
        AssistId::LabelsUpperCase,
        AssistKind::Rewrite,
        |site| site.labels("A, B, C, …"),
        |site, original| rewrite::convert_labels(original, site.line(), Labels::UpperCase),
    ),
    tried(
        AssistId::LabelsDigits,
        AssistKind::Rewrite,
        |site| site.labels("1, 2, 3, …"),
        |site, original| rewrite::convert_labels(original, site.line(), Labels::Digits),
    ),
    tried(
        AssistId::LabelsTriangles,
        AssistKind::Rewrite,
        |site| site.labels("triangles"),
        |site, original| rewrite::convert_labels(original, site.line(), Labels::Triangles),
    ),
    tried(
        AssistId::LabelsSquares,
        AssistKind::Rewrite,
        |site| site.labels("squares"),
        |site, original| rewrite::convert_labels(original, site.line(), Labels::Squares),
    ),
];
