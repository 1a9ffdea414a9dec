//! Makes control characters visible in output.

use std::borrow::Cow;
use std::fmt::Write;

/// Returns a copy of `text` in which control characters and bidirectional formatting characters are visible.
///
/// Names and contents of files are printed through this function, so that no file can send commands to a terminal, add
/// lines to the output or the log, or display words in another order.
pub fn printable(text: &str) -> Cow<'_, str> {
    if !text.contains(is_command) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if is_command(c) {
            out.extend(c.escape_default());
        } else {
            out.push(c);
        }
    }
    Cow::Owned(out)
}

/// Like [`printable`], but keeps line ends and tabs.
pub fn printable_lines(text: &str) -> String {
    let is_kept = |c: char| matches!(c, '\n' | '\t');
    text.split_inclusive(is_kept).fold(String::with_capacity(text.len()), |mut out, piece| {
        let content = piece.trim_end_matches(is_kept);
        out.push_str(&printable(content.strip_suffix('\r').filter(|_| piece.ends_with('\n')).unwrap_or(content)));
        out.push_str(&piece[content.len()..]);
        out
    })
}

/// Returns JSON with the same value, in which characters that control a terminal are escaped. Such characters occur
/// only in strings.
pub fn printable_json(json: &str) -> String {
    let mut out = String::with_capacity(json.len());
    for c in json.chars() {
        if is_command(c) && !matches!(c, '\n' | '\r' | '\t') {
            for unit in c.encode_utf16(&mut [0; 2]) {
                let _ = write!(out, "\\u{unit:04x}");
            }
        } else {
            out.push(c);
        }
    }
    out
}

/// Whether a character controls a terminal instead of being shown.
pub fn is_command(c: char) -> bool {
    let is_format = matches!(
        c,
        '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}'
    );
    c.is_control() || is_format
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_that_moves_a_cursor_is_printable() {
        assert_eq!(printable("a\u{1b}[1mb\r\n\u{9b}\u{202e}\u{7f}é本"), "a\\u{1b}[1mb\\r\\n\\u{9b}\\u{202e}\\u{7f}é本");
        assert_eq!(printable_lines("a\u{1b}\r\nb\tc\rd\n\ne"), "a\\u{1b}\nb\tc\\rd\n\ne");
        let text = "\u{9b}\u{202e}\u{e0041}\u{7f}\u{1b}é";
        let json = printable_json(&serde_json::to_string(text).unwrap());
        assert_eq!(json, r#""\u009b\u202e\udb40\udc41\u007f\u001bé""#);
        assert_eq!(serde_json::from_str::<String>(&json).unwrap(), text);
    }
}
