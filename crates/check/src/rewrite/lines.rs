//! Edits of whole lines, which many fixes are made of.

use std::ops::Range;

use ishi_record::syntax::{Keyword, Line, LineKind, Source};
use ishi_text::{Edit, Span};

/// A line without the white space around it.
pub fn trimmed(source: &Source<'_>, line: &Line) -> Span {
    let text = source.str(line.span);
    let start = line.span.start as usize + (text.len() - text.trim_start().len());
    Span::new(start, (line.span.start as usize + text.trim_end().len()).max(start))
}

/// The white space at the start of a line.
pub fn indent<'t>(source: &Source<'t>, line: usize) -> &'t str {
    source.lines.get(line).map_or("", |line| {
        let text = source.str(line.span);
        &text[..text.len() - text.trim_start_matches([' ', '\t']).len()]
    })
}

/// The first of the blank lines and remarks directly before a line.
pub fn above(source: &Source<'_>, line: usize) -> usize {
    let is_above = |line: &&Line| matches!(line.kind, LineKind::Blank | LineKind::Data(Keyword::Remark));
    line - source.lines[..line].iter().rev().take_while(is_above).count()
}

/// The first of the remarks of a line, without blank lines before them.
pub(crate) fn with_remarks(source: &Source<'_>, line: usize) -> usize {
    let above = above(source, line);
    above + source.lines[above..line].iter().take_while(|line| line.kind == LineKind::Blank).count()
}

/// The bytes of a run of lines, with their line ends.
pub fn whole(source: &Source<'_>, lines: Range<usize>) -> Span {
    let start = source.lines.get(lines.start).map_or(source.text.len(), |line| line.span.start as usize);
    let end = source.lines[..lines.end.min(source.lines.len())].last().map_or(0, |line| line.end as usize);
    Span::new(start, end.max(start))
}

/// Removes lines.
pub fn delete(source: &Source<'_>, lines: Range<usize>) -> Edit {
    Edit::delete(whole(source, lines))
}

/// Puts new lines before the line `before`, which may be one past the last.
pub fn insert(source: &Source<'_>, before: usize, lines: &[String]) -> Edit {
    let end = source.line_end();
    if let Some(line) = source.lines.get(before) {
        let text: String = lines.iter().flat_map(|line| [line.as_str(), end]).collect();
        return Edit::insert(line.span.start as usize, text);
    }
    let ends_openly = source.lines.last().is_some_and(|line| line.span.end == line.end);
    let text = lines.join(end);
    let text = if ends_openly { format!("{end}{text}") } else { format!("{text}{end}") };
    Edit::insert(source.text.len(), text)
}

/// Moves lines up or down, to before the line `before`.
pub fn shift(source: &Source<'_>, lines: Range<usize>, before: usize) -> Vec<Edit> {
    let span = whole(source, lines.clone());
    let moved: Vec<String> = source.lines[lines.clone()].iter().map(|line| source.str(line.span).to_owned()).collect();
    let insertion = insert(source, before, &moved);
    let deletion = Edit::delete(span);
    if before <= lines.start { vec![insertion, deletion] } else { vec![deletion, insertion] }
}

/// The line after the last line before `end` that is not blank, where data is inserted that ends there.
pub(crate) fn after_last_text(source: &Source<'_>, from: usize, end: usize) -> usize {
    let blank = |line: &Line| line.kind == LineKind::Blank || source.str(line.span).trim().is_empty();
    let kept = source.lines[from..end].iter().rposition(|line| !blank(line)).map_or(0, |index| index + 1);
    from + kept
}
