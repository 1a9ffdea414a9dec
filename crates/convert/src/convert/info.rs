//! The properties of a game that a record keeps without a header for them.

use std::collections::BTreeMap;

use super::block::kept_properties;
use super::boardless;
use super::header;
use super::property::Prop;
use ishi_record::record::Event;
use ishi_record::syntax::Source;
use ishi_sgf::{self as sgf, Role};

/// The values of the properties of a game that only such blocks of an event have, each with a name of its own: further
/// values of a property have numbers, as in `WR 2`.
pub fn info_properties(source: &Source<'_>, event: &Event) -> Vec<(String, String)> {
    let is_info = |property: &Prop<'_>| {
        sgf::definition(&property.name()).is_some_and(|definition| definition.role == Role::GameInfo)
    };
    let mut named: Vec<(String, String)> = Vec::new();
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    let of_kept_game: Vec<Prop<'_>> = boardless::listed(source, event);
    for property in kept_properties(source, event).chain(of_kept_game).filter(is_info) {
        let name = property.name();
        // A value that a header has as its text is kept only for its form.
        let is_header = |value: &str| {
            let header = header::keyword_of(&name).and_then(|keyword| event.whole_header(keyword));
            header.is_some_and(|text| text == value)
        };
        for value in &property.values {
            let count = counts.entry(name.clone().into_owned()).or_default();
            if *count == 0 && is_header(value) {
                *count = 1;
                continue;
            }
            *count += 1;
            let name = if *count == 1 { name.clone().into_owned() } else { format!("{name} {count}") };
            named.push((name, value.clone().into_owned()));
        }
    }
    named
}
