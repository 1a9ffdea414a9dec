//! `textDocument/references`: everything that refers to the move or stone under the cursor.

use std::collections::HashSet;

use super::cursor::{self, Cursor, Referent, meant};
use crate::document::Snapshot;
use ishi_record::record::MoveId;
use ishi_record::replay::{Visit, Walk};
use ishi_record::syntax::{FieldKind, Mark, Target};
use ishi_text::Span;

/// All references to the moves or the setup stone that the words at `offset` name, in the order of the record
/// (`textDocument/references`): by number, by a range that contains the number, or by the location of the stone while
/// it is on the board or is captured at that moment. With `with_origins`, also the places that put the stones on the
/// board.
pub fn references(snapshot: &Snapshot, offset: usize, with_origins: bool) -> Vec<Span> {
    let references = cursor::at(snapshot, offset, |cursor| {
        let (_, named) = cursor.named()?;
        let mut spans = uses(cursor, &named);
        if with_origins {
            spans.extend(cursor.origins(&named));
            spans.sort_unstable();
        }
        Some(spans)
    });
    references.unwrap_or_default()
}

/// The fields of the event that refer to one of some referents, in order.
pub(super) fn uses(cursor: &Cursor<'_>, wanted: &[Referent]) -> Vec<Span> {
    let mut numbers: Vec<(u32, MoveId)> = wanted
        .iter()
        .filter_map(|referent| match *referent {
            Referent::Move(id) => Some((cursor.event[id].number?.get(), id)),
            Referent::Setup(_) | Referent::Point(_) => None,
        })
        .collect();
    numbers.sort_unstable();
    let wanted: HashSet<Referent> = wanted.iter().copied().collect();
    let mut spans = Vec::new();
    let mut walk = Walk::new(cursor.event);
    let mut left = cursor.event.data.len();
    // After the last datum there is nothing to look for.
    while left > 0
        && let Some(stop) = walk.next()
    {
        let Visit::Datum(index) = stop else { continue };
        left -= 1;
        let datum = &cursor.event.data[index];
        for field in cursor.source.fields(&cursor.source.lines[datum.line as usize]) {
            let target = match field.kind {
                // `ALL` does not refer to any stone in particular.
                FieldKind::Mark(Mark { target: Target::All, .. }) => continue,
                FieldKind::Mark(mark) => mark.target,
                _ => continue,
            };
            let is_wanted = match target {
                Target::Moves(from, to) => numbers[numbers.partition_point(|&(number, _)| number < from)..]
                    .iter()
                    .take_while(|&&(number, _)| number <= to)
                    .any(|&(number, id)| walk.numbered(number) == Some(id)),
                _ => meant(&walk, &datum.kind, target).iter().any(|referent| wanted.contains(referent)),
            };
            if is_wanted {
                spans.push(field.span.shifted(cursor.view.start()));
            }
        }
    }
    spans
}
