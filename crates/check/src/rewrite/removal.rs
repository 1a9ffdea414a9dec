//! Deletes a variation, or a move with all moves after it.
//!
//! ```text
//! B 1 Q16             B 1 Q16         B 1 Q16
//! W 2 D4              W 2 C3
//! VAR
//!   W 2 C3
//! ENDVAR
//! B 3 Q4
//!
//! the original        without D4      without D4 and C3
//! ```

use super::draft::Draft;
use super::original::{Error, Original, refuse};
use super::revision::Revision;
use super::variations::exchange;
use ishi_record::record::{Event, MoveId, Owner, SequenceId, Step};
use ishi_text::{Edit, apply, compose};

/// Deletes the move at `line` with all that follows it in its sequence; but if only diagrams follow, they are kept. If
/// the move has variations, the first variation takes its place. A move with which a variation begins is deleted with
/// the variation. A diagram is deleted with its data only.
///
/// # Errors
/// No move and no diagram at the line; a reference to what would be deleted; a record that has to be fixed first.
pub fn delete_move(original: &Original<'_>, line: u32) -> Result<Revision, Error> {
    let part = original.sound()?;
    let event = &part.event;
    match event.owner_at(line) {
        Owner::Event => refuse("there is no move here that could be deleted"),
        Owner::Variation(id) => without_variation(original, id),
        owner @ Owner::Diagram(id) => {
            let diagram = event.diagram(id);
            let line = line_before(event, diagram.sequence, Step::Diagram(id)).unwrap_or(0);
            let start = part.with_remarks(diagram.line);
            without(original, start, part.end_of_item(owner), line)
        }
        Owner::Move(id) => {
            let sequence = event[id].sequence;
            let first = event.variations(id).find(|&variation| part.first_move(variation).is_some());
            let begins_variation = sequence != SequenceId(0) && event.steps(sequence).first() == Some(&Step::Move(id));
            match (first, begins_variation) {
                (Some(variation), _) => with_variation_instead(original, id, variation),
                (None, true) => without_variation(original, sequence),
                (None, false) => {
                    let mut following =
                        event.steps(sequence).iter().skip_while(|step| **step != Step::Move(id)).skip(1);
                    let end = match following.next() {
                        Some(&Step::Diagram(next)) if following.all(|step| matches!(step, Step::Diagram(_))) => {
                            part.with_remarks(event.diagram(next).line)
                        }
                        _ => part.end_of(sequence),
                    };
                    let start = part.with_remarks(event[id].line);
                    let line = line_before(event, sequence, Step::Move(id)).unwrap_or(start.saturating_sub(1));
                    without(original, start, end, line)
                }
            }
        }
    }
}

/// The line of the step before a step of a sequence, or that of VAR; `None` before the first step of the main line.
fn line_before(event: &Event, sequence: SequenceId, step: Step) -> Option<u32> {
    match event.steps(sequence).iter().take_while(|other| **other != step).last() {
        Some(Step::Move(id)) => Some(event[*id].line),
        Some(Step::Diagram(id)) => Some(event.diagram(*id).line),
        None => event.sequence(sequence).line,
    }
}

fn without(original: &Original<'_>, start: u32, end: u32, line: u32) -> Result<Revision, Error> {
    let mut draft = Draft::empty(original);
    draft.keep(0..start);
    draft.keep(end..original.lines());
    Ok(Revision { edits: draft.edits()?, line })
}

/// Deletes the variation around `line` with all that is in it.
///
/// # Errors
/// A line in no variation, and a record that has to be fixed first.
pub fn delete(original: &Original<'_>, line: u32) -> Result<Vec<Edit>, Error> {
    delete_variation(original, line).map(|revision| revision.edits)
}

/// Deletes the variation around `line`, and returns the line of the move that it replaces with the edits.
///
/// # Errors
/// As for [`delete`].
pub fn delete_variation(original: &Original<'_>, line: u32) -> Result<Revision, Error> {
    match original.sound()?.event.variation_at(line) {
        Some(id) => without_variation(original, id),
        None => refuse("this line is in no variation"),
    }
}

fn without_variation(original: &Original<'_>, id: SequenceId) -> Result<Revision, Error> {
    let part = original.sound()?;
    let (Some(block), Some(replaced)) = (part.block(id), part.event.sequence(id).replaces) else {
        return refuse("this variation belongs to no move");
    };
    without(original, block.start, block.end, part.event[replaced].line)
}

/// Deletes a move with all that follows it, after one of its variations has taken its place.
fn with_variation_instead(original: &Original<'_>, id: MoveId, variation: SequenceId) -> Result<Revision, Error> {
    let part = original.sound()?;
    let (line, first) = (part.event[id].line, part.first_move(variation).map(|first| part.event[first].line));
    let exchanged = exchange(original, variation)?.write()?;
    let edits = exchanged.edits(original);
    let text = apply(original.text, &edits);
    let next = Original::read(&text, original.last);
    let moved = exchanged.line_of(line).and_then(|line| next.first().event.variation_at(line));
    let Some(moved) = moved else { return refuse("the variations on this move can't be separated from it") };
    let Revision { edits: removal, .. } = without_variation(&next, moved)?;
    let edits = compose(&edits, &removal);
    let line = first.and_then(|first| exchanged.line_of(first)).unwrap_or(line);
    Ok(Revision { edits, line })
}
