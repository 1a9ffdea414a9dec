//! Writes bare locations as moves: in their place, or, if their number is taken, before the move with this number or as
//! a variation on it.
//!
//! ```text
//! B 1 Q16           B 1 Q16
//! d4          →     W 2 D4
//! q4 d16            B 3 Q4
//!                   W 4 D16
//!
//! B 1 Q16           B 1 Q16           B 1 Q16
//! d4                W 2 D4            W 2 C3
//! W 2 C3            W 3 C3              VAR
//!                                         W 2 D4
//!                                       ENDVAR
//!
//! the original      insert_moves      moves_as_variation
//! ```

use super::draft::Draft;
use super::insertion::Insertion;
use super::original::{Error, Original, OriginalEvent, refuse};
use super::spelling::Spelling;
use ishi_record::record::{Event, MoveId, MoveTarget, SequenceId};
use ishi_record::syntax::{Field, LineKind, Source};
use ishi_text::{Edit, Span};

/// Returns the edit that writes the locations of a line, counted from 0 in the event, as moves; `None` if they are not
/// read as moves. The case is that of the first move of the event.
pub fn write_moves(source: &Source<'_>, event: &Event, line: u32) -> Option<Edit> {
    let bare = source.lines.get(line as usize).filter(|line| line.kind == LineKind::Bare)?;
    let first = event.moves.partition_point(|played| played.line < line);
    let moves = event.moves[first..].iter().take_while(|played| played.line == line);
    let line_end = match &source.text[bare.span.end as usize..bare.end as usize] {
        "" => "\n",
        line_end => line_end,
    };
    let separator = format!("{line_end}{}", super::lines::indent(source, line as usize));
    let spelling = Spelling::of(source, event);
    let written =
        moves.filter_map(|played| Some(spelling.spell_move(played.color, played.number?.get(), played.place)));
    let written: Vec<String> = written.collect();
    let end = source.fields(bare).last()?.span.end;
    (!written.is_empty()).then(|| Edit::replace(Span { start: bare.word.start, end }, written.join(&separator)))
}

/// Writes the locations of a line as moves in their place, or after the variations on the previous move. The following
/// moves of the sequence get higher numbers if necessary.
///
/// # Errors
/// No line of locations that are not read as moves; a move before without a number; a record that has to be fixed
/// first.
pub fn insert_moves(original: &Original<'_>, line: u32) -> Result<Vec<Edit>, Error> {
    let bare = BareLine::at(original, line)?;
    let part = bare.part;
    let Some(first) = part.event.next_move(bare.sequence, bare.before) else {
        return refuse("the move before has no number that another could follow");
    };
    let indent = super::lines::indent(&part.source, line as usize);
    let at = bare.before.map_or(line, |before| part.after_variations(before).max(line));
    let mut draft = Draft::empty(original);
    draft.keep(0..line);
    if at > line {
        draft.keep(line + 1..at);
    }
    Insertion { indent, first, targets: &bare.targets, next: bare.next }.push(&mut draft, part)?;
    draft.keep(at.max(line + 1)..original.lines());
    draft.edits()
}

/// Writes the locations of a line as a variation on the next move of the sequence, after all data of that move.
///
/// # Errors
/// No line of locations that are not read as moves; no move that follows and has a number; a record that has to be
/// fixed first.
pub fn moves_as_variation(original: &Original<'_>, line: u32) -> Result<Vec<Edit>, Error> {
    let bare = BareLine::at(original, line)?;
    let part = bare.part;
    let Some((next, number)) = bare.next.and_then(|next| Some((next, part.event.number(next)?))) else {
        return refuse("no move follows that these could be a variation on");
    };
    let at = part.after_move(next);
    let indent = super::lines::indent(&part.source, part.event[next].line as usize);
    let spelling = Spelling::of(&part.source, &part.event);
    let mut draft = Draft::empty(original);
    draft.keep(0..line);
    draft.keep(line + 1..at);
    draft.push(format!("{indent}{}", spelling.spell("VAR")));
    let inner = format!("{indent}  ");
    let first = (number, part.event[next].color);
    for text in (Insertion { indent: &inner, first, targets: &bare.targets, next: None }).lines(spelling) {
        draft.push(text);
    }
    draft.push(format!("{indent}{}", spelling.spell("ENDVAR")));
    draft.keep(at..original.lines());
    draft.edits()
}

/// A line of locations that are not read as moves.
struct BareLine<'o, 't> {
    part: &'o OriginalEvent<'t>,
    targets: Vec<MoveTarget>,
    sequence: SequenceId,
    /// The moves before and after it in its sequence.
    before: Option<MoveId>,
    next: Option<MoveId>,
}

impl<'o, 't> BareLine<'o, 't> {
    fn at(original: &'o Original<'t>, line: u32) -> Result<Self, Error> {
        let part = original.sound_but_for_locations()?;
        let Some(bare) = part.source.lines.get(line as usize).filter(|line| line.kind == LineKind::Bare) else {
            return refuse("this line does not consist of locations only");
        };
        let target = |field: &Field| Some(field.place()?.map_or(MoveTarget::Pass, MoveTarget::Point));
        let sequence = part.event.variation_at(line).unwrap_or(SequenceId(0));
        let mut moves = part.event.moves_of(sequence);
        let before = moves.clone().take_while(|&id| part.event[id].line < line).last();
        let next = moves.find(|&id| part.event[id].line > line);
        let targets = part.source.fields(bare).iter().filter_map(target).collect();
        Ok(Self { part, targets, sequence, before, next })
    }
}
