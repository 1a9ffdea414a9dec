//! What holds for every text and every place in it.

use ishi::document::Snapshot;
use ishi::format::Options;
use ishi::ide::{Symbol, actions, completion, folding, formatting, hover, symbols};
use ishi::text::{Edit, Span};
use proptest::prelude::*;

use crate::fixture::snapshot;

/// Bits of records that are likely to change the structure around them.
const PIECES: &[&str] = &[
    "EVENT one\n",
    "event\r\n",
    "EVNET x\n",
    "REMARK r\n",
    "COM\n",
    "COM title\r\n",
    "ENDCOM\n",
    "ENDCOM\r",
    "CMO\n",
    "USER data\n",
    "ENDUSER\n",
    "VAR a\n",
    "VAR\n",
    "ENDVAR\n",
    "VRA\n",
    "B 1 Q16\n",
    "W 2 D4\r\n",
    "B 3 Q3 R7\n",
    "b 3 pass\n",
    "W 2\n",
    "SETUP B D4 W Q4\n",
    "BOARDSIZE 9\n",
    "BLACK é\n",
    "DIAGRAM a1 j9\n",
    "MARK #1-3 a@Q16\n",
    "PRISONER #1\n",
    "prose that is no data\n",
    "\n",
    "  \n",
    "\r",
    "\r\n",
    " ",
    "\u{feff}",
    "é",
    "😀",
    "E",
    "COM",
    "VAR",
];

fn texts(most: usize) -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(PIECES), 0..most).prop_map(|pieces| pieces.concat())
}

fn assert_within(text: &str, span: Span) {
    assert!(text.get(span.range()).is_some(), "{span:?} is no part of {text:?}");
}

fn assert_applicable(text: &str, edits: &[Edit]) {
    for edit in edits {
        assert_within(text, edit.span);
    }
    assert!(edits.windows(2).all(|pair| pair[0].span.end <= pair[1].span.start), "{edits:?} overlap in {text:?}");
}

fn assert_nested(text: &str, symbol: &Symbol, within: Span) {
    let contains = |outer: Span, inner: Span| outer.start <= inner.start && inner.end <= outer.end;
    assert_within(text, symbol.span);
    assert!(!symbol.name.is_empty());
    assert!(contains(within, symbol.span), "{symbol:#?} reaches out of its parent in {text:?}");
    assert!(contains(symbol.span, symbol.selection), "{symbol:#?} selects something else in {text:?}");
    for child in &symbol.children {
        assert_nested(text, child, symbol.span);
    }
}

/// All that is asked for a place.
fn ask(text: &str, snapshot: &Snapshot, offset: usize) {
    for proposal in completion(snapshot, offset) {
        assert_within(text, proposal.replace);
        let replaced = proposal.replace.range();
        assert!(replaced.start <= offset && offset <= replaced.end, "{proposal:?} is elsewhere in {text:?}");
        assert!(!text[replaced].contains(['\r', '\n']));
    }
    if let Some(hover) = hover(snapshot, offset) {
        assert_within(text, hover.span);
    }
    for action in actions(snapshot, Span::empty(offset)) {
        assert_within(text, action.diagnostic.span);
        assert_applicable(text, &action.edits);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn every_place_has_an_answer(text in texts(16)) {
        let snapshot = snapshot(&text);
        for offset in (0..=text.len()).filter(|&offset| text.is_char_boundary(offset)) {
            let is_in_line_end = text[..offset].ends_with('\r') && text[offset..].starts_with('\n');
            if !is_in_line_end {
                ask(&text, &snapshot, offset);
            }
        }
    }

    #[test]
    fn symbols_nest_and_folds_are_lines(text in texts(40)) {
        let snapshot = snapshot(&text);
        for symbol in symbols(&snapshot) {
            assert_nested(&text, &symbol, Span::new(0, text.len()));
        }
        let lines = snapshot.text().len_lines() as u32;
        let folds = folding(&snapshot);
        prop_assert!(folds.iter().all(|fold| fold.start < fold.end && fold.end < lines), "{folds:?} in {text:?}");
        prop_assert!(folds.is_sorted_by_key(|fold| fold.start));
    }

    /// A range keeps to its lines, and does there what formatting does to the whole file.
    #[test]
    fn a_range_is_its_part_of_the_whole(text in texts(25), one: prop::sample::Index, other: prop::sample::Index) {
        let boundary = |index: prop::sample::Index| {
            let at = index.index(text.len() + 1);
            (0..=at).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0)
        };
        let (one, other) = (boundary(one), boundary(other));
        let range = Span::new(one.min(other), one.max(other));
        let snapshot = snapshot(&text);
        let whole = formatting(&snapshot, &Options::default(), None);
        let part = formatting(&snapshot, &Options::default(), Some(range));
        assert_applicable(&text, &whole);
        assert_applicable(&text, &part);
        for edit in &part {
            let is_part = |all: &Edit| all == edit || {
                all.text.is_empty() && edit.text.is_empty()
                    && all.span.start <= edit.span.start && edit.span.end <= all.span.end
            };
            prop_assert!(whole.iter().any(is_part), "{edit:?} is none of {whole:?}");
        }
        let line = |byte: u32| snapshot.text().byte_to_line(byte as usize);
        let lines = line(range.start)..=line(range.end);
        for Edit { span, .. } in &part {
            prop_assert!(lines.contains(&line(span.start)), "{span:?} is not in {range:?} of {text:?}");
            prop_assert!(lines.contains(&line(span.end.max(span.start + 1) - 1).min(*lines.end())));
        }
    }
}
