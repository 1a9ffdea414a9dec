//! No word and no move is lost. A change of a record may
//!
//! - correct the spelling of a keyword, and turn one kind of block into another, so keywords do not count;
//! - give moves other numbers, so neither numbers nor `#n` and `#n-n` count, on a line of their own or after other
//!   data;
//! - correct a field that can't be read, if another one comes in its place;
//! - correct the name of a rule in `REMARK ishi: allow …`, and a word of data with characters outside the Standard's
//!   ASCII.
//!
//! All other words stay, each as often as it is there: those of comments, user data, remarks, titles and headers, the
//! locations of moves, setup, marks and prisoners, labels and signs. So do all moves, each with its color and point. An
//! [`Exception`] is what the very purpose of a change is.

use std::collections::HashMap;
use std::hash::Hash;

use ishi_board::Color;
use ishi_check::check::{Severities, Severity, check};
use ishi_record::record::{MoveTarget, read};
use ishi_record::syntax::{Fault, Field, FieldKind, Following, Keyword, Line, LineKind, Reader, Source};
use ishi_text::difference;

/// The purpose of a change, which decides what it may change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exception {
    None,
    /// It turns or mirrors the board: all locations.
    Locations,
    /// It lets the players change colors: those of moves, and the result.
    Colors,
    /// It gives marks other labels: what stands before an `@`.
    Labels,
    /// It changes the header with this keyword.
    Header(Keyword),
    /// It corrects where or by whom a move was played: as many moves, and all words but their locations.
    Correction,
    /// It makes one event of two, and says once what both have said.
    Merge,
    /// Its title says that it removes something.
    Removal,
}

impl Exception {
    pub fn of(name: &str, title: &str) -> Self {
        match name {
            _ if removes(title) => Self::Removal,
            _ if corrects(title) => Self::Correction,
            "rotate-right" | "rotate-left" | "rotate-180" | "mirror-left-right" | "mirror-top-bottom" => {
                Self::Locations
            }
            "swap-colors" => Self::Colors,
            "add-handicap" => Self::Header(Keyword::Handicap),
            "board-size-9" | "board-size-13" | "board-size-19" => Self::Header(Keyword::Boardsize),
            "merge-events" => Self::Merge,
            _ if name.starts_with("labels-") => Self::Labels,
            _ => Self::None,
        }
    }
}

/// Whether a title says that something is removed.
pub fn removes(title: &str) -> bool {
    let title = title.to_ascii_lowercase();
    title.starts_with("remove") || title.starts_with("delete")
}

/// Whether a title says that a move is corrected.
pub fn corrects(title: &str) -> bool {
    let starts = ["change move ", "change the move ", "exchange the locations of ", "give move ", "give the move "];
    let title = title.to_ascii_lowercase();
    starts.iter().any(|start| title.starts_with(start)) || title.ends_with(" and change the colors after it")
}

/// A bag of things, each as often as it is there.
type Bag<T> = HashMap<T, usize>;

fn bag<T: Eq + Hash>(all: impl IntoIterator<Item = T>) -> Bag<T> {
    let mut bag = Bag::new();
    for one in all {
        *bag.entry(one).or_default() += 1;
    }
    bag
}

/// A text before a change.
pub struct Before<'t> {
    text: &'t str,
    errors: Vec<String>,
    moves: Bag<(Color, MoveTarget)>,
}

impl<'t> Before<'t> {
    pub fn of(text: &'t str) -> Self {
        Self { text, errors: errors(text), moves: moves(text) }
    }
}

/// Asserts that a change has lost neither a word nor a move, and has added no error.
pub fn assert_kept(before: &Before<'_>, new: &str, exception: Exception, name: &str) {
    let (old, was, is) = (before.text, &before.errors, errors(new));
    assert!(is.len() <= was.len(), "{name} adds an error: {}was {was:#?}, is {is:#?}", changed(old, new));
    if exception == Exception::Removal {
        return;
    }
    let (needed, all) = (bag(words(old, exception)), bag(all_words(new)));
    for (word, &count) in &needed {
        let count = if exception == Exception::Merge { 1 } else { count };
        let now = all.get(word).copied().unwrap_or_default();
        assert!(now >= count, "{name} loses {word:?}: {}", changed(old, new));
    }
    let (before, after) = (&before.moves, moves(new));
    let is_kept = match exception {
        Exception::Locations | Exception::Colors | Exception::Correction => {
            before.values().sum::<usize>() <= after.values().sum()
        }
        _ => before.iter().all(|(found, count)| after.get(found).is_some_and(|now| now >= count)),
    };
    assert!(is_kept, "{name} loses a move: {}", changed(old, new));
}

/// The lines that are different.
fn changed(old: &str, new: &str) -> String {
    let edits = difference(old, new);
    let lines = |sign: char, text: &str| {
        text.lines().flat_map(|line| [format!("{sign} {line:?}"), "\n".into()]).collect::<String>()
    };
    let edits = edits.iter().map(|edit| lines('-', edit.span.of(old)) + &lines('+', &edit.text));
    "\n".to_owned() + &edits.collect::<Vec<_>>().join("  ...\n")
}

pub fn errors(text: &str) -> Vec<String> {
    let found = check(text, &Severities::default()).into_iter().filter(|one| one.severity == Severity::Error);
    found.map(|one| format!("{} {}: {}", one.span.start, one.code, one.message)).collect()
}

fn moves(text: &str) -> Bag<(Color, MoveTarget)> {
    let events = Reader::new(text, Following::NOTHING).map(|source| read(&source).event);
    let moves: Vec<_> = events.flat_map(|event| event.moves).collect();
    bag(moves.iter().filter(|found| found.place != MoveTarget::Unknown).map(|found| (found.color, found.place)))
}

/// A word without the characters that are in no word.
fn plain(word: &str) -> &str {
    word.trim_matches(['\u{feff}', '\u{1a}', ','])
}

/// Whether a word looks like a location, which is the letter of a column and the number of a row, or is PASS.
fn is_location(word: &str) -> bool {
    if word.eq_ignore_ascii_case("pass") {
        return true;
    }
    let row = word.strip_prefix(|first: char| first.is_ascii_alphabetic()).unwrap_or_default();
    matches!(row.len(), 1..=2) && row.bytes().all(|byte| byte.is_ascii_digit())
}

/// All words of a text, those with an `@` in both of their parts, and locations in upper case, too.
fn all_words(text: &str) -> Vec<String> {
    let mut all = Vec::new();
    for word in text.split_whitespace().map(plain) {
        all.push(word.to_owned());
        let upper = word.to_ascii_uppercase();
        if is_location(word) && upper != word {
            all.push(upper);
        }
        if let Some(at) = word.rfind('@') {
            all.extend([&word[..=at], &word[at + 1..]].map(|part| plain(part).to_owned()));
        }
    }
    all
}

/// The words of a text that have to stay.
fn words(text: &str, exception: Exception) -> Vec<String> {
    let mut out = Vec::new();
    for source in Reader::new(text, Following::NOTHING) {
        let moves = read(&source).event.moves;
        for (index, line) in source.lines.iter().enumerate() {
            // Of bare locations that are read as moves, the moves have to stay.
            let is_move = || moves.binary_search_by_key(&index, |found| found.line as usize).is_ok();
            if line.kind != LineKind::Bare || !is_move() {
                line_words(&source, line, exception, &mut out);
            }
        }
    }
    out.iter().map(|word| plain(word).to_owned()).filter(|word| !word.is_empty()).collect()
}

fn line_words(source: &Source<'_>, line: &Line, exception: Exception, out: &mut Vec<String>) {
    let split = |text: &str| text.split_whitespace().map(|word| plain(word).to_owned()).collect::<Vec<_>>();
    if let LineKind::Text(_) = line.kind {
        out.extend(split(source.str(line.span)));
        return;
    }
    if exception == Exception::Merge && matches!(line.keyword(), Some(Keyword::Event | Keyword::Boardsize)) {
        return;
    }
    let is_changed = match exception {
        Exception::Header(keyword) => line.keyword() == Some(keyword),
        Exception::Colors => line.keyword() == Some(Keyword::Result),
        _ => false,
    };
    let is_to_us = line.keyword() == Some(Keyword::Remark)
        && source.fields(line).first().is_some_and(|field| source.str(field.span).to_lowercase().starts_with("ishi:"));
    if is_changed || is_to_us {
        return;
    }
    if line.kind == LineKind::Bare {
        // They become moves, whose letters follow those of the moves around them.
        out.extend(split(source.str(line.span)).iter().map(|word| word.to_ascii_uppercase()));
        return;
    }
    let before = out.len();
    let is_move = matches!(line.keyword(), Some(Keyword::B | Keyword::W));
    for &Field { span, kind } in source.fields(line) {
        let text = source.str(span);
        match kind {
            _ if exception == Exception::Correction && is_move && is_location(text) => {}
            // Also one with a control character in it, which does not belong to the location.
            FieldKind::Location(_) if exception == Exception::Correction && is_move => {}
            FieldKind::Location(_) | FieldKind::Size(_) if exception == Exception::Locations => {}
            FieldKind::Mark(_) => {
                let (sign, target) = text.split_at(text.rfind('@').map_or(0, |at| at + 1));
                if exception != Exception::Labels {
                    out.push(sign.to_owned());
                }
                if !target.starts_with('#') && exception != Exception::Locations {
                    out.push(target.to_owned());
                }
            }
            // What becomes a line of data has numbers like all data.
            FieldKind::Bad(Fault::Unexpected | Fault::Swapped(_)) | FieldKind::Ignored => {
                let words = split(text).into_iter().map(|word| {
                    let number = word.find("@#").map(|at| at + 1).or(word.starts_with('#').then_some(0));
                    word[..number.unwrap_or(word.len())].to_owned()
                });
                out.extend(words.filter(|word| !word.bytes().all(|byte| byte.is_ascii_digit())));
            }
            FieldKind::Number(_) | FieldKind::Color(_) | FieldKind::Bad(_) => {}
            _ => out.extend(split(text)),
        }
    }
    let mut nth = 0;
    out.retain(|word| {
        nth += 1;
        nth <= before || word.is_ascii()
    });
}
