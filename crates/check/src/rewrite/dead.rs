//! Marking a chain of the final position as dead, or as alive.
//!
//! ```text
//! W 8 PASS            W 8 PASS
//!               →     USER ishi
//!                     dead D4
//!                     ENDUSER
//! ```

use super::lines::{indent, insert, trimmed};
use super::original::{Error, Original, OriginalEvent, refuse};
use ishi_board::Point;
use ishi_record::record::{DatumKind, Owner, SequenceId};
use ishi_record::scoring::{Game, dead_in_record};
use ishi_record::syntax::{Keyword, Source};
use ishi_rules::{Grid, Place, Ruleset};
use ishi_text::Edit;

/// Whether the record names the chain at a point as dead at the end of the main line; `None` if the point then has no
/// stone.
pub fn is_dead(original: &Original<'_>, point: Point) -> Option<bool> {
    let part = original.first();
    let grid = final_position(part);
    let place = grid.find(&point.to_string()).filter(|&place| grid.at(place).color().is_some())?;
    Some(dead_chains(part, &grid).is_some_and(|dead| dead.iter().any(|&one| grid.chain(one).contains(&place))))
}

/// Adds the chain at a point to the list of dead stones at the last move of the main line, or removes it.
///
/// # Errors
/// No stone there at the end; a list that names what is not there; a record that has to be fixed first.
pub fn toggle_dead(original: &Original<'_>, point: Point) -> Result<Vec<Edit>, Error> {
    let part = original.sound()?;
    let grid = final_position(part);
    let name = point.to_string();
    let Some(place) = grid.find(&name).filter(|&place| grid.at(place).color().is_some()) else {
        return refuse(format!("no stone stands on {name} at the end of the main line"));
    };
    let Some(mut dead) = dead_chains(part, &grid) else {
        return refuse("the list of dead stones names a location without a stone");
    };
    let chain = grid.chain(place);
    let count = dead.len();
    dead.retain(|one| !chain.contains(one));
    if dead.len() == count {
        dead.push(place);
    }
    let names: Vec<String> = std::iter::once("dead".into()).chain(dead.into_iter().map(|one| grid.name(one))).collect();
    Ok(write(&part.source, part, &names.join(" ")))
}

fn final_position(part: &OriginalEvent<'_>) -> Grid {
    Game::new(&part.event, None, Ruleset::by_default()).grid
}

/// One stone of each chain that the record names as dead; `None` if it names a point without a stone.
fn dead_chains(part: &OriginalEvent<'_>, grid: &Grid) -> Option<Vec<Place>> {
    let mut dead: Vec<Place> = Vec::new();
    for name in dead_in_record(&part.source, &part.event).unwrap_or_default() {
        let place = grid.find(name).filter(|&place| grid.at(place).color().is_some())?;
        if !dead.iter().any(|&one| grid.chain(one).contains(&place)) {
            dead.push(place);
        }
    }
    Some(dead)
}

/// Writes the line `dead`: instead of the first such line, after the first line of a `USER ishi` block, or in a new
/// block.
fn write(source: &Source<'_>, part: &OriginalEvent<'_>, text: &str) -> Vec<Edit> {
    let event = &part.event;
    let last = event.moves_of(SequenceId(0)).next_back();
    let owner = last.map_or(Owner::Event, Owner::Move);
    let first_word = |line: usize, nth: usize, word: &str| {
        source
            .str(source.lines[line].span)
            .split_whitespace()
            .nth(nth)
            .is_some_and(|written| written.eq_ignore_ascii_case(word))
    };
    let blocks = || event.data_of(owner).filter(|datum| datum.kind == DatumKind::User);
    let is_ours = |line: usize| first_word(line, 1, "ishi");
    let mut lines = blocks().filter(|block| is_ours(block.line as usize)).flat_map(|block| block.line + 1..block.end);
    if let Some(first) = lines.find(|&line| first_word(line as usize, 0, "dead")) {
        let mut edits = vec![Edit::replace(trimmed(source, &source.lines[first as usize]), text)];
        let others = lines.filter(|&line| first_word(line as usize, 0, "dead"));
        edits.extend(others.map(|line| super::lines::delete(source, line as usize..line as usize + 1)));
        return edits;
    }
    if let Some(block) = blocks().find(|block| is_ours(block.line as usize)) {
        return vec![insert(source, block.line as usize + 1, &[text.to_owned()])];
    }
    let data = event.data_of(owner).map(|datum| datum.end as usize).max();
    let (indent, after) = match last {
        Some(id) => (indent(source, event[id].line as usize), event[id].line as usize + 1),
        None => ("", event.headers.iter().map(|header| header.line as usize + 1).max().unwrap_or(0)),
    };
    let words = ["USER ishi", text, Keyword::Enduser.name()];
    let lines = words.map(|line| format!("{indent}{line}"));
    vec![insert(source, data.unwrap_or(0).max(after), &lines)]
}
