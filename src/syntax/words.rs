//! The words of a line, with their places.

use std::borrow::Cow;

use crate::text::Span;

/// The characters that the Standard knows inside a line (sections 2 and 3).
pub fn is_valid(character: char) -> bool {
    matches!(character, ' '..='~' | '\t')
}

/// A word as readers see it: without the characters that they may ignore.
pub(super) fn clean(word: &str) -> Cow<'_, str> {
    if word.bytes().all(|byte| byte.is_ascii_graphic()) {
        Cow::Borrowed(word)
    } else {
        Cow::Owned(word.chars().filter(|&character| is_valid(character)).collect())
    }
}

/// The words of a stretch of one line, separated by blanks and tabs.
///
/// Form feeds, no-break spaces and their like are no valid characters, but whoever wrote them meant white
/// space, so they separate words too. A word of nothing but invalid characters is none.
#[derive(Clone, Debug)]
pub struct Words<'t> {
    text: &'t str,
    at: usize,
    end: usize,
}

impl<'t> Words<'t> {
    /// The words of `text[span]`; their spans count from the start of `text`.
    pub fn new(text: &'t str, span: Span) -> Self {
        Self { text, at: span.start as usize, end: span.end as usize }
    }

    /// The next word, which is still there afterwards.
    pub fn peek(&self) -> Option<(Span, &'t str)> {
        self.clone().next()
    }

    /// All that is left, without the white space around it.
    pub fn rest(&mut self) -> Option<Span> {
        let span = self.rest_untrimmed()?;
        let kept = self.text[span.range()].trim_end_matches(is_space).len();
        Some(Span::new(span.start as usize, span.start as usize + kept))
    }

    /// All that is left, with the white space behind it.
    pub fn rest_untrimmed(&mut self) -> Option<Span> {
        let left = &self.text[self.at..self.end];
        let start = self.at + left.find(|character| !is_space(character))?;
        self.at = self.end;
        Some(Span::new(start, self.end))
    }
}

fn is_space(character: char) -> bool {
    character == ' ' || character == '\t' || (character.is_whitespace() && !is_valid(character))
}

impl<'t> Iterator for Words<'t> {
    type Item = (Span, &'t str);

    fn next(&mut self) -> Option<Self::Item> {
        // Nearly every line is plain ASCII, where a byte is a character.
        let bytes = &self.text.as_bytes()[..self.end];
        let is_blank = |byte: u8| byte == b' ' || byte == b'\t';
        let mut start = self.at;
        while start < bytes.len() && is_blank(bytes[start]) {
            start += 1;
        }
        let mut end = start;
        while end < bytes.len() && bytes[end].is_ascii_graphic() {
            end += 1;
        }
        if end == bytes.len() || end > start && is_blank(bytes[end]) {
            self.at = end;
            return (end > start).then(|| (Span::new(start, end), &self.text[start..end]));
        }
        self.next_of_any_characters()
    }
}

impl<'t> Words<'t> {
    fn next_of_any_characters(&mut self) -> Option<(Span, &'t str)> {
        loop {
            let left = &self.text[self.at..self.end];
            let start = left.find(|character| !is_space(character))?;
            let length = left[start..].find(is_space).unwrap_or(left.len() - start);
            let word = &left[start..start + length];
            let from = self.at + start;
            self.at = from + length;
            if word.bytes().any(|byte| byte.is_ascii_graphic()) {
                return Some((Span::new(from, from + length), word));
            }
        }
    }
}
