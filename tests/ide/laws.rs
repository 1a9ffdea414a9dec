//! What holds for every text and every place in it.

use ishi::check::{Diagnostic, Family, Severity};
use ishi::document::Snapshot;
use ishi::format::Options;
use ishi::ide::{
    Change, HintKinds, MOST_SYMBOLS, Subject, Symbol, SymbolKind, actions, change, completion, definition, folding,
    formatting, highlights, hover, inlay_hints, lens_title, lenses, links, prepare_rename, prisoner_edits, references,
    rename, selection, signature, symbols, tokens, typing,
};
use ishi::syntax::{FieldKind, Keyword, Source};
use ishi::text::{ColumnUnit, Edit, Span, apply};
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
    "MARK D4 #2 ALL\n",
    "UNMARK #1 c3\n",
    "HIDE Q16 #1-2\n",
    "PRISONER #1\n",
    "PRISONER A1\n",
    "B 4 A1\n",
    "W 5 B1\nW 6 A2\n",
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
    assert_eq!(symbol.play.is_some(), symbol.kind == SymbolKind::Move);
    assert!(symbol.children.is_sorted_by_key(|child| child.span.start), "{symbol:#?} is out of order in {text:?}");
    for child in &symbol.children {
        assert_nested(text, child, symbol.span);
    }
}

/// All that is asked for a place.
fn ask(text: &str, snapshot: &Snapshot, offset: usize) {
    let proposals = completion(snapshot, offset, None, &|_| Vec::new()).items;
    for proposal in &proposals {
        assert_within(text, proposal.replace);
        let replaced = proposal.replace.range();
        assert!(replaced.start <= offset && offset <= replaced.end, "{proposal:?} is elsewhere in {text:?}");
        assert!(!text[replaced].contains(['\r', '\n']));
        assert!(!proposal.label.is_empty() && !proposal.plain.is_empty());
    }
    for proposal in proposals.first().into_iter().chain(proposals.last()) {
        let told = proposal.documentation(snapshot, offset);
        assert_eq!(told.is_none(), proposal.subject == Subject::Nothing);
    }
    if let Some(found) = signature(snapshot, offset) {
        assert!(found.parameters.iter().all(|parameter| found.label.get(parameter.span.range()).is_some()));
        assert!(found.active.is_none_or(|active| active < found.parameters.len()));
    }
    for typed in ["\n", "R", "m"] {
        if let Some(edit) = typing(snapshot, offset, typed) {
            assert_applicable(text, std::slice::from_ref(&edit));
            assert!(edit.span.start as usize <= offset, "{edit:?} is elsewhere in {text:?}");
        }
    }
    if let Some(hover) = hover(snapshot, offset) {
        assert_within(text, hover.span);
    }
    ask_where(text, snapshot, offset);
    let steps = selection(snapshot, offset);
    assert_eq!(steps.last(), Some(&Span::new(0, text.len())));
    for span in &steps {
        assert_within(text, *span);
        assert!(span.range().start <= offset && offset <= span.range().end, "{span:?} is not at {offset} in {text:?}");
    }
    let grows = |pair: &[Span]| pair[0] != pair[1] && pair[0].to(pair[1]) == pair[1];
    assert!(steps.windows(2).all(grows), "{steps:?} do not grow at {offset} in {text:?}");
    let here = Span::empty(offset);
    for action in actions(snapshot, here, here, |_| true) {
        if let Some(diagnostic) = &action.diagnostic {
            assert_within(text, diagnostic.span);
        }
        match action.change {
            Change::Edits(edits) => assert_applicable(text, &edits),
            // It may turn out to be impossible, but not to be unknown.
            Change::Named(name) => match change(snapshot, here, name).expect("what is offered") {
                Ok(edits) => assert_applicable(text, &edits),
                Err(refusal) => assert!(!refusal.to_string().is_empty()),
            },
        }
    }
    if let Some(found) = prepare_rename(snapshot, offset) {
        assert_within(text, found.span);
        assert_eq!(found.span.of(text), found.name);
        let same = rename(snapshot, offset, &found.name).expect("what can be renamed");
        assert!(same.is_err() || apply(text, &same.expect("edits")) == text, "{found:?} in {text:?}");
        if let Some(Ok(edits)) = rename(snapshot, offset, "77") {
            assert_applicable(text, &edits);
        }
    } else {
        assert_eq!(rename(snapshot, offset, "77"), None);
    }
}

/// Where the words at a place lead, and what leads there.
fn ask_where(text: &str, snapshot: &Snapshot, offset: usize) {
    let found = highlights(snapshot, offset);
    assert!(found.is_sorted_by_key(|one| one.span));
    for one in &found {
        assert_within(text, one.span);
    }
    let all = references(snapshot, offset, true);
    assert!(all.is_sorted() && all.iter().all(|span| found.iter().any(|one| one.span == *span)));
    let uses = references(snapshot, offset, false);
    assert!(uses.iter().all(|span| all.contains(span)));
    let Some(definition) = definition(snapshot, offset) else {
        assert_eq!(all, [], "what is referred to at {offset} in {text:?} has a place");
        return;
    };
    assert_within(text, definition.origin);
    let origin = definition.origin.range();
    assert!(origin.start <= offset && offset <= origin.end, "{definition:?} is elsewhere in {text:?}");
    assert!(!definition.targets.is_empty());
    for &target in &definition.targets {
        assert_within(text, target);
    }
    if all.is_empty() {
        return;
    }
    // Each reference leads to one of the places that have put the stones there, and each of those is a move or setup.
    let is_origin = |span: &Span| definition.targets.contains(span);
    assert!(all.iter().all(|span| uses.contains(span) != is_origin(span)));
    for &target in &definition.targets {
        let view = snapshot.event_at(target.start as usize);
        let own = view.text();
        let source = Source::of_event(&own, view.is_last());
        let line = source.lines[source.line_at(target.start as usize - view.start())];
        assert!(matches!(line.keyword(), Some(Keyword::B | Keyword::W | Keyword::Setup)), "{target:?} in {text:?}");
    }
    for span in &uses {
        let back = ishi::ide::definition(snapshot, span.start as usize).expect("a reference leads somewhere");
        assert_eq!(back.origin, *span);
        assert!(back.targets.iter().any(is_origin), "{span:?} means {back:?} and not {definition:?} in {text:?}");
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
        let found = completion(&snapshot(&text), offset, Some(' '), &|_| Vec::new()).items;
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
            "MARK ", "MARK #", "MARK #1-", "MARK #-", "mark x@", "MARK \\t@#", "UNMARK ", "HIDE ", "PRISONER ", "PRISONER #",
            "SETUP ", "SETUP W ", "DIAGRAM ", "BOARDSIZE ", "VAR ", "B ",
        ][..]),
        nth: prop::sample::Index,
    ) {
        let text = format!("{above}\n{line}");
        let found = completion(&snapshot(&text), text.len(), Some(' '), &|_| Vec::new()).items;
        // A colour, or a sign up to its `@`, is only a beginning.
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
    fn symbols_nest_and_folds_are_lines(text in texts(40), most in prop_oneof![Just(MOST_SYMBOLS), 0usize..8]) {
        let snapshot = snapshot(&text);
        for symbol in symbols(&snapshot, most) {
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

    /// Tokens are in order, apart, and words of one line; and a part of the lines has its part of them.
    #[test]
    fn tokens_tile_their_lines(text in texts(40), one: prop::sample::Index, other: prop::sample::Index) {
        let snapshot = snapshot(&text);
        for unit in [ColumnUnit::Utf8, ColumnUnit::Utf16, ColumnUnit::Utf32] {
            let all = tokens(&snapshot, Span::new(0, text.len()), unit);
            let follows = |before: &ishi::ide::Token, next: &ishi::ide::Token| {
                before.line < next.line || before.line == next.line && before.column + before.length <= next.column
            };
            prop_assert!(all.windows(2).all(|pair| follows(&pair[0], &pair[1])), "{all:?} in {text:?}");
            for token in &all {
                let byte = |column| {
                    let position = ishi::text::Position::new(token.line, column);
                    ishi::text::byte_at(snapshot.text(), position, unit).expect("a line of the text")
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
            prop_assert!(lens_title(&snapshot, lens).is_some());
            let edits = prisoner_edits(&snapshot, offset);
            assert_applicable(&text, &edits);
            prop_assert_eq!(edits.is_empty(), !lenses(&snapshot).iter().any(|other| {
                other.offset == lens.offset && other.kind == ishi::ide::LensKind::Prisoners
            }));
        }
        for link in links(&snapshot) {
            assert_within(&text, link.span);
        }
    }
}
