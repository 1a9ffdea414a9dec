//! Diagrams of Sensei's Library: lines that begin with `$$`. The first line has the title, the other lines are the rows
//! of the board, arrows, and links.
//!
//! The help page "How Diagrams Work" of Sensei's Library describes the notation. The rows show the stones, and digits
//! show up to ten moves. Rows do not need to show the whole board: edges say where they are on it.

use std::collections::BTreeMap;

use super::draft::{self, DraftPlace, GameDraft};
use super::fault::ImportFaultKind;
use super::line::{ImportLine, all_lines};
use ishi_text::Span;

/// The beginning of each line.
const PREFIX: &str = "$$";

/// The size of a board, unless the first line or the edges say another one.
const USUAL_SIZE: usize = 19;

/// The largest size of a board that is read.
const MAX_SIZE: usize = 25;

pub(super) fn read(text: &str, draft: &mut GameDraft) {
    let mut lines = all_lines(text).skip_while(|line| line.text.is_empty()).peekable();
    let mut block = Vec::new();
    while let Some(line) = lines.next_if(|line| line.text.starts_with(PREFIX)) {
        block.push(after(line, PREFIX.len()));
    }
    let mut is_in_diagram = false;
    for line in lines {
        match line.text.starts_with(PREFIX) {
            true if !is_in_diagram => draft.fault(ImportFaultKind::AnotherGame, line.span),
            false if !line.text.is_empty() => draft.fault(ImportFaultKind::UnknownLine, line.span),
            _ => {}
        }
        is_in_diagram = line.text.starts_with(PREFIX);
    }
    let Some((&first, rest)) = block.split_first() else { return };
    // The first line may be missing.
    let (header, content) = if is_row(first.text) { (Header::default(), &block[..]) } else { (header(first), rest) };
    let Some(diagram) = Diagram::read(content, &header, first.span, draft) else { return };
    diagram.write(&header, draft);
}

/// The part of a line from a byte on, without white space at its beginning.
fn after(line: ImportLine<'_>, start: usize) -> ImportLine<'_> {
    let text = line.text[start..].trim_start();
    ImportLine { text, span: Span::new(line.span.end as usize - text.len(), line.span.end as usize) }
}

fn is_edge(sign: char) -> bool {
    matches!(sign, '|' | '-' | '+')
}

/// Whether a line is a row of a board for certain, and not a title.
fn is_row(text: &str) -> bool {
    let is_sign = |word: &str| word.chars().count() == 1 || word.chars().all(is_edge);
    text.starts_with(['|', '-', '+', '.', ',']) && text.split_whitespace().all(is_sign)
}

/// The first line: `$$Bc9m11 Title`.
struct Header<'t> {
    /// The player of odd moves, if the line names one.
    first: Option<&'static str>,
    size: Option<usize>,
    /// The number of the move that the digit 1 shows.
    start: u32,
    title: ImportLine<'t>,
}

impl Default for Header<'_> {
    fn default() -> Self {
        let title = ImportLine { text: "", span: Span::empty(0) };
        Self { first: None, size: None, start: 1, title }
    }
}

fn header(line: ImportLine<'_>) -> Header<'_> {
    // The title begins after a space, so `$$ B` is a title.
    let has_options = line.text.starts_with(|sign: char| sign.is_ascii_alphanumeric());
    let end = line.text.find(char::is_whitespace).unwrap_or(line.text.len());
    let options = has_options.then(|| options(&line.text[..end])).flatten();
    match options {
        Some(options) => Header { title: after(line, end), ..options },
        None => Header { title: line, ..Header::default() },
    }
}

/// Reads the word before the title: the first player, `c` for coordinates, the size of the board, and `m` with the
/// number of the first move. The last three may have any order.
fn options(word: &str) -> Option<Header<'_>> {
    let (first, mut rest) = match word.as_bytes().first()? {
        b'B' => (Some("B"), &word[1..]),
        b'W' => (Some("W"), &word[1..]),
        _ => (None, word),
    };
    let mut header = Header { first, ..Header::default() };
    while let Some(option) = rest.chars().next() {
        rest = rest.strip_prefix(['c', 'm']).unwrap_or(rest);
        if option == 'c' {
            continue;
        }
        let digits = rest.len() - rest.trim_start_matches(|digit: char| digit.is_ascii_digit()).len();
        let number: u32 = rest[..digits].parse().ok()?;
        match option {
            'm' => header.start = number.max(1),
            _ => header.size = Some(number as usize),
        }
        rest = &rest[digits..];
    }
    Some(header)
}

/// The rows of a diagram, and where they are on the board.
struct Diagram<'t> {
    /// The signs of each row, without its edges.
    rows: Vec<Vec<(char, Span)>>,
    /// The columns and rows of the board.
    board: (usize, usize),
    /// The column and row of the first sign, counted from 0 at the upper left.
    origin: (usize, usize),
    /// Lines such as `{AR A1 B2}`, without the brackets.
    arrows: Vec<ImportLine<'t>>,
    /// Lines such as `[a|http://example.org]`.
    links: Vec<ImportLine<'t>>,
}

impl<'t> Diagram<'t> {
    /// Reads the lines after the first one; `None` if no board can be read from them.
    fn read(lines: &[ImportLine<'t>], header: &Header<'_>, place: Span, draft: &mut GameDraft) -> Option<Self> {
        let (mut rows, mut arrows, mut links) = (Vec::new(), Vec::new(), Vec::new());
        for &line in lines.iter().filter(|line| !line.text.is_empty()) {
            match line.text.as_bytes()[0] {
                b'{' => arrows.push(line),
                b'[' => links.push(line),
                _ => rows.push(signs(line)),
            }
        }
        let is_line = |row: &Vec<(char, Span)>| row.iter().all(|(sign, _)| is_edge(*sign));
        let top = rows.first().is_some_and(is_line);
        let bottom = rows.len() > 1 && rows.last().is_some_and(is_line);
        rows.drain(..usize::from(top));
        rows.truncate(rows.len() - usize::from(bottom));
        let begins = |row: &Vec<(char, Span)>| row.len() > 1 && row.first().is_some_and(|(sign, _)| is_edge(*sign));
        let ends = |row: &Vec<(char, Span)>| row.len() > 1 && row.last().is_some_and(|(sign, _)| is_edge(*sign));
        let (left, right) = (rows.iter().any(begins), rows.iter().any(ends));
        for row in &mut rows {
            let (begins, ends) = (begins(row), ends(row));
            row.drain(..usize::from(begins));
            row.truncate(row.len() - usize::from(ends));
        }
        let (width, height) = (rows.iter().map(Vec::len).max().unwrap_or(0), rows.len());
        if width == 0 {
            draft.fault(ImportFaultKind::NoRows, place);
            return None;
        }
        let is_size = |size: &usize| (2..=MAX_SIZE).contains(size);
        if width > MAX_SIZE || height > MAX_SIZE || header.size.is_some_and(|size| !is_size(&size)) {
            draft.fault(ImportFaultKind::InvalidSize, place);
        }
        if width > MAX_SIZE || height > MAX_SIZE {
            return None;
        }
        let known = |length, both: bool| both.then_some(length);
        let (across, down) = (known(width, left && right), known(height, top && bottom));
        let size = header.size.filter(is_size).or(across).or(down).unwrap_or(USUAL_SIZE);
        let board = (across.unwrap_or(size.max(width)), down.unwrap_or(size.max(height)));
        let start = |free: usize, low: bool, high: bool| match (low, high) {
            (true, _) => 0,
            (false, true) => free,
            (false, false) => free / 2,
        };
        let origin = (start(board.0 - width, left, right), start(board.1 - height, top, bottom));
        let is_free = |free: usize, low: bool, high: bool| free > 0 && !low && !high;
        if is_free(board.0 - width, left, right) || is_free(board.1 - height, top, bottom) {
            draft.lose("diagram without edges", "it is put in the middle of the board", place);
        }
        Some(Self { rows, board, origin, arrows, links })
    }

    /// Adds the diagram to a game: its stones, then its moves, and its marks after the last move.
    fn write(&self, header: &Header<'_>, draft: &mut GameDraft) {
        let root = GameDraft::ROOT;
        let (columns, rows) = self.board;
        let size = if columns == rows { columns.to_string() } else { format!("{columns}:{rows}") };
        draft.set(root, "SZ", size, Span::empty(0));
        draft.set(root, "GN", header.title.text, header.title.span);
        let mut moves: BTreeMap<u32, (DraftPlace, Span)> = BTreeMap::new();
        let mut marks: Vec<(&'static str, String, Span)> = Vec::new();
        let mut labels: BTreeMap<char, DraftPlace> = BTreeMap::new();
        let (mut pattern, mut space) = (None, None);
        for (y, row) in self.rows.iter().enumerate() {
            let mut unknown = None;
            for (x, &(sign, span)) in row.iter().enumerate() {
                let place = self.place(x, y);
                let stone = match sign {
                    'X' | 'B' | '#' | 'Y' | 'Z' => Some("AB"),
                    'O' | 'W' | '@' | 'Q' | 'P' => Some("AW"),
                    _ => None,
                };
                if let Some(stone) = stone {
                    draft.add(root, stone, draft::point(place), span);
                }
                match sign {
                    'X' | 'O' | '.' | ',' => {}
                    'B' | 'W' | 'C' => marks.push(("CR", draft::point(place), span)),
                    '#' | '@' | 'S' => marks.push(("SQ", draft::point(place), span)),
                    'Y' | 'Q' | 'T' => marks.push(("TR", draft::point(place), span)),
                    'Z' | 'P' | 'M' => marks.push(("MA", draft::point(place), span)),
                    'a'..='z' => {
                        labels.entry(sign).or_insert(place);
                        marks.push(("LB", format!("{}:{sign}", draft::point(place)), span));
                    }
                    '0'..='9' => {
                        let number = sign.to_digit(10).filter(|&digit| digit > 0).unwrap_or(10);
                        if moves.contains_key(&number) {
                            draft.fault(ImportFaultKind::RepeatedNumber, span);
                        }
                        moves.entry(number).or_insert((place, span));
                    }
                    'A' | 'V' | '*' | '?' => {
                        pattern.get_or_insert((sign, span));
                    }
                    '_' | '|' | '-' | '+' => {
                        space.get_or_insert(span);
                    }
                    _ => {
                        unknown.get_or_insert(span);
                    }
                }
            }
            if let Some(span) = unknown {
                draft.fault(ImportFaultKind::UnknownSign, span);
            }
        }
        if let Some((sign, span)) = pattern {
            draft.lose(format!("`{sign}` of a search pattern"), "the point is empty", span);
        }
        if let Some(span) = space {
            draft.lose("space without a board", "the points are empty", span);
        }
        add_title_moves(header, &labels, &mut moves);
        let last = play(header, &moves, draft);
        for (name, value, span) in marks {
            draft.add(last, name, value, span);
        }
        for &line in &self.arrows {
            match self.arrow(line.text) {
                Some((name, value)) => draft.add(last, name, value, line.span),
                None => draft.fault(ImportFaultKind::InvalidArrow, line.span),
            }
        }
        for &line in &self.links {
            match link(line.text) {
                Some(text) => draft.comment(last, &text, line.span),
                None => draft.fault(ImportFaultKind::UnknownLine, line.span),
            }
        }
    }

    /// The place on the board of a sign.
    fn place(&self, x: usize, y: usize) -> DraftPlace {
        // Both are below MAX_SIZE.
        ((self.origin.0 + x) as u8, (self.origin.1 + y) as u8)
    }

    /// The property of a line such as `{AR A1 B2}`, with its value.
    fn arrow(&self, text: &str) -> Option<(&'static str, String)> {
        let mut words = text.strip_prefix('{')?.trim_end().strip_suffix('}')?.split_whitespace();
        let name = match words.next()? {
            "AR" => "AR",
            "LN" => "LN",
            _ => return None,
        };
        let (from, to) = (self.point(words.next()?)?, self.point(words.next()?)?);
        (from != to && words.next().is_none()).then(|| (name, format!("{}:{}", draft::point(from), draft::point(to))))
    }

    /// A point of the board such as `C4`, or of the diagram such as `3:1`, which is counted from the upper left.
    fn point(&self, text: &str) -> Option<DraftPlace> {
        let (columns, rows) = self.board;
        let number = |text: &str| text.parse::<u8>().ok().map(usize::from).filter(|number| *number > 0);
        let (x, y) = if let Some((x, y)) = text.split_once(':') {
            (self.origin.0 + number(x)? - 1, self.origin.1 + number(y)? - 1)
        } else {
            let letter = *text.as_bytes().first().filter(|letter| letter.is_ascii_uppercase() && **letter != b'I')?;
            (usize::from(letter - b'A') - usize::from(letter > b'I'), rows.checked_sub(number(&text[1..])?)?)
        };
        (x < columns && y < rows).then_some((x as u8, y as u8))
    }
}

/// The signs of a row, with its edges and without the space between them.
fn signs(line: ImportLine<'_>) -> Vec<(char, Span)> {
    let start = line.span.start as usize;
    let signs = line.text.char_indices().filter(|(_, sign)| !sign.is_whitespace());
    signs.map(|(at, sign)| (sign, Span::new(start + at, start + at + sign.len_utf8()))).collect()
}

/// Adds the moves that have no room on the board, because another sign has their point: a title has them in words, such
/// as `5 at 1` and `8 at a`. Numbers on the board, and the numbers of `moves`, are counted from the first move.
fn add_title_moves(
    header: &Header<'_>,
    labels: &BTreeMap<char, DraftPlace>,
    moves: &mut BTreeMap<u32, (DraftPlace, Span)>,
) {
    let words: Vec<&str> = header.title.text.split_whitespace().collect();
    let relative = |text: &str| text.parse::<u32>().ok()?.checked_sub(header.start - 1).filter(|number| *number > 0);
    for part in words.windows(3).filter(|part| part[1] == "at") {
        let [number, target] = [part[0], part[2]].map(|word| word.trim_matches(|sign: char| !sign.is_alphanumeric()));
        let Some(number) = relative(number).filter(|number| !moves.contains_key(number)) else { continue };
        let mut letters = target.chars();
        let place = match (letters.next(), letters.next()) {
            (Some(letter), None) if letter.is_ascii_lowercase() => labels.get(&letter).copied(),
            _ => relative(target.trim_start_matches(['B', 'W'])).and_then(|old| Some(moves.get(&old)?.0)),
        };
        if let Some(place) = place {
            moves.insert(number, (place, header.title.span));
        }
    }
}

/// Adds the moves, and returns the node of the last one. Without moves, the root says whose move it is.
fn play(header: &Header<'_>, moves: &BTreeMap<u32, (DraftPlace, Span)>, draft: &mut GameDraft) -> draft::DraftNode {
    let [odd, even] = if header.first == Some("W") { ["W", "B"] } else { ["B", "W"] };
    let (mut last, mut next) = (GameDraft::ROOT, 1);
    for (&number, &(place, span)) in moves {
        last = draft.play(last, if number % 2 == 1 { odd } else { even }, Some(place), span);
        let number = (header.start - 1).saturating_add(number);
        if number != next {
            draft.set(last, "MN", number.to_string(), span);
        }
        next = number.saturating_add(1);
    }
    if moves.is_empty() {
        draft.set(GameDraft::ROOT, "PL", header.first.unwrap_or_default(), header.title.span);
    }
    last
}

/// The text of a link such as `[a|http://example.org]`: the sign that has it, and where it leads.
fn link(text: &str) -> Option<String> {
    let (sign, target) = text.strip_prefix('[')?.trim_end().strip_suffix(']')?.split_once('|')?;
    let (sign, target) = (sign.trim(), target.trim());
    (sign.chars().count() == 1 && !target.is_empty()).then(|| format!("{sign}: {target}"))
}
