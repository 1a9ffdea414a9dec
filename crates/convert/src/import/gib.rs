//! GIB, the format of Tygem: headers such as `\[GAMENAME=…\]`, and lines such as `STO 0 2 1 15 3` for moves.

use super::draft::{DraftNode, DraftPlace, GameDraft};
use super::fault::ImportFaultKind;
use super::handicap::{self, ThirdCorner};
use super::line::{ImportLine, lines};
use super::words;
use ishi_text::Span;

const SIZE: u8 = 19;

/// Headers that repeat other headers, or that are about the program or about pictures.
const OTHER_HEADERS: [&str; 25] = [
    "GIBOKIND",
    "TYPE",
    "SZAUDIO",
    "GAMECONDITION",
    "GAMETIME",
    "GAMEZIPSU",
    "GAMETOTALNUM",
    "GAMEWHITELEVEL",
    "GAMEWHITENICK",
    "GAMEWHITECOUNTRY",
    "GAMEWAVATA",
    "GAMEWIMAG",
    "GAMEWIMAGE",
    "GAMEBLACKLEVEL",
    "GAMEBLACKNICK",
    "GAMEBLACKCOUNTRY",
    "GAMEBAVATA",
    "GAMEBIMAGE",
    "GAMEINFOMAIN",
    "GAMEINFOSUB",
    "WUSERINFO",
    "BUSERINFO",
    "GAMETAG",
    "GAMEGONGJE",
    "GAMERESULT",
];

/// A header with its value, which may have several lines.
struct GibHeader<'t> {
    name: &'t str,
    value: String,
    span: Span,
}

pub(super) fn read(text: &str, draft: &mut GameDraft) {
    let mut headers = Vec::new();
    let mut moves = Moves::new(draft);
    let mut open: Option<GibHeader<'_>> = None;
    let mut last = Span::empty(0);
    let (mut has_game, mut is_over) = (false, false);
    for line in lines(text) {
        last = line.span;
        if let Some(mut header) = open.take() {
            header.span = header.span.to(line.span);
            header.value.push(' ');
            open = continued(header, line.text, &mut headers);
            continue;
        }
        match line.text {
            r"\HS" | r"\GS" if is_over => {
                moves.draft.fault(ImportFaultKind::AnotherGame, line.span);
                break;
            }
            r"\HS" | r"\HE" => {}
            r"\GS" => has_game = true,
            r"\GE" => is_over = true,
            text => match text.strip_prefix(r"\[") {
                Some(header) => {
                    let (name, value) = header.split_once('=').unwrap_or((header, ""));
                    let name = name.trim_end_matches(r"\]");
                    let header = GibHeader { name, value: String::new(), span: line.span };
                    open = continued(header, value, &mut headers);
                }
                None => moves.read(line),
            },
        }
    }
    headers.extend(open);
    moves.set_up();
    if !draft.has_moves() {
        draft.fault(ImportFaultKind::NoMoves, last);
    } else if !is_over && has_game {
        draft.fault(ImportFaultKind::Unfinished, last);
    }
    write_headers(&headers, draft);
}

/// Adds a line to a header, and the header to the others if that was its end.
fn continued<'t>(mut header: GibHeader<'t>, line: &str, headers: &mut Vec<GibHeader<'t>>) -> Option<GibHeader<'t>> {
    let (text, is_over) = match line.strip_suffix(r"\]") {
        Some(text) => (text, true),
        None => (line, header.value.is_empty() && line.is_empty()),
    };
    header.value.push_str(text);
    if is_over {
        headers.push(header);
        return None;
    }
    Some(header)
}

/// The lines between `\GS` and `\GE`.
struct Moves<'d> {
    draft: &'d mut GameDraft,
    last: DraftNode,
    /// The color of the last move.
    color: Option<&'static str>,
    places: Vec<DraftPlace>,
    handicap: Option<(u32, Span)>,
}

impl<'d> Moves<'d> {
    fn new(draft: &'d mut GameDraft) -> Self {
        Self { draft, last: GameDraft::ROOT, color: None, places: Vec::new(), handicap: None }
    }

    fn read(&mut self, line: ImportLine<'_>) {
        let words: Vec<&str> = line.text.split_whitespace().collect();
        match words[..] {
            ["STO", _, _, color, column, row, ..] => match (color_of(color), place(column, row)) {
                (Some(color), Some(place)) => {
                    self.places.push(place);
                    self.play(color, Some(place), line.span);
                }
                _ => self.draft.fault(ImportFaultKind::InvalidMove, line.span),
            },
            ["STO", ..] => self.draft.fault(ImportFaultKind::InvalidMove, line.span),
            ["SKI", ..] => {
                let is_white_first = self.handicap.is_some_and(|(count, _)| count > 1);
                let color = match self.color {
                    Some("B") => "W",
                    None if is_white_first => "W",
                    _ => "B",
                };
                self.play(color, None, line.span);
            }
            ["INI", _, _, count, ..] => {
                match count.parse() {
                    Ok(count) => self.handicap = Some((count, line.span)),
                    Err(_) => self.draft.fault(ImportFaultKind::InvalidHandicap, line.span),
                }
                // The first word after `&4` follows without a space.
                if let Some((_, said)) = line.text.split_once("&4").filter(|(_, said)| !said.trim().is_empty()) {
                    self.draft.comment(GameDraft::ROOT, said.trim(), line.span);
                }
            }
            ["IDX" | "REM", ..] => {
                self.draft.lose(line.text, "it is not known what such a line says", line.span);
            }
            // Counts of the moves and of the other lines.
            [first, ..] if first.bytes().all(|byte| byte.is_ascii_digit()) => {}
            _ => self.draft.fault(ImportFaultKind::UnknownLine, line.span),
        }
    }

    fn play(&mut self, color: &'static str, place: Option<DraftPlace>, span: Span) {
        self.last = self.draft.play(self.last, color, place, span);
        self.color = Some(color);
    }

    /// Puts the handicap stones on the board.
    fn set_up(&mut self) {
        let Some((count, span)) = self.handicap.filter(|(count, _)| *count > 1) else { return };
        self.draft.set(GameDraft::ROOT, "HA", count.to_string(), span);
        let points = handicap::points(SIZE, count, ThirdCorner::UpperLeft, |place| self.places.contains(&place));
        if points.is_empty() {
            self.draft.fault(ImportFaultKind::InvalidHandicap, span);
        }
        for place in points {
            self.draft.add(GameDraft::ROOT, "AB", super::draft::point(place), span);
        }
    }
}

fn color_of(number: &str) -> Option<&'static str> {
    match number {
        "1" => Some("B"),
        "2" => Some("W"),
        _ => None,
    }
}

fn place(column: &str, row: &str) -> Option<DraftPlace> {
    let line = |text: &str| text.parse::<u8>().ok().filter(|line| *line < SIZE);
    Some((line(column)?, line(row)?))
}

/// Writes the properties for the headers.
fn write_headers(headers: &[GibHeader<'_>], draft: &mut GameDraft) {
    let root = GameDraft::ROOT;
    let find =
        |name: &str| headers.iter().find(|header| header.name == name).filter(|header| !header.value.trim().is_empty());
    draft.set(root, "SZ", "19", Span::empty(0));
    let copied = [("GAMENAME", "GN"), ("GAMEPLACE", "PC"), ("GAMELECNAME", "AN")];
    for (name, property) in copied {
        if let Some(header) = find(name) {
            draft.set(root, property, header.value.trim(), header.span);
        }
    }
    let players = [("GAMEBLACKNAME", "GAMEBLACKNICK", "PB", "BR"), ("GAMEWHITENAME", "GAMEWHITENICK", "PW", "WR")];
    for (name, nick, player, rank) in players {
        if let Some(header) = find(name).or_else(|| find(nick)) {
            let (own, own_rank) = words::player(&header.value);
            draft.set(root, player, own, header.span);
            draft.set(root, rank, own_rank.unwrap_or_default(), header.span);
        }
    }
    if let Some(header) = find("GAMEDATE") {
        match words::date(header.value.trim()) {
            Some(date) => draft.set(root, "DT", date, header.span),
            None => draft.fault(ImportFaultKind::InvalidHeader, header.span),
        }
    }
    if let Some(header) = find("GAMECOMMENT") {
        draft.comment(root, header.value.trim(), header.span);
    }
    write_result(&find, draft);
    write_numbers(&find, draft);
    let known = ["GAMEDATE", "GAMECOMMENT", "GAMEDUM", "GAMEBLACKNAME", "GAMEWHITENAME"];
    let is_known =
        |name: &str| OTHER_HEADERS.contains(&name) || known.contains(&name) || copied.iter().any(|one| one.0 == name);
    for header in headers.iter().filter(|header| !is_known(header.name) && !header.value.trim().is_empty()) {
        draft.lose(format!("{}={}", header.name, header.value.trim()), "SGF has no property for it", header.span);
    }
}

/// Writes the result: from a code, or else from words.
fn write_result<'h>(find: &impl Fn(&str) -> Option<&'h GibHeader<'h>>, draft: &mut GameDraft) {
    let coded =
        [("GAMEINFOMAIN", "GRLT:", "ZIPSU:"), ("GAMETAG", "W", "Z")].into_iter().find_map(|(name, code, by)| {
            let header = find(name)?;
            let points = || part(&header.value, by).and_then(words::tenths).unwrap_or_default();
            let result = match part(&header.value, code)? {
                "0" => format!("B+{}", points()),
                "1" => format!("W+{}", points()),
                "3" => "B+R".to_owned(),
                "4" => "W+R".to_owned(),
                "7" => "B+T".to_owned(),
                "8" => "W+T".to_owned(),
                _ => return None,
            };
            Some((result, header.span))
        });
    if let Some((result, span)) = coded {
        draft.set(GameDraft::ROOT, "RE", result, span);
    } else if let Some(header) = find("GAMERESULT") {
        let said = words::result(&header.value);
        if said.is_none() {
            draft.fault(ImportFaultKind::InvalidHeader, header.span);
        }
        draft.set(GameDraft::ROOT, "RE", said.as_deref().unwrap_or(header.value.trim()), header.span);
    }
}

/// Writes komi and time.
fn write_numbers<'h>(find: &impl Fn(&str) -> Option<&'h GibHeader<'h>>, draft: &mut GameDraft) {
    let root = GameDraft::ROOT;
    let whole = find("GAMEGONGJE").and_then(|header| Some((words::tenths(header.value.trim())?, header.span)));
    let in_list = |name: &str, key: &str| {
        find(name).and_then(|header| Some((words::tenths(part(&header.value, key)?)?, header.span)))
    };
    let komi = whole.or_else(|| in_list("GAMEINFOMAIN", "GONGJE:")).or_else(|| in_list("GAMETAG", "G"));
    if let Some((komi, span)) = komi {
        draft.set(root, "KM", komi, span);
    }
    if let Some(header) = find("GAMEDUM").filter(|header| header.value.trim() != "0") {
        let why = "it is not known whom these points are for";
        draft.lose(format!("GAMEDUM={}", header.value.trim()), why, header.span);
    }
    let times = [("GAMEINFOMAIN", "GTIME:", [0, 1, 2]), ("GAMETAG", "T", [2, 0, 1])];
    for (name, key, [main, seconds, periods]) in times {
        let Some(header) = find(name) else { continue };
        let numbers = part(&header.value, key).map(|value| value.split('-').map(str::parse::<u32>).collect());
        let Some(Ok::<Vec<u32>, _>(numbers)) = numbers else { continue };
        if numbers.len() == 3 && numbers[main] > 0 {
            draft.set(root, "TM", numbers[main].to_string(), header.span);
            if numbers[seconds] > 0 && numbers[periods] > 0 {
                let overtime = format!("{}x{} byo-yomi", numbers[periods], numbers[seconds]);
                draft.set(root, "OT", overtime, header.span);
            }
        }
    }
}

/// The value of a part of a header such as `GRLT:4,ZIPSU:0` or `W4,Z0`.
fn part<'v>(value: &'v str, key: &str) -> Option<&'v str> {
    let mut parts = value.split(',').filter_map(|part| part.trim().strip_prefix(key));
    // Other keys may begin with the same letter.
    parts.find(|part| part.starts_with(|first: char| first.is_ascii_digit()))
}
