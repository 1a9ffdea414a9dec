//! Passes for moves that are missing.
//!
//! ```text
//! B 1 Q16             B 1 Q16
//! B 3 D4              W 2 PASS
//! W 6 C3              B 3 D4
//!                     W 4 PASS
//!                     B 5 PASS
//!                     W 6 C3
//!
//! the original        insert_passes
//! ```

use super::draft::Draft;
use super::insertion::Insertion;
use super::lines::{indent, with_remarks};
use super::original::{Error, Original, OriginalEvent, refuse};
use super::revision::Revision;
use ishi_record::record::{Move, MoveTarget, SequenceId};
use ishi_record::syntax::Source;
use ishi_text::Edit;

/// The largest number of missing moves in one place that are filled with passes. A larger gap is hardly a series of
/// passes.
pub const MOST: u32 = 20;

/// The PASS lines for missing numbers before a move, and the line before which they belong: the first remark on the
/// move. Colors alternate backwards from the move.
pub fn passes(source: &Source<'_>, played: &Move, numbers: &[u32]) -> (usize, Vec<String>) {
    let line = played.line as usize;
    let mut color = played.color;
    let mut lines: Vec<String> = Vec::new();
    for number in numbers.iter().rev() {
        color = color.opponent();
        lines.push(format!("{}{} {number} PASS", indent(source, line), color.letter()));
    }
    lines.reverse();
    (with_remarks(source, line), lines)
}

/// Inserts a PASS for every number that is missing in a sequence of the event.
///
/// # Errors
/// No number missing, or too many at once; moves without a number or not in the order of their numbers; a record that
/// has to be fixed first.
pub fn insert_passes(original: &Original<'_>) -> Result<Vec<Edit>, Error> {
    let part = original.sound()?;
    let mut insertions = Vec::new();
    for sequence in (0..part.event.sequences.len() as u32).map(SequenceId) {
        gaps(original, part, sequence, &mut insertions)?;
    }
    if insertions.is_empty() {
        return refuse("no move is missing");
    }
    insertions.sort_unstable();
    let mut draft = Draft::empty(original);
    let mut next = 0;
    for (before, lines) in insertions {
        draft.keep(next..before);
        for line in lines {
            draft.push(line);
        }
        next = before;
    }
    draft.keep(next..original.lines());
    draft.edits()
}

/// Inserts a PASS after the move at `line`, or before the first move. The following moves of the sequence get higher
/// numbers if necessary.
///
/// # Errors
/// A move before without a number; a record that has to be fixed first.
pub fn insert_pass(original: &Original<'_>, line: u32) -> Result<Revision, Error> {
    let part = original.sound()?;
    let owner = part.event.owner_at(line);
    let (sequence, current) = part.event.sequence_at(owner);
    let Some(first) = part.event.next_move(sequence, current) else {
        return refuse("the move before has no number that another could follow: fix that first");
    };
    let next = part.event.move_after(sequence, current);
    let beside = current.or(next).map(|id| part.event[id].line);
    let indent = beside.map_or("", |line| indent(&part.source, line as usize));
    let at = part.end_of_item(owner);
    let mut draft = Draft::empty(original);
    draft.keep(0..at);
    Insertion { indent, first, targets: &[MoveTarget::Pass], next }.push(&mut draft, part)?;
    draft.keep(at..original.lines());
    Ok(Revision { edits: draft.edits()?, line: at })
}

/// Adds the passes that a sequence lacks, each group with the line before which it belongs.
fn gaps(
    original: &Original<'_>,
    part: &OriginalEvent<'_>,
    sequence: SequenceId,
    out: &mut Vec<(u32, Vec<String>)>,
) -> Result<(), Error> {
    let mut before: Option<u32> = None;
    for id in part.event.moves_of(sequence) {
        let played = &part.event[id];
        let line = original.line_number(played.line);
        let Some(number) = part.event.number(id) else {
            return refuse(format!("the move in line {line} has no number: fix that first"));
        };
        if let Some(before) = before {
            if number <= before {
                return refuse(format!("{played} in line {line} comes after move {before}: renumber these first"));
            }
            let missing = number - before - 1;
            if missing > MOST {
                return refuse(format!(
                    "{missing} moves are missing before {played} in line {line}, and only up to {MOST} become passes: \
                     renumber from there instead"
                ));
            }
            if missing > 0 {
                let numbers: Vec<u32> = (before + 1..number).collect();
                let (line, lines) = passes(&part.source, played, &numbers);
                out.push((line as u32, lines));
            }
        }
        before = Some(number);
    }
    Ok(())
}
