//! `textDocument/definition`: the origin of the move or stone under the cursor.

use super::cursor::{self, Cursor, Referent};
use crate::document::Snapshot;
use ishi_record::record::SequenceId;
use ishi_record::syntax::Keyword;
use ishi_text::Span;

/// The targets of a reference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Definition {
    /// The words of the reference under the cursor.
    pub origin: Span,
    /// The places, in the order of the record; at least one.
    pub targets: Vec<Span>,
}

/// Returns the definition of the words at `offset` (`textDocument/definition`).
///
/// A reference by number, range or location leads to its moves or its setup stone; a move or a setup stone leads to
/// itself. The first and the last line of a block lead to each other. The words after VAR or ENDVAR, and a VAR without
/// ENDVAR, lead to the move that the variation replaces.
pub fn definition(snapshot: &Snapshot, offset: usize) -> Option<Definition> {
    cursor::at(snapshot, offset, |cursor| {
        let base = cursor.view.start();
        if let Some((origin, referents)) = cursor.named() {
            return Some(Definition { origin: origin.shifted(base), targets: cursor.origins(&referents) });
        }
        if let Some([origin, target]) = pair(cursor) {
            return Some(Definition { origin, targets: vec![target] });
        }
        let replaced = variation(cursor).and_then(|id| cursor.event.sequence(id).replaces)?;
        let word = cursor.line().map(|line| line.word).filter(|&word| cursor.is_on(word));
        let origin = word.or(cursor.field().map(|field| field.span))?;
        Some(Definition { origin: origin.shifted(base), targets: cursor.origins(&[Referent::Move(replaced)]) })
    })
}

/// The keyword under the cursor and the keyword at the other end of its block, if the block has both.
pub(super) fn pair(cursor: &Cursor<'_>) -> Option<[Span; 2]> {
    let line = cursor.line().filter(|line| cursor.is_on(line.word))?;
    let at = cursor.line;
    let other = match line.keyword()? {
        Keyword::Var => cursor.event.sequence(variation(cursor)?).end?,
        Keyword::Endvar => cursor.event.sequence(variation(cursor)?).line?,
        Keyword::Com | Keyword::User => {
            let datum = cursor.event.data.binary_search_by_key(&at, |datum| datum.line).ok()?;
            cursor.event.data[datum].end - 1
        }
        Keyword::Endcom | Keyword::Enduser => {
            let after = cursor.event.data.partition_point(|datum| datum.line < at);
            let datum = cursor.event.data[..after].last().filter(|datum| datum.end == at + 1)?;
            datum.line
        }
        _ => return None,
    };
    let word = cursor.source.lines[other as usize].word;
    // The last line of a block without an end is text.
    (other != at && !word.is_empty()).then(|| [line.word, word].map(|word| word.shifted(cursor.view.start())))
}

/// The variation that the line under the cursor begins or ends.
fn variation(cursor: &Cursor<'_>) -> Option<SequenceId> {
    let at = Some(cursor.line);
    let id = cursor.event.sequences.iter().position(|sequence| sequence.line == at || sequence.end == at)?;
    Some(SequenceId(id as u32))
}
