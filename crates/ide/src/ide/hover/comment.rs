//! The hover of a comment: the position that it refers to, and the points of its labels.

use super::super::board::{comment, picture, title_of};
use super::super::cursor::Cursor;
use super::Hover;
use ishi_board::Point;
use ishi_record::replay::{Shown, View};
use ishi_record::syntax::Sign;
use ishi_text::Span;

/// The position, and the points of the signs and labels that the comment names.
pub(super) fn hover(cursor: &Cursor<'_>, span: Span) -> Hover {
    let owner = cursor.owner();
    let text = comment(cursor.event, cursor.source, owner).unwrap_or_default();
    let view = View::of(cursor.event, owner);
    let word = word_around(cursor, span);
    let mut hover = Hover::of_heading(word, title_of(cursor.event, owner));
    let mut focus = Vec::new();
    let under_cursor = unquoted(&cursor.source.text[word.range()]);
    let mut explained: Vec<(String, Vec<Point>)> = Vec::new();
    for &(point, shown) in &view.marks {
        let written = match shown {
            Shown::Number(number) => number.to_string(),
            Shown::Sign(Sign::Check) => "\\c".into(),
            Shown::Sign(Sign::Diamond) => "\\d".into(),
            Shown::Sign(Sign::Square) => "\\s".into(),
            Shown::Sign(Sign::Triangle) => "\\t".into(),
            Shown::Sign(sign) => sign.label(),
        };
        let is_sign = written.starts_with('\\');
        let same = |word: &str| if is_sign { word.eq_ignore_ascii_case(&written) } else { word == written };
        if same(under_cursor) {
            focus.push(point);
        }
        if text.split([' ', '\t', '\n']).any(|word| same(unquoted(word))) {
            match explained.iter_mut().find(|(other, _)| *other == written) {
                Some((_, points)) => points.push(point),
                None => explained.push((written, vec![point])),
            }
        }
    }
    for (written, points) in explained {
        let points: Vec<String> = points.iter().map(ToString::to_string).collect();
        hover.table.push((written, points.join(" ")));
    }
    hover.picture = Some(picture(cursor.event, cursor.source, &view, focus));
    hover
}

/// A word of prose without the punctuation around it.
fn unquoted(word: &str) -> &str {
    word.trim_matches(|character: char| !character.is_alphanumeric() && character != '\\')
}

/// The word of a line under the cursor, or the line if there is no word.
fn word_around(cursor: &Cursor<'_>, line: Span) -> Span {
    let text = &cursor.source.text[line.range()];
    let at = cursor.offset.saturating_sub(line.start as usize).min(text.len());
    if !text.is_char_boundary(at) {
        return line;
    }
    let start = text[..at].rfind([' ', '\t']).map_or(0, |space| space + 1);
    let end = text[at..].find([' ', '\t']).map_or(text.len(), |space| at + space);
    if start == end { line } else { Span::new(start, end).shifted(line.start as usize) }
}
