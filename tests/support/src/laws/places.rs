//! Wherever the cursor is, an editor gets an answer, which lies within the text.
#![allow(dead_code, reason = "each of the tests that share it uses a part")]

use std::sync::Arc;

use ishi_ide::document::{Document, Snapshot};
use ishi_ide::ide::{
    Analysis, BoardOptions, Change, HintKinds, MAX_SYMBOLS, Node, Subject, Symbol, SymbolKind, board, completion,
    definition, folding, highlights, hover, inlay_hints, lens_title, lenses, links, prepare_rename, prisoner_edits,
    references, rename, selection, signature, symbols, tokens, tree, typing,
};
use ishi_position::ColumnUnit;
use ishi_record::syntax::{Keyword, LineKind, Source};

use ishi_text::{Edit, Span, apply};

/// Requests about a file as a whole.
pub fn ask_for_all(text: &str, snapshot: &Snapshot) {
    let whole = Span::new(0, text.len());
    for symbol in symbols(snapshot, MAX_SYMBOLS) {
        assert_nested(text, &symbol, whole);
    }
    let lines = snapshot.text().len_lines() as u32;
    let folds = folding(snapshot);
    assert!(folds.iter().all(|fold| fold.start < fold.end && fold.end < lines), "{folds:?} in {text:?}");
    assert!(folds.is_sorted_by_key(|fold| fold.start), "{folds:?} in {text:?}");
    let hints = inlay_hints(snapshot, whole, HintKinds::ALL);
    assert!(hints.iter().all(|hint| text.is_char_boundary(hint.offset as usize)), "{hints:?} in {text:?}");
    assert!(hints.is_sorted_by_key(|hint| hint.offset), "{hints:?} in {text:?}");
    let colors = tokens(snapshot, whole, ColumnUnit::Utf16);
    assert!(colors.is_sorted_by_key(|token| (token.line, token.column)), "{colors:?} in {text:?}");
    for lens in lenses(snapshot) {
        assert!(lens_title(snapshot, lens).is_some(), "{lens:?} in {text:?}");
        let edits = prisoner_edits(snapshot, lens.offset as usize);
        assert_applicable(text, &edits);
        let more = Document::new(&apply(text, &edits), Arc::default()).snapshot();
        assert!(more.events().len() >= snapshot.events().len(), "prisoners take an event away from {text:?}");
    }
    for link in links(snapshot) {
        assert_within(text, link.span);
    }
}

pub fn assert_within(text: &str, span: Span) {
    assert!(text.get(span.range()).is_some(), "{span:?} is not part of {text:?}");
}

pub fn assert_applicable(text: &str, edits: &[Edit]) {
    for edit in edits {
        assert_within(text, edit.span);
    }
    assert!(edits.windows(2).all(|pair| pair[0].span.end <= pair[1].span.start), "{edits:?} overlap in {text:?}");
}

pub fn assert_nested(text: &str, symbol: &Symbol, within: Span) {
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
pub fn ask(text: &str, snapshot: &Snapshot, offset: usize) {
    let proposals = completion(snapshot, offset, None, &|_| Vec::new());
    for proposal in &proposals {
        assert_within(text, proposal.replace);
        let replaced = proposal.replace.range();
        assert!(replaced.start <= offset && offset <= replaced.end, "{proposal:?} is elsewhere in {text:?}");
        assert!(!text[replaced].contains(['\r', '\n']));
        assert!(!proposal.label.is_empty() && !proposal.plain.is_empty());
    }
    for proposal in proposals.first().into_iter().chain(proposals.last()) {
        let documentation = proposal.documentation(snapshot, offset);
        assert_eq!(documentation.is_none(), proposal.subject == Subject::Nothing);
    }
    if let Some(found) = signature(snapshot, offset) {
        assert!(found.parameters.iter().all(|parameter| found.label.get(parameter.span.range()).is_some()));
        assert!(found.active.is_none_or(|active| active < found.parameters.len()));
    }
    for typed in ["\n", "R"] {
        let edits = typing(snapshot, offset, typed);
        assert_applicable(text, &edits);
        assert!(edits.iter().all(|edit| edit.span.start as usize <= offset), "{edits:?} are elsewhere in {text:?}");
    }
    if let Some(hover) = hover(snapshot, offset) {
        assert_within(text, hover.span);
    }
    if let Some(board) = board(snapshot, offset, BoardOptions::default()) {
        assert!(board.event.0 < snapshot.events().len(), "the board at {offset} of {text:?} is of no event");
    }
    if let Some(tree) = tree(snapshot, offset, 0) {
        let is_rooted = |(nth, node): (usize, &Node)| node.parent.map_or(nth == 0, |parent| parent < nth);
        assert!(
            tree.nodes.iter().enumerate().all(is_rooted),
            "the tree at {offset} of {text:?} has a node before its parent"
        );
        // The tree can be read in parts, and the board says where in it one is.
        let half = tree.nodes.len() / 2;
        let rest = ishi_ide::ide::tree(snapshot, offset, half).expect("the same event");
        assert_eq!(rest.nodes, tree.nodes[half..], "the second half of the tree at {offset} of {text:?}");
        let node = board(snapshot, offset, BoardOptions::default()).map(|board| board.node);
        assert_eq!(node, Some(tree.current), "the node at {offset} of {text:?}");
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
    let analysis = Analysis::new(snapshot.clone());
    for action in analysis.actions(here, here, |_| true) {
        if let Some(diagnostic) = &action.diagnostic {
            assert_within(text, diagnostic.span);
        }
        match action.change {
            Change::Edits(edits) => assert_applicable(text, &edits),
            // It may turn out to be impossible, but not to be unknown.
            Change::Deferred(id) => match analysis.resolve(here, id).expect("what is offered") {
                Ok(edits) => assert_applicable(text, &edits),
                Err(refusal) => assert!(!refusal.to_string().is_empty()),
            },
        }
    }
    if let Some(found) = prepare_rename(snapshot, offset) {
        assert_within(text, found.span);
        assert_eq!(found.span.of(text), found.name);
        let same = rename(snapshot, offset, &found.name).expect("what can be renamed");
        // A player may be spelt in several ways, of which this makes one; a number is a number.
        let is_number = found.name.parse::<u32>().is_ok();
        let spelt = |text: &str| {
            let words = || text.split_whitespace().map(str::to_lowercase).collect::<Vec<_>>().join(" ");
            if is_number { text.to_owned() } else { words() }
        };
        let is_kept = same.is_err() || spelt(&apply(text, &same.expect("edits"))) == spelt(text);
        assert!(is_kept, "{found:?} in {text:?}");
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
        let is_move = line.kind == LineKind::Bare || matches!(line.keyword(), Some(Keyword::B | Keyword::W));
        assert!(is_move || line.keyword() == Some(Keyword::Setup), "{target:?} in {text:?}");
    }
    for span in &uses {
        let back = ishi_ide::ide::definition(snapshot, span.start as usize).expect("a reference leads somewhere");
        assert_eq!(back.origin, *span);
        assert!(back.targets.iter().any(is_origin), "{span:?} means {back:?} and not {definition:?} in {text:?}");
    }
}
