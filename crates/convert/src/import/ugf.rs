//! UGF, the format of Pandanet, whose files are also named UGI: sections such as `[Header]`, with lines such as
//! `PlayerB=Ada,3d`, and `[Data]`, with lines such as `QD,B1,1,10`.

use std::collections::HashMap;

use super::draft::{self, DraftNode, DraftPlace, GameDraft};
use super::fault::ImportFaultKind;
use super::line::{ImportLine, lines};
use super::words;
use ishi_text::Span;

/// Headers that are about the file.
const OTHER_HEADERS: [&str; 7] = ["Ver", "Lang", "Crypt", "Code", "Moves", "CoordinateType", "Size"];

pub(super) fn read(text: &str, draft: &mut GameDraft) {
    let mut sections: Vec<(&str, Span, Vec<ImportLine<'_>>)> = Vec::new();
    let mut last = Span::empty(0);
    for line in lines(text) {
        last = line.span;
        let name = line.text.strip_prefix('[').and_then(|name| name.strip_suffix(']'));
        match (name, sections.last_mut()) {
            (Some(name), _) => sections.push((name, line.span, Vec::new())),
            (None, Some((_, _, lines))) => lines.push(line),
            (None, None) if line.text.starts_with('#') => {}
            (None, None) => draft.fault(ImportFaultKind::UnknownLine, line.span),
        }
    }
    let mut game =
        UgfGame { draft, size: 19, is_from_below: false, moves: vec![GameDraft::ROOT], reviewed: HashMap::new() };
    let section = |wanted: &str| sections.iter().find(|(name, ..)| name.eq_ignore_ascii_case(wanted));
    if let Some((_, _, lines)) = section("Header") {
        game.read_header(lines);
    }
    game.draft.set(GameDraft::ROOT, "SZ", game.size.to_string(), Span::empty(0));
    for (name, span, lines) in &sections {
        match &*name.to_ascii_lowercase() {
            "header" | "remote" | "end" => {}
            "data" => game.read_data(lines),
            "figure" => game.read_figures(lines),
            "reviewnode" => game.read_review(lines),
            "reviewcomment" => game.read_comments(lines),
            _ => game.draft.lose(format!("[{name}]"), "SGF has no place for this section", *span),
        }
    }
    if !draft.has_moves() {
        draft.fault(ImportFaultKind::NoMoves, last);
    }
}

/// The target that two letters name.
#[derive(Clone, Copy, PartialEq, Eq)]
enum DataTarget {
    Point(DraftPlace),
    Pass,
}

struct UgfGame<'d> {
    draft: &'d mut GameDraft,
    size: u8,
    /// Whether rows are counted from below.
    is_from_below: bool,
    /// The root, and the moves of the game in order.
    moves: Vec<DraftNode>,
    /// The nodes by the numbers that a review gives them.
    reviewed: HashMap<u32, DraftNode>,
}

impl UgfGame<'_> {
    fn read_header(&mut self, lines: &[ImportLine<'_>]) {
        let root = GameDraft::ROOT;
        let mut players: [Vec<(&str, Span)>; 2] = [Vec::new(), Vec::new()];
        for &ImportLine { text, span } in lines {
            let Some((name, value)) = text.split_once('=') else {
                self.draft.fault(ImportFaultKind::UnknownLine, span);
                continue;
            };
            let (name, value) = (name.trim(), value.trim());
            let fields: Vec<&str> = value.split(',').map(str::trim).collect();
            if fields.iter().all(|field| field.is_empty()) {
                continue;
            }
            match name {
                "Crypt" if !value.contains("PLAIN") => self.draft.fault(ImportFaultKind::Encrypted, span),
                "CoordinateType" => self.is_from_below = value.eq_ignore_ascii_case("IGS"),
                "Size" => match value.parse() {
                    Ok(size @ 2..=25) => {
                        self.size = size;
                        self.draft.set(root, "SZ", value, span);
                    }
                    _ => self.draft.fault(ImportFaultKind::InvalidSize, span),
                },
                "PlayerB" | "PlayerB2" | "BMemb1" | "BMemb2" => players[0].push((value, span)),
                "PlayerW" | "PlayerW2" | "WMemb1" | "WMemb2" => players[1].push((value, span)),
                "Title" => {
                    let filled: Vec<&str> = fields.into_iter().filter(|field| !field.is_empty()).collect();
                    self.draft.set(root, "GN", filled.join(", "), span);
                }
                "Place" => self.draft.set(root, "PC", value.trim_matches([',', ' ']), span),
                "Writer" => self.draft.set(root, "US", value, span),
                "Commentator" => self.draft.set(root, "AN", value, span),
                "Copyright" => self.draft.set(root, "CP", value, span),
                "Comment" => self.draft.comment(root, value, span),
                "Date" => self.read_date(&fields, span),
                "Rule" => {
                    let rules = match value {
                        "JPN" => "Japanese",
                        "CHN" | "CH" => "Chinese",
                        other => other,
                    };
                    self.draft.set(root, "RU", rules, span);
                }
                "Hdcp" => self.read_handicap(&fields, span),
                "Winner" => self.read_winner(&fields, span),
                "Ptime" => self.read_time(fields[0], span),
                name if OTHER_HEADERS.contains(&name) => {}
                name => self.draft.lose(format!("{name}={value}"), "SGF has no property for it", span),
            }
        }
        for (players, name, rank) in [(&players[0], "PB", "BR"), (&players[1], "PW", "WR")] {
            self.write_players(players, name, rank);
        }
    }

    /// Writes one player, or several with their ranks.
    fn write_players(&mut self, players: &[(&str, Span)], name: &'static str, rank: &'static str) {
        let read = |text: &str| -> (String, String) {
            let mut fields = text.split(',').map(str::trim);
            let name = fields.next().unwrap_or_default().to_owned();
            let rank = fields.next().unwrap_or_default();
            (name, words::rank(rank).unwrap_or_else(|| rank.to_owned()))
        };
        match players {
            [] => {}
            [(one, span)] => {
                let (own, own_rank) = read(one);
                self.draft.set(GameDraft::ROOT, name, own, *span);
                self.draft.set(GameDraft::ROOT, rank, own_rank, *span);
            }
            [(_, span), ..] => {
                let all = players.iter().map(|(text, _)| read(text));
                let all = all.map(|(name, rank)| format!("{name} {rank}").trim().to_owned());
                self.draft.set(GameDraft::ROOT, name, all.collect::<Vec<_>>().join(", "), *span);
            }
        }
    }

    /// Writes the date on which the game began. An empty one is `//`.
    fn read_date(&mut self, fields: &[&str], span: Span) {
        let dates = fields.iter().step_by(2).filter(|date| date.contains(|one: char| one.is_ascii_digit()));
        match dates.clone().find_map(|date| words::date(date)) {
            Some(date) => self.draft.set(GameDraft::ROOT, "DT", date, span),
            None if dates.count() == 0 => {}
            None => self.draft.fault(ImportFaultKind::InvalidHeader, span),
        }
    }

    /// Writes handicap and komi. The stones are moves with the number 0.
    fn read_handicap(&mut self, fields: &[&str], span: Span) {
        let count = fields[0].parse::<u32>().ok();
        let komi = fields.get(1).map(|komi| words::decimal(komi));
        if let Some(count) = count.filter(|count| *count > 1) {
            self.draft.set(GameDraft::ROOT, "HA", count.to_string(), span);
        }
        if let Some(Some(komi)) = &komi {
            self.draft.set(GameDraft::ROOT, "KM", komi.as_str(), span);
        }
        if count.is_none() || komi == Some(None) {
            self.draft.fault(ImportFaultKind::InvalidHeader, span);
        }
    }

    fn read_winner(&mut self, fields: &[&str], span: Span) {
        let how = fields.get(1).copied().unwrap_or_default();
        let result = match (fields[0], how) {
            ("B" | "W", "") => Some(format!("{}+", fields[0])),
            ("B" | "W", "C" | "c") => Some(format!("{}+R", fields[0])),
            ("B" | "W", "T" | "t") => Some(format!("{}+T", fields[0])),
            ("B" | "W", how) if how.starts_with(['F', 'f']) => Some(format!("{}+F", fields[0])),
            ("B" | "W", points) => words::decimal(points).map(|points| format!("{}+{points}", fields[0])),
            ("D", _) => Some("0".to_owned()),
            ("N" | "N1", _) => Some("Void".to_owned()),
            // Not yet over, or never to be.
            ("P" | "A" | "E", _) => Some("?".to_owned()),
            _ => None,
        };
        if result.is_none() {
            self.draft.fault(ImportFaultKind::InvalidHeader, span);
        }
        self.draft.set(GameDraft::ROOT, "RE", result.unwrap_or_else(|| fields.join(",")), span);
    }

    /// Writes the time of `J;240;0;0`, in minutes.
    fn read_time(&mut self, text: &str, span: Span) {
        let minutes = text.split(';').nth(1).and_then(|minutes| minutes.parse::<u32>().ok());
        match minutes {
            Some(0) => {}
            Some(minutes) => self.draft.set(GameDraft::ROOT, "TM", (u64::from(minutes) * 60).to_string(), span),
            None => self.draft.fault(ImportFaultKind::InvalidHeader, span),
        }
    }

    fn read_data(&mut self, lines: &[ImportLine<'_>]) {
        for &ImportLine { text, span } in lines {
            if text.starts_with('.') {
                self.draft.lose(text, "it is not part of the game", span);
                continue;
            }
            let fields: Vec<&str> = text.split(',').map(str::trim).collect();
            let last = self.moves[self.moves.len() - 1];
            match (fields[..].first_chunk::<3>(), self.place_of_letters(fields[0])) {
                // A line that ends a game.
                (Some([_, "MK", _]), Some(DataTarget::Pass)) => {
                    let color = if self.moves.len() % 2 == 1 { "B" } else { "W" };
                    self.moves.push(self.draft.play(last, color, None, span));
                }
                (Some([_, color, number]), Some(target)) if color.starts_with(['B', 'W']) => {
                    let (color, stones) = if color.starts_with('B') { ("B", "AB") } else { ("W", "AW") };
                    match target {
                        DataTarget::Point(place) if *number == "0" => {
                            self.draft.add(GameDraft::ROOT, stones, draft::point(place), span);
                        }
                        DataTarget::Point(place) => self.moves.push(self.draft.play(last, color, Some(place), span)),
                        DataTarget::Pass => self.moves.push(self.draft.play(last, color, None, span)),
                    }
                }
                _ => self.draft.fault(ImportFaultKind::InvalidMove, span),
            }
        }
    }

    /// The point of two letters, or a pass; `None` for letters that are neither.
    fn place_of_letters(&self, text: &str) -> Option<DataTarget> {
        let &[column, row] = text.as_bytes() else { return None };
        let line = |letter: u8| letter.to_ascii_uppercase().checked_sub(b'A').filter(|line| *line < 26);
        let (column, row) = (line(column)?, line(row)?);
        // Passes have several names, which all begin with one of the last letters.
        let is_pass = column >= self.size && column >= b'Y' - b'A';
        if is_pass { Some(DataTarget::Pass) } else { self.on_board(column, row).map(DataTarget::Point) }
    }

    /// A point by column and row, from 0, as counted in the file.
    fn on_board(&self, column: u8, row: u8) -> Option<DraftPlace> {
        if column >= self.size || row >= self.size {
            return None;
        }
        Some((column, if self.is_from_below { self.size - 1 - row } else { row }))
    }

    /// Reads the comments of moves: `.Text,NUMBER`, lines, `.EndText`.
    fn read_figures(&mut self, lines: &[ImportLine<'_>]) {
        let mut node = None;
        let mut is_diagram = false;
        for &ImportLine { text, span } in lines {
            if is_diagram {
                is_diagram = !text.starts_with(".EndFig");
            } else if text.starts_with(".Fig") {
                is_diagram = true;
                self.draft.lose("a diagram", "diagrams with moves of their own are not read", span);
            } else if let Some(rest) = text.strip_prefix(".Text,") {
                let number = rest.split(',').next().and_then(|number| number.parse::<usize>().ok());
                node = number.and_then(|number| self.moves.get(number)).copied();
                if node.is_none() {
                    self.draft.fault(ImportFaultKind::UnknownLine, span);
                }
            } else if text.starts_with(".EndText") {
                node = None;
            } else if let Some(label) = text.strip_prefix(".#,") {
                let label = node.and_then(|node| Some((node, self.label(label)?)));
                match label {
                    Some((node, label)) => self.draft.add(node, "LB", label, span),
                    None => self.draft.fault(ImportFaultKind::UnknownLine, span),
                }
            } else if let Some(node) = node {
                self.draft.comment(node, text, span);
            } else {
                self.draft.fault(ImportFaultKind::UnknownLine, span);
            }
        }
    }

    /// The label of `6,16,E`, as SGF writes it.
    fn label(&self, text: &str) -> Option<String> {
        let mut fields = text.splitn(3, ',');
        let mut line = || fields.next()?.parse::<u8>().ok()?.checked_sub(1);
        let (column, row) = (line()?, line()?);
        let place = self.on_board(column, row)?;
        Some(format!("{}:{}", draft::point(place), fields.next()?))
    }

    /// Reads the tree of a review: `NODE,NUMBER,COLOR,COLUMN,ROW`, with variations as siblings of the node after them.
    fn read_review(&mut self, lines: &[ImportLine<'_>]) {
        // The moves of the game are in it, too.
        let mut main = self.moves.clone().into_iter().skip(1).peekable();
        let mut path = vec![GameDraft::ROOT];
        for &ImportLine { text, span } in lines {
            let fields: Vec<&str> = text.trim_end_matches(',').split(',').map(str::trim).collect();
            let last = path[path.len() - 1];
            match fields[..] {
                ["VARIATION"] => path.push(last),
                ["VARIATIONEND"] if path.len() > 1 => {
                    path.pop();
                }
                ["NODE", number, color, column, row] => {
                    let [number, color, column, row] = [number, color, column, row].map(str::parse::<u32>);
                    let (Ok(number), Ok(color), Ok(column), Ok(row)) = (number, color, column, row) else {
                        self.draft.fault(ImportFaultKind::InvalidMove, span);
                        continue;
                    };
                    let node = match color {
                        0 => last,
                        1 | 2 if path.len() == 1 && main.peek().is_some() => main.next().unwrap_or(last),
                        1 | 2 => {
                            let line = |line: u32| u8::try_from(line.checked_sub(1)?).ok();
                            let place =
                                line(column).zip(line(row)).and_then(|(column, row)| self.on_board(column, row));
                            let is_pass = column > u32::from(self.size) && row > u32::from(self.size);
                            if place.is_none() && !is_pass {
                                self.draft.fault(ImportFaultKind::InvalidMove, span);
                                continue;
                            }
                            self.draft.play(last, if color == 1 { "B" } else { "W" }, place, span)
                        }
                        _ => {
                            self.draft.fault(ImportFaultKind::InvalidMove, span);
                            continue;
                        }
                    };
                    self.reviewed.insert(number, node);
                    if let Some(last) = path.last_mut() {
                        *last = node;
                    }
                }
                _ => self.draft.fault(ImportFaultKind::UnknownLine, span),
            }
        }
    }

    /// Reads the comments of a review: `.Comment,NUMBER` and lines.
    fn read_comments(&mut self, lines: &[ImportLine<'_>]) {
        let mut node = None;
        for &ImportLine { text, span } in lines {
            if let Some(number) = text.strip_prefix(".Comment,") {
                node = number.trim().parse().ok().and_then(|number: u32| self.reviewed.get(&number)).copied();
                if node.is_none() {
                    self.draft.fault(ImportFaultKind::UnknownLine, span);
                }
            } else if let Some(node) = node {
                self.draft.comment(node, text, span);
            }
        }
    }
}
