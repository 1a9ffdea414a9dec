//! Changes of records that are broken in any way: they are refused, or lose nothing.

use std::collections::BTreeMap;

use ishi_board::{BoardSize, Symmetry};
use ishi_check::rewrite::{
    Error, Labels, Original, VariationNumbering, add_handicap, comment_to_remark, convert_labels, demote,
    insert_passes, insert_prisoners, merge_events, organize_headers, promote, remark_to_comment, remove_prisoners,
    renumber, set_board_size, split_event, swap_colors, transform, turn_rest, wrap_in_comment, wrap_in_user,
    wrap_in_variation,
};
use ishi_record::syntax::{Following, LineKind, Reader};
use ishi_text::{Edit, apply};

use crate::rewrite::laws::{lines, record};

type Change = fn(&Original<'_>, u32) -> Result<Vec<Edit>, Error>;

/// All changes that take no text away.
const CHANGES: [(&str, Change); 18] = [
    ("promote", promote),
    ("demote", demote),
    ("turn_rest", turn_rest),
    ("renumber", |original, _| renumber(original, VariationNumbering::FromOne)),
    ("swap_colors", |original, _| swap_colors(original)),
    ("transform", |original, _| transform(original, Symmetry::RotateRight)),
    ("insert_prisoners", |original, _| insert_prisoners(original)),
    ("remove_prisoners", |original, _| remove_prisoners(original)),
    ("insert_passes", |original, _| insert_passes(original)),
    ("add_handicap", |original, _| add_handicap(original, 2)),
    ("set_board_size", |original, _| set_board_size(original, BoardSize::STANDARD)),
    ("convert_labels", |original, line| convert_labels(original, line, Labels::Digits)),
    ("organize_headers", |original, _| Ok(organize_headers(original))),
    ("split_event", split_event),
    ("merge_events", |original, _| merge_events(original)),
    ("wrap_in_comment", |original, line| wrap_in_comment(original, line..line + 3)),
    ("wrap_in_user", |original, line| wrap_in_user(original, line..line + 3)),
    ("wrap_in_variation", |original, line| wrap_in_variation(original, line..line + 5)),
];

/// The lines of text in blocks, each as often as it stands there.
fn texts(text: &str) -> BTreeMap<String, usize> {
    let mut texts = BTreeMap::new();
    for source in Reader::new(text, Following::NOTHING) {
        for line in source.lines.iter().filter(|line| matches!(line.kind, LineKind::Text(_))) {
            *texts.entry(source.str(line.span).to_owned()).or_default() += 1;
        }
    }
    texts
}

/// A record with a few lines lost, doubled, moved, or cut short.
fn broken(seed: u64) -> String {
    let text = record(seed) + &record(seed + 1);
    let mut random = fastrand::Rng::with_seed(seed);
    let mut lines: Vec<String> = text.split_inclusive('\n').map(str::to_owned).collect();
    lines.truncate(120);
    for _ in 0..random.usize(1..6) {
        let at = random.usize(..lines.len());
        match random.u8(..6) {
            0 => drop(lines.remove(at)),
            1 => lines.insert(at, lines[at].clone()),
            2 => {
                let other = random.usize(..lines.len());
                lines.swap(at, other);
            }
            3 => {
                let half = lines[at].len() / 2;
                lines[at].truncate(half);
            }
            4 => lines[at] = lines[at].replace("\r\n", "\n").to_ascii_lowercase(),
            _ => lines.insert(at, "\tSomebody said: 5 D4\u{b}\r".into()),
        }
    }
    lines.concat()
}

#[test]
fn nothing_is_lost_of_what_is_broken() {
    let mut made: BTreeMap<&str, usize> = BTreeMap::new();
    for seed in 0..200 {
        let mut text = broken(seed);
        if seed % 3 == 0 {
            text.insert(0, '\u{feff}');
        }
        for line in lines(&text, seed).into_iter().take(4) {
            for (name, change) in CHANGES {
                let Ok(edits) = change(&Original::read(&text, true), line) else { continue };
                assert!(edits.windows(2).all(|pair| pair[0].span.end < pair[1].span.start), "{name} {edits:?}");
                let new = apply(&text, &edits);
                let (before, after) = (texts(&text), texts(&new));
                let kept = before.iter().all(|(line, count)| after.get(line).is_some_and(|now| now >= count));
                assert!(kept, "{name} at line {line}\n{text}\n-----\n{new}");
                assert_eq!(new.find('\u{feff}'), text.find('\u{feff}'), "{name} at line {line}\n{text}\n-----\n{new}");
                *made.entry(name).or_default() += 1;
            }
        }
    }
    let most = ["swap_colors", "transform", "renumber", "organize_headers", "split_event", "remove_prisoners"];
    assert!(most.iter().all(|name| made.get(name).is_some_and(|&made| made > 20)), "{made:?}");
}

#[test]
fn a_remark_and_a_comment_of_a_broken_record_are_not_lost() {
    for seed in 0..60 {
        let text = broken(seed);
        for line in 0..text.lines().count() as u32 {
            for change in [remark_to_comment, comment_to_remark] {
                let Ok(edits) = change(&Original::read(&text, true), line) else { continue };
                let new = apply(&text, &edits);
                let words = |text: &str| {
                    let mut words: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
                    words.retain(|word| !["COM", "ENDCOM", "REMARK"].contains(&word.to_ascii_uppercase().as_str()));
                    words.sort();
                    words
                };
                assert_eq!(words(&text), words(&new), "line {line}\n{text}\n-----\n{new}");
            }
        }
    }
}
