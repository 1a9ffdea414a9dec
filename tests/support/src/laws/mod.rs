//! Laws about any input. Each is stated once, and tried in three ways: with random damage to the examples
//! (`tests/library/mutations.rs`), with what a fuzzer comes up with (`fuzz/`, see `docs/fuzzing.md`), and with what one
//! has come up with before (`fuzz/regressions`).

#![allow(
    dead_code,
    unreachable_pub,
    reason = "each test that shares it uses a part, and the fuzz targets are another crate"
)]

pub mod actions;
pub mod collection;
pub mod commands;
pub mod convert;
pub mod edits;
pub mod essence;
pub mod fix;
pub mod format;
pub mod frames;
pub mod import;
pub mod kept;
pub mod model;
pub mod nodes;
pub mod parse;
pub mod places;
pub mod positions;
pub mod reverse;
pub mod rewrite;
pub mod server;
pub mod session;
pub mod sgf;
pub mod sgf_kept;

use std::borrow::Cow;
use std::sync::Arc;

use arbitrary::Unstructured;
use ishi_ide::document::Document;
use ishi_position::ColumnUnit;
use ishi_record::syntax::{Following, LineKind, Reader};

/// A law. It takes any bytes, and panics where it does not hold.
pub type Law = fn(&[u8]);

/// The laws, by the names of their fuzz targets.
pub const ALL: [(&str, Law); 16] = [
    ("parse", |data| parse::hold(data)),
    ("edits", |data| edits::hold(Input::new(data))),
    ("format", |data| format::hold(Input::new(data))),
    ("fix", |data| fix::hold(&Input::new(data).text)),
    ("actions", |data| actions::hold(Input::new(data))),
    ("rewrite", |data| rewrite::hold(Input::new(data))),
    ("commands", |data| commands::hold(Input::new(data))),
    ("places", |data| ask(Input::new(data))),
    ("positions", |data| positions::hold(Input::new(data))),
    ("sgf", |data| sgf::hold(data)),
    ("convert", |data| convert::hold(data)),
    ("nodes", |data| nodes::hold(data)),
    ("import", |data| import::hold(data)),
    ("collection", |data| collection::hold(data)),
    ("frames", |data| frames::hold(data)),
    ("server", |data| server::hold(Input::new(data))),
];

/// The law with this name.
///
/// # Panics
/// A name that no law has.
pub fn named(name: &str) -> Law {
    ALL.iter().find(|(own, _)| *own == name).unwrap_or_else(|| panic!("there is no law `{name}`")).1
}

/// Asks all that an editor asks, at a few places.
fn ask(input: Input<'_>) {
    let Input { text, mut choices } = input;
    let snapshot = Document::new(&text, Arc::default()).snapshot();
    places::ask_for_all(&text, &snapshot);
    for _ in 0..2 {
        places::ask(&text, &snapshot, choices.place(&text));
        if choices.are_over() {
            return;
        }
    }
}

/// The bytes of a fuzzer as a text, and choices of what to do with it. So every record is an input, and what a fuzzer
/// learns of one law is of use for the next.
pub struct Input<'d> {
    pub text: Cow<'d, str>,
    pub choices: Choices<'d>,
}

impl<'d> Input<'d> {
    /// The byte between the text and the choices, which is not in UTF-8.
    pub const DIVIDER: u8 = 0xff;

    pub fn new(data: &'d [u8]) -> Self {
        let divider = data.iter().rposition(|&byte| byte == Self::DIVIDER);
        let (text, choices) = divider.map_or((data, &[][..]), |at| (&data[..at], &data[at + 1..]));
        Self { text: text_of(text), choices: Choices(Unstructured::new(choices)) }
    }
}

/// Bytes as a text: UTF-8, or else a character for each byte.
fn text_of(bytes: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.into(),
        Err(_) => bytes.iter().map(|&byte| char::from(byte)).collect(),
    }
}

/// Choices, of which there are always more: after the last one given, the first possibility is chosen.
pub struct Choices<'d>(Unstructured<'d>);

impl<'d> Choices<'d> {
    pub fn new(data: &'d [u8]) -> Self {
        Self(Unstructured::new(data))
    }

    pub fn are_over(&self) -> bool {
        self.0.is_empty()
    }

    /// A number below `end`, which is not 0.
    pub fn below(&mut self, end: usize) -> usize {
        self.0.int_in_range(0..=end - 1).unwrap_or_default()
    }

    /// True in one case out of `n`, and not after the last choice.
    pub fn once_in(&mut self, n: usize) -> bool {
        self.below(n) == n - 1
    }

    pub fn of<'l, T>(&mut self, list: &'l [T]) -> &'l T {
        &list[self.below(list.len())]
    }

    pub fn bytes(&mut self, most: usize) -> &'d [u8] {
        let length = self.below(most + 1).min(self.0.len());
        self.0.bytes(length).unwrap_or_default()
    }

    /// A place in a text where a client can put its cursor: between two characters, and not between CR and LF.
    pub fn place(&mut self, text: &str) -> usize {
        let mut at = self.below(text.len() + 1);
        while !text.is_char_boundary(at) || text[..at].ends_with('\r') && text[at..].starts_with('\n') {
            at -= 1;
        }
        at
    }

    /// Two such places in order, which are mostly the same.
    pub fn selection(&mut self, text: &str) -> (usize, usize) {
        let one = self.place(text);
        let other = if self.once_in(4) { self.place(text) } else { one };
        (one.min(other), one.max(other))
    }

    pub fn unit(&mut self) -> ColumnUnit {
        *self.of(&UNITS)
    }

    /// A short text, of [`PIECES`] or any characters.
    pub fn piece(&mut self) -> String {
        let mut piece = String::new();
        for _ in 0..self.below(4) {
            match self.below(PIECES.len() + 1).checked_sub(1) {
                Some(nth) => piece.push_str(PIECES[nth]),
                None => piece.push_str(&String::from_utf8_lossy(self.bytes(20))),
            }
        }
        piece
    }
}

pub const UNITS: [ColumnUnit; 3] = [ColumnUnit::Utf8, ColumnUnit::Utf16, ColumnUnit::Utf32];

/// Bits that change much: delimiters, keywords, line ends, numbers at the edge, characters of all lengths.
pub const PIECES: &[&str] = &[
    "\n",
    "\r",
    "\r\n",
    " ",
    "\t",
    "COM\n",
    "ENDCOM\n",
    "USER\n",
    "ENDUSER\n",
    "VAR\n",
    "ENDVAR\n",
    "EVENT\n",
    "EVNET\n",
    "REMARK ishi: allow missing-move\n",
    "B ",
    "W 4294967295 A1\n",
    "B 0 Q4\n",
    "#",
    "#1-4294967295",
    "\\t@",
    "@",
    "-",
    "é",
    "😀",
    "\u{feff}",
    "\u{1a}",
    "\0",
    "BOARDSIZE 2\n",
    "DIAGRAM a1 t19\n",
    "HIDE ",
    "MARK ALL ",
    "SETUP W ",
    "END VAR\n",
];

/// The lines of COM and USER blocks, which are a user's own.
pub fn blocks(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for source in Reader::new(text, Following::NOTHING) {
        let lines = source.lines.iter().filter(|line| matches!(line.kind, LineKind::Text(_)));
        found.extend(lines.map(|line| source.str(line.span).to_owned()));
    }
    found
}

/// The [`parts`] of the examples.
#[allow(clippy::disallowed_methods, reason = "a test reads its own files")]
pub fn examples() -> Vec<String> {
    let folder = crate::root().join("examples");
    let mut paths: Vec<_> =
        std::fs::read_dir(folder).expect("the examples").map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    paths.iter().filter_map(|path| std::fs::read_to_string(path).ok()).flat_map(|text| parts(&text)).collect()
}

/// A text in parts, which are as long as a fuzzer likes its inputs.
#[allow(dead_code, reason = "not every test has texts of its own")]
pub fn parts(text: &str) -> Vec<String> {
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    lines.chunks(60).map(<[&str]>::concat).collect()
}
