//! `textDocument/onTypeFormatting`: what Enter and the last letter of ENDVAR change.

use super::cursor::{self, Cursor};
use super::situation::line_at;
use crate::document::Snapshot;
use crate::rewrite::write_moves;
use crate::syntax::{BlockFault, Keyword, LineKind, Source};
use crate::text::{Edit, Span};

/// The characters besides a line end after which [`typing`] may change something: the last letter of ENDVAR.
pub const TYPED: [&str; 2] = ["R", "r"];

/// How many lines of bare locations Enter writes as moves at most.
const MAX_LINES: usize = 1000;

/// The edits after a character was typed, with the cursor at `offset` after it (`textDocument/onTypeFormatting`); none
/// in doubt.
///
/// After a line end, the lines of nothing but locations directly above the cursor are written as the moves that they
/// are read as: usually the line that was left, and those before it for which no answer came in time. ENDVAR moves to
/// the column of its VAR as soon as its last letter is typed.
pub fn typing(snapshot: &Snapshot, offset: usize, typed: &str) -> Vec<Edit> {
    let edits = cursor::at(snapshot, offset, |cursor| {
        if is_in_open_block(cursor) {
            return None;
        }
        let edits = match typed {
            "\n" => moves_above(cursor),
            _ if TYPED.contains(&typed) => end_of_variation(cursor).into_iter().collect(),
            _ => Vec::new(),
        };
        Some(edits.into_iter().map(|edit| edit.shifted(cursor.view.start())).collect())
    });
    edits.unwrap_or_default()
}

/// Whether a block above has no end yet: what looks like data may be text of a block that is being written.
fn is_in_open_block(cursor: &Cursor<'_>) -> bool {
    let is_open =
        |fault: &BlockFault| matches!(fault, BlockFault::Unclosed { line, .. } if *line <= cursor.line as usize);
    cursor.source.faults.iter().any(is_open)
}

/// Writes the bare locations directly above the cursor as moves.
fn moves_above(cursor: &Cursor<'_>) -> Vec<Edit> {
    let source = cursor.source;
    let index = line_at(source, cursor.offset);
    let above =
        source.lines[..index].iter().rev().take_while(|line| line.kind == LineKind::Bare).take(MAX_LINES).count();
    (index - above..index).filter_map(|line| write_moves(source, cursor.event, line as u32)).collect()
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

/// The white space before the first word of a line; `None` if there are other characters, which readers ignore.
fn indent(source: &Source<'_>, index: usize) -> Option<Span> {
    let line = source.lines.get(index)?;
    let indent = Span { start: line.span.start, end: line.word.start };
    is_white(source.str(indent)).then_some(indent)
}

fn is_white(text: &str) -> bool {
    text.bytes().all(|byte| byte == b' ' || byte == b'\t')
}
