//! The lines of a text and their line ends: CR LF, LF and CR.

/// The line ends of a text with their positions: CR LF, LF and CR, and nothing else.
pub fn line_ends(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let bytes = text.as_bytes();
    memchr::memchr2_iter(b'\r', b'\n', bytes).filter_map(move |at| match bytes[at] {
        b'\r' if bytes.get(at + 1) == Some(&b'\n') => Some((at, &text[at..at + 2])),
        b'\n' if at > 0 && bytes[at - 1] == b'\r' => None,
        _ => Some((at, &text[at..=at])),
    })
}

/// The lines of a text, each with its line end.
pub fn lines(text: &str) -> impl Iterator<Item = &str> {
    let mut from = 0;
    let starts = line_ends(text).map(|(at, end)| at + end.len()).chain([text.len()]);
    starts.map(move |to| &text[std::mem::replace(&mut from, to)..to]).filter(|line| !line.is_empty())
}

/// Returns the text with another line end in place of each CR that is not followed by LF.
pub fn with_line_end_for_lone_cr(text: &str, end: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut from = 0;
    for (at, line_end) in line_ends(text).filter(|&(_, line_end)| line_end == "\r") {
        out.push_str(&text[from..at]);
        out.push_str(end);
        from = at + line_end.len();
    }
    out.push_str(&text[from..]);
    out
}
