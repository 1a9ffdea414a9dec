//! Any bytes are a text, which comes back byte for byte, and its lines are the whole of it. Reading, playing and
//! checking it end, and what they find lies in it.

use std::sync::Arc;

use ishi_check::check::{Code, Diagnostic, Severities, Severity, check};
use ishi_ide::document::Document;
use ishi_ide::ide::{MAX_SYMBOLS, symbols};
use ishi_record::format::{Options, format};
use ishi_record::record::{Owner, meaning, read};
use ishi_record::replay::Walk;
use ishi_record::syntax::{Following, Reader, looks_like_ishi};
use ishi_text::{ENCODINGS, Encoding, Span, decode, lines};

use super::text_of;

pub fn hold(data: &[u8]) {
    for encoding in [None, Some(Encoding::UTF_8), Some(Encoding::WINDOWS_1252)] {
        come_back(data, encoding);
    }
    for (_, encoding) in ENCODINGS.iter().skip(data.len() % 8).step_by(8) {
        come_back(data, Some(*encoding));
    }
    hold_for(&text_of(data));
}

/// Read in an encoding, bytes come back, and those of lines that are not formatted when others are.
fn come_back(data: &[u8], encoding: Option<Encoding>) {
    let Ok(decoded) = decode(data, encoding) else {
        let has_mark = data.starts_with(b"\xff\xfe") || data.starts_with(b"\xfe\xff");
        return assert!(has_mark || data.contains(&0), "{encoding:?} is not read as text");
    };
    assert_eq!(decoded.encode(&[]).as_deref(), Ok(data), "the bytes do not come back");
    let edits = format(&decoded.text, &Options::default());
    let Ok(formatted) = decoded.encode(&edits) else { return };
    // In all encodings CR and LF are only ever line ends, so there are as many lines of bytes as of text.
    let untouched = |line: Span| edits.iter().all(|edit| !edit.span.touches(line));
    let is_end = |byte: &u8| matches!(byte, b'\r' | b'\n');
    let mut start = 0;
    let starts = lines(&decoded.text).map(|line| {
        start += line.len();
        Span::new(start - line.len(), start)
    });
    let lines_of_bytes: Vec<&[u8]> =
        data.split_inclusive(is_end).filter(|line| line.len() > 1 || !is_end(&line[0])).collect();
    let filled = starts.filter(|line| !line.of(&decoded.text).trim_matches(['\r', '\n']).is_empty());
    let mut rest = &formatted[..];
    for (_, bytes) in filled.zip(lines_of_bytes).filter(|(line, _)| untouched(*line)) {
        let at = rest.windows(bytes.len()).position(|window| window == bytes);
        rest = &rest[at.expect("a line that is not formatted has other bytes") + bytes.len()..];
    }
}

/// Asserts the law for a text.
pub fn hold_for(text: &str) {
    assert_eq!(lines(text).collect::<String>(), text, "the lines are not the text");
    let _ = looks_like_ishi(text);

    let mut printed = String::new();
    for source in Reader::new(text, Following::NOTHING) {
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
        let data = &reading.event.data;
        let owners = data.iter().map(|datum| datum.owner).filter(|owner| !matches!(owner, Owner::Diagram(_)));
        for owner in owners.take(50) {
            let own = data.iter().filter(|datum| datum.owner == owner);
            assert!(reading.event.data_of(owner).eq(own), "{owner:?} has other data");
        }
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
    for event in symbols(&snapshot, MAX_SYMBOLS) {
        assert!(text.get(event.span.range()).is_some(), "{event:?} lies outside");
    }
}
