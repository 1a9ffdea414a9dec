//! Edits of a text: one replacement, several of them applied at once, and composed with later ones.

use std::ops::Range;

use similar::DiffTag;
use similar::algorithms::{Capture, Replace, myers};

use super::{Span, lines};

/// A replacement of a span of a text by other text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// The bytes to replace; empty for an insertion.
    pub span: Span,
    /// The new text; empty for a deletion.
    pub text: String,
}

impl Edit {
    /// Replaces `span` by `text`.
    pub fn replace(span: Span, text: impl Into<String>) -> Self {
        Self { span, text: text.into() }
    }

    /// Inserts `text` at `at`.
    pub fn insert(at: usize, text: impl Into<String>) -> Self {
        Self { span: Span::empty(at), text: text.into() }
    }

    /// Removes `span`.
    pub fn delete(span: Span) -> Self {
        Self { span, text: String::new() }
    }

    /// Returns the edit moved `by` bytes towards the end, for a text that is preceded by so many bytes.
    pub fn shifted(mut self, by: usize) -> Self {
        self.span = self.span.shifted(by);
        self
    }
}

/// The text after `edits`, which must be in order and must not overlap.
pub fn apply<'e>(text: &str, edits: impl IntoIterator<Item = &'e Edit>) -> String {
    let mut out = String::with_capacity(text.len());
    let mut done = 0;
    for edit in edits {
        out.push_str(&text[done..edit.span.start as usize]);
        out.push_str(&edit.text);
        done = edit.span.end as usize;
    }
    out.push_str(&text[done..]);
    out
}

/// Composes two lists of edits into one with the same effect. `second` refers to the text after `first`.
pub fn compose(first: &[Edit], second: &[Edit]) -> Vec<Edit> {
    // The text after `first` in pieces: what is left of the old text, up to the end, and what is new.
    enum Chunk<'e> {
        Old(Range<usize>),
        New(&'e str),
    }
    let mut pieces = Vec::with_capacity(2 * first.len() + 1);
    let mut done = 0;
    for edit in first {
        pieces.push(Chunk::Old(done..edit.span.start as usize));
        pieces.push(Chunk::New(&edit.text));
        done = edit.span.end as usize;
    }
    pieces.push(Chunk::Old(done..usize::MAX));
    pieces.reverse();

    let mut composed: Vec<Edit> = Vec::new();
    // What lies between the last piece of the old text that is kept and the next one.
    let mut kept_end = 0;
    let mut new = String::new();
    let mut keep = |old: Range<usize>, new: &mut String| {
        if old.start != kept_end || !new.is_empty() {
            composed.push(Edit::replace(Span::new(kept_end, old.start), std::mem::take(new)));
        }
        kept_end = old.end;
    };
    // Takes as much from the front as there is, up to `count` bytes.
    let mut take = |count: usize| -> Option<Chunk<'_>> {
        let (head, tail) = match pieces.pop()? {
            Chunk::Old(old) if old.len() > count => {
                (Chunk::Old(old.start..old.start + count), Some(Chunk::Old(old.start + count..old.end)))
            }
            Chunk::New(text) if text.len() > count => (Chunk::New(&text[..count]), Some(Chunk::New(&text[count..]))),
            whole => (whole, None),
        };
        pieces.extend(tail);
        Some(head)
    };
    let length = |piece: &Chunk<'_>| match piece {
        Chunk::Old(old) => old.len(),
        Chunk::New(text) => text.len(),
    };
    let mut at = 0;
    for edit in second {
        while at < edit.span.start as usize
            && let Some(piece) = take(edit.span.start as usize - at)
        {
            at += length(&piece);
            match piece {
                Chunk::Old(old) if old.is_empty() => {}
                Chunk::Old(old) => keep(old, &mut new),
                Chunk::New(text) => new.push_str(text),
            }
        }
        while at < edit.span.end as usize
            && let Some(piece) = take(edit.span.end as usize - at)
        {
            at += length(&piece);
        }
        new.push_str(&edit.text);
    }
    while let Some(piece) = take(usize::MAX) {
        match piece {
            Chunk::Old(old) if old.is_empty() => {}
            Chunk::Old(old) => keep(old, &mut new),
            Chunk::New(text) => new.push_str(text),
        }
    }
    composed
}

/// The edits of whole lines that turn `old` into `new`. In a text of very many lines, a single edit covers all lines
/// from the first difference to the last.
pub fn difference(old: &str, new: &str) -> Vec<Edit> {
    // To look for the least edits takes a time that grows with the lines and with how many of them are different.
    const MAX_LINES: usize = 20_000;
    if old == new {
        return Vec::new();
    }
    let (before, after): (Vec<&str>, Vec<&str>) = (lines(old).collect(), lines(new).collect());
    let starts = |lines: &[&str]| -> Vec<usize> {
        let ends = lines.iter().scan(0, |end, line| {
            *end += line.len();
            Some(*end)
        });
        std::iter::once(0).chain(ends).collect()
    };
    let (from, to) = (starts(&before), starts(&after));
    let edit = |old_lines: Range<usize>, new_lines: Range<usize>| {
        let span = Span::new(from[old_lines.start], from[old_lines.end]);
        Edit::replace(span, &new[to[new_lines.start]..to[new_lines.end]])
    };
    if before.len().max(after.len()) > MAX_LINES {
        let same = before.iter().zip(&after).take_while(|(one, other)| one == other).count();
        let backwards = before[same..].iter().rev().zip(after[same..].iter().rev());
        let following = backwards.take_while(|(one, other)| one == other).count();
        return vec![edit(same..before.len() - following, same..after.len() - following)];
    }
    let mut ops = Replace::new(Capture::new());
    let Ok(()) = myers::diff(&mut ops, &before[..], 0..before.len(), &after[..], 0..after.len());
    let ops = ops.into_inner().into_ops();
    let changed = ops.iter().filter(|op| op.tag() != DiffTag::Equal);
    changed.map(|op| edit(op.old_range(), op.new_range())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Edits of a text of this many bytes, by places and lengths.
    fn edits(length: usize, from: &[(u8, u8, String)]) -> Vec<Edit> {
        let mut at = 0;
        let mut edits = Vec::new();
        for (gap, span, text) in from {
            let start = (at + usize::from(*gap)).min(length);
            let end = (start + usize::from(*span)).min(length);
            edits.push(Edit::replace(Span::new(start, end), text));
            at = end;
        }
        edits
    }

    fn choices() -> impl Strategy<Value = Vec<(u8, u8, String)>> {
        prop::collection::vec((0u8..4, 0u8..4, "[A-Z]{0,3}"), 0..5)
    }

    proptest! {
        #[test]
        fn composed_edits_do_what_the_two_do(text in "[a-z]{0,12}", one in choices(), other in choices()) {
            let first = edits(text.len(), &one);
            let between = apply(&text, &first);
            let second = edits(between.len(), &other);
            let composed = compose(&first, &second);
            prop_assert_eq!(apply(&text, &composed), apply(&between, &second));
            prop_assert!(composed.windows(2).all(|two| two[0].span.end <= two[1].span.start));
        }
    }
}
