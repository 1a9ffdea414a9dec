//! Puts a setup stone on a point, or removes it, as on a board.
//!
//! ```text
//! EVENT              EVENT                    EVENT
//! SETUP B D4         SETUP B D4 W Q16         B 1 Q4
//! B 1 Q4             B 1 Q4
//!
//! the original       white on Q16             nothing on D4
//! ```

use super::lines;
use super::original::{Error, Original, OriginalEvent, refuse};
use super::revision::Revision;
use super::spelling::Spelling;
use ishi_board::{Color, Point};
use ishi_record::record::{Datum, DatumKind, Owner};
use ishi_record::replay::View;
use ishi_record::syntax::FieldKind;
use ishi_text::{Edit, Span};

/// Puts a setup stone on a point, before the first move or in the diagram at `line`. If the stone already has this
/// color, or without a color, removes the stone.
///
/// # Errors
/// A place that has no setup; a point that is off the board or not in the diagram, or is taken by the stone of a move;
/// nothing to take away; a record that has to be fixed first.
pub fn set_stone(original: &Original<'_>, line: u32, point: Point, color: Option<Color>) -> Result<Revision, Error> {
    let part = original.whole_blocks()?;
    let event = &part.event;
    let owner = event.owner_at(line);
    if !matches!(owner, Owner::Event | Owner::Diagram(_)) {
        return refuse("stones are set up before the first move or in a diagram: play a move, or add a diagram here");
    }
    part.ensure_shown(owner, point)?;
    let there = View::of(event, owner).board.get(point).map(|stone| stone.color);
    let setup_line = setup_lines(part, owner).find(|(_, stones)| stones.iter().any(|&(_, other)| other == point));
    let wanted = match (color, there, &setup_line) {
        (None, None, _) => return refuse(format!("there is no stone on {point}")),
        (_, Some(_), None) => return refuse(format!("the stone on {point} is not one of this setup")),
        (color, there, _) => color.filter(|&color| there != Some(color)),
    };
    let mut edits = Vec::new();
    let mut last: Option<(u32, Vec<(Color, Point)>)> = None;
    for (datum, mut stones) in setup_lines(part, owner) {
        let count = stones.len();
        stones.retain(|&(_, other)| other != point);
        if stones.len() < count {
            edits.extend(rewritten(original, part, datum.line, &stones)?);
        }
        last = Some((datum.line, stones)).filter(|(_, stones)| !stones.is_empty()).or(last);
    }
    if let Some(color) = wanted {
        match last {
            Some((line, mut stones)) => {
                let span = part.source.lines[line as usize].whole();
                edits.retain(|edit| {
                    !span.touches(edit.span) || edit.span.start >= span.end || edit.span.end <= span.start
                });
                stones.push((color, point));
                edits.extend(rewritten(original, part, line, &stones)?);
                edits.sort_by_cached_key(|edit| edit.span);
            }
            None => {
                let spelling = Spelling::of(&part.source, event);
                let text = part.item_indent(owner) + &spelling.spell(format!("SETUP {} {point}", color.letter()));
                let at = match owner {
                    Owner::Event => part.end_of_headers(),
                    _ => part.event.line_of(owner) + 1,
                };
                edits.insert(0, lines::insert(&part.source, at as usize, &[text]));
            }
        }
    }
    let stones = |part: &OriginalEvent<'_>, owner: Owner| -> Vec<(Point, Color)> {
        let board = View::of(&part.event, owner).board;
        board.stones().map(|stone| (stone.point, stone.color)).filter(|&(other, _)| other != point).collect()
    };
    let before = stones(part, owner);
    let revision = Revision { edits, line: part.event.line_of(owner) };
    revision.verified(original, "this stone can't be set up without changing others", |new| {
        let owner = new.event.owner_at(part.event.line_of(owner));
        let now = View::of(&new.event, owner).board.get(point).map(|stone| stone.color);
        now == wanted && stones(new, owner) == before
    })
}

/// The SETUP lines of an item, each with its stones.
fn setup_lines<'p>(
    part: &'p OriginalEvent<'_>,
    owner: Owner,
) -> impl Iterator<Item = (&'p Datum, Vec<(Color, Point)>)> {
    part.event.data_of(owner).filter_map(|datum| match &datum.kind {
        DatumKind::Setup(range) => {
            let stones = part.event.stones(range).iter().map(|stone| (stone.color, stone.point));
            Some((datum, stones.collect()))
        }
        _ => None,
    })
}

/// The edit of a SETUP line that sets up these stones, or removes the line if there are no stones.
fn rewritten(
    original: &Original<'_>,
    part: &OriginalEvent<'_>,
    line: u32,
    stones: &[(Color, Point)],
) -> Result<Option<Edit>, Error> {
    let written = &part.source.lines[line as usize];
    let fields = part.source.fields(written);
    if !fields.iter().all(|field| matches!(field.kind, FieldKind::Color(_) | FieldKind::Location(_))) {
        let line = original.line_number(line);
        return refuse(format!("the SETUP in line {line} has something that can't be read: fix that first"));
    }
    let (Some(first), Some(last)) = (fields.first(), fields.last()) else { return Ok(None) };
    if stones.is_empty() {
        return Ok(Some(lines::delete(&part.source, line as usize..line as usize + 1)));
    }
    let mut words = Vec::new();
    let mut color = None;
    for &(next, point) in stones {
        if color != Some(next) {
            words.push(next.letter().to_string());
            color = Some(next);
        }
        words.push(point.to_string());
    }
    // Only what comes after the stones that stay as they are is written anew.
    let span = Span { start: first.span.start, end: last.span.end };
    let new = Spelling::of(&part.source, &part.event).spell(words.join(" "));
    let old = part.source.str(span);
    let same = old.bytes().zip(new.bytes()).take_while(|(one, other)| one == other).count();
    let same = (0..=same).rev().find(|&at| old.is_char_boundary(at) && new.is_char_boundary(at)).unwrap_or(0);
    let span = Span { start: span.start + same as u32, end: span.end };
    Ok(Some(Edit::replace(span, &new[same..])))
}
