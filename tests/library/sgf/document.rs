//! A document in SGF after any edits equals one read afresh from the same text, and finds what a check of the whole
//! text does. Places lead to the record and back.

use std::sync::Arc;

use ishi_check::check::{Code, Severities, Severity, check_sgf};
use ishi_convert::convert;
use ishi_ide::document::{Content, Document, Format, Games};
use ishi_ide::ide;
use ishi_position::ColumnUnit;
use ishi_sgf::parse;

use ishi_test_support::games::{self as random_games, Kind};
use ishi_test_support::laws::model::position_in;
use ishi_test_support::laws::sgf::said;
use ishi_test_support::laws::{Input, nodes};
use ishi_test_support::random_sgf;
use ishi_text::{Span, apply};

/// Bits of SGF that are likely to change what is around them.
const PIECES: [&str; 33] = [
    ";SZ[9];B[aa]",
    "(;FF[4]GM[1]SZ[9];B[aa]",
    "\n(;FF[4]CA[UTF-8]SZ[19];B[aa];W[bb])",
    "(;GM[2])",
    "\n(FF[3]",
    "(;",
    "(",
    ")",
    ";",
    "[",
    "]",
    "\\",
    "B[aa]",
    ";W[aa]",
    ";W[ab](;B[ba])(;B[bb])",
    "C[text\nmore]",
    "AB[aa][bb]",
    "AE[aa]",
    "LB[aa:1]",
    "CA[gb18030]",
    "SZ[9:5]",
    "KO[]",
    "\0",
    "\u{fffd}",
    "é",
    "\r\n",
    " text ",
    "C[Ann [3k]: hi]",
    "[3k]: ",
    ";) ",
    ": hi :)]",
    "\n;B[bb]",
    "N[a] b",
];

/// All rules that are on by default, and that which compares the games of a text.
fn severities() -> Severities {
    let mut severities = Severities::default();
    severities.set(Code::DuplicateGame, Severity::Hint);
    severities
}

fn open(text: &str) -> Document {
    Document::of_format(text, Format::Sgf, Arc::new(severities()))
}

fn games(document: &Document) -> &Games {
    match document.version().content() {
        Content::Games(games) => games,
        Content::Record(_) | Content::Notes(_) => panic!("a document in SGF"),
    }
}

fn assert_is(document: &Document, text: &str) {
    let own = games(document);
    assert_eq!(own.text().to_string(), text);
    assert!(own == games(&open(text)), "{text:?} is not read as from scratch");
    let (found, omitted) = own.diagnostics(usize::MAX);
    assert_eq!((found, omitted), (check_sgf(text, None, &severities()), 0), "{text:?}");
}

/// Makes the first game so long that what an edit does not touch of it is taken over. Returns where its other
/// properties begin.
fn lengthen(text: &mut String) -> usize {
    let Some(at) = text.find(';').map(|at| at + 1) else { return 0 };
    let comment = format!("C[{}]", "x".repeat(128 << 10));
    text.insert_str(at, &comment);
    at + comment.len()
}

#[test]
fn incremental_equals_from_scratch() {
    for seed in 0..60 {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut text = (0..random.usize(0..4)).map(|_| random_sgf::tree(&mut random)).collect::<String>();
        let edited_from = if seed % 2 == 0 { lengthen(&mut text) } else { 0 };
        let mut document = open(&text);
        for _ in 0..random.usize(1..10) {
            let place = |text: &str, from: usize, most: usize, random: &mut fastrand::Rng| {
                let mut at = (from + random.usize(..=most)).min(text.len());
                while !text.is_char_boundary(at) || at > 0 && text[..at].ends_with('\r') && text[at..].starts_with('\n')
                {
                    at -= 1;
                }
                at
            };
            let from = if random.u8(..8) == 0 { 0 } else { edited_from.min(text.len()) };
            let first = place(&text, from, text.len() - from, &mut random);
            let last = place(&text, first, 12, &mut random).max(first);
            let last = if random.u8(..40) == 0 { text.len() } else { last };
            let new = if random.bool() { PIECES[random.usize(..PIECES.len())] } else { "" };
            let unit = ColumnUnit::Utf16;
            document.edit(position_in(&text, first, unit), position_in(&text, last, unit), unit, new).expect("a place");
            text.replace_range(first..last, new);
            if random.bool() {
                assert_is(&document, &text);
            }
        }
        assert_is(&document, &text);
    }
}

/// Nothing that an editor can ask panics, at any place, and what is answered lies in the text.
#[test]
fn every_place_can_be_asked_about() {
    for seed in 0..16 {
        let mut random = fastrand::Rng::with_seed(1000 + seed);
        let mut text = random_sgf::tree(&mut random);
        if seed % 2 == 0 {
            let mut at = random.usize(..=text.len());
            while !text.is_char_boundary(at) {
                at -= 1;
            }
            text.insert_str(at, PIECES[random.usize(..PIECES.len())]);
        }
        let document = open(&text);
        let games = games(&document);
        let analysis = ide::Analysis::new(games.clone());
        let whole = Span::new(0, text.len());
        let is_inside = |span: Span| text.get(span.range()).is_some();
        for symbol in analysis.symbols() {
            assert_nested(&symbol, whole, &text);
        }
        analysis.folding();
        analysis.tokens(whole, ColumnUnit::Utf16);
        for hint in analysis.inlay_hints(whole, ide::HintKinds::ALL, &|| false).expect("all hints") {
            assert!(is_inside(Span::empty(hint.offset as usize)), "{hint:?} in {text:?}");
        }
        let content = document.version().content();
        for at in (0..=text.len()).filter(|&at| text.is_char_boundary(at)) {
            let spans = analysis.selection(at);
            assert!(spans.iter().all(|&span| is_inside(span)), "{spans:?} at {at} in {text:?}");
            assert_eq!(spans.last(), Some(&whole), "{text:?}");
            if let Some(hover) = analysis.hover(at, &|| false) {
                assert!(is_inside(hover.span), "{hover:?} at {at} in {text:?}");
            }
            analysis.completion(at, None, &|_| Vec::new());
            let record = content.to_record(at);
            assert!(record <= content.record().text().len_bytes(), "{at} in {text:?}");
            if let Some(found) = ide::definition(content.record(), record) {
                assert!(found.targets.iter().all(|&span| is_inside(content.to_text(span))), "{at} in {text:?}");
            }
        }
        for lens in analysis.lenses() {
            assert!(is_inside(lens.span()) && analysis.lens_title(lens).is_some(), "{lens:?} in {text:?}");
        }
        for at in (0..text.len()).step_by(7).filter(|&at| text.is_char_boundary(at)) {
            let end = (at + 20..text.len()).find(|&end| text.is_char_boundary(end)).unwrap_or(text.len());
            let formatted =
                apply(&text, &analysis.formatting(&ishi_record::format::Options::default(), Some(Span::new(at, end))));
            assert_eq!(said(&parse(&formatted)), said(&parse(&text)), "{at} in {text:?}");
            if let Some(found) = analysis.prepare_rename(at) {
                let edits = analysis.rename(at, "x").expect("a player");
                assert!(edits.iter().any(|edit| edit.span == found.span), "{at} in {text:?}");
            }
            for action in analysis.actions(Span::empty(at), Span::empty(at), |_| true) {
                if let ide::Change::Edits(edits) = action.change {
                    assert_ne!(apply(&text, &edits), text, "{} changes nothing in {text:?}", action.title);
                }
            }
            let change = ide::BoardCommand::Comment("a comment".into());
            if let Ok(revision) = analysis.run(at, &change, 2) {
                let new = apply(&text, &revision.edits);
                assert!(new.contains("a comment") && new.get(revision.cursor..).is_some(), "{at} in {text:?}: {new:?}");
            }
        }
    }
}

/// A fix of a long game is tried when it is chosen, and then it is the same.
#[test]
fn fixes_of_a_long_game_are_tried_when_they_are_chosen() {
    let short = "(;FF[4]GM[1]SZ[19];Black[aa];W[bb]C[])";
    for comment in [0, 65 << 10] {
        let text = short.replace("C[]", &format!("C[{}]", "x".repeat(comment)));
        let analysis = ide::Analysis::new(open(&text).version().content().clone());
        let here = Span::empty(text.find("Black[aa]").expect("the move"));
        let actions = analysis.actions(here, here, |kind| kind == ide::ActionKind::QuickFix);
        let edits = match &actions[0].change {
            ide::Change::Edits(edits) if comment == 0 => edits.clone(),
            &ide::Change::Deferred(id) if comment > 0 => {
                analysis.resolve(here, id).expect("it is offered").expect("it does no harm")
            }
            change => panic!("{change:?} for a comment of {comment} bytes"),
        };
        assert_eq!(apply(&text, &edits), text.replace("Black[aa]", "B[aa]"));
    }
}

fn assert_nested(symbol: &ide::Symbol, within: Span, text: &str) {
    let holds = |outer: Span, inner: Span| outer.start <= inner.start && inner.end <= outer.end;
    assert!(text.get(symbol.span.range()).is_some() && holds(within, symbol.span), "{symbol:?} in {text:?}");
    assert!(holds(symbol.span, symbol.selection), "{symbol:?} in {text:?}");
    for child in &symbol.children {
        assert_nested(child, symbol.span, text);
    }
}

/// A game of a collection becomes the same lines as if it were alone: what it has kept of a record, too.
#[test]
fn later_games_keep_their_lines() {
    let record = "EVENT A\nREMARK one\nB 1 Q16\nEVENT B\nREMARK two\nKOMI 3 1/2\nB 1 Q4\n";
    let text = convert::to_sgf(record).text;
    assert_eq!(games(&open(&text)).record().text().to_string(), record);
    // A first event without EVENT is a part of no other one.
    let first = convert::to_sgf("REMARK one\nB 1 Q16\n").text;
    let events = games(&open(&format!("{text}{first}"))).record().events().count();
    assert_eq!(events, 3);
}

/// Random games as records that a person has edited, in SGF: what is kept of them stays with its own nodes.
#[test]
fn places_are_of_their_own_nodes() {
    for seed in 0..60 {
        let mut random = fastrand::Rng::with_seed(seed);
        let kind = Kind { size: 9, moves: 14, setup: 3, annotated: true, legal: seed % 2 == 0 };
        let mut data = random_games::game(seed, kind).into_bytes();
        data.push(Input::DIVIDER);
        data.extend((0..400).map(|_| random.u8(..Input::DIVIDER)));
        nodes::hold(&data);
        let mut data = random_sgf::tree(&mut random).into_bytes();
        data.push(Input::DIVIDER);
        data.extend((0..40).map(|_| random.u8(..Input::DIVIDER)));
        nodes::hold(&data);
    }
}

/// A comment without ENDCOM that ends with a blank line, in an event of which the game keeps all lines.
#[test]
fn a_blank_line_at_the_end_of_an_event_counts() {
    for end in ["", "\n", "\n\n", "\n\n\nEVENT y\n"] {
        let record = format!("EVENT x\nB 1 Q16\nCOM outer{end}");
        let text = convert::to_sgf(&record).text;
        assert!(text.contains("ISHIEVENT["), "{text:?}");
        let (document, at) = (open(&text), text.find("B[pd]").expect("the move"));
        let found = document.version().content().to_record(at);
        let record = games(&document).record().text().to_string();
        assert!(record[found..].starts_with("Q16"), "{record:?}");
    }
}

/// In games that say all of their record, and in those that keep lines of one or all of them.
#[test]
fn a_line_of_clock_times_is_of_the_move_after_it() {
    let record = "EVENT\nBOARDSIZE 9\nREMARK sgf BL[9.5]\nB 1 A9\nREMARK sgf WL[8]\nW 2 B8\n";
    let of_record = |record: &str| convert::to_sgf(record).text;
    let texts = [
        "(;SZ[9];B[aa]BL[9.5];W[bb]WL[8]C[x](;B[cc]BL[7]OB[1])(;B[dd]BL[6]))".to_owned(),
        of_record(&record.replace("W 2", "REMARK more\n  W 2")),
        of_record(&record.replace("W 2 B8", "W 2 B8\nFOO")),
    ];
    assert!(texts[1].contains("]ISHI[") && texts[2].contains("ISHIEVENT["), "{texts:?}");
    for text in texts {
        let document = open(&text);
        let (games, tree) = (games(&document), parse(&text));
        let record = games.record().text().to_string();
        let (mut at, mut before, mut count) = (0, None, 0);
        for line in record.split_inclusive('\n') {
            let start = at + line.len() - line.trim_start().len();
            let node = tree.node_at(games.to_sgf(Span::new(start, at + line.trim_end().len())).start as usize);
            match line.split_whitespace().next() {
                Some("REMARK") if line.contains("sgf ") => before = Some(node),
                Some("B" | "W") => {
                    count += usize::from(before.is_some());
                    assert!(before.take().is_none_or(|before| before == node), "{line} of {text}, {record}");
                }
                _ => {}
            }
            at += line.len();
        }
        assert!(count > 1, "{record}");
    }
}

/// A line of a comment is one of the text that the value says, and not of the file: that may break it.
#[test]
fn a_broken_line_of_a_comment_is_one_line() {
    let text = "(;SZ[9];B[aa]C[one\\\n two\\\r\nthree\r\nfour\nfive];W[bb])";
    let document = open(text);
    let games = games(&document);
    let record = games.record().text().to_string();
    for (words, line) in [("one", "one twothree"), ("two", "one twothree"), ("four", "four"), ("five", "five")] {
        let found = games.to_record(text.find(words).expect("a word"));
        assert_eq!(record[found..].lines().next(), Some(line), "{words} in {record}");
    }
}

#[test]
fn places_after_a_game_that_is_kept_as_it_is_are_their_own() {
    let text = format!(
        "(;SZ[9];B[aa])(;FF[4]{})(;SZ[9];AB[aa:cc][bb:dd];C[x];W[ee]TR[aa:cc][bb:dd])",
        ";TR[aa:ss]".repeat(3000)
    );
    let games = parse(&text);
    let record = convert::to_ishi(&games, None);
    assert_eq!(record.unread.len(), 1);
    let last = record.text.rfind("EVENT").expect("the last game");
    for (words, value) in [("W 1 E5", "ee"), ("\\t@A9", "aa:cc"), ("\\t@C7", "aa:cc"), ("\\t@D6", "bb:dd")] {
        let at =
            last + record.text[last..].find(words).unwrap_or_else(|| panic!("{words} in {}", &record.text[last..]));
        let found = record.map.to_sgf(&games, at);
        assert_eq!(found.of(&text), value, "{words}");
        assert!(found.start as usize > text.len() - 60, "{words}");
    }
}
