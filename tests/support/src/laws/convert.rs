//! Nothing is lost on the way to the other format and back: games in SGF have the same trees afterwards, and records
//! the same meaning.

use ishi_convert::convert::{to_ishi, to_sgf};
use ishi_record::syntax::{Following, Reader};
use ishi_sgf::{SgfFile, parse};

use super::format::said as meaning;
use super::sgf::said;
use super::text_of;

pub fn hold(data: &[u8]) {
    hold_for_sgf(data);
    hold_for_ishi(&text_of(data));
}

/// The law for a file in SGF.
pub fn hold_for_sgf(data: &[u8]) {
    let file = SgfFile::read(data);
    let games = parse(file.text());
    let record = to_ishi(&games, Some(file.charset()));
    assert_eq!(record.text.lines().count(), record.map.nodes().len(), "a node for each line");
    // A few bytes can put stones on the whole board.
    let most = 400 * file.text().len() + 4096;
    assert!(record.text.len() < most, "{} bytes become {}", file.text().len(), record.text.len());
    for loss in &record.losses {
        assert!(file.text().get(loss.span.range()).is_some(), "{loss:?} lies outside");
    }
    let back = to_sgf(&record.text);
    let charset = back.charset.unwrap_or(ishi_sgf::Charset::UTF_8);
    assert!(games.is_empty() || charset == file.charset(), "the charset does not come back");
    if !games.is_empty() {
        assert_eq!(back.encode_over(&file).as_deref(), Ok(data), "written over the same file, it is another");
    }
    let (before, after) = (said(&games), said(&parse(&back.text)));
    if before != after {
        let first = before.iter().zip(&after).position(|(one, other)| one != other);
        let first = first.unwrap_or(before.len().min(after.len()));
        panic!(
            "node {first}, {:?}, becomes {:?}\n{}\n--- {}\n--- {}",
            before.get(first),
            after.get(first),
            file.text(),
            record.text,
            back.text
        );
    }
}

/// The law for a record.
pub fn hold_for_ishi(text: &str) {
    let games = to_sgf(text);
    for loss in &games.losses {
        assert!(text.get(loss.span.range()).is_some(), "{loss:?} lies outside");
    }
    let back = to_ishi(&parse(&games.text), None);
    let is_filled = |text: &String| !text.trim().is_empty();
    let before: Vec<String> = meaning(text).into_iter().filter(is_filled).collect();
    let after: Vec<String> = meaning(&back.text).into_iter().filter(is_filled).collect();
    if before != after {
        let first = before.iter().zip(&after).position(|(one, other)| one != other);
        let first = first.unwrap_or(before.len().min(after.len()));
        let events = Reader::new(text, Following::NOTHING).count();
        panic!(
            "event {first} of {events}\n{}\n--- becomes\n{}\n--- {text:?}\n--- {}\n--- {:?}",
            before.get(first).map_or("", |text| text),
            after.get(first).map_or("", |text| text),
            games.text,
            back.text
        );
    }
}
