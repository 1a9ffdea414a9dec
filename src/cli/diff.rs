use std::fmt::Write;
use std::time::Duration;

use clap::builder::styling::{AnsiColor, Style};
use similar::{ChangeTag, TextDiff};

/// How long to look for the shortest diff; a longer one is as true.
const EFFORT: Duration = Duration::from_millis(500);

/// The unified diff from `before` to `after`, empty where they are the same.
pub(super) fn unified(name: &str, before: &str, after: &str, color: bool) -> String {
    let paint = |style: Style| if color { style } else { Style::new() };
    let (removed, added) = (paint(AnsiColor::Red.on_default()), paint(AnsiColor::Green.on_default()));
    let (hunk_style, bold) = (paint(AnsiColor::Cyan.on_default()), paint(Style::new().bold()));

    let diff = TextDiff::configure().timeout(EFFORT).diff_lines(before, after);
    let mut out = String::new();
    for hunk in diff.unified_diff().iter_hunks() {
        if out.is_empty() {
            let _ = writeln!(out, "{bold}--- {name}{bold:#}\n{bold}+++ {name}{bold:#}");
        }
        let _ = writeln!(out, "{hunk_style}{}{hunk_style:#}", hunk.header());
        for change in hunk.iter_changes() {
            let style = match change.tag() {
                ChangeTag::Equal => Style::new(),
                ChangeTag::Delete => removed,
                ChangeTag::Insert => added,
            };
            let line = change.value();
            let end = if change.missing_newline() { "\n\\ No newline at end of file\n" } else { "" };
            let _ = write!(out, "{style}{}{line}{style:#}{end}", change.tag());
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::*;

    #[test]
    fn lines_of_every_kind_are_compared() {
        expect![[r#""--- a\n+++ a\n@@ -1,3 +1,3 @@\n-x\r\n+x\n y\n-z\n\\ No newline at end of file\n+z\n""#]]
            .assert_eq(&format!("{:?}", unified("a", "x\r\ny\nz", "x\ny\nz\n", false)));
        assert_eq!(unified("a", "x\n", "x\n", true), "");
    }
}
