//! A position for print: with the numbers of some moves, as a figure in a book, or without marks.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::ops::RangeInclusive;

use super::board::{MAX_NOTES, picture};
use ishi_board::{Color, Point};
use ishi_record::record::{Event, MoveId, MoveTarget, Owner};
use ishi_record::replay::{View, Walk};
use ishi_render::{Glyph, Note, Picture};

/// Options for a picture: the parts that it shows besides the stones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contents {
    /// The numbers of moves; `None` shows only the numbers that the record marks.
    pub numbers: Option<Numbering>,
    /// Whether the marks of the record and the last move are shown.
    pub marks: bool,
}

impl Default for Contents {
    fn default() -> Self {
        Self { numbers: None, marks: true }
    }
}

/// The moves that show their numbers, and the form of the numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Numbering {
    /// The moves with these numbers.
    pub moves: RangeInclusive<u32>,
    /// Whether these moves are numbered from 1.
    pub restart: bool,
    /// Whether the stones that these moves capture stay on the board. As in a book, a move on such a stone is then
    /// noted below the board.
    pub keeps_captured: bool,
}

/// The picture of an item of an event.
pub fn figure(event: &Event, owner: Owner, contents: &Contents) -> Picture {
    let walk = Walk::to(event, owner);
    let numbers = contents.numbers.as_ref().map(|numbering| numbering.moves.clone());
    let view = View::with(&walk, owner, numbers, contents.marks);
    let mut picture = picture(event, &view, Vec::new());
    if !contents.marks {
        picture.last = None;
    }
    if let Some(numbering) = &contents.numbers {
        if numbering.keeps_captured {
            put_back(&walk, &view, &numbering.moves, &mut picture);
        }
        if numbering.restart {
            restart(&numbering.moves, &mut picture);
        }
    }
    picture
}

/// Shows the position before the first of some moves, with the stones of these moves on it.
fn put_back(walk: &Walk<'_>, view: &View, numbers: &RangeInclusive<u32>, picture: &mut Picture) {
    let event = walk.event();
    // Of moves with one number, only the last one is meant by it.
    let number = |id: MoveId| event.number(id).filter(|&number| walk.numbered(number) == Some(id));
    let numbered = |id: MoveId| Some((id, number(id).filter(|number| numbers.contains(number))?));
    let mut moves: Vec<(MoveId, u32)> = walk.moves().filter_map(numbered).collect();
    moves.reverse();
    let Some(&(first, _)) = moves.first() else { return };
    let before = Walk::before(event, event[first].line);
    let mut stones: BTreeMap<Point, Color> = before.board().stones().map(|stone| (stone.point, stone.color)).collect();
    // A diagram hides some stones of the game, and has others of its own.
    let is_hidden = |point| walk.game_board().get(point).is_some() && view.board.get(point).is_none();
    stones.retain(|&point, _| !is_hidden(point));
    let of_diagram = view.board.stones().filter(|stone| walk.game_board().get(stone.point).is_none());
    stones.extend(of_diagram.map(|stone| (stone.point, stone.color)));
    let mut marks = Vec::new();
    picture.notes.clear();
    for (id, number) in moves {
        let (color, MoveTarget::Point(point)) = walk.played_as(id) else { continue };
        if is_hidden(point) {
            continue;
        }
        match stones.entry(point) {
            Entry::Occupied(_) => picture.notes.push(Note { number, color, point }),
            Entry::Vacant(free) => {
                free.insert(color);
                marks.push((point, Glyph::Number(number)));
            }
        }
    }
    picture.notes.truncate(MAX_NOTES);
    let is_other = |(_, glyph): &(Point, Glyph)| !matches!(glyph, Glyph::Number(number) if numbers.contains(number));
    picture.marks.retain(is_other);
    // The marks of the record take the place of numbers.
    marks.append(&mut picture.marks);
    picture.marks = marks;
    picture.stones = stones.into_iter().collect();
}

/// Counts numbers from 1.
fn restart(numbers: &RangeInclusive<u32>, picture: &mut Picture) {
    let marked = picture.marks.iter_mut().filter_map(|(_, glyph)| match glyph {
        Glyph::Number(number) => Some(number),
        _ => None,
    });
    let noted = picture.notes.iter_mut().map(|note| &mut note.number);
    for number in marked.chain(noted).filter(|number| numbers.contains(number)) {
        *number = *number - numbers.start() + 1;
    }
}
