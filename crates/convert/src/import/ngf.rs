//! NGF, the format of Cyberoro: twelve lines of headers, which have no names, and lines such as `PMABBQDDQ` for moves.
//!
//! Files of other servers begin each header with `GI`, have the headers in another order, and end with comments.

use super::draft::{self, DraftPlace, GameDraft};
use super::fault::ImportFaultKind;
use super::handicap::{self, ThirdCorner};
use super::line::{ImportLine, all_lines};
use super::words;
use ishi_text::Span;

/// The lines before the moves, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum NgfHeader {
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

const USUAL: [NgfHeader; 12] = [
    NgfHeader::Title,
    NgfHeader::Size,
    NgfHeader::White,
    NgfHeader::Black,
    NgfHeader::Place,
    NgfHeader::Handicap,
    NgfHeader::Other,
    NgfHeader::Komi,
    NgfHeader::Date,
    NgfHeader::Minutes,
    NgfHeader::Result,
    NgfHeader::Count,
];

const WITH_GI: [NgfHeader; 11] = [
    NgfHeader::Title,
    NgfHeader::Player,
    NgfHeader::Player,
    NgfHeader::Other,
    NgfHeader::Other,
    NgfHeader::Date,
    NgfHeader::Size,
    NgfHeader::Handicap,
    NgfHeader::Other,
    NgfHeader::Komi,
    NgfHeader::Count,
];

pub(super) fn read(text: &str, draft: &mut GameDraft) {
    let mut all: Vec<ImportLine<'_>> = all_lines(text).collect();
    let first = all.iter().position(|line| is_move(line.text)).unwrap_or(all.len());
    let rest = all.split_off(first);
    let mut game = NgfGame { draft, size: 19, handicap: None, komi: None, count: None, players: Vec::new() };
    game.read_headers(&all);
    game.read_moves(&rest);
}

fn is_move(line: &str) -> bool {
    line.starts_with("PM") && line.len() > 6
}

struct NgfGame<'d, 't> {
    draft: &'d mut GameDraft,
    size: u8,
    handicap: Option<(u32, Span)>,
    komi: Option<(&'t str, Span)>,
    /// The number of moves that the file names.
    count: Option<usize>,
    /// Those without a color.
    players: Vec<ImportLine<'t>>,
}

impl<'t> NgfGame<'_, 't> {
    fn read_headers(&mut self, lines: &[ImportLine<'t>]) {
        let mut lines = lines.iter().copied().skip_while(|line| line.text.is_empty()).peekable();
        let has_gi = lines.peek().is_some_and(|line| line.text.starts_with("GI"));
        let kinds: &[NgfHeader] = if has_gi { &WITH_GI } else { &USUAL };
        let mut kinds = kinds.iter();
        for line in lines {
            let text = if has_gi { line.text.strip_prefix("GI").unwrap_or(line.text).trim() } else { line.text };
            match kinds.next() {
                Some(&kind) => self.header(kind, ImportLine { text, span: line.span }),
                None if text.is_empty() => {}
                None => self.draft.fault(ImportFaultKind::UnknownLine, line.span),
            }
        }
        if let [one, other] = self.players[..] {
            let names = format!("{}, {}", one.text, other.text);
            self.draft.comment(GameDraft::ROOT, &names, one.span);
            self.draft.fault(ImportFaultKind::UnknownColors, one.span);
        }
        self.draft.set(GameDraft::ROOT, "SZ", self.size.to_string(), Span::empty(0));
        if let Some((komi, span)) = self.komi {
            // The half is not written, as in a game with a handicap there is none.
            let is_even = self.handicap.is_none_or(|(count, _)| count == 0);
            let half = if is_even && !komi.contains('.') { ".5" } else { "" };
            match words::decimal(&format!("{komi}{half}")) {
                Some(komi) => self.draft.set(GameDraft::ROOT, "KM", komi, span),
                None => self.draft.fault(ImportFaultKind::InvalidHeader, span),
            }
        }
    }

    fn header(&mut self, kind: NgfHeader, ImportLine { text, span }: ImportLine<'t>) {
        let root = GameDraft::ROOT;
        let mut fault = |kind| self.draft.fault(kind, span);
        if text.is_empty() {
            return;
        }
        match kind {
            NgfHeader::Title => self.draft.set(root, "GN", text, span),
            NgfHeader::Place => self.draft.set(root, "PC", text, span),
            NgfHeader::Size => match text.parse() {
                Ok(size @ 2..=25) => {
                    self.size = size;
                    self.draft.set(root, "SZ", text, span);
                }
                _ => fault(ImportFaultKind::InvalidSize),
            },
            NgfHeader::White | NgfHeader::Black => {
                let names = if kind == NgfHeader::White { ("PW", "WR") } else { ("PB", "BR") };
                let (name, rank) = words::player(text);
                self.draft.set(root, names.0, name, span);
                self.draft.set(root, names.1, rank.unwrap_or_default(), span);
            }
            NgfHeader::Player => self.players.push(ImportLine { text, span }),
            NgfHeader::Handicap => match text.parse() {
                Ok(count) => self.handicap = Some((count, span)),
                Err(_) => fault(ImportFaultKind::InvalidHeader),
            },
            NgfHeader::Komi => self.komi = Some((text, span)),
            NgfHeader::Date => match words::date(text) {
                Some(date) => self.draft.set(root, "DT", date, span),
                None => fault(ImportFaultKind::InvalidHeader),
            },
            NgfHeader::Minutes => match text.parse::<u32>() {
                Ok(0) => {}
                Ok(minutes) => self.draft.set(root, "TM", (u64::from(minutes) * 60).to_string(), span),
                Err(_) => fault(ImportFaultKind::InvalidHeader),
            },
            NgfHeader::Result => match words::result(text) {
                Some(result) => self.draft.set(root, "RE", result, span),
                // A game that is still played.
                None if text.to_lowercase().contains("progress") => {}
                None => {
                    fault(ImportFaultKind::InvalidHeader);
                    self.draft.set(root, "RE", text, span);
                }
            },
            NgfHeader::Count => match text.parse() {
                Ok(count) => self.count = Some(count),
                Err(_) => fault(ImportFaultKind::InvalidHeader),
            },
            // It is not known what it says.
            NgfHeader::Other => {}
        }
    }

    fn read_moves(&mut self, lines: &[ImportLine<'_>]) {
        let mut nodes = vec![GameDraft::ROOT];
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
                    self.draft.fault(ImportFaultKind::InvalidMove, line.span);
                }
            } else if let Some((number, text)) = comment(line.text) {
                let node = nodes[number.min(nodes.len() - 1)];
                self.draft.comment(node, text, line.span);
            } else if !line.text.starts_with("GI") {
                // GI begins the number of the comments.
                self.draft.fault(ImportFaultKind::UnknownLine, line.span);
            }
        }
        let last = lines.last().map_or(Span::empty(0), |line| line.span);
        // Passes are counted or not.
        let count = nodes.len() - 1 + broken;
        if count == 0 {
            self.draft.fault(ImportFaultKind::NoMoves, last);
        } else if self.count.is_some_and(|said| said > count) && passes == 0 {
            self.draft.fault(ImportFaultKind::Unfinished, last);
        }
        if let Some((count, span)) = self.handicap.filter(|(count, _)| *count > 1) {
            self.draft.set(GameDraft::ROOT, "HA", count.to_string(), span);
            let points = handicap::points(self.size, count, ThirdCorner::LowerRight, |place| places.contains(&place));
            if points.is_empty() {
                self.draft.fault(ImportFaultKind::InvalidHandicap, span);
            }
            for place in points {
                self.draft.add(GameDraft::ROOT, "AB", draft::point(place), span);
            }
        }
    }

    /// Reads `PMABBQDDQ`: a counter of two letters, the color, column and row from `B` on, and these once more.
    fn read_move(&self, line: &str) -> Option<(&'static str, Option<DraftPlace>)> {
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
