//! The words of a line, with their places.

use std::borrow::Cow;

use ishi_text::Span;

/// The characters that the Standard knows inside a line (sections 2 and 3).
pub fn is_valid(character: char) -> bool {
    matches!(character, ' '..='~' | '\t')
}

/// The white space of the Standard within a line. Readers ignore other blanks, but they are what a user wrote.
pub const BLANKS: [char; 2] = [' ', '\t'];

/// A word as readers see it: without the characters that they may ignore.
fn clean(word: &str) -> Cow<'_, str> {
    if word.bytes().all(|byte| byte.is_ascii_graphic()) {
        Cow::Borrowed(word)
    } else {
        Cow::Owned(word.chars().filter(|&character| is_valid(character)).collect())
    }
}

/// The words of a stretch of one line, separated by blanks and tabs.
///
/// Form feeds, no-break spaces and similar characters are not valid, but were meant as white space, so they also
/// separate words. Invalid characters alone are not a word.
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

    /// Returns the next word without consuming it.
    pub fn peek(&self) -> Option<(Span, &'t str)> {
        self.clone().next()
    }

    /// Whether nothing at all is left.
    pub(super) fn is_empty(&self) -> bool {
        self.at == self.end
    }

    /// Takes the rest, without the white space around it.
    pub fn rest(&mut self) -> Option<Span> {
        let span = self.rest_untrimmed()?;
        let kept = self.text[span.range()].trim_end_matches(is_space).len();
        Some(Span::new(span.start as usize, span.start as usize + kept))
    }

    /// Takes the rest, with the white space after it.
    pub(crate) fn rest_untrimmed(&mut self) -> Option<Span> {
        let left = &self.text[self.at..self.end];
        let start = self.at + left.find(|character| !is_space(character))?;
        self.at = self.end;
        Some(Span::new(start, self.end))
    }
}

fn is_space(character: char) -> bool {
    BLANKS.contains(&character) || (character.is_whitespace() && !is_valid(character))
}

/// The class of a byte in a word.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Blank,
    Graphic,
    /// An invalid character, or a part of one.
    Other,
}

static CLASSES: [Class; 256] = {
    let mut classes = [Class::Other; 256];
    let mut byte = b'!';
    while byte <= b'~' {
        classes[byte as usize] = Class::Graphic;
        byte += 1;
    }
    classes[b' ' as usize] = Class::Blank;
    classes[b'\t' as usize] = Class::Blank;
    classes
};

impl<'t> Iterator for Words<'t> {
    type Item = (Span, &'t str);

    fn next(&mut self) -> Option<Self::Item> {
        match self.plain() {
            PlainWord::Word(span, word) => Some((span, word)),
            PlainWord::End => None,
            PlainWord::Not => self.next_of_any_characters(),
        }
    }
}

/// The result of reading the next word without decoding characters.
enum PlainWord<'t> {
    /// A word of graphic ASCII characters.
    Word(Span, &'t str),
    /// Nothing but blanks.
    End,
    /// A word with other characters.
    Not,
}

impl<'t> Words<'t> {
    /// The next word as readers see it.
    #[inline]
    pub(super) fn cleaned(&mut self) -> Option<(Span, Cow<'t, str>)> {
        match self.plain() {
            PlainWord::Word(span, word) => Some((span, Cow::Borrowed(word))),
            PlainWord::End => None,
            PlainWord::Not => self.next_of_any_characters().map(|(span, word)| (span, clean(word))),
        }
    }

    /// Returns the next word as readers see it, without consuming it.
    pub(super) fn peek_cleaned(&self) -> Option<(Span, Cow<'t, str>)> {
        self.clone().cleaned()
    }

    /// Takes the next word if it is graphic ASCII, as nearly all words are: then each byte is a character.
    fn plain(&mut self) -> PlainWord<'t> {
        let bytes = &self.text.as_bytes()[..self.end];
        let class = |at: usize| bytes.get(at).map(|&byte| CLASSES[usize::from(byte)]);
        let mut start = self.at;
        while class(start) == Some(Class::Blank) {
            start += 1;
        }
        let mut end = start;
        while class(end) == Some(Class::Graphic) {
            end += 1;
        }
        if class(end) == Some(Class::Other) {
            return PlainWord::Not;
        }
        self.at = end;
        if end > start { PlainWord::Word(Span::new(start, end), &self.text[start..end]) } else { PlainWord::End }
    }

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
