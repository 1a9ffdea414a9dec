//! Changes of the setup: the stones on the board before the first move, the handicap, and the size of the board.
//!
//! ```text
//! EVENT               EVENT                     EVENT
//! W 1 Q16             HANDICAP 2                BOARDSIZE 17
//!                     SETUP B Q16 D4            W 1 Q16
//!                     W 1 Q17
//!
//! the original        add_handicap, 2           set_board_size, 17
//! ```

use super::draft::Draft;
use super::original::{Error, Original, OriginalEvent, refuse};
use ishi_board::{BoardSize, Point, Stone};
use ishi_record::record::{Event, Header, MoveId, Owner, handicap};
use ishi_record::replay::{Visit, Walk};
use ishi_record::syntax::{Field, FieldKind, Keyword, LineKind, Mark, Target};
use ishi_text::Edit;

/// Sets up handicap stones on the points of the AGA rules, and writes their number into the HANDICAP header, unless
/// that header can't be read.
///
/// # Errors
/// An event that has setup stones; a number of stones or a board for which no points are known; a move that is played
/// where a stone would stand or that would take other stones; a record that has to be fixed first.
pub fn add_handicap(original: &Original<'_>, stones: u32) -> Result<Vec<Edit>, Error> {
    let part = original.sound()?;
    let event = &part.event;
    if let Some(setup) = event.data.iter().find(|datum| datum.is_setup()) {
        let line = original.line_number(setup.line);
        return refuse(format!("there is a SETUP in line {line} already: change that, or remove it first"));
    }
    let Some(setup) = handicap_setup(event.board_size, stones) else {
        return refuse(format!(
            "there are no customary points for {stones} handicap stones on a board of {}: write SETUP by hand",
            event.board_size
        ));
    };
    let mut draft = Draft::empty(original);
    let before = head_end(part);
    draft.keep(0..before);
    match event.headers.iter().rev().find(|header| header.keyword == Keyword::Handicap) {
        Some(header) => {
            if let Some(text) = handicap_line(part, header, stones) {
                draft.amend(header.line, text);
            }
        }
        None => draft.push(format!("HANDICAP {stones}")),
    }
    draft.push(setup);
    draft.keep(before..original.lines());
    let version = draft.write()?;
    same_play(original, &version.text, |played| format!("{played} would meet a handicap stone"))?;
    Ok(version.edits(original))
}

/// The SETUP line of handicap stones; `None` if no points for them are known on a board of this size.
pub(super) fn handicap_setup(size: BoardSize, stones: u32) -> Option<String> {
    let points: Vec<String> = size.handicap(stones)?.iter().map(Point::to_string).collect();
    Some(format!("SETUP B {}", points.join(" ")))
}

/// A HANDICAP line with the new number of stones; `None` if it has that number already, or can't be read.
fn handicap_line(part: &OriginalEvent<'_>, header: &Header, stones: u32) -> Option<String> {
    handicap(&header.text).filter(|&current| current != stones)?;
    let line = &part.source.lines[header.line as usize];
    let (word, rest) = part.source.str(line.span).split_at((line.word.end - line.span.start) as usize);
    let is_digit = |character: char| character.is_ascii_digit();
    // Other text beside the number stays.
    Some(match rest.find(is_digit) {
        Some(at) => format!("{word}{}{stones}{}", &rest[..at], rest[at..].trim_start_matches(is_digit)),
        None => format!("{word} {stones}"),
    })
}

/// The line where the tree begins with its remarks and blank lines; where there is none, the end of what the event has.
fn head_end(part: &OriginalEvent<'_>) -> u32 {
    part.above(part.event.tree().unwrap_or(part.event.filled_lines))
}

/// Changes the board size of the event, with a BOARDSIZE line, or without such a line for 19×19.
///
/// # Errors
/// The size that the board has; a stone or mark that would lie off the board; a move that would take other stones
/// than it does; a record that has to be fixed first.
pub fn set_board_size(original: &Original<'_>, size: BoardSize) -> Result<Vec<Edit>, Error> {
    let part = original.sound()?;
    let event = &part.event;
    if size == event.board_size {
        return refuse(format!("the board is {size} already"));
    }
    stays_on_board(original, part, size)?;
    let tree = event.tree().unwrap_or(event.lines);
    let in_head = |line: &u32| part.source.lines[*line as usize].kind == LineKind::Data(Keyword::Boardsize);
    let size_lines: Vec<u32> = (0..tree).filter(in_head).collect();
    let mut draft = Draft::empty(original);
    let mut next = 0;
    for &line in &size_lines {
        let size_line = &part.source.lines[line as usize];
        let fields = part.source.fields(size_line);
        let Some(field) = fields.first().filter(|field| matches!(field.kind, FieldKind::Size(_))) else {
            let line = original.line_number(line);
            return refuse(format!("the BOARDSIZE in line {line} can't be read: fix that first"));
        };
        // What comes after the size is not to be lost with it.
        if size == BoardSize::STANDARD && fields.len() == 1 {
            draft.keep(next..line);
            next = line + 1;
        } else if size == BoardSize::STANDARD || size_lines.last() == Some(&line) {
            let mut text = part.source.str(size_line.span).to_owned();
            let start = (field.span.start - size_line.span.start) as usize;
            text.replace_range(start..start + field.span.len(), &size.get().to_string());
            draft.amend(line, text);
        }
    }
    if size_lines.is_empty() {
        next = part.end_of_headers();
        draft.keep(0..next);
        draft.push(format!("BOARDSIZE {}", size.get()));
    }
    draft.keep(next..original.lines());
    let version = draft.write()?;
    same_play(original, &version.text, |played| format!("{played} would not take what it takes now"))?;
    Ok(version.edits(original))
}

/// Refuses a size if a stone or mark of the event would be off the board. A diagram may show more than the board.
fn stays_on_board(original: &Original<'_>, part: &OriginalEvent<'_>, size: BoardSize) -> Result<(), Error> {
    let event = &part.event;
    for (index, line) in part.source.lines.iter().enumerate() {
        let LineKind::Data(keyword) = line.kind else { continue };
        if keyword == Keyword::Diagram {
            continue;
        }
        let room = match event.owner_at(index as u32) {
            Owner::Diagram(id) => event.diagram(id).region.board_size(size).max(size),
            _ => size,
        };
        let point = |field: &Field| match field.kind {
            FieldKind::Location(point) | FieldKind::Mark(Mark { target: Target::Point(point), .. }) => Some(point),
            _ => None,
        };
        let mut points = part.source.fields(line).iter().filter_map(point);
        if let Some(point) = points.find(|&point| !room.contains(point)) {
            let line = original.line_number(part.line + index as u32);
            return refuse(format!("{point} in line {line} would lie off a board of {size}"));
        }
    }
    Ok(())
}

/// Refuses a new version in which a move has another effect: it captures other stones, or is played on an occupied
/// point.
fn same_play(original: &Original<'_>, new: &str, message: impl Fn(String) -> String) -> Result<(), Error> {
    let part = original.first();
    let new = Original::read(new, original.last);
    let Some(id) = first_difference(&part.event, &new.first().event) else { return Ok(()) };
    let changed = &part.event[id];
    let line = original.line_number(changed.line);
    refuse(message(format!("{changed} in line {line}")))
}

fn first_difference(old: &Event, new: &Event) -> Option<MoveId> {
    effects(old).zip(effects(new)).find(|(old, new)| old != new).map(|((id, _), _)| id)
}

/// The effect of each move: the stones that it captures, and whether it is played on an occupied point.
fn effects(event: &Event) -> impl Iterator<Item = (MoveId, (Vec<Point>, bool))> + '_ {
    let mut walk = Walk::new(event);
    std::iter::from_fn(move || {
        loop {
            let Visit::Move(id) = walk.next()? else { continue };
            let Some(played) = walk.played() else { continue };
            let points = |stones: &[Stone]| stones.iter().map(|stone| stone.point).collect::<Vec<_>>();
            let mut taken = points(played.captured);
            taken.extend(points(played.self_captured));
            taken.sort_unstable();
            return Some((id, (taken, played.overwritten.is_some())));
        }
    })
}
