//! Completion of values that extend to the end of the line: headers, titles, the size of the board, the region of a
//! diagram.

use std::collections::HashMap;

use super::{Completion, CompletionKind, Spot, Subject, Used, begins};
use ishi_board::{BoardSize, Color, Point};
use ishi_record::record::{Region, SequenceId, Step};
use ishi_record::syntax::Keyword;
use ishi_rules::Ruleset;
use ishi_text::{Span, clipped};

/// How many values are proposed at most.
const MOST: usize = 100;

/// The longest value that is proposed, in bytes.
const MAX_VALUE: usize = 256;

const KOMIS: [&str; 7] = ["6.5", "5.5", "7.5", "0.5", "0", "5", "4.5"];
const HANDICAPS: [&str; 9] = ["0", "2", "3", "4", "5", "6", "7", "8", "9"];
const SIZES: [&str; 3] = ["19", "13", "9"];

/// The usual values, and those that are used elsewhere, the most frequent first.
pub(super) fn proposals(spot: &Spot<'_>, used: Used<'_>) -> Vec<Completion> {
    let value = Value::of(spot);
    let mut items = Vec::new();
    match spot.keyword {
        Keyword::Diagram => items = value.regions(spot.event.board_size),
        Keyword::Result => items = value.results(spot),
        Keyword::Rules => {
            let names: Vec<&str> = Ruleset::all().iter().map(|rules| rules.name).collect();
            value.add(&mut items, &names);
        }
        Keyword::Komi => value.add(&mut items, &KOMIS),
        Keyword::Handicap => value.add(&mut items, &HANDICAPS),
        Keyword::Boardsize => value.add(&mut items, &SIZES),
        _ => {}
    }
    items.retain(|item| begins(&item.label, value.typed));
    for text in all_used(spot, used) {
        let fits = text.len() <= MAX_VALUE && begins(&text, value.typed);
        if items.len() == MOST {
            break;
        }
        if fits && !items.iter().any(|item| item.label.eq_ignore_ascii_case(&text)) {
            items.push(value.proposal(&text).with_detail("used elsewhere"));
        }
    }
    items
}

/// The value of a line.
struct Value<'a> {
    span: Span,
    /// The part of it before the cursor.
    typed: &'a str,
}

impl<'a> Value<'a> {
    fn of(spot: &Spot<'a>) -> Self {
        let source = spot.source;
        let after = spot.line.after_word();
        let text = source.str(after);
        let blank = text.len() - text.trim_start_matches([' ', '\t']).len();
        // After the cursor's word the blanks at the end of a line are not of the value, before it they are.
        let end = (after.start as usize + text.trim_end_matches([' ', '\t']).len()).max(spot.offset);
        let start = (after.start as usize + blank).min(spot.offset);
        let span = Span::new(start, end);
        Self { span, typed: source.text.get(start..spot.offset).unwrap_or_default() }
    }

    fn proposal(&self, text: &str) -> Completion {
        Completion::new(CompletionKind::Value, text, self.span)
    }

    fn add(&self, items: &mut Vec<Completion>, texts: &[&str]) {
        items.extend(texts.iter().map(|text| self.proposal(text)));
    }

    /// The corners, the sides and the whole of a board, and whole boards of the usual sizes.
    fn regions(&self, size: BoardSize) -> Vec<Completion> {
        let (last, middle) = (size.get() - 1, size.get() / 2);
        let (low, high, whole) = ((0, middle), (last - middle, last), (0, last));
        let parts = [
            ("upper right corner", high, high),
            ("upper left corner", low, high),
            ("lower right corner", high, low),
            ("lower left corner", low, low),
            ("upper side", whole, high),
            ("lower side", whole, low),
            ("left side", low, whole),
            ("right side", high, whole),
        ];
        let parts = parts.into_iter().filter_map(|(name, columns, rows)| {
            let (from, to) = (Point::new(columns.0, rows.0)?, Point::new(columns.1, rows.1)?);
            let item = self.proposal(&format!("{from} {to}")).with_detail(name);
            Some(item.about(Subject::Region(Region::Corners(from, to))))
        });
        let current = u32::from(size.get());
        let sizes = [current].into_iter().chain([19, 13, 9].into_iter().filter(|&other| other != current));
        let squares = sizes.filter_map(BoardSize::new);
        let squares = squares.map(|square| {
            let name = if square == size { "the whole board" } else { "a board of its own" };
            self.proposal(&square.to_string()).with_detail(name).about(Subject::Region(Region::Square(square)))
        });
        parts.chain(squares).collect()
    }

    /// The forms of a result, with the names of the players beside them.
    fn results(&self, spot: &Spot<'_>) -> Vec<Completion> {
        let name = |color: Color| {
            let keyword = if color == Color::Black { Keyword::Black } else { Keyword::White };
            clipped(spot.event.header(keyword).unwrap_or_default(), MAX_VALUE)
        };
        let both = Color::ALL;
        let mut items: Vec<_> = both
            .iter()
            .map(|&color| {
                let mut item = self.proposal(&format!("{color} by ")).with_detail(name(color));
                item.snippet = Some(format!("{color} by ${{1:points}}"));
                item
            })
            .collect();
        for how in ["wins by resignation", "wins on time"] {
            items.extend(both.iter().map(|&color| self.proposal(&format!("{color} {how}")).with_detail(name(color))));
        }
        // Who would have made the next move has resigned.
        let main = spot.event.steps(SequenceId(0));
        let last = main.iter().rev().find_map(|step| match step {
            Step::Move(id) => Some(&spot.event[*id]),
            Step::Diagram(_) => None,
        });
        if let Some((last, number)) = last.and_then(|last| Some((last, last.number?))) {
            let loser = last.color.opponent();
            items.push(self.proposal(&format!("{loser} resigns at move {number}")).with_detail(name(loser)));
        }
        items.extend(["Draw", "Unfinished"].map(|text| self.proposal(text)));
        items
    }
}

/// The values of other lines, the most frequent first, and equally frequent values in the order of the document.
fn all_used(spot: &Spot<'_>, used: Used<'_>) -> Vec<String> {
    // A player may sit on either side.
    let keywords: &[Keyword] = match spot.keyword {
        Keyword::Black | Keyword::White => &[Keyword::Black, Keyword::White],
        _ => std::slice::from_ref(&spot.keyword),
    };
    let mut counts: HashMap<&str, (usize, usize)> = HashMap::new();
    let mut count = |text| {
        let cursor = counts.len();
        counts.entry(text).or_insert((0, cursor)).0 += 1;
    };
    for view in spot.snapshot.events() {
        let event = view.event();
        let is_here = |line: u32| view.index() == spot.number && line == spot.index;
        if spot.keyword == Keyword::Event {
            if event.definition.is_some_and(|line| !is_here(line)) {
                count(&*event.title);
            }
            continue;
        }
        let headers = event.headers.iter().filter(|header| keywords.contains(&header.keyword) && !is_here(header.line));
        for header in headers {
            count(&*header.text);
        }
    }
    let elsewhere: Vec<String> = keywords.iter().flat_map(|&keyword| used(keyword)).collect();
    for text in &elsewhere {
        count(text);
    }
    counts.remove("");
    let mut frequencies: Vec<_> = counts.into_iter().collect();
    frequencies.sort_unstable_by_key(|&(_, (count, cursor))| (usize::MAX - count, cursor));
    frequencies.into_iter().map(|(text, _)| text.to_owned()).collect()
}
