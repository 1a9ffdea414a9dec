//! Corrections of a record that contradicts the board: the changes of moves that a fix offers for a contradiction.
//!
//! Only a user can decide whether a correction is right, because a list of prisoners may be wrong instead.

use super::change::Writer;
use super::evidence::correcting_changes;
use crate::check::{Code, Diagnostic, Fix, FixKind};
use ishi_record::record;
use ishi_record::syntax::Source;

/// How many corrections of one contradiction are offered.
const MAX_OFFERED: usize = 5;

/// The rules that report a contradiction that can be corrected.
const CORRECTED: [Code; 5] =
    [Code::OccupiedPoint, Code::SelfCapture, Code::Ko, Code::WrongPrisoners, Code::MissingPrisoners];

/// Returns whether a diagnostic may have corrections among its [`lazy_fixes`](crate::check::lazy_fixes).
pub fn can_correct(code: Code) -> bool {
    CORRECTED.contains(&code)
}

/// Returns the corrections of a contradiction, the best first. Corrections that the message names come before others.
pub(in crate::check) fn corrections(source: &Source<'_>, diagnostic: &Diagnostic) -> Vec<Fix> {
    let reading = record::read(source);
    let writer = Writer { source, event: &reading.event };
    let corrections = correcting_changes(source, &reading, diagnostic).into_iter().filter_map(|change| {
        Some(Fix { title: writer.title(change), kind: FixKind::Correction, edits: writer.edits(change)? })
    });
    let named: Vec<Fix> = diagnostic.fixes.iter().filter(|fix| fix.kind == FixKind::Correction).cloned().collect();
    let is_in = |fixes: &[Fix], fix: &Fix| fixes.iter().any(|other| other.edits == fix.edits);
    let (confirmed, others): (Vec<Fix>, Vec<Fix>) = corrections.take(MAX_OFFERED).partition(|fix| is_in(&named, fix));
    let unconfirmed: Vec<Fix> = named.into_iter().filter(|fix| !is_in(&confirmed, fix)).collect();
    confirmed.into_iter().chain(unconfirmed).chain(others).take(MAX_OFFERED).collect()
}
