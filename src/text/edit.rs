use super::Span;

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
