//! Lines that become a block, and remarks that become comments and back.
//!
//! ```text
//! W 6 D4              W 6 D4                  B 7 C3            REMARK why not E4?
//! W 6 C3                VAR                   COM               B 7 C3
//! B 7 D3                W 6 C3                why not E4?
//!                       B 7 D3                ENDCOM
//!                       ENDVAR
//!
//! the original        wrap_in_variation       the original      comment_to_remark, and back by remark_to_comment
//! ```

use std::ops::Range;

use super::draft::Draft;
use super::original::{Error, Original, OriginalEvent, refuse};
use ishi_record::record::{DatumKind, Owner, SequenceId, Step};
use ishi_record::syntax::{Block, FieldKind, Keyword, KeywordGroup, Line, LineKind};
use ishi_text::{Edit, apply};

/// Puts lines into a comment. They may be prose, remarks, and lines that begin with the keyword of a header, as prose
/// about Black does, but not lines of the tree.
///
/// # Errors
/// A line of another kind; a place where no comment may stand; a record that has to be fixed first.
pub fn wrap_in_comment(original: &Original<'_>, lines: Range<u32>) -> Result<Vec<Edit>, Error> {
    wrap_in(original, lines, Block::Com)
}

/// Puts lines into a block of user data. The same lines are allowed as for [`wrap_in_comment`].
///
/// # Errors
/// As with a comment.
pub fn wrap_in_user(original: &Original<'_>, lines: Range<u32>) -> Result<Vec<Edit>, Error> {
    wrap_in(original, lines, Block::User)
}

fn wrap_in(original: &Original<'_>, lines: Range<u32>, block: Block) -> Result<Vec<Edit>, Error> {
    let (part, lines) = filled(original, lines)?;
    for line in lines.clone() {
        let content = &part.source.lines[line as usize];
        if let Some(what) = structure(part, content) {
            let line = original.line_number(part.line + line);
            return refuse(format!("{what} in line {line} can't become part of a {}", block.opener()));
        }
    }
    let indent = indent(part, lines.start);
    let mut draft = Draft::empty(original);
    draft.keep(0..part.line + lines.start);
    draft.push(format!("{indent}{}", block.opener()));
    draft.keep(part.line + lines.start..part.line + lines.end);
    draft.push(format!("{indent}{}", block.closer()));
    draft.keep(part.line + lines.end..original.lines());
    let edits = draft.edits()?;
    let text = apply(original.text, &edits);
    let new = Original::read(&text, original.last);
    if !is_same_but_for(original, part, lines.clone(), &new) {
        let line = original.line_number(part.line + lines.start);
        return refuse(format!(
            "a {} in line {line} would change what other lines mean: fix what is wrong around it first",
            block.opener()
        ));
    }
    Ok(edits)
}

/// Names a line that must not become part of a block of text, or returns `None` if the line may.
fn structure(part: &OriginalEvent<'_>, line: &Line) -> Option<String> {
    let keyword = match line.kind {
        LineKind::Blank | LineKind::Unknown | LineKind::Foreign => return None,
        LineKind::Bare => return Some("a line of moves".into()),
        LineKind::Text(block) => return Some(format!("a line of a {} block", block.opener())),
        LineKind::Data(keyword) | LineKind::Misspelt(keyword) => keyword,
    };
    let is_prose = match keyword.info().group {
        KeywordGroup::Header | KeywordGroup::Remark => true,
        KeywordGroup::Event | KeywordGroup::Block => matches!(line.kind, LineKind::Misspelt(_)),
        // Prose that begins with a keyword rarely goes on with what the keyword takes.
        KeywordGroup::Move | KeywordGroup::Board | KeywordGroup::Reference => {
            part.source.fields(line).iter().any(|field| matches!(field.kind, FieldKind::Bad(_)))
        }
    };
    (!is_prose).then(|| format!("the {keyword}"))
}

/// Whether a new version differs from the original only in some lines of one event, which have become a single block.
fn is_same_but_for(original: &Original<'_>, part: &OriginalEvent<'_>, lines: Range<u32>, new: &Original<'_>) -> bool {
    let is_same = |(old, new): (&OriginalEvent<'_>, &OriginalEvent<'_>)| {
        let is_wrapped = old.line == part.line;
        let mut was = shape(old);
        let mut is = shape(new);
        if is_wrapped {
            was.retain(|(line, _)| !lines.contains(line));
            for (line, _) in &mut was {
                *line += if *line >= lines.start { 2 } else { 0 };
            }
            let block = lines.start..lines.end + 2;
            is.retain(|(line, _)| !block.contains(line));
            if !new.event.data.iter().any(|datum| (datum.line..datum.end) == block) {
                return false;
            }
        }
        was == is && new.source.faults.len() <= old.source.faults.len()
    };
    original.parts.len() == new.parts.len() && original.parts.iter().zip(&new.parts).all(is_same)
}

/// The moves, diagrams and data of an event in words, by their lines, for comparing two versions.
fn shape(part: &OriginalEvent<'_>) -> Vec<(u32, String)> {
    let event = &part.event;
    let moves = event.moves.iter().map(|played| (played.line, format!("{played} in {}", played.sequence.0)));
    let diagrams = event.diagrams.iter().map(|diagram| (diagram.line, format!("diagram in {}", diagram.sequence.0)));
    let data = event.data.iter().map(|datum| {
        let keyword = part.source.lines[datum.line as usize].keyword();
        (datum.line, format!("{keyword:?} up to {}", datum.end - datum.line))
    });
    let mut shape: Vec<(u32, String)> = moves.chain(diagrams).chain(data).collect();
    shape.sort_unstable();
    shape
}

/// The event of a selection, and its lines counted from the start of the event, without the blank ones around them.
fn filled<'o, 't>(original: &'o Original<'t>, lines: Range<u32>) -> Result<(&'o OriginalEvent<'t>, Range<u32>), Error> {
    let end = lines.end.min(original.lines());
    let is_blank = |line: &u32| original.line(*line).1.kind == LineKind::Blank;
    let Some(first) = (lines.start..end).find(|line| !is_blank(line)) else {
        return refuse("nothing is selected but blank lines");
    };
    let last = (first..end).rev().find(|line| !is_blank(line)).unwrap_or(first);
    match (original.part_at(first), original.part_at(last)) {
        (Some(part), Some(other)) if part.line == other.line => Ok((part, first - part.line..last + 1 - part.line)),
        _ => refuse("the selection reaches from one event into another"),
    }
}

/// Puts whole moves with all their data into a variation. They must directly follow the move that they replace and
/// begin with its number, as if they were just typed there. References after them keep their old meaning.
///
/// # Errors
/// A selection that is not made of whole moves, or whose first move has not the number of the move above it; a record
/// that has to be fixed first.
pub fn wrap_in_variation(original: &Original<'_>, lines: Range<u32>) -> Result<Vec<Edit>, Error> {
    original.all_sound()?;
    let (part, lines) = filled(original, lines)?;
    let event = &part.event;
    let Some(first) = event.moves.iter().find(|played| played.line >= lines.start && played.line < lines.end) else {
        return refuse("no move is selected");
    };
    let sequence = first.sequence;
    let items = items(part, sequence);
    let begins = |item: &StepWithData| (item.start..=item.line).contains(&lines.start);
    let ends = |item: &StepWithData| item.filled_end == lines.end;
    let (Some(from), Some(to)) = (items.iter().position(begins), items.iter().position(ends)) else {
        return refuse(
            "a variation is made of whole moves, with their remarks, comments, marks and variations: \
             select all of them",
        );
    };
    let (Step::Move(id), true) = (items[from].step, from <= to) else {
        return refuse("a variation begins with a move, and a diagram is selected first");
    };
    let above = items[..from].iter().rev().find_map(|item| match item.step {
        Step::Move(id) => Some(id),
        Step::Diagram(_) => None,
    });
    let first_move = &event[id];
    let Some(above) = above else {
        return refuse(format!("{first_move} has no move before it that it could be a variation on"));
    };
    if first_move.number.is_none() || first_move.number != event[above].number {
        return refuse(format!(
            "a variation replaces the move before it and begins with its number: {first_move} does not have that of {}",
            &event[above]
        ));
    }
    let indent = indent(part, event[above].line);
    let shift = part.indent(event[above].line) + 2 - part.indent(first_move.line);
    let mut draft = Draft::empty(original);
    draft.keep(0..part.line + lines.start);
    draft.push(format!("{indent}VAR"));
    draft.keep_shifted(part.line + lines.start..part.line + lines.end, shift);
    draft.push(format!("{indent}ENDVAR"));
    draft.keep(part.line + lines.end..original.lines());
    Ok(draft.write_as_it_is().edits(original))
}

/// A step of a sequence with all its data.
struct StepWithData {
    step: Step,
    /// Its own line.
    line: u32,
    /// The line of its first remark.
    start: u32,
    /// The line after its last one that is not blank.
    filled_end: u32,
}

fn items(part: &OriginalEvent<'_>, sequence: SequenceId) -> Vec<StepWithData> {
    let event = &part.event;
    let line = |step: &Step| match *step {
        Step::Move(id) => event[id].line,
        Step::Diagram(id) => event.diagram(id).line,
    };
    let steps = event.steps(sequence);
    let starts: Vec<u32> = steps.iter().map(|step| part.with_remarks(line(step))).collect();
    let ends = starts.iter().skip(1).copied().chain([part.end_of(sequence)]);
    let item = |((step, &start), end): ((&Step, &u32), u32)| {
        let first = line(step);
        let blank = part.source.lines[first as usize..end as usize].iter().rev();
        let blank = blank.take_while(|line| line.kind == LineKind::Blank).count() as u32;
        StepWithData { step: *step, line: first, start, filled_end: end - blank }
    };
    steps.iter().zip(&starts).zip(ends).map(item).collect()
}

/// Turns the REMARK lines around the line into a comment, after all other data of their event, move or diagram.
///
/// # Errors
/// No remark at the line, one that belongs to nothing, one that would end the comment; a record that has to be
/// fixed first.
pub fn remark_to_comment(original: &Original<'_>, line: u32) -> Result<Vec<Edit>, Error> {
    original.all_sound()?;
    let Some(part) = original.part_at(line) else { return refuse("there is no remark here") };
    let event = &part.event;
    let at = |line: u32| event.remarks.binary_search_by_key(&line, |remark| remark.line).ok();
    let Some(index) = at(line - part.line) else { return refuse("there is no remark here") };
    let remark = &event.remarks[index];
    let Some(on) = remark.on else { return refuse("this remark belongs to nothing") };
    let goes_on =
        |from: u32| (from..).take_while(move |&line| at(line).is_some_and(|index| event.remarks[index].on == Some(on)));
    let begin = (0..=remark.line).rev().take_while(|&line| at(line).is_some()).last().unwrap_or(remark.line);
    let lines = begin..goes_on(begin).last().unwrap_or(begin) + 1;
    let owner = event.owner_at(on);
    let following = part.after_data(owner, on);
    let indent = indent(part, on);
    let mut draft = Draft::empty(original);
    draft.keep(0..part.line + lines.start);
    draft.keep(part.line + lines.end..part.line + following);
    draft.push(format!("{indent}COM"));
    for line in lines.clone() {
        draft.push(part.source.free_text(&part.source.lines[line as usize]));
    }
    draft.push(format!("{indent}ENDCOM"));
    draft.keep(part.line + following..original.lines());
    let edits = draft.edits()?;
    // Where a remark looks like the end of the comment, say, the comment is not what it should be.
    let text = apply(original.text, &edits);
    let new = Original::read(&text, original.last);
    let count = lines.len() as u32;
    let comment = new.part_at(part.line).and_then(|new| {
        let datum = new.event.data.iter().find(|datum| datum.line == following - count)?;
        (new.line == part.line && datum.kind == DatumKind::Comment && datum.end - datum.line == count + 2)
            .then_some(datum.owner)
    });
    if comment != Some(owner) || new.parts.len() != original.parts.len() || new.all_sound().is_err() {
        return refuse("a comment can't hold this text: a line of it would be taken for its end or for data");
    }
    Ok(edits)
}

/// Turns the comment around the line into remarks before its item: one for the title, and one for each line that is not
/// blank.
///
/// # Errors
/// No comment at the line; one on something above which a remark would belong to something else; a record that has
/// to be fixed first.
pub fn comment_to_remark(original: &Original<'_>, line: u32) -> Result<Vec<Edit>, Error> {
    original.all_sound()?;
    let Some(part) = original.part_at(line) else { return refuse("there is no comment here") };
    let event = &part.event;
    let line_in_part = line - part.line;
    let is_here = |datum: &&ishi_record::record::Datum| {
        datum.kind == DatumKind::Comment && (datum.line..datum.end).contains(&line_in_part)
    };
    let Some(comment) = event.data.iter().find(is_here) else { return refuse("there is no comment here") };
    let above = match comment.owner {
        Owner::Move(id) => event[id].line,
        Owner::Diagram(id) => event.diagram(id).line,
        Owner::Variation(_) => {
            return refuse("this comment is on a variation as a whole, and a remark would belong to its first move");
        }
        Owner::Event => {
            let setup = |datum: &&ishi_record::record::Datum| {
                datum.owner == Owner::Event && matches!(datum.kind, DatumKind::Setup(_)) && datum.line < comment.line
            };
            match event.data.iter().find(setup).map(|datum| datum.line).or(event.definition) {
                Some(line) => line,
                None => {
                    return refuse(
                        "this comment is on an event without EVENT line, and a remark would belong to what follows: \
                         write EVENT first",
                    );
                }
            }
        }
    };
    let indent = indent(part, above);
    let lines = &part.source.lines[comment.line as usize..comment.end as usize];
    let title = part.source.free_text(&lines[0]);
    let texts =
        lines.iter().filter(|line| matches!(line.kind, LineKind::Text(_))).map(|line| part.source.str(line.span));
    let mut draft = Draft::empty(original);
    draft.keep(0..part.line + above);
    // What stands after ENDCOM is text too, though readers drop it.
    let after_end = lines[1..].iter().rev().take(1).filter(|line| line.keyword() == Some(Keyword::Endcom));
    let after_end = after_end.flat_map(|line| part.source.fields(line)).map(|field| part.source.str(field.span));
    for text in [title].into_iter().chain(texts).chain(after_end).filter(|text| !text.trim().is_empty()) {
        draft.push(format!("{indent}REMARK {text}"));
    }
    draft.keep(part.line + above..part.line + comment.line);
    draft.keep(part.line + comment.end..original.lines());
    draft.edits()
}

/// The white space at the start of a line.
fn indent(part: &OriginalEvent<'_>, line: u32) -> String {
    super::lines::indent(&part.source, line as usize).to_owned()
}
