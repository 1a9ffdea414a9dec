//! Adds a diagram after an item.

use super::lines;
use super::original::{Error, Original};
use super::revision::Revision;
use super::spelling::Spelling;
use ishi_record::record::Owner;

/// Adds a diagram of the whole board after the item at the line, its data and its variations.
///
/// # Errors
/// A record that has to be fixed first.
pub fn add_diagram(original: &Original<'_>, line: u32) -> Result<Revision, Error> {
    let part = original.whole_blocks()?;
    let owner = part.event.owner_at(line);
    let at = part.end_of_item(owner);
    let indent = match owner {
        Owner::Event => "",
        Owner::Move(_) | Owner::Diagram(_) => lines::indent(&part.source, part.event.line_of(owner) as usize),
        // The first line of the variation shows how far it is indented.
        Owner::Variation(_) => lines::indent(&part.source, part.event.line_of(owner) as usize + 1),
    };
    let text = format!("{indent}{}", Spelling::of(&part.source, &part.event).spell("DIAGRAM"));
    let revision = Revision { edits: vec![lines::insert(&part.source, at as usize, &[text])], line: at };
    revision.verified(original, "a DIAGRAM that is written here would not be read as one", |new| {
        new.event.diagrams.iter().any(|diagram| diagram.line == at)
    })
}
