//! The lists of prisoners, from the replay.
//!
//! ```text
//! B 45 C13            B 45 C13
//! W 46 C14            W 46 C14
//! B 47 B12            B 47 B12
//! W 48 F10            PRISONER C12
//!                     W 48 F10
//!
//! the original        insert_prisoners, and back by remove_prisoners
//! ```

use std::collections::HashMap;
use std::num::NonZeroU32;

use super::draft::Draft;
use super::lines::indent;
use super::original::{Error, Original, refuse};
use ishi_board::{Point, Stone};
use ishi_record::record::{DatumKind, Event, MoveId, Owner, SequenceId};
use ishi_record::replay::{Cause, StoneName, Visit, Walk};
use ishi_record::syntax::{FieldKind, Target};
use ishi_text::Edit;

/// The stones that the last move of a walk has captured, each with its name in a list: first stones with numbers, in
/// their order, then setup stones.
pub fn taken(walk: &Walk<'_>) -> Vec<(Stone, StoneName)> {
    let Some(played) = walk.played() else { return Vec::new() };
    if played.captured.is_empty() && played.self_captured.is_empty() {
        return Vec::new();
    }
    let mut captured = [played.captured, played.self_captured].concat();
    captured.sort_by_cached_key(|stone| {
        let number = match Cause::of(*stone) {
            Cause::Move(id) => walk.event()[id].number.map_or(0, NonZeroU32::get),
            Cause::Setup(_) => u32::MAX,
        };
        (number, stone.point.column(), stone.point.row())
    });
    captured.into_iter().map(|stone| (stone, walk.name_of(stone))).collect()
}

/// The captured stone that a field of a list names.
pub fn named(walk: &Walk<'_>, taken: &[(Stone, StoneName)], target: Target) -> Option<Stone> {
    let is_meant = |stone: &&Stone| match target {
        Target::Point(point) => stone.point == point,
        Target::Move(number) => match walk.numbered(number) {
            Some(id) => Cause::of(**stone) == Cause::Move(id),
            None => matches!(walk.name_of(**stone), StoneName::Number(name) if name.get() == number),
        },
        Target::All | Target::Moves(..) => false,
    };
    taken.iter().map(|(stone, _)| stone).find(is_meant).copied()
}

/// Adds a PRISONER line to every move that captures stones and has none.
///
/// # Errors
/// Nothing to add, and a record that has to be fixed first.
pub fn insert_prisoners(original: &Original<'_>) -> Result<Vec<Edit>, Error> {
    let mut draft = Draft::empty(original);
    let mut next = 0;
    for part in original.all_sound()? {
        for (id, names) in unlisted(&part.event) {
            let line = part.event[id].line;
            let following = part.line + line + 1;
            draft.keep(next..following);
            draft.push(format!("{}PRISONER {}", indent(&part.source, line as usize), names.join(" ")));
            next = following;
        }
    }
    if next == 0 {
        return refuse("every move that takes stones has its list of prisoners");
    }
    draft.keep(next..original.lines());
    draft.edits()
}

/// The number of moves of an event that capture stones and have no PRISONER line.
pub fn count_missing(event: &Event) -> usize {
    unlisted(event).len()
}

/// The moves that capture stones and have no list, each with the names of the stones. Moves at which the position is in
/// doubt are left out.
fn unlisted(event: &Event) -> Vec<(MoveId, Vec<String>)> {
    let listed = have_list(event);
    let mut unlisted = Vec::new();
    let mut walk = Walk::new(event);
    while let Some(stop) = walk.next() {
        let Visit::Move(id) = stop else { continue };
        let takes = walk.played().is_some_and(|played| !played.captured.is_empty());
        if takes && !listed[id.0 as usize] && !walk.is_in_doubt() {
            unlisted.push((id, taken(&walk).into_iter().map(|(_, name)| name.to_string()).collect()));
        }
    }
    unlisted
}

/// For each move, whether it has a list. If the record has a move twice in a row, the list after the second move
/// belongs to the first.
fn have_list(event: &Event) -> Vec<bool> {
    let mut listed = vec![false; event.moves.len()];
    for datum in &event.data {
        if let (DatumKind::Prisoner(_), Owner::Move(id)) = (&datum.kind, datum.owner) {
            listed[id.0 as usize] = true;
        }
    }
    for sequence in (0..event.sequences.len() as u32).map(SequenceId) {
        let moves = event.moves_of(sequence);
        for (before, id) in moves.clone().zip(moves.skip(1)) {
            listed[before.0 as usize] |= event.say_the_same(before, id);
        }
    }
    listed
}

/// The content of the PRISONER lines of a move.
struct WrittenList {
    taken: Vec<(Stone, StoneName)>,
    named: Vec<Point>,
    is_clear: bool,
    lines: Vec<u32>,
}

impl WrittenList {
    /// Whether the lines name every captured stone once, and nothing else.
    fn is_exact(&self) -> bool {
        let mut taken: Vec<Point> = self.taken.iter().map(|(stone, _)| stone.point).collect();
        let mut named = self.named.clone();
        taken.sort_unstable();
        named.sort_unstable();
        self.is_clear && !taken.is_empty() && taken == named
    }
}

/// Removes the PRISONER lines of every move whose lists name exactly the stones that the replay captures. Other lists
/// stay, because they have information that the moves do not show.
///
/// # Errors
/// Nothing to remove, and a record that has to be fixed first.
pub fn remove_prisoners(original: &Original<'_>) -> Result<Vec<Edit>, Error> {
    let mut removed: Vec<u32> = Vec::new();
    for part in original.all_sound()? {
        let event = &part.event;
        let mut lists: HashMap<MoveId, WrittenList> = HashMap::new();
        let has_list = have_list(event);
        let mut walk = Walk::new(event);
        while let Some(stop) = walk.next() {
            match stop {
                Visit::Move(id) if has_list[id.0 as usize] => {
                    let taken = taken(&walk);
                    let is_clear = !walk.is_in_doubt();
                    lists.insert(id, WrittenList { taken, named: Vec::new(), is_clear, lines: Vec::new() });
                }
                Visit::Datum(index) => {
                    let datum = &event.data[index];
                    let (DatumKind::Prisoner(_), Owner::Move(id)) = (&datum.kind, datum.owner) else { continue };
                    let Some(list) = lists.get_mut(&id) else { continue };
                    list.lines.push(part.line + datum.line);
                    for field in part.source.fields(&part.source.lines[datum.line as usize]) {
                        let stone = match field.kind {
                            FieldKind::Mark(mark) => named(&walk, &list.taken, mark.target),
                            _ => None,
                        };
                        list.is_clear &= stone.is_some();
                        list.named.extend(stone.map(|stone| stone.point));
                    }
                }
                _ => {}
            }
        }
        removed.extend(lists.into_values().filter(WrittenList::is_exact).flat_map(|list| list.lines));
    }
    if removed.is_empty() {
        return refuse("no list of prisoners repeats exactly what the moves show");
    }
    removed.sort_unstable();
    let mut draft = Draft::empty(original);
    let mut next = 0;
    for line in removed {
        draft.keep(next..line);
        next = line + 1;
    }
    draft.keep(next..original.lines());
    draft.edits()
}
