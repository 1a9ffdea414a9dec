//! Any bytes are a text, which comes back byte for byte, and its lines are the whole of it. Reading, playing and checking it
//! end, and what they find lies in it.

use std::sync::Arc;

use ishi::check::{Code, Diagnostic, Severities, Severity, check};
use ishi::document::Document;
use ishi::ide::{MOST_SYMBOLS, symbols};
use ishi::record::{meaning, read};
use ishi::replay::Walk;
use ishi::syntax::{After, Reader, looks_like_ishi};
use ishi::text::{decode, lines};

pub fn hold(data: &[u8]) {
    let decoded = decode(data);
    assert_eq!(decoded.encoding.encode(&decoded.text).as_deref(), Ok(data), "the bytes do not come back");
    hold_for(&decoded.text);
}

/// The same for a text.
pub fn hold_for(text: &str) {
    assert_eq!(lines(text).collect::<String>(), text, "the lines are not the text");
    let _ = looks_like_ishi(text);

    let mut printed = String::new();
    for source in Reader::new(text, After::NOTHING) {
        for line in &source.lines {
            printed.push_str(source.str(line.whole()));
            for field in source.fields(line) {
                let within = line.span.to(field.span) == line.span;
                assert!(within && source.text.get(field.span.range()).is_some(), "{field:?} is not in {line:?}");
            }
        }
        let reading = read(&source);
        let count = source.lines.len() as u32;
        assert!(reading.event.moves.iter().all(|found| found.line < count), "a move stands on no line");
        let mut walk = Walk::new(&reading.event);
        let mut stops = 0;
        while walk.next().is_some() {
            stops += 1;
        }
        assert!(stops >= reading.event.moves.len(), "{stops} stops are fewer than there are moves");
        let _ = meaning(&source);
    }
    assert_eq!(printed, text, "the lines of the events are not the text");

    let mut all = Severities::default();
    for &code in Code::ALL {
        all.set(code, Severity::Error);
    }
    let found = check(text, &all);
    for diagnostic in &found {
        assert!(text.get(diagnostic.span.range()).is_some(), "{diagnostic:?} lies outside");
        assert!(!diagnostic.message.is_empty(), "{diagnostic:?} says nothing");
        let related = diagnostic.related.iter().all(|one| text.get(one.span.range()).is_some());
        assert!(related, "{diagnostic:?} leads outside");
    }
    // The command line checks the text as a whole, the server event by event.
    let snapshot = Document::new(text, Arc::new(all)).snapshot();
    let (by_event, omitted) = snapshot.diagnostics(usize::MAX);
    if omitted == 0 {
        let bare = |list: &[Diagnostic]| list.iter().map(|one| (one.code, one.span)).collect::<Vec<_>>();
        assert_eq!(bare(&found), bare(&by_event), "the two ways of checking do not agree");
    }
    for event in symbols(&snapshot, MOST_SYMBOLS) {
        assert!(text.get(event.span.range()).is_some(), "{event:?} lies outside");
    }
}
