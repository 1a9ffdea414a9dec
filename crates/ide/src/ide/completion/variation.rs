//! The marker of a variation.

use super::{Completion, CompletionKind, Spot};
use ishi_record::syntax::Keyword;

/// The marker that follows those of the other variations on the same move, or the first letter and the first number.
pub(super) fn proposals(spot: &Spot<'_>) -> Vec<Completion> {
    debug_assert_eq!(spot.keyword, Keyword::Var);
    if !spot.before.is_empty() {
        return Vec::new();
    }
    let event = spot.event;
    let Some(variation) = event.sequences.iter().find(|sequence| sequence.line == Some(spot.index)) else {
        return Vec::new();
    };
    let others = variation.replaces.into_iter().flat_map(|id| event.variations(id)).map(|id| event.sequence(id));
    let used: Vec<&str> =
        others.filter(|sequence| sequence.line != variation.line).map(|sequence| &*sequence.marker).collect();
    let first = if used.iter().any(|marker| marker.starts_with(|letter: char| letter.is_ascii_uppercase())) {
        'A'
    } else {
        'a'
    };
    let is_free = |marker: &String| !used.contains(&marker.as_str());
    let letter = (first..=(first as u8 + 25) as char).map(|letter| letter.to_string()).find(is_free);
    let number = (1..=99).map(|number: u32| number.to_string()).find(is_free);
    let in_numbers = used.iter().any(|marker| marker.starts_with(|first: char| first.is_ascii_digit()));
    let markers = if in_numbers { [number, letter] } else { [letter, number] };
    let markers = markers.into_iter().flatten().filter(|marker| marker.starts_with(spot.typed));
    markers.map(|marker| spot.proposal(CompletionKind::Sign, marker).with_detail("the next marker")).collect()
}
