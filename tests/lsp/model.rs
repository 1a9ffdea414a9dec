//! A text as a client keeps it: a string, with positions in UTF-16. It is simple rather than fast.

use serde_json::Value;

/// The offset of a position.
pub fn offset(text: &str, line: usize, column: usize) -> usize {
    let (start, content) = lines(text)[line];
    let mut units = 0;
    for (at, character) in content.char_indices() {
        if units >= column {
            return start + at;
        }
        units += character.len_utf16();
    }
    start + content.len()
}

/// The position of an offset.
pub fn position(text: &str, offset: usize) -> [u32; 2] {
    let lines = lines(text);
    let line = lines.iter().rposition(|&(start, _)| start <= offset).expect("the first line starts at 0");
    let (start, content) = lines[line];
    let within = &content[..(offset - start).min(content.len())];
    [line, within.encode_utf16().count()].map(|number| u32::try_from(number).expect("the text is small"))
}

/// Where each line begins, and what it holds without its line end.
fn lines(text: &str) -> Vec<(usize, &str)> {
    let mut lines = Vec::new();
    let mut start = 0;
    let mut rest = text.char_indices().peekable();
    while let Some((at, character)) = rest.next() {
        let next = match character {
            '\r' => rest.next_if(|&(_, next)| next == '\n').map_or(at + 1, |(newline, _)| newline + 1),
            '\n' => at + 1,
            _ => continue,
        };
        lines.push((start, &text[start..at]));
        start = next;
    }
    lines.push((start, &text[start..]));
    lines
}

/// The text after LSP's `TextEdit`s, which may come in any order and must not overlap.
pub fn apply(text: &str, edits: &Value) -> String {
    let place = |position: &Value| {
        let number = |key: &str| usize::try_from(position[key].as_u64().expect("a number")).expect("a small number");
        offset(text, number("line"), number("character"))
    };
    let mut edits: Vec<_> = edits
        .as_array()
        .expect("a list of edits")
        .iter()
        .map(|edit| {
            let (start, end) = (place(&edit["range"]["start"]), place(&edit["range"]["end"]));
            (start, end, edit["newText"].as_str().expect("a text"))
        })
        .collect();
    edits.sort_by_key(|&(start, end, _)| (start, end));
    let mut out = String::new();
    let mut done = 0;
    for (start, end, new) in edits {
        assert!(start >= done, "edits do not overlap");
        out.push_str(&text[done..start]);
        out.push_str(new);
        done = end;
    }
    out.push_str(&text[done..]);
    out
}
