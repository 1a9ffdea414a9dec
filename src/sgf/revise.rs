//! Changes of a text that make it say what another one says.

use super::print::{print_children, print_game, write_node, write_property};
use super::token::{TokenKind, Tokens};
use super::tree::{Collection, NodeId, Property};
use super::value::unescape;
use crate::text::{Edit, Span};

/// The edits of the text of `old` that give it the tree of `new`. What says the same in both keeps its form: where only
/// a comment is another one, its value is all that changes.
pub fn revise(old: &Collection<'_>, new: &Collection<'_>) -> Vec<Edit> {
    let mut edits = Vec::new();
    let (before, after) = (old.games(), new.games());
    if before.len() == after.len() {
        for (&one, &other) in before.iter().zip(after) {
            revise_game(old, one, new, other, &mut edits);
        }
        return edits;
    }
    let is_same = |&(&one, &other): &(&NodeId, &NodeId)| {
        let mut edits = Vec::new();
        revise_game(old, one, new, other, &mut edits);
        edits.is_empty()
    };
    let first = before.iter().zip(after).take_while(is_same).count();
    let last = before[first..].iter().rev().zip(after[first..].iter().rev()).take_while(is_same).count();
    let mut text = String::new();
    for &game in &after[first..after.len() - last] {
        print_game(new, game, &mut text);
    }
    let start_of = |game: NodeId| {
        let start = old.span(game).start as usize;
        old.text()[..start].rfind('(').unwrap_or(start)
    };
    let end_of = |game: NodeId| {
        let end = end_of_game(old.text(), old.span(game).end as usize);
        end + usize::from(old.text()[end..].starts_with(')'))
    };
    let span = match (&before[first..before.len() - last], first.checked_sub(1)) {
        ([], None) if last == 0 => Span::new(0, old.text().len()),
        ([], Some(previous)) => {
            text.insert(0, '\n');
            text.pop();
            Span::empty(end_of(before[previous]))
        }
        ([], None) => Span::empty(start_of(before[0])),
        ([one, ..], _) => {
            let end = end_of(before[before.len() - last - 1]);
            let rest = &old.text()[end..];
            // Without a game in their place the line ends after it go with it.
            let blank = if text.pop().is_none() { rest.len() - rest.trim_start().len() } else { 0 };
            Span::new(start_of(*one), end + blank)
        }
    };
    edits.push(Edit::replace(span, &*text));
    edits
}

/// Adds the edits of a game.
fn revise_game(old: &Collection<'_>, one: NodeId, new: &Collection<'_>, other: NodeId, edits: &mut Vec<Edit>) {
    let mut pairs = vec![(one, other)];
    while let Some((one, other)) = pairs.pop() {
        revise_node(old, one, new, other, edits);
        let first = pairs.len();
        pairs.extend(old.children(one).zip(new.children(other)));
        let count = pairs.len() - first;
        if old.children(one).nth(count).is_some() || new.children(other).nth(count).is_some() {
            pairs.truncate(first);
            let start = old.span(one).end as usize;
            let mut text = String::new();
            print_children(other, |node| new.children(node), |node, out| write_node(new, node, out), &mut text);
            edits.push(Edit::replace(Span::new(start, end_of_game(old.text(), start)), &text));
        }
        pairs[first..].reverse();
    }
}

/// Where the variation, or the game, ends in which `at` stands.
fn end_of_game(text: &str, at: usize) -> usize {
    let mut depth = 1;
    for token in Tokens::within_game(text, at) {
        match token.kind {
            TokenKind::Open { game: true } => return token.span.start as usize,
            TokenKind::Open { game: false } => depth += 1,
            TokenKind::Close => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return token.span.start as usize;
        }
    }
    text.len()
}

fn revise_node(old: &Collection<'_>, one: NodeId, new: &Collection<'_>, other: NodeId, edits: &mut Vec<Edit>) {
    let (before, after): (Vec<_>, Vec<_>) = (old.properties(one).collect(), new.properties(other).collect());
    let same = |(one, other): &(&Property<'_>, &Property<'_>)| one.id() == other.id();
    let first = before.iter().zip(&after).take_while(same).count();
    let last = before[first..].iter().rev().zip(after[first..].iter().rev()).take_while(same).count();
    let (before_end, after_end) = (before.len() - last, after.len() - last);
    for (one, other) in before[..first].iter().zip(&after) {
        revise_property(one, other, edits);
    }
    if first < before_end || first < after_end {
        let mut text = String::new();
        for property in &after[first..after_end] {
            write_property(property.id(), property.raw_values(), &mut text);
        }
        let start = match (before.get(first).filter(|_| first < before_end), first.checked_sub(1)) {
            (Some(changed), _) => changed.span().start,
            (None, Some(last)) => before[last].span().end,
            (None, None) => {
                let start = old.span(one).start;
                start + u32::from(old.text()[start as usize..].starts_with(';'))
            }
        };
        let end = before[first..before_end].last().map_or(start, |last| last.span().end);
        edits.push(Edit::replace(Span { start, end }, &text));
    }
    for (one, other) in before[before_end..].iter().zip(&after[after_end..]) {
        revise_property(one, other, edits);
    }
}

fn revise_property(one: &Property<'_>, other: &Property<'_>, edits: &mut Vec<Edit>) {
    if one.value_spans().len() != other.value_spans().len() {
        let mut text = String::new();
        write_property(other.id(), other.raw_values(), &mut text);
        edits.push(Edit::replace(one.span(), &text));
        return;
    }
    for ((span, raw), new) in one.value_spans().iter().zip(one.raw_values()).zip(other.raw_values()) {
        if unescape(raw) != unescape(new) {
            edits.push(Edit::replace(*span, new));
        }
    }
}
