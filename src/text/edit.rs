use std::ops::Range;

use super::{Span, lines};

/// A replacement of a span of a text by other text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// What is replaced; empty for an insertion.
    pub span: Span,
    /// What stands there afterwards; empty for a deletion.
    pub text: String,
}

impl Edit {
    /// Replaces `span` by `text`.
    pub fn replace(span: Span, text: impl Into<String>) -> Self {
        Self { span, text: text.into() }
    }

    /// Puts `text` at `at`.
    pub fn insert(at: usize, text: impl Into<String>) -> Self {
        Self { span: Span::empty(at), text: text.into() }
    }

    /// Takes `span` away.
    pub fn delete(span: Span) -> Self {
        Self { span, text: String::new() }
    }

    /// The same edit in a text that begins `by` bytes further to the left.
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

/// The edits of whole lines that make `new` of `old`. In a text of very many lines all from the first difference to the last
/// is one edit.
pub fn difference(old: &str, new: &str) -> Vec<Edit> {
    // To look for the least edits takes a time that grows with the lines and with how many of them are different.
    const MOST_LINES: usize = 20_000;
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
    if before.len().max(after.len()) > MOST_LINES {
        let same = before.iter().zip(&after).take_while(|(one, other)| one == other).count();
        let backwards = before[same..].iter().rev().zip(after[same..].iter().rev());
        let behind = backwards.take_while(|(one, other)| one == other).count();
        return vec![edit(same..before.len() - behind, same..after.len() - behind)];
    }
    let ops = similar::capture_diff_slices(similar::Algorithm::Myers, &before, &after);
    let changed = ops.iter().filter(|op| op.tag() != similar::DiffTag::Equal);
    changed.map(|op| edit(op.old_range(), op.new_range())).collect()
}
