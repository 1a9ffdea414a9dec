//! The units of a document with their positions: events of a record, or games in SGF.

use std::ops::Range;
use std::sync::Arc;

use ropey::Rope;

use super::changes::Changes;
use ishi_check::check::{self, Diagnostic, LineEnds, Severities};
use ishi_text::Edit;

/// The largest text that a document can hold, in bytes.
pub const MAX_BYTES: usize = 1 << 30;

/// A unit of a text with its position. The unit itself does not depend on the position, so versions of a text share it.
pub(super) trait Placed {
    /// The unit, with its results.
    type Unit;

    /// Returns the unit.
    fn unit(&self) -> &Arc<Self::Unit>;

    /// Returns the byte of the text at which the unit begins.
    fn byte(&self) -> usize;

    /// Returns the number of lines of the unit for each line end.
    fn line_ends(&self) -> LineEnds;
}

/// Returns the index of the unit to which a byte of the text belongs; the last one for a byte after the text.
pub(super) fn index_at<P: Placed>(units: &[P], byte: usize) -> usize {
    units.partition_point(|unit| unit.byte() <= byte).saturating_sub(1)
}

/// Returns the number of lines of the whole text for each line end.
pub(super) fn line_ends<P: Placed>(units: &[P]) -> LineEnds {
    let mut total = LineEnds::default();
    for unit in units {
        total += unit.line_ends();
    }
    total
}

/// Returns the diagnostic on line ends for an editor, if the text has a CR without LF (see [`check::check_lone_cr`]).
pub(super) fn lone_cr_diagnostic(text: &Rope, total: LineEnds, severities: &Severities) -> Option<Diagnostic> {
    if total.cr == 0 { None } else { check::check_lone_cr(text, total, severities) }
}

/// Returns the indices of the units that two versions of a text do not share, in each of the two.
pub(super) fn different<P: Placed>(before: &[P], after: &[P]) -> [Range<usize>; 2] {
    let is_same = |(one, other): &(&P, &P)| Arc::ptr_eq(one.unit(), other.unit());
    let first = before.iter().zip(after).take_while(is_same).count();
    let following = before[first..].iter().rev().zip(after[first..].iter().rev()).take_while(is_same).count();
    [before, after].map(|units| first..units.len() - following)
}

/// Applies `edits`, which must be in order and must not overlap, and returns the new text with its changes. `None` if
/// the text would be too long for a document.
pub(super) fn applied(text: &Rope, edits: &[Edit]) -> Option<(Rope, Changes)> {
    let mut text = text.clone();
    let mut changes = Changes::default();
    for Edit { span, text: new } in edits.iter().rev() {
        if text.len_bytes() - span.len() + new.len() > MAX_BYTES {
            return None;
        }
        let first = text.byte_to_char(span.start as usize);
        text.remove(first..text.byte_to_char(span.end as usize));
        text.insert(first, new);
        changes.add(span.range(), new.len());
    }
    Some((text, changes))
}
