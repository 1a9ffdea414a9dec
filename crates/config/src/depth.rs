//! A limit for the nesting of a settings file, checked before it is parsed: the parser builds a table for each level
//! of a key, which takes many times the memory of the text.

/// How deep settings may be nested. Three levels are enough for all of them.
const MAX_DEPTH: usize = 4;

/// The byte at which TOML is nested deeper than any settings, by keys with dots or by brackets; `None` if it is not.
pub(super) fn too_deep(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let (mut at, mut dots, mut brackets) = (0, 0, 0_usize);
    while at < bytes.len() {
        match bytes[at] {
            b'"' | b'\'' => {
                at = end_of_string(bytes, at);
                continue;
            }
            b'#' => {
                at += memchr::memchr(b'\n', &bytes[at..]).unwrap_or(bytes.len() - at);
                continue;
            }
            b'.' => dots += 1,
            b'[' | b'{' => (dots, brackets) = (0, brackets + 1),
            b']' | b'}' => (dots, brackets) = (0, brackets.saturating_sub(1)),
            b'=' | b',' | b'\n' => dots = 0,
            _ => {}
        }
        if dots >= MAX_DEPTH || brackets > MAX_DEPTH {
            return Some(at);
        }
        at += 1;
    }
    None
}

/// The end of the string that begins at `start`, or the end of the line if a string of one line is not closed.
fn end_of_string(bytes: &[u8], start: usize) -> usize {
    let quote = bytes[start];
    let is_long = bytes[start..].starts_with(&[quote; 3]);
    let closing = if is_long { &[quote; 3][..] } else { &[quote] };
    let mut at = start + closing.len();
    while at < bytes.len() {
        match bytes[at] {
            b'\\' if quote == b'"' => at += 2,
            b'\n' if !is_long => return at,
            _ if bytes[at..].starts_with(closing) => return at + closing.len(),
            _ => at += 1,
        }
    }
    bytes.len()
}
