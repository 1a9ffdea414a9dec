//! Silencing rules in the record itself.

use super::Family::Suppression;
use super::{Code, Remedy, Row, rows};
use crate::check::Severity::{Hint, Warning};

rows! {
    UnusedSuppression = Row {
        name: "unused-suppression", family: Suppression, severity: Hint,
        what: "a code that `REMARK ishi: allow` names and that reports nothing there",
        why: "The remark no longer has an effect and can be removed.",
        source: "ishi",
        remedy: Remedy::Manual("remove the code"),
        before: "REMARK ishi: allow missing-move\nB 1 Q16\n", after: "B 1 Q16\n",
    };
    UnknownSuppression = Row {
        name: "unknown-suppression", family: Suppression, severity: Warning,
        what: "a `REMARK ishi:` line that names no rule",
        why: "The form is `REMARK ishi: allow CODE [CODE …]` with codes of this catalogue, or `all` for everything \
              that is reported there. Nothing is silenced by a name that does not exist.",
        source: "ishi",
        remedy: Remedy::Suggested("take the nearest code"),
        before: "REMARK ishi: allow same-colors-twice\nB 1 Q16\n",
        after: "REMARK ishi: allow same-color-twice\nB 1 Q16\n",
    };
}
