//! The order of a move and its variations: they are alternatives in one position, and any of them may be the
//! continuation of the line.

use std::ops::Range;

use super::draft::Draft;
use super::numbers::renumbered_with;
use super::original::{Error, Original, OriginalEvent, refuse};
use super::revision::Revision;
use ishi_record::record::{Datum, DatumKind, MoveId, MoveTarget, Owner, SequenceId};
use ishi_text::Edit;

/// The largest depth from which a variation can be made the main line at once, because each level changes the whole
/// event.
const DEEPEST: usize = 100;

/// Makes the variation around `line` the main line: it is exchanged with the moves that it replaces, and so are the
/// variations around it, up to the main line. Each gets the numbers of the moves that it replaced.
///
/// # Errors
/// A line in no variation, a variation that does not begin with a move, and a record that has to be fixed first.
pub fn promote(original: &Original<'_>, line: u32) -> Result<Vec<Edit>, Error> {
    promote_variation(original, line).map(|revision| revision.edits)
}

/// Makes the variation around `line` the main line, and returns the new place of the line with the edits.
///
/// # Errors
/// As for [`promote`].
pub fn promote_variation(original: &Original<'_>, line: u32) -> Result<Revision, Error> {
    let part = original.first();
    let Some(id) = part.event.variation_at(line) else { return refuse("this line is in no variation") };
    if depth(part, id) > DEEPEST {
        return refuse(format!(
            "this variation stands in more than {DEEPEST} others: make one of these the main line first"
        ));
    }
    let mut version = exchange(original, id)?.write()?;
    // The VAR line stays where it is, so the variation is followed by its first move.
    let first = part.first_move(id).map(|id| part.event[id].line);
    while let Some(next) = first.and_then(|line| version.line_of(line)).map(|line| {
        let original = Original::read(&version.text, original.last);
        let around = original.first().event.variation_at(line);
        around.map(|id| exchange(&original, id)?.write()).transpose()
    }) {
        match next? {
            Some(next) => version = next.seen_from(&version),
            None => break,
        }
    }
    Ok(Revision { edits: version.edits(original), line: version.line_of(line).unwrap_or(line) })
}

/// Exchanges the move at `line`, with the moves after it, for its first variation.
///
/// # Errors
/// A move without variations, a variation that does not begin with a move, and a record that has to be fixed first.
pub fn demote(original: &Original<'_>, line: u32) -> Result<Vec<Edit>, Error> {
    demote_move(original, line).map(|revision| revision.edits)
}

/// Exchanges the move at `line` for its first variation, and returns the new place of the line with the edits.
///
/// # Errors
/// As for [`demote`].
pub fn demote_move(original: &Original<'_>, line: u32) -> Result<Revision, Error> {
    let part = original.first();
    let Some(first) = part.move_at(line).and_then(|id| part.event.variations(id).next()) else {
        return refuse("this move has no variation that could take its place");
    };
    let version = exchange(original, first)?.write()?;
    Ok(Revision { edits: version.edits(original), line: version.line_of(line).unwrap_or(line) })
}

/// The nesting depth of a sequence, 1 for the main line, counted up to one more than `DEEPEST`.
fn depth(part: &OriginalEvent<'_>, mut id: SequenceId) -> usize {
    let mut depth = 1;
    while let Some(replaced) = part.event.sequence(id).replaces.filter(|_| depth <= DEEPEST) {
        id = part.event[replaced].sequence;
        depth += 1;
    }
    depth
}

/// Returns a draft in which a variation and the moves that it replaces are exchanged.
pub(super) fn exchange<'o, 't>(original: &'o Original<'t>, id: SequenceId) -> Result<Draft<'o, 't>, Error> {
    let part = original.sound()?;
    let event = &part.event;
    let (Some(replaced), Some(body)) = (event.sequence(id).replaces, part.body(id)) else {
        return refuse("this variation belongs to no move");
    };
    let Some(first) = part.first_move(id) else {
        return refuse("this variation does not begin with a move that could replace another");
    };
    let parent = event[replaced].sequence;
    let (start, end) = (part.with_remarks(event[replaced].line), part.end_of(parent));
    let siblings: Vec<(SequenceId, Range<u32>)> =
        event.variations(replaced).filter_map(|id| Some((id, part.block(id)?))).collect();
    let shift = part.indent(event[first].line) - part.indent(event[replaced].line);

    // The lines of the parent from the move on are those that belong to none of its variations.
    let mut parent_lines = Vec::new();
    let mut from = start;
    for (_, block) in &siblings {
        parent_lines.push(from..block.start);
        from = block.end;
    }
    parent_lines.push(from..end);
    // The first move of the variation with all its data, and the rest.
    let head = body.start..split_after(part, id, first);
    let rest = head.end..body.end;

    let mut draft = Draft::empty(original);
    draft.keep(0..start);
    let above = part.above(body.start - 1);
    let remarks = part.with_remarks(body.start - 1);
    draft.keep_shifted(remarks..body.start - 1, -shift);
    draft.keep_shifted(head, -shift);
    for (sibling, block) in siblings {
        if sibling != id {
            draft.keep(block);
            continue;
        }
        draft.keep(above..remarks);
        draft.keep(body.start - 1..body.start);
        for lines in &parent_lines {
            draft.keep_shifted(lines.clone(), shift);
        }
        draft.keep(body.end..body.end + 1);
    }
    draft.keep_shifted(rest, -shift);
    draft.keep(end..original.lines());

    if let (Some(mine), Some(theirs)) = (part.event.number(first), part.event.number(replaced)) {
        let by = i64::from(theirs) - i64::from(mine);
        let mine_renumbered = renumbered_with(part, first, false);
        // The other variations on the move that is replaced stay with the place, and so with its number.
        let other = renumbered_with(part, replaced, false).into_iter().filter(|&id| is_of_parent(part, id, replaced));
        for (moves, by) in [(mine_renumbered, by), (other.collect(), -by)] {
            for id in moves {
                draft.renumber(part, id, by)?;
            }
        }
    }
    Ok(draft)
}

/// Whether a move is outside all variations on `replaced`.
fn is_of_parent(part: &OriginalEvent<'_>, id: MoveId, replaced: MoveId) -> bool {
    let line = part.event[id].line;
    !part.event.variations(replaced).any(|variation| part.body(variation).is_some_and(|body| body.contains(&line)))
}

/// The line after all data of the first move of a variation, where its own variations or the next step begin.
fn split_after(part: &OriginalEvent<'_>, id: SequenceId, first: MoveId) -> u32 {
    let event = &part.event;
    let variation = event.variations(first).filter_map(|id| part.block(id)).map(|block| block.start).min();
    let step = event.steps(id).get(1).map(|step| match *step {
        ishi_record::record::Step::Move(id) => part.with_remarks(event[id].line),
        ishi_record::record::Step::Diagram(id) => part.with_remarks(event.diagram(id).line),
    });
    let end = part.end_of(id);
    variation.into_iter().chain(step).min().unwrap_or(end).min(end)
}

/// Moves the variation around `line` before the previous variation on the same move.
///
/// # Errors
/// A line in no variation or in the first one, and a record that has to be fixed first.
pub fn move_up(original: &Original<'_>, line: u32) -> Result<Vec<Edit>, Error> {
    let part = original.first();
    let Some((siblings, place)) = among_siblings(part, line) else { return refuse("this line is in no variation") };
    match place.checked_sub(1) {
        Some(above) => swap(original, siblings[above], siblings[place]),
        None => refuse("this variation is the first one on its move"),
    }
}

/// Moves the variation around `line` after the next variation on the same move.
///
/// # Errors
/// A line in no variation or in the last one, and a record that has to be fixed first.
pub fn move_down(original: &Original<'_>, line: u32) -> Result<Vec<Edit>, Error> {
    let part = original.first();
    let Some((siblings, place)) = among_siblings(part, line) else { return refuse("this line is in no variation") };
    match siblings.get(place + 1) {
        Some(&below) => swap(original, siblings[place], below),
        None => refuse("this variation is the last one on its move"),
    }
}

/// The variations on the move that the variation around a line replaces, and the place of this one among them.
fn among_siblings(part: &OriginalEvent<'_>, line: u32) -> Option<(Vec<SequenceId>, usize)> {
    let id = part.event.variation_at(line)?;
    let siblings: Vec<SequenceId> = part.event.variations(part.event.sequence(id).replaces?).collect();
    let place = siblings.iter().position(|&sibling| sibling == id)?;
    Some((siblings, place))
}

fn swap(original: &Original<'_>, upper: SequenceId, lower: SequenceId) -> Result<Vec<Edit>, Error> {
    let part = original.sound()?;
    let (Some(upper), Some(lower)) = (part.block(upper), part.block(lower)) else {
        return refuse("this variation has no end");
    };
    let mut draft = Draft::empty(original);
    draft.keep(0..upper.start);
    draft.keep(lower.clone());
    draft.keep(upper.end..lower.start);
    draft.keep(upper);
    draft.keep(lower.end..original.lines());
    draft.edits()
}

/// Ends the sequence at the move at `line`, and turns the moves after it into a variation that begins with the same
/// move. Every position is still reached, and another continuation can be added.
///
/// # Errors
/// No move at the line, one after which nothing follows, and a record that has to be fixed first.
pub fn turn_rest(original: &Original<'_>, line: u32) -> Result<Vec<Edit>, Error> {
    let part = original.sound()?;
    let event = &part.event;
    let Some(id) = part.move_at(line) else {
        return refuse("there is no move whose sequel could be turned into a variation");
    };
    let repeated = &event[id];
    let end = part.end_of(repeated.sequence);
    let steps = event.steps(repeated.sequence);
    let next = steps.iter().skip_while(|step| **step != ishi_record::record::Step::Move(id)).nth(1);
    let Some(next) = next.map(|step| match *step {
        ishi_record::record::Step::Move(id) => event[id].line,
        ishi_record::record::Step::Diagram(id) => event.diagram(id).line,
    }) else {
        return refuse("nothing follows this move");
    };
    let last_variation = event.variations(id).filter_map(|id| part.body(id)).map(|body| body.end + 1).max();
    // A diagram between a move and its variations stays with the move.
    let start = part.with_remarks(next.max(last_variation.unwrap_or(0)));
    let start =
        if last_variation.is_some_and(|following| following > next) { last_variation.unwrap_or(next) } else { start };
    if repeated.number.is_none() || repeated.place == MoveTarget::Unknown {
        let line = original.line_number(repeated.line);
        return refuse(format!("the move in line {line} can't be read: fix that first"));
    }
    let indent = " ".repeat(part.indent(repeated.line).unsigned_abs() as usize);
    let mut draft = Draft::empty(original);
    draft.keep(0..start);
    draft.push(format!("{indent}VAR"));
    draft.keep_shifted(repeated.line..repeated.line + 1, 2);
    // The repeated move takes the same stones.
    let is_list = |datum: &&Datum| matches!(datum.kind, DatumKind::Prisoner(_)) && datum.line < start;
    for datum in event.data_of(Owner::Move(id)).filter(is_list) {
        draft.keep_shifted(datum.line..datum.end, 2);
    }
    draft.keep_shifted(start..end, 2);
    draft.push(format!("{indent}ENDVAR"));
    draft.keep(end..original.lines());
    draft.edits()
}
