//! Changes of one node: its properties and their values.

use std::borrow::Cow;
use std::collections::{HashMap, VecDeque};
use std::hash::Hash;

use super::Writer;
use super::quoted::QuotedText;
use crate::print::write_property;
use crate::text_end::misleading_open;
use crate::tree::{NodeId, Property};
use crate::value::{RawUnit, escape, escape_part, raw_units, unescape};
use ishi_text::{Edit, Span, apply, difference};

/// For each new item, the index of the first unused old item with the same key.
fn same<K: Eq + Hash>(old: impl Iterator<Item = K>, new: impl Iterator<Item = K>) -> Vec<Option<usize>> {
    let mut unused: HashMap<K, VecDeque<usize>> = HashMap::new();
    for (index, key) in old.enumerate() {
        unused.entry(key).or_default().push_back(index);
    }
    new.map(|key| unused.get_mut(&key)?.pop_front()).collect()
}

impl Writer<'_> {
    /// Writes the node `other` of the new games with the text of the old node `one`.
    pub(super) fn changed_node(&mut self, one: NodeId, other: NodeId) {
        let place = self.layout.of_node(one);
        let before: Vec<Property<'_>> = self.old.properties(one).collect();
        let after: Vec<Property<'_>> = self.new.properties(other).collect();
        // Nearly all nodes are the same, and so are most properties of others.
        if before.len() == after.len() && before.iter().zip(&after).all(|(one, other)| is_same(one, other)) {
            return self.out.old(self.old.span(one).range());
        }
        // A node that has lost its `;` begins with a property.
        let has_semicolon = self.old.text()[place.start..].starts_with(';');
        let first = place.start + usize::from(has_semicolon);
        self.out.old(place.start..first);
        let origins = same(before.iter().map(Property::id), after.iter().map(Property::id));
        for (property, origin) in after.iter().zip(origins) {
            let Some(origin) = origin else {
                let mut text = String::new();
                write_property(property.id(), property.raw_values(), &mut text);
                self.out.new_text(&text);
                continue;
            };
            let lead = origin.checked_sub(1).map_or(first, |last| before[last].span().end as usize);
            self.out.old(lead..before[origin].id_span().end as usize);
            changed_values(&before[origin], property, self.old.text(), &mut self.out);
        }
    }
}

/// Whether two properties have the same name and values.
fn is_same(one: &Property<'_>, other: &Property<'_>) -> bool {
    one.id() == other.id() && one.raw_values().map(unescape).eq(other.raw_values().map(unescape))
}

/// Writes the values of a property with the text of an old one.
fn changed_values(one: &Property<'_>, other: &Property<'_>, text: &str, out: &mut QuotedText<'_>) {
    let spans = one.value_spans();
    let end_of = |index: usize| spans[index].end as usize;
    let is_closed = |index: usize| text[end_of(index)..].starts_with(']');
    let (before, after): (Vec<Cow<'_, str>>, Vec<Cow<'_, str>>) =
        (one.raw_values().map(unescape).collect(), other.raw_values().map(unescape).collect());
    let mut origins = same(before.iter(), after.iter());
    let mut is_left = vec![true; before.len()];
    origins.iter().flatten().for_each(|&origin| is_left[origin] = false);
    // The others are changed in their order.
    let mut left = (0..before.len()).filter(|&index| is_left[index]);
    origins.iter_mut().filter(|origin| origin.is_none()).for_each(|origin| *origin = left.next());
    for ((value, raw), origin) in after.iter().zip(other.raw_values()).zip(origins) {
        let Some(origin) = origin else {
            let mut text = String::new();
            write_property("", std::iter::once(raw), &mut text);
            out.new_text(&text);
            continue;
        };
        let lead = origin.checked_sub(1).map_or(one.id_span().end as usize, |last| (end_of(last) + 1).min(text.len()));
        let start = spans[origin].start as usize;
        out.old(lead..start);
        if before[origin] == *value {
            out.old(start..end_of(origin));
        } else {
            changed_value((start, spans[origin].of(text)), &before[origin], value, out);
        }
        if is_closed(origin) {
            out.old(end_of(origin)..end_of(origin) + 1);
        } else {
            out.missing(']');
        }
    }
}

/// Writes the value `new`, reusing the text `raw` of the value `old`, which begins at `start`.
fn changed_value((start, raw): (usize, &str), old: &str, new: &str, out: &mut QuotedText<'_>) {
    let units: Vec<RawUnit> = raw_units(raw).collect();
    let unit = |at: usize| units.partition_point(|unit| unit.at < at);
    let end_of = |at: usize| unit(at).checked_sub(1).map_or(0, |last| units[last].end);
    let mut edits = Vec::new();
    for edit in difference(old, new) {
        let (from, to, text) = trimmed(edit.span.start as usize, edit.span.of(old), &edit.text);
        let mut new = String::new();
        escape_part(text, &mut new);
        edits.push(Edit::replace(Span::new(end_of(from), end_of(to)), out.with_line_ends(&new)));
    }
    // CR and LF that were apart are another line end together.
    let edited = apply(raw, &edits);
    if unescape(&edited) != new || misleading_open(&edited).is_some() {
        let mut text = String::new();
        escape(new, &mut text);
        edits = vec![Edit::replace(Span::new(0, raw.len()), text)];
    }
    let mut done = 0;
    for edit in edits {
        out.old(start + done..start + edit.span.start as usize);
        out.new_text(&edit.text);
        done = edit.span.end as usize;
    }
    out.old(start + done..start + raw.len());
}

/// Shortens a replacement of `old`, which begins at `from`, by equal text at both ends. Returns the start, the end and
/// the new text.
fn trimmed<'n>(from: usize, old: &str, new: &'n str) -> (usize, usize, &'n str) {
    let length = |(one, _): (char, char)| one.len_utf8();
    let same = |(one, other): &(char, char)| one == other;
    let last: usize = old.chars().rev().zip(new.chars().rev()).take_while(same).map(length).sum();
    let (old, new) = (&old[..old.len() - last], &new[..new.len() - last]);
    let first: usize = old.chars().zip(new.chars()).take_while(same).map(length).sum();
    (from + first, from + old.len(), &new[first..])
}
