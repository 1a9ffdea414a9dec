//! A board as text, in Unicode or ASCII.

use std::borrow::Cow;

use super::scene::{PlainGlyph, Scene, SceneCell, Shape, label, listed_label, state};
use super::{Glyph, Ground, Picture, Side, Sides, at};
use ishi_board::{Color, Point};

/// The default limit for the width of a board in characters, which fits into the pop-up window of an editor.
pub const TEXT_WIDTH: usize = 60;

/// The characters that a board is drawn with.
struct BoardCharacters {
    /// The stones of Black and White.
    stones: [char; 2],
    /// An empty star point.
    star: char,
    /// The other empty points: in the lowest row, in the rows between, and in the highest row; in each row at the left,
    /// between, and at the right.
    points: [[char; 3]; 3],
    /// The line between two points.
    between: char,
    /// A check mark, a diamond, a square and a triangle.
    shapes: [char; 4],
    /// Whether the stones and the shapes need an explanation in words.
    need_words: bool,
}

/// Characters of WGL4, which have the same width in the fonts of terminals and editors.
const UNICODE: BoardCharacters = BoardCharacters {
    stones: ['●', '○'],
    star: '╬',
    points: [['└', '┴', '┘'], ['├', '┼', '┤'], ['┌', '┬', '┐']],
    between: '─',
    shapes: ['√', '◊', '□', '▲'],
    need_words: false,
};

/// ASCII characters. The shapes are not letters, because letters would look like labels.
const ASCII: BoardCharacters = BoardCharacters {
    stones: ['#', 'O'],
    star: '+',
    points: [['.'; 3]; 3],
    between: ' ',
    shapes: ['%', '*', '=', '^'],
    need_words: true,
};

/// The picture in Unicode characters, for monospaced fonts.
///
/// The last move is in parentheses and the focus in brackets, between the points. A label or number is to the left of
/// its stone, so that both are visible. Words below the board explain the rest. The rows of the board are at most
/// `max_width` characters wide, such as [`TEXT_WIDTH`], and have equal width. No line ends with a space, and every line
/// ends with `\n`. A point takes at least two characters; a mark that needs both hides its stone. Characters of labels
/// that are not ASCII are `?` on the board, and the labels are listed below it.
pub fn text(picture: &Picture, max_width: usize) -> String {
    draw(picture, max_width, &UNICODE)
}

/// The picture in ASCII, for fonts and terminals in which some of the characters of [`text`] are twice as wide as
/// others.
///
/// `#` is a black stone and `O` a white stone, as words below the board explain. The layout is that of [`text`]. Only
/// the list of labels below the board may have other characters.
pub fn ascii(picture: &Picture, max_width: usize) -> String {
    draw(picture, max_width, &ASCII)
}

fn draw(picture: &Picture, max_width: usize, characters: &BoardCharacters) -> String {
    let lettered = with_letters(picture);
    let picture = &lettered;
    let scene = Scene::of(picture);
    let sides = picture.style.coordinates;
    let layout = Layout::of(&scene, sides, max_width, characters);
    let mut lines = Vec::new();
    if sides.contains(Side::Top) {
        lines.push(layout.letters(&scene));
    }
    lines.extend(scene.lines().map(|cells| layout.row(&scene, cells)));
    // There is less room in a terminal than on a page, so once is enough.
    if sides.contains(Side::Bottom) && !sides.contains(Side::Top) {
        lines.push(layout.letters(&scene));
    }
    let words = [
        wrap(state(picture), "; "),
        wrap(picture.notes.iter().map(|note| format!("{} at {}", note.number, note.point)), ", "),
        layout.legend(&scene),
        if picture.ground.is_empty() { Vec::new() } else { wrap(GROUND.map(String::from), ", ") },
    ]
    .concat();
    if !words.is_empty() {
        lines.push(String::new());
        lines.extend(words);
    }
    lines.join("\n") + "\n"
}

/// The legend for the letters that [`with_letters`] adds.
const GROUND: [&str; 3] = ["b and w are points of Black and White", ": of nobody", "s of a seki"];

/// Returns the picture with a letter for the owner of each point, except on points with another mark.
fn with_letters(picture: &Picture) -> Cow<'_, Picture> {
    if picture.ground.is_empty() {
        return Cow::Borrowed(picture);
    }
    let letter = |ground| match ground {
        Ground::Of(Color::Black) => "b",
        Ground::Of(Color::White) => "w",
        Ground::Dame => ":",
        Ground::Seki => "s",
    };
    let letters = picture.ground.iter().map(|&(point, ground)| (point, Glyph::Label(letter(ground).to_owned())));
    let marks = letters.chain(picture.marks.iter().cloned()).collect();
    Cow::Owned(Picture { marks, ..picture.clone() })
}

/// The widths of the parts of a text picture, in characters.
struct Layout<'c> {
    /// The characters that the board is drawn with.
    characters: &'c BoardCharacters,
    /// The width of a point: its sign at the right, and a mark to the left of it.
    cell: usize,
    /// The width of the gap before each point, 1 or 0. Without a gap, brackets replace marks.
    gap: usize,
    /// How many characters a mark may have: those of the cell, and in the narrowest layout also the gap.
    room: usize,
    /// The width of the row number before the first point, without the gap.
    margin: usize,
    /// Whether the number of the row stands at the right as well.
    right: bool,
}

impl<'c> Layout<'c> {
    /// The most legible layout that is not too wide. If need be it cuts numbers to their last two digits.
    fn of(scene: &Scene<'_>, sides: Sides, max_width: usize, characters: &'c BoardCharacters) -> Self {
        let needed =
            scene.cells().iter().map(|cell| characters.written(cell, scene.far, 4).chars().count()).max().unwrap_or(1);
        let layout = |cell, gap| {
            let margin = if sides.contains(Side::Left) { 3 - gap } else { 0 };
            Self { characters, cell, gap, room: cell, margin, right: false }
        };
        let narrowest = || {
            let layout = Self { room: 2, ..layout(1, 1) };
            let is_first = |cell: &SceneCell<'_>| cell.point.column() == *scene.columns.start();
            let hides_gap = scene.cells().iter().any(|cell| is_first(cell) && layout.written(scene, cell).len() > 1);
            let has_margin = sides.contains(Side::Left);
            // The number of the row stands apart from what is written at the first point.
            Self { margin: layout.margin + usize::from(hides_gap && has_margin), ..layout }
        };
        let mut layout = (needed.min(3)..=needed)
            .rev()
            // Without gaps, brackets need room on both sides of the sign.
            .flat_map(|cell| std::iter::once(layout(cell, 1)).chain((cell >= 3).then(|| layout(cell, 0))))
            .find(|layout| layout.width(scene) <= max_width)
            .unwrap_or_else(narrowest);
        layout.right = sides.contains(Side::Right) && layout.width(scene) + 3 <= max_width;
        layout
    }

    /// The width of the rows up to the last point.
    fn width(&self, scene: &Scene<'_>) -> usize {
        self.margin + scene.width() * (self.gap + self.cell)
    }

    /// The characters that are written at a point.
    fn written(&self, scene: &Scene<'_>, cell: &SceneCell<'_>) -> Vec<char> {
        self.characters.written(cell, scene.far, self.room).chars().collect()
    }

    fn letters(&self, scene: &Scene<'_>) -> String {
        let columns = scene.columns.clone().map(|column| at(column, 0).to_string().remove(0));
        columns.fold(" ".repeat(self.margin), |line, letter| line + &format!("{letter:>0$}", self.gap + self.cell))
    }

    fn row(&self, scene: &Scene<'_>, cells: &[SceneCell<'_>]) -> String {
        let number = cells[0].point.row() + 1;
        let mut line: Vec<char> = Vec::with_capacity(TEXT_WIDTH);
        if self.margin > 0 {
            line.extend(format!("{number:2}{:1$}", "", self.margin - 2).chars());
        }
        let mut bracketed = Vec::new();
        // The gaps that marks take, so that no bracket can.
        let mut taken = Vec::new();
        for (index, cell) in cells.iter().enumerate() {
            let written: Vec<char> = match brackets(cell) {
                Some([left, right]) if self.gap == 0 => vec![left, self.characters.sign(cell, scene.far), right],
                _ => self.written(scene, cell),
            };
            let line_before = if index == 0 { ' ' } else { self.characters.between };
            line.extend(std::iter::repeat_n(line_before, self.gap + self.cell - written.len()));
            let start = line.len();
            if written.len() > self.cell {
                taken.push(start);
            }
            let before = if written.len() > self.cell { start } else { start.saturating_sub(1) };
            line.extend(written);
            if self.gap > 0 {
                bracketed.extend(brackets(cell).map(|brackets| (brackets, [before, line.len()])));
            }
        }
        if self.right {
            line.extend(format!(" {number:2}").chars());
        }
        // Neighbours share the room between them, where the focus comes before the last move.
        bracketed.sort_by_cached_key(|(brackets, _)| u32::from(*brackets == FOCUS));
        for (bracket, place) in bracketed.into_iter().flat_map(|(brackets, places)| brackets.into_iter().zip(places)) {
            // There is no place after the last column without a number on the right, and `[●` says enough.
            if taken.binary_search(&place).is_err()
                && let Some(place) = line.get_mut(place)
            {
                *place = if FOCUS.contains(place) { '|' } else { bracket };
            }
        }
        line.into_iter().collect()
    }

    /// Lines below the board for marks that hide their stones, and for characters that need an explanation.
    fn legend(&self, scene: &Scene<'_>) -> Vec<String> {
        let hides = |cell: &SceneCell<'_>| self.gap == 0 && brackets(cell).is_some();
        let mut lead = "in brackets: ";
        let hidden = scene.cells().iter().filter(|cell| hides(cell)).filter_map(|cell| {
            let mark = self.characters.mark(cell.mark?, usize::MAX);
            Some(format!("{}{mark} at {}", std::mem::take(&mut lead), cell.point))
        });
        let mut lines = wrap(hidden, ", ");
        let shown = || scene.cells().iter().filter(|cell| !hides(cell));
        let marked = || shown().filter(|cell| cell.stone.is_some() && cell.mark.is_some());
        let covers =
            |cell: &SceneCell<'_>| self.written(scene, cell).last() != Some(&self.characters.sign(cell, scene.far));
        if marked().any(|cell| !covers(cell)) {
            lines.push("A mark stands to the left of its stone.".to_owned());
        }
        for color in [Color::Black, Color::White] {
            let mut lead = format!("marks cover {color} stones at ");
            let covered = marked().filter(|cell| cell.stone == Some(color) && covers(cell));
            lines.extend(wrap(covered.map(|cell| std::mem::take(&mut lead) + &cell.point.to_string()), ", "));
        }
        let is_cut = |cell: &SceneCell<'_>| match cell.mark {
            Some(PlainGlyph::Number(number)) => {
                !String::from_iter(self.written(scene, cell)).contains(&number.to_string())
            }
            _ => false,
        };
        let mut lead = "labels: ";
        let labels = scene.cells().iter().filter_map(|cell| match cell.mark? {
            PlainGlyph::Label(text) if self.characters.mark(cell.mark?, self.room) != text.trim_end() => {
                Some(format!("{}{} at {}", std::mem::take(&mut lead), listed_label(text), cell.point))
            }
            _ => None,
        });
        lines.extend(wrap(labels, ", "));
        if shown().any(is_cut) {
            lines.push("Of longer numbers the last two digits are shown.".to_owned());
        }
        if self.characters.need_words {
            lines.extend(self.characters.words(scene));
        }
        lines
    }
}

const FOCUS: [char; 2] = ['[', ']'];
const LAST: [char; 2] = ['(', ')'];

fn brackets(cell: &SceneCell<'_>) -> Option<[char; 2]> {
    if cell.focus { Some(FOCUS) } else { cell.last.then_some(LAST) }
}

impl BoardCharacters {
    /// The characters of a point, if there is room for so many: its mark and its stone.
    fn written(&self, cell: &SceneCell<'_>, far: Point, room: usize) -> String {
        let Some(mark) = cell.mark else { return self.sign(cell, far).to_string() };
        let beside_stone = room.saturating_sub(usize::from(cell.stone.is_some()));
        let mut written = self.mark(mark, beside_stone);
        if cell.stone.is_some() && written.chars().count() <= beside_stone {
            written.push(self.sign(cell, far));
        }
        written
    }

    /// The stone on a point, or the crossing of its lines.
    fn sign(&self, cell: &SceneCell<'_>, far: Point) -> char {
        let lines = |last: u8, line: u8| usize::from(line > 0) + usize::from(line == last);
        let [black, white] = self.stones;
        match cell.stone {
            Some(Color::Black) => black,
            Some(Color::White) => white,
            None if cell.star => self.star,
            None => self.points[lines(far.row(), cell.point.row())][lines(far.column(), cell.point.column())],
        }
    }

    /// A mark in characters. If a number is too long, only its last two digits.
    fn mark(&self, mark: PlainGlyph<'_>, digits: usize) -> String {
        match mark {
            PlainGlyph::Number(number) => {
                let all = number.to_string();
                if all.len() > digits { format!("{:02}", number % 100) } else { all }
            }
            // Characters of other widths would move all that is to the right of them.
            PlainGlyph::Label(text) => {
                let in_ascii = |letter: char| if letter.is_ascii() { letter } else { '?' };
                let mut written: String = label(text).chars().map(in_ascii).take(digits.max(2)).collect();
                // A blank at its end could be one at the end of the row.
                written.truncate(written.trim_end().len());
                written
            }
            PlainGlyph::Shape(shape) => self.shape(shape).to_string(),
        }
    }

    fn shape(&self, shape: Shape) -> char {
        let [check, diamond, square, triangle] = self.shapes;
        match shape {
            Shape::Check => check,
            Shape::Diamond => diamond,
            Shape::Square => square,
            Shape::Triangle => triangle,
        }
    }

    /// Explanations of the stones and shapes on the board.
    fn words(&self, scene: &Scene<'_>) -> Vec<String> {
        let [black, white] = self.stones;
        let shapes = [
            (Shape::Check, "a check mark"),
            (Shape::Diamond, "a diamond"),
            (Shape::Square, "a square"),
            (Shape::Triangle, "a triangle"),
        ];
        let is_shown = |shape: Shape| {
            let is_on = |cell: &SceneCell<'_>| matches!(cell.mark, Some(PlainGlyph::Shape(found)) if found == shape);
            scene.cells().iter().any(is_on)
        };
        let shapes = shapes.into_iter().filter(|&(shape, _)| is_shown(shape));
        let shapes = shapes.map(|(shape, name)| format!("{} is {name}", self.shape(shape)));
        let stones = [(Color::Black, black), (Color::White, white)];
        let is_there = |color: Color| scene.cells().iter().any(|cell| cell.stone == Some(color));
        let stones = stones.into_iter().filter(|&(color, _)| is_there(color));
        let stones = stones.map(|(color, stone)| format!("{stone} is {color}"));
        wrap(stones.chain(shapes), ", ")
    }
}

/// Joins parts into lines that are not too wide, unless a single part is.
fn wrap(parts: impl IntoIterator<Item = String>, separator: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for part in parts {
        match lines.last_mut() {
            Some(line) if line.chars().count() + separator.len() + part.len() <= TEXT_WIDTH => {
                line.push_str(separator);
                line.push_str(&part);
            }
            Some(line) => {
                line.push_str(separator.trim_end());
                lines.push(part);
            }
            None => lines.push(part),
        }
    }
    lines
}
