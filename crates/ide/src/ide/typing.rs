//! `textDocument/onTypeFormatting`: changes after Enter and after the last letter of ENDVAR.

use std::ops::Range;

use super::cursor::{self, Cursor};
use super::situation::line_at;
use crate::document::Snapshot;
use ishi_check::rewrite::write_moves;
use ishi_record::syntax::{BlockFault, Keyword, Line, LineKind, Source};
use ishi_text::{Edit, Span};

/// The characters besides a line end after which [`typing`] may change something: the last letter of ENDVAR.
pub const TYPED: [&str; 2] = ["R", "r"];

/// How many lines of bare locations Enter writes as moves at most.
const MAX_LINES: usize = 1000;

/// Returns the edits after a character was typed, with the cursor at `offset` after it
/// (`textDocument/onTypeFormatting`). In doubt, there are no edits.
///
/// After a line end, bare locations before the cursor are written as moves: usually the line that was left, and earlier
/// lines of the variation or of the run of moves for which an answer came too late. When the last letter of ENDVAR is
/// typed, ENDVAR moves to the column of its VAR, and the bare locations of its variation are written.
pub fn typing(snapshot: &Snapshot, offset: usize, typed: &str) -> Vec<Edit> {
    let edits = cursor::at(snapshot, offset, |cursor| {
        if is_in_open_block(cursor) {
            return None;
        }
        let edits = match typed {
            "\n" => moves_above(cursor),
            _ if TYPED.contains(&typed) => end_of_variation(cursor),
            _ => Vec::new(),
        };
        Some(edits.into_iter().map(|edit| edit.shifted(cursor.view.start())).collect())
    });
    edits.unwrap_or_default()
}

/// Whether an earlier block has no end yet, so that a line that looks like data may be text of a block that is being
/// written.
fn is_in_open_block(cursor: &Cursor<'_>) -> bool {
    let is_open =
        |fault: &BlockFault| matches!(fault, BlockFault::Unclosed { line, .. } if *line <= cursor.line as usize);
    cursor.source.faults.iter().any(is_open)
}

/// Writes the bare locations before the cursor as moves, if the line that was left has some or ends a variation.
fn moves_above(cursor: &Cursor<'_>) -> Vec<Edit> {
    let source = cursor.source;
    let index = line_at(source, cursor.offset);
    let Some(left) = index.checked_sub(1) else { return Vec::new() };
    let block = match source.lines[left].kind {
        LineKind::Bare => {
            let is_move = |line: &Line| matches!(line.keyword(), Some(Keyword::B | Keyword::W));
            let run =
                source.lines[..index].iter().rev().take_while(|line| line.kind == LineKind::Bare || is_move(line));
            variation_at(cursor, left).unwrap_or(index - run.count())
        }
        LineKind::Data(Keyword::Endvar) => match ended_at(cursor, left) {
            Some(variation) => variation,
            None => return Vec::new(),
        },
        _ => return Vec::new(),
    };
    written(cursor, block..index)
}

/// Writes the bare locations in some lines as moves.
fn written(cursor: &Cursor<'_>, lines: Range<usize>) -> Vec<Edit> {
    let Range { start, end } = lines;
    let lines = start.max(end.saturating_sub(MAX_LINES))..end;
    lines.filter_map(|line| write_moves(cursor.source, cursor.event, line as u32)).collect()
}

/// The VAR line of the variation that the locations of a line are moves of.
fn variation_at(cursor: &Cursor<'_>, line: usize) -> Option<usize> {
    let line = line as u32;
    let moves = &cursor.event.moves;
    let first = moves.get(moves.partition_point(|played| played.line < line)).filter(|played| played.line == line)?;
    Some(cursor.event.sequence(first.sequence).line? as usize)
}

/// The VAR line of the variation that a line ends.
fn ended_at(cursor: &Cursor<'_>, line: usize) -> Option<usize> {
    let ended = cursor.event.sequences.iter().find(|sequence| sequence.end == Some(line as u32))?;
    Some(ended.line? as usize)
}

/// Moves ENDVAR to the column of its VAR, if it is farther to the right, and writes the bare locations in its variation
/// as moves.
fn end_of_variation(cursor: &Cursor<'_>) -> Vec<Edit> {
    let source = cursor.source;
    let own_line = cursor.line as usize;
    let is_end = |line: &Line| line.kind == LineKind::Data(Keyword::Endvar) && cursor.offset == line.word.end as usize;
    let is_typed = cursor.line().is_some_and(is_end);
    if !is_typed {
        return Vec::new();
    }
    let Some(ended) = ended_at(cursor, own_line) else { return Vec::new() };
    let mut edits = written(cursor, ended..own_line);
    if let (Some(outer), Some(own_indent)) = (indent(source, ended), indent(source, own_line))
        && own_indent.len() >= outer.len()
        && source.str(own_indent) != source.str(outer)
    {
        edits.push(Edit::replace(own_indent, source.str(outer)));
    }
    edits
}

/// The white space before the first word of a line; `None` if there are other characters, which readers ignore.
fn indent(source: &Source<'_>, index: usize) -> Option<Span> {
    let line = source.lines.get(index)?;
    let indent = Span { start: line.span.start, end: line.word.start };
    is_white(source.str(indent)).then_some(indent)
}

fn is_white(text: &str) -> bool {
    text.bytes().all(|byte| byte == b' ' || byte == b'\t')
}
