//! One line: its end, its first word, its fields.

use super::Keyword;
use super::field::{self, Field, FieldKind};
use super::slip;
use super::value;
use super::words::Words;
use ishi_text::Span;

/// A block of lines with any text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Block {
    /// `COM … ENDCOM`
    Com,
    /// `USER … ENDUSER`
    User,
}

impl Block {
    /// The keyword that begins it.
    pub fn opener(self) -> Keyword {
        match self {
            Self::Com => Keyword::Com,
            Self::User => Keyword::User,
        }
    }

    /// The keyword that ends it.
    pub fn closer(self) -> Keyword {
        match self {
            Self::Com => Keyword::Endcom,
            Self::User => Keyword::Enduser,
        }
    }
}

/// The kind of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineKind {
    /// An empty line, or only white space and characters that readers ignore, outside a block.
    Blank,
    /// A line that begins with a keyword.
    Data(Keyword),
    /// A line whose first word is misspelt, and the keyword that it is read as.
    Misspelt(Keyword),
    /// A line that has only locations and passes, which are its fields: moves without color and number.
    Bare,
    /// A line whose first word is not a keyword and resembles none.
    Unknown,
    /// A line inside a block.
    Text(Block),
    /// A line of text of another kind, before the first line of a record.
    Foreign,
}

/// A line of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    /// The line without its line end.
    pub span: Span,
    /// The start of the next line, after CR, LF or CR LF.
    pub end: u32,
    /// The first word; empty if there is none, and in the lines of a block.
    pub word: Span,
    /// The kind of the line.
    pub kind: LineKind,
    /// The range of its fields in the list of the source.
    pub(super) fields: (u32, u32),
}

impl Line {
    /// The keyword that the line has or is read as.
    pub fn keyword(&self) -> Option<Keyword> {
        match self.kind {
            LineKind::Data(keyword) | LineKind::Misspelt(keyword) => Some(keyword),
            LineKind::Blank | LineKind::Bare | LineKind::Unknown | LineKind::Text(_) | LineKind::Foreign => None,
        }
    }

    /// The span of the line after its first word.
    pub fn after_word(&self) -> Span {
        Span { start: self.word.end, end: self.span.end }
    }

    /// The line with its line end.
    pub fn whole(&self) -> Span {
        Span { start: self.span.start, end: self.end }
    }
}

/// The end of the line that begins at `start`, without and with its line end.
pub(super) fn bounds(text: &str, start: usize) -> (usize, usize) {
    let bytes = text.as_bytes();
    match memchr::memchr2(b'\n', b'\r', &bytes[start..]) {
        None => (text.len(), text.len()),
        Some(length) => {
            let end = start + length;
            let crlf = bytes[end] == b'\r' && bytes.get(end + 1) == Some(&b'\n');
            (end, end + 1 + usize::from(crlf))
        }
    }
}

/// Reads the line `span` as a line outside a block.
pub(super) fn read(text: &str, span: Span, end: usize, fields: &mut Vec<Field>) -> Line {
    if let Some((word, keyword, data)) = complete_move(text, span) {
        let first = fields.len() as u32;
        fields.extend(data);
        return Line { span, end: end as u32, word, kind: LineKind::Data(keyword), fields: (first, first + 2) };
    }
    read_words(text, span, end, fields)
}

/// Reads a line that is a move with only a number and a point, as most lines are, without splitting it into words
/// first.
fn complete_move(text: &str, span: Span) -> Option<(Span, Keyword, [Field; 2])> {
    let bytes = &text.as_bytes()[..span.end as usize];
    let skip_blanks = |at: usize| skip_while(bytes, at, |byte| matches!(byte, b' ' | b'\t'));
    let word = skip_blanks(span.start as usize);
    let keyword = match bytes.get(word)? {
        b'B' | b'b' => Keyword::B,
        b'W' | b'w' => Keyword::W,
        _ => return None,
    };
    let number = skip_blanks(word + 1);
    let number_end = skip_while(bytes, number, |byte| byte.is_ascii_digit());
    let place = skip_blanks(number_end);
    let place_end = skip_while(bytes, place, |byte| byte.is_ascii_alphanumeric());
    if number == word + 1 || place == number_end || skip_blanks(place_end) != bytes.len() {
        return None;
    }
    let value = value::number(&text[number..number_end])?;
    let point = value::location(&text[place..place_end])?;
    let data = [
        Field { span: Span::new(number, number_end), kind: FieldKind::Number(value) },
        Field { span: Span::new(place, place_end), kind: FieldKind::Location(point) },
    ];
    Some((Span::new(word, word + 1), keyword, data))
}

/// The end of the run of bytes of a kind that begins at `at`, if any.
#[inline]
fn skip_while(bytes: &[u8], mut at: usize, is_of_kind: impl Fn(u8) -> bool) -> usize {
    while at < bytes.len() && is_of_kind(bytes[at]) {
        at += 1;
    }
    at
}

fn read_words(text: &str, span: Span, end: usize, fields: &mut Vec<Field>) -> Line {
    let first = fields.len() as u32;
    let mut words = Words::new(text, span);
    let (word_span, kind) = match words.cleaned() {
        None => (Span::empty(span.start as usize), LineKind::Blank),
        Some((word_span, word)) => {
            let after_end = word.eq_ignore_ascii_case("END").then(|| words.peek_cleaned());
            match after_end {
                // Outside a block of text there is only a variation to end: `END VAR` is one misspelt word, and so is
                // `END` by itself.
                Some(Some((next_span, next))) if next.eq_ignore_ascii_case("VAR") => {
                    (word_span.to(next_span), LineKind::Misspelt(Keyword::Endvar))
                }
                Some(None) => (word_span, LineKind::Misspelt(Keyword::Endvar)),
                _ => match joined_move(text, span, fields) {
                    Some(read) => read,
                    None if bare_locations(text, span, fields) => (word_span, LineKind::Bare),
                    None => (word_span, classify(&word, words, fields)),
                },
            }
        }
    };
    Line { span, end: end as u32, word: word_span, kind, fields: (first, fields.len() as u32) }
}

/// Reads a line that has only locations and passes. For any other line, adds nothing and returns false.
fn bare_locations(text: &str, span: Span, fields: &mut Vec<Field>) -> bool {
    let first = fields.len();
    for (span, word) in Words::new(text, span) {
        let kind = match value::location(word) {
            Some(point) => FieldKind::Location(point),
            None if word.eq_ignore_ascii_case("PASS") => FieldKind::Pass,
            None => {
                fields.truncate(first);
                return false;
            }
        };
        fields.push(Field { span, kind });
    }
    fields.len() > first
}

fn classify(word: &str, words: Words<'_>, out: &mut Vec<Field>) -> LineKind {
    if let Some(keyword) = Keyword::of(word) {
        field::fields(keyword, words, out);
        return LineKind::Data(keyword);
    }
    if let Some(keyword) = Keyword::resembling(word) {
        field::fields(keyword, words, out);
        return LineKind::Misspelt(keyword);
    }
    let first = out.len();
    // A move without its color: `1. Q16`.
    if slip::number(word).is_some() {
        field::fields_after_number(words.clone(), out);
        if out[first..].first().is_some_and(|place| place.place().is_some()) {
            return LineKind::Unknown;
        }
        out.truncate(first);
    }
    field::unknown(words, out);
    // A color that is doubled (`BB 12 Q3`) is still plainly a move.
    let place = |kind: FieldKind| matches!(kind, FieldKind::Location(_) | FieldKind::Pass);
    match (color_of(word), &out[first..]) {
        (Some(color), [Field { kind: FieldKind::Number(_), .. }, Field { kind, .. }]) if place(*kind) => {
            LineKind::Misspelt(color)
        }
        _ => LineKind::Unknown,
    }
}

/// The color that a word begins with.
fn color_of(word: &str) -> Option<Keyword> {
    match word.as_bytes().first()?.to_ascii_uppercase() {
        b'B' => Some(Keyword::B),
        b'W' => Some(Keyword::W),
        _ => None,
    }
}

/// Reads a move whose color is joined to its number (`B12 Q3`, `B12Q3`). The word of the line is then only the color.
fn joined_move(text: &str, span: Span, fields: &mut Vec<Field>) -> Option<(Span, LineKind)> {
    let (word_span, word) = Words::new(text, span).next()?;
    let color = color_of(word)?;
    if !word[1..].starts_with(|first: char| first.is_ascii_digit()) {
        return None;
    }
    let color_span = Span::new(word_span.start as usize, word_span.start as usize + 1);
    let first = fields.len();
    field::fields(color, Words::new(text, Span { start: color_span.end, end: span.end }), fields);
    match fields[first..] {
        [one, other] if one.number().is_some() && other.place().is_some() => {
            Some((color_span, LineKind::Misspelt(color)))
        }
        _ => {
            fields.truncate(first);
            None
        }
    }
}

/// The word of a line that has only the misspelt end of a block: `ENDCON`, `END COM`, `END`.
pub(super) fn misspelt_end(text: &str, span: Span, block: Block) -> Option<Span> {
    let mut words = Words::new(text, span);
    let (first_span, first) = words.cleaned()?;
    let second = words.cleaned();
    if words.cleaned().is_some() {
        return None;
    }
    let means = |word: &str, keyword: Keyword| {
        let word = word.trim_matches(|character: char| character.is_ascii_punctuation());
        Keyword::of(word).or_else(|| Keyword::resembling(word)) == Some(keyword)
    };
    let is_end = first.trim_end_matches(['-', '_']).eq_ignore_ascii_case("END");
    match second {
        Some((second_span, second)) => (is_end && means(&second, block.opener())).then(|| first_span.to(second_span)),
        None => (is_end || means(&first, block.closer())).then_some(first_span),
    }
}

/// The keyword that a line outside a block begins with.
pub(super) fn first_keyword(text: &str, span: Span) -> Option<Keyword> {
    Words::new(text, span).cleaned().and_then(|(_, word)| Keyword::of(&word))
}

/// Whether a line outside a block is read as an EVENT line.
pub(super) fn begins_event(text: &str, span: Span) -> bool {
    let Some((_, word)) = Words::new(text, span).cleaned() else { return false };
    Keyword::of(&word).or_else(|| Keyword::resembling(&word)) == Some(Keyword::Event)
}

/// Whether a line can only be data, even where prose is expected: a move with only number and location, or another line
/// of the tree with well-formed data.
pub(super) fn is_unmistakable(text: &str, span: Span, scratch: &mut Vec<Field>) -> bool {
    let Some(keyword) = first_keyword(text, span) else { return false };
    if !matches!(
        keyword,
        Keyword::B
            | Keyword::W
            | Keyword::Var
            | Keyword::Endvar
            | Keyword::Event
            | Keyword::Setup
            | Keyword::Mark
            | Keyword::Prisoner
            | Keyword::Diagram
    ) {
        return false;
    }
    scratch.clear();
    let line = read(text, span, span.end as usize, scratch);
    let well_formed = scratch.iter().all(|field| !matches!(field.kind, FieldKind::Bad(_) | FieldKind::Ignored));
    debug_assert_eq!(line.kind, LineKind::Data(keyword));
    match keyword {
        // An event can have any title, and ENDVAR is not a word of prose.
        Keyword::Event | Keyword::Endvar => true,
        Keyword::B | Keyword::W => well_formed && scratch.len() == 2,
        Keyword::Setup => well_formed && scratch.iter().any(|field| matches!(field.kind, FieldKind::Location(_))),
        Keyword::Mark | Keyword::Prisoner => well_formed && !scratch.is_empty(),
        _ => well_formed,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// A move is the same, whether it is read at once or word by word.
        #[test]
        fn a_move_read_at_once_is_the_one_that_its_words_make(
            before in "[ x]?",
            line in "[ \t]{0,2}[BbWwC][ \t\u{a0}]{0,2}[0-9B]{0,3}(4294967296)?[ \t\u{c}]{0,2}\
                     ([a-tA-T][0-9]{0,3}|PASS|é)?[ \t]{0,2}[x\u{1}é]?",
        ) {
            let text = format!("{before}{line}");
            let span = Span::new(before.len(), text.len());
            let (mut fields, mut others) = (Vec::new(), Vec::new());
            let line = read(&text, span, text.len(), &mut fields);
            prop_assert_eq!(line, read_words(&text, span, text.len(), &mut others));
            prop_assert_eq!(fields, others);
        }
    }

    #[test]
    fn lines_end_as_in_lsp() {
        let ends = |text: &str| {
            let mut start = 0;
            let mut spans = Vec::new();
            while start < text.len() {
                let (content, end) = bounds(text, start);
                spans.push((content, end));
                start = end;
            }
            spans
        };
        assert_eq!(ends("a\r\nb\rc\nd"), [(1, 3), (4, 5), (6, 7), (8, 8)]);
        assert_eq!(ends("\r\r\n\n"), [(0, 1), (1, 3), (3, 4)]);
        assert_eq!(ends("a\u{b}b\u{85}\u{2028}c"), [(9, 9)]);
    }
}
