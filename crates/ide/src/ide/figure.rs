//! A position for print: the item that is drawn, with the numbers of some moves, as a figure in a book, or without
//! marks.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::RangeInclusive;
use std::str::FromStr;

use super::board::{MAX_NOTES, picture};
use ishi_board::{Color, Point};
use ishi_record::record::{Datum, DatumKind, Event, MoveId, MoveTarget, Owner, SequenceId};
use ishi_record::replay::{View, Visit, Walk};
use ishi_record::syntax::Source;
use ishi_render::{Glyph, Note, Picture};
use ishi_text::counted;

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

/// The numbers of some moves, as in `51-100`, `51-` and `51`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NumberRange {
    /// The first number, from 1 on.
    pub from: u32,
    /// The last number; `None` means all from the first on.
    pub to: Option<u32>,
}

impl NumberRange {
    /// Returns the numbers.
    pub fn moves(self) -> RangeInclusive<u32> {
        self.from..=self.to.unwrap_or(u32::MAX)
    }
}

impl FromStr for NumberRange {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, &'static str> {
        let number = |word: &str| word.trim().parse().ok().filter(|&number: &u32| number > 0);
        let parsed = match text.split_once('-') {
            Some((from, "")) => number(from).map(|from| Self { from, to: None }),
            Some((from, to)) => number(from).zip(number(to)).map(|(from, to)| Self { from, to: Some(to) }),
            None => number(text).map(|only| Self { from: only, to: Some(only) }),
        };
        let is_range = |numbers: &Self| numbers.to.is_none_or(|to| numbers.from <= to);
        parsed.filter(is_range).ok_or("write two move numbers, such as `51-100`")
    }
}

/// Returns whether anything in an event belongs on a board.
pub fn has_board(event: &Event) -> bool {
    let is_shown = |datum: &Datum| matches!(datum.kind, DatumKind::Setup(_) | DatumKind::Mark(_));
    !event.moves.is_empty() || !event.diagrams.is_empty() || event.data.iter().any(is_shown)
}

/// Returns the item of an event with the board after a move. `variation` counts from 1 in the order of the file, and 0
/// is the main line. `number` is that of the move; 0 is the board before the first move of the main line. Without it,
/// the move is the last one, or the last up to the number `last`.
///
/// # Errors
/// The event has no such variation or move.
pub fn item(event: &Event, variation: u32, number: Option<u32>, last: Option<u32>) -> Result<Owner, String> {
    if variation as usize >= event.sequences.len() {
        let count = counted(event.sequences.len() - 1, "variation");
        return Err(format!("there is no variation {variation}; the event has {count}"));
    }
    let sequence = SequenceId(variation);
    let mut moves = event.moves_of(sequence);
    let has_number = |id: &MoveId| event.number(*id) == number;
    let id = match (number, last) {
        (Some(number), _) => {
            let id = moves.rfind(has_number);
            if id.is_none() && number == 0 && variation == 0 {
                return Ok(Owner::Event);
            }
            Some(id.ok_or_else(|| format!("there is no move {number} here; `ishi outline` lists the moves"))?)
        }
        (None, Some(last)) => moves.rfind(|&id| event.number(id).is_some_and(|number| number <= last)),
        (None, None) => moves.next_back(),
    };
    Ok(match id {
        Some(id) => Owner::Move(id),
        None if variation == 0 => Owner::Event,
        None => Owner::Variation(sequence),
    })
}

/// The picture of an item of an event.
pub fn figure(event: &Event, source: &Source<'_>, owner: Owner, contents: &Contents) -> Picture {
    drawn(&Walk::to(event, owner), source, owner, contents, &HashMap::new())
}

/// The contents of one of many pictures.
pub(super) struct FigureContents {
    pub(super) contents: Contents,
    /// The first of the moves that show their numbers.
    pub(super) first: Option<MoveId>,
}

/// Returns the pictures of moves and diagrams of an event, from one walk through it.
pub(super) fn figures(
    event: &Event,
    source: &Source<'_>,
    wanted: &HashMap<Owner, FigureContents>,
) -> HashMap<Owner, Picture> {
    let firsts: HashSet<MoveId> = wanted.values().filter_map(|figure| figure.first).collect();
    let mut before = HashMap::with_capacity(firsts.len());
    let mut pictures = HashMap::with_capacity(wanted.len());
    let mut walk = Walk::new(event).without_repetitions();
    while pictures.len() < wanted.len() {
        let stones = if before.len() < firsts.len() { walk.board().position() } else { Vec::new() };
        let owner = match walk.next() {
            Some(Visit::Move(id)) => {
                if firsts.contains(&id) {
                    before.insert(id, stones);
                }
                Owner::Move(id)
            }
            Some(Visit::Diagram(id)) => Owner::Diagram(id),
            Some(Visit::Begin(_) | Visit::End(_) | Visit::Datum(_)) => continue,
            None => break,
        };
        if let Some(FigureContents { contents, .. }) = wanted.get(&owner) {
            pictures.insert(owner, drawn(&walk, source, owner, contents, &before));
        }
    }
    pictures
}

/// The picture of an item to which a walk has come. `before` has the stones before some moves.
fn drawn(
    walk: &Walk<'_>,
    source: &Source<'_>,
    owner: Owner,
    contents: &Contents,
    before: &HashMap<MoveId, Vec<(Point, Color)>>,
) -> Picture {
    let event = walk.event();
    let numbers = contents.numbers.as_ref().map(|numbering| numbering.moves.clone());
    let view = View::with(walk, owner, numbers, contents.marks);
    let mut picture = picture(event, source, &view, Vec::new());
    if !contents.marks {
        picture.last = None;
    }
    if let Some(numbering) = &contents.numbers {
        if numbering.keeps_captured {
            put_back(walk, &view, &numbering.moves, before, &mut picture);
        }
        if numbering.restart {
            restart(&numbering.moves, &mut picture);
        }
    }
    picture
}

/// Shows the position before the first of some moves, with the stones of these moves on it.
fn put_back(
    walk: &Walk<'_>,
    view: &View,
    numbers: &RangeInclusive<u32>,
    before: &HashMap<MoveId, Vec<(Point, Color)>>,
    picture: &mut Picture,
) {
    let event = walk.event();
    // Of moves with one number, only the last one is meant by it.
    let number = |id: MoveId| event.number(id).filter(|&number| walk.numbered(number) == Some(id));
    let numbered = |id: MoveId| Some((id, number(id).filter(|number| numbers.contains(number))?));
    let mut moves: Vec<(MoveId, u32)> = walk.moves().filter_map(numbered).collect();
    moves.reverse();
    let Some(&(first, _)) = moves.first() else { return };
    let mut stones: BTreeMap<Point, Color> = match before.get(&first) {
        Some(stones) => stones.iter().copied().collect(),
        None => Walk::before(event, event[first].line).board().position().into_iter().collect(),
    };
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
