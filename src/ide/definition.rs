use super::place::{self, Place, Referent};
use crate::document::Snapshot;
use crate::record::SequenceId;
use crate::syntax::Keyword;
use crate::text::Span;

/// Where something leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Definition {
    /// The words under the cursor that lead there.
    pub origin: Span,
    /// The places, in the order of the record; at least one.
    pub targets: Vec<Span>,
}

/// Where the words at `offset` lead (`textDocument/definition`).
///
/// A reference by number, range or location leads to the moves or the setup stone that it means, and a move or setup
/// stone to itself. The first and the last line of a block lead to each other. What stands behind VAR or ENDVAR, and a VAR
/// without ENDVAR, lead to the move that the variation replaces.
pub fn definition(snapshot: &Snapshot, offset: usize) -> Option<Definition> {
    place::at(snapshot, offset, |place| {
        let base = place.view.start();
        if let Some((origin, referents)) = place.named() {
            return Some(Definition { origin: origin.shifted(base), targets: place.origins(&referents) });
        }
        if let Some([origin, target]) = pair(place) {
            return Some(Definition { origin, targets: vec![target] });
        }
        let replaced = variation(place).and_then(|id| place.event.sequence(id).replaces)?;
        let word = place.line().map(|line| line.word).filter(|&word| place.is_on(word));
        let origin = word.or(place.field().map(|field| field.span))?;
        Some(Definition { origin: origin.shifted(base), targets: place.origins(&[Referent::Move(replaced)]) })
    })
}

/// The keyword under the cursor if it begins or ends a block that has both, and then the one at the other end.
pub(super) fn pair(place: &Place<'_>) -> Option<[Span; 2]> {
    let line = place.line().filter(|line| place.is_on(line.word))?;
    let at = place.line;
    let other = match line.keyword()? {
        Keyword::Var => place.event.sequence(variation(place)?).end?,
        Keyword::Endvar => place.event.sequence(variation(place)?).line?,
        Keyword::Com | Keyword::User => {
            let datum = place.event.data.binary_search_by_key(&at, |datum| datum.line).ok()?;
            place.event.data[datum].end - 1
        }
        Keyword::Endcom | Keyword::Enduser => {
            let behind = place.event.data.partition_point(|datum| datum.line < at);
            let datum = place.event.data[..behind].last().filter(|datum| datum.end == at + 1)?;
            datum.line
        }
        _ => return None,
    };
    let word = place.source.lines[other as usize].word;
    // The last line of a block without an end is text.
    (other != at && !word.is_empty()).then(|| [line.word, word].map(|word| word.shifted(place.view.start())))
}

/// The variation that the line under the cursor begins or ends.
fn variation(place: &Place<'_>) -> Option<SequenceId> {
    let at = Some(place.line);
    let id = place.event.sequences.iter().position(|sequence| sequence.line == at || sequence.end == at)?;
    Some(SequenceId(id as u32))
}
