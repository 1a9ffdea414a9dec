//! The content of a picture, point by point, for all ways of drawing it.

use std::ops::RangeInclusive;

use super::{Glyph, Ground, Picture, Window, at};
use ishi_board::{Color, Point};

/// The visible points of a picture, each with everything that is drawn on it.
pub(super) struct Scene<'a> {
    /// The columns and rows that are shown, never none.
    pub(super) columns: RangeInclusive<u8>,
    pub(super) rows: RangeInclusive<u8>,
    /// The last column and row of the board.
    pub(super) far: Point,
    cells: Vec<SceneCell<'a>>,
}

/// One point of a scene.
#[derive(Clone, Copy)]
pub(super) struct SceneCell<'a> {
    pub(super) point: Point,
    pub(super) stone: Option<Color>,
    pub(super) mark: Option<PlainGlyph<'a>>,
    /// Whether to draw the sign of the last move. A mark on its point takes the place of the sign.
    pub(super) last: bool,
    pub(super) focus: bool,
    pub(super) star: bool,
    pub(super) ground: Option<Ground>,
}

/// A glyph that can be drawn as it is.
#[derive(Clone, Copy)]
pub(super) enum PlainGlyph<'a> {
    Number(u32),
    /// Not empty.
    Label(&'a str),
    Shape(Shape),
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    Check,
    Diamond,
    Square,
    Triangle,
}

impl<'a> Scene<'a> {
    pub(super) fn of(picture: &'a Picture) -> Self {
        let far = picture.corner;
        let is_square = far == picture.size.corner();
        let (columns, rows) = visible(picture.window, far);
        let mut cells: Vec<_> = rows
            .clone()
            .rev()
            .flat_map(|row| columns.clone().map(move |column| at(column, row)))
            .map(|point| SceneCell {
                point,
                stone: None,
                mark: None,
                last: false,
                focus: false,
                star: is_square && picture.size.is_star(point),
                ground: None,
            })
            .collect();
        let index = |point: Point| {
            let seen = columns.contains(&point.column()) && rows.contains(&point.row());
            let width = usize::from(columns.end() - columns.start()) + 1;
            seen.then(|| usize::from(rows.end() - point.row()) * width + usize::from(point.column() - columns.start()))
        };
        for &(point, color) in &picture.stones {
            if let Some(index) = index(point) {
                cells[index].stone = Some(color);
            }
        }
        for (point, glyph) in &picture.marks {
            if let Some(index) = index(*point) {
                cells[index].mark = PlainGlyph::of(glyph);
            }
        }
        for &(point, ground) in &picture.ground {
            if let Some(index) = index(point) {
                cells[index].ground = Some(ground);
            }
        }
        for &point in &picture.focus {
            if let Some(index) = index(point) {
                cells[index].focus = true;
            }
        }
        if let Some(index) = picture.last.and_then(index) {
            cells[index].last = cells[index].mark.is_none();
        }
        Self { columns, rows, far, cells }
    }

    /// How many columns are shown.
    pub(super) fn width(&self) -> usize {
        usize::from(self.columns.end() - self.columns.start()) + 1
    }

    /// How many rows are shown.
    pub(super) fn height(&self) -> usize {
        usize::from(self.rows.end() - self.rows.start()) + 1
    }

    /// All points, row by row from the top, each from the left.
    pub(super) fn cells(&self) -> &[SceneCell<'a>] {
        &self.cells
    }

    /// The rows from the top.
    pub(super) fn lines(&self) -> impl Iterator<Item = &[SceneCell<'a>]> {
        self.cells.chunks(self.width())
    }
}

impl<'a> PlainGlyph<'a> {
    fn of(glyph: &'a Glyph) -> Option<Self> {
        Some(match glyph {
            Glyph::Number(number) => Self::Number(*number),
            Glyph::Label(label) if label.is_empty() => return None,
            Glyph::Label(label) => Self::Label(label),
            Glyph::Check => Self::Shape(Shape::Check),
            Glyph::Diamond => Self::Shape(Shape::Diamond),
            Glyph::Square => Self::Shape(Shape::Square),
            Glyph::Triangle => Self::Shape(Shape::Triangle),
        })
    }
}

/// The part of a label that is drawn: as many of its first three characters as there is room for.
pub(super) fn label(text: &str) -> String {
    let mut width = 0;
    let fits = |character: &char| {
        width += label_width(*character);
        width <= MAX_LABEL_WIDTH
    };
    // A label always has a glyph to be seen by.
    let shown = |(index, character)| if index == 0 && !is_visible(character) { '?' } else { in_a_line(character) };
    text.chars().take(3).enumerate().map(shown).take_while(fits).collect()
}

/// A label for a list: the whole of it, or the beginning of one that is longer than a few words.
pub(super) fn listed_label(text: &str) -> String {
    let mut characters = text.chars();
    let mut listed: String = characters.by_ref().take(MAX_LISTED_LABEL).map(in_a_line).collect();
    if characters.next().is_some() {
        listed.push('…');
    }
    listed
}

/// The most characters of a label in a list.
const MAX_LISTED_LABEL: usize = 30;

/// A character of a label as it stands in one line: a space, or `?` for another one without a glyph.
fn in_a_line(character: char) -> char {
    if character.is_whitespace() {
        ' '
    } else if is_visible(character) {
        character
    } else {
        '?'
    }
}

/// The room in a label, in letters.
const MAX_LABEL_WIDTH: usize = 4;

/// The room that a character of a label takes, in letters: those of East Asia are about as wide as two.
pub(super) fn label_width(character: char) -> usize {
    if character < '\u{1100}' { 1 } else { 2 }
}

/// Whether a character needs a glyph. Spaces, control characters, joiners and variation selectors do not.
pub(super) fn is_visible(character: char) -> bool {
    let is_ignored = matches!(character, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
        | '\u{fe00}'..='\u{fe0f}' | '\u{feff}');
    !(is_ignored || character.is_whitespace() || character.is_control())
}

/// The columns and rows of a window that are on the board; all columns and rows if none are.
fn visible(window: Window, far: Point) -> (RangeInclusive<u8>, RangeInclusive<u8>) {
    let Window { lower_left, upper_right } = Window::between(window.lower_left, window.upper_right);
    if lower_left.column() > far.column() || lower_left.row() > far.row() {
        return (0..=far.column(), 0..=far.row());
    }
    (lower_left.column()..=upper_right.column().min(far.column()), lower_left.row()..=upper_right.row().min(far.row()))
}

/// A text alternative to the picture in one short line, for `alt` and `title`.
///
/// It counts the visible stones, and adds facts that the picture leaves out: captures and the player to move.
pub fn alt(picture: &Picture) -> String {
    let scene = Scene::of(picture);
    let count = |color| scene.cells.iter().filter(|cell| cell.stone == Some(color)).count();
    let [columns, rows] = [scene.far.column(), scene.far.row()].map(|last| usize::from(last) + 1);
    let part = if scene.cells.len() < columns * rows {
        format!(
            ", {} to {}",
            at(*scene.columns.start(), *scene.rows.start()),
            at(*scene.columns.end(), *scene.rows.end())
        )
    } else {
        String::new()
    };
    let stones = match (count(Color::Black), count(Color::White)) {
        (0, 0) => "no stones".to_owned(),
        (black, white) => format!("{black} black and {white} white stones"),
    };
    let mut parts = vec![format!("Go board {columns}x{rows}{part}: {stones}")];
    parts.extend(ground(picture));
    parts.extend(state(picture));
    parts.join("; ")
}

/// The number of points of each player, in words.
fn ground(picture: &Picture) -> Option<String> {
    let count = |worth: Ground| picture.ground.iter().filter(|(_, ground)| *ground == worth).count();
    let (black, white) = (count(Ground::Of(Color::Black)), count(Ground::Of(Color::White)));
    (!picture.ground.is_empty()).then(|| format!("points of Black {black}, of White {white}"))
}

/// The state of the game in words: the last move, captures, the player to move.
pub(super) fn state(picture: &Picture) -> Vec<String> {
    let mut parts = Vec::new();
    if let Some(last) = picture.last.filter(|&last| picture.size.contains(last)) {
        let color = picture.stones.iter().rfind(|(point, _)| *point == last).map(|(_, color)| *color);
        parts.push(match color {
            Some(color) => format!("last move {color} {last}"),
            None => format!("last move {last}"),
        });
    }
    if picture.captures.black > 0 || picture.captures.white > 0 {
        parts.push(format!("captures Black {}, White {}", picture.captures.black, picture.captures.white));
    }
    if let Some(color) = picture.to_play {
        parts.push(format!("{color} to play"));
    }
    parts
}
