//! Patterns as text: reading and drawing the diagrams of Sensei's Library, and rows of the signs of Kombilo.

use super::pattern::{Allowed, Edges, InvalidPattern, Pattern};
use ishi_board::{BoardSize, Color, Point};
use ishi_text::BYTE_ORDER_MARK;

/// The largest number of columns or rows.
const MAX_SIDE: usize = 19;

/// Reads a pattern. Lines that begin with `$$` are a diagram of Sensei's Library, whose numbers are moves; other lines
/// are rows of the signs of Kombilo: `X O .`, `*` or `?` for anything, `x` for black or empty, `o` for white or empty.
/// In both `|` and lines of `-` are edges of the board.
///
/// ```
/// use ishi_archive::find::parse_pattern;
///
/// assert!(parse_pattern("$$ | . X O\n$$ | . . .\n$$ +------\n").is_ok());
/// assert!(parse_pattern("XO*\n.x.\n").is_ok());
/// assert_eq!(parse_pattern("XV").unwrap_err().to_string(), "line 1: `V` is not a sign; `X O . * ? x o` are");
/// ```
///
/// # Errors
/// A sign that is not known, rows of different lengths, or a position that no game has.
pub fn parse_pattern(text: &str) -> Result<Pattern, InvalidPattern> {
    let lines = text.trim_start_matches(BYTE_ORDER_MARK).lines().map(str::trim).enumerate();
    let lines: Vec<(usize, &str)> =
        lines.filter(|(_, line)| !line.is_empty()).map(|(at, line)| (at + 1, line)).collect();
    let mut drawing = Drawing::default();
    if !lines.iter().any(|(_, line)| line.starts_with("$$")) {
        for (at, line) in lines {
            drawing.add_row(at, line, kombilo)?;
        }
        return drawing.into_pattern(Header::default());
    }
    let mut header = Header::default();
    for (index, &(at, line)) in lines.iter().enumerate() {
        let content =
            line.strip_prefix("$$").ok_or_else(|| wrong(at, "it does not begin with `$$` as other lines do"))?;
        let parsed = if index == 0 { Header::parse(content).map_err(|reason| wrong(at, &reason))? } else { None };
        match parsed {
            Some(parsed) => header = parsed,
            // Links and arrows.
            None if content.trim_start().starts_with(['[', '{']) => {}
            None => drawing.add_row(at, content, sensei)?,
        }
    }
    drawing.into_pattern(header)
}

impl Pattern {
    /// Draws the pattern as [`parse_pattern`] reads it: as a diagram of Sensei's Library, or, for points that such a
    /// diagram has no sign for, in the signs of Kombilo. Where the pattern touches no edge, its locations in the
    /// drawing count from A1.
    ///
    /// ```
    /// use ishi_archive::find::parse_pattern;
    ///
    /// let drawing = "$$W\n$$ . X O |\n$$ . 1 . |\n$$ ------+\n";
    /// assert_eq!(parse_pattern(drawing).unwrap().drawing(), "$$W\n$$ . X O |\n$$ . 1 . |\n$$ - - - -\n");
    /// ```
    pub fn drawing(&self) -> String {
        let (columns, rows) = self.sides;
        let Edges { left, right, bottom, top } = self.edges;
        let is_sensei = self.points().all(|(_, allowed)| !matches!(sign_of(allowed), 'x' | 'o'));
        let begin = if is_sensei { "$$ " } else { "" };
        let mut lines: Vec<String> = Vec::new();
        if is_sensei {
            let across = (right && !left).then_some(self.corner.0 + columns);
            let up = (top && !bottom).then_some(self.corner.1 + rows);
            let size = across.or(up).filter(|&size| size != BoardSize::default().get());
            let player = self.player.map_or_else(String::new, |player| player.letter().to_string());
            let size = size.map_or_else(String::new, |size| size.to_string());
            lines.extend(Some(format!("$${player}{size}")).filter(|header| header != "$$"));
        }
        let edge =
            || begin.to_owned() + &vec!["-"; usize::from(columns) + usize::from(left) + usize::from(right)].join(" ");
        lines.extend(top.then(edge));
        for row in (0..rows).rev() {
            let points = (0..columns).map(|column| self.sign_at((column, row)).to_string());
            let signs = left.then(|| "|".to_owned()).into_iter().chain(points).chain(right.then(|| "|".to_owned()));
            lines.push(begin.to_owned() + &signs.collect::<Vec<_>>().join(" "));
        }
        lines.extend(bottom.then(edge));
        lines.join("\n") + "\n"
    }

    /// The sign of a point, which is a number if a move of the sequence is there.
    fn sign_at(&self, at: (u8, u8)) -> char {
        let number = self.sequence.iter().position(|&(_, point)| self.inner(point) == Some(at));
        match number.and_then(|index| u32::try_from(index + 1).ok()) {
            // A drawing has at most ten moves.
            Some(number) => char::from_digit(number % 10, 10).unwrap_or_default(),
            None => sign_of(self.cell(at)),
        }
    }
}

/// The sign of Kombilo for contents. All signs but `x` and `o` are also signs of Sensei's Library.
fn sign_of(allowed: Allowed) -> char {
    match (allowed.permits(Allowed::BLACK), allowed.permits(Allowed::WHITE), allowed.permits(Allowed::EMPTY)) {
        (true, false, false) => 'X',
        (false, true, false) => 'O',
        (false, false, _) => '.',
        (true, false, true) => 'x',
        (false, true, true) => 'o',
        (true, true, _) => '*',
    }
}

fn wrong(line: usize, what: &str) -> InvalidPattern {
    InvalidPattern(format!("line {line}: {what}"))
}

/// A sign of a drawing.
enum Sign {
    Content(Allowed),
    /// The number of a move on an empty point.
    Move(usize),
}

fn kombilo(sign: char) -> Result<Sign, &'static str> {
    Ok(Sign::Content(match sign {
        'X' => Allowed::BLACK,
        'O' => Allowed::WHITE,
        '.' | ',' => Allowed::EMPTY,
        '*' | '?' => Allowed::ANY,
        'x' => Allowed::BLACK.or(Allowed::EMPTY),
        'o' => Allowed::WHITE.or(Allowed::EMPTY),
        _ => return Err("`X O . * ? x o` are"),
    }))
}

fn sensei(sign: char) -> Result<Sign, &'static str> {
    Ok(Sign::Content(match sign {
        'X' | 'B' | '#' | 'Y' | 'Z' => Allowed::BLACK,
        'O' | 'W' | '@' | 'Q' | 'P' => Allowed::WHITE,
        '.' | ',' | 'C' | 'S' | 'T' | 'M' | 'a'..='z' => Allowed::EMPTY,
        '*' | '?' | '_' => Allowed::ANY,
        '0' => return Ok(Sign::Move(10)),
        '1'..='9' => return Ok(Sign::Move(sign as usize - '0' as usize)),
        _ => {
            return Err(
                "in a diagram `X B # Y Z` are black, `O W @ Q P` white, `. , C S T M a-z` empty, `* ? _` anything",
            );
        }
    }))
}

/// The first line of a diagram of Sensei's Library: `$$Bc9m11 A caption`.
#[derive(Clone, Copy, Default)]
struct Header {
    first: Option<Color>,
    size: Option<BoardSize>,
}

impl Header {
    /// Parses the first line after its `$$`; `None` for a row of the diagram. A header has a color, `c` for
    /// coordinates, the size of the board and `m` with a number, each of which may be missing, and a caption.
    ///
    /// A row without a space after its `$$` may look like a header, and is read as one.
    ///
    /// # Errors
    /// A size that no board has, or a line that is neither a header nor a row.
    fn parse(content: &str) -> Result<Option<Self>, String> {
        let spec = content.split(char::is_whitespace).next().unwrap_or_default();
        // A row of labels has no words, unless it is written without spaces.
        let is_word = |word: &str| {
            let word = word.trim_end_matches(|sign: char| sign.is_ascii_punctuation());
            let is_label = |sign: char| sign.is_uppercase() || matches!(sign, 'x' | 'o');
            word.chars().nth(1).is_some() && word.chars().all(char::is_alphabetic) && !word.chars().all(is_label)
        };
        let has_caption = content[spec.len()..].split_whitespace().any(is_word);
        if spec.is_empty() {
            return Ok(has_caption.then(Self::default));
        }
        let (first, rest) = match spec.strip_prefix(['B', 'W', 'b', 'w']) {
            Some(rest) => (Color::from_letter(&spec[..1]), rest),
            None => (None, spec),
        };
        let Some(size) = size_of_spec(rest) else {
            if has_caption && spec.starts_with(|sign: char| sign.is_ascii_alphanumeric()) {
                return Err(format!("`$${spec}` is not the beginning of a diagram, such as `$$Bc9 A caption`"));
            }
            return Ok(None);
        };
        let board = match size {
            "" => None,
            size => Some(size.parse().ok().and_then(BoardSize::new).ok_or_else(|| {
                format!("a board has 2 to 19 lines, and the diagram says {size}; a row has a space after `$$`")
            })?),
        };
        Ok(Some(Self { first, size: board }))
    }
}

/// Returns the digits of the size in the header of a diagram, after its color. `None` if the text is not such a header.
fn size_of_spec(spec: &str) -> Option<&str> {
    let (mut size, mut has_coordinates, mut has_number) = ("", false, false);
    let mut rest = spec;
    while let Some(sign) = rest.chars().next() {
        let digits_after = |start: usize| start + rest[start..].bytes().take_while(u8::is_ascii_digit).count();
        let end = match sign {
            'c' if !std::mem::replace(&mut has_coordinates, true) => 1,
            'm' if !std::mem::replace(&mut has_number, true) => digits_after(1),
            '0'..='9' if size.is_empty() => {
                size = &rest[..digits_after(0)];
                size.len()
            }
            _ => return None,
        };
        rest = &rest[end..];
    }
    Some(size)
}

/// The rows of a drawing, from the top.
#[derive(Default)]
struct Drawing {
    rows: Vec<Vec<Allowed>>,
    moves: Vec<(usize, usize, usize)>,
    edges: Edges,
    /// The line of the first row.
    first: usize,
}

impl Drawing {
    fn add_row(
        &mut self,
        at: usize,
        line: &str,
        sign: fn(char) -> Result<Sign, &'static str>,
    ) -> Result<(), InvalidPattern> {
        let signs: String = line.chars().filter(|sign| !sign.is_whitespace()).collect();
        if signs.is_empty() {
            return Ok(());
        }
        if signs.contains('-') && signs.chars().all(|sign| "-+|".contains(sign)) {
            match (self.rows.is_empty(), self.edges) {
                (true, Edges { top: false, .. }) => self.edges.top = true,
                (false, Edges { bottom: false, .. }) => self.edges.bottom = true,
                _ => return Err(wrong(at, "there are two edges one after the other")),
            }
            return Ok(());
        }
        if self.edges.bottom {
            return Err(wrong(at, "there is a row below the lower edge"));
        }
        let (left, rest) = signs.strip_prefix('|').map_or((false, &*signs), |rest| (true, rest));
        let (right, rest) = rest.strip_suffix('|').map_or((false, rest), |rest| (true, rest));
        let mut row = Vec::new();
        for (column, one) in rest.chars().enumerate() {
            row.push(
                match sign(one)
                    .map_err(|signs| wrong(at, &format!("`{}` is not a sign; {signs}", one.escape_debug())))?
                {
                    Sign::Content(content) => content,
                    Sign::Move(number) => {
                        self.moves.push((number, column, self.rows.len()));
                        Allowed::EMPTY
                    }
                },
            );
        }
        match self.rows.first() {
            None => (self.edges.left, self.edges.right, self.first) = (left, right, at),
            Some(first) if first.len() != row.len() => {
                let reason = format!("it has {} points, and line {} has {}", row.len(), self.first, first.len());
                return Err(wrong(at, &reason));
            }
            Some(_) if (left, right) != (self.edges.left, self.edges.right) => {
                return Err(wrong(at, &format!("its edges `|` are not those of line {}", self.first)));
            }
            Some(_) => {}
        }
        if row.is_empty() || row.len() > MAX_SIDE || self.rows.len() == MAX_SIDE {
            return Err(wrong(at, "a pattern has 1 to 19 columns and rows"));
        }
        self.rows.push(row);
        Ok(())
    }

    fn into_pattern(self, header: Header) -> Result<Pattern, InvalidPattern> {
        let Self { rows, moves, edges, .. } = self;
        let columns = rows.first().ok_or_else(|| InvalidPattern("the pattern has no rows".to_owned()))?.len();
        let sides = (columns as u8, rows.len() as u8);
        let size = board_size(sides, edges, header.size)?;
        let corner =
            (if edges.right { size.get() - sides.0 } else { 0 }, if edges.top { size.get() - sides.1 } else { 0 });
        let mut pattern = Pattern {
            sides,
            edges,
            corner,
            cells: rows.iter().rev().flatten().copied().collect(),
            sequence: Vec::new(),
            player: header.first.or_else(|| (!moves.is_empty()).then_some(Color::Black)),
        };
        let point = |column: usize, row: usize| pattern.location((column as u8, sides.1 - 1 - row as u8));
        pattern.sequence = sequence(moves, header.first.unwrap_or(Color::Black), point)?;
        pattern.expect_liberties()?;
        Ok(pattern)
    }
}

/// The size of the board by whose locations the points of a drawing are named.
fn board_size((columns, rows): (u8, u8), edges: Edges, named: Option<BoardSize>) -> Result<BoardSize, InvalidPattern> {
    let across = (edges.left && edges.right).then_some(columns);
    let up = (edges.bottom && edges.top).then_some(rows);
    let drawn = across.or(up);
    if let (Some(columns), Some(rows)) = (across, up)
        && columns != rows
    {
        return Err(InvalidPattern(format!("the board has {columns} columns and {rows} rows, and boards are square")));
    }
    let size = drawn.map(|lines| BoardSize::new(u32::from(lines)));
    let size = match (size, named) {
        (Some(None), _) => return Err(InvalidPattern("a board has 2 to 19 lines".to_owned())),
        (Some(Some(drawn)), Some(named)) if drawn != named => {
            return Err(InvalidPattern(format!("the first line says that the board is {named}, and it is {drawn}")));
        }
        (Some(Some(drawn)), _) => drawn,
        (None, named) => named.unwrap_or_default(),
    };
    let longest = columns.max(rows);
    if longest > size.get() {
        return Err(InvalidPattern(format!("the pattern has {longest} lines, and the board is {size}")));
    }
    Ok(size)
}

/// The moves of a drawing in the order of their numbers.
fn sequence(
    mut moves: Vec<(usize, usize, usize)>,
    first: Color,
    point: impl Fn(usize, usize) -> Option<Point>,
) -> Result<Vec<(Color, Point)>, InvalidPattern> {
    moves.sort_by_cached_key(|&(number, ..)| number);
    let mut sequence = Vec::new();
    let mut color = first;
    for (index, (number, column, row)) in moves.into_iter().enumerate() {
        if number != index + 1 {
            let reason =
                if number <= index { "there twice".to_owned() } else { format!("there, and not {}", index + 1) };
            return Err(InvalidPattern(format!("move {number} is {reason}")));
        }
        sequence.extend(point(column, row).map(|point| (color, point)));
        color = color.opponent();
    }
    Ok(sequence)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_drawing_is_read_as_the_pattern_that_it_shows() {
        for text in [
            "$$ . X O |\n$$ . . . |\n$$ ------+\n",
            "$$W9\n$$ ------+\n$$ . 2 O |\n$$ 1 . * |\n",
            "$$B\n$$ | X . O\n$$ | . 1 .\n",
            "$$W\n$$ . X\n$$ O .\n",
            "XO*\n.x.\n",
            "|o.|\n|.X|\n",
            "$$ -----\n$$ |. X|\n$$ |. .|\n$$ -----\n",
        ] {
            let pattern = parse_pattern(text).unwrap();
            let drawing = pattern.drawing();
            assert_eq!(parse_pattern(&drawing).as_ref(), Ok(&pattern), "{text}{drawing}");
        }
    }
}
