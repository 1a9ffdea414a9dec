//! A text as a client keeps it: a string, with positions in UTF-16 where nothing else is said. It is simple rather than
//! fast.
#![allow(unreachable_pub, dead_code, reason = "each of the tests that share it uses a part")]

use ishi_position::{ColumnUnit, Position};
use serde_json::Value;

/// The offset of a position in a text that has its line.
pub fn offset(text: &str, line: usize, column: usize) -> usize {
    offset_in(text, line, column, ColumnUnit::Utf16).expect("a line of the text")
}

/// The offset of a position, if the text has its line. After the end of a line is its end, and inside a character
/// its start.
pub fn offset_in(text: &str, line: usize, column: usize, unit: ColumnUnit) -> Option<usize> {
    let &(start, content) = lines(text).get(line)?;
    let mut units = 0;
    for (at, character) in content.char_indices() {
        units += units_of(character, unit);
        if units > column {
            return Some(start + at);
        }
    }
    Some(start + content.len())
}

/// Like the function above, in a text where only LF and CR LF end lines. A CR before LF is a column there.
pub fn offset_by_lf(text: &str, line: usize, column: usize, unit: ColumnUnit) -> Option<usize> {
    let start = if line == 0 { 0 } else { text.match_indices('\n').nth(line - 1)?.0 + 1 };
    let content = text[start..].split('\n').next().unwrap_or_default();
    let is_cut = start + content.len() < text.len();
    let mut units = 0;
    for (at, character) in content.char_indices() {
        units += units_of(character, unit);
        if units > column {
            return Some(start + at);
        }
    }
    let end = content.strip_suffix('\r').filter(|_| is_cut && column > units).unwrap_or(content);
    Some(start + end.len())
}

/// The offset of a position that is the same by both ways of counting lines, or an error for one past the end of the
/// text. A column between CR and LF is past the end of its line.
pub fn agreed_offset(text: &str, position: Position, unit: ColumnUnit) -> Option<Result<usize, ()>> {
    let (line, column) = (position.line as usize, position.column as usize);
    let [by_lsp, by_lf] = [offset_in(text, line, column, unit), offset_by_lf(text, line, column, unit)];
    let is_in_line_end = |at: usize| text[..at].ends_with('\r') && text[at..].starts_with('\n');
    let by_lf = by_lf.map(|at| at - usize::from(is_in_line_end(at)));
    (by_lsp.unwrap_or(text.len()) == by_lf.unwrap_or(text.len())).then(|| by_lsp.ok_or(()))
}

/// The position of an offset.
pub fn position(text: &str, offset: usize) -> [u32; 2] {
    let Position { line, column } = position_in(text, offset, ColumnUnit::Utf16);
    [line, column]
}

/// The position of an offset, which for one between CR and LF is the end of the line.
pub fn position_in(text: &str, offset: usize, unit: ColumnUnit) -> Position {
    let lines = lines(text);
    let line = lines.iter().rposition(|&(start, _)| start <= offset).expect("the first line starts at 0");
    let (start, content) = lines[line];
    let within = &content[..(offset - start).min(content.len())];
    let column: usize = within.chars().map(|character| units_of(character, unit)).sum();
    let [line, column] = [line, column].map(|number| u32::try_from(number).expect("the text is small"));
    Position::new(line, column)
}

fn units_of(character: char, unit: ColumnUnit) -> usize {
    match unit {
        ColumnUnit::Utf8 => character.len_utf8(),
        ColumnUnit::Utf16 => character.len_utf16(),
        ColumnUnit::Utf32 => 1,
    }
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
