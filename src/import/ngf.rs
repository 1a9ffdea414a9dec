//! NGF, the format of Cyberoro: twelve lines of headers, which have no names, and lines such as `PMABBQDDQ` for moves.
//!
//! Files of others begin each header with `GI`, have them in another order, and end with comments.

use super::draft::{self, Draft, Place};
use super::fault::FaultKind;
use super::handicap::{self, ThirdCorner};
use super::line::{Line, all_lines};
use super::words;
use crate::text::Span;

/// What the lines before the moves are, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Header {
    Title,
    Size,
    White,
    Black,
    Player,
    Place,
    Handicap,
    Komi,
    Date,
    Minutes,
    Result,
    Count,
    Other,
}

const USUAL: [Header; 12] = [
    Header::Title,
    Header::Size,
    Header::White,
    Header::Black,
    Header::Place,
    Header::Handicap,
    Header::Other,
    Header::Komi,
    Header::Date,
    Header::Minutes,
    Header::Result,
    Header::Count,
];

const WITH_GI: [Header; 11] = [
    Header::Title,
    Header::Player,
    Header::Player,
    Header::Other,
    Header::Other,
    Header::Date,
    Header::Size,
    Header::Handicap,
    Header::Other,
    Header::Komi,
    Header::Count,
];

pub(super) fn read(text: &str, draft: &mut Draft) {
    let mut all: Vec<Line<'_>> = all_lines(text).collect();
    let first = all.iter().position(|line| is_move(line.text)).unwrap_or(all.len());
    let rest = all.split_off(first);
    let mut game = Game { draft, size: 19, handicap: None, komi: None, count: None, players: Vec::new() };
    game.read_headers(&all);
    game.read_moves(&rest);
}

fn is_move(line: &str) -> bool {
    line.starts_with("PM") && line.len() > 6
}

struct Game<'d, 't> {
    draft: &'d mut Draft,
    size: u8,
    handicap: Option<(u32, Span)>,
    komi: Option<(&'t str, Span)>,
    /// How many moves the file says it has.
    count: Option<usize>,
    /// Those without a color.
    players: Vec<Line<'t>>,
}

impl<'t> Game<'_, 't> {
    fn read_headers(&mut self, lines: &[Line<'t>]) {
        let mut lines = lines.iter().copied().skip_while(|line| line.text.is_empty()).peekable();
        let has_gi = lines.peek().is_some_and(|line| line.text.starts_with("GI"));
        let kinds: &[Header] = if has_gi { &WITH_GI } else { &USUAL };
        let mut kinds = kinds.iter();
        for line in lines {
            let text = if has_gi { line.text.strip_prefix("GI").unwrap_or(line.text).trim() } else { line.text };
            match kinds.next() {
                Some(&kind) => self.header(kind, Line { text, span: line.span }),
                None if text.is_empty() => {}
                None => self.draft.fault(FaultKind::UnknownLine, line.span),
            }
        }
        if let [one, other] = self.players[..] {
            let names = format!("{}, {}", one.text, other.text);
            self.draft.comment(Draft::ROOT, &names, one.span);
            self.draft.fault(FaultKind::UnknownColors, one.span);
        }
        self.draft.set(Draft::ROOT, "SZ", self.size.to_string(), Span::empty(0));
        if let Some((komi, span)) = self.komi {
            // The half is not written, as in a game with a handicap there is none.
            let is_even = self.handicap.is_none_or(|(count, _)| count == 0);
            let half = if is_even && !komi.contains('.') { ".5" } else { "" };
            match words::decimal(&format!("{komi}{half}")) {
                Some(komi) => self.draft.set(Draft::ROOT, "KM", komi, span),
                None => self.draft.fault(FaultKind::InvalidHeader, span),
            }
        }
    }

    fn header(&mut self, kind: Header, Line { text, span }: Line<'t>) {
        let root = Draft::ROOT;
        let mut fault = |kind| self.draft.fault(kind, span);
        if text.is_empty() {
            return;
        }
        match kind {
            Header::Title => self.draft.set(root, "GN", text, span),
            Header::Place => self.draft.set(root, "PC", text, span),
            Header::Size => match text.parse() {
                Ok(size @ 2..=25) => {
                    self.size = size;
                    self.draft.set(root, "SZ", text, span);
                }
                _ => fault(FaultKind::InvalidSize),
            },
            Header::White | Header::Black => {
                let names = if kind == Header::White { ("PW", "WR") } else { ("PB", "BR") };
                let (name, rank) = words::player(text);
                self.draft.set(root, names.0, name, span);
                self.draft.set(root, names.1, rank.unwrap_or_default(), span);
            }
            Header::Player => self.players.push(Line { text, span }),
            Header::Handicap => match text.parse() {
                Ok(count) => self.handicap = Some((count, span)),
                Err(_) => fault(FaultKind::InvalidHeader),
            },
            Header::Komi => self.komi = Some((text, span)),
            Header::Date => match words::date(text) {
                Some(date) => self.draft.set(root, "DT", date, span),
                None => fault(FaultKind::InvalidHeader),
            },
            Header::Minutes => match text.parse::<u32>() {
                Ok(0) => {}
                Ok(minutes) => self.draft.set(root, "TM", (u64::from(minutes) * 60).to_string(), span),
                Err(_) => fault(FaultKind::InvalidHeader),
            },
            Header::Result => match words::result(text) {
                Some(result) => self.draft.set(root, "RE", result, span),
                // A game that is still played.
                None if text.to_lowercase().contains("progress") => {}
                None => {
                    fault(FaultKind::InvalidHeader);
                    self.draft.set(root, "RE", text, span);
                }
            },
            Header::Count => match text.parse() {
                Ok(count) => self.count = Some(count),
                Err(_) => fault(FaultKind::InvalidHeader),
            },
            // It is not known what it says.
            Header::Other => {}
        }
    }

    fn read_moves(&mut self, lines: &[Line<'_>]) {
        let mut nodes = vec![Draft::ROOT];
        let mut places = Vec::new();
        let (mut passes, mut broken) = (0, 0);
        for line in lines.iter().filter(|line| !line.text.is_empty()) {
            let last = nodes[nodes.len() - 1];
            if line.text.starts_with("PM") {
                if let Some((color, place)) = self.read_move(line.text) {
                    places.extend(place);
                    passes += usize::from(place.is_none());
                    nodes.push(self.draft.play(last, color, place, line.span));
                } else {
                    broken += 1;
                    self.draft.fault(FaultKind::InvalidMove, line.span);
                }
            } else if let Some((number, text)) = comment(line.text) {
                let node = nodes[number.min(nodes.len() - 1)];
                self.draft.comment(node, text, line.span);
            } else if !line.text.starts_with("GI") {
                // GI begins the number of the comments.
                self.draft.fault(FaultKind::UnknownLine, line.span);
            }
        }
        let last = lines.last().map_or(Span::empty(0), |line| line.span);
        // Passes are counted or not.
        let count = nodes.len() - 1 + broken;
        if count == 0 {
            self.draft.fault(FaultKind::NoMoves, last);
        } else if self.count.is_some_and(|said| said > count) && passes == 0 {
            self.draft.fault(FaultKind::Unfinished, last);
        }
        if let Some((count, span)) = self.handicap.filter(|(count, _)| *count > 1) {
            self.draft.set(Draft::ROOT, "HA", count.to_string(), span);
            let points = handicap::points(self.size, count, ThirdCorner::LowerRight, |place| places.contains(&place));
            if points.is_empty() {
                self.draft.fault(FaultKind::InvalidHandicap, span);
            }
            for place in points {
                self.draft.add(Draft::ROOT, "AB", draft::point(place), span);
            }
        }
    }

    /// Reads `PMABBQDDQ`: a counter of two letters, the color, column and row from `B` on, and these once more.
    fn read_move(&self, line: &str) -> Option<(&'static str, Option<Place>)> {
        let &[_, _, _, _, color, column, row, ..] = line.as_bytes() else { return None };
        let color = match color {
            b'B' => "B",
            b'W' => "W",
            _ => return None,
        };
        let line = |letter: u8| letter.checked_sub(b'B').filter(|line| *line < self.size);
        match (line(column), line(row)) {
            (Some(column), Some(row)) => Some((color, Some((column, row)))),
            _ if (column, row) == (b'A', b'A') => Some((color, None)),
            _ => None,
        }
    }
}

/// The number of the move and the text of a line such as `IDB[211] Black resigns.[EndTxt]`.
fn comment(line: &str) -> Option<(usize, &str)> {
    let (number, text) = line.strip_prefix("IDB[")?.split_once(']')?;
    Some((number.parse().ok()?, text.trim().trim_end_matches("[EndTxt]").trim_end()))
}
