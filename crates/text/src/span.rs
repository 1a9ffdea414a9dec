//! A range of bytes in a text.

use std::ops::Range;

/// A run of bytes, `start` included and `end` excluded, counted from 0 at the start of a text: a line, an
/// event or a whole file.
///
/// 32 bits are enough, because texts of 4 GiB or more are refused on input.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    /// The first byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// The span from `start` up to `end`, which must not lie before it.
    pub fn new(start: usize, end: usize) -> Self {
        debug_assert!(start <= end, "a span ends where it starts or later");
        Self { start: start as u32, end: end as u32 }
    }

    /// The empty span at `at`.
    pub fn empty(at: usize) -> Self {
        Self::new(at, at)
    }

    /// As a range that can index a `str`.
    pub fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    /// The bytes of `text` that the span covers.
    pub fn of(self, text: &str) -> &str {
        &text[self.range()]
    }

    /// How many bytes it covers.
    pub fn len(self) -> usize {
        (self.end - self.start) as usize
    }

    /// Whether it covers nothing.
    pub fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// Returns the span moved `by` bytes towards the end, for a text that is preceded by so many bytes.
    pub fn shifted(self, by: usize) -> Self {
        Self::new(self.start as usize + by, self.end as usize + by)
    }

    /// The smallest span that covers both.
    pub fn to(self, other: Self) -> Self {
        Self { start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// Whether two spans share a byte or touch, as an editor's selection and a diagnostic do.
    pub fn touches(self, other: Self) -> bool {
        self.start <= other.end && other.start <= self.end
    }
}
