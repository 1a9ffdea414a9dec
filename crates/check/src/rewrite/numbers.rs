//! The numbers of moves.

use super::draft::Draft;
use super::original::{Error, Original, OriginalEvent, refuse};
use ishi_record::record::{MoveId, SequenceId};
use ishi_record::syntax::Field;
use ishi_text::Edit;

/// How variations are numbered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VariationNumbering {
    /// The first move of a variation has the number of the move that it replaces.
    GoingOn,
    /// Each variation begins with 1.
    FromOne,
}

/// Numbers all variations of the event in one way. The main line keeps its numbers.
///
/// # Errors
/// A record that has to be fixed first.
pub fn renumber(original: &Original<'_>, numbering: VariationNumbering) -> Result<Vec<Edit>, Error> {
    let part = original.sound()?;
    let mut draft = Draft::like(original);
    let mut numbers: Vec<Option<u32>> =
        (0..part.event.moves.len() as u32).map(|id| part.event.number(MoveId(id))).collect();
    // A variation begins after the move that it replaces, whose number is known by then.
    for id in (1..part.event.sequences.len() as u32).map(SequenceId) {
        let Some(replaced) = part.event.sequence(id).replaces else { continue };
        let first = match numbering {
            VariationNumbering::FromOne => 1,
            VariationNumbering::GoingOn => match numbers[replaced.0 as usize] {
                Some(number) => number,
                None => continue,
            },
        };
        for (id, number) in part.event.moves_of(id).zip(first..=u32::MAX) {
            numbers[id.0 as usize] = Some(number);
            draft.number(part.event[id].line, number);
        }
    }
    draft.edits()
}

/// Numbers all moves after the move at `line` in its sequence without gaps; the move at `line` keeps its number.
/// Variations that continue from the number of a move change with it.
///
/// # Errors
/// No move with a number at the line, and a record that has to be fixed first.
pub fn renumber_from(original: &Original<'_>, line: u32) -> Result<Vec<Edit>, Error> {
    let part = original.sound()?;
    let Some((id, first)) = part.move_at(line).and_then(|id| Some((id, part.event.number(id)?))) else {
        return refuse("there is no numbered move here");
    };
    let mut draft = Draft::like(original);
    let sequence = part.event[id].sequence;
    let follow: Vec<MoveId> = part.event.moves_of(sequence).skip_while(|&other| other != id).collect();
    let mut wanted = vec![None; part.event.moves.len()];
    for (&id, number) in follow.iter().zip(first..=u32::MAX) {
        wanted[id.0 as usize] = Some(number);
    }
    for (index, _) in part.event.moves.iter().enumerate() {
        let id = MoveId(index as u32);
        let own_sequence = part.event[id].sequence;
        if wanted[index].is_none()
            && own_sequence != sequence
            && let Some(replaced) = part.event.sequence(own_sequence).replaces
            && let Some(head) = part.event.moves_of(own_sequence).next()
            && let Some(begin) = wanted[replaced.0 as usize]
            && part.event.number(head) == part.event.number(replaced)
        {
            // The first move of a variation comes first: the others follow it at the distance they have.
            let by = i64::from(begin) - i64::from(part.event.number(head).unwrap_or(begin));
            wanted[index] = part.event.number(id).and_then(|number| shifted(number, by));
        }
    }
    for (index, number) in wanted.iter().enumerate() {
        if let Some(number) = number {
            draft.number(part.event.moves[index].line, *number);
        }
    }
    draft.edits()
}

/// Gives the move at `line` another number, and no other move.
///
/// # Errors
/// No move with a number at the line; a number that another move of its sequence has; a reference that could not be
/// kept or would have to name a point instead; a record that has to be fixed first.
pub fn set_number(original: &Original<'_>, line: u32, number: u32) -> Result<Vec<Edit>, Error> {
    let part = original.sound()?;
    let at_line = |id: &MoveId| part.event[*id].line == line;
    let Some(id) = part.move_at(line).filter(at_line).filter(|&id| part.event.number(id).is_some()) else {
        return refuse("there is no numbered move here");
    };
    if part.event.number(id) == Some(number) {
        // However it is spelt, and whatever else could be written more plainly.
        return Ok(Vec::new());
    }
    let sequence = part.event[id].sequence;
    if let Some(other) =
        part.event.moves_of(sequence).find(|&other| other != id && part.event.number(other) == Some(number))
    {
        let conflicting = &part.event[other];
        return refuse(format!(
            "{conflicting} in line {} has this number already, and they are of one sequence",
            original.line_number(conflicting.line)
        ));
    }
    let mut draft = Draft::like(original);
    draft.number(line, number);
    let version = draft.write()?;
    if version.respelt.by_point {
        return refuse(format!("a reference to #{number} would come to mean another move"));
    }
    Ok(version.edits(original))
}

/// A new number for a move, with its edits; the result of `fix_number`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Renumbered {
    /// The number that the move gets.
    pub number: u32,
    /// Whether only this move has a wrong number, so that those after it keep theirs.
    pub alone: bool,
    /// The edits of the text, in order.
    pub edits: Vec<Edit>,
}

/// Gives the move at `line` the number after that of the previous move in its sequence. The numbers of the following
/// moves change by the same amount, and so do variations that continue from them. If only this number is wrong, only
/// this number changes.
///
/// # Errors
/// No move with a number at the line, or no move before it in its sequence.
pub(crate) fn fix_number(original: &Original<'_>, line: u32) -> Result<Renumbered, Error> {
    let part = original.first();
    let event = &part.event;
    let at_line = event.moves.binary_search_by_key(&line, |played| played.line).ok().map(|index| MoveId(index as u32));
    let Some((from, number)) = at_line.and_then(|id| Some((id, part.event.number(id)?))) else {
        return refuse("there is no numbered move here");
    };
    let is_number = |field: &Field| field.number().is_some();
    if !part.source.fields(&part.source.lines[line as usize]).iter().any(is_number) {
        return refuse("the number of this move is not a separate word: fix that first");
    }
    let sequence = event[from].sequence;
    let before =
        part.event.moves_of(sequence).take_while(|&id| id < from).filter_map(|id| part.event.number(id)).last();
    let Some(wanted) = before.and_then(|number| number.checked_add(1)) else {
        return refuse("there is no move before this one that its number could follow");
    };
    if wanted == number {
        return refuse("this move has the number already that follows the one before it");
    }
    let next = part.event.moves_of(sequence).skip_while(|&id| id <= from).find_map(|id| part.event.number(id));
    let alone = next.is_some() && next == wanted.checked_add(1);
    let by = i64::from(wanted) - i64::from(number);
    // Where the next move has the number that this one should have, the others only make room for it.
    let by_of_others = if next == Some(wanted) { 1 } else { by };
    let mut draft = Draft::like(original);
    for id in renumbered_with(part, from, alone) {
        // The variations on the move itself go with it.
        let own_sequence = event[id].sequence;
        let is_own = id == from || own_sequence != sequence && event.sequence(own_sequence).replaces == Some(from);
        if let Some(number) =
            part.event.number(id).and_then(|number| shifted(number, if is_own { by } else { by_of_others }))
        {
            draft.number(event[id].line, number);
        }
    }
    Ok(Renumbered { number: wanted, alone, edits: draft.edits()? })
}

/// The moves whose numbers change together with the number of `from`, in the order of the file: the moves after it in
/// its sequence, and the variations on any of these that continue from its number. With `alone`, only `from` and the
/// variations on it.
pub(super) fn renumbered_with(part: &OriginalEvent<'_>, from: MoveId, alone: bool) -> Vec<MoveId> {
    let event = &part.event;
    let sequence = event[from].sequence;
    // Variations come after the move that they hang on, so one pass is enough.
    let mut changes = vec![false; event.moves.len()];
    for (index, played) in event.moves.iter().enumerate().skip(from.0 as usize) {
        let id = MoveId(index as u32);
        changes[index] = if played.sequence == sequence {
            id == from || !alone
        } else {
            let first = part.event.moves_of(played.sequence).next();
            first.is_some_and(|first| match event.sequence(played.sequence).replaces {
                Some(replaced) if first == id => {
                    changes[replaced.0 as usize] && part.event.number(id) == part.event.number(replaced)
                }
                _ => changes[first.0 as usize],
            })
        };
    }
    (0..event.moves.len() as u32).map(MoveId).filter(|id| changes[id.0 as usize]).collect()
}

pub(super) fn shifted(number: u32, by: i64) -> Option<u32> {
    u32::try_from(i64::from(number) + by).ok().filter(|&number| number > 0)
}
