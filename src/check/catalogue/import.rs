//! Games in the formats of Go servers.

use super::Family::Import;
use super::{Code, Remedy, Row, rows};
use crate::check::Severity::Warning;

rows! {
    UnreadableLine = Row {
        name: "unreadable-line", family: Import, severity: Warning,
        what: "a line that can't be read in a game in the format of a Go server",
        why: "Games in GIB, NGF and UGF are read, and neither fixed nor formatted. What can't be read in them is not \
              in the record or the SGF file that `ishi convert` makes of them. These formats are described nowhere; \
              the line may be damaged, or of a kind that is not known yet.",
        source: "ishi",
        remedy: Remedy::None,
        before: "\\HS\n\\HE\n\\GS\nSTO 0 2 1 15 3\nSTO 0 3 2 3 33\n\\GE\n",
        after: "\\HS\n\\HE\n\\GS\nSTO 0 2 1 15 3\nSTO 0 3 2 3 3\n\\GE\n",
    };
}
