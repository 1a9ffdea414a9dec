//! Pictures of a position: Unicode text for terminals, diagrams of Sensei's Library, SVG for editors and web pages, and
//! PNG, PDF and animations.
//!
//! A [`Picture`] is a plain value with the content of a picture; it does not depend on records. Content outside the
//! board or the window is left out, so every picture can be drawn. There is only one drawing, the SVG: PNG, animations
//! and PDF show the same lines and letters. GIF and PDF leave out the light on stones and wood.

#[cfg(feature = "png")]
mod animation;
mod art;
#[cfg(feature = "png")]
mod fonts;
#[cfg(feature = "png")]
mod outline;
#[cfg(feature = "png")]
mod pdf;
#[cfg(feature = "png")]
mod png;
#[cfg(feature = "png")]
mod raster;
mod scene;
mod sensei;
mod style;
mod svg;
mod text;

#[cfg(feature = "png")]
pub use animation::{Animation, apng, gif};
#[cfg(feature = "png")]
pub use fonts::{Fonts, NotAFont};
#[cfg(feature = "png")]
pub use outline::outline_text;
#[cfg(feature = "png")]
pub use pdf::pdf;
#[cfg(feature = "png")]
pub use png::png;
#[cfg(feature = "png")]
pub use raster::DrawError;
pub use scene::alt;
pub use sensei::{SenseiDiagram, sensei};
pub use style::{Colors, Side, Sides, Style, UnknownSide};
pub use svg::{PictureGrid, grid, svg, svg_of_width};
pub use text::{TEXT_WIDTH, ascii, text};

use ishi_board::{BoardSize, Color, Point};

/// The largest width and height of a picture that has a size in pixels.
pub const MAX_PIXELS: u32 = 4096;

/// How many frames an animation has at most.
#[cfg(feature = "png")]
pub const MAX_FRAMES: usize = 1000;

/// The content and the style of a picture of a board.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Picture {
    /// The size of the whole board, even if only a part is shown.
    pub size: BoardSize,
    /// The last column and row of the board: those of its size, unless it is not square.
    pub corner: Point,
    /// The part that is shown. Points off the board are not drawn. If the whole part is off the board, the whole board
    /// is drawn.
    pub window: Window,
    /// The stones. If a point has several, the last one counts.
    pub stones: Vec<(Point, Color)>,
    /// The marks, on stones and on empty points. If a point has several, the last one counts.
    pub marks: Vec<(Point, Glyph)>,
    /// The owners of points at the end of a game. A stone on a point of the opponent's is dead.
    pub ground: Vec<(Point, Ground)>,
    /// The point of the last move. It gets a sign unless the point has a mark, and text pictures name it.
    pub last: Option<Point>,
    /// The points to highlight, such as those of the move under an editor's cursor.
    pub focus: Vec<Point>,
    /// Moves whose number can't be shown on the board because the point shows another one.
    pub notes: Vec<Note>,
    /// The stones captured so far. They are shown in words only.
    pub captures: Captures,
    /// The player to move, shown in words only; `None` shows nothing.
    pub to_play: Option<Color>,
    /// How it is drawn.
    pub style: Style,
}

impl Picture {
    /// The picture of a whole empty board.
    pub fn of(size: BoardSize) -> Self {
        Self {
            size,
            corner: size.corner(),
            window: Window::of(size),
            stones: Vec::new(),
            marks: Vec::new(),
            ground: Vec::new(),
            last: None,
            focus: Vec::new(),
            notes: Vec::new(),
            captures: Captures::default(),
            to_play: None,
            style: Style::default(),
        }
    }

    /// The picture of a whole empty board that need not be square; `None` if it has more than 19 columns or rows, or is
    /// too small for a board.
    pub fn of_rectangle(columns: usize, rows: usize) -> Option<Self> {
        let size = BoardSize::new(columns.max(rows) as u32)?;
        let last = |lines: usize| lines.checked_sub(1).and_then(|last| u8::try_from(last).ok());
        let corner = Point::new(last(columns)?, last(rows)?)?;
        Some(Self { corner, window: Window::between(at(0, 0), corner), ..Self::of(size) })
    }
}

impl Default for Picture {
    fn default() -> Self {
        Self::of(BoardSize::default())
    }
}

/// The owner of a point at the end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ground {
    /// A point of this player.
    Of(Color),
    /// Part of a seki.
    Seki,
    /// A point that belongs to neither player.
    Dame,
}

/// A mark on a point: a special character of the Standard (section 5.3), one or two characters of the writer's choice,
/// or the number of a move.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Glyph {
    /// The number of a move.
    Number(u32),
    /// One or two characters of ASCII 33 to 126. More are cut off, others are drawn as `?`, and an empty text is not a
    /// mark.
    Label(String),
    /// `\c`, a check mark.
    Check,
    /// `\d`, a diamond.
    Diamond,
    /// `\s`, a square.
    Square,
    /// `\t`, a triangle.
    Triangle,
}

/// A rectangle of the grid, both corners included: the region of a `DIAGRAM`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Window {
    /// The corner with the lowest column and row.
    pub lower_left: Point,
    /// The corner with the highest column and row.
    pub upper_right: Point,
}

impl Window {
    /// The whole board.
    pub fn of(size: BoardSize) -> Self {
        let corner = size.corner();
        Self { lower_left: at(0, 0), upper_right: corner }
    }

    /// The rectangle between any two opposite corners.
    pub fn between(a: Point, b: Point) -> Self {
        Self {
            lower_left: at(a.column().min(b.column()), a.row().min(b.row())),
            upper_right: at(a.column().max(b.column()), a.row().max(b.row())),
        }
    }

    /// The part of a board with the stones and marks of some pictures.
    pub fn of_contents(pictures: &[Picture], size: BoardSize) -> Self {
        let stones = pictures.iter().flat_map(|picture| picture.stones.iter().map(|(point, _)| *point));
        let marks = pictures.iter().flat_map(|picture| picture.marks.iter().map(|(point, _)| *point));
        Self::around(stones.chain(marks), size)
    }

    /// The part of a board with some points and the lines around them. A near edge of the board is included, because a
    /// shape in a corner has another meaning than a shape in the centre. Without points, the whole board.
    pub fn around(points: impl IntoIterator<Item = Point>, size: BoardSize) -> Self {
        /// How many free lines are shown beside the points, and how many more up to an edge.
        const MARGIN: u8 = 1;
        const NEAR: u8 = 2;
        let (mut columns, mut rows) = (Vec::new(), Vec::new());
        for point in points.into_iter().filter(|&point| size.contains(point)) {
            columns.push(point.column());
            rows.push(point.row());
        }
        let far = size.corner().column();
        let widened = |lines: &[u8]| {
            let low = lines.iter().min()?.saturating_sub(MARGIN);
            let high = (lines.iter().max()? + MARGIN).min(far);
            Some((if low <= NEAR { 0 } else { low }, if far - high <= NEAR { far } else { high }))
        };
        match (widened(&columns), widened(&rows)) {
            (Some((left, right)), Some((bottom, top))) => {
                Self { lower_left: at(left, bottom), upper_right: at(right, top) }
            }
            _ => Self::of(size),
        }
    }
}

/// A move whose number is written below the board instead of on it: "20 at Q4".
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Note {
    /// The number of the move.
    pub number: u32,
    /// Whose move it is.
    pub color: Color,
    /// The point of the move.
    pub point: Point,
}

/// How many stones each player has captured.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Captures {
    /// White stones that Black has captured.
    pub black: u32,
    /// Black stones that White has captured.
    pub white: u32,
}

/// The point at a column and a row, which are valid because they come from points.
fn at(column: u8, row: u8) -> Point {
    Point::new(column, row).expect("a column and a row below 19")
}
