//! A move that is played on the board.
//!
//! ```text
//! B 1 Q16        B 1 Q16        B 1 Q16
//! W 2 D4         W 2 D4         W 2 D4
//!                B 3 C3         VAR
//!                                 W 2 Q4
//!                               ENDVAR
//!
//! the original   C3 after D4    Q4 after Q16
//! ```

use super::draft::Draft;
use super::lines;
use super::original::{Error, Original, OriginalEvent, refuse};
use super::revision::Revision;
use super::spelling::Spelling;
use ishi_record::record::{Continuation, MoveId, MoveTarget, Owner};
use ishi_record::replay::Walk;
use ishi_record::syntax::FieldKind;

/// Plays a move at `line`. If the record already has the move there, the revision has no edits and leads to its line.
/// At the end of a sequence the move is added. Elsewhere it becomes a variation on the following move, indented by
/// `indent`. If the move at `line` has no location yet, it gets the location.
///
/// # Errors
/// A point that is taken or off the board; a move before without a number; a record that has to be fixed first.
pub fn play(original: &Original<'_>, line: u32, target: MoveTarget, indent: usize) -> Result<Revision, Error> {
    let part = original.whole_blocks()?;
    let event = &part.event;
    let owner = event.owner_at(line);
    if let Owner::Move(id) = owner
        && event[id].place == MoveTarget::Unknown
    {
        return complete(original, part, id, target);
    }
    let Some(Continuation { sequence, current, following, number, color }) = event.continuation(owner) else {
        return refuse("the move before has no number that another could follow: fix that first");
    };
    let after = match current {
        Some(current) => event[current].line + 1,
        None => event.sequence(sequence).line.map_or(event.tree().unwrap_or(event.lines), |line| line + 1),
    };
    ensure_free(part, after, target)?;
    let is_same = |&id: &MoveId| event[id].color == color && event[id].place == target;
    if let Some(existing) = following.and_then(|following| event.alternatives(following).find(is_same)) {
        return Ok(Revision { edits: Vec::new(), line: event[existing].line });
    }
    let spelling = Spelling::of(&part.source, event);
    let text = spelling.spell_move(color, number, target);
    let mut draft = Draft::empty(original);
    let (at, played) = match following {
        Some(following) => {
            let at = part.after_move(following);
            let outer = lines::indent(&part.source, event[following].line as usize);
            draft.keep(0..at);
            draft.push(format!("{outer}{}", spelling.spell("VAR")));
            draft.push(format!("{outer}{}{text}", " ".repeat(indent)));
            draft.push(format!("{outer}{}", spelling.spell("ENDVAR")));
            (at, at + 1)
        }
        None => {
            let at = part.above(part.end_of(sequence));
            let indentation = match (current, event.sequence(sequence).line) {
                (Some(current), _) => lines::indent(&part.source, event[current].line as usize).to_owned(),
                (None, Some(line)) => lines::indent(&part.source, line as usize).to_owned() + &" ".repeat(indent),
                (None, None) => String::new(),
            };
            draft.keep(0..at);
            draft.push(format!("{indentation}{text}"));
            (at, at)
        }
    };
    draft.keep(at..original.lines());
    let revision = Revision { edits: draft.edits()?, line: played };
    revision.verified(original, "a move that is written here would not be read as one", |new| {
        new.event
            .moves
            .iter()
            .any(|played_move| (played_move.line, played_move.color, played_move.place) == (played, color, target))
    })
}

/// Writes the location of a move that has none yet.
fn complete(
    original: &Original<'_>,
    part: &OriginalEvent<'_>,
    id: MoveId,
    target: MoveTarget,
) -> Result<Revision, Error> {
    let unfinished = &part.event[id];
    let written = &part.source.lines[unfinished.line as usize];
    let [only] = part.source.fields(written) else {
        let line = original.line_number(unfinished.line);
        return refuse(format!("the move in line {line} can't be read: fix that first"));
    };
    let (FieldKind::Number(number), Some(_)) = (only.kind, unfinished.number) else {
        let line = original.line_number(unfinished.line);
        return refuse(format!("the move in line {line} has no number: fix that first"));
    };
    ensure_free(part, unfinished.line, target)?;
    let text = Spelling::of(&part.source, &part.event).spell_move(unfinished.color, number, target);
    let place = text.rsplit(' ').next().unwrap_or_default();
    let mut draft = Draft::like(original);
    draft.amend(unfinished.line, format!("{} {place}", part.source.str(written.span).trim_end()));
    Ok(Revision { edits: draft.edits()?, line: unfinished.line })
}

/// Refuses a point that is off the board, or occupied just before the line `before`.
fn ensure_free(part: &OriginalEvent<'_>, before: u32, target: MoveTarget) -> Result<(), Error> {
    let MoveTarget::Point(point) = target else { return Ok(()) };
    let size = part.event.board_size;
    if !size.contains(point) {
        return refuse(format!("{point} is off the board, which is {size}"));
    }
    match Walk::before(&part.event, before).game_board().get(point) {
        Some(_) => refuse(format!("{point} is taken")),
        None => Ok(()),
    }
}
