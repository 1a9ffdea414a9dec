//! The law of a living document: after any edits it equals one read afresh from the same text.

use std::sync::Arc;

use ishi_check::check::{Code, Severities, Severity};
use ishi_ide::document::{Document, Error, Replacement};
use ishi_ide::ide::{Analysis, formatting};
use ishi_position::{ColumnUnit, LineRule, Position};
use ishi_record::format::Options;
use ishi_record::syntax::Source;

use ishi_test_support::laws::edits::assert_is;
use ishi_test_support::laws::model::position_in;
use ishi_text::Span;
use proptest::prelude::*;

/// Bits of records that are likely to change the structure around them.
const PIECES: &[&str] = &[
    "EVENT one\n",
    "event\r\n",
    "EVNET x\n",
    "REMARK r\n",
    "REMARK ishi: allow missing-move\n",
    "COM\n",
    "COM title\r\n",
    "ENDCOM\n",
    "ENDCOM\r",
    "CMO\n",
    "ENDCMO\n",
    "ENDUESR\n",
    "USER data\n",
    "ENDUSER\n",
    "VAR a\n",
    "ENDVAR\n",
    "VRA\n",
    "B 1 Q16\n",
    "W 2 D4\r\n",
    "B 3 Q3 R7\n",
    "b 3 pass\n",
    "W 4\n",
    "SETUP B D4 W Q4\n",
    "BOARDSIZE 9\n",
    "KOMI 5\n",
    "DIAGRAM a1 j9\n",
    "MARK #1-3 a@Q16\n",
    "PRISONER #1\n",
    "HIDE Q4\n",
    "(;GM[1]FF[4]\n",
    "(;",
    "From: a\nSubject: b\n",
    "package main\n",
    "prose that is not data\n",
    "Black wins.\n",
    "\n",
    "\r",
    "\r\n",
    " ",
    "\u{feff}",
    "\u{1a}",
    "é",
    "😀",
    "E",
    "COM",
    "ENDCOM",
    "REMARK",
    "x",
];

#[derive(Clone, Debug)]
struct Change {
    start: prop::sample::Index,
    length: usize,
    text: String,
    unit: u8,
    /// Whether somebody wants to know something of the document then.
    is_asked: bool,
}

fn pieces(count: std::ops::Range<usize>) -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(PIECES), count).prop_map(|pieces| pieces.concat())
}

fn change() -> impl Strategy<Value = Change> {
    (any::<prop::sample::Index>(), prop_oneof![Just(0), 0usize..6, 0usize..80], pieces(0..4), 0u8..3, any::<bool>())
        .prop_map(|(start, length, text, unit, is_asked)| Change { start, length, text, unit, is_asked })
}

/// Whether a place lies within a line end, where LSP has no position.
fn is_between_cr_and_lf(text: &str, at: usize) -> bool {
    at > 0 && text[..at].ends_with('\r') && text[at..].starts_with('\n')
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4 * ProptestConfig::default().cases, ..ProptestConfig::default() })]
    #[test]
    fn incremental_equals_from_scratch(start in pieces(0..30), changes in prop::collection::vec(change(), 1..12)) {
        let severities = Arc::new(Severities::default());
        let mut text = start;
        let mut document = Document::new(&text, severities.clone());
        for change in changes {
            let unit = [ColumnUnit::Utf8, ColumnUnit::Utf16, ColumnUnit::Utf32][change.unit as usize];
            let boundary = |mut at: usize| { while !text.is_char_boundary(at) { at += 1; } at };
            // LSP has no position between CR and LF.
            let place = |at: usize| if is_between_cr_and_lf(&text, at) { at - 1 } else { at };
            let first = place(boundary(change.start.index(text.len() + 1)));
            let last = place(boundary((first + change.length).min(text.len()))).max(first);
            document.edit(position_in(&text, first, unit), position_in(&text, last, unit), unit, &change.text).unwrap();
            text.replace_range(first..last, &change.text);
            if change.is_asked {
                assert_is(&document, &text);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]
    /// Many edits in one go leave what they leave one by one.
    #[test]
    fn edits_can_be_made_together(start in pieces(0..30), changes in prop::collection::vec(change(), 1..20)) {
        let mut text = start;
        let mut document = Document::new(&text, Arc::default());
        let mut edits = Vec::new();
        for change in &changes {
            let mut first = change.start.index(text.len() + 1);
            while !text.is_char_boundary(first) || is_between_cr_and_lf(&text, first) {
                first -= 1;
            }
            let at = position_in(&text, first, ColumnUnit::Utf8);
            edits.push(Replacement { start: at, end: at, text: &change.text });
            text.insert_str(first, &change.text);
        }
        document.edit_all(&edits, ColumnUnit::Utf8, LineRule::Lsp).unwrap();
        assert_is(&document, &text);
    }
}

/// One event that is so long that its lines are kept from version to version.
fn long_event() -> String {
    let mut text = "EVENT long\nBLACK Ada\n".to_owned();
    let mut number = 0;
    while text.len() < 200_000 {
        number += 1;
        let color = if number % 2 == 1 { 'B' } else { 'W' };
        let point = format!("{}{}", char::from(b"ABCDEFGHJKLMNOPQRST"[number % 19]), number / 19 % 19 + 1);
        let more = match number % 10 {
            3 => "COM\r\nprose, and USER\r\nENDCOM\r\n".to_owned(),
            5 => format!("VAR\r\n  {color} {number} PASS\r\nENDVAR\r\n"),
            7 => format!("MARK #{number}\r\n\r\nREMARK of the next\r\n"),
            _ => String::new(),
        };
        text.extend([format!("{color} {number} {point}\r\n"), more]);
    }
    text
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 20, ..ProptestConfig::default() })]
    #[test]
    fn a_long_event_is_read_as_from_scratch(changes in prop::collection::vec(change(), 1..8)) {
        let mut text = long_event();
        let mut document = Document::new(&text, Arc::default());
        for change in changes {
            let boundary = |mut at: usize| {
                while !text.is_char_boundary(at) || is_between_cr_and_lf(&text, at) {
                    at -= 1;
                }
                at
            };
            let first = boundary(change.start.index(text.len() + 1));
            let last = boundary((first + change.length).min(text.len())).max(first);
            let unit = ColumnUnit::Utf16;
            document.edit(position_in(&text, first, unit), position_in(&text, last, unit), unit, &change.text).unwrap();
            text.replace_range(first..last, &change.text);
            if change.is_asked {
                assert_is(&document, &text);
                for event in document.snapshot().events() {
                    let text = event.text();
                    let (known, fresh) = (event.source(&text), Source::of_event(&text, event.is_last()));
                    prop_assert_eq!(&known.lines, &fresh.lines);
                    let mut lines = known.lines.iter().zip(&fresh.lines);
                    prop_assert!(lines.all(|(one, other)| known.fields(one) == fresh.fields(other)));
                }
            }
        }
    }
}

#[test]
fn old_snapshots_stay_as_they_were() {
    let mut document = Document::new("B 1 Q16\n", Arc::default());
    let before = document.snapshot();
    document.edit(Position::new(0, 0), Position::new(0, 1), ColumnUnit::Utf16, "X").unwrap();
    assert_eq!(before.text().to_string(), "B 1 Q16\n");
    assert_eq!(before.diagnostics(10).0, []);
    assert_eq!(document.snapshot().diagnostics(10).0.len(), 1);
}

#[test]
fn an_edit_that_does_not_fit_is_refused() {
    let mut document = Document::new("B 1 Q16\n", Arc::default());
    let edit = |document: &mut Document, start, end| {
        document.edit(Position::new(start, 0), Position::new(end, 0), ColumnUnit::Utf16, "x")
    };
    assert_eq!(edit(&mut document, 7, 8), Err(Error::NoSuchLine));
    assert_eq!(edit(&mut document, 1, 0), Err(Error::Reversed));
    assert_eq!(document.snapshot().text().to_string(), "B 1 Q16\n");
    assert_eq!(edit(&mut document, 0, 99), Ok(()));
    assert_eq!(document.snapshot().text().to_string(), "x");
}

/// The command line checks the text as a whole, the server event by event.
#[test]
fn both_ways_of_checking_agree() {
    let text = "B 1 Q16\r\nVRA\nB 1 D4\r\nENDVAR\r\nEVENT\r\nCOM\nB 1 Q16\n";
    let bare = |list: &[ishi_check::check::Diagnostic]| list.iter().map(|one| (one.code, one.span)).collect::<Vec<_>>();
    let mut severities = Severities::default();
    for severity in [Severity::Off, Severity::Hint] {
        severities.set(Code::DuplicateGame, severity);
        let whole = ishi_check::check::check(text, &severities);
        let (events, omitted) = Document::new(text, Arc::new(severities.clone())).snapshot().diagnostics(usize::MAX);
        assert_eq!((bare(&whole), 0), (bare(&events), omitted));
        assert_eq!(whole.iter().any(|one| one.code == Code::DuplicateGame), severity == Severity::Hint);
    }
}

/// A game is reported as soon as its moves are those of another one, and no longer when one of them is changed.
#[test]
fn games_are_compared_after_each_edit() {
    let mut severities = Severities::default();
    severities.set(Code::DuplicateGame, Severity::Hint);
    let mut document = Document::new("EVENT a\nB 1 E5\nEVENT b\nB 1 E4\nEVENT c\n", Arc::new(severities));
    let found = |document: &Document| {
        let (found, _) = document.snapshot().diagnostics(10);
        found.into_iter().map(|one| (one.span, one.related[0].span)).collect::<Vec<_>>()
    };
    assert_eq!(found(&document), []);
    let at = |line, column| Position { line, column };
    document.edit(at(3, 5), at(3, 6), ColumnUnit::Utf16, "5").unwrap();
    assert_eq!(found(&document), [(Span::new(15, 22), Span::new(0, 7))]);
    document.edit(at(0, 0), at(0, 0), ColumnUnit::Utf16, "\n").unwrap();
    assert_eq!(found(&document), [(Span::new(16, 23), Span::new(1, 8))]);
    document.edit(at(2, 5), at(2, 6), ColumnUnit::Utf16, "4").unwrap();
    assert_eq!(found(&document), []);
}

/// A text with a NUL has one diagnostic and is not formatted, until the NUL is gone.
#[test]
fn what_is_not_text_has_one_diagnostic() {
    let mut document = Document::new("EVENT x\nB 1 Q16\nMARKK \0\nB 1 D4\n", Arc::new(Severities::default()));
    let snapshot = document.snapshot();
    let (found, omitted) = snapshot.diagnostics(10);
    assert_eq!((found.len(), omitted, found[0].code.name(), found[0].span), (1, 0, "not-text", Span::new(0, 7)));
    assert_eq!(formatting(&snapshot, &Options::default(), None), []);
    assert_eq!(Analysis::new(snapshot).actions(Span::empty(9), Span::new(0, 30), |_| true), []);
    let (start, end) = (Position { line: 2, column: 6 }, Position { line: 2, column: 7 });
    document.edit(start, end, ColumnUnit::Utf16, "Q16").unwrap();
    let codes: Vec<&str> = document.snapshot().diagnostics(10).0.iter().map(|found| found.code.name()).collect();
    assert_eq!(codes, ["unknown-keyword", "duplicate-move"]);
}
