//! `textDocument/onTypeFormatting`: what Enter and the last letter of a keyword change.

use super::cursor::{self, Cursor};
use super::situation::{Situation, line_at};
use crate::document::Snapshot;
use crate::syntax::{BlockFault, FieldKind, Keyword, LineKind, Source};
use crate::text::{Edit, Span};

/// What [`typing`] wants to hear of besides a new line: the last letters of the keywords that can follow a move (VAR, ENDVAR,
/// PRISONER, USER; COM, DIAGRAM; MARK, UNMARK, REMARK; EVENT), and the space after B and W.
pub const TYPED: [&str; 9] = ["R", "r", "M", "m", "K", "k", "T", "t", " "];

/// What is to be changed after a character was typed, with the cursor at `offset` after it
/// (`textDocument/onTypeFormatting`). In doubt, nothing.
///
/// A new line after the last move of a sequence gets the colour and the number of the next one. Who does not want them types
/// the keyword that is wanted, or begins another line, and they are gone. ENDVAR goes back to the column of its VAR as soon as
/// its last letter is typed.
pub fn typing(snapshot: &Snapshot, offset: usize, typed: &str) -> Option<Edit> {
    cursor::at(snapshot, offset, |cursor| {
        if is_in_open_block(cursor) {
            return None;
        }
        let edit = match typed {
            "\n" => new_line(cursor),
            " " => another_keyword(cursor),
            _ if TYPED.contains(&typed) => end_of_variation(cursor).or_else(|| another_keyword(cursor)),
            _ => None,
        }?;
        Some(edit.shifted(cursor.view.start()))
    })
}

/// Whether a block above has no end yet: what looks like data may be text of a block that is being written.
fn is_in_open_block(cursor: &Cursor<'_>) -> bool {
    let is_open =
        |fault: &BlockFault| matches!(fault, BlockFault::Unclosed { line, .. } if *line <= cursor.line as usize);
    cursor.source.faults.iter().any(is_open)
}

/// Begins the move that follows the one above, or takes back such a beginning to which nothing was added.
fn new_line(cursor: &Cursor<'_>) -> Option<Edit> {
    let source = cursor.source;
    let index = line_at(source, cursor.offset);
    let above = index.checked_sub(1)?;
    let blank = match source.lines.get(index) {
        Some(line) if line.kind == LineKind::Blank => line.span,
        Some(_) => return None,
        None => Span::empty(source.text.len()),
    };
    if !is_white(source.str(blank)) || goes_on(source, index) {
        return None;
    }
    if let Some(number) = played(source, above) {
        let (next, text) = beginning(cursor, index, above)?;
        // There is no number after the largest.
        return (next > number).then(|| Edit::replace(blank, text));
    }
    let before = above.checked_sub(1).filter(|&before| played(source, before).is_some())?;
    let (_, offered) = beginning(cursor, above, before)?;
    let line = source.lines[above].span;
    // Neovim takes the blank at the end of the line away with Enter, because it indents the next one.
    let left = source.str(line);
    (left == offered || left == offered.trim_end()).then(|| Edit::delete(line.to(blank)))
}

/// The number of the move on a line, if it is complete.
fn played(source: &Source<'_>, index: usize) -> Option<u32> {
    let line = source.lines.get(index)?;
    let LineKind::Data(Keyword::B | Keyword::W) = line.kind else { return None };
    let (needed, more) = source.fields(line).split_at_checked(2)?;
    let is_remark = more.iter().all(|field| field.kind == FieldKind::Ignored);
    match (needed[0].kind, needed[1].kind) {
        (FieldKind::Number(number), FieldKind::Location(_) | FieldKind::Pass) if is_remark => Some(number),
        _ => None,
    }
}

/// Whether anything follows below a line that a new move would come in between with: all but the end of the variation.
fn goes_on(source: &Source<'_>, index: usize) -> bool {
    let mut below = source.lines.iter().skip(index + 1).filter(|line| line.kind != LineKind::Blank);
    below.next().is_some_and(|line| line.kind != LineKind::Data(Keyword::Endvar))
}

/// The number that a move on the line `index` has, and how it begins: in the column and the case of the move on the line `like`.
fn beginning(cursor: &Cursor<'_>, index: usize, like: usize) -> Option<(u32, String)> {
    let source = cursor.source;
    let indent = indent(source, like)?;
    let (number, color) = Situation::above(source, index, cursor.event).next_move();
    let is_lower = !source.str(source.lines[like].word).bytes().any(|byte| byte.is_ascii_uppercase());
    let letter = if is_lower { color.letter().to_ascii_lowercase() } else { color.letter() };
    Some((number, format!("{}{letter} {number} ", source.str(indent))))
}

/// Puts ENDVAR in the column of its VAR, if it stands farther to the right.
fn end_of_variation(cursor: &Cursor<'_>) -> Option<Edit> {
    let source = cursor.source;
    let line = cursor.line().filter(|line| line.kind == LineKind::Data(Keyword::Endvar))?;
    if cursor.offset != line.word.end as usize {
        return None;
    }
    let ended = cursor.event.sequences.iter().find(|sequence| sequence.end == Some(cursor.line))?;
    let outer = indent(source, ended.line? as usize)?;
    let own = indent(source, cursor.line as usize)?;
    let is_farther = own.len() >= outer.len() && source.str(own) != source.str(outer);
    is_farther.then(|| Edit::replace(own, source.str(outer)))
}

/// Takes the beginning of a move away that another keyword was typed after, to which it gives place: a keyword of some letters
/// as soon as it is complete, and B or W with the space after it. Who types a move without looking, gets it once.
fn another_keyword(cursor: &Cursor<'_>) -> Option<Edit> {
    let source = cursor.source;
    let index = cursor.line as usize;
    let line = source.lines.get(index)?.span;
    let above = index.checked_sub(1).filter(|&above| played(source, above).is_some())?;
    let (_, offered) = beginning(cursor, index, above)?;
    let typed = source.str(line).strip_prefix(&offered)?;
    let keyword = Keyword::of(typed.strip_suffix(' ').unwrap_or(typed))?;
    let is_move = matches!(keyword, Keyword::B | Keyword::W);
    if is_move != typed.ends_with(' ') {
        return None;
    }
    if cursor.offset != line.end as usize {
        return None;
    }
    let indent = match keyword {
        Keyword::Endvar => {
            let ended = cursor.event.moves.binary_search_by_key(&(above as u32), |found| found.line).ok()?;
            let sequence = cursor.event.moves[ended].sequence;
            indent(source, cursor.event.sequence(sequence).line? as usize)?
        }
        _ => indent(source, above)?,
    };
    let start = line.start as usize;
    Some(Edit::replace(Span::new(start, start + offered.len()), source.str(indent)))
}

/// The white space before the first word of a line; none where there are other characters, which readers ignore.
fn indent(source: &Source<'_>, index: usize) -> Option<Span> {
    let line = source.lines.get(index)?;
    let indent = Span { start: line.span.start, end: line.word.start };
    is_white(source.str(indent)).then_some(indent)
}

fn is_white(text: &str) -> bool {
    text.bytes().all(|byte| byte == b' ' || byte == b'\t')
}
