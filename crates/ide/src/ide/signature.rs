//! `textDocument/signatureHelp`: the syntax of the line under the cursor.

use super::cursor;
use super::situation::block_around;
use crate::document::Snapshot;
use ishi_board::Color;
use ishi_record::syntax::{Keyword, Words, location};
use ishi_text::Span;

/// The syntax of the line under the cursor, in the notation of section 5.3.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature {
    /// The syntax; only ASCII.
    pub label: &'static str,
    /// The meaning of the keyword.
    pub help: &'static str,
    /// The fields, in the order of the label.
    pub parameters: Vec<Parameter>,
    /// The index of the field under the cursor; `None` if it is not clear yet, or if the line is complete.
    pub active: Option<usize>,
}

/// A field of a [`Signature`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// The span of its name in the label.
    pub span: Span,
    /// The values that it takes.
    pub help: &'static str,
}

const NUMBER: &str = "The number of the move, greater than 0.";
const MOVE: &str = "Where it is played: a column A to T without I, and a row from 1 at the bottom. Or PASS.";
const SIZE: &str = "How many lines the board has each way, 2 to 19.";
const SQUARE: &str = "A whole board of this size, such as 9x9.";
const CORNERS: &str = "Two opposite corners of the part of the board that is shown, such as A1 J9.";
const COLOR: &str = "The color of the stones that follow.";
const STONES: &str = "Where these stones stand, such as D4 Q16.";
const MARKER: &str = "A marker of one or two characters.";
const ALL: &str = "All moves that are on the board.";
const LOC: &str = "The stone at a location, such as Q16.";
const ONE: &str = "The most recent move with this number, such as #12.";
const RANGE: &str = "The moves from one number to another, such as #12-15.";
const SIGN_LOC: &str = "A sign at a location: \\c a check mark, \\d a diamond, \\s a square, \\t a triangle.";
const SIGN_ONE: &str = "A sign on a move: \\c a check mark, \\d a diamond, \\s a square, \\t a triangle.";
const SIGN_RANGE: &str =
    "A sign on each move of a range: \\c a check mark, \\d a diamond, \\s a square, \\t a triangle.";
const LABEL_LOC: &str = "One or two characters at a location, such as a@R3.";
const LABEL_ONE: &str = "One or two characters on a move, such as a@#12.";
const LABEL_RANGE: &str = "One or two characters on each move of a range, such as x@#12-15.";

/// The fields of a keyword, with their names in its syntax and their values. A keyword with free text has no fields.
fn parameters(keyword: Keyword) -> &'static [(&'static str, &'static str)] {
    match keyword {
        Keyword::B | Keyword::W => &[("<n>", NUMBER), ("<loc | PASS>", MOVE)],
        Keyword::Boardsize => &[("<n>", SIZE)],
        Keyword::Diagram => &[("<nXn>", SQUARE), ("<loc loc>", CORNERS)],
        Keyword::Setup => &[("<B | W>", COLOR), ("[loc]*", STONES)],
        Keyword::Var => &[("[cc]", MARKER)],
        Keyword::Mark => &[
            ("ALL", ALL),
            ("loc", LOC),
            ("#n", ONE),
            ("#n-n", RANGE),
            ("\\C@loc", SIGN_LOC),
            ("\\C@#n", SIGN_ONE),
            ("\\C@#n-n", SIGN_RANGE),
            ("cc@loc", LABEL_LOC),
            ("cc@#n", LABEL_ONE),
            ("cc@#n-n", LABEL_RANGE),
        ],
        Keyword::Unmark => &[("ALL", ALL), ("loc", LOC), ("#n", ONE), ("#n-n", RANGE)],
        Keyword::Hide => &[("loc", LOC), ("#n", ONE), ("#n-n", RANGE)],
        Keyword::Prisoner => &[("#n", ONE), ("loc", LOC)],
        _ => &[],
    }
}

/// The syntax of the line at `offset`, after its keyword (`textDocument/signatureHelp`). `None` in blocks of text, and
/// for a keyword with free text or without fields.
pub fn signature(snapshot: &Snapshot, offset: usize) -> Option<Signature> {
    cursor::at(snapshot, offset, |cursor| {
        let line = cursor.line()?;
        let keyword = line.keyword().filter(|_| block_around(cursor.source, cursor.line as usize).is_none())?;
        let after = line.after_word();
        if cursor.offset <= after.start as usize || cursor.offset > after.end as usize {
            return None;
        }
        let named = parameters(keyword);
        if named.is_empty() {
            return None;
        }
        let info = keyword.info();
        let mut end = keyword.name().len();
        let parameter = |&(name, help): &(&str, &'static str)| {
            let start = end + info.syntax[end..].find(name)?;
            end = start + name.len();
            Some(Parameter { span: Span::new(start, end), help })
        };
        let words = Words::new(cursor.source.text, after);
        let (before, rest): (Vec<_>, Vec<_>) = words.partition(|(span, _)| (span.end as usize) < cursor.offset);
        let before: Vec<&str> = before.into_iter().map(|(_, word)| word).collect();
        // What stands after the cursor has no bearing on the field that is being typed, but its own word does.
        let word = rest.first().filter(|(span, _)| span.start as usize <= cursor.offset).map_or("", |&(_, word)| word);
        let parameters = named.iter().filter_map(parameter).collect();
        let active = active(keyword, &before, word).and_then(|name| named.iter().position(|&(other, _)| other == name));
        Some(Signature { label: info.syntax, help: info.help, parameters, active })
    })
}

/// The name of the field of a word, after some other words.
fn active(keyword: Keyword, before: &[&str], word: &str) -> Option<&'static str> {
    let is_color = |word: &str| Color::from_letter(word).is_some();
    let nth = |names: &'static [&'static str]| names.get(before.len()).copied();
    match keyword {
        Keyword::B | Keyword::W => nth(&["<n>", "<loc | PASS>"]),
        Keyword::Boardsize => nth(&["<n>"]),
        Keyword::Var => nth(&["[cc]"]),
        Keyword::Diagram => match before.first().unwrap_or(&word).bytes().next() {
            Some(first) if first.is_ascii_digit() => nth(&["<nXn>"]),
            Some(_) => nth(&["<loc loc>", "<loc loc>"]),
            None => None,
        },
        Keyword::Setup if is_color(word) || !before.iter().any(|word| is_color(word)) => Some("<B | W>"),
        Keyword::Setup => Some("[loc]*"),
        _ => form(word),
    }
}

/// The form of MARK that a word has, or will have.
fn form(word: &str) -> Option<&'static str> {
    let at = (1..=2).find(|&at| word.as_bytes().get(at) == Some(&b'@'));
    let target = at.map_or(word, |at| &word[at + 1..]);
    let forms = match (at, word.starts_with('\\')) {
        (Some(2), true) => ["\\C@loc", "\\C@#n", "\\C@#n-n"],
        (None, true) => return Some("\\C@loc"),
        (Some(_), _) => ["cc@loc", "cc@#n", "cc@#n-n"],
        (None, false) => ["loc", "#n", "#n-n"],
    };
    match target.strip_prefix('#') {
        Some(numbers) => Some(forms[if numbers.contains('-') { 2 } else { 1 }]),
        None if at.is_some() || location(target).is_some() => Some(forms[0]),
        None if target.is_empty() => None,
        None if target.len() > 1
            && "ALL".get(..target.len()).is_some_and(|beginning| beginning.eq_ignore_ascii_case(target)) =>
        {
            Some("ALL")
        }
        None if target.bytes().next().is_some_and(|first| first.is_ascii_alphabetic()) => Some(forms[0]),
        None => Some("cc@loc"),
    }
}
