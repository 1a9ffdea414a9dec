//! Laws of editor features, for every text and every place in it.

use ishi_check::check::{Diagnostic, Family, Severity};
use ishi_ide::ide::{
    HintKinds, MAX_SYMBOLS, Subject, completion, definition, formatting, inlay_hints, lenses, prisoner_edits,
    references, symbols, tokens,
};
use ishi_position::ColumnUnit;
use ishi_record::format::Options;
use ishi_record::syntax::{FieldKind, Source};

use ishi_test_support::laws::places::{ask, ask_for_all, assert_applicable, assert_nested};
use ishi_text::{Edit, Span, apply};
use proptest::prelude::*;

use crate::ide::fixture::snapshot;

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
    "MARK D4 #2 ALL\n",
    "UNMARK #1 c3\n",
    "HIDE Q16 #1-2\n",
    "PRISONER #1\n",
    "PRISONER A1\n",
    "B 4 A1\n",
    "W 5 B1\nW 6 A2\n",
    "prose that is not data\n",
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

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn every_place_has_an_answer(text in texts(16)) {
        let snapshot = snapshot(&text);
        ask_for_all(&text, &snapshot);
        for offset in (0..=text.len()).filter(|&offset| text.is_char_boundary(offset)) {
            let is_in_line_end = text[..offset].ends_with('\r') && text[offset..].starts_with('\n');
            if !is_in_line_end {
                ask(&text, &snapshot, offset);
            }
        }
    }

    /// Whatever leads to a stone is found from it.
    #[test]
    fn references_are_the_other_way_round(text in texts(30)) {
        let snapshot = snapshot(&text);
        for view in snapshot.events() {
            let own = view.text();
            let source = Source::of_event(&own, view.is_last());
            let fields = source.lines.iter().flat_map(|line| source.fields(line));
            for field in fields.filter(|field| matches!(field.kind, FieldKind::Mark(_))) {
                let span = field.span.shifted(view.start());
                let Some(found) = definition(&snapshot, span.start as usize).filter(|found| found.origin == span) else {
                    continue;
                };
                for target in found.targets {
                    let uses = references(&snapshot, target.start as usize, false);
                    prop_assert!(uses.contains(&span), "{span:?} is none of {uses:?} in {text:?}");
                }
            }
        }
    }

    /// A proposed move has nothing wrong in itself: it is complete, on the board and on no stone.
    #[test]
    fn proposed_moves_can_be_played(
        above in texts(16),
        below in texts(4),
        line in prop::sample::select(&["B ", "W ", "B 3 ", "w 4 ", "b q", "  W 5 d"][..]),
        nth: prop::sample::Index,
    ) {
        let text = format!("{above}\n{line}\n{below}");
        let offset = above.len() + 1 + line.len();
        let found = completion(&snapshot(&text), offset, Some(' '), &|_| Vec::new());
        let moves: Vec<_> = found.iter().filter(|one| matches!(one.subject, Subject::Play(..))).collect();
        if moves.is_empty() {
            return Ok(());
        }
        let mut edit = Edit::replace(moves[0].replace, nth.get(&moves).plain.as_str());
        edit.text.push('\n');
        let after = apply(&text, [&edit]);
        let on_line = Span::new(above.len() + 1, edit.span.start as usize + edit.text.len());
        let (diagnostics, _) = snapshot(&after).diagnostics(usize::MAX);
        for one in diagnostics.iter().filter(|one| on_line.touches(one.span) && one.severity == Severity::Error) {
            // The number is that of the line, and what stands below may have it too.
            let is_number = one.code.row().family == Family::Numbers;
            prop_assert!(is_number, "{one:?} in {after:?}");
        }
    }

    /// Whatever else is proposed can be read, and names what is there.
    #[test]
    fn proposed_words_can_be_read(
        above in texts(16),
        line in prop::sample::select(&[
            "MARK ", "MARK #", "MARK #1-", "MARK #-", "mark x@", "MARK \\t@#", "UNMARK ", "HIDE ", "PRISONER ",
            "PRISONER #", "SETUP ", "SETUP W ", "DIAGRAM ", "BOARDSIZE ", "VAR ", "B ",
        ][..]),
        nth: prop::sample::Index,
    ) {
        let text = format!("{above}\n{line}");
        let found = completion(&snapshot(&text), text.len(), Some(' '), &|_| Vec::new());
        // A color, or a sign up to its `@`, is only a beginning.
        let words: Vec<_> = found.iter().filter(|one| !one.plain.ends_with(['@', ' '])).collect();
        if words.is_empty() {
            return Ok(());
        }
        let mut edit = Edit::replace(words[0].replace, nth.get(&words).plain.as_str());
        edit.text.push('\n');
        let after = apply(&text, [&edit]);
        let (diagnostics, _) = snapshot(&after).diagnostics(usize::MAX);
        let is_wrong = |one: &Diagnostic| {
            one.span.start as usize > above.len()
                && one.severity == Severity::Error
                && matches!(one.code.row().family, Family::Fields | Family::References)
        };
        let wrong = diagnostics.iter().find(|one| is_wrong(one));
        prop_assert!(wrong.is_none(), "{wrong:?} in {after:?}");
    }

    /// A part of the lines has its part of the hints.
    #[test]
    fn hints_keep_to_their_lines(text in texts(40), one: prop::sample::Index, other: prop::sample::Index) {
        let snapshot = snapshot(&text);
        let all = inlay_hints(&snapshot, Span::new(0, text.len()), HintKinds::ALL);
        prop_assert!(all.is_sorted_by_key(|hint| hint.offset));
        prop_assert!(all.iter().all(|hint| text.is_char_boundary(hint.offset as usize)));
        let (one, other) = (one.index(text.len() + 1), other.index(text.len() + 1));
        let range = Span::new(one.min(other), one.max(other));
        let line = |byte: u32| snapshot.text().byte_to_line(byte as usize);
        let lines = line(range.start)..=line(range.end);
        let part: Vec<_> = all.into_iter().filter(|hint| lines.contains(&line(hint.offset))).collect();
        prop_assert_eq!(inlay_hints(&snapshot, range, HintKinds::ALL), part, "{:?} of {:?}", range, text);
    }

    #[test]
    fn symbols_nest(text in texts(40), most in prop_oneof![Just(MAX_SYMBOLS), 0usize..8]) {
        let snapshot = snapshot(&text);
        for symbol in symbols(&snapshot, most) {
            assert_nested(&text, &symbol, Span::new(0, text.len()));
        }
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

    /// Tokens are in order, apart, and words of one line; and a part of the lines has its part of them.
    #[test]
    fn tokens_tile_their_lines(text in texts(40), one: prop::sample::Index, other: prop::sample::Index) {
        let snapshot = snapshot(&text);
        for unit in [ColumnUnit::Utf8, ColumnUnit::Utf16, ColumnUnit::Utf32] {
            let all = tokens(&snapshot, Span::new(0, text.len()), unit);
            let follows = |before: &ishi_ide::ide::SemanticToken, next: &ishi_ide::ide::SemanticToken| {
                before.line < next.line || before.line == next.line && before.column + before.length <= next.column
            };
            prop_assert!(all.windows(2).all(|pair| follows(&pair[0], &pair[1])), "{all:?} in {text:?}");
            for token in &all {
                let byte = |column| {
                    let position = ishi_position::Position::new(token.line, column);
                    ishi_position::byte_at(snapshot.text(), position, unit).expect("a line of the text")
                };
                let words = &text[byte(token.column)..byte(token.column + token.length)];
                prop_assert!(!words.is_empty() && words.trim() == words, "{words:?} in {text:?}");
            }
            let (one, other) = (one.index(text.len() + 1), other.index(text.len() + 1));
            let range = Span::new(one.min(other), one.max(other));
            let line = |byte: u32| snapshot.text().byte_to_line(byte as usize) as u32;
            let lines = line(range.start)..=line(range.end);
            let part: Vec<_> = all.into_iter().filter(|token| lines.contains(&token.line)).collect();
            prop_assert_eq!(tokens(&snapshot, range, unit), part, "{:?} of {:?}", range, &text);
        }
    }

    /// Lenses stand on the first line of an event, and the prisoners that one of them writes are right afterwards.
    #[test]
    fn lenses_do_what_they_say(text in texts(40)) {
        let snapshot = snapshot(&text);
        for lens in lenses(&snapshot) {
            let offset = lens.offset as usize;
            prop_assert!(offset == 0 || text[..offset].ends_with(['\r', '\n']));
            let edits = prisoner_edits(&snapshot, offset);
            prop_assert_eq!(edits.is_empty(), !lenses(&snapshot).iter().any(|other| {
                other.offset == lens.offset && other.kind == ishi_ide::ide::LensKind::Prisoners
            }));
        }
    }
}
