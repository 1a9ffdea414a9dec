//! Unified diffs, for people and for patch.

use std::io::Write;
use std::time::Duration;

use clap::builder::styling::{AnsiColor, Style};
use similar::{ChangeTag, TextDiff};

use super::output::{DiffReader, printable};

/// The time limit of the search for the shortest diff. A longer diff is also correct.
const EFFORT: Duration = Duration::from_millis(500);

/// The unified diff from `before` to `after`, empty where they are the same. A line ends with LF, as GNU patch has it.
pub(super) fn unified(name: &str, before: &[u8], after: &[u8], reader: DiffReader) -> Vec<u8> {
    let paint = |style: Style| if reader == (DiffReader::Person { color: true }) { style } else { Style::new() };
    let (removed, added) = (paint(AnsiColor::Red.on_default()), paint(AnsiColor::Green.on_default()));
    let (hunk_style, bold) = (paint(AnsiColor::Cyan.on_default()), paint(Style::new().bold()));
    let name = match reader {
        DiffReader::Patch => quoted(name),
        DiffReader::Person { .. } => printable(name).into_owned(),
    };

    let (before, after): (Vec<&[u8]>, Vec<&[u8]>) = (lines(before), lines(after));
    let diff = TextDiff::configure().timeout(EFFORT).diff_slices(&before, &after);
    let mut out = Vec::new();
    // A Vec takes everything.
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
            let (line, end) = match change.value().strip_suffix(b"\n") {
                Some(line) => (line, "\n"),
                None => (change.value(), "\n\\ No newline at end of file\n"),
            };
            let _ = write!(out, "{style}{}", change.tag());
            let _ = match reader {
                DiffReader::Patch => out.write_all(line),
                DiffReader::Person { .. } => {
                    let line = String::from_utf8_lossy(line.strip_suffix(b"\r").unwrap_or(line));
                    out.write_all(printable(&line.replace('\t', "    ")).as_bytes())
                }
            };
            let _ = write!(out, "{style:#}{end}");
        }
    }
    out
}

fn lines(bytes: &[u8]) -> Vec<&[u8]> {
    bytes.split_inclusive(|&byte| byte == b'\n').collect()
}

/// A file name as GNU diff writes it: in quotes where a character of it would be misread, and with a tab after it where
/// it has a space.
fn quoted(name: &str) -> String {
    if name.contains(|c: char| c.is_ascii_control() || matches!(c, '"' | '\\')) {
        let escaped = name.bytes().fold(Vec::new(), |mut out, byte| {
            match byte {
                b'"' | b'\\' => out.extend([b'\\', byte]),
                0..=31 | 127 => out.extend(format!("\\{byte:03o}").bytes()),
                _ => out.push(byte),
            }
            out
        });
        return format!("\"{}\"", String::from_utf8_lossy(&escaped));
    }
    let end = if name.contains(' ') { "\t" } else { "" };
    format!("{name}{end}")
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::*;

    fn diff(name: &str, before: &str, after: &str, reader: DiffReader) -> String {
        String::from_utf8(unified(name, before.as_bytes(), after.as_bytes(), reader)).unwrap()
    }

    #[test]
    fn lines_of_every_kind_are_compared() {
        expect![[r#""--- a\n+++ a\n@@ -1,3 +1,3 @@\n-x\r\n+x\n y\n-z\n\\ No newline at end of file\n+z\n""#]]
            .assert_eq(&format!("{:?}", diff("a", "x\r\ny\nz", "x\ny\nz\n", DiffReader::Patch)));
        assert_eq!(diff("a", "x\n", "x\n", DiffReader::Person { color: true }), "");
    }

    #[test]
    fn people_get_no_control_characters() {
        let diff = diff("a \u{1b}", "x\u{1b}[1m\n", "x\u{202e}\n", DiffReader::Person { color: false });
        assert_eq!(diff, "--- a \\u{1b}\n+++ a \\u{1b}\n@@ -1 +1 @@\n-x\\u{1b}[1m\n+x\\u{202e}\n");
    }

    #[test]
    fn names_are_written_as_gnu_diff_does() {
        assert_eq!(quoted("a.ishi"), "a.ishi");
        assert_eq!(quoted("a b.ishi"), "a b.ishi\t");
        assert_eq!(quoted("a \"b\"\n\\é"), "\"a \\\"b\\\"\\012\\\\é\"");
    }
}
